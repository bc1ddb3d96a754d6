// SPDX-License-Identifier: MIT
// Where contacts stick: what is remembered of them, and for how long.
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "forces/samples.h"

namespace tactus {
namespace {

constexpr float stick_stiffness = 1000.0f;
constexpr float stick_depth = 0.01f;

/// A ground of large triangles in the plane of x and y, and a body of single points.
class StickingBodies final : public ForceBodies {
public:
    Material material(BodyId, BodyId) const override
    {
        return {.stiffness = stick_stiffness, .coulomb = coulomb, .sticking = sticking};
    }
    Vec3 velocity(BodyId, std::uint32_t) const override { return {}; }
    Vec3 position(BodyId body, std::uint32_t vertex) const override
    {
        if (body.index == 0)
            return turned({float(vertex % 3) * 2.0f - 1.0f, float(vertex / 3) * 2.0f - 1.0f, 0.0f});
        return turned(shift + Vec3{0.0f, 0.0f, -stick_depth});
    }
    Vec3 centroid(BodyId) const override { return {}; }

    /// Turned about the y axis, as all is.
    Vec3 turned(Vec3 p) const
    {
        const double c = std::cos(angle), s = std::sin(angle);
        return to_float({c * p.x + s * p.z, p.y, c * p.z - s * p.x});
    }

    float coulomb = 0.5f;
    float sticking = 1.0f;
    Vec3 shift = {};    ///< of the second body
    double angle = 0.0; ///< of both, in radians
};

/// The only vertex of body 1 in a triangle of body 0, at the same place of it as in space.
Contact on_the_ground(const StickingBodies& bodies, std::uint64_t id, std::array<std::uint32_t, 3> triangle)
{
    Contact contact;
    contact.id = id;
    contact.body_a = {0, 7};
    contact.body_b = {1, 7};
    contact.kind = ContactKind::face_vertex;
    contact.depth_state = DepthState::propagated;
    contact.vertices_a = triangle;
    StickingBodies level;
    const Vec3 a = level.position({0, 7}, triangle[0]), b = level.position({0, 7}, triangle[1]),
               c = level.position({0, 7}, triangle[2]), p = bodies.shift;
    const float whole = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    const float second = ((p.x - a.x) * (c.y - a.y) - (c.x - a.x) * (p.y - a.y)) / whole;
    const float third = ((b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)) / whole;
    contact.weights_a = {1.0f - second - third, second, third};
    contact.vertices_b = {0, 0, 0};
    contact.weights_b = {1.0f, 0.0f, 0.0f};
    contact.point = bodies.turned(p);
    contact.normal = bodies.turned({0, 0, 1});
    contact.separation = -stick_depth;
    return contact;
}

constexpr std::array<std::uint32_t, 3> lower_half = {0, 1, 3}, upper_half = {1, 4, 3};

class Sticking : public testing::Test {
protected:
    Vec3 force(const SampleAnswer& answer)
    {
        const ForceReport report = forces_.compute(answer.report(), bodies_, {});
        return report.contacts.empty() ? Vec3{} : report.contacts[0].force;
    }
    Vec3 move_to(Vec3 shift, std::uint64_t id = 5, const std::array<std::uint32_t, 3>& triangle = lower_half)
    {
        bodies_.shift = shift;
        return force(whole({on_the_ground(bodies_, id, triangle)}));
    }

    StickingBodies bodies_;
    ContactForces forces_;
};

TEST_F(Sticking, PullsBackToWhereTheContactFirstPushed)
{
    EXPECT_EQ(move_to({-0.5f, -0.5f, 0}), (Vec3{0, 0, 10}));
    for (const float way : {0.001f, 0.002f, 0.004f, -0.003f}) {
        const Vec3 force = move_to({-0.5f + way, -0.5f, 0});
        EXPECT_NEAR(force.x, -stick_stiffness * way, 1e-3f) << way;
        EXPECT_NEAR(force.y, 0.0f, 1e-3f);
        EXPECT_NEAR(force.z, 10.0f, 1e-4f);
    }
    EXPECT_NEAR(move_to({-0.5f, -0.5f, 0}).x, 0.0f, 1e-3f) << "nothing has slid";
}

TEST_F(Sticking, SlidesAlongAtTheLimitAndSticksThere)
{
    move_to({-0.5f, -0.5f, 0});
    // 10 N press, so friction holds 5 N: 5 mm of stretch.
    EXPECT_NEAR(move_to({-0.48f, -0.5f, 0}).x, -5.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.48f, -0.5f, 0}).x, -5.0f, 1e-3f) << "asked again";
    // It sticks where it has come to, with 5 mm of stretch.
    EXPECT_NEAR(move_to({-0.482f, -0.5f, 0}).x, -3.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.485f, -0.5f, 0}).x, 0.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.490f, -0.5f, 0}).x, 5.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.5f, -0.5f, 0}).x, 5.0f, 1e-3f) << "back where it was, it is held from the other side";
    bodies_.coulomb = -1.0f;
    EXPECT_NEAR(move_to({-0.45f, -0.5f, 0}).x, 5.0f - 50.0f, 0.01f) << "no limit";
}

TEST_F(Sticking, GoesOnWhenTheContactComesToAnotherTriangle)
{
    // The diagonal goes through the middle of the first square.
    move_to({-0.001f, -0.001f, 0});
    EXPECT_NEAR(move_to({-0.001f, 0.002f, 0}, 5, upper_half).y, -3.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.001f, 0.01f, 0}, 5, upper_half).y, -5.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.001f, 0.007f, 0}, 5, upper_half).y, -2.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.001f, -0.001f, 0}, 5, lower_half).y, 5.0f, 1e-3f);
}

