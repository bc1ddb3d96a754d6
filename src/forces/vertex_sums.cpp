// SPDX-License-Identifier: MIT
#include "forces/vertex_sums.h"

#include <algorithm>

namespace tactus {

void VertexSums::clear()
{
    sums_.clear();
    places_.clear();
}

void VertexSums::add(std::uint32_t body, std::uint32_t vertex, DoubleVector force)
{
    const auto next = static_cast<std::uint32_t>(sums_.size());
    const std::uint32_t place = places_.find_or_put(std::uint64_t(body) << 32 | vertex, next);
    if (place == next)
        sums_.push_back({body, vertex, force});
    else
        sums_[place].force = sums_[place].force + force;
}

std::span<const VertexSums::Sum> VertexSums::sort()
{
    std::sort(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) {
        return a.body != b.body ? a.body < b.body : a.vertex < b.vertex;
    });
    return sums_.span();
}

} // namespace tactus
