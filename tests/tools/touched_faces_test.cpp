// SPDX-License-Identifier: MIT
// What a tool touches is what exact arithmetic says of every triangle, whatever the structure, standing or sweeping.
#include <gtest/gtest.h>

#include <map>

#include "base/cases.h"
#include "base/every_structure.h"
#include "base/structure_options.h"
#include "tools/tool_scenes.h"

namespace tactus::tool_tests {
namespace {

struct Moved {
    World world;
    BodyId organ;
    BodyId tool;
};

/// A world in which the tool has made its move.
Moved world_of(const ShapeMesh& mesh, const ToolVolume& move, StructureChoice structure = {})
{
    World world = World::create().value();
    const BodyId organ =
        world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
    const BodyId tool =
        world.add_tool({.pivot = move.old_pivot, .tip = move.old_tip, .radius = move.radius, .sweep = true}).value();
    world.set_tool(tool, move.pivot, move.tip).value();
    return {std::move(world), organ, tool};
}

std::vector<std::uint32_t> paired(const PairReport& report, BodyId tool)
{
    std::vector<std::uint32_t> numbers;
    for (const BodyPairs& bodies : report.bodies)
        for (const TrianglePair& pair : bodies.pairs)
            numbers.push_back(bodies.body_a == tool ? pair.b : pair.a);
    return numbers;
}

TEST(TouchedFaces, AreThoseOfExactArithmeticOnEveryStructure)
{
    std::mt19937 random(11);
    std::map<std::string, ShapeMesh> meshes = {{"organ", shape("bumpy_sphere", 320)}, {"soup", grid_soup(random, 200)}};
    std::size_t touched_in_all = 0;
    for (const auto& [name, mesh] : meshes)
        for (std::size_t k = 0; k < cases(on_most_days(120, 600)); ++k) {
            const ToolVolume move = random_move(random, 1.5f, name == "soup");
            const std::vector<std::uint32_t> expected = touched_by_definition(mesh, move);
            touched_in_all += expected.size();
            for (const Structure structure : quick_structures) {
                Moved moved = world_of(mesh, move, structure);
                const TouchReport report = moved.world.find_touched(moved.tool).value();
                EXPECT_TRUE(report.complete);
                ASSERT_EQ(numbers_of(report), expected) << name << ' ' << k << ' ' << structure_name(structure);
                ASSERT_EQ(paired(moved.world.find_pairs(), moved.tool), expected) << name << ' ' << k;
            }
        }
    EXPECT_GT(touched_in_all, 500u);
}

TEST(TouchedFaces, OfASweepHoldThoseOfEveryPoseOnTheWay)
{
    std::mt19937 random(12);
    const ShapeMesh mesh = shape("bumpy_sphere", 1280);
    for (std::size_t k = 0; k < cases(on_most_days(80, 400)); ++k) {
        const ToolVolume move = random_move(random, 1.5f, false);
        Moved moved = world_of(mesh, move);
        const std::vector<std::uint32_t> swept = numbers_of(moved.world.find_touched(moved.tool).value());
        for (int step = 0; step <= 50; ++step) {
            const float t = static_cast<float>(step) / 50.0f;
            const auto between = [&](Vec3 from, Vec3 to) { return from * (1.0f - t) + to * t; };
            // A little thinner, since its ends are rounded.
            ToolVolume pose = {between(move.old_pivot, move.pivot), between(move.old_tip, move.tip), {}, {}, 0.0f};
            pose.old_pivot = pose.pivot;
            pose.old_tip = pose.tip;
            pose.radius = std::max(0.0f, move.radius - 1e-5f);
            for (const std::uint32_t number : touched_by_definition(mesh, pose))
                ASSERT_TRUE(std::binary_search(swept.begin(), swept.end(), number)) << k << ' ' << step;
        }
    }
}

TEST(TouchedFaces, OfAFastStabThroughAThinFoldAreNeverMissed)
{
    ShapeMesh sheet = shape("sheet", 512);
    for (Vec3& at : sheet.positions)
        at.z = 0.05f * std::sin(20.0f * at.x);
    std::mt19937 random(13);
    for (const float speed : {0.01f, 0.1f, 1.0f, 10.0f, 1000.0f, 100'000.0f})
        for (std::size_t k = 0; k < cases(20); ++k) {
            const Vec3 through = {uniform(random, 0.3f, 0.6f), uniform(random, 0.3f, 0.6f), 0.0f};
            // The pivot is above the sheet, and the tip goes from above to far below.
            const ToolVolume move = {
                through + Vec3{0.2f, 0.1f, 2.0f}, through + Vec3{-0.02f, 0.03f, -0.06f - speed},
                through + Vec3{0.2f, 0.1f, 2.0f}, through + Vec3{0.01f, 0.0f, 0.4f}, 0.001f};
            Moved moved = world_of(sheet, move);
            const TouchReport report = moved.world.find_touched(moved.tool).value();
            EXPECT_FALSE(report.faces.empty()) << speed;
            EXPECT_GT(report.first_touch_begin, 0.0f);
            EXPECT_LE(report.first_touch_end, 1.0f);
        }
}

TEST(TouchedFaces, StandAloneWithoutSweep)
{
    const ShapeMesh mesh = shape("sphere", 1280);
    World world = World::create().value();
    const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId tool = world.add_tool({.pivot = {0, 0, 3}, .tip = {2, 0, 0}, .radius = 0.05f}).value();
    world.set_tool(tool, {0, 0, 3}, {-2, 0, 0}).value();
    EXPECT_TRUE(world.find_touched(tool).value().faces.empty());
    world.set_tool(tool, {0, 0, 3}, {0, 0, 0.5f}).value();
    const TouchReport report = world.find_touched(tool).value();
    EXPECT_FALSE(report.faces.empty());
    EXPECT_EQ(report.first_touch_begin, 0.0f);
    EXPECT_EQ(report.first_touch_end, 0.0f);
    for (const TouchedFace& face : report.faces)
        EXPECT_EQ(face.body, organ);
    EXPECT_TRUE(world.info(tool).value().is_tool);
    EXPECT_EQ(world.info(tool).value().radius, 0.05f);
    EXPECT_EQ(world.positions(tool).value().size(), 2u);
}

TEST(TouchedFaces, ArePartlyListedWhenTheBudgetEnds)
{
    std::mt19937 random(14);
    const ShapeMesh mesh = shape("bumpy_sphere", 5120);
    for (std::size_t k = 0; k < cases(10); ++k) {
        const ToolVolume move = random_move(random, 1.2f, false);
        const std::vector<std::uint32_t> expected = touched_by_definition(mesh, move);
        bool was_complete = false;
        for (std::uint64_t units = 0; units < 20'000 && !was_complete;) {
            Moved moved = world_of(mesh, move);
            const TouchReport report =
                moved.world.find_touched(moved.tool, {.budget = Budget::work_units(units)}).value();
            const std::vector<std::uint32_t> found = numbers_of(report);
            EXPECT_TRUE(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
            EXPECT_LE(report.work_units_spent, units);
            EXPECT_EQ(report.complete, report.open_nodes == 0 && report.open_faces == 0);
            if (report.open_nodes == 0) {
                EXPECT_EQ(found, expected);
            }
            if (!report.complete) {
                EXPECT_EQ(report.first_touch_begin, 0.0f);
            }
            was_complete = report.complete;
            // What is said of each of them comes after the list.
            units += report.open_nodes > 0 ? 1 : units + 1;
        }
        EXPECT_TRUE(was_complete);
    }
}

TEST(TouchedFaces, GoByFiltersAndNamesOfBodies)
{
    const ShapeMesh mesh = shape("sphere", 320);
    World world = World::create().value();
    std::vector<BodyId> organs;
    for (int k = 0; k < 3; ++k)
        organs.push_back(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value());
    const BodyId ball = world.add_sphere({.centre = {0, 0, 1}, .radius = 0.5f}).value();
    const BodyId tool = world.add_tool({.pivot = {0, 0, 3}, .tip = {0, 0, 0.9f}, .radius = 0.05f}).value();
    const std::size_t all = world.find_touched(tool).value().faces.size();
    EXPECT_EQ(all % 3, 0u);
    EXPECT_GT(all, 0u);
    world.ignore_contacts(tool, organs[1]).value();
    world.set_filter(organs[2], {.group = 2, .mask = 2}).value();
    const TouchReport report = world.find_touched(tool).value();
    EXPECT_EQ(report.faces.size(), all / 3);
    for (const TouchedFace& face : report.faces)
        EXPECT_EQ(face.body, organs[0]);
    // Spheres are in pairs, and not among the touched triangles.
    bool has_ball = false;
    for (const BodyPairs& bodies : world.find_pairs().bodies)
        has_ball = has_ball || (bodies.body_a == ball && bodies.body_b == tool);
    EXPECT_TRUE(has_ball);
}

TEST(TouchedFaces, OfOtherShapesArePairs)
{
    World world = World::create().value();
    const BodyId tool = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 1}, .radius = 0.25f}).value();
    const BodyId other = world.add_tool({.pivot = {1, 0, 1}, .tip = {0.75f, 0, 1}, .radius = 0.5f}).value();
    const BodyId ball = world.add_sphere({.centre = {0, 0, 0.5f}, .radius = 0.25f}).value();
    const BodyId ground = world.add_half_space({.normal = {0, 0, 1}, .offset = 0.75f}).value();
    const auto has = [&](BodyId a, BodyId b) {
        for (const BodyPairs& bodies : world.find_pairs().bodies)
            if (bodies.body_a == std::min(a, b) && bodies.body_b == std::max(a, b))
                return true;
        return false;
    };
    // All of them touch exactly.
    EXPECT_TRUE(has(tool, other));
    EXPECT_TRUE(has(tool, ball));
    EXPECT_TRUE(has(tool, ground));
    world.set_tool(tool, {0, 0, 2}, {0, 0, std::nextafter(1.0f, 2.0f)}).value();
    EXPECT_FALSE(has(tool, ball));
    EXPECT_FALSE(has(tool, ground));
    world.set_tool(other, {1, 0, 1.5f}, {std::nextafter(0.75f, 1.0f), 0, 1.5f}).value();
    EXPECT_FALSE(has(tool, other));
}

TEST(TouchedFaces, GoWithPosesAsWithEnds)
{
    const ShapeMesh mesh = shape("bumpy_sphere", 1280);
    World world = World::create().value();
    world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const BodyId posed = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 0}, .radius = 0.1f, .sweep = true}).value();
    const BodyId placed = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 0}, .radius = 0.1f, .sweep = true}).value();
    for (const float x : {0.25f, 0.5f, 0.5f, -0.75f}) {
        world.set_pose(posed, {.position = {double(x), 0.0, 0.0}, .rotation = {}}).value();
        world.set_tool(placed, {x, 0, 2}, {x, 0, 0}).value();
        EXPECT_EQ(numbers_of(world.find_touched(posed).value()), numbers_of(world.find_touched(placed).value()));
    }
}

