// SPDX-License-Identifier: MIT
#include "geometry/features/inside.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/containment.h"
#include "geometry/features_distance_oracle.h"

namespace tactus {
namespace {

constexpr std::uint64_t inside_seed = 317;
constexpr int side = 4;

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    Containment at(Vec3 point) const { return containment(point, triangles, positions); }
};

// A heap of unit cubes on a grid, and the surface of it with normals outwards. Cubes may touch in an edge or a corner.
struct Heap {
    bool filled[side][side][side] = {};

    bool has(int x, int y, int z) const
    {
        return x >= 0 && y >= 0 && z >= 0 && x < side && y < side && z < side && filled[x][y][z];
    }

    explicit Heap(cases::Random& random)
    {
        for (auto& slab : filled)
            for (auto& row : slab)
                for (bool& cube : row)
                    cube = random.below(3) == 0;
    }

    Mesh surface(cases::Random& random) const
    {
        Mesh mesh;
        for (int x = 0; x <= side; ++x)
            for (int y = 0; y <= side; ++y)
                for (int z = 0; z <= side; ++z)
                    mesh.positions.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
        for (int x = 0; x < side; ++x)
            for (int y = 0; y < side; ++y)
                for (int z = 0; z < side; ++z)
                    if (filled[x][y][z])
                        for (int axis = 0; axis < 3; ++axis)
                            for (const int way : {-1, 1})
                                add_side(mesh, {x, y, z}, axis, way, random);
        return mesh;
    }

    // What is at a point given in half steps of the grid: all cubes that hold it, out of eight, four, two or one.
    Containment at_half_steps(int x, int y, int z) const
    {
        bool any = false;
        bool all = true;
        for (const int cx : {(x - (x % 2 == 0)) >> 1, x >> 1})
            for (const int cy : {(y - (y % 2 == 0)) >> 1, y >> 1})
                for (const int cz : {(z - (z % 2 == 0)) >> 1, z >> 1}) {
                    any |= has(cx, cy, cz);
                    all &= has(cx, cy, cz);
                }
        return {all ? 1 : 0, any && !all};
    }

private:
    void add_side(Mesh& mesh, std::array<int, 3> cube, int axis, int way, cases::Random& random) const
    {
        std::array<int, 3> next = cube;
        next[axis] += way;
        if (has(next[0], next[1], next[2]))
            return;
        const int u = (axis + 1) % 3;
        const int v = (axis + 2) % 3;
        std::array<std::uint32_t, 4> corner;
        for (int i = 0; i < 4; ++i) {
            std::array<int, 3> p = cube;
            p[axis] += way > 0;
            p[u] += i == 1 || i == 2;
            p[v] += i >= 2;
            corner[i] = static_cast<std::uint32_t>((p[0] * (side + 1) + p[1]) * (side + 1) + p[2]);
        }
        if (way < 0)
            std::swap(corner[1], corner[3]);
        const int turn = random.below(4);
        const auto c = [&](int i) { return corner[(i + turn) % 4]; };
        mesh.triangles.push_back({c(0), c(1), c(2)});
        mesh.triangles.push_back({c(2), c(3), c(0)});
    }
};

// A whole-numbered map of space without a mirror, so that no edge lies along the ray for long.
Vec3 sheared(Vec3 p, int kind)
{
    switch (kind % 4) {
    case 0:
        return p;
    case 1:
        return {p.x + 2 * p.y - p.z, p.y + p.z, p.z};
    case 2:
        return {p.x, p.y + p.x, p.z + 3 * p.x - p.y};
    default:
        return {p.y, p.z, p.x};
    }
}

struct Layout {
    int kind;
    float scale;
    Vec3 shift;

    Vec3 operator()(Vec3 p) const { return (sheared(p, kind) + shift) * scale; }
};

constexpr Layout layouts[] = {
    {0, 1.0f, {}},
    {1, 1.0f, {}},
    {2, 0x1p-99f, {}},
    {3, 0x1p99f, {}},
    {1, 0x1p100f, {4096, -512, 0.5f}},
    {2, 0x1p-140f, {1, 2, 3}},
    {0, 0.25f, {65536, 65536, -65536}},
};

void for_all_half_steps(const std::function<void(int, int, int)>& visit)
{
    for (int x = -1; x <= 2 * side + 1; ++x)
        for (int y = -1; y <= 2 * side + 1; ++y)
            for (int z = -1; z <= 2 * side + 1; ++z)
                visit(x, y, z);
}

Vec3 half_steps(int x, int y, int z)
{
    return {0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y), 0.5f * static_cast<float>(z)};
}

TEST(Inside, RaysThroughVerticesEdgesAndAlongFacesCountRight)
{
    int number = 0;
    for (const Layout& layout : layouts) {
        cases::Random random(inside_seed + static_cast<std::uint64_t>(number++));
        const Heap heap(random);
        Mesh mesh = heap.surface(random);
        for (Vec3& p : mesh.positions)
            p = layout(p);
        for_all_half_steps([&](int x, int y, int z) {
            ASSERT_EQ(mesh.at(layout(half_steps(x, y, z))), heap.at_half_steps(x, y, z))
                << "layout " << number << " at " << x << " " << y << " " << z;
        });
    }
}

