// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/packed_lists.h"

namespace tactus {

/// For each vertex the triangles that use it, in ascending order, each once.
class VertexStars {
public:
    /// Triangles for which `is_empty(index)` holds belong to no star.
    template <class IsEmpty>
    VertexStars(std::span<const std::array<std::uint32_t, 3>> triangles, std::size_t vertex_count, IsEmpty is_empty)
    {
        std::vector<std::uint32_t> begin(vertex_count + 1, 0);
        const auto for_each_corner = [&](auto&& visit) {
            for (std::size_t t = 0; t < triangles.size(); ++t) {
                if (is_empty(t))
                    continue;
                const auto [a, b, c] = triangles[t];
                visit(a, t);
                if (b != a)
                    visit(b, t);
                if (c != a && c != b)
                    visit(c, t);
            }
        };
        for_each_corner([&](std::uint32_t v, std::size_t) { ++begin[v + 1]; });
        for (std::size_t v = 0; v < vertex_count; ++v)
            begin[v + 1] += begin[v];
        Buffer<std::uint32_t> in_stars(begin[vertex_count]);
        std::vector<std::uint32_t> end(begin.begin(), begin.end() - 1);
        for_each_corner([&](std::uint32_t v, std::size_t t) { in_stars[end[v]++] = static_cast<std::uint32_t>(t); });
        stars_ = PackedLists(std::move(in_stars), begin);
    }

    /// The triangles of vertex k are list k.
    explicit VertexStars(PackedLists stars) : stars_(std::move(stars)) {}

    std::size_t bytes() const { return stars_.bytes() + star_.bytes(); }
    std::size_t vertex_count() const { return stars_.size(); }
    /// Triangles, as often as they are in stars.
    std::size_t number_count() const { return stars_.number_count(); }
    std::span<const std::uint32_t> operator[](std::size_t vertex) const { return stars_[vertex]; }

    /// More vertices, without triangles.
    void resize(std::size_t vertex_count) { stars_.resize(vertex_count); }
    /// A triangle that no vertex has had, or that its vertices have.
    void add(std::uint32_t triangle, const std::array<std::uint32_t, 3>& corners)
    {
        for (const std::uint32_t vertex : corners)
            change(vertex, triangle, true);
    }
    void remove(std::uint32_t triangle, const std::array<std::uint32_t, 3>& corners)
    {
        for (const std::uint32_t vertex : corners)
            change(vertex, triangle, false);
    }

private:
    void change(std::uint32_t vertex, std::uint32_t triangle, bool is_added)
    {
        star_.clear();
        const std::span<const std::uint32_t> star = stars_[vertex];
        const auto place = std::lower_bound(star.begin(), star.end(), triangle);
        if ((place != star.end() && *place == triangle) == is_added)
            return;
        for (auto k = star.begin(); k != place; ++k)
            star_.push_back(*k);
        if (is_added)
            star_.push_back(triangle);
        for (auto k = place + (is_added ? 0 : 1); k != star.end(); ++k)
            star_.push_back(*k);
        stars_.set(vertex, star_.span());
    }

    PackedLists stars_;
    Buffer<std::uint32_t> star_; ///< at hand
};

} // namespace tactus