TEST(TouchedFaces, RefuseWhatIsNoTool)
{
    const ShapeMesh mesh = shape("sphere", 80);
    World world = World::create().value();
    const BodyId organ = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    EXPECT_EQ(
        world.find_touched(organ).error().message, "find_touched got body 0, which is neither a tool nor a convex set");
    EXPECT_EQ(world.set_tool(organ, {}, {}).error().message, "set_tool got body 0, which is no tool");
    EXPECT_EQ(
        world.add_tool({.radius = -1.0f}).error().message,
        "the tool's radius is -1, it must be finite and not negative");
    EXPECT_EQ(world.add_tool({.tip = {0, NAN, 0}}).error().message, "the tool's tip: y is nan");
    const BodyId tool = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 1}, .radius = 0.1f}).value();
    EXPECT_EQ(world.set_tool(tool, {0, 0, INFINITY}, {}).error().message, "the tool's pivot: z is infinite");
    EXPECT_EQ(world.set_tool(tool, {}, {-INFINITY, 0, 0}).error().message, "the tool's tip: x is minus infinite");
    EXPECT_EQ(world.positions(tool).value()[1], (Vec3{0, 0, 1}));
    EXPECT_FALSE(world.edit(BodyEdit{.body = tool}));
    world.remove_body(tool).value();
    EXPECT_FALSE(world.find_touched(tool));
}

