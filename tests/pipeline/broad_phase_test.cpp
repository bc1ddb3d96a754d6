// SPDX-License-Identifier: MIT
#include "broad_phase/broad_phase.h"

#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tactus {
namespace {

// Splitmix64: the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
    float between(float low, float high) { return low + (high - low) * static_cast<float>(next() >> 40) * 0x1p-24f; }
    Vec3 point(float low, float high)
    {
        const float x = between(low, high), y = between(low, high), z = between(low, high);
        return {x, y, z};
    }

private:
    std::uint64_t state_;
};

using Boxes = std::map<std::uint32_t, Box>;

std::vector<ProxyPair> brute_force(const Boxes& boxes)
{
    std::vector<ProxyPair> pairs;
    for (auto a = boxes.begin(); a != boxes.end(); ++a)
        for (auto b = std::next(a); b != boxes.end(); ++b)
            if (!is_empty(a->second) && !is_empty(b->second) && overlap(a->second, b->second))
                pairs.push_back({a->first, b->first});
    return pairs;
}

::testing::AssertionResult agree(BroadPhase& phase, const Boxes& boxes)
{
    const auto found = phase.pairs();
    const auto expected = brute_force(boxes);
    if (std::vector<ProxyPair>(found.begin(), found.end()) == expected)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << found.size() << " pairs instead of " << expected.size();
}

Box cube(Vec3 centre, float half) { return {centre - Vec3{half, half, half}, centre + Vec3{half, half, half}}; }

// The worlds that the random sequences play in.
enum class Kind { scattered, dense, clusters, grid, sizes, flat };

Box random_box(Kind kind, Random& random)
{
    switch (kind) {
    case Kind::scattered:
        return cube(random.point(-100, 100), random.between(0.1f, 1.0f));
    case Kind::dense:
        return cube(random.point(-3, 3), random.between(0.1f, 1.0f));
    case Kind::clusters: {
        const float corner = static_cast<float>(random.below(4)) * 50.0f;
        return cube(Vec3{corner, -corner, corner} + random.point(-1, 1), random.between(0.0f, 0.5f));
    }
    case Kind::grid: {
        // Whole numbers: boxes touch in faces, edges and corners, repeat each other, and are points and sheets.
        const auto whole = [&](std::uint32_t count) { return static_cast<float>(random.below(count)); };
        const Vec3 lower = {whole(6), whole(6), whole(6)};
        return {lower, lower + Vec3{whole(3), whole(3), whole(3)}};
    }
    case Kind::sizes: {
        const float half = std::ldexp(1.0f, static_cast<int>(random.below(196)) - 98);
        return cube(random.point(-4, 4) * (random.below(2) == 0 ? half : 1.0f), half);
    }
    case Kind::flat:
        return cube(Vec3{random.between(-20, 20), 0.0f, random.between(-20, 20)}, random.between(0.1f, 1.0f));
    }
    return {};
}

Box shifted(const Box& box, Vec3 step) { return {box.lower + step, box.upper + step}; }

void play(Kind kind, std::uint64_t seed, int frames, std::uint32_t most)
{
    SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed));
    Random random(seed);
    BroadPhase phase;
    Boxes boxes;
    std::vector<std::uint32_t> alive;
    for (int frame = 0; frame < frames; ++frame) {
        const std::uint32_t calls = random.below(random.below(8) == 0 ? most : 12);
        for (std::uint32_t i = 0; i < calls; ++i) {
            const std::uint32_t what = random.below(16);
            if (alive.empty() || (what < 4 && alive.size() < most)) {
                const Box box = random_box(kind, random);
                const std::uint32_t proxy = phase.add(box);
                ASSERT_FALSE(boxes.contains(proxy));
                boxes[proxy] = box;
                alive.push_back(proxy);
                continue;
            }
            const std::uint32_t at = random.below(static_cast<std::uint32_t>(alive.size()));
            const std::uint32_t proxy = alive[at];
            if (what < 6) {
                phase.remove(proxy);
                boxes.erase(proxy);
                alive[at] = alive.back();
                alive.pop_back();
                continue;
            }
            Box box = boxes[proxy];
            if (what == 6)
                box = Box{};
            else if (what == 7)
                box = {{2, 2, 2}, {1, 3, 3}};
            else if (what < 10 || is_empty(box))
                box = random_box(kind, random);
            else if (what == 10)
                box = boxes[alive[random.below(static_cast<std::uint32_t>(alive.size()))]];
            else
                box = shifted(box, random.point(-0.1f, 0.1f) * (box.upper.x - box.lower.x));
            phase.move(proxy, box);
            boxes[proxy] = box;
        }
        ASSERT_TRUE(agree(phase, boxes)) << "frame " << frame;
    }
}

class EveryKind : public ::testing::TestWithParam<Kind> {};

TEST_P(EveryKind, OfSceneGivesThePairsThatBruteForceFinds)
{
    for (std::uint64_t seed = 0; seed < 350; ++seed)
        play(GetParam(), seed, 12, 40);
    for (std::uint64_t seed = 1000; seed < 1002; ++seed)
        play(GetParam(), seed, 150, 300);
}

INSTANTIATE_TEST_SUITE_P(
    BroadPhase, EveryKind,
    ::testing::Values(Kind::scattered, Kind::dense, Kind::clusters, Kind::grid, Kind::sizes, Kind::flat));

