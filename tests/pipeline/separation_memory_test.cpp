// SPDX-License-Identifier: MIT
// What is remembered of a gap is never more than what is left of it.
#include "search/nodes/separation_memory.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "scenes/random.h"
#include "tree/refit/leaf_motion.h"

namespace tactus {
namespace {

constexpr OpenedPair some_pair = {3, 4, 17, 29, true};

Vec3 random_vector(scenes::Random& random, double size)
{
    const scenes::Point p = random.in_cube() * size;
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

Box random_box(scenes::Random& random, double place, double size)
{
    const Vec3 middle = random_vector(random, place), corner = random_vector(random, size);
    const Vec3 half = {std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)};
    return {middle - half, middle + half};
}

LaneBox lanes_of(const Box& box)
{
    return {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
}

Box moved(const Box& box, Vec3 way) { return {box.lower + way, box.upper + way}; }

/// Eight leaves of a cluster and a box that they are compared with, and what is remembered of them.
class Encounter {
public:
    Encounter(const LeafMotion::Leaves& first_leaves, const Box& first_other) : leaves(first_leaves), other(first_other)
    {
        motion_.make_room(1);
        memory_.make_room();
    }

    void keep(std::uint64_t era = 1)
    {
        SeparationMemory::Gaps gaps;
        for (std::size_t k = 0; k < 8; ++k) {
            const AxisGap gap = widest_gap(box_of(leaves[k]), other);
            gaps.metres[k] = gap.metres;
            gaps.direction[k] = gap.direction;
        }
        memory_.keep(some_pair, now(era), gaps);
    }
    void forget() { memory_.forget(); }
    SeparationMemory::Gaps known(std::uint64_t era = 1) { return memory_.find(some_pair, now(era)); }

    LeafMotion::Leaves leaves;
    Box other;

private:
    Approach now(std::uint64_t era)
    {
        motion_.see(0, era, leaves);
        return Approach(motion_.travel(0), 5, other);
    }

    LeafMotion motion_;
    SeparationMemory memory_;
};

/// Metres along the axis that is widest, exact but for what doubles lose.
double true_gap(const LaneBox& leaf, const Box& other)
{
    const Box box = box_of(leaf);
    return std::max(
        {double(other.lower.x) - box.upper.x, double(other.lower.y) - box.upper.y, double(other.lower.z) - box.upper.z,
         double(box.lower.x) - other.upper.x, double(box.lower.y) - other.upper.y,
         double(box.lower.z) - other.upper.z});
}

TEST(SeparationMemory, NeverKnowsMoreThanWhatIsLeft)
{
    for (const double scale : {1.0, 1e-30, 1e30}) {
        scenes::Random random(7, 11);
        std::size_t still_apart = 0;
        for (int round = 0; round < 200; ++round) {
            LeafMotion::Leaves leaves;
            for (LaneBox& leaf : leaves)
                leaf = lanes_of(random_box(random, scale, 0.2 * scale));
            Encounter encounter(leaves, random_box(random, scale, 0.3 * scale));
            encounter.keep();
            const double speed = scale * std::pow(10.0, -4.0 * random.uniform());
            for (int frame = 0; frame < 20; ++frame) {
                const Vec3 together = random_vector(random, 10.0 * speed);
                for (LaneBox& leaf : encounter.leaves)
                    leaf = lanes_of(moved(box_of(leaf), together + random_vector(random, speed)));
                encounter.other = moved(encounter.other, together + random_vector(random, speed));
                const SeparationMemory::Gaps gaps = encounter.known();
                for (std::size_t k = 0; k < 8; ++k) {
                    still_apart += gaps.metres[k] > 0.0f ? 1 : 0;
                    ASSERT_LE(double(gaps.metres[k]), true_gap(encounter.leaves[k], encounter.other))
                        << "scale " << scale << ", round " << round << ", frame " << frame;
                }
            }
        }
        EXPECT_GT(still_apart, 5000u);
    }
}

TEST(SeparationMemory, LastsWherePartsMoveTogether)
{
    scenes::Random random(7, 12);
    LeafMotion::Leaves leaves;
    for (LaneBox& leaf : leaves)
        leaf = lanes_of(random_box(random, 1.0, 0.2));
    Encounter encounter(leaves, moved(random_box(random, 1.0, 0.2), {3.0f, 0.0f, 0.0f}));
    encounter.keep();
    for (int frame = 0; frame < 1000; ++frame) {
        const Vec3 way = {0.02f, -0.03f, 0.01f};
        for (LaneBox& leaf : encounter.leaves)
            leaf = lanes_of(moved(box_of(leaf), way));
        encounter.other = moved(encounter.other, way);
        const SeparationMemory::Gaps gaps = encounter.known();
        for (std::size_t k = 0; k < 8; ++k)
            ASSERT_GT(double(gaps.metres[k]), 0.9 * true_gap(encounter.leaves[k], encounter.other))
                << "frame " << frame;
    }
}

TEST(SeparationMemory, KnowsWhatIsKeptAfterAllWasForgotten)
{
    LeafMotion::Leaves leaves;
    leaves.fill(lanes_of({{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}));
    Encounter encounter(leaves, {{4.0f, 0.0f, 0.0f}, {5.0f, 1.0f, 1.0f}});
    EXPECT_LT(encounter.known().metres[0], 0.0f);
    for (int time = 0; time < 3; ++time) {
        encounter.keep();
        EXPECT_GT(encounter.known().metres[0], 2.9f);
        encounter.forget();
        EXPECT_LT(encounter.known().metres[0], 0.0f);
    }
}

TEST(SeparationMemory, KnowsNothingOfAnotherEra)
{
    LeafMotion::Leaves leaves;
    leaves.fill(lanes_of({{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}));
    Encounter encounter(leaves, {{4.0f, 0.0f, 0.0f}, {5.0f, 1.0f, 1.0f}});
    encounter.keep();
    EXPECT_GT(encounter.known().metres[0], 2.9f);
    EXPECT_LT(encounter.known(2).metres[0], 0.0f);
    EXPECT_LT(encounter.known(0).metres[0], 0.0f);
}

// A leaf without triangles has no box, and says nothing about the others.
TEST(SeparationMemory, LeavesOutEmptyLeaves)
{
    constexpr float far = std::numeric_limits<float>::infinity();
    LeafMotion::Leaves leaves;
    leaves.fill({{far, far, far, 0.0f}, {-far, -far, -far, 0.0f}});
    leaves[2] = lanes_of({{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}});
    Encounter encounter(leaves, {{4.0f, 0.0f, 0.0f}, {5.0f, 1.0f, 1.0f}});
    encounter.keep();
    encounter.leaves[2] = lanes_of({{1.0f, 0.0f, 0.0f}, {2.0f, 1.0f, 1.0f}});
    EXPECT_GT(encounter.known().metres[2], 1.9f);
    EXPECT_LE(encounter.known().metres[2], 2.0f);
}

} // namespace
} // namespace tactus