/// Names some triangles, whatever is asked.
class Stubborn final : public ToolProposer {
public:
    bool propose(const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept override
    {
        ++asked;
        radius = volume.radius;
        triangles = mesh.triangles.size();
        proposed = answer;
        return has_answer;
    }

    std::vector<std::uint32_t> answer;
    bool has_answer = true;
    int asked = 0;
    float radius = 0.0f;
    std::size_t triangles = 0;
};

TEST(TouchedFaces, AreComparedWithProposals)
{
    const ShapeMesh mesh = shape("sphere", 320);
    const ToolVolume stands = {{0, 0, 3}, {0, 0, 0.9f}, {0, 0, 3}, {0, 0, 0.9f}, 0.1f};
    Moved moved = world_of(mesh, stands);
    const std::vector<std::uint32_t> touched = numbers_of(moved.world.find_touched(moved.tool).value());
    ASSERT_GT(touched.size(), 2u);
    const std::uint32_t other = touched[0] == 0 ? touched.back() + 1 : 0;
    Stubborn proposer;
    proposer.answer = {touched[1], other, touched[0], touched[1], 100'000};
    const TouchReport report = moved.world.find_touched(moved.tool, {.proposer = &proposer}).value();
    EXPECT_EQ(numbers_of(report), touched);
    EXPECT_EQ(proposer.asked, 1);
    EXPECT_EQ(proposer.radius, 0.1f);
    EXPECT_EQ(proposer.triangles, mesh.triangles.size());
    EXPECT_EQ(report.proposed, 3u);
    EXPECT_EQ(report.proposed_in_vain, 1u);
    EXPECT_EQ(report.not_proposed, touched.size() - 2);
    proposer.has_answer = false;
    const TouchReport without = moved.world.find_touched(moved.tool, {.proposer = &proposer}).value();
    EXPECT_EQ(numbers_of(without), touched);
    EXPECT_EQ(without.not_proposed, touched.size());
}

} // namespace
} // namespace tactus::tool_tests
