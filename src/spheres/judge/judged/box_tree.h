// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spheres/judge/judged/point.h"

namespace tactus::sphere_check {

struct PointBox {
    Point lower;
    Point upper;

    void extend(const PointBox& other);
};

/// Of the point from the nearest point of the box, squared; 0 inside.
double squared_distance(const PointBox& box, const Point& point);

/// A binary tree over boxes, cut at the median along the longest side.
class BoxTree {
public:
    struct Node {
        PointBox box;
        std::uint32_t first = 0; ///< of two children that follow each other; of a leaf, in order()
        std::uint32_t count = 0; ///< of a leaf's items; 0 for a node with children
    };

    BoxTree() = default;
    explicit BoxTree(std::span<const PointBox> boxes);

    bool empty() const { return nodes_.empty(); }
    const PointBox& box() const { return nodes_[0].box; }
    std::span<const Node> nodes() const { return nodes_; }
    /// The numbers of the boxes, leaf by leaf.
    std::span<const std::uint32_t> order() const { return order_; }

    /// Calls f(item) for the items of all leaves whose boxes, and those above them, pass the test.
    template <class Test, class F>
    void visit(Test test, F f) const
    {
        if (nodes_.empty())
            return;
        std::uint32_t stack[64];
        int height = 0;
        stack[height++] = 0;
        while (height > 0) {
            const Node& node = nodes_[stack[--height]];
            if (!test(node.box))
                continue;
            for (std::uint32_t i = 0; i < node.count; ++i)
                f(order_[node.first + i]);
            if (node.count == 0) {
                stack[height++] = node.first + 1;
                stack[height++] = node.first;
            }
        }
    }

    /// Finds the smallest of distance(item), all of which are at least that of the item's box, and not more than
    /// `largest`. Answers the item, or `none` where nothing is nearer than `largest`, which becomes the distance.
    template <class Distance>
    std::uint32_t nearest(const Point& point, double& largest, std::uint32_t none, Distance distance) const
    {
        struct Open {
            double squared;
            std::uint32_t node;
        };
        std::uint32_t best = none;
        if (nodes_.empty())
            return best;
        Open stack[64];
        int height = 0;
        stack[height++] = {squared_distance(nodes_[0].box, point), 0};
        while (height > 0) {
            const Open open = stack[--height];
            if (open.squared > 0.0 && open.squared >= largest * largest)
                continue;
            const Node& node = nodes_[open.node];
            for (std::uint32_t i = 0; i < node.count; ++i) {
                const double here = distance(order_[node.first + i]);
                if (here < largest) {
                    largest = here;
                    best = order_[node.first + i];
                }
            }
            if (node.count == 0) {
                Open near{squared_distance(nodes_[node.first].box, point), node.first};
                Open far{squared_distance(nodes_[node.first + 1].box, point), node.first + 1};
                if (far.squared < near.squared)
                    std::swap(near, far);
                stack[height++] = far;
                stack[height++] = near;
            }
        }
        return best;
    }

private:
    void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::span<const PointBox> boxes);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
};

} // namespace tactus::sphere_check
