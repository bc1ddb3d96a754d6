// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/vertex_star.h"
#include "tree/clusters/cluster_tree.h"

namespace tactus {

/// Lays out one window after the other: the patch around a core of leaves, grown until its outline goes around a centre
/// as the body lies now. Keeps its memory, and what it has found out about the mesh.
class WindowMaker {
public:
    /// Positions are in the tree's places, stars are of its slots. They are looked at until the next call.
    void look_at(const ClusterTree& tree, const float* positions, const VertexStars& stars);
    /// The triangles around a slot's edges may have changed since the last look.
    void forget(std::uint32_t slot) { neighbours_[slot][0] = unknown; }

    /// The window around leaves [begin, end), or false if none was found. Leaves the result in leaves(), outline() and
    /// centre().
    bool make(std::uint32_t begin, std::uint32_t end);

    /// The slots of the window's triangles.
    std::span<const std::uint32_t> patch() const { return patch_; }
    /// The leaves that hold the window's triangles, ascending.
    std::span<const std::uint32_t> leaves() const { return leaves_; }
    /// The border's places, counterclockwise.
    std::span<const std::uint32_t> outline() const { return outline_; }
    bool is_on_outline(std::uint32_t place) const { return next_stamp_[place] == walk_; }
    std::uint32_t centre() const { return centre_; }
    std::size_t bytes() const;

private:
    using Neighbours = std::array<std::uint32_t, 3>;
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::uint32_t tangled = UINT32_MAX - 1;
    static constexpr std::uint32_t unknown = UINT32_MAX - 2;

    struct Point2 {
        double x = 0.0, y = 0.0;
    };
    enum class Border { one, grown, broken };

    bool is_empty(std::size_t slot) const { return tree_->triangle_of_slot[slot] == ClusterTree::no_triangle; }
    bool is_tangled(std::uint32_t t);
    const Neighbours& neighbours(std::uint32_t slot)
    {
        Neighbours& found = neighbours_[slot];
        if (found[0] == unknown)
            found = {across(slot, 0), across(slot, 1), across(slot, 2)};
        return found;
    }
    std::uint32_t across(std::uint32_t slot, std::size_t edge) const;
    void add(std::uint32_t slot);
    bool start(std::uint32_t begin, std::uint32_t end);
    Border walk_outline();
    void find_longest_loop();
    bool grow_over_trouble();
    bool turns(std::uint32_t u, double slope);
    bool round_out();
    void link(std::uint32_t u, std::uint32_t v, std::uint32_t outside);
    bool list_outline();
    std::array<double, 3> point(std::uint32_t place) const;
    Point2 flat(std::uint32_t place);
    bool lay_flat(std::uint32_t begin, std::uint32_t end);
    void choose_centre(std::uint32_t begin, std::uint32_t end);

    const ClusterTree* tree_ = nullptr;
    const float* positions_ = nullptr;
    const VertexStars* stars_ = nullptr;
    std::vector<Neighbours> neighbours_; ///< across each edge of each slot's triangle, where they have been asked for
    // The patch: triangles and leaves with the stamp of this window.
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> triangle_stamp_, leaf_stamp_, patch_, leaves_;
    std::size_t max_triangles_ = 0;
    // Its outline, as links between vertices: those with the stamp walk_ are on it.
    std::uint32_t walk_ = 0;
    std::vector<std::uint32_t> next_, before_, next_stamp_, outside_;
    std::vector<std::uint32_t> outline_, border_, loop_, trouble_, edges_;
    // The plane it is laid out in.
    std::array<double, 3> axis_x_ = {}, axis_y_ = {}, origin_ = {};
    std::vector<Point2> flat_;
    std::vector<std::uint32_t> flat_stamp_;
    std::uint32_t centre_ = 0;
    Point2 centre_point_;
};

} // namespace tactus
