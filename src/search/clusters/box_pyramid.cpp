// SPDX-License-Identifier: MIT
#include "search/clusters/box_pyramid.h"

#include <algorithm>

#include "base/check.h"
#include "tree/clusters/triangle_boxes.h"

namespace tactus {
namespace {

LaneBox box_at(const BoxedTriangles& body, std::size_t place)
{
    if (!body.has(place))
        return no_box();
    const Box box = box_of(body.triangles[place]);
    return {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
}

} // namespace

void BoxedTriangles::box_triangles_of(std::uint32_t cluster, std::array<LaneBox, 64>& boxes) const
{
    const std::size_t first = boxes.size() * cluster;
    if (tree != nullptr) {
        box_triangles(triangles, first, boxes);
        return;
    }
    for (std::size_t k = 0; k < boxes.size(); ++k)
        boxes[k] = box_at(*this, first + k);
}

void BoxPyramid::make(const BoxedTriangles& body)
{
    constexpr std::size_t cluster_size = ClusterTree::cluster_size;
    body_ = body;
    const std::size_t all = (body.triangles.size() + cluster_size - 1) / cluster_size;
    cluster_count_ = static_cast<std::uint32_t>(body.clusters.empty() ? all : body.clusters.size());
    clusters_ = body.cluster_boxes.data();
    if (body.cluster_boxes.empty() || !body.clusters.empty()) {
        own_clusters_.resize_uninitialised(cluster_count_);
        for (std::uint32_t index = 0; index < cluster_count_; ++index) {
            LaneBox& box = own_clusters_[index] = no_box();
            if (!body.cluster_boxes.empty())
                box = body.cluster_boxes[cluster(index)];
            else
                for (std::size_t k = 0; k < cluster_size; ++k)
                    join(box, box_at(body, cluster_size * index + k));
        }
        clusters_ = own_clusters_.data();
    }

    joined_.clear();
    level_begin_.clear();
    // Room for all levels at once, so that a level stays where it is while the next is joined from it.
    joined_.reserve(cluster_count_ / 7 + 16);
    const LaneBox* below = clusters_;
    for (std::size_t below_count = cluster_count_; below_count > 1;) {
        const std::size_t begin = joined_.size(), count = (below_count + 7) / 8;
        level_begin_.push_back(begin);
        joined_.resize_uninitialised(begin + count);
        LaneBox* level = joined_.data() + begin;
        for (std::size_t node = 0; node < count; ++node) {
            LaneBox box = below[8 * node];
            for (std::size_t child = 8 * node + 1, end = std::min(8 * node + 8, below_count); child < end; ++child)
                join(box, below[child]);
            level[node] = box;
        }
        below = level;
        below_count = count;
    }
}

std::span<const LaneBox> BoxPyramid::level_boxes(std::uint32_t level) const
{
    TACTUS_CHECK(level <= top_level());
    if (level == 0)
        return {clusters_, cluster_count_};
    const std::size_t begin = level_begin_[level - 1];
    return joined_.span().subspan(begin, (level < level_begin_.size() ? level_begin_[level] : joined_.size()) - begin);
}

BoxPyramid::Children BoxPyramid::children(std::uint32_t level, std::uint32_t index) const
{
    TACTUS_CHECK(level > 0);
    const std::span<const LaneBox> below = level_boxes(level - 1);
    const std::size_t first = std::size_t(8) * index;
    return {below.subspan(first, std::min<std::size_t>(8, below.size() - first)), static_cast<std::uint32_t>(first)};
}

std::size_t BoxPyramid::bytes() const
{
    return own_clusters_.bytes() + joined_.bytes() + level_begin_.capacity() * sizeof(std::size_t);
}

} // namespace tactus