TEST(BroadPhase, FindsNothingWhereThereIsNothing)
{
    BroadPhase phase;
    EXPECT_TRUE(phase.pairs().empty());
    phase.add(cube({0, 0, 0}, 1));
    EXPECT_TRUE(phase.pairs().empty());
    phase.remove(0);
    EXPECT_TRUE(phase.pairs().empty());
}

TEST(BroadPhase, CountsTouchingAsOverlapAndTheNextFloatAsApart)
{
    for (float scale : {1e-30f, 1e-10f, 1.0f, 1e10f, 1e30f}) {
        BroadPhase phase;
        const Box left = {{0, 0, 0}, {scale, scale, scale}};
        const float beyond = std::nextafter(scale, INFINITY);
        phase.add(left);
        const std::uint32_t right = phase.add({{scale, scale, scale}, {2 * scale, 2 * scale, 2 * scale}});
        EXPECT_EQ(phase.pairs().size(), 1u) << scale;
        phase.move(right, {{beyond, scale, scale}, {2 * scale, 2 * scale, 2 * scale}});
        EXPECT_EQ(phase.pairs().size(), 0u) << scale;
        phase.move(right, {{scale, scale, scale}, {2 * scale, 2 * scale, 2 * scale}});
        EXPECT_EQ(phase.pairs().size(), 1u) << scale;
    }
}

TEST(BroadPhase, TakesBoxesAsLargeAsFloatsGo)
{
    constexpr float most = std::numeric_limits<float>::max();
    BroadPhase phase;
    Boxes boxes;
    Random random(7);
    for (int i = 0; i < 100; ++i) {
        const Box box = i % 3 == 0   ? Box{{-most, -most, -most}, {most, most, most}}
                        : i % 3 == 1 ? Box{{most, -most, 0}, {most, most, 0}}
                                     : cube(random.point(-1, 1), 0.01f);
        boxes[phase.add(box)] = box;
        ASSERT_TRUE(agree(phase, boxes)) << i;
    }
}

TEST(BroadPhase, KeepsAHugeBoxOverManySmallOnes)
{
    BroadPhase phase;
    Boxes boxes;
    Random random(11);
    for (int i = 0; i < 1000; ++i) {
        const Box box = i == 500 ? cube({0, 0, 0}, 200) : cube(random.point(-100, 100), 0.5f);
        boxes[phase.add(box)] = box;
    }
    for (int frame = 0; frame < 20; ++frame) {
        for (std::uint32_t proxy = 0; proxy < 1000; proxy += 1 + random.below(20)) {
            boxes[proxy] = shifted(boxes[proxy], random.point(-0.2f, 0.2f));
            phase.move(proxy, boxes[proxy]);
        }
        ASSERT_TRUE(agree(phase, boxes)) << frame;
        ASSERT_GE(phase.pairs().size(), 999u);
    }
}

TEST(BroadPhase, TakesManyIdenticalBoxesTogetherAndApart)
{
    constexpr std::uint32_t count = 1500;
    BroadPhase phase;
    Boxes boxes;
    for (std::uint32_t i = 0; i < count; ++i)
        phase.add(cube({0, 0, 0}, 1));
    const auto pairs = phase.pairs();
    ASSERT_EQ(pairs.size(), count * (count - 1) / 2);
    EXPECT_TRUE(std::ranges::is_sorted(pairs));
    EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end());
    for (std::uint32_t i = 0; i < count; ++i) {
        boxes[i] = cube({static_cast<float>(i) * 3, 0, 0}, 1);
        phase.move(i, boxes[i]);
    }
    EXPECT_TRUE(phase.pairs().empty());
    for (std::uint32_t i = 0; i < count; ++i) {
        boxes[i] = cube({static_cast<float>(i) * 2, 0, 0}, 1);
        phase.move(i, boxes[i]);
    }
    EXPECT_TRUE(agree(phase, boxes));
    EXPECT_EQ(phase.pairs().size(), count - 1);
}

TEST(BroadPhase, SeesAProxyThatTookARemovedOnesNumberAsANewOne)
{
    BroadPhase phase;
    phase.add(cube({0, 0, 0}, 1));
    const std::uint32_t second = phase.add(cube({1, 0, 0}, 1));
    EXPECT_EQ(phase.pairs().size(), 1u);
    phase.remove(second);
    EXPECT_EQ(phase.add(cube({9, 0, 0}, 1)), second);
    EXPECT_TRUE(phase.pairs().empty());
    phase.remove(second);
    EXPECT_EQ(phase.add(cube({-1, 0, 0}, 1)), second);
    EXPECT_EQ(phase.pairs().size(), 1u);
    phase.remove(second);
    EXPECT_TRUE(phase.pairs().empty());
}

TEST(BroadPhase, TakesNoMemoryInASettledScene)
{
    BroadPhase phase;
    std::vector<Box> boxes;
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        boxes.push_back(cube(random.point(-5, 5), 0.5f));
        phase.add(boxes.back());
    }
    const auto frame = [&](int number) {
        const Vec3 step = {number % 20 < 10 ? 0.05f : -0.05f, 0, 0};
        for (std::uint32_t i = 0; i < boxes.size(); i += 2) {
            boxes[i] = shifted(boxes[i], step);
            phase.move(i, boxes[i]);
        }
        phase.pairs();
    };
    for (int number = 0; number < 400; ++number)
        frame(number);
    const std::size_t bytes = phase.bytes();
    for (int number = 400; number < 800; ++number)
        frame(number);
    EXPECT_EQ(phase.bytes(), bytes);
}

} // namespace
} // namespace tactus
