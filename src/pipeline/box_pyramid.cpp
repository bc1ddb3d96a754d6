// SPDX-License-Identifier: MIT
#include "pipeline/box_pyramid.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace tactus {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr LaneBox nothing = {{infinity, infinity, infinity, infinity}, {-infinity, -infinity, -infinity, -infinity}};

// All four lanes, though the last means nothing, so that a box is one minimum and one maximum of registers.
void join(LaneBox& box, const LaneBox& other)
{
    for (int lane = 0; lane < 4; ++lane) {
        box.lower[lane] = detail::lesser(box.lower[lane], other.lower[lane]);
        box.upper[lane] = detail::greater(box.upper[lane], other.upper[lane]);
    }
}

// A cluster's vertices along a direction, in the order of its local numbers. Gives their number.
std::size_t vertices_along(
    const BoxedTriangles& body, std::uint32_t cluster, DoubleVector origin, DoubleVector direction, double* along)
{
    const ClusterTree::Cluster& c = body.tree->clusters[cluster];
    const std::uint32_t* refs = body.tree->refs.data() + c.ref_begin;
    const auto measure = [&](std::uint32_t place) {
        return dot(to_double(body.triangles.vertex(place)) - origin, direction);
    };
    for (std::uint32_t k = 0; k < c.run_count; ++k)
        along[k] = measure(c.run_begin + k);
    for (std::uint32_t k = 0; k < c.ref_count; ++k)
        along[c.run_count + k] = measure(refs[k]);
    return std::size_t(c.run_count) + c.ref_count;
}

LaneBox lanes_of(const Box& box)
{
    return {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
}

LaneBox box_at(const BoxedTriangles& body, std::size_t place)
{
    return body.has(place) ? lanes_of(box_of(body.triangles[place])) : nothing;
}

} // namespace

Triangle BoxedTriangles::given(std::size_t place) const
{
    const Triangle t = triangles[place];
    switch (tree == nullptr ? 0 : tree->local[place][3]) {
    case 1:
        return {t.c, t.a, t.b};
    case 2:
        return {t.b, t.c, t.a};
    default:
        return t;
    }
}

void BoxedTriangles::reach_of_triangles(
    std::uint32_t cluster, DoubleVector origin, DoubleVector direction, std::span<double, 64> reaches) const
{
    const std::size_t first = reaches.size() * cluster;
    if (tree != nullptr) {
        std::array<double, ClusterTree::no_vertex + 1> along;
        vertices_along(*this, cluster, origin, direction, along.data());
        along[ClusterTree::no_vertex] = -double(infinity);
        for (std::size_t k = 0; k < reaches.size(); ++k) {
            const std::array<std::uint8_t, 4>& t = tree->local[first + k];
            reaches[k] = std::max({along[t[0]], along[t[1]], along[t[2]]});
        }
        return;
    }
    for (std::size_t k = 0; k < reaches.size(); ++k) {
        reaches[k] = -double(infinity);
        if (!has(first + k))
            continue;
        const Triangle t = triangles[first + k];
        for (const Vec3 corner : {t.a, t.b, t.c})
            reaches[k] = std::max(reaches[k], dot(to_double(corner) - origin, direction));
    }
}

double BoxedTriangles::reach_of_cluster(std::uint32_t cluster, DoubleVector origin, DoubleVector direction) const
{
    std::array<double, ClusterTree::no_vertex> reaches;
    std::size_t count = ClusterTree::cluster_size;
    if (tree != nullptr)
        count = vertices_along(*this, cluster, origin, direction, reaches.data());
    else
        reach_of_triangles(cluster, origin, direction, std::span(reaches).first<64>());
    double greatest = -double(infinity);
    for (std::size_t k = 0; k < count; ++k)
        greatest = std::max(greatest, reaches[k]);
    return greatest;
}

void BoxPyramid::make(const BoxedTriangles& body)
{
    constexpr std::size_t cluster_size = ClusterTree::cluster_size;
    body_ = body;
    cluster_count_ = static_cast<std::uint32_t>((body.triangles.size() + cluster_size - 1) / cluster_size);
    clusters_ = body.cluster_boxes.data();
    if (body.cluster_boxes.empty()) {
        own_clusters_.resize_uninitialised(cluster_count_);
        for (std::size_t cluster = 0; cluster < cluster_count_; ++cluster) {
            LaneBox& box = own_clusters_[cluster] = nothing;
            for (std::size_t k = 0; k < cluster_size; ++k)
                join(box, box_at(body, cluster_size * cluster + k));
        }
        clusters_ = own_clusters_.data();
    }
    opened_.clear();
    opened_number_.resize_uninitialised(cluster_count_);
    std::fill(opened_number_.begin(), opened_number_.end(), not_opened);

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

std::uint32_t BoxPyramid::opened(std::uint32_t cluster)
{
    if (opened_number_[cluster] != not_opened)
        return opened_number_[cluster];
    const auto number = static_cast<std::uint32_t>(opened_.size());
    opened_.resize_uninitialised(number + 1);
    Opened& boxes = opened_[number];
    const std::size_t first = std::size_t(ClusterTree::cluster_size) * cluster;
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        LaneBox all = nothing;
        for (std::size_t k = 8 * leaf; k < 8 * leaf + 8; ++k) {
            boxes.triangles[k] = box_at(body_, first + k);
            join(all, boxes.triangles[k]);
        }
        boxes.leaves[leaf] = all;
    }
    opened_number_[cluster] = number;
    return number;
}

BoxPyramid::Children BoxPyramid::children(std::uint32_t level, std::uint32_t index)
{
    TACTUS_CHECK(level >= leaf_level && level <= top_level());
    if (level == leaf_level)
        return {std::span(opened_[opened(index / 8)].triangles).subspan(8 * (index % 8), 8), 8 * index};
    if (level == cluster_level)
        return {opened_[opened(index)].leaves, 8 * index};
    const std::size_t above = level - cluster_level; // levels above the clusters, this one included
    const LaneBox* below = above == 1 ? clusters_ : joined_.data() + level_begin_[above - 2];
    const std::size_t below_count = above == 1 ? cluster_count_ : level_begin_[above - 1] - level_begin_[above - 2];
    const std::size_t first = std::size_t(8) * index;
    return {{below + first, std::min<std::size_t>(8, below_count - first)}, static_cast<std::uint32_t>(first)};
}

std::size_t BoxPyramid::bytes() const
{
    return own_clusters_.bytes() + joined_.bytes() + level_begin_.capacity() * sizeof(std::size_t)
           + opened_number_.bytes() + opened_.bytes();
}

} // namespace tactus
