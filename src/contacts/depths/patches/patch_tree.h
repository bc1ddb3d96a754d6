// SPDX-License-Identifier: MIT
// The triangles of a patch that may be closest to a point.
//
// The triangles of each region are sorted by an order in which neighbours come together, and whose runs of eight, of
// 64, of 512 are compact. What of such a run of eight is in the patch makes a block, with others of the same 64 if it
// is not full. Eight blocks that follow each other make a group, eight groups another one, and so on, until there are
// few. Seen from deep inside a round body nearly all boxes are equally near, and so are nearly all flat pieces. So
// members are kept in bowls, as round as they are. All of it is done in small steps: building the tree, and each
// search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "base/threads/parallel.h"
#include "contacts/depths/patches/number_sort.h"
#include "contacts/depths/patches/patch_bowls.h"
#include "contacts/depths/patches/patch_search.h"
#include "tree/surface.h"

namespace tactus {

class PatchTree {
public:
    /// Takes the memory for so many triangles in stages.
    void make_room(std::size_t triangles, RoomStages& stages);
    /// Places are those of triangles in an order in which neighbours come together; none: they are by their numbers.
    /// Both must stay until the last search.
    void begin(const BodySurface& surface, std::span<const std::uint32_t> places);
    /// Takes a triangle in, unless it is of zero area: its neighbours cover it, and it has no way out. Regions are
    /// numbered from 0.
    void add(std::uint32_t triangle, std::uint32_t region)
    {
        if (!has_region(region))
            begin_region_with(triangle, region);
        const std::uint32_t run = run_of(triangle);
        const std::uint64_t key = std::uint64_t(region) << run_bits_ | run;
        // What an older patch has left there is another run, or none.
        const std::uint32_t last = run_at_[run];
        if (last >= runs_.size() || runs_[last].key != key || runs_[last].count == fan_out) {
            begin_run(triangle, run, key);
            return;
        }
        Run& found = runs_[last];
        found.triangles[found.count++] = triangle;
    }
    bool has_region(std::uint32_t region) const { return region < regions_.size() && regions_[region].has_area; }

    /// When all triangles are in.
    void begin_build();
    bool is_built() const { return stage_ == Stage::built; }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not built.
    std::uint64_t build_step();
    /// Goes on to where only blocks and groups are left to be made.
    void plan_build()
    {
        while (stage_ < Stage::corners)
            (void)build_step();
    }
    /// Does the rest in one go.
    void finish_build(Workers& workers);

    /// What a search for the triangles closest to points of a region goes through. The tree must be built, and the
    /// region must have triangles.
    PatchPart part_of(std::uint32_t region) const;

    /// A face in the block of a triangle or near that, when the tree is built. Any number does.
    std::uint32_t face_near(std::uint32_t triangle) const
    {
        const std::uint32_t place = run_at_.data()[run_of(triangle)];
        return place < runs_.size() ? fan_out * runs_.data()[place].block : 0;
    }

    std::size_t bytes() const
    {
        return runs_.bytes() + run_at_.bytes() + sort_.bytes() + regions_.bytes() + numbers_.bytes() + corners_.bytes()
               + blocks_.bytes() + groups_.bytes() + members_.bytes();
    }

private:
    static constexpr std::uint32_t fan_out = PatchPart::fan_out;
    static constexpr std::uint32_t none = UINT32_MAX;

    enum class Stage : std::uint8_t { sort, plan, plan_groups, corners, blocks, groups, built };

    struct Region {
        std::uint32_t block_count = 0;
        std::uint32_t first_block = 0;
        std::uint32_t first_group = 0;
        std::uint32_t first_top = 0; ///< of the groups that are in no other
        std::uint32_t end_group = 0;
        bool has_area = false; ///< Whether a triangle has.
    };
    /// What of eight triangles that follow each other is of one region.
    struct Run {
        std::uint64_t key;
        std::uint32_t count;
        std::uint32_t block; ///< that it is in, when that is planned
        std::array<std::uint32_t, fan_out> triangles;
    };
    /// A block, or a group.
    struct Member {
        PatchShape shape;
        std::uint64_t key = 0;          ///< of its first run
        std::uint32_t first_member = 0; ///< of a group
        std::uint32_t end_member = 0;
        std::uint32_t first_block = 0;
        std::uint32_t end_block = 0;
        std::uint32_t group = none;   ///< that it is in, or none
        std::uint32_t lane = 0;       ///< of that group
        std::uint32_t live_lanes = 0; ///< of a block, a bit for each triangle that may be the nearest
    };

    /// A key has the number of a run in its lowest bits, and the region above. Runs of one cluster differ in these bits
    /// alone.
    static constexpr int cluster_bits = 3;
    static constexpr int place_bits = 3;

    std::uint32_t run_of(std::uint32_t triangle) const
    {
        return (places_.empty() ? triangle : places_[triangle]) >> place_bits;
    }
    void begin_region_with(std::uint32_t triangle, std::uint32_t region);
    void begin_run(std::uint32_t triangle, std::uint32_t run, std::uint64_t key);
    std::uint64_t plan_block();
    void begin_region(std::size_t region);
    void begin_level(std::size_t first_member, std::size_t count);
    std::uint32_t members_of_next_group() const;
    std::uint64_t plan_groups();
    void take_corners_of(std::size_t block);
    void find_frame();
    void finish(std::size_t block);
    BowlExtent extent_of(Member& member) const;
    std::uint64_t put_in_bowl();
    void put_in_bowl(std::size_t group);

    BodySurface surface_;
    std::span<const std::uint32_t> places_;
    /// Bits of a key that hold the number of a run. Never fewer than a cluster has, so that no cluster is of two
    /// regions, however few triangles there are.
    int run_bits_ = cluster_bits;
    Buffer<Run> runs_;
    Buffer<std::uint32_t> run_at_; ///< for each run of the surface, the last one of runs_, if that is it
    NumberSort sort_;              ///< region and run of the surface, to runs_
    Buffer<Region> regions_;
    Buffer<std::uint32_t> numbers_; ///< of triangles, eight for each block
    Buffer<PatchCorners> corners_;  ///< for each block
    Buffer<PatchBlock> blocks_;
    Buffer<PatchGroup> groups_; ///< for each region level by level, those of blocks first
    Buffer<Member> members_;    ///< blocks, and groups behind them
    Stage stage_ = Stage::built;
    std::size_t cursor_ = 0;
    std::size_t planned_region_ = 0;  ///< The region whose groups are being planned.
    std::size_t level_first_ = 0;     ///< The first member of the level that is put in groups.
    std::size_t level_end_ = 0;       ///< The member behind the last one.
    int level_bits_ = 0;              ///< Keys of members that go into one group as a whole differ in these bits alone.
    Box box_;                         ///< The box of all triangles.
    std::uint32_t next_block_ = none; ///< The next one that goes into the bowl that is made, or none.
    BowlExtent extent_;               ///< How far the bowl that is made reaches.

    PatchPart part_; ///< what all regions have in common
};

} // namespace tactus
