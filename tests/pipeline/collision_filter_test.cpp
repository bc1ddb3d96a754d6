// SPDX-License-Identifier: MIT
#include "broad_phase/collision_filter.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(CollisionFilter, LetsBodiesCollideWhereEachGroupIsInTheOthersMask)
{
    EXPECT_TRUE(may_collide({}, {}));
    EXPECT_TRUE(may_collide({.group = 1, .mask = 2}, {.group = 2, .mask = 1}));
    EXPECT_FALSE(may_collide({.group = 1, .mask = 2}, {.group = 2, .mask = 4}));
    EXPECT_FALSE(may_collide({.group = 2, .mask = 4}, {.group = 1, .mask = 2}));
    EXPECT_FALSE(may_collide({.group = 0}, {}));
    EXPECT_FALSE(may_collide({.mask = 0}, {}));
    EXPECT_TRUE(may_collide({.group = 6, .mask = 8}, {.group = 24, .mask = 4}));
}

TEST(ContactExemptions, AllowNothingAtFirst)
{
    ContactExemptions exemptions;
    EXPECT_FALSE(exemptions.contact_allowed(0, 1));
    EXPECT_TRUE(exemptions.attached_vertices(0, 1).empty());
    EXPECT_FALSE(exemptions.attached_vertices(0, 1).exempt({0, 1, 2}, {0, 1, 2}));
    EXPECT_EQ(exemptions.bytes(), 0u);
}

TEST(ContactExemptions, AllowContactOfTwoBodiesBothWaysRoundUntilItIsTakenBack)
{
    ContactExemptions exemptions;
    exemptions.allow_contact(7, 3, true);
    exemptions.allow_contact(3, 7, true);
    exemptions.allow_contact(5, 5, true);
    EXPECT_TRUE(exemptions.contact_allowed(3, 7));
    EXPECT_TRUE(exemptions.contact_allowed(7, 3));
    EXPECT_TRUE(exemptions.contact_allowed(5, 5));
    EXPECT_FALSE(exemptions.contact_allowed(3, 3));
    EXPECT_FALSE(exemptions.contact_allowed(3, 5));
    exemptions.allow_contact(3, 7, false);
    exemptions.allow_contact(3, 8, false);
    EXPECT_FALSE(exemptions.contact_allowed(7, 3));
    EXPECT_TRUE(exemptions.contact_allowed(5, 5));
}

TEST(ContactExemptions, ExemptTrianglesThatHoldAnAttachedVertexEach)
{
    ContactExemptions exemptions;
    exemptions.attach_vertices(9, 100, 4, 20);
    const AttachedVertices attached = exemptions.attached_vertices(9, 4);
    EXPECT_TRUE(attached.exempt({1, 100, 2}, {5, 6, 20}));
    EXPECT_FALSE(attached.exempt({5, 6, 20}, {1, 100, 2}));
    EXPECT_FALSE(attached.exempt({1, 100, 2}, {5, 6, 21}));
    EXPECT_FALSE(attached.exempt({1, 101, 2}, {5, 6, 20}));
    const AttachedVertices turned = exemptions.attached_vertices(4, 9);
    EXPECT_TRUE(turned.exempt({20, 6, 5}, {1, 2, 100}));
    EXPECT_FALSE(turned.exempt({1, 2, 100}, {20, 6, 5}));
    EXPECT_TRUE(exemptions.attached_vertices(4, 4).empty());
}

TEST(ContactExemptions, ExemptAttachedTrianglesOfOneBodyBothWaysRound)
{
    ContactExemptions exemptions;
    exemptions.attach_vertices(2, 10, 2, 50);
    const AttachedVertices attached = exemptions.attached_vertices(2, 2);
    EXPECT_TRUE(attached.exempt({10, 11, 12}, {50, 51, 52}));
    EXPECT_TRUE(attached.exempt({50, 51, 52}, {10, 11, 12}));
    EXPECT_FALSE(attached.exempt({10, 11, 12}, {10, 21, 22}));
}

TEST(ContactExemptions, KeepAnAttachmentOnceHoweverOftenItIsMade)
{
    ContactExemptions exemptions;
    for (int i = 0; i < 5; ++i) {
        exemptions.attach_vertices(0, 3, 1, 4);
        exemptions.attach_vertices(1, 4, 0, 3);
    }
    EXPECT_EQ(exemptions.attached_vertices(0, 1).size(), 1u);
}

TEST(ContactExemptions, ForgetABodyAndKeepTheOthers)
{
    ContactExemptions exemptions;
    exemptions.allow_contact(1, 2, true);
    exemptions.allow_contact(2, 3, true);
    exemptions.allow_contact(1, 3, true);
    exemptions.attach_vertices(1, 0, 2, 0);
    exemptions.attach_vertices(1, 0, 3, 0);
    exemptions.attach_vertices(2, 0, 2, 1);
    exemptions.forget_body(2);
    EXPECT_FALSE(exemptions.contact_allowed(1, 2));
    EXPECT_FALSE(exemptions.contact_allowed(2, 3));
    EXPECT_TRUE(exemptions.contact_allowed(1, 3));
    EXPECT_TRUE(exemptions.attached_vertices(1, 2).empty());
    EXPECT_TRUE(exemptions.attached_vertices(2, 2).empty());
    EXPECT_FALSE(exemptions.attached_vertices(3, 1).empty());
}

TEST(ContactExemptions, AgreeWithAPlainSearchOverManyAttachments)
{
    std::uint64_t state = 17;
    const auto below = [&state](std::uint32_t count) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>((state >> 33) % count);
    };
    using Attachment = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    ContactExemptions exemptions;
    std::set<Attachment> all;
    std::uint32_t exempt = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::uint32_t a = below(4), va = below(30), b = below(4), vb = below(30);
        if (round % 4 == 0) {
            exemptions.attach_vertices(a, va, b, vb);
            all.insert({a, va, b, vb});
            all.insert({b, vb, a, va});
        }
        const TriangleIndices triangle_a = {below(30), below(30), below(30)};
        const TriangleIndices triangle_b = {below(30), below(30), below(30)};
        const bool expected = std::ranges::any_of(triangle_a, [&](std::uint32_t i) {
            return std::ranges::any_of(triangle_b, [&](std::uint32_t k) { return all.contains({a, i, b, k}); });
        });
        ASSERT_EQ(exemptions.attached_vertices(a, b).exempt(triangle_a, triangle_b), expected) << round;
        exempt += expected ? 1 : 0;
    }
    EXPECT_GT(exempt, 100u);
    EXPECT_LT(exempt, 2900u);
}

} // namespace
} // namespace tactus
