// SPDX-License-Identifier: MIT
// Goals of error are reached whatever is good enough before, and what is nearest does not depend on rounding.
#include "contacts/features/elementary_contacts.h"
#include "contacts/promises.h"
#include "scenes/random.h"

namespace tactus {
namespace {

TEST(Goals, AreReachedWhereSomePartsAreGoodEnoughBeforeOthers)
{
    const std::vector<TriangleIndices> box = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {5, 7, 6}, {0, 2, 4}, {2, 5, 4},
                                              {1, 6, 3}, {3, 6, 7}, {0, 4, 1}, {1, 4, 6}, {2, 3, 5}, {3, 7, 5}};
    const std::vector<Vec3> corners = {
        {-0.94557637f, -0.764897585f, -2.24413252f},  {-0.661580503f, 1.56502426f, -2.33784318f},
        {2.85202241f, -0.720668733f, -2.44885707f},   {2.79811049f, 1.53999841f, -2.47902489f},
        {-0.810827672f, -0.875273764f, 0.850790024f}, {2.84426785f, -0.671404004f, 0.867552757f},
        {-0.749563515f, 1.6079247f, 1.00192845f},     {2.84682727f, 1.47905779f, 1.02301955f}};
    const std::vector<TriangleIndices> tetrahedron = {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};
    const std::vector<Vec3> beside = {
        {-1.0f, 1.25f, 0.0f}, {-1.25f, 1.5f, -0.25f}, {-1.0f, 1.0f, -0.5f}, {-0.75f, 1.25f, -0.25f}};
    const auto make = [&] {
        World world = World::create({.contacts = {.contact_distance = 0.0332382247f}}).value();
        (void)world.add_body({.triangles = box, .positions = corners}).value();
        (void)world.add_body({.triangles = tetrahedron, .positions = beside}).value();
        return world;
    };
    World whole = make();
    const Promises promises(whole.find_contacts());
    for (const float goal : {2.0f, 1.0f, 0.8f, 0.5f, 0.2f, 0.05f}) {
        World world = make();
        const ContactReport& report = world.find_contacts(Budget::until_error(goal));
        EXPECT_LE(report.worst_error, goal);
        promises.check(report, "until " + std::to_string(goal));
        // A coarser goal after a finer one that was cut, too.
        World cut = make();
        (void)cut.find_contacts(Budget::work_units(12).or_until_error(0.01f));
        EXPECT_LE(cut.refine_contacts(Budget::until_error(goal)).worst_error, goal);
        promises.check(cut.refine_contacts(Budget::until_error(goal)), "refined until " + std::to_string(goal));
        EXPECT_TRUE(cut.refine_contacts().complete);
    }
}

TEST(Goals, ThatWholeBodiesMeetAreFollowedByTheWholeAnswer)
{
    // Three pairs of bodies rest as they are, and are then searched without a limit.
    const std::vector<TriangleIndices> tetrahedron = {{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}};
    const auto make = [&] {
        World world = World::create().value();
        for (int k = 0; k < 3; ++k) {
            const float x = 0.1f * float(k);
            const std::vector<Vec3> points = {{x, 0, 0}, {x, 1, 0}, {x + 1, 0, 0.1f * float(k)}, {x, 0, 1}};
            (void)world.add_body({.triangles = tetrahedron, .positions = points}).value();
        }
        return world;
    };
    World whole = make(), rested = make();
    const ContactReport& expected = whole.find_contacts();
    EXPECT_EQ(rested.find_contacts(Budget::until_error(100.0f)).contacts.size(), 0u);
    const ContactReport& report = rested.refine_contacts();
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.open_pairs, 0u);
    EXPECT_EQ(contact_set(report), contact_set(expected));
}

TEST(NearestPointOfAFace, DoesNotDependOnTheCornerWithWhichItBegins)
{
    // Of two faces at an edge, rounding would otherwise choose the one that is nearer, and another one in every
    // structure.
    scenes::Random random(31);
    const auto coordinate = [&] { return float(random.below(1u << 20)) * 0x1p-19f; };
    for (int k = 0; k < 2000; ++k) {
        const float positions[] = {coordinate(), coordinate(), coordinate(), coordinate(), coordinate(),
                                   coordinate(), coordinate(), coordinate(), coordinate(), 0.0f};
        const Vec3 point = {coordinate(), coordinate(), coordinate()};
        const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
        const BodySurface surface = {.triangles = triangles, .positions = positions};
        const VertexFaceClosest first = closest_on(surface, 0, point);
        for (std::size_t turns = 1; turns < 3; ++turns) {
            const VertexFaceClosest other = closest_on(surface, turns, point);
            ASSERT_EQ(first.distance, other.distance) << k;
            for (std::size_t corner = 0; corner < 3; ++corner)
                ASSERT_EQ(first.weights[triangles[turns][corner]], other.weights[corner]) << k;
        }
    }
}

} // namespace
} // namespace tactus
