// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// The triangles of a mesh one after the other, nine floats each: what a card reads without looking anything up. Keeps
/// its memory from one mesh to the next.
class TriangleStream {
public:
    /// Takes the positions of a mesh as they are now. Triangles whose vertices do not exist become points at zero.
    void fill(const MeshView& mesh);

    std::size_t triangle_count() const { return triangle_count_; }
    std::span<const float> positions() const { return {positions_.data(), 9 * triangle_count_}; }
    /// The largest magnitude of a vertex's coordinate; infinite or nan if one of them is.
    double largest_coordinate() const { return largest_coordinate_; }
    /// Whether there are triangles whose vertices do not exist.
    bool has_missing() const { return !missing_.empty(); }
    /// Whether this is one of them.
    bool is_missing(std::uint32_t triangle) const
    {
        return has_missing() && std::binary_search(missing_.begin(), missing_.end(), triangle);
    }

private:
    std::vector<float> positions_;
    std::size_t triangle_count_ = 0;
    double largest_coordinate_ = 0.0;
    std::vector<std::uint32_t> missing_;
};

} // namespace tactus
