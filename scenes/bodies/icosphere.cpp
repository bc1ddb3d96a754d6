// SPDX-License-Identifier: MIT
#include "scenes/bodies/icosphere.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tactus::scenes {
namespace {

constexpr std::array<TriangleIndices, 20> icosahedron_faces = {{
    {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1},
}};

std::vector<Point> icosahedron_corners()
{
    const double t = (1.0 + std::sqrt(5.0)) / 2.0;
    std::vector<Point> corners = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                                  {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
    for (Point& corner : corners)
        corner = unit(corner);
    return corners;
}

// Cuts the faces one after the other; the points on an edge are made by the first face that comes to it.
class Subdivision {
public:
    explicit Subdivision(std::uint32_t parts) : parts_(parts) { shape_.points = icosahedron_corners(); }

    Shape run() &&
    {
        for (const TriangleIndices& face : icosahedron_faces)
            cut(face);
        return std::move(shape_);
    }

private:
    void cut(const TriangleIndices& face)
    {
        // Row i runs parallel to the edge from corner 1 to corner 2 and has i + 1 points; row 0 is corner 0.
        std::vector<std::uint32_t> above = {face[0]};
        for (std::uint32_t i = 1; i <= parts_; ++i) {
            std::vector<std::uint32_t> row(i + 1);
            for (std::uint32_t j = 0; j <= i; ++j)
                row[j] = point(face, i, j);
            for (std::uint32_t j = 0; j < i; ++j) {
                shape_.triangles.push_back({above[j], row[j], row[j + 1]});
                if (j + 1 < i)
                    shape_.triangles.push_back({above[j], row[j + 1], above[j + 1]});
            }
            above = std::move(row);
        }
    }

    std::uint32_t point(const TriangleIndices& face, std::uint32_t i, std::uint32_t j)
    {
        if (i == parts_ && j == 0)
            return face[1];
        if (i == parts_ && j == parts_)
            return face[2];
        if (j == 0)
            return edge_point(face[0], face[1], i);
        if (j == i)
            return edge_point(face[0], face[2], i);
        if (i == parts_)
            return edge_point(face[1], face[2], j);
        const auto weight = [&](std::uint32_t k) { return static_cast<double>(k) / parts_; };
        const Point p = shape_.points[face[0]] * weight(parts_ - i) + shape_.points[face[1]] * weight(i - j)
                        + shape_.points[face[2]] * weight(j);
        return add(unit(p));
    }

    std::uint32_t edge_point(std::uint32_t from, std::uint32_t to, std::uint32_t step)
    {
        if (from > to) {
            std::swap(from, to);
            step = parts_ - step;
        }
        auto [place, is_new] = edges_.try_emplace({from, to}, static_cast<std::uint32_t>(shape_.points.size()));
        if (is_new)
            for (std::uint32_t k = 1; k < parts_; ++k)
                add(unit(mix(shape_.points[from], shape_.points[to], static_cast<double>(k) / parts_)));
        return place->second + step - 1;
    }

    std::uint32_t add(Point p)
    {
        shape_.points.push_back(p);
        return static_cast<std::uint32_t>(shape_.points.size() - 1);
    }

    std::uint32_t parts_;
    Shape shape_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges_;
};

} // namespace

Shape icosphere(std::uint32_t triangles)
{
    const auto parts = static_cast<std::uint32_t>(std::sqrt(triangles / 20.0) + 0.5);
    return Subdivision(std::max(parts, 1u)).run();
}

} // namespace tactus::scenes
