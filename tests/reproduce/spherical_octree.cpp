// SPDX-License-Identifier: MIT
// The spherical octree paper: the counts that decide its conclusions, at its own sizes, and what users see of a run.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/output/papers/spherical_octree/octree_report.h"
#include "cli/reproduce/spherical_octree/grid_objects.h"
#include "held_claims.h"
#include "quick_run.h"
#include "well_formed.h"

namespace {

using namespace tactus;
using namespace tactus::cli;

/// The paper's coarse objects, and others three times as fine, with every number of levels; counted and not timed.
const OctreeReproduction& counted_octrees()
{
    static const OctreeReproduction all = [] {
        const OctreeEffort effort = {
            .levels = {.finenesses = {1, 3}, .most_levels = 5, .poses = 1, .count_poses = 24, .repeat = 0},
            .vertices = {.finenesses = {1, 2, 4}, .most_levels = 4, .poses = 2, .repeat = 0},
            .frames = 24,
            .scene_repeat = 1};
        return reproduce_octree(effort, [](double) {}).value();
    }();
    return all;
}

TEST(SphericalOctreePaper, ItsOwnLeafTestHasItsOwnOptimum)
{
    const LevelsFigure& coarse = counted_octrees().levels.front();
    ASSERT_EQ(coarse.objects.size(), 4u);
    ASSERT_EQ(coarse.pairs.size(), 10u) << "a row of Table 1 for every two objects";
    EXPECT_EQ(cheapest(coarse.object("box").checks, octree_paper::price_of_check).levels, 2u);
    EXPECT_EQ(cheapest(coarse.object("cylinder").checks, octree_paper::price_of_check).levels, 3u);
    const PriceRange box = prices_for(coarse.object("box").checks, 2),
                     cylinder = prices_for(coarse.object("cylinder").checks, 3);
    const PriceRange both = intersection(box, cylinder);
    EXPECT_LT(2.0 * both.lower, both.upper) << "so for a wide range of prices";
    for (const LevelsFigure::Object& object : coarse.objects) {
        ASSERT_EQ(object.checks.size(), 6u);
        // Without levels every feature is checked against every other: row 0.
        const double v = double(object.vertices), f = double(object.triangles), e = v + f - 2.0;
        EXPECT_EQ(object.checks[0].levels, 0u);
        EXPECT_NEAR(object.checks[0].checks, 2.0 * v * f + e * e, 1e-6) << object.name;
        EXPECT_LE(object.checks[0].node_tests, 2.0) << object.name;
        for (std::size_t k = 1; k < object.checks.size(); ++k) {
            EXPECT_GT(object.checks[k].node_tests, object.checks[k - 1].node_tests) << object.name << k;
            EXPECT_LE(object.checks[k].checks, object.checks[k - 1].checks) << object.name << k;
        }
    }
}

TEST(SphericalOctreePaper, PricesAreThoseForWhichNothingElseIsCheaper)
{
    const std::vector<CheckCounts> all = {{0, 1.0, 100.0}, {1, 41.0, 60.0}, {2, 101.0, 40.0}, {3, 401.0, 40.0}};
    EXPECT_EQ(prices_for(all, 1).lower, 1.0);
    EXPECT_EQ(prices_for(all, 1).upper, 3.0);
    EXPECT_EQ(prices_for(all, 2).lower, 3.0);
    EXPECT_TRUE(prices_for(all, 3).is_empty());
    EXPECT_TRUE(prices_for(all, 4).is_empty());
    for (const double price : {0.5, 2.0, 5.0})
        for (const CheckCounts& counts : all) {
            const PriceRange range = prices_for(all, counts.levels);
            EXPECT_EQ(
                !range.is_empty() && range.lower <= price && price <= range.upper,
                counts.levels == cheapest(all, price).levels)
                << price << " " << counts.levels;
        }
}

TEST(SphericalOctreePaper, IsJudgedByCountsAndNeverByTimes)
{
    OctreeReproduction all = counted_octrees();
    const std::vector<Claim> claims = octree_claims(all);
    ASSERT_EQ(claims.size(), 6u);
    EXPECT_TRUE(claims[0].holds) << claims[0].figure;
    EXPECT_TRUE(claims[1].holds) << claims[1].figure;
    EXPECT_TRUE(claims[2].holds) << claims[2].figure;
    EXPECT_EQ(claims[5].holds, all.proposition.with_more_faces == 0) << claims[5].figure;
    EXPECT_GT(all.proposition.vertices, 50u);
    EXPECT_LT(5 * all.proposition.saved_checks, all.proposition.checks) << "it would not pay";
    for (LevelsFigure& figure : all.levels)
        for (LevelRace::Runner& runner : figure.levels) {
            runner.checks.microseconds *= 1000.0;
            for (const OctreeQuery query : all_octree_queries)
                runner.microseconds[query] = 1.0 / (1.0 + runner.levels);
        }
    EXPECT_EQ(holding(octree_claims(all)), holding(claims));
    // Counts change it.
    for (CheckCounts& counts : all.levels[0].objects[0].checks)
        counts.checks = 10.0;
    for (LevelRace::Runner& runner : all.levels[0].levels)
        runner.checks.checks = 10.0;
    all.proposition.with_more_faces = all.proposition.with_more_faces == 0 ? 1 : 0;
    const std::vector<Claim> changed = octree_claims(all);
    for (const std::size_t k : {0u, 1u, 5u})
        EXPECT_NE(changed[k].holds, claims[k].holds) << changed[k].sentence;
    for (const Claim& claim : claims)
        EXPECT_EQ(claim.paper, "spherical_octree");
}

TEST(SphericalOctreePaper, SixObjectsTouchNowAndThenAndPush)
{
    const RigidRun& run = counted_octrees().six_objects;
    ASSERT_EQ(run.contacts_found.size(), 24u);
    EXPECT_GT(run.frames_without_contacts(), 8u) << "no two of those that stand touch";
    EXPECT_LT(run.frames_without_contacts(), 20u);
    for (std::size_t frame = 0; frame < 24; ++frame)
        if (run.contacts_found[frame] == 0) {
            EXPECT_EQ(run.push[frame], 0.0) << frame;
        }
    EXPECT_GT(*std::ranges::max_element(run.push), 1.0);
    const RigidMoment& moment = run.most_contacts;
    EXPECT_EQ(run.contacts_found[moment.frame], std::ranges::max(run.contacts_found));
    EXPECT_GT(moment.contacts.size(), 4u);
    EXPECT_GE(moment.forces.size(), moment.contacts.size());
    ASSERT_EQ(run.entries.size(), 3u) << "and all three structures found the same";
}

/// Two objects of the paper in the paper's order.
struct TwoObjects {
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    BodyId a;
    BodyId b;

