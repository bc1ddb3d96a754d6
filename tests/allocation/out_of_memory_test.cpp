// SPDX-License-Identifier: MIT
// Memory ends at every single allocation of every call, or at a sample of them where a structure makes many, for one
// and for several workers. No exception comes out, nothing leaks, and when memory is there again the next call gives
// the right answer.
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "allocation/small_world.h"

namespace tactus {
namespace {

TEST_P(OutOfMemory, APairQuerySaysSoAndTheNextOneIsRight)
{
    const Answers right = ask(*make());
    ASSERT_GT(right.pairs.size(), 20u);
    ASSERT_GT(right.contacts, 20u);
    for (const bool warm : {false, true}) {
        bool is_moved = false;
        const std::vector<Vec3> next = shifted(ball_.positions, 0.2f);
        const auto moved = make();
        ASSERT_TRUE(moved->world.set_positions(moved->b, next).ok());
        const Answers right_then = ask(*moved);
        end_memory_everywhere(
            [&](Made& made) { is_moved = made.world.set_positions(made.b, next).ok(), made.world.find_pairs(); },
            [&](Made& made, bool) { EXPECT_EQ(ask(made), is_moved ? right_then : right); }, warm);
    }
}

TEST_P(OutOfMemory, EveryQuerySaysSoAndTheNextOneIsRight)
{
    const Answers right = ask(*make());
    bool is_said = false;
    std::size_t pairs = 0, contacts = 0;
    end_memory_everywhere(
        [&](Made& made) {
            const PairReport& report = made.world.find_pairs();
            is_said = report.out_of_memory;
            pairs = report.pair_count;
            EXPECT_NE(is_said, report.complete);
        },
        [&](Made& made, bool has_ended) {
            EXPECT_EQ(pairs, is_said ? 0u : right.pairs.size());
            EXPECT_TRUE(has_ended || !is_said);
            EXPECT_EQ(ask(made), right);
        });
    const auto check_contacts = [&](Made& made, bool has_ended) {
        EXPECT_EQ(contacts, is_said ? 0u : right.contacts);
        EXPECT_TRUE(has_ended || !is_said);
        EXPECT_EQ(ask(made), right);
    };
    const auto note = [&](const ContactReport& report) {
        is_said = report.out_of_memory;
        contacts = report.contacts.size();
        EXPECT_NE(is_said, report.complete);
    };
    end_memory_everywhere(
        [&](Made& made) {
            note(made.world.find_contacts());
            made.world.contact_forces();
        },
        check_contacts);
    end_memory_everywhere(
        [&](Made& made) {
            made.world.find_contacts(Budget::work_units(5));
            made.world.refine_contacts(Budget::work_units(20));
            note(made.world.refine_contacts());
        },
        check_contacts);
    end_memory_everywhere(
        [&](Made& made) {
            made.world.prepare_contacts();
            EXPECT_TRUE(made.world.any_pair());
        },
        [&](Made& made, bool) { EXPECT_EQ(ask(made), right); });
}

TEST_P(OutOfMemory, DistancesAndRaysAreRefusedAndTheNextOnesAreRight)
{
    const Answers right = ask(*make());
    std::optional<Result<ClosestPoints>> closest, to_sphere;
    std::optional<Result<RayHit>> hit;
    end_memory_everywhere(
        [&](Made& made) {
            closest = made.world.closest_points(made.b, made.far);
            to_sphere = made.world.closest_points(made.b, made.sphere);
            hit = made.world.cast_ray({9.0f, 0.1f, 0.05f}, {-1.0f, 0.0f, 0.0f});
        },
        [&](Made& made, bool has_ended) {
            (void)is_done(*closest, has_ended);
            (void)is_done(*to_sphere, has_ended);
            (void)is_done(*hit, has_ended);
            if (closest->ok()) {
                EXPECT_EQ(closest->value().distance, right.distance);
            }
            if (hit->ok()) {
                EXPECT_EQ(hit->value().distance, right.hit);
            }
            closest.reset();
            to_sphere.reset();
            hit.reset();
            EXPECT_EQ(ask(made), right);
        });
}

TEST_P(OutOfMemory, ABodyIsAddedWholeOrNotAtAll)
{
    const Mesh third = ball(20, {0.0f, 0.9f, 0.0f});
    const auto with_third = make();
    const Answers right = ask(*with_third);
    ASSERT_TRUE(with_third->world.add_body(desc(third, true)).ok());
    const Answers right_then = ask(*with_third);
    ASSERT_NE(right, right_then);
    for (const bool warm : {false, true}) {
        std::optional<Result<BodyId>> added;
        end_memory_everywhere(
            [&](Made& made) { added = made.world.add_body(desc(third, true)); },
            [&](Made& made, bool has_ended) {
                (void)is_done(*added, has_ended);
                EXPECT_EQ(made.world.body_count(), added->ok() ? 5u : 4u);
                if (!added->ok()) {
                    EXPECT_EQ(ask(made).pairs, right.pairs);
                    ASSERT_TRUE(made.world.add_body(desc(third, true)).ok());
                }
                added.reset();
                EXPECT_EQ(ask(made).pairs, right_then.pairs);
            },
            warm);
    }
}

TEST_P(OutOfMemory, WhatIsSaidAboutBodiesIsTakenWholeOrNotAtAll)
{
    const Answers right = ask(*make());
    bool is_posed = false, is_attached = false, is_allowed = false, is_removed = false;
    const Pose pose = {.position = {0.1, 0.0, 0.0}, .rotation = {}};
    end_memory_everywhere(
        [&](Made& made) {
            is_posed = made.world.set_pose(made.b, pose).ok();
            is_attached = made.world.attach_vertices(made.a, 3, made.b, 5).ok();
            is_allowed = made.world.ignore_contacts(made.a, made.sphere).ok();
            (void)made.world.set_pair(made.a, made.b, {.weight = 2.0f});
            (void)made.world.set_velocities(made.b, ball_.positions);
            (void)made.world.vertex_order(made.b);
            (void)made.world.info({77, 0});
            is_removed = made.world.remove_body(made.far).ok();
        },
        [&](Made& made, bool) {
            EXPECT_TRUE(is_removed) << "that always works";
            EXPECT_EQ(made.world.body_count(), 3u);
            const auto plain = make();
            ASSERT_TRUE(plain->world.remove_body(plain->far).ok());
            if (is_posed) {
                ASSERT_TRUE(plain->world.set_pose(plain->b, pose).ok());
            }
            if (is_attached) {
                ASSERT_TRUE(plain->world.attach_vertices(plain->a, 3, plain->b, 5).ok());
            }
            if (is_allowed) {
                ASSERT_TRUE(plain->world.ignore_contacts(plain->a, plain->sphere).ok());
            }
            EXPECT_EQ(made.world.find_pairs().pair_count, plain->world.find_pairs().pair_count);
            EXPECT_EQ(made.world.find_contacts().contacts.size(), plain->world.find_contacts().contacts.size());
        },
        true);
}

TEST_P(OutOfMemory, EachOfSeveralBodiesIsMovedOrStays)
{
    const std::vector<Vec3> next_b = shifted(ball_.positions, 0.2f), next_far = shifted(far_.positions, 2.5f);
    std::optional<Result<void>> moved;
    for (const bool warm : {false, true})
        end_memory_everywhere(
            [&](Made& made) {
                const std::array batch = {BodyPositions{made.b, next_b}, BodyPositions{made.far, next_far}};
                moved = made.world.set_positions(batch);
                made.world.find_pairs();
            },
            [&](Made& made, bool has_ended) {
                (void)is_done(*moved, has_ended);
                const auto plain = make();
                for (const auto& [id, next] : {std::pair{made.b, &next_b}, std::pair{made.far, &next_far}}) {
                    const bool is_there = made.world.positions(id).value() == *next;
                    EXPECT_TRUE(is_there || !moved->ok());
                    if (is_there) {
                        ASSERT_TRUE(plain->world.set_positions(id, *next).ok());
                    }
                }
                EXPECT_EQ(ask(made), ask(*plain));
            },
            warm);
}

TEST_P(OutOfMemory, AnEditIsRefusedOrItsBodiesAreGoneAndTheOthersAreAsTheyWere)
{
    const std::vector<std::uint32_t> removed = {1, 2};
    const std::vector<Vec3> added = {{2.0f, 2.0f, 2.0f}};
    const std::vector<TriangleIndices> triangles = {{0, 1, std::uint32_t(crossed_.positions.size())}};
    const auto batch = [&](const Made& made) {
        return std::array{
            BodyEdit{
                .body = made.a,
                .remove_triangles = removed,
                .add_vertices = added,
                .add_triangles = triangles,
                .split = true},
            BodyEdit{.body = made.b, .join = made.far}};
    };
    const auto edited = make();
    const Answers right = ask(*edited);
    ASSERT_TRUE(edited->world.edit(batch(*edited)).ok());
    const std::size_t right_then = edited->world.find_pairs().pair_count;
    const auto without = make();
    for (const BodyId id : {without->a, without->b, without->far})
        ASSERT_TRUE(without->world.remove_body(id).ok());
    for (const bool warm : {false, true}) {
        std::optional<Result<EditReport>> report;
        bool was_refused = false, was_lost = false;
        end_memory_everywhere(
            [&](Made& made) { report = made.world.edit(batch(made)); },
            [&](Made& made, bool has_ended) {
                (void)is_done(*report, has_ended);
                const bool is_there = made.world.info(made.a).ok();
                if (report->ok()) {
                    EXPECT_EQ(made.world.find_pairs().pair_count, right_then);
                } else if (is_there) {
                    was_refused = true;
                    EXPECT_EQ(made.world.body_count(), 4u);
                    EXPECT_EQ(ask(made), right);
                    EXPECT_TRUE(made.world.edit(batch(made)).ok());
                    EXPECT_EQ(made.world.find_pairs().pair_count, right_then);
                } else {
                    was_lost = true;
                    EXPECT_EQ(made.world.body_count(), 1u) << "the sphere";
                    EXPECT_EQ(made.world.find_contacts().contacts.size(), 0u);
                    ASSERT_TRUE(made.world.add_body(desc(crossed_, true)).ok());
                    ASSERT_TRUE(made.world.add_body(desc(ball_, false)).ok());
                    EXPECT_EQ(made.world.find_pairs().pair_count, right.pairs.size());
                }
                report.reset();
            },
            warm);
        EXPECT_TRUE(was_refused);
        EXPECT_TRUE(was_lost);
    }
}

TEST_P(OutOfMemory, ContactsThatAreForgottenBeginWithIdsThatNobodyHadBefore)
{
    const auto made = make();
    std::set<std::uint64_t> ids;
    for (const Contact& contact : made->world.find_contacts().contacts)
        ids.insert(contact.id);
    ASSERT_GT(ids.size(), 20u);
    {
        const MemoryEnds ends(0, Shortage::for_good);
        ASSERT_FALSE(made->world.closest_points(made->b, made->far).ok());
    }
    EXPECT_TRUE(made->world.contact_forces().out_of_memory) << "of contacts that are forgotten";
    for (const Contact& contact : made->world.find_contacts().contacts)
        EXPECT_TRUE(ids.insert(contact.id).second);
}

/// Contacts keep a copy of positions that are read in the caller's array. Room for it is taken before the body moves.
TEST(ABorrowedBody, IsMovedWholeOrNotAtAll)
{
    const Mesh still = ball(80, {0.0f, 0.0f, 0.0f}), moving = ball(80, {1.2f, 0.1f, 0.2f});
    std::vector<Vec3> far = moving.positions;
    for (Vec3& p : far)
        p.x += 1.8f;
    for (const bool together : {false, true}) {
        const std::size_t times = end_memory_after_each([&](std::size_t pieces, Shortage shortage) {
            World world = World::create().value();
            (void)world.add_body({.triangles = still.triangles, .positions = still.positions}).value();
            const BodyId body = world
                                    .add_body(
                                        {.triangles = moving.triangles,
                                         .positions = moving.positions,
                                         .storage = PositionStorage::borrowed})
                                    .value();
            EXPECT_FALSE(world.find_contacts().contacts.empty());
            const BodyPositions batch[] = {{body, far}};
            bool has_ended = false;
            Result<void> moved;
            {
                const MemoryEnds ends(pieces, shortage);
                moved = together ? world.set_positions(batch) : world.set_positions(body, far);
                has_ended = ends.has_ended();
            }
            (void)is_done(moved, has_ended);
            EXPECT_EQ(world.find_pairs().pair_count > 0, !moved.ok());
            return has_ended;
        });
        EXPECT_GT(times, 0u);
    }
}

std::vector<Setting> settings()
{
    return {
        {Structure::refit_bvh, 1, 1},
        {Structure::refit_bvh, 3, 3},
        {Structure::bucket_octree, 1, 3},
        {Structure::bucket_octree, 3, 5},
        {Structure::brute_force, 1, 7},
        {Structure::spherical_octree, 1, 31},
        {Structure::on_demand_sphere_tree, 1, 13},
        {Structure::medial_sphere_tree, 1, 7},
    };
}

INSTANTIATE_TEST_SUITE_P(Structures, OutOfMemory, testing::ValuesIn(settings()));

} // namespace
} // namespace tactus
