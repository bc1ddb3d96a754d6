// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/hashed_numbers.h"
#include "base/number_map.h"
#include "base/stages/room_stages.h"
#include "base/threads/parallel.h"
#include "contacts/depths/depth_batch.h"
#include "contacts/depths/offset_sets.h"
#include "contacts/depths/overlap_side.h"
#include "contacts/depths/patches/number_sort.h"
#include "contacts/depths/patches/patch_search.h"
#include "contacts/depths/patches/patch_tree.h"
#include "contacts/depths/vertex_depth.h"
#include "contacts/depths/way_out_search.h"

namespace tactus {

/// Depths of the vertices of one side of an overlap below the other side's patch, or below its whole surface.
class DepthSearch {
public:
    /// Takes the memory for a patch of so many triangles in stages, and for the vertices below it.
    void make_room(std::size_t triangles, RoomStages& stages);
    /// When both sides are known. They must stay as they are until it is done.
    void begin(const OverlapSide& own, const OverlapSide& other, const OffsetSets& regions);
    /// The same of an open side, which comes out of the other's surface wherever that does not face away from its ways
    /// in. The tree is the other's, and its nodes have begun their query.
    void begin_open(
        const OverlapSide& own, const OverlapSide& other, const OffsetSets& regions, const WaysIn& ways, Tree& tree);
    /// Until this is called again: where nobody will stop it, vertices are measured in one go, by these workers.
    void share(Workers* workers) { workers_ = workers; }
    /// Where nobody will stop it: goes on to where the patch is listed. Two searches of one overlap may do so at the
    /// same time.
    void list_patch()
    {
        while (stage_ < Stage::build)
            (void)step_in_stage(no_limit);
        if (stage_ == Stage::build)
            tree_.plan_build();
    }
    /// And then to where vertices are measured, by the workers.
    void lay_out_patch()
    {
        if (stage_ == Stage::build && !tree_.is_built())
            tree_.finish_build(*workers_);
        while (stage_ < Stage::search)
            (void)step_in_stage(no_limit);
    }
    /// Forgets what it found, and has nothing to do.
    void clear();
    bool done() const { return stage_ == Stage::done; }
    /// Goes on for so many nanoseconds, roughly, or to the end of a stage, and says how many it took. Only while it is
    /// not done.
    std::uint64_t step(std::uint64_t nanoseconds);
    /// In the order of their vertices. None until it is done.
    std::span<const VertexDepth> depths() const { return done() ? depths_.span() : std::span<const VertexDepth>(); }
    /// When it is done: where the depth is of a vertex that stands there among those of its side that are inside.
    std::uint32_t rank(std::uint32_t place_inside) const { return asked_[place_inside].rank; }

    std::size_t bytes() const;

private:
    static constexpr std::uint64_t no_limit = UINT64_MAX;

    enum class Stage : std::uint8_t { patch, vertices, whole_surface, sort, rank, build, search, done };

    struct Asked {
        std::uint32_t region; ///< of the tree; of an open side, the way in
        std::uint32_t rank;   ///< place among the depths
        std::uint32_t face;   ///< of the tree: one near the answer; of an open side, its number
    };

    std::uint64_t step_in_stage(std::uint64_t nanoseconds);
    template <class Item>
    std::span<const Item> next_of(std::span<const Item> all, std::uint64_t nanoseconds, std::uint64_t price);
    std::uint64_t take_triangles(std::uint64_t nanoseconds);
    std::uint64_t take_vertices(std::uint64_t nanoseconds);
    std::uint32_t region_of(const OverlapSide::Inside& inside);
    std::uint64_t take_whole_surface();
    void begin_sort();
    std::uint64_t search();
    std::size_t begin_search(PatchSearch& search, std::size_t begin, std::size_t end, std::uint32_t found_before);
    void end_search(const PatchSearch& search, std::size_t begin, DepthBatch& batch);
    void search_at_once();
    void begin_remembering();
    std::atomic_ref<std::uint64_t> remembered(std::uint32_t vertex)
    {
        return std::atomic_ref(remembered_.data()[(sides_ + vertex) & (remembered_.size() - 1)]);
    }
    std::uint64_t tag_of(std::uint32_t vertex) const { return mixed(sides_ + vertex) >> 32 << 32; }
    std::uint32_t guess_of(std::size_t place, std::size_t first_unknown);
    std::uint64_t search_ways_out();
    std::uint64_t take_ranks(std::uint64_t nanoseconds);
    void go_to(Stage stage);

    const OverlapSide* own_ = nullptr;
    const OverlapSide* other_ = nullptr;
    const OffsetSets* regions_ = nullptr;
    Stage stage_ = Stage::done;
    std::size_t cursor_ = 0;
    bool is_searching_ = false;
    std::size_t end_of_search_ = 0; ///< of the vertices that are searched for now
    bool needs_whole_surface_ = false;
    Workers* workers_ = nullptr;
    const WaysIn* ways_ = nullptr; ///< of an open side; none of a closed one
    WayOutSearch way_out_;
    NumberMap region_of_root_;
    std::uint32_t last_member_ = 0; ///< of the regions' sets: that of the triangle or vertex that was taken last
    std::uint32_t last_region_ = 0; ///< the region that it stands for
    Buffer<Asked> asked_;           ///< for each vertex inside
    PatchTree tree_;
    PatchSearch search_;
    NumberSort sort_; ///< vertex, to its place among those inside
    Buffer<VertexDepth> depths_;
    /// Where vertices came out when workers last measured them, as guesses for the next time: a tag of the vertex and
    /// of the two sides << 32 | the triangle. Of several that have the same place one is remembered.
    Buffer<std::uint64_t> remembered_;
    bool remembers_ = false;
    std::uint64_t sides_ = 0; ///< hash
};

} // namespace tactus
