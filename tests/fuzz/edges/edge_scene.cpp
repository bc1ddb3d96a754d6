// SPDX-License-Identifier: MIT
#include "edge_scene.h"

#include <algorithm>
#include <cmath>

#include "../cases/random_mesh.h"
#include "../cases/random_structure.h"
#include "crossed_plates.h"

namespace tactus::fuzz::edges {

namespace {

/// A box between two corners.
GridMesh box(Random& random, const std::array<int, 3>& from, const std::array<int, 3>& to)
{
    GridMesh mesh = slab(random, 1, 1, 1, 0, true, [](int, int) { return 1; });
    for (auto& p : mesh.points)
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = p[k] ? to[k] : from[k];
    return mesh;
}

/// A plank whose long sides lie along a direction of whole numbers.
GridMesh plank(Random& random, int length, int width, int height)
{
    GridMesh mesh = box(random, {-length, -width, 0}, {length, width, height});
    constexpr std::array<std::array<int, 2>, 7> ways = {{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {-1, 2}, {3, 1}, {5, 4}}};
    const auto& [x, y] = ways[random.below(7)];
    const int slope = random.one_in(4) ? random.between(-1, 1) : 0;
    for (auto& p : mesh.points)
        p = {p[0] * x - p[1] * y, p[0] * y + p[1] * x, p[2] + slope * p[0]};
    return mesh;
}

/// A bar whose section is a diamond: its edges stick out.
GridMesh diamond(Random& random, int length, int width, int height)
{
    GridMesh mesh = box(random, {-length, 0, 0}, {length, 1, 1});
    for (auto& p : mesh.points) {
        const int y = p[1], z = p[2];
        p[1] = (y - z) * width;
        p[2] = (y + z - 1) * height;
    }
    return mesh;
}

GridMesh tetrahedron(Random& random, int most)
{
    GridMesh mesh;
    for (int k = 0; k < 4; ++k)
        mesh.add(random.between(-most, most), random.between(-most, most), random.between(-most, most));
    const auto e = [&](std::size_t v, std::size_t k) { return mesh.points[v][k] - mesh.points[0][k]; };
    const int volume = (e(1, 1) * e(2, 2) - e(1, 2) * e(2, 1)) * e(3, 0)
                       + (e(1, 2) * e(2, 0) - e(1, 0) * e(2, 2)) * e(3, 1)
                       + (e(1, 0) * e(2, 1) - e(1, 1) * e(2, 0)) * e(3, 2);
    if (volume < 0)
        std::swap(mesh.points[1], mesh.points[2]);
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return mesh;
}

/// An octahedron with tips that are drawn out or pushed in, so that some of its edges are concave.
GridMesh star(Random& random, int most)
{
    GridMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const int way : {1, -1}) {
            std::array<int, 3> p = {};
            p[static_cast<std::size_t>(axis)] = way * random.between(1, most);
            mesh.points.push_back(p);
        }
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    // A corner over the middle of a face.
    for (int more = random.between(0, 4); more; --more) {
        const std::uint32_t t = random.below(static_cast<std::uint32_t>(mesh.triangles.size()));
        const TriangleIndices corners = mesh.triangles[t];
        std::array<int, 3> middle = {};
        for (std::size_t k = 0; k < 3; ++k)
            middle[k] = (mesh.points[corners[0]][k] + mesh.points[corners[1]][k] + mesh.points[corners[2]][k]) / 3
                        + (random.one_in(2) ? 0 : random.between(-1, 1));
        const std::uint32_t v = mesh.add(middle[0], middle[1], middle[2]);
        mesh.triangles[t] = {corners[0], corners[1], v};
        mesh.triangles.push_back({corners[1], corners[2], v});
        mesh.triangles.push_back({corners[2], corners[0], v});
    }
    return mesh;
}

/// Cuts an edge in two at a point on it, or beside it, in every triangle that has it: slivers, and edges in one line.
void split_edge(Random& random, GridMesh& mesh)
{
    const TriangleIndices chosen = mesh.triangles[random.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    const std::uint32_t corner = random.below(3), a = chosen[corner], b = chosen[(corner + 1) % 3];
    const int parts = random.one_in(2) ? 2 : 4, part = random.between(1, parts - 1);
    std::array<int, 3> p = {};
    for (std::size_t k = 0; k < 3; ++k)
        p[k] = mesh.points[a][k] + (mesh.points[b][k] - mesh.points[a][k]) * part / parts + (random.one_in(6) ? 1 : 0);
    const std::uint32_t v = mesh.add(p[0], p[1], p[2]);
    const std::size_t count = mesh.triangles.size();
    for (std::size_t t = 0; t < count; ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const TriangleIndices corners = mesh.triangles[t];
            const std::uint32_t from = corners[k], to = corners[(k + 1) % 3], third = corners[(k + 2) % 3];
            if ((from == a && to == b) || (from == b && to == a)) {
                mesh.triangles[t] = {from, v, third};
                mesh.triangles.push_back({v, to, third});
                break;
            }
        }
}

/// Makes edges that have no say: of faces without area, of a face that is there twice, or of more than two faces.
void spoil(Random& random, GridMesh& mesh)
{
    const TriangleIndices corners = mesh.triangles[random.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    switch (random.below(6)) {
    case 0:
        mesh.triangles.push_back(corners);
        break;
    case 4:
        // A closed body stays closed with two sides more.
        mesh.triangles.push_back(corners);
        mesh.triangles.push_back({corners[0], corners[2], corners[1]});
        break;
    case 5: {
        // And with a face without area in place of an edge.
        std::array<int, 3> middle = {};
        for (std::size_t k = 0; k < 3; ++k)
            middle[k] = (mesh.points[corners[0]][k] + mesh.points[corners[1]][k]) / 2;
        const std::uint32_t v = mesh.add(middle[0], middle[1], middle[2]);
        for (TriangleIndices& t : mesh.triangles)
            if (t == corners)
                t = {corners[0], v, corners[2]};
        mesh.triangles.push_back({v, corners[1], corners[2]});
        mesh.triangles.push_back({corners[0], corners[1], v});
        break;
    }
    case 1:
        mesh.triangles.push_back(
            {corners[0], corners[1], mesh.add(random.between(-9, 9), random.between(-9, 9), random.between(-9, 9))});
        break;
    case 2: {
        const auto &a = mesh.points[corners[0]], &b = mesh.points[corners[1]];
        const std::array<int, 3> beyond = {2 * b[0] - a[0], 2 * b[1] - a[1], 2 * b[2] - a[2]};
        mesh.triangles.push_back({corners[0], corners[1], mesh.add(beyond[0], beyond[1], beyond[2])});
        break;
    }
    default:
        mesh.triangles.erase(mesh.triangles.begin() + random.below(static_cast<std::uint32_t>(mesh.triangles.size())));
        break;
    }
    if (mesh.triangles.empty())
        mesh.triangles.push_back(corners);
}

GridMesh any_mesh(Random& random)
{
    const auto level = [](int, int) { return 2; };
    switch (random.below(9)) {
    case 0:
    case 1:
        return plank(random, random.between(4, 9), random.between(1, 3), random.between(1, 4));
    case 2:
        return diamond(random, random.between(4, 9), random.between(1, 4), random.between(1, 4));
    case 3:
        return box(
            random, {-random.between(1, 6), -random.between(1, 6), -random.between(1, 6)},
            {random.between(1, 6), random.between(1, 6), random.between(1, 6)});
    case 4:
        return slab(random, random.between(1, 3), random.between(1, 3), random.between(2, 6), -3, true, level);
    case 5: {
        // Nearly flat, or with ridges and valleys.
        const int most = random.one_in(2) ? 1 : 4;
        return slab(
            random, random.between(1, 3), random.between(1, 3), random.between(3, 12), -4, random.one_in(2),
            [&](int, int) { return random.between(-most, most); });
    }
    case 6: {
        // A tilted sheet, or a roof.
        const int slope = random.between(-2, 2), other = random.between(-2, 2), fold = random.between(0, 2);
        return slab(
            random, random.between(1, 3), random.between(1, 3), random.between(2, 5), -30, random.one_in(2),
            [&](int x, int y) { return slope * x + other * y + (x > 1 ? fold : -fold) * x; });
    }
    case 7:
        return tetrahedron(random, random.between(3, 9));
    default:
        return star(random, random.between(3, 9));
    }
}

/// Brings two meshes together: their boxes overlap by a few steps, or are a few steps apart.
void bring_together(Random& random, const GridMesh& one, GridMesh& other)
{
    std::array<int, 3> by = {};
    const std::size_t above = random.below(3);
    for (std::size_t k = 0; k < 3; ++k) {
        int lower[2], upper[2];
        int which = 0;
        for (const GridMesh* mesh : std::array<const GridMesh*, 2>{&one, &other}) {
            lower[which] = upper[which] = mesh->points[0][k];
            for (const auto& p : mesh->points) {
                lower[which] = std::min(lower[which], p[k]);
                upper[which] = std::max(upper[which], p[k]);
            }
            ++which;
        }
        if (k == above)
            by[k] = upper[0] - lower[1] - random.between(-2, 4);
        else
            by[k] = random.between(lower[0] - upper[1], upper[0] - lower[1]);
        // Vertices over vertices, and middles over middles.
        if (k != above && random.one_in(2))
            by[k] = (lower[0] + upper[0]) / 2 - (lower[1] + upper[1]) / 2 + random.between(-1, 1);
    }
    for (auto& p : other.points)
        for (std::size_t k = 0; k < 3; ++k)
            p[k] += by[k];
}

/// Coordinates as floats: on the lattice, turned a little, or each a little off.
FuzzMesh scaled(Random& random, const GridMesh& mesh, float unit, double tilt, double off)
{
    FuzzMesh result;
    result.triangles = mesh.triangles;
    for (const auto& p : mesh.points) {
        const double x = p[0] - tilt * p[2], y = p[1] + 0.5 * tilt * p[0], z = p[2] + tilt * p[0];
        const auto place = [&](double value) {
            return unit * static_cast<float>(value + (off > 0.0 ? off * (random.unit() - 0.5) : 0.0));
        };
        const float at_x = place(x), at_y = place(y), at_z = place(z);
        result.positions.push_back({at_x, at_y, at_z});
    }
    return result;
}

} // namespace

FuzzCase random_edge_case(std::uint64_t seed)
{
    Random random(seed ^ 0x6564676573u);
    FuzzCase result;
    result.seed = seed;
    result.frames.resize(1);
    std::vector<GridMesh> meshes;
    const bool are_plates = random.one_in(3), are_alike = random.one_in(3);
    if (are_plates)
        meshes = crossed_plates(random);
    for (std::size_t k = 0; k < 2; ++k) {
        if (!are_plates) {
            meshes.push_back(k == 1 && are_alike ? meshes[0] : any_mesh(random));
            turn(random, meshes[k]);
        }
        if (random.one_in(3))
            for (int splits = random.between(1, 4); splits; --splits)
                split_edge(random, meshes[k]);
        if (random.one_in(8))
            spoil(random, meshes[k]);
    }
    if (!are_plates)
        bring_together(random, meshes[0], meshes[1]);
    const float unit = std::ldexp(1.0f, -random.between(0, 3));
    // One in four lies off the lattice, by much or by next to nothing.
    const double tilt = random.one_in(6) ? random.unit() * 0.2 : 0.0;
    const double off = random.one_in(6) ? std::exp2(-random.between(2, 20)) : 0.0;
    for (int k = 0; k < 2; ++k) {
        FuzzBody& body = result.bodies.emplace_back();
        body.parts.push_back(scaled(random, meshes[static_cast<std::size_t>(k)], unit, k ? tilt : 0.0, off));
        body.structure = random.one_in(2) ? Structure::refit_bvh : random_structure(random);
    }
    ContactSettings& settings = result.settings;
    settings.contact_distance = random.one_in(2) ? 0.0f : unit * static_cast<float>(random.between(1, 3));
    // Large ones are in contact from afar.
    if (are_plates && random.one_in(2))
        settings.contact_distance *= random.one_in(2) ? 4.0f : 64.0f;
    settings.measure_depths = !random.one_in(4);
    result.worker_count = random.one_in(4) ? 2 : 1;
    result.material.stiffness = random.one_in(2) ? 0.0f : 100.0f;
    result.material.pressure_stiffness = 100.0f;
    return result;
}

} // namespace tactus::fuzz::edges
