// SPDX-License-Identifier: MIT
// A frame of the broad phase: a tenth of the bodies moves by a hundredth of its size and the overlapping pairs are
// asked for. Beside it the two things one would write first, which only find the pairs: every moved box against every
// box with vector instructions, and a sweep along x over an order that is kept sorted.
#include "broad_phase/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>
#include <hwy/highway.h>

namespace tactus {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Boxes of edge 1 that travel in circles, each about a place of its own in a grid. `spacing` is the distance of two
// places: 2.5 keeps all boxes apart, 1.1 makes each overlap some of its neighbours some of the time.
class Bodies {
public:
    Bodies(std::size_t count, float spacing) : boxes_(count), centres_(count), phases_(count)
    {
        const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t x = i % side, y = i / side % side, z = i / side / side;
            centres_[i] = Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * spacing;
            phases_[i] = static_cast<float>(i * 7919 % 628) * 0.01f;
            place(i);
        }
        const std::size_t moving = std::max<std::size_t>(1, count / 10);
        for (std::size_t k = 0; k < moving; ++k)
            moving_.push_back(static_cast<std::uint32_t>(k * count / moving));
    }

    void step()
    {
        for (std::uint32_t i : moving_) {
            phases_[i] += 0.025f; // radius 0.4: a hundredth of the edge
            place(i);
        }
    }
    std::size_t size() const { return boxes_.size(); }
    const Box& operator[](std::size_t i) const { return boxes_[i]; }
    const std::vector<std::uint32_t>& moving() const { return moving_; }

private:
    void place(std::size_t i)
    {
        const Vec3 centre =
            centres_[i]
            + Vec3{0.4f * std::cos(phases_[i]), 0.4f * std::sin(phases_[i]), 0.2f * std::sin(0.7f * phases_[i])};
        boxes_[i] = {centre - Vec3{0.5f, 0.5f, 0.5f}, centre + Vec3{0.5f, 0.5f, 0.5f}};
    }

    std::vector<Box> boxes_;
    std::vector<Vec3> centres_;
    std::vector<float> phases_;
    std::vector<std::uint32_t> moving_;
};

// Each bound in an array of its own, with empty boxes at the end.
class AllPairs {
public:
    explicit AllPairs(const Bodies& bodies)
    {
        for (int k = 0; k < 6; ++k)
            bounds_[k].resize(bodies.size() + 64, k < 3 ? INFINITY : -INFINITY);
        for (std::size_t i = 0; i < bodies.size(); ++i)
            move(i, bodies[i]);
    }

    void move(std::size_t i, const Box& box)
    {
        const float values[6] = {box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z};
        for (int k = 0; k < 6; ++k)
            bounds_[k][i] = values[k];
    }

    HWY_ATTR std::size_t count_overlaps(std::size_t a, std::size_t count) const
    {
        const hn::ScalableTag<float> lanes;
        std::size_t overlaps = 0;
        for (std::size_t i = 0; i < count; i += hn::Lanes(lanes)) {
            auto both = hn::Le(hn::LoadU(lanes, &bounds_[0][i]), hn::Set(lanes, bounds_[3][a]));
            for (int k = 1; k < 3; ++k)
                both = hn::And(both, hn::Le(hn::LoadU(lanes, &bounds_[k][i]), hn::Set(lanes, bounds_[k + 3][a])));
            for (int k = 0; k < 3; ++k)
                both = hn::And(both, hn::Ge(hn::LoadU(lanes, &bounds_[k + 3][i]), hn::Set(lanes, bounds_[k][a])));
            if (!hn::AllFalse(lanes, both))
                overlaps += hn::CountTrue(lanes, both);
        }
        return overlaps;
    }

private:
    std::vector<float> bounds_[6];
};

void report(benchmark::State& state, const Bodies& bodies, std::size_t pairs)
{
    state.counters["pairs"] = static_cast<double>(pairs);
    state.counters["per_moving"] = benchmark::Counter(
        static_cast<double>(bodies.moving().size()),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void incremental(benchmark::State& state, float spacing)
{
    Bodies bodies(static_cast<std::size_t>(state.range(0)), spacing);
    BroadPhase phase;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        phase.add(bodies[i]);
    std::size_t pairs = phase.pairs().size();
    const auto move_all = [&] {
        for (std::uint32_t i : bodies.moving())
            phase.move(i, bodies[i]);
        pairs = phase.pairs().size();
    };
    for (int frame = 0; frame < 300; ++frame) {
        bodies.step();
        move_all();
    }
    for (auto _ : state) {
        bodies.step();
        move_all();
    }
    report(state, bodies, pairs);
}

void all_pairs(benchmark::State& state, float spacing)
{
    Bodies bodies(static_cast<std::size_t>(state.range(0)), spacing);
    AllPairs boxes(bodies);
    std::size_t overlaps = 0;
    for (auto _ : state) {
        bodies.step();
        for (std::uint32_t i : bodies.moving())
            boxes.move(i, bodies[i]);
        overlaps = 0;
        for (std::uint32_t i : bodies.moving())
            overlaps += boxes.count_overlaps(i, bodies.size()) - 1;
        benchmark::DoNotOptimize(overlaps);
    }
    report(state, bodies, overlaps);
}

void sweep(benchmark::State& state, float spacing)
{
    Bodies bodies(static_cast<std::size_t>(state.range(0)), spacing);
    std::vector<std::uint32_t> order(bodies.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return bodies[i].lower.x; });
    std::size_t overlaps = 0;
    for (auto _ : state) {
        bodies.step();
        for (std::size_t i = 1; i < order.size(); ++i) {
            const std::uint32_t body = order[i];
            std::size_t k = i;
            for (; k > 0 && bodies[order[k - 1]].lower.x > bodies[body].lower.x; --k)
                order[k] = order[k - 1];
            order[k] = body;
        }
        overlaps = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Box& box = bodies[order[i]];
            for (std::size_t k = i + 1; k < order.size() && bodies[order[k]].lower.x <= box.upper.x; ++k)
                overlaps += overlap(box, bodies[order[k]]) ? 1 : 0;
        }
        benchmark::DoNotOptimize(overlaps);
    }
    report(state, bodies, overlaps);
}

void motion_alone(benchmark::State& state, float spacing)
{
    Bodies bodies(static_cast<std::size_t>(state.range(0)), spacing);
    for (auto _ : state) {
        bodies.step();
        benchmark::ClobberMemory();
    }
    report(state, bodies, 0);
}

void first_frame(benchmark::State& state, float spacing)
{
    Bodies bodies(static_cast<std::size_t>(state.range(0)), spacing);
    std::size_t pairs = 0;
    for (auto _ : state) {
        BroadPhase phase;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            phase.add(bodies[i]);
        pairs = phase.pairs().size();
    }
    state.counters["pairs"] = static_cast<double>(pairs);
}

#define TACTUS_BROAD_PHASE_SIZES Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond)
BENCHMARK_CAPTURE(motion_alone, apart, 2.5f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(incremental, apart, 2.5f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(all_pairs, apart, 2.5f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(sweep, apart, 2.5f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(incremental, crowded, 1.1f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(all_pairs, crowded, 1.1f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(sweep, crowded, 1.1f)->TACTUS_BROAD_PHASE_SIZES;
BENCHMARK_CAPTURE(first_frame, apart, 2.5f)->TACTUS_BROAD_PHASE_SIZES;

} // namespace
} // namespace tactus
