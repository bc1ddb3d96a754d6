// SPDX-License-Identifier: MIT
#include "pipeline/forces/vertex_sums.h"

#include <algorithm>
#include <bit>

namespace tactus {

void VertexSums::clear()
{
    // Room for as many as last time: after one large frame, later ones do not empty its table for ever.
    slots_.resize_uninitialised(std::max(fewest_slots, std::bit_ceil(2 * sums_.size() + 2)));
    sums_.clear();
    std::fill(slots_.begin(), slots_.end(), empty);
}

void VertexSums::add(std::uint32_t body, std::uint32_t vertex, DoubleVector force)
{
    if (2 * (sums_.size() + 1) > slots_.size())
        grow();
    const std::size_t slot = slot_of(body, vertex);
    if (slots_[slot] == empty) {
        slots_[slot] = static_cast<std::uint32_t>(sums_.size());
        sums_.push_back({body, vertex, force});
        return;
    }
    Sum& sum = sums_[slots_[slot]];
    sum.force = sum.force + force;
}

std::span<const VertexSums::Sum> VertexSums::sort()
{
    std::sort(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) {
        return a.body != b.body ? a.body < b.body : a.vertex < b.vertex;
    });
    return sums_.span();
}

std::size_t VertexSums::slot_of(std::uint32_t body, std::uint32_t vertex) const
{
    // Fibonacci hashing: the product's upper bits depend on all bits of the name.
    const std::uint64_t name = (std::uint64_t(body) << 32 | vertex) + 1;
    const std::uint64_t spread = (name ^ name >> 29) * 0x9e3779b97f4a7c15u;
    std::size_t slot = static_cast<std::size_t>(spread >> 32) & (slots_.size() - 1);
    while (slots_[slot] != empty) {
        const Sum& sum = sums_[slots_[slot]];
        if (sum.body == body && sum.vertex == vertex)
            break;
        slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
}

void VertexSums::grow()
{
    slots_.resize_uninitialised(std::max(fewest_slots, 2 * slots_.size()));
    std::fill(slots_.begin(), slots_.end(), empty);
    for (std::size_t k = 0; k < sums_.size(); ++k)
        slots_[slot_of(sums_[k].body, sums_[k].vertex)] = static_cast<std::uint32_t>(k);
}

} // namespace tactus
