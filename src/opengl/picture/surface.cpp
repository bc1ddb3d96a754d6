// SPDX-License-Identifier: MIT
#include "opengl/picture/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "opengl/mesh_check.h"

namespace tactus {

namespace {

// Faces that bend by more than 45 degrees keep a visible edge.
constexpr double cos_crease = 0.70710678;
// Comparing all faces around a vertex is quadratic; fans larger than this are simply smooth.
constexpr std::uint32_t largest_creased_fan = 64;

Error bad_mesh(std::size_t mesh, std::string what)
{
    return {ErrorCode::invalid_argument, "mesh " + std::to_string(mesh) + ": " + std::move(what)};
}

Result<void> check_mesh(std::size_t number, const PictureMesh& mesh)
{
    if (Result<void> drawable = check_drawable({mesh.triangles, mesh.positions}); !drawable.ok())
        return bad_mesh(number, drawable.error().message);
    for (const std::uint32_t t : mesh.highlighted)
        if (t >= mesh.triangles.size())
            return bad_mesh(
                number, "highlighted triangle " + std::to_string(t) + " of " + std::to_string(mesh.triangles.size()));
    return {};
}

// The first vertex with the same coordinates, for each vertex.
std::vector<std::uint32_t> find_places(std::span<const Vec3> positions)
{
    const auto key = [&](std::uint32_t v) { return std::tuple(positions[v].x, positions[v].y, positions[v].z, v); };
    std::vector<std::uint32_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::vector<std::uint32_t> places(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && positions[order[i]] == positions[order[i - 1]];
        places[order[i]] = same ? places[order[i - 1]] : order[i];
    }
    return places;
}

// A normal for each corner: the sum over the faces around its place that bend away gently.
std::vector<Vec3> corner_normals(const PictureMesh& mesh, const Surface& surface)
{
    const std::size_t count = mesh.triangles.size();
    const std::vector<std::uint32_t> places = find_places(mesh.positions);

    // Twice the area times the unit normal, so that large faces count for more.
    std::vector<DoubleVector> faces(count);
    std::vector<DoubleVector> directions(count);
    for (std::size_t t = 0; t < count; ++t) {
        std::array<DoubleVector, 3> p;
        for (std::size_t c = 0; c < 3; ++c)
            p[c] = (to_double(mesh.positions[mesh.triangles[t][c]]) - surface.centre) * (1.0 / surface.radius);
        faces[t] = cross(p[1] - p[0], p[2] - p[0]);
        directions[t] = normalized(faces[t], {});
    }

    std::vector<std::uint32_t> first(mesh.positions.size() + 1, 0);
    for (const TriangleIndices& triangle : mesh.triangles)
        for (const std::uint32_t v : triangle)
            ++first[places[v] + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::uint32_t> around(3 * count);
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    std::vector<DoubleVector> sums(mesh.positions.size());
    for (std::size_t t = 0; t < count; ++t)
        for (const std::uint32_t v : mesh.triangles[t]) {
            around[next[places[v]]++] = static_cast<std::uint32_t>(t);
            sums[places[v]] = sums[places[v]] + faces[t];
        }

    std::vector<Vec3> normals(3 * count);
    for (std::size_t t = 0; t < count; ++t)
        for (std::size_t c = 0; c < 3; ++c) {
            const std::uint32_t place = places[mesh.triangles[t][c]];
            DoubleVector sum = sums[place];
            if (first[place + 1] - first[place] <= largest_creased_fan) {
                sum = {};
                for (std::uint32_t i = first[place]; i < first[place + 1]; ++i)
                    if (dot(directions[t], directions[around[i]]) >= cos_crease)
                        sum = sum + faces[around[i]];
            }
            normals[3 * t + c] = to_float(normalized(sum, normalized(faces[t], {0.0, 0.0, 1.0})));
        }
    return normals;
}

std::array<std::uint8_t, 4> to_bytes(Vec3 colour)
{
    // Not clamp alone: nan would stay nan, and its cast has no meaning.
    const auto byte = [](float value) {
        return static_cast<std::uint8_t>(value > 0.0f ? std::min(value, 1.0f) * 255.0f + 0.5f : 0.0f);
    };
    return {byte(colour.x), byte(colour.y), byte(colour.z), 255};
}

void add_highlighted(const PictureMesh& mesh, std::size_t first_corner, Surface& surface)
{
    std::vector<std::uint32_t> triangles(mesh.highlighted.begin(), mesh.highlighted.end());
    std::sort(triangles.begin(), triangles.end());
    triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(3 * triangles.size());
    for (const std::uint32_t t : triangles)
        for (std::size_t c = 0; c < 3; ++c) {
            surface.highlighted.push_back(surface.corners[first_corner + 3 * t + c]);
            edges.push_back(std::minmax({mesh.triangles[t][c], mesh.triangles[t][(c + 1) % 3]}));
        }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const auto& [a, b] : edges)
        surface.outlines.push_back({surface.place(mesh.positions[a]), surface.place(mesh.positions[b])});
}

void centre_surface(std::span<const PictureMesh> meshes, Surface& surface)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    DoubleVector lower{infinity, infinity, infinity};
    DoubleVector upper{-infinity, -infinity, -infinity};
    for (const PictureMesh& mesh : meshes)
        for (const TriangleIndices& triangle : mesh.triangles)
            for (const std::uint32_t v : triangle) {
                const DoubleVector p = to_double(mesh.positions[v]);
                lower = min(lower, p);
                upper = max(upper, p);
            }
    if (!(lower.x <= upper.x))
        return;
    surface.centre = (lower + upper) * 0.5;
    const double radius = 0.5 * norm(upper - lower);
    surface.radius = radius > 0.0 ? radius : 1.0;
}

} // namespace

Result<Surface> prepare_surface(std::span<const PictureMesh> meshes)
{
    for (std::size_t m = 0; m < meshes.size(); ++m)
        if (Result<void> checked = check_mesh(m, meshes[m]); !checked)
            return checked.error();

    Surface surface;
    centre_surface(meshes, surface);
    std::size_t triangle_count = 0;
    for (const PictureMesh& mesh : meshes)
        triangle_count += mesh.triangles.size();
    // One draw call counts its vertices in a signed 32-bit number.
    if (triangle_count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / 6)
        return Error{ErrorCode::too_large, std::to_string(triangle_count) + " triangles are too many for one picture"};

    surface.corners.reserve(3 * triangle_count);
    for (const PictureMesh& mesh : meshes) {
        const std::vector<Vec3> normals = corner_normals(mesh, surface);
        const auto colour = to_bytes(mesh.colour);
        const std::size_t first_corner = surface.corners.size();
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (std::size_t c = 0; c < 3; ++c)
                surface.corners.push_back(
                    {surface.place(mesh.positions[mesh.triangles[t][c]]), normals[3 * t + c], colour});
        add_highlighted(mesh, first_corner, surface);
    }
    return surface;
}

} // namespace tactus
