// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

/// For each vertex the triangles that use it, in ascending order, each once.
class VertexStars {
public:
    /// Triangles for which `is_empty(index)` holds belong to no star.
    template <class IsEmpty>
    VertexStars(std::span<const std::array<std::uint32_t, 3>> triangles, std::size_t vertex_count, IsEmpty is_empty)
        : begin_(vertex_count + 1, 0)
    {
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
        for_each_corner([&](std::uint32_t v, std::size_t) { ++begin_[v + 1]; });
        for (std::size_t v = 0; v < vertex_count; ++v)
            begin_[v + 1] += begin_[v];
        triangles_.resize(begin_[vertex_count]);
        std::vector<std::uint32_t> end(begin_.begin(), begin_.end() - 1);
        for_each_corner([&](std::uint32_t v, std::size_t t) { triangles_[end[v]++] = static_cast<std::uint32_t>(t); });
    }

    std::size_t bytes() const { return (begin_.capacity() + triangles_.capacity()) * sizeof(std::uint32_t); }
    std::size_t vertex_count() const { return begin_.size() - 1; }
    std::span<const std::uint32_t> operator[](std::size_t vertex) const
    {
        return {triangles_.data() + begin_[vertex], begin_[vertex + 1] - begin_[vertex]};
    }

private:
    std::vector<std::uint32_t> begin_;
    std::vector<std::uint32_t> triangles_;
};

} // namespace tactus
