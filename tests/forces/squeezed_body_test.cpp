// SPDX-License-Identifier: MIT
// What forces do to a body when answers are cut: a ball between two plates that close in on it, moved by nothing but
// the forces of its contacts, a thousand steps a second.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "geometry/vector.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

constexpr double radius = 0.03;
constexpr double step_seconds = 1e-3;
constexpr double mass = 0.05;

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> rest;
};

Vec3 moved(Vec3 p, double x, double y, double z) { return {float(p.x + x), float(p.y + y), float(p.z + z)}; }

Mesh ball(double size, std::uint32_t triangles)
{
    const scenes::Shape shape = scenes::icosphere(triangles);
    Mesh mesh = {shape.triangles, {}};
    for (const scenes::Point& p : shape.points)
        mesh.rest.push_back({float(size * p.x), float(size * p.y), float(size * p.z)});
    return mesh;
}

/// A closed block, 16 cm wide and 2 cm high, in squares of 2 cm.
Mesh plate()
{
    constexpr int cells = 8;
    constexpr double cell = 0.02;
    Mesh mesh;
    const auto add_side = [&](int layer, bool is_top) {
        const auto first = static_cast<std::uint32_t>(mesh.rest.size());
        for (int j = 0; j <= cells; ++j)
            for (int i = 0; i <= cells; ++i)
                mesh.rest.push_back(
                    {float(cell * (i - cells / 2)), float(cell * (j - cells / 2)), float(cell * (layer - 0.5))});
        const auto at = [&](int i, int j) { return first + std::uint32_t(j * (cells + 1) + i); };
        for (int j = 0; j < cells; ++j)
            for (int i = 0; i < cells; ++i) {
                const std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
                for (const TriangleIndices& t : {TriangleIndices{a, b, c}, TriangleIndices{a, c, d}})
                    mesh.triangles.push_back(is_top ? t : TriangleIndices{t[0], t[2], t[1]});
            }
        return first;
    };
    const std::uint32_t bottom = add_side(0, false), top = add_side(1, true);
    const auto rim = [&](std::uint32_t first, int k) {
        const int side = k / cells % 4, along = k % cells;
        const int i = side == 0 ? along : side == 1 ? cells : side == 2 ? cells - along : 0;
        const int j = side == 0 ? 0 : side == 1 ? along : side == 2 ? cells : cells - along;
        return first + std::uint32_t(j * (cells + 1) + i);
    };
    for (int k = 0; k < 4 * cells; ++k) {
        mesh.triangles.push_back({rim(bottom, k), rim(bottom, k + 1), rim(top, k + 1)});
        mesh.triangles.push_back({rim(bottom, k), rim(top, k + 1), rim(top, k)});
    }
    return mesh;
}

std::vector<Vec3> shifted(const Mesh& mesh, double x, double y, double z)
{
    std::vector<Vec3> positions;
    for (const Vec3 p : mesh.rest)
        positions.push_back(moved(p, x, y, z));
    return positions;
}

struct Motion {
    double farthest = 0.0;      ///< of the ball, to the side
    double highest = 0.0;       ///< from the middle between the plates
    double fastest = 0.0;       ///< metres a second
    double worst_pull = 0.0;    ///< newtons, by a contact along its normal
    double largest_force = 0.0; ///< newtons, of one plate
};

/// Half a second: the plates close until they leave 5 cm for the 6 cm of the ball, and stay there.
Motion squeeze(Budget budget, ForcePolicy policy, const PairSettings& settings)
{
    World world = World::create().value();
    const Mesh sphere = ball(radius, 320), slab = plate();
    const BodyId below = world.add_body({.triangles = slab.triangles, .positions = slab.rest}).value();
    const BodyId middle = world.add_body({.triangles = sphere.triangles, .positions = sphere.rest}).value();
    const BodyId above = world.add_body({.triangles = slab.triangles, .positions = slab.rest}).value();
    EXPECT_TRUE(world.set_pair(below, middle, settings).ok());
    EXPECT_TRUE(world.set_pair(middle, above, settings).ok());
    // A body that is squeezed before anybody has looked at it is not what this is about.
    world.prepare_contacts();
    Motion motion;
    double place[3] = {0.0021, -0.0013, 0.0017}, speed[3] = {};
    for (int step = 0; step < 500; ++step) {
        const double gap = std::max(0.025, 0.032 - 0.05 * step_seconds * step);
        EXPECT_TRUE(world.set_positions(below, shifted(slab, 0.0, 0.0, -gap - 0.01)).ok());
        EXPECT_TRUE(world.set_positions(above, shifted(slab, 0.0, 0.0, gap + 0.01)).ok());
        EXPECT_TRUE(world.set_positions(middle, shifted(sphere, place[0], place[1], place[2])).ok());
        const ContactReport contacts = world.find_contacts(budget);
        const ForceReport& report = world.contact_forces({.policy = policy, .step_seconds = float(step_seconds)});
        double of_plate[2] = {};
        for (const ContactForce& contact : report.contacts) {
            const double up = contact.body_b == middle ? contact.force.z : -contact.force.z;
            if (contact.body_a == above || contact.body_b == above)
                of_plate[1] -= up;
            else
                of_plate[0] += up;
        }
        for (std::size_t k = 0; k < contacts.contacts.size(); ++k)
            if (const Contact& contact = contacts.contacts[k]; contact.depth_state != DepthState::open)
                motion.worst_pull = std::max(motion.worst_pull, -double(dot(report.contacts[k].force, contact.normal)));
        motion.largest_force = std::max({motion.largest_force, of_plate[0], of_plate[1]});
        for (const Wrench& wrench : report.bodies)
            if (wrench.body == middle) {
                const double force[3] = {wrench.force.x, wrench.force.y, wrench.force.z};
                for (int k = 0; k < 3; ++k)
                    speed[k] += force[k] / mass * step_seconds;
            }
        for (int k = 0; k < 3; ++k)
            place[k] += speed[k] * step_seconds;
        motion.farthest = std::max(motion.farthest, std::hypot(place[0], place[1]));
        motion.highest = std::max(motion.highest, std::abs(place[2]));
        motion.fastest = std::max(motion.fastest, std::hypot(speed[0], speed[1], speed[2]));
    }
    return motion;
}