    TwoObjects(const GridObject& first, const GridObject& second, const papers::Options& options)
    {
        for (const GridObject* object : {&first, &second}) {
            a = b;
            b = world
                    .add_body(
                        {.triangles = object->mesh.triangles,
                         .positions = object->mesh.positions,
                         .structure = structures::SphericalOctree{.levels = 3, .uniform = true},
                         .papers = &options})
                    .value();
        }
    }
};

TEST(ElementaryChecks, ListEveryContactOfVerticesFacesAndEdges)
{
    const std::vector<GridObject> objects = grid_objects(1);
    const papers::Options options = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
    std::size_t found = 0;
    for (std::size_t k = 0; k < objects.size(); ++k) {
        const GridObject &first = objects[k], &second = objects[(k + 1) % objects.size()];
        TwoObjects two(first, second, options);
        for (const Pose& pose : pressed_poses(first.mesh, second.mesh, 3, 7)) {
            two.world.set_pose(two.b, pose).value();
            // Features of a contact are at most as far apart as it is deep.
            float deepest = 0.0f;
            for (const Contact& contact : two.world.find_contacts().contacts)
                deepest = std::max(deepest, 1.001f * std::abs(contact.separation));
            const papers::CheckOptions near = {.distance = deepest};
            const papers::ElementaryChecks checks = papers::elementary_checks(two.world, two.a, two.b, near).value();
            EXPECT_GE(checks.count, papers::elementary_checks(two.world, two.a, two.b).value().count);
            std::set<std::pair<std::uint32_t, std::uint32_t>> vertex_face, face_vertex;
            std::set<std::pair<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 2>>> edge_edge;
            for (const auto& check : checks.vertex_face)
                EXPECT_TRUE(vertex_face.insert({check.vertex, check.face}).second);
            for (const auto& check : checks.face_vertex)
                EXPECT_TRUE(face_vertex.insert({check.vertex, check.face}).second);
            for (const auto& check : checks.edge_edge)
                EXPECT_TRUE(edge_edge.insert({check.edge_a, check.edge_b}).second);
            EXPECT_EQ(checks.count, vertex_face.size() + face_vertex.size() + edge_edge.size());
            const papers::ElementaryChecks counted =
                papers::elementary_checks(two.world, two.a, two.b, {.distance = deepest, .only_count = true}).value();
            EXPECT_EQ(counted.count, checks.count);
            EXPECT_TRUE(counted.edge_edge.empty());
            const auto edge_of = [](const std::array<std::uint32_t, 3>& vertices) {
                return std::array{std::min(vertices[0], vertices[1]), std::max(vertices[0], vertices[1])};
            };
            for (const Contact& contact : two.world.find_contacts().contacts) {
                ASSERT_EQ(contact.body_a, two.a);
                // A vertex whose depth another contact has is farther from this face than the contact says.
                if (contact.kind != ContactKind::edge_edge && contact.crosses && contact.separation == 0.0f)
                    continue;
                if (contact.kind == ContactKind::edge_edge) {
                    EXPECT_TRUE(edge_edge.contains({edge_of(contact.vertices_a), edge_of(contact.vertices_b)}));
                    ++found;
                } else if (contact.kind == ContactKind::vertex_face) {
                    EXPECT_TRUE(vertex_face.contains({contact.vertices_a[0], contact.triangle_b}));
                } else if (contact.kind == ContactKind::face_vertex) {
                    EXPECT_TRUE(face_vertex.contains({contact.vertices_b[0], contact.triangle_a}));
                }
            }
        }
    }
    EXPECT_GT(found, 20u);
}

TEST(ElementaryChecks, AreOfTwoOctreesOfThePaperAlone)
{
    const std::vector<GridObject> objects = grid_objects(1);
    TwoObjects ours(objects[0], objects[1], {});
    EXPECT_FALSE(papers::elementary_checks(ours.world, ours.a, ours.b).ok());
    EXPECT_FALSE(papers::leaf_spheres(ours.world, ours.a).ok());
    const papers::Options options = {.traversal = papers::OctreeTraversal::leaves_then_reverse, .one_sphere = true};
    TwoObjects two(objects[0], objects[1], options);
    EXPECT_FALSE(papers::elementary_checks(two.world, two.a, two.b, {.distance = -1.0f}).ok());
    EXPECT_FALSE(papers::elementary_checks(two.world, two.a, BodyId{}).ok());
    EXPECT_EQ(papers::leaf_spheres(two.world, two.a).value().size(), 1u);
    EXPECT_EQ(two.world.info(two.a).value().octree_levels, 0u);
    const papers::Options with_levels = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
    TwoObjects deep(objects[0], objects[1], with_levels);
    EXPECT_EQ(papers::leaf_spheres(deep.world, deep.a).value().size(), deep.world.info(deep.a).value().octree_leaves);
}

TEST(SphericalOctreePaper, WritesItsFiguresAndNumbers)
{
    const std::vector<std::string> query_keys = {"pairs_leaves_then_reverse", "pairs_both_at_once", "contacts"};
    const QuickRun run("spherical_octree");
    const nlohmann::json json = run.numbers("spherical_octree");
    EXPECT_EQ(json["quick"], true);
    EXPECT_EQ(json["paper"]["best_levels"]["box"], 2);
    EXPECT_EQ(json["paper"]["best_levels"]["cylinder"], 3);
    ASSERT_EQ(json["figure_4"].size(), 1u);
    const nlohmann::json& levels = json["figure_4"][0];
    ASSERT_EQ(levels["objects"].size(), 4u);
    EXPECT_EQ(levels["objects"][0]["vertices"], 10);
    EXPECT_EQ(levels["objects"][1]["vertices"], 26);
    ASSERT_EQ(levels["levels"].size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(levels["levels"][k]["levels"], k);
        EXPECT_EQ(levels["levels"][k]["microseconds"].size(), query_keys.size());
        EXPECT_GE(levels["levels"][k]["paper_leaf_test"]["checks"], 1.0);
    }
    for (const nlohmann::json& object : levels["objects"])
        for (const std::string& key : query_keys) {
            EXPECT_LE(object["best_levels"][key], 3);
            EXPECT_TRUE(object["chosen_over_best"][key].is_number());
        }
    ASSERT_EQ(json["figure_5"]["sizes"].size(), 3u);
    std::size_t before = 0;
    for (const nlohmann::json& size : json["figure_5"]["sizes"]) {
        EXPECT_GT(size["vertices"], before);
        before = size["vertices"];
        EXPECT_EQ(size["levels"].size(), 3u);
    }
    ASSERT_EQ(json["figure_5"]["growth"].size(), 5u)
        << "three numbers of levels, the best one and the automatic choice";
    ASSERT_EQ(json["six_objects"]["structures"].size(), 3u);
    for (const nlohmann::json& structure : json["six_objects"]["structures"])
        EXPECT_EQ(structure["contacts_microseconds"]["frames"].size(), 12u);
    for (const auto& [name, word] : std::vector<std::pair<std::string, std::string>>{
             {"checks", "two of cylinder"},
             {"levels", "levels of the octrees"},
             {"vertices", "vertices of both"},
             {"six_objects", "frame by frame"}}) {
        const std::string svg = run.bytes("spherical_octree_" + name + ".svg");
        EXPECT_EQ(svg.find("<svg "), 0u) << name;
        EXPECT_EQ(fault_in_markup(svg), "") << name;
        EXPECT_NE(svg.find(word), std::string::npos) << name;
        EXPECT_EQ(svg.find("nan"), std::string::npos) << name;
        EXPECT_EQ(svg.find("inf"), std::string::npos) << name;
    }
}

} // namespace
