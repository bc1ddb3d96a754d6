// SPDX-License-Identifier: MIT
// The triangle of a patch that is closest to a point.
//
// The triangles of each region are sorted by an order in which neighbours come together. Every eight of them make a
// block, and every eight blocks a group, and so on. Seen from deep inside a round body nearly all boxes are equally
// near. So members are kept in discs across their mean normals, and so are single triangles: what is round is much
// flatter that way. All of it is done in small steps: building the tree, and each search.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/depths/number_sort.h"
#include "contacts/depths/patch_discs.h"
#include "geometry/features/vertex_face.h"
#include "tree/surface.h"

namespace tactus {

class PatchTree {
public:
    struct Nearest {
        std::uint32_t triangle = UINT32_MAX;
        std::uint32_t face = UINT32_MAX; ///< where the tree keeps it
        VertexFaceClosest closest;
    };

    /// Takes the memory for so many triangles now.
    void make_room(std::size_t triangles);
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

    /// Starts to look for the triangle closest to a point; of several the lowest numbered. The tree must be built, and
    /// the region must have triangles. A guess is a face that may be near, such as that of a neighbour; any number
    /// does.
    void begin_search(Vec3 point, std::uint32_t region, std::uint32_t guess);
    bool found() const { return stack_size_ == 0; }
    /// Goes on until it is found or has taken about so many nanoseconds, and gives how many it took.
    std::uint64_t search_step(std::uint64_t nanoseconds);
    const Nearest& nearest() const { return nearest_; }

    std::size_t bytes() const
    {
        return sort_.bytes() + regions_.bytes() + numbers_.bytes() + blocks_.bytes() + discs_.bytes() + groups_.bytes()
               + boxes_.bytes();
    }

private:
    static constexpr std::uint32_t fan_out = 8;
    static constexpr int most_levels = 11;

    enum class Stage : std::uint8_t { sort, lay_out, blocks, groups, built };

    /// Blocks begin anew in each region, so that its places are eight times its first block, and on.
    struct Region {
        std::uint32_t count; ///< of triangles
        std::uint32_t first_block;
        std::uint32_t first_group;
    };
    struct Open {
        float squared_distance;
        std::uint32_t level; ///< 0 for a block
        std::uint32_t index;
    };

    int place_bits() const { return std::bit_width(surface_.triangles.size()); }
    std::uint64_t lay_out();
    std::uint64_t make_block();
    std::uint64_t make_group();
    PatchDisc disc_of_member() const;
    void begin_groups();
    void look_at(std::uint32_t face);
    void look_into_block(std::uint32_t block);
    void look_into_group(const Open& open);
    float squared_reach() const;
    Vec3 seen_from_origin(Vec3 point) const { return to_float(to_double(point) - origin_); }

    BodySurface surface_;
    const DepthTables* tables_ = nullptr;
    NearMembers near_members_ = nullptr;
    NumberSort sort_; ///< region and place on the surface, to triangle
    Box box_;         ///< of all triangles
    DoubleVector origin_;
    float extent_ = 0.0f; ///< how far from the origin triangles reach along an axis
    Buffer<Region> regions_;
    Buffer<std::uint32_t> numbers_; ///< of triangles, by their places in blocks
    Buffer<PatchBlock> blocks_;     ///< as seen from the origin
    Buffer<PatchGroup> discs_;      ///< of their triangles
    Buffer<PatchGroup> groups_;     ///< for each region level by level, those of blocks first
    Stage stage_ = Stage::built;
    std::size_t cursor_ = 0;
    std::size_t next_item_ = 0;
    std::uint32_t build_region_ = 0;
    std::uint32_t build_level_ = 0;
    std::uint32_t build_begin_ = 0; ///< first group of the level
    Buffer<Box> boxes_;             ///< of blocks, and of groups behind them
    std::uint32_t build_count_ = 0; ///< members of the level

    Vec3 point_;
    Vec3 seen_point_;
    float rounding_ = 0.0f;
    float squared_reach_ = 0.0f;
    std::uint64_t spent_ = 0; ///< nanoseconds of this step
    std::uint32_t region_ = 0;
    std::uint32_t guessed_block_ = 0; ///< has been looked into
    Nearest nearest_;
    std::array<std::uint32_t, most_levels> level_begin_{};
    std::array<std::uint32_t, most_levels> level_count_{}; ///< members
    std::array<Open, most_levels * fan_out + 1> stack_{};
    std::size_t stack_size_ = 0;
};

} // namespace tactus
