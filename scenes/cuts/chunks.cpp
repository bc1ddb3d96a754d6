// SPDX-License-Identifier: MIT
#include "scenes/cuts/chunks.h"

#include <array>
#include <utility>

namespace tactus::scenes {
namespace {

constexpr std::uint32_t new_number = UINT32_MAX;

struct Chunk {
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> numbers; ///< of triangles that the whole shape has too

    void add(const TriangleIndices& triangle, std::uint32_t number = new_number)
    {
        triangles.push_back(triangle);
        numbers.push_back(number);
    }
};

struct Body {
    Point middle;
    double volume = 0.0;
};

Body body_of(const Chunk& chunk, const std::vector<Point>& points)
{
    Body body;
    for (const auto& [a, b, c] : chunk.triangles) {
        const double volume = dot(points[a], cross(points[b], points[c])) / 6.0;
        body.volume += volume;
        body.middle = body.middle + (points[a] + points[b] + points[c]) * (0.25 * volume);
    }
    body.middle = body.middle * (1.0 / body.volume);
    return body;
}

/// Below and above a plane. What the two get anew stands after the points.
std::array<Chunk, 2> halves(const Chunk& chunk, std::vector<Point>& points, const Plane& plane)
{
    const PlaneCut cut = plane_cut(chunk.triangles, points, plane);
    const auto twice = [&](Point p) {
        points.push_back(p);
        points.push_back(p);
        return static_cast<std::uint32_t>(points.size() - 2);
    };
    std::array<Chunk, 2> sides;
    std::vector<bool> is_crossed(chunk.triangles.size(), false);
    std::vector<std::uint32_t> below;
    for (const CrossedTriangle& crossed : cut.crossed)
        is_crossed[crossed.triangle] = true;
    for (std::size_t t = 0; t < chunk.triangles.size(); ++t)
        if (!is_crossed[t])
            sides[plane.is_above(points[chunk.triangles[t][0]])].add(chunk.triangles[t], chunk.numbers[t]);
    for (const Point& p : cut.crossings)
        below.push_back(twice(p));
    for (const CrossedTriangle& crossed : cut.crossed) {
        const std::uint32_t alone = crossed.first_is_above ? 1 : 0, other = 1 - alone;
        const auto parts = crossed.parts(
            below[crossed.p] + alone, below[crossed.q] + alone, below[crossed.p] + other, below[crossed.q] + other);
        sides[alone].add(parts[0]);
        sides[other].add(parts[1]);
        sides[other].add(parts[2]);
    }
    for (const std::vector<std::uint32_t>& loop : cut.loops) {
        std::vector<Point> places;
        std::vector<std::uint32_t> vertices;
        for (const std::uint32_t k : loop) {
            places.push_back(cut.crossings[k]);
            vertices.push_back(below[k]);
        }
        const Cap cap = cap_across(places);
        for (const Point& p : cap.inner)
            vertices.push_back(twice(p));
        for (const auto& [a, b, c] : cap.triangles) {
            sides[0].add({vertices[a], vertices[b], vertices[c]});
            sides[1].add({vertices[a] + 1, vertices[c] + 1, vertices[b] + 1});
        }
    }
    return sides;
}

} // namespace

BrokenShape broken(Shape shape, std::span<const Plane> planes)
{
    Chunk whole;
    for (std::uint32_t t = 0; t < shape.triangles.size(); ++t)
        whole.add(shape.triangles[t], t);
    const std::size_t vertices = shape.points.size();
    std::vector<Chunk> chunks = {std::move(whole)};
    for (const Plane& plane : planes) {
        std::vector<Chunk> smaller;
        for (const Chunk& chunk : chunks)
            for (Chunk& half : halves(chunk, shape.points, plane))
                if (!half.triangles.empty())
                    smaller.push_back(std::move(half));
        chunks = std::move(smaller);
    }

    BrokenShape result;
    std::vector<bool> stays(shape.triangles.size(), false);
    result.chunk_of.resize(shape.points.size(), 0);
    for (std::uint32_t k = 0; k < chunks.size(); ++k) {
        for (std::size_t t = 0; t < chunks[k].triangles.size(); ++t) {
            for (const std::uint32_t vertex : chunks[k].triangles[t])
                result.chunk_of[vertex] = k;
            if (chunks[k].numbers[t] == new_number)
                result.edit.add_triangles.push_back(chunks[k].triangles[t]);
            else
                stays[chunks[k].numbers[t]] = true;
        }
        const Body body = body_of(chunks[k], shape.points);
        result.middles.push_back(body.middle);
        result.volumes.push_back(body.volume);
    }
    for (std::uint32_t t = 0; t < stays.size(); ++t)
        if (!stays[t])
            result.edit.remove_triangles.push_back(t);
    result.edit.add_vertices = static_cast<std::uint32_t>(shape.points.size() - vertices);
    result.edit.split = true;
    result.shape = std::move(shape);
    return result;
}

} // namespace tactus::scenes
