// SPDX-License-Identifier: MIT
// A rigid box on a slope, moved by its weight and the wrench that the library reports, a thousand steps a second. With
// a coefficient of friction of 0.5 it stays on 10 degrees and slides on 30, as Coulomb says.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/cases.h"
#include "forces/blocks.h"
#include "geometry/double_vector.h"
#include "geometry/vector.h"

namespace tactus {
namespace {

constexpr double gravity = 9.81, box_mass = 1.0, half_side = 0.05, box_step = 1e-3;
constexpr double box_inertia = box_mass * 4.0 * half_side * half_side / 6.0;
constexpr double friction_coefficient = 0.5;

/// By area: 1e5 newtons per metre for the whole side of the box.
constexpr Material rough = {.coulomb = float(friction_coefficient), .pressure_damping = 2e4f, .sticking = 1.0f};
/// The same by its four corners.
constexpr Material rough_corners = {
    .stiffness = 25000.0f, .damping = 50.0f, .coulomb = float(friction_coefficient), .sticking = 1.0f};

struct Turn {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

Turn times(const Turn& a, const Turn& b)
{
    return {
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

DoubleVector turned(const Turn& turn, DoubleVector p)
{
    const DoubleVector axis = {turn.x, turn.y, turn.z};
    const DoubleVector side = cross(axis, p) * 2.0;
    return p + side * turn.w + cross(axis, side);
}

class BoxOnSlope {
public:
    BoxOnSlope(double degrees, double start, const Material& material, const Block& slab = Block(1.0f, 1.0f, 0.5f))
        : world_(World::create().value()),
          angle_(degrees * std::numbers::pi / 180.0), slope_{0.0, std::sin(angle_ / 2), 0.0, std::cos(angle_ / 2)}
    {
        slab_ = world_.add_body({.triangles = slab.triangles, .positions = slab.positions}).value();
        box_ = world_.add_body({.triangles = block_.triangles, .positions = block_.positions}).value();
        put(slab_, turned(slope_, {0, 0, -0.5}), slope_);
        turn_ = slope_;
        // As deep as its weight presses it.
        const double depth = box_mass * gravity * std::cos(angle_) / 1e5;
        place_ = begin_ = turned(slope_, {start, 0.021, half_side - depth});
        EXPECT_TRUE(world_.set_pair(slab_, box_, {.material = material}).ok());
    }

    void step(Budget budget = Budget::unlimited())
    {
        put(box_, place_, turn_);
        std::vector<Vec3> velocities;
        for (const Vec3 p : block_.positions)
            velocities.push_back(to_float(velocity_ + cross(spin_, turned(turn_, to_double(p)))));
        EXPECT_TRUE(world_.set_velocities(box_, velocities).ok());
        cut_ += world_.find_contacts(budget).complete ? 0 : 1;
        DoubleVector force = {0.0, 0.0, -box_mass * gravity}, torque;
        for (const Wrench& wrench : world_.contact_forces().bodies)
            if (wrench.body == box_) {
                force = force + to_double(wrench.force);
                torque = torque + to_double(wrench.torque);
            }
        velocity_ = velocity_ + force * (box_step / box_mass);
        spin_ = spin_ + torque * (box_step / box_inertia);
        place_ = place_ + velocity_ * box_step;
        const DoubleVector half = spin_ * (0.5 * box_step);
        Turn next = times({half.x, half.y, half.z, 1.0}, turn_);
        const double size = std::sqrt(next.x * next.x + next.y * next.y + next.z * next.z + next.w * next.w);
        turn_ = {next.x / size, next.y / size, next.z / size, next.w / size};
    }

    double moved() const { return length(place_ - begin_); }
    double speed_downhill() const { return dot(velocity_, turned(slope_, {1, 0, 0})); }
    double expected_acceleration() const
    {
        return gravity * (std::sin(angle_) - friction_coefficient * std::cos(angle_));
    }
    /// What the contacts of the last query push the box with along the slope.
    double downhill_push()
    {
        for (const Wrench& wrench : world_.contact_forces().bodies)
            if (wrench.body == box_)
                return dot(to_double(wrench.force), turned(slope_, {1, 0, 0}));
        return 0.0;
    }
    double angle() const { return angle_; }
    /// How many steps had no complete answer.
    std::size_t cut_steps() const { return cut_; }
    World& world() { return world_; }
    BodyId slab() const { return slab_; }

private:
    void put(BodyId body, DoubleVector place, const Turn& turn)
    {
        EXPECT_TRUE(world_.set_pose(body, {.position = place, .rotation = {turn.x, turn.y, turn.z, turn.w}}).ok());
    }

    Block block_{float(half_side), float(half_side), float(half_side)};
    World world_;
    BodyId slab_, box_;
    double angle_ = 0.0;
    Turn slope_, turn_;
    DoubleVector begin_, place_, velocity_, spin_;
    std::size_t cut_ = 0;
};

double farthest_way(BoxOnSlope& scene, std::size_t steps, Budget budget = Budget::unlimited())
{
    double farthest = 0.0;
    for (std::size_t k = 0; k < steps; ++k) {
        scene.step(budget);
        farthest = std::max(farthest, scene.moved());
    }
    return farthest;
}

TEST(ABoxOnASlope, StaysWhereFrictionHoldsIt)
{
    for (const Material& material : {rough, rough_corners}) {
        // A second on most days, and a minute in script/test --all.
        BoxOnSlope scene(10.0, 0.013, material);
        EXPECT_LT(farthest_way(scene, on_most_days(1000, 60000)), 1e-4) << material.stiffness;
        EXPECT_LT(std::abs(scene.speed_downhill()), 1e-4);
    }
}

TEST(ABoxOnASlope, SlidesByViscousFrictionAlone)
{
    Material viscous = rough;
    viscous.sticking = 0.0f;
    viscous.friction = 100.0f;
    BoxOnSlope scene(10.0, 0.013, viscous);
    EXPECT_GT(farthest_way(scene, 500), 1e-3) << "a test of sticking must see that it is needed";
}

TEST(ABoxOnASlope, SlidesAsCoulombSays)
{
    for (const Material& material : {rough, rough_corners}) {
        BoxOnSlope scene(30.0, -0.4, material);
        farthest_way(scene, 200);
        const double before = scene.speed_downhill();
        farthest_way(scene, 500);
        const double acceleration = (scene.speed_downhill() - before) / (500 * box_step);
        EXPECT_NEAR(acceleration, scene.expected_acceleration(), 0.03 * scene.expected_acceleration());
        EXPECT_GT(scene.moved(), 0.1) << "across the diagonal of the slab";
    }
}

TEST(ABoxOnASlope, StaysHoweverAnswersAreCut)
{
    const std::size_t steps = on_most_days(300, 3000);
    for (const std::uint64_t units : {0, 2, 5, 10, 20}) {
        BoxOnSlope scene(10.0, 0.013, rough_corners);
        farthest_way(scene, 20);
        EXPECT_LT(farthest_way(scene, steps, Budget::work_units(units)), 1e-4) << units;
        EXPECT_GT(scene.cut_steps(), steps / 2) << units;
    }
}

TEST(ABoxOnASlope, StaysOnAGroundOfManyTriangles)
{
    BoxOnSlope scene(10.0, 0.013, rough, gridded_block(0.4f, 0.4f, 0.5f, 20));
    EXPECT_LT(farthest_way(scene, on_most_days(300, 3000)), 1e-4);
}

TEST(ABoxOnASlope, BeginsAnewWhenItsGroundIsEdited)
{
    BoxOnSlope scene(10.0, 0.013, rough);
    farthest_way(scene, 300);
    const double weight = box_mass * gravity;
    World& world = scene.world();
    (void)world.find_contacts();
    EXPECT_NEAR(scene.downhill_push(), -weight * std::sin(scene.angle()), 0.05 * weight);
    // A triangle of the lower side becomes three: vertices may have other numbers from here on.
    const std::vector<std::uint32_t> removed = {0};
    const std::vector<Vec3> middle = {{-0.3f, -0.3f, -0.5f}};
    const std::vector<TriangleIndices> added = {{0, 2, 8}, {2, 1, 8}, {1, 0, 8}};
    ASSERT_TRUE(
        world
            .edit(BodyEdit{
                .body = scene.slab(), .remove_triangles = removed, .add_vertices = middle, .add_triangles = added})
            .ok());
    (void)world.find_contacts();
    EXPECT_NEAR(scene.downhill_push(), 0.0, 0.05 * weight * std::sin(scene.angle())) << "nothing is stretched";
}

} // namespace
} // namespace tactus
