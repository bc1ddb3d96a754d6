// SPDX-License-Identifier: MIT
#include "queries/closest/clusters/cluster_points.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "queries/closest/clusters/cluster_points.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus {
namespace HWY_NAMESPACE {

template <class Visit>
HWY_INLINE float greatest_along(const ClusterPoints& points, const std::array<float, 3>& direction, Visit visit)
{
    const Float4 x = hn::Set(float4, direction[0]);
    const Float4 y = hn::Set(float4, direction[1]);
    const Float4 z = hn::Set(float4, direction[2]);
    Float4 greatest = hn::Set(float4, -std::numeric_limits<float>::infinity());
    for (std::size_t k = 0; k < points.count; k += 4) {
        const Float4 along = hn::Add(
            hn::Add(
                hn::Mul(hn::Load(float4, points.coordinates[0] + k), x),
                hn::Mul(hn::Load(float4, points.coordinates[1] + k), y)),
            hn::Mul(hn::Load(float4, points.coordinates[2] + k), z));
        greatest = hn::Max(greatest, along);
        visit(k, along);
    }
    return hn::GetLane(hn::MaxOfLanes(float4, greatest));
}

float reach_of_points_now(const ClusterPoints& points, const std::array<float, 3>& direction)
{
    return greatest_along(points, direction, [](std::size_t, Float4) HWY_ATTR {});
}

void reach_of_triangles_now(
    const ClusterPoints& points, const std::array<std::uint8_t, 4>* HWY_RESTRICT local,
    const std::array<float, 3>& direction, ClusterReach& reach)
{
    alignas(16) float along[ClusterPoints::most + 4];
    reach.all = greatest_along(
        points, direction, [&](std::size_t k, Float4 four) HWY_ATTR { hn::Store(four, float4, along + k); });
    along[ClusterTree::no_vertex] = -std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < reach.of_triangle.size(); ++k) {
        const float a = along[local[k][0]], b = along[local[k][1]], c = along[local[k][2]];
        const float ab = a > b ? a : b;
        reach.of_triangle[k] = ab > c ? ab : c;
    }
}

} // namespace HWY_NAMESPACE
} // namespace tactus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {
namespace {

// Where every triangle has three vertices of its own.
constexpr std::array<std::array<std::uint8_t, 4>, 64> own_vertices = [] {
    std::array<std::array<std::uint8_t, 4>, 64> own = {};
    for (std::size_t k = 0; k < own.size(); ++k)
        for (std::size_t corner = 0; corner < 3; ++corner)
            own[k][corner] = static_cast<std::uint8_t>(3 * k + corner);
    return own;
}();

} // namespace

HWY_EXPORT(reach_of_points_now);
HWY_EXPORT(reach_of_triangles_now);

void ClusterPoints::set(const BoxedTriangles& body, std::uint32_t cluster, const SearchSpace& space)
{
    const double scale = space.inverse_size();
    count = 0;
    const auto add = [&](Vec3 vertex) {
        const DoubleVector at = (to_double(vertex) - space.origin) * scale;
        coordinates[0][count] = static_cast<float>(at.x);
        coordinates[1][count] = static_cast<float>(at.y);
        coordinates[2][count] = static_cast<float>(at.z);
        ++count;
    };
    if (body.tree != nullptr) {
        const ClusterTree::Cluster& c = body.tree->clusters[cluster];
        const std::uint32_t* refs = body.tree->refs.data() + c.ref_begin;
        for (std::uint32_t k = 0; k < c.run_count; ++k)
            add(body.triangles.vertex(c.run_begin + k));
        for (std::uint32_t k = 0; k < c.ref_count; ++k)
            add(body.triangles.vertex(refs[k]));
    } else {
        const std::size_t first = std::size_t(ClusterTree::cluster_size) * cluster;
        // Places beyond the last triangle repeat it.
        for (std::size_t place = first; place < first + ClusterTree::cluster_size; ++place) {
            const Triangle t = body.triangles[std::min(place, body.triangles.size() - 1)];
            for (const Vec3 corner : {t.a, t.b, t.c})
                add(corner);
        }
    }
    for (; count % 4 != 0; ++count)
        for (float* axis : coordinates)
            axis[count] = axis[count - 1];
}

float reach_of_points(const ClusterPoints& points, const std::array<float, 3>& direction)
{
    return HWY_DYNAMIC_DISPATCH(reach_of_points_now)(points, direction);
}

void reach_of_triangles(
    const ClusterPoints& points, const std::array<std::uint8_t, 4>* local, const std::array<float, 3>& direction,
    ClusterReach& reach)
{
    HWY_DYNAMIC_DISPATCH(reach_of_triangles_now)(points, local, direction, reach);
}

const std::array<std::uint8_t, 4>* local_vertices(const BoxedTriangles& body, std::uint32_t cluster)
{
    return body.tree != nullptr ? body.tree->local.data() + std::size_t(ClusterTree::cluster_size) * cluster
                                : own_vertices.data();
}

} // namespace tactus
#endif