TEST_F(Sticking, GoesOnForAVertexWithAnotherId)
{
    move_to({-0.5f, -0.5f, 0});
    EXPECT_NEAR(move_to({-0.498f, -0.5f, 0}, 6).x, -2.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.497f, -0.5f, 0}, 0).x, -3.0f, 1e-3f) << "no query has told of it yet";
    EXPECT_NEAR(move_to({-0.496f, -0.5f, 0}, 7).x, -4.0f, 1e-3f);
}

TEST_F(Sticking, BeginsAnewAfterTheContactEnded)
{
    move_to({-0.5f, -0.5f, 0});
    EXPECT_NEAR(move_to({-0.498f, -0.5f, 0}).x, -2.0f, 1e-3f);
    force(whole({}));
    EXPECT_NEAR(move_to({-0.497f, -0.5f, 0}, 6).x, 0.0f, 1e-3f);
    EXPECT_NEAR(move_to({-0.496f, -0.5f, 0}, 6).x, -1.0f, 1e-3f);
}

TEST_F(Sticking, BeginsAnewWhenABodyIsForgotten)
{
    for (const std::uint32_t body : {0u, 1u}) {
        move_to({-0.5f, -0.5f, 0});
        EXPECT_NEAR(move_to({-0.498f, -0.5f, 0}).x, -2.0f, 1e-3f);
        forces_.forget({body, 7});
        EXPECT_NEAR(move_to({-0.498f, -0.5f, 0}).x, 0.0f, 1e-3f);
        forces_.clear();
    }
}

TEST_F(Sticking, OutlastsQueriesThatAreCut)
{
    move_to({-0.5f, -0.5f, 0});
    const SampleAnswer nothing = {{}, {part_between({0, 7}, {1, 7})}, false};
    for (int round = 1; round <= 4; ++round) {
        bodies_.shift = {-0.5f + 0.001f * float(round), -0.5f, 0};
        const ForceReport report = forces_.compute(nothing.report(), bodies_, {});
        ASSERT_EQ(report.contacts.size(), 1u) << "it is held";
        // What is held fades as it slides, by a few thousandths.
        EXPECT_NEAR(report.contacts[0].force.x, -float(round), 0.05f);
    }
    EXPECT_NEAR(move_to({-0.497f, -0.5f, 0}).x, -3.0f, 1e-3f) << "with the complete answer too";
    // The other policies do not push with what is held, and do not forget it either.
    for (const ForcePolicy policy : {ForcePolicy::certified_lower, ForcePolicy::spheres}) {
        EXPECT_TRUE(forces_.compute(nothing.report(), bodies_, {.policy = policy}).contacts.empty());
        EXPECT_NEAR(move_to({-0.497f, -0.5f, 0}).x, -3.0f, 1e-3f);
    }
}

TEST_F(Sticking, TurnsWithTheBodies)
{
    const auto expect_turned = [&](Vec3 shift, Vec3 level_force) {
        for (const double angle : {0.0, 0.3, 0.9}) {
            bodies_.angle = angle;
            const Vec3 force = move_to(shift);
            EXPECT_LT(length(to_double(force - bodies_.turned(level_force))), 2e-3) << angle;
        }
        bodies_.angle = 0.0;
    };
    move_to({-0.5f, -0.5f, 0});
    expect_turned({-0.498f, -0.499f, 0}, {-2, -1, 10});
    // The same from where it has slid to.
    EXPECT_NEAR(move_to({-0.4f, -0.5f, 0}).x, -5.0f, 1e-3f);
    expect_turned({-0.403f, -0.5f, 0}, {-2, 0, 10});
}

TEST_F(Sticking, TakesNoMemoryTheSecondTime)
{
    std::size_t bytes[2] = {};
    for (std::size_t& after : bytes) {
        for (int k = 0; k < 100; ++k)
            move_to({-0.5f + 0.0003f * float(k), -0.5f, 0}, 100 + std::uint64_t(k / 10));
        after = forces_.bytes();
    }
    EXPECT_EQ(bytes[0], bytes[1]);
}

TEST(StickingForces, BalanceAndDoNotPull)
{
    /// Bodies whose vertices move anywhere, and whose contacts stick.
    class Sticky final : public ForceBodies {
    public:
        Material material(BodyId a, BodyId b) const override
        {
            Material made = sample.material(a, b);
            made.sticking = 0.7f;
            return made;
        }
        Vec3 velocity(BodyId body, std::uint32_t vertex) const override { return sample.velocity(body, vertex); }
        Vec3 position(BodyId body, std::uint32_t vertex) const override { return sample.position(body, vertex); }
        Vec3 centroid(BodyId body) const override { return sample.centroid(body); }

        SampleBodies sample;
    };
    Sticky bodies;
    ContactForces forces;
    const std::vector<Contact> contacts = random_contacts(97, 200);
    for (int round = 0; round < 10; ++round) {
        bodies.sample.shift = Vec3{0.0004f, -0.0003f, 0.0005f} * float(round);
        const ForceReport report = forces.compute(whole(contacts).report(), bodies, {});
        DoubleVector sum;
        double size = 0.0, rubbing = 0.0;
        for (const Wrench& wrench : report.bodies) {
            sum = sum + to_double(wrench.force);
            size += length(to_double(wrench.force));
        }
        EXPECT_LT(length(sum), 1e-6 * size);
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const DoubleVector force = to_double(report.contacts[k].force), normal = to_double(contacts[k].normal);
            EXPECT_GE(dot(force, normal), -1e-5 * length(force));
            rubbing += length(force - normal * dot(force, normal));
        }
        EXPECT_GT(rubbing, 0.0);
    }
}

} // namespace
} // namespace tactus
