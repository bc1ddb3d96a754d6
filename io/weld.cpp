// SPDX-License-Identifier: MIT
#include "io/weld.h"

#include <bit>
#include <cstddef>

namespace tactus::io {

namespace {

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value == 0.0f ? 0.0f : value); }

std::uint64_t hash_step(std::uint64_t hash, std::uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

std::uint64_t hash_of(const Vec3& p) { return hash_step(hash_step(hash_step(0, bits(p.x)), bits(p.y)), bits(p.z)); }

bool same_everywhere(std::span<const std::vector<Vec3>> frames, std::uint32_t a, std::uint32_t b)
{
    for (const std::vector<Vec3>& frame : frames)
        if (frame[a] != frame[b])
            return false;
    return true;
}

} // namespace

WeldMap weld_map(std::span<const std::vector<Vec3>> frames)
{
    WeldMap map;
    if (frames.empty())
        return map;
    const std::size_t count = frames[0].size();
    map.new_index.resize(count);
    map.kept_vertex.reserve(count);

    // An open hash table of new numbers, at most half full.
    constexpr std::uint32_t free_slot = UINT32_MAX;
    std::vector<std::uint32_t> table(std::bit_ceil(2 * count + 1), free_slot);
    const std::size_t last_slot = table.size() - 1;
    for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
        std::size_t slot = hash_of(frames[0][vertex]) & last_slot;
        while (table[slot] != free_slot && !same_everywhere(frames, map.kept_vertex[table[slot]], vertex))
            slot = (slot + 1) & last_slot;
        if (table[slot] == free_slot) {
            table[slot] = static_cast<std::uint32_t>(map.kept_vertex.size());
            map.kept_vertex.push_back(vertex);
        }
        map.new_index[vertex] = table[slot];
    }
    return map;
}

std::vector<Vec3> welded(std::span<const Vec3> positions, const WeldMap& map)
{
    std::vector<Vec3> result;
    result.reserve(map.kept_vertex.size());
    for (const std::uint32_t vertex : map.kept_vertex)
        result.push_back(positions[vertex]);
    return result;
}

void renumber(std::span<TriangleIndices> triangles, const WeldMap& map)
{
    for (TriangleIndices& triangle : triangles)
        for (std::uint32_t& vertex : triangle)
            vertex = map.new_index[vertex];
}

} // namespace tactus::io
