// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/stages/stages.h"
#include "base/work_prices.h"
#include "geometry/double_vector.h"
#include "mesh/removed_triangle.h"
#include "tree/surface.h"

namespace tactus {

/// Finds whether the normals of a closed surface's triangles point inwards, all in all, by the volume that they
/// enclose.
class FacingSearch {
public:
    /// Appends to the stages what finds it. From the first of them on the surface that `surface` gives must stay as it
    /// is, and this where it is, until they are done.
    void find(std::function<BodySurface()> surface, Stages& stages)
    {
        sum_ = size_ = 0.0;
        has_begun_ = false;
        // The stages capture no more than what a function holds without memory of its own.
        surface_of_ = std::move(surface);
        stages.add(
            1, [] { return 1; },
            [this](std::size_t, std::size_t) {
                has_begun_ = true;
                surface_ = surface_of_();
                origin_ = to_double(surface_.vertex(surface_.first_vertex()));
            });
        stages.add(
            price::enclosed_triangle, [this] { return surface_.triangles.size(); },
            [this](std::size_t first, std::size_t last) {
                for (std::size_t k = first; k < last; ++k)
                    add(surface_.triangles[k]);
            });
    }
    bool has_begun() const { return has_begun_; }
    /// When the stages are done; nothing if the triangles enclose next to nothing.
    std::optional<bool> faces_inwards() const
    {
        // Flat bodies that lie askew have as much volume as rounding gives them.
        constexpr double flat = 1e-6;
        return std::abs(sum_) > flat * size_ ? std::optional(sum_ < 0.0) : std::nullopt;
    }

private:
    void add(const TriangleIndices& triangle)
    {
        if (is_removed(triangle))
            return;
        const auto& [a, b, c] = triangle;
        const DoubleVector p = to_double(surface_.vertex(a)) - origin_, q = to_double(surface_.vertex(b)) - origin_,
                           r = to_double(surface_.vertex(c)) - origin_, area = cross(q - p, r - p);
        sum_ += dot(p, area);
        size_ += std::sqrt(dot(p, p) * dot(area, area));
    }

    std::function<BodySurface()> surface_of_;
    BodySurface surface_;
    DoubleVector origin_;
    double sum_ = 0.0;
    double size_ = 0.0;
    bool has_begun_ = false;
};

} // namespace tactus
