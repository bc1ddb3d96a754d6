// SPDX-License-Identifier: MIT
// The triangle of a patch that is closest to a point.
//
// The triangles of each region are sorted by an order in which neighbours come together, and whose runs of eight are
// compact. What of such a run is in the patch makes a block, up to eight blocks a group, up to eight groups another
// one, and so on. Where the order jumps to another place, the next group begins. Seen from deep inside a round body
// nearly all boxes are equally near, and so are nearly all flat pieces. So members are kept in bowls, as round as they
// are. All of it is done in small steps: building the tree, and each search.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/depths/number_sort.h"
#include "contacts/depths/patch_bowls.h"
#include "contacts/depths/patch_search.h"
#include "tree/surface.h"

namespace tactus {

class PatchTree {
public:
    /// Takes the memory for so many triangles in stages.
    void make_room(std::size_t triangles, RoomStages& stages);
    void begin(const BodySurface& surface, const DepthTables& tables);
    /// Takes a triangle in, unless it is of zero area: its neighbours cover it, and it has no way out. Regions are
    /// numbered from 0.
    void add(std::uint32_t triangle, std::uint32_t region);
    bool has_region(std::uint32_t region) const { return region < regions_.size() && regions_[region].count > 0; }

    /// When all triangles are in.
    void begin_build();
    bool is_built() const { return stage_ == Stage::built; }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not built.
    std::uint64_t build_step();

    /// Starts to look for the triangles that may be closest to a point. The tree must be built, and
    /// the region must have triangles. A guess is a face that may be near, such as that of a neighbour; any number
    /// does.
    void begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess);
    /// What such a search goes through, for those who search by themselves.
    PatchPart part_of(std::uint32_t region) const;
    bool found() const { return search_.found(); }
    /// Goes on until it is found or has taken about so many nanoseconds, and gives how many it took.
    std::uint64_t search_step(std::uint64_t nanoseconds) { return search_.step(nanoseconds); }
    const PatchSearch& search() const { return search_; }

    std::size_t bytes() const
    {
        return sort_.bytes() + regions_.bytes() + numbers_.bytes() + corners_.bytes() + blocks_.bytes()
               + groups_.bytes() + members_.bytes();
    }

private:
    static constexpr std::uint32_t fan_out = PatchPart::fan_out;

    enum class Stage : std::uint8_t { sort, blocks, plan, groups, built };

    struct Region {
        std::uint32_t count; ///< of triangles
        std::uint32_t first_block;
        std::uint32_t block_count;
        std::uint32_t first_group;
        std::uint32_t group_count;
    };
    /// A block, or a group.
    struct Member {
        Box box;
        std::uint32_t first_block;
        std::uint32_t end_block;
    };

    /// A key has the place in its lowest bits, and the region above. Places of one cluster differ in these bits alone,
    /// and so do those of one run in these.
    static constexpr int cluster_bits = 6, run_bits = 3;

    /// Never fewer than a cluster has, so that no cluster is of two regions, however few triangles there are.
    int place_bits() const { return std::max<int>(std::bit_width(surface_.triangles.size()), cluster_bits); }
    std::uint32_t items_of_next_block() const;
    std::uint64_t make_block();
    void begin_region();
    void begin_level(std::size_t first, std::size_t count);
    std::uint64_t plan_groups();
    std::uint64_t make_groups();
    void begin_member(const Member& member);
    void end_level();

    BodySurface surface_;
    const DepthTables* tables_ = nullptr;
    NumberSort sort_; ///< region and place on the surface, to triangle
    Box box_;         ///< of all triangles
    Buffer<Region> regions_;
    Buffer<std::uint32_t> numbers_; ///< of triangles, eight for each block
    Buffer<PatchCorners> corners_;  ///< for each block
    Buffer<PatchBlock> blocks_;
    Buffer<PatchGroup> groups_; ///< for each region level by level, those of blocks first
    Buffer<Member> members_;    ///< blocks, and groups behind them
    Stage stage_ = Stage::built;
    std::size_t cursor_ = 0;
    std::uint32_t build_region_ = 0;
    std::size_t level_first_ = 0;  ///< member of the level that is put in groups
    std::size_t level_count_ = 0;  ///< members of the level
    std::size_t level_begin_ = 0;  ///< first group of the level
    std::size_t next_group_ = 0;   ///< whose bowls are made
    bool is_plain_ = false;        ///< Whether groups of the level are of eight members, wherever these are.
    float largest_ = 0.0f;         ///< The square of the largest diagonal of the members of the group so far.
    std::uint32_t next_block_ = 0; ///< the next one that goes into the bowl that is made
    std::size_t next_lane_ = 0;    ///< of that group
    bool is_fitted_ = false;       ///< Whether the member's bowl has its apex and its axis.
    BowlFit fit_;
    BowlExtent extent_;

    PatchPart part_; ///< that is searched
    PatchSearch search_;
};

} // namespace tactus
