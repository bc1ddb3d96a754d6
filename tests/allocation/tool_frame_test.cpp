// SPDX-License-Identifier: MIT
// Frames in which tools move through a body allocate nothing once the world has seen some.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "allocation/counting_new.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

/// A ball that breathes, two tools that stab and stroke it, a blade without an end, and a box that is pressed into it.
class Operation {
public:
    Operation()
    {
        const scenes::Shape shape = scenes::icosphere(320);
        for (const scenes::Point& p : shape.points)
            rest_.push_back({float(p.x), float(p.y), float(p.z)});
        organ_ = world_.add_body({.triangles = shape.triangles, .positions = rest_}).value();
        stab_ = world_.add_tool({.pivot = {0, 0, 3}, .tip = {0, 0, 2}, .radius = 0.05f, .sweep = true}).value();
        stroke_ = world_.add_tool({.pivot = {2, 0, 1}, .tip = {-2, 0, 1}, .radius = 0.1f}).value();
        const HalfSpace slab[] = {{{1, 0, 0}, 0.1f}, {{-1, 0, 0}, 0.1f}};
        blade_ = world_.add_convex({.half_spaces = slab}).value();
        const HalfSpace sides[] = {{{1, 0, 0}, 0.2f},  {{-1, 0, 0}, 0.2f}, {{0, 1, 0}, 0.3f}, {{0, -1, 0}, 0.3f},
                                   {{0, 0, 1}, 0.25f}, {{0, 0, -1}, 0.3f}, {{1, 1, 1}, 0.6f}};
        box_ = world_.add_convex({.half_spaces = sides}).value();
    }

    /// Plays all frames; gives how often memory was asked for.
    std::size_t play(Budget budget)
    {
        const std::size_t before = allocation_count();
        std::size_t found = 0;
        bool ok = true;
        for (int frame = 0; frame < 20; ++frame) {
            const float turn = 0.3f * static_cast<float>(frame), size = 1.0f + 0.02f * std::sin(turn);
            now_ = rest_;
            for (Vec3& at : now_)
                at = {at.x * size, at.y * size, at.z * size};
            ok = world_.set_positions(organ_, now_).ok() && ok;
            ok = world_.set_tool(stab_, {0, 0, 3}, {0.3f * std::cos(turn), 0.2f, 0.7f + 0.5f * std::sin(turn)}).ok()
                 && ok;
            ok = world_.set_pose(stroke_, {.position = {0.0, 0.1 * frame, 0.0}, .rotation = {}}).ok() && ok;
            ok = world_.set_pose(blade_, {.position = {0.05 * frame, 0.0, 0.0}, .rotation = {}}).ok() && ok;
            const Pose pressed = {.position = {-1.1, 0.01 * frame, 0.0}, .rotation = {0.0, 0.0, 0.2 * frame, 3.0}};
            ok = world_.set_pose(box_, pressed).ok() && ok;
            for (const BodyId tool : {stab_, stroke_, blade_, box_}) {
                const auto touched = world_.find_touched(tool, {.budget = budget});
                ok = ok && touched.ok();
                found += touched.value().faces.size();
            }
            const ContactReport& report = world_.find_contacts(budget);
            found += report.contacts.size() + report.unrefined.size();
            for (const Contact& contact : report.contacts)
                of_box_ += contact.body_a == box_ || contact.body_b == box_ ? 1 : 0;
            world_.contact_forces({.step_seconds = 0.01f});
            found += world_.find_pairs().pair_count;
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(found, 0u);
        return allocations;
    }
    std::size_t of_box() const { return of_box_; } ///< Contacts so far.

private:
    World world_ = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    std::vector<Vec3> rest_;
    std::vector<Vec3> now_;
    BodyId organ_;
    BodyId stab_;
    BodyId stroke_;
    BodyId blade_;
    BodyId box_;
    std::size_t of_box_ = 0;
};

TEST(ToolsAtWork, AllocateNothingOnceTheyAreSettled)
{
    Operation operation;
    EXPECT_GT(operation.play(Budget::unlimited()), 0u)
        << "the first time takes memory; if not, this test counts nothing";
    for (const Budget budget : {Budget::unlimited(), Budget::work_units(5), Budget::work_units(100000)}) {
        for (int round = 0; round < 4; ++round)
            operation.play(budget);
        EXPECT_EQ(operation.play(budget), 0u);
    }
    EXPECT_GT(operation.of_box(), 100u);
}

} // namespace
} // namespace tactus
