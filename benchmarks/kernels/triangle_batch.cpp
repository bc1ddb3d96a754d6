// SPDX-License-Identifier: MIT
// Nanoseconds a candidate pair, for the kernel that decides them. `time per pair` is the counter to read.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/triangle.h"
#include "geometry/triangle_pairs/triangle_batch.h"

namespace {

using namespace tactus;

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // In [0, 1).
    float unit()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<float>((z ^ (z >> 31)) >> 40) * 0x1p-24f;
    }

private:
    std::uint64_t state_;
};

struct Soup {
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;

    void add(Vec3 p)
    {
        indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
        positions.insert(positions.end(), {p.x, p.y, p.z});
    }
    void pad() { positions.push_back(0.0f); }
    std::size_t size() const { return indices.size() / 3; }
    TriangleSource source() const { return {positions.data(), indices.data()}; }
    Vec3 corner(std::size_t i) const
    {
        const float* p = &positions[3 * static_cast<std::size_t>(indices[i])];
        return {p[0], p[1], p[2]};
    }
    Box box(std::size_t i) const { return box_of(Triangle{corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)}); }
};

struct Candidates {
    Soup a;
    Soup b;
    std::vector<IndexPair> pairs;

    void find_pairs()
    {
        a.pad();
        b.pad();
        for (std::uint32_t i = 0; i < a.size(); ++i)
            for (std::uint32_t j = 0; j < b.size(); ++j)
                if (overlap(a.box(i), b.box(j)))
                    pairs.push_back({i, j});
    }
};

// Small triangles scattered in a cube, paired where their boxes overlap: about one pair in five intersects.
Candidates scattered()
{
    Candidates result;
    Random random(1);
    for (Soup* soup : {&result.a, &result.b})
        for (int i = 0; i < 1500; ++i) {
            const Vec3 centre = {random.unit(), random.unit(), random.unit()};
            for (int k = 0; k < 3; ++k)
                soup->add(centre + Vec3{random.unit(), random.unit(), random.unit()} * 0.15f);
        }
    result.find_pairs();
    return result;
}

// Two layers of one sheet, folded exactly flat on a tilted plane or on y = 0; without a shift, corner on corner.
Candidates folded_flat(float slope, float shift_of_b)
{
    Candidates result;
    constexpr int cells = 16;
    const auto add_sheet = [&](Soup& soup, float shift) {
        const auto at = [&](int i, int j) {
            const float x = static_cast<float>(i) * 0.0625f + shift;
            return Vec3{x, x * slope, static_cast<float>(j) * 0.0625f + shift * 0.375f};
        };
        for (int i = 0; i < cells; ++i)
            for (int j = 0; j < cells; ++j)
                for (const Vec3 p :
                     {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)})
                    soup.add(p);
    };
    add_sheet(result.a, 0.0f);
    add_sheet(result.b, shift_of_b);
    result.find_pairs();
    return result;
}

using Test = std::size_t (*)(const TriangleSource&, const TriangleSource&, const IndexPair*, std::size_t, IndexPair*);

void triangle_pairs(benchmark::State& state, Candidates candidates, Test test, int which)
{
    std::vector<IndexPair> hits(candidates.pairs.size());
    std::size_t hit_count = test(
        candidates.a.source(), candidates.b.source(), candidates.pairs.data(), candidates.pairs.size(), hits.data());
    if (which != 0) {
        std::vector<IndexPair> chosen;
        std::size_t next = 0;
        for (const IndexPair pair : candidates.pairs) {
            const bool is_hit = next < hit_count && hits[next] == pair;
            next += is_hit ? 1 : 0;
            if (is_hit == (which > 0))
                chosen.push_back(pair);
        }
        candidates.pairs = chosen;
    }
    for (auto _ : state) {
        hit_count = test(
            candidates.a.source(), candidates.b.source(), candidates.pairs.data(), candidates.pairs.size(),
            hits.data());
        benchmark::DoNotOptimize(hits.data());
    }
    const double count = static_cast<double>(candidates.pairs.size());
    state.counters["hits"] = static_cast<double>(hit_count) / count;
    state.counters["time per pair"] =
        benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(triangle_pairs, scattered, scattered(), &intersecting_pairs, 0);
BENCHMARK_CAPTURE(triangle_pairs, scattered_misses, scattered(), &intersecting_pairs, -1);
BENCHMARK_CAPTURE(triangle_pairs, scattered_hits, scattered(), &intersecting_pairs, 1);
BENCHMARK_CAPTURE(triangle_pairs, scattered_scalar, scattered(), &intersecting_pairs_scalar, 0);
BENCHMARK_CAPTURE(triangle_pairs, flat_shifted, folded_flat(0.0f, 0.015625f), &intersecting_pairs, 0);
BENCHMARK_CAPTURE(triangle_pairs, flat_corner_on_corner, folded_flat(0.0f, 0.0f), &intersecting_pairs, 0);
BENCHMARK_CAPTURE(triangle_pairs, flat_tilted_shifted, folded_flat(0.37109375f, 0.015625f), &intersecting_pairs, 0);
BENCHMARK_CAPTURE(triangle_pairs, flat_tilted_corner_on_corner, folded_flat(0.37109375f, 0.0f), &intersecting_pairs, 0);

} // namespace