constexpr Material soft = {.stiffness = 200.0f, .damping = 0.2f, .friction = 0.2f, .coulomb = 0.3f};

std::vector<Budget> budgets()
{
    std::vector<Budget> all = {Budget::unlimited()};
    for (std::uint64_t units = 0; units < 700; units += 1 + units / 12)
        all.push_back(Budget::work_units(units));
    return all;
}

std::string name_of(const Budget& budget)
{
    return budget.is_unlimited() ? "uncut" : std::to_string(budget.work_unit_limit()) + " units";
}

TEST(ASqueezedBody, IsNotThrownOutHoweverAnswersAreCut)
{
    for (const Budget& budget : budgets()) {
        const Motion motion = squeeze(budget, ForcePolicy::held, {.material = soft});
        EXPECT_EQ(motion.worst_pull, 0.0) << name_of(budget);
        EXPECT_LT(motion.fastest, 0.25) << name_of(budget);
        EXPECT_LT(motion.farthest, 0.02) << name_of(budget);
        EXPECT_LT(motion.largest_force, 12.0) << name_of(budget);
        if (budget.is_unlimited()) {
            EXPECT_GT(motion.largest_force, 5.0) << "it is squeezed";
        }
        // With less, a query does not get as far as a contact with either plate, or now and then with one.
        if (budget.is_unlimited() || budget.work_unit_limit() >= 45) {
            EXPECT_LT(motion.highest, 0.003) << name_of(budget);
        }
    }
}

TEST(ASqueezedBody, IsNotThrownOutByWhatIsCertainAlone)
{
    for (const Budget& budget : budgets()) {
        const Motion motion = squeeze(budget, ForcePolicy::certified_lower, {.material = soft});
        EXPECT_EQ(motion.worst_pull, 0.0) << name_of(budget);
        // Uncut it is 0.14; plates close at 0.05 metres a second.
        EXPECT_LT(motion.fastest, 0.2) << name_of(budget);
        EXPECT_LT(motion.farthest, 0.03) << name_of(budget);
    }
}

TEST(ASqueezedBody, IsNotPulledByOpenParts)
{
    for (const std::uint64_t units : {0, 3, 13, 55, 144, 233, 377})
        EXPECT_EQ(squeeze(Budget::work_units(units), ForcePolicy::spheres, {.material = soft}).worst_pull, 0.0)
            << units;
}

TEST(ASqueezedBody, StaysWherePartsAreGoodEnoughOnPurpose)
{
    for (const float goal : {0.001f, 0.01f}) {
        const Motion motion = squeeze(Budget::unlimited(), ForcePolicy::held, {.error_goal = goal, .material = soft});
        EXPECT_LT(motion.farthest, 0.02) << goal;
        EXPECT_LT(motion.highest, 0.003) << goal;
        EXPECT_LT(motion.fastest, 0.5) << goal;
    }
}

TEST(ABodyInsideAnother, IsSeenAtEveryCut)
{
    for (const Structure structure : {Structure::refit_bvh, Structure::spherical_octree, Structure::brute_force})
        for (std::uint64_t units = 0;; ++units) {
            World world = World::create().value();
            const Mesh outer = ball(0.1, 1280), inner = ball(0.02, 80);
            const std::vector<Vec3> inside = shifted(inner, 0.03, 0.01, 0.02);
            BodyDesc desc = {.triangles = outer.triangles, .positions = outer.rest};
            desc.structure = structure;
            ASSERT_TRUE(world.add_body(desc).ok());
            desc.triangles = inner.triangles;
            desc.positions = inside;
            ASSERT_TRUE(world.add_body(desc).ok());
            const ContactReport& report = world.find_contacts(Budget::work_units(units));
            EXPECT_FALSE(report.contacts.empty() && report.unrefined.empty()) << units;
            if (!report.complete) {
                // A world per cut takes long, and the first cuts are the ones that differ.
                units += units / 4;
                continue;
            }
            double force = 0.0;
            for (const Contact& contact : report.contacts)
                EXPECT_GT(contact.depth(), 0.03f);
            EXPECT_EQ(report.contacts.size(), inside.size());
            for (const ContactForce& contact : world.contact_forces().contacts)
                force += double(contact.force.x) * double(contact.force.x);
            EXPECT_GT(force, 0.0);
            break;
        }
}

} // namespace
} // namespace tactus
