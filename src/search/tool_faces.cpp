// SPDX-License-Identifier: MIT
#include "search/tool_faces.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/work_account.h"
#include "geometry/simplices/simplex_batch.h"
#include "geometry/simplices/simplex_distance.h"
#include "geometry/simplices/vertex_slabs.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {
namespace {

/// No coordinate in a box is larger.
float largest_coordinate(const Box& box)
{
    float largest = 0.0f;
    for (const Vec3 corner : {box.lower, box.upper})
        largest = std::max({largest, std::fabs(corner.x), std::fabs(corner.y), std::fabs(corner.z)});
    return largest;
}

/// Collects what is within a distance of a hull.
class NearCore {
public:
    static constexpr std::uint64_t leaf_price = price::tool_leaf;

    NearCore(
        const Simplex& core, float distance, const Tree& mesh, bool first_hit_only, WorkMeter& meter,
        Buffer<std::uint32_t>& places)
        : core_(core), slabs_(core, {distance, 0.0f, 0.0f}, largest_coordinate(mesh.box())), mesh_box_(mesh.box()),
          reach_(widened_by(distance, box_of(core))), distance_(distance), triangles_(mesh.triangles()),
          first_hit_only_(first_hit_only), meter_(meter), begin_(places.size()), places_(places)
    {
    }

    Box reach() const { return reach_; }
    double bound(const Box& box) const
    {
        // Old boxes may be wider than the mesh now is.
        const Box now = intersection(box, mesh_box_);
        return overlap(now, reach_) && slabs_.may_reach(now) ? 0.0 : std::numeric_limits<double>::infinity();
    }
    double limit() const { return has_enough_ ? -1.0 : 0.0; }
    void take(std::uint32_t place)
    {
        if (compare_distance(core_, triangles_[place], {distance_, 0.0f, 0.0f}) > 0)
            return;
        places_.push_back(place);
        has_enough_ = first_hit_only_;
        meter_.set_aside(std::chrono::nanoseconds((places_.size() - begin_) * price::sorted_face));
    }
    bool has_enough() const { return has_enough_; }

private:
    const Simplex& core_;
    VertexSlabs slabs_;
    Box mesh_box_;
    Box reach_;
    float distance_;
    TriangleList triangles_;
    bool first_hit_only_;
    WorkMeter& meter_;
    std::size_t begin_;
    Buffer<std::uint32_t>& places_;
    bool has_enough_ = false;
};

/// Writes the places of a cluster's triangles that no slab leaves out, and gives their number.
std::size_t
write_candidates(const RefitBvh& tree, const VertexSlabs& slabs, std::uint32_t cluster, std::uint32_t* candidates)
{
    constexpr std::size_t no_vertex = ClusterTree::no_vertex;
    const ClusterTree& fixed = tree.tree();
    const ClusterTree::Cluster& at = fixed.clusters[cluster];
    std::array<float, 3 * (no_vertex + 1)> vertices;
    std::array<std::uint8_t, no_vertex + 1> codes;
    float* next = std::copy_n(tree.positions() + 3 * std::size_t(at.run_begin), 3 * at.run_count, vertices.data());
    for (std::size_t k = 0; k < at.ref_count; ++k)
        next = std::copy_n(tree.positions() + 3 * std::size_t(fixed.refs[at.ref_begin + k]), 3, next);
    find_slab_codes(slabs, vertices.data(), at.run_count + std::size_t(at.ref_count), codes.data());
    // Empty slots name a vertex that is outside.
    codes[no_vertex] = 0xff;
    std::size_t count = 0;
    const std::uint32_t first = ClusterTree::cluster_size * cluster;
    for (std::uint32_t slot = first; slot < first + ClusterTree::cluster_size; ++slot) {
        const std::array<std::uint8_t, 4>& corners = fixed.local[slot];
        candidates[count] = slot;
        count += (codes[corners[0]] & codes[corners[1]] & codes[corners[2]]) == 0 ? 1 : 0;
    }
    return count;
}

} // namespace

RefinementOutcome ToolFaces::find(
    Tree& mesh, const Simplex& core, float distance, WorkMeter& meter, bool first_hit_only,
    Buffer<std::uint32_t>& places)
{
    if (RefitBvh* clusters = mesh.clusters(); clusters != nullptr && !meter.is_limited() && !first_hit_only) {
        find_in_clusters(*clusters, core, distance, places);
        return {};
    }
    const std::size_t begin = places.size();
    NearCore found(core, distance, mesh, first_hit_only, meter, places);
    WorkAccount account(meter);
    mesh.nodes().begin();
    walk_.begin(mesh.nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk_.run(found, account);
    meter.set_aside({});
    if (found.has_enough())
        return {false, walk_.open_count() + 1};
    std::sort(places.begin() + begin, places.end());
    const std::uint32_t* end = std::unique(places.begin() + begin, places.end());
    places.resize_uninitialised(static_cast<std::size_t>(end - places.begin()));
    return {is_done, walk_.open_count()};
}

/// All clusters that are near, and their triangles many at a time. Nobody can stop it.
void ToolFaces::find_in_clusters(RefitBvh& tree, const Simplex& core, float distance, Buffer<std::uint32_t>& places)
{
    const LengthSum length = {distance, 0.0f, 0.0f};
    const VertexSlabs slabs(core, length, largest_coordinate(tree.box()));
    const std::span<const std::uint32_t> near = tree.refit(widened_by(distance, box_of(core)), nobody_);
    const std::size_t begin = places.size();
    std::size_t count = 0;
    places.resize_uninitialised(begin + near.size() * ClusterTree::cluster_size);
    std::uint32_t* const candidates = places.data() + begin;
    for (const std::uint32_t cluster : near)
        if (slabs.may_reach(box_of(tree.cluster_boxes()[cluster])))
            count += write_candidates(tree, slabs, cluster, candidates + count);
    const TriangleSource source = {tree.positions(), tree.tree().indices.data()->data()};
    if (count > 0)
        count = SimplexBatch(core, length).find_within(source, candidates, count, candidates);
    places.resize_uninitialised(begin + count);
}

} // namespace tactus