TEST(Inside, TurningTheSurfaceOrDoublingItChangesTheWindingOnly)
{
    cases::Random random(inside_seed);
    const Heap heap(random);
    const Mesh mesh = heap.surface(random);
    Mesh turned = mesh;
    for (TriangleIndices& t : turned.triangles)
        std::swap(t[0], t[1]);
    Mesh doubled = mesh;
    doubled.triangles.insert(doubled.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
    for_all_half_steps([&](int x, int y, int z) {
        const Vec3 point = half_steps(x, y, z);
        const Containment once = mesh.at(point);
        ASSERT_EQ(turned.at(point), (Containment{-once.winding, once.on_surface}));
        ASSERT_EQ(doubled.at(point), (Containment{2 * once.winding, once.on_surface}));
        ASSERT_EQ(turned.at(point).inside(), once.inside());
    });
}

// Each triangle is cut in two at the middle of an edge, and what its neighbour there does not know of is closed by a
// triangle without area.
TEST(Inside, TrianglesOfZeroAreaCloseASurfaceToo)
{
    cases::Random random(inside_seed);
    const Heap heap(random);
    Mesh mesh = heap.surface(random);
    const std::vector<TriangleIndices> whole = std::move(mesh.triangles);
    for (Vec3& p : mesh.positions)
        p = sheared(p, 1);
    mesh.triangles.clear();
    for (const TriangleIndices& t : whole) {
        const std::uint32_t middle = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(mesh.positions[t[0]] * 0.5f + mesh.positions[t[1]] * 0.5f);
        mesh.triangles.push_back({t[0], middle, t[2]});
        mesh.triangles.push_back({middle, t[1], t[2]});
        mesh.triangles.push_back({t[0], t[1], middle});
        mesh.triangles.push_back({t[2], t[2], middle});
    }
    for_all_half_steps(
        [&](int x, int y, int z) { ASSERT_EQ(mesh.at(sheared(half_steps(x, y, z), 1)), heap.at_half_steps(x, y, z)); });
}

TEST(Inside, NothingIsInsideNothing) { EXPECT_EQ(Mesh().at({0, 0, 0}), (Containment{0, false})); }

int oracle_side(Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    const oracle::Point origin = oracle::exact(a);
    const auto from_a = [&](Vec3 p) { return oracle::difference(oracle::exact(p), origin); };
    return sgn(oracle::dot(oracle::cross(from_a(b), from_a(c)), from_a(d)));
}

// Inside, outside or on a tetrahedron that is not flat, by the sides of its faces in rational numbers.
Containment oracle_containment(const std::array<Vec3, 4>& t, Vec3 point)
{
    const int whole = oracle_side(t[0], t[1], t[2], t[3]);
    const int parts[4] = {
        oracle_side(point, t[1], t[2], t[3]), oracle_side(t[0], point, t[2], t[3]),
        oracle_side(t[0], t[1], point, t[3]), oracle_side(t[0], t[1], t[2], point)};
    const int least = *std::min_element(parts, parts + 4, [&](int a, int b) { return a * whole < b * whole; }) * whole;
    // The faces below have their normals outwards where the fourth corner lies on the negative side.
    return {least > 0 ? -whole : 0, least == 0};
}

TEST(Inside, TetrahedraHoldWhatRationalArithmeticSays)
{
    const std::vector<TriangleIndices> faces = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    int inside = 0;
    int on_surface = 0;
    int solid = 0;
    for (std::uint64_t number = 0; number < 20000; ++number) {
        const cases::TrianglePairCase pair = cases::triangle_pair(inside_seed, number);
        cases::Random random(inside_seed + number);
        const std::array<Vec3, 4> corners = {pair.a.a, pair.a.b, pair.a.c, pair.b.a};
        Vec3 point = pair.b.b;
        if (random.below(2) != 0)
            point = (corners[0] + corners[1]) * 0.25f + (corners[2] + corners[3]) * 0.25f;
        if (random.below(4) == 0)
            point.y = corners[random.below(4)].y;
        if (random.below(4) == 0)
            point.z = corners[random.below(4)].z;
        if (!is_finite(point))
            continue;
        const Containment found = containment(point, faces, std::span<const Vec3>(corners));
        // A flat one has no inside, but a surface to be on.
        if (oracle_side(corners[0], corners[1], corners[2], corners[3]) == 0) {
            ASSERT_EQ(found.winding, 0) << "case " << number;
            continue;
        }
        ++solid;
        ASSERT_EQ(found, oracle_containment(corners, point))
            << "case " << number << ": " << testing::PrintToString(pair.a)
            << testing::PrintToString(Triangle{corners[3], point, point});
        inside += found.inside();
        on_surface += found.on_surface;
    }
    EXPECT_GT(solid, 8000);
    EXPECT_GT(inside, 1000);
    EXPECT_GT(on_surface, 300);
}

TEST(RayCrossing, APointOnATriangleIsSeenExactly)
{
    int on_count = 0;
    for (std::uint64_t number = 0; number < 6000; ++number) {
        const cases::TrianglePairCase pair = cases::triangle_pair(inside_seed + 1, number);
        const Vec3 point = pair.b.a;
        const bool expected = oracle::triangles_intersect({point, point, point}, pair.a);
        ASSERT_EQ(signed_ray_crossing(point, pair.a).on_triangle, expected) << "case " << number;
        on_count += expected;
    }
    EXPECT_GT(on_count, 300);
}

TEST(RayCrossing, ChangesItsSignWithTheTriangleAndNotWithTheFirstCorner)
{
    int crossed = 0;
    for (std::uint64_t number = 0; number < 40000; ++number) {
        const cases::TrianglePairCase pair = cases::triangle_pair(inside_seed + 2, number);
        const RayCrossing found = signed_ray_crossing(pair.b.a, pair.a);
        for (int order = 1; order < 6; ++order) {
            const RayCrossing other = signed_ray_crossing(pair.b.a, cases::reordered(pair.a, order));
            ASSERT_EQ(other.on_triangle, found.on_triangle) << "case " << number;
            ASSERT_EQ(other.sign, order < 3 ? found.sign : -found.sign) << "case " << number;
        }
        crossed += found.sign != 0;
    }
    EXPECT_GT(crossed, 1000);
}

} // namespace
} // namespace tactus
