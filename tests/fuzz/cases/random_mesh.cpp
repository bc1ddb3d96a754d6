// SPDX-License-Identifier: MIT
#include "random_mesh.h"

#include <array>
#include <cmath>
#include <map>

namespace tactus::fuzz {

float Lattice::at(double value) const
{
    if (unit <= 0.0f)
        return static_cast<float>(value);
    return static_cast<float>(std::nearbyint(value / static_cast<double>(unit)) * static_cast<double>(unit));
}

namespace {

double signed_unit(Random& random) { return random.unit() * 2 - 1; }

FuzzMesh tetrahedron(Random& random, const Lattice& lattice, const DoubleVec3& c, double size)
{
    FuzzMesh mesh;
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    for (int v = 0; v < 4; ++v)
        mesh.positions.push_back(lattice.at(
            {c.x + signed_unit(random) * size, c.y + signed_unit(random) * size, c.z + signed_unit(random) * size}));
    const auto edge = [&](int v, double* e) {
        e[0] = static_cast<double>(mesh.positions[v].x) - static_cast<double>(mesh.positions[0].x);
        e[1] = static_cast<double>(mesh.positions[v].y) - static_cast<double>(mesh.positions[0].y);
        e[2] = static_cast<double>(mesh.positions[v].z) - static_cast<double>(mesh.positions[0].z);
    };
    double a[3], b[3], d[3];
    edge(1, a), edge(2, b), edge(3, d);
    const double volume =
        (a[1] * b[2] - a[2] * b[1]) * d[0] + (a[2] * b[0] - a[0] * b[2]) * d[1] + (a[0] * b[1] - a[1] * b[0]) * d[2];
    if (volume < 0)
        std::swap(mesh.positions[1], mesh.positions[2]);
    return mesh;
}

FuzzMesh box(Random& random, const Lattice& lattice, const DoubleVec3& c, double size)
{
    FuzzMesh mesh;
    const double h[3] = {size * (0.2 + random.unit()), size * (0.2 + random.unit()), size * (0.2 + random.unit())};
    for (int i = 0; i < 8; ++i)
        mesh.positions.push_back(
            lattice.at({c.x + (i & 1 ? h[0] : -h[0]), c.y + (i & 2 ? h[1] : -h[1]), c.z + (i & 4 ? h[2] : -h[2])}));
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

/// An octahedron cut finer; each vertex at its own distance from the centre if it is rough.
FuzzMesh ball(Random& random, const Lattice& lattice, const DoubleVec3& c, double size, int cuts, double roughness)
{
    std::vector<std::array<double, 3>> points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    FuzzMesh mesh;
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int cut = 0; cut < cuts; ++cut) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, is_new] =
                middles.insert({{std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(points.size())});
            if (is_new) {
                std::array<double, 3> p;
                for (int k = 0; k < 3; ++k)
                    p[k] = points[a][k] + points[b][k];
                const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
                points.push_back({p[0] / length, p[1] / length, p[2] / length});
            }
            return place->second;
        };
        std::vector<TriangleIndices> finer;
        for (const TriangleIndices& t : mesh.triangles) {
            const std::uint32_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
            finer.insert(finer.end(), {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
        }
        mesh.triangles = finer;
    }
    for (const auto& p : points) {
        const double r = size * (1 + roughness * signed_unit(random));
        mesh.positions.push_back(lattice.at({c.x + p[0] * r, c.y + p[1] * r, c.z + p[2] * r}));
    }
    return mesh;
}

FuzzMesh sheet(Random& random, const Lattice& lattice, const DoubleVec3& c, double size, int cells)
{
    FuzzMesh mesh;
    const int axis = random.between(0, 2);
    const double bumps = random.one_in(2) ? 0.0 : size * random.unit();
    for (int y = 0; y <= cells; ++y)
        for (int x = 0; x <= cells; ++x) {
            const double p[3] = {
                (2.0 * x / cells - 1) * size, (2.0 * y / cells - 1) * size, bumps * signed_unit(random)};
            mesh.positions.push_back(lattice.at({c.x + p[axis], c.y + p[(axis + 1) % 3], c.z + p[(axis + 2) % 3]}));
        }
    const auto at = [&](int x, int y) { return static_cast<std::uint32_t>(y * (cells + 1) + x); };
    for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) {
            mesh.triangles.push_back({at(x, y), at(x + 1, y), at(x, y + 1)});
            mesh.triangles.push_back({at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
        }
    return mesh;
}

/// A strip that is folded forth and back, so that its layers lie over each other, a few steps of the lattice apart or
/// in the same place.
FuzzMesh folded(Random& random, const Lattice& lattice, const DoubleVec3& c, double size)
{
    FuzzMesh mesh;
    const int axis = random.between(0, 2), folds = random.between(1, 3), steps = random.between(1, 2);
    const double unit = lattice.unit > 0.0f ? static_cast<double>(lattice.unit) : 0.1;
    const double rise = unit * random.between(0, 2), slant = unit * random.between(0, 1);
    const int rows = (folds + 1) * steps;
    for (int row = 0; row <= rows; ++row)
        for (int side = 0; side < 2; ++side) {
            const int in_layer = row % (2 * steps);
            const double along = in_layer <= steps ? in_layer : 2 * steps - in_layer;
            const double p[3] = {
                (2 * along / steps - 1) * size, (2 * side - 1) * size * 0.5 + slant * row, rise * row / steps};
            mesh.positions.push_back(lattice.at({c.x + p[axis], c.y + p[(axis + 1) % 3], c.z + p[(axis + 2) % 3]}));
        }
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(rows); ++row) {
        const std::uint32_t v = 2 * row;
        mesh.triangles.push_back({v, v + 1, v + 2});
        mesh.triangles.push_back({v + 1, v + 3, v + 2});
    }
    return mesh;
}

/// A roof over two of the axes, or a trough: its ridge is an edge that others can cross at right angles.
FuzzMesh roof(Random& random, const Lattice& lattice, const DoubleVec3& c, double size)
{
    FuzzMesh mesh;
    const int axis = random.between(0, 2);
    const double height = size * (random.one_in(2) ? 0.5 : -0.5);
    const double points[6][3] = {{-size, -size, 0}, {size, -size, 0},   {-size, size, 0},
                                 {size, size, 0},   {0, -size, height}, {0, size, height}};
    for (const auto& p : points)
        mesh.positions.push_back(lattice.at({c.x + p[axis], c.y + p[(axis + 1) % 3], c.z + p[(axis + 2) % 3]}));
    mesh.triangles = {{0, 4, 2}, {4, 5, 2}, {4, 1, 5}, {1, 3, 5}};
    return mesh;
}

FuzzMesh soup(Random& random, const Lattice& lattice, const DoubleVec3& c, double size)
{
    FuzzMesh mesh;
    const int count = random.between(1, 10);
    const bool shared = random.one_in(2);
    const std::uint32_t vertices = static_cast<std::uint32_t>(shared ? random.between(3, 9) : 3 * count);
    for (std::uint32_t v = 0; v < vertices; ++v)
        mesh.positions.push_back(lattice.at(
            {c.x + signed_unit(random) * size, c.y + signed_unit(random) * size, c.z + signed_unit(random) * size}));
    for (int t = 0; t < count; ++t) {
        const std::uint32_t first = static_cast<std::uint32_t>(3 * t);
        if (!shared) {
            mesh.triangles.push_back({first, first + 1, first + 2});
            continue;
        }
        TriangleIndices indices;
        do
            indices = {random.below(vertices), random.below(vertices), random.below(vertices)};
        while (indices[0] == indices[1] || indices[1] == indices[2] || indices[0] == indices[2]);
        mesh.triangles.push_back(indices);
    }
    return mesh;
}

/// Duplicates, turns, or flattens a triangle, or adds a vertex that no triangle uses.
void spoil(Random& random, FuzzMesh& mesh)
{
    const std::uint32_t t = random.below(static_cast<std::uint32_t>(mesh.triangles.size()));
    const TriangleIndices indices = mesh.triangles[t];
    switch (random.below(5)) {
    case 0:
        mesh.triangles.push_back(indices);
        break;
    case 1:
        std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
        break;
    case 2:
        mesh.positions[indices[0]] = mesh.positions[indices[1]];
        break;
    case 3: {
        const Vec3 &a = mesh.positions[indices[0]], &b = mesh.positions[indices[1]];
        mesh.positions[indices[2]] = {2 * b.x - a.x, 2 * b.y - a.y, 2 * b.z - a.z};
        break;
    }
    default:
        mesh.positions.insert(mesh.positions.end(), mesh.positions[0]);
        break;
    }
}

} // namespace

FuzzMesh random_mesh(Random& random, const Lattice& lattice, const DoubleVec3& centre, double size)
{
    FuzzMesh mesh;
    switch (random.below(11)) {
    case 0:
    case 1:
        mesh = tetrahedron(random, lattice, centre, size * 1.5);
        break;
    case 2:
    case 3:
        mesh = box(random, lattice, centre, size);
        break;
    case 4:
        mesh = ball(random, lattice, centre, size, random.between(0, 1), 0.0);
        break;
    case 5:
        mesh = ball(random, lattice, centre, size, random.one_in(12) ? 2 : 1, 0.4);
        break;
    case 6:
        mesh = sheet(random, lattice, centre, size * 1.3, random.one_in(12) ? 8 : random.between(1, 3));
        break;
    case 7:
        mesh = soup(random, lattice, centre, size * 1.5);
        break;
    case 8:
        mesh = folded(random, lattice, centre, size);
        break;
    case 9:
        mesh = roof(random, lattice, centre, size);
        break;
    default:
        mesh = sheet(random, lattice, centre, size * 1.3, 1);
        break;
    }
    if (random.one_in(8))
        spoil(random, mesh);
    return mesh;
}

FuzzMesh closed_pieces(Random& random, const Lattice& lattice, const DoubleVec3& centre, double size)
{
    FuzzMesh all;
    for (int count = random.between(2, 4); count; --count) {
        const auto place = [&] { return signed_unit(random) * size; };
        const DoubleVec3 at = {centre.x + place(), centre.y + place(), centre.z + place()};
        const double part = size * (0.2 + 0.5 * random.unit());
        FuzzMesh piece;
        switch (random.below(4)) {
        case 0:
            piece = tetrahedron(random, lattice, at, part);
            break;
        case 1:
            piece = ball(random, lattice, at, part, random.between(0, 1), 0.0);
            break;
        default:
            piece = box(random, lattice, at, part);
            break;
        }
        const auto first = static_cast<std::uint32_t>(all.positions.size());
        for (const TriangleIndices& t : piece.triangles)
            all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
        all.positions.insert(all.positions.end(), piece.positions.begin(), piece.positions.end());
    }
    return all;
}

FuzzMesh facing_copy(Random& random, const Lattice& lattice, const FuzzMesh& mesh)
{
    const auto coordinates = [](const Vec3& v) {
        return std::array{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    };
    const double unit = lattice.unit > 0.0f ? static_cast<double>(lattice.unit) : 0.05;
    const std::size_t first = random.below(3), second = (first + 1) % 3, third = (first + 2) % 3;
    const bool turned = random.one_in(2), on_top = random.one_in(2);
    std::array<double, 3> about =
        coordinates(mesh.positions[random.below(static_cast<std::uint32_t>(mesh.positions.size()))]);
    std::array<double, 3> direction, shift;
    for (std::size_t k = 0; k < 3; ++k) {
        direction[k] = random.one_in(3) ? -1.0 : 1.0;
        shift[k] = random.one_in(2) ? 0.0 : unit * random.between(-3, 3);
    }
    if (on_top) {
        for (const Vec3& v : mesh.positions)
            if (coordinates(v)[third] > about[third])
                about = coordinates(v);
        direction[third] = -1.0;
        shift[third] = unit * random.between(-1, 2);
    }
    FuzzMesh copy = mesh;
    for (Vec3& v : copy.positions) {
        std::array<double, 3> p = coordinates(v);
        for (std::size_t k = 0; k < 3; ++k)
            p[k] -= about[k];
        if (turned)
            std::swap(p[first], p[second]);
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = about[k] + direction[k] * p[k] + shift[k];
        v = lattice.at({p[0], p[1], p[2]});
    }
    if (direction[0] * direction[1] * direction[2] * (turned ? -1.0 : 1.0) < 0.0)
        for (TriangleIndices& t : copy.triangles)
            std::swap(t[0], t[1]);
    return copy;
}

} // namespace tactus::fuzz
