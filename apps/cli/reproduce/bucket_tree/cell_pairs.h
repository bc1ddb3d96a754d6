// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tactus/bucket_octree.h>

namespace tactus::cli {

/// A bucket octree over points as the paper has it, in which the box of a node is its cell: an eighth of its parent's,
/// whether or not anything lies near its sides. No point may be a stray. It only looks: the tree must outlive it.
class CellBuckets {
public:
    struct Node {
        std::uint32_t name = 0;
        std::array<double, 3> lower = {};
        std::array<double, 3> size = {};
    };

    explicit CellBuckets(const BucketOctree<Vec3>& tree) : nodes_(&tree.nodes())
    {
        const BucketBox box = tree.box();
        root_ = {
            nodes_->root(),
            {box.lower.x, box.lower.y, box.lower.z},
            {double{box.upper.x} - box.lower.x, double{box.upper.y} - box.lower.y, double{box.upper.z} - box.lower.z}};
    }

    const Node& root() const { return root_; }
    bool is_bucket(const Node& node) const { return nodes_->is_bucket(node.name); }
    BucketNodes::Children children(const Node& node) const { return nodes_->children(node.name); }
    Node child(const Node& parent, std::uint32_t name) const
    {
        const std::uint32_t octant = nodes_->cell(name) & 7u;
        Node node{name, parent.lower, parent.size};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            node.size[axis] *= 0.5;
            // The first of the three bits is that of x.
            if ((octant >> (2 - axis) & 1u) != 0)
                node.lower[axis] += node.size[axis];
        }
        return node;
    }

private:
    const BucketNodes* nodes_;
    Node root_;
};

/// The paper's traversal of two octrees whose boxes are cells: of two overlapping nodes the one with the smaller volume
/// is opened. `visit(a, b)` gets the names of every two buckets that overlap.
template <class Visit>
class CellPairs {
public:
    CellPairs(const CellBuckets& a, const CellBuckets& b, Visit visit) : a_(a), b_(b), visit_(std::move(visit)) {}

    /// Goes through both, and gives the number of boxes that were compared.
    std::uint64_t find()
    {
        tests_ = 0;
        if (overlap(a_.root(), b_.root()))
            open(a_.root(), b_.root());
        return tests_;
    }

private:
    bool overlap(const CellBuckets::Node& a, const CellBuckets::Node& b)
    {
        ++tests_;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (a.lower[axis] > b.lower[axis] + b.size[axis] || b.lower[axis] > a.lower[axis] + a.size[axis])
                return false;
        return true;
    }
    static double volume(const CellBuckets::Node& node) { return node.size[0] * node.size[1] * node.size[2]; }

    void open(const CellBuckets::Node& a, const CellBuckets::Node& b)
    {
        const bool a_ends = a_.is_bucket(a), b_ends = b_.is_bucket(b);
        if (a_ends && b_ends) {
            visit_(a.name, b.name);
        } else if (b_ends || (!a_ends && volume(a) < volume(b))) {
            const auto [begin, end] = a_.children(a);
            for (std::uint32_t name = begin; name < end; ++name)
                if (const CellBuckets::Node child = a_.child(a, name); overlap(child, b))
                    open(child, b);
        } else {
            const auto [begin, end] = b_.children(b);
            for (std::uint32_t name = begin; name < end; ++name)
                if (const CellBuckets::Node child = b_.child(b, name); overlap(a, child))
                    open(a, child);
        }
    }

    const CellBuckets& a_;
    const CellBuckets& b_;
    Visit visit_;
    std::uint64_t tests_ = 0;
};

} // namespace tactus::cli
