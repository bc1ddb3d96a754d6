// SPDX-License-Identifier: MIT
// What a user may count on around queries: what is refused, what goals and deadlines mean, and what speed bodies have.
#include "checks.h"

#include <cmath>
#include <limits>

#include "../cases/random.h"
#include "../cases/random_structure.h"

namespace tactus::fuzz {

namespace {

/// The speeds that bodies have if they went from one mirror's positions to another's in so many seconds.
std::vector<Vec3> speeds(const MirrorBody& before, const MirrorBody& after, float seconds)
{
    const auto speed = [&](const Vec3& from, const Vec3& to) {
        return Vec3{(to.x - from.x) / seconds, (to.y - from.y) / seconds, (to.z - from.z) / seconds};
    };
    if (after.is_sphere)
        return {speed(before.centre, after.centre)};
    if (after.is_half_space)
        return {speed(before.anchor, after.anchor)};
    std::vector<Vec3> result;
    for (std::size_t v = 0; v < after.positions.size(); ++v)
        result.push_back(speed(before.positions[v], after.positions[v]));
    return result;
}

template <class T>
bool is_refused(const Result<T>& result)
{
    return !result && !result.error().message.empty();
}

} // namespace

void check_velocities(
    const Mirror& mirror, const FuzzCase& fuzz_case, Random random, Transcript* to, Findings& findings)
{
    const StageChanges changes{.settings = fuzz_case.settings};
    Stage moved(mirror, fuzz_case, changes, to), said(mirror, fuzz_case, changes, to);
    (void)moved.find_contacts();
    (void)said.find_contacts();
    Step step;
    step.kind = random.one_in(2) ? StepKind::move : StepKind::pose;
    step.body = random.below(6);
    step.offset = {0.05f, -0.03f, 0.02f};
    step.amplitude = 0.05f;
    step.seed = random.next();
    step.pose.position = {0.02, 0.03, -0.04};
    step.pose.rotation = {0.05, 0.0, 0.0, 1.0};
    const Mirror before = said.mirror();
    (void)moved.play(step);
    (void)said.play(step);
    const bool complete = moved.find_contacts().complete && said.find_contacts().complete;
    constexpr float seconds = 0.125f;
    for (std::size_t place = 0; place < mirror.bodies.size(); ++place) {
        const MirrorBody& body = said.mirror().bodies[place];
        if (!body.alive)
            continue;
        said.note("// set_velocities of all bodies, by how far they have come in 0.125 s");
        findings.expect(
            said.world().set_velocities(body.id, speeds(before.bodies[place], body, seconds)).ok(), "velocities",
            "set_velocities was refused");
    }
    // Where a body was not moved, its speed is 0 in both.
    if (complete)
        check_same_wrenches(wrenches(said, {}), wrenches(moved, {.step_seconds = seconds}), "velocities", findings);
    findings.counts.worlds += 2;
}

void check_refusals(const Mirror& mirror, const FuzzCase& fuzz_case, Random random, Transcript* to, Findings& findings)
{
    Stage stage(mirror, fuzz_case, {.settings = fuzz_case.settings}, to);
    World& world = stage.world();
    const std::size_t pairs = world.find_pairs().pair_count, bodies = world.body_count();
    findings.expect(
        is_refused(world.edit(BodyEdit{})), "refusals", "an edit of no body was not refused with a sentence");
    for (const HalfSpaceDesc& desc :
         {HalfSpaceDesc{.normal = {}}, HalfSpaceDesc{.normal = {0.0f, std::nanf(""), 1.0f}},
          HalfSpaceDesc{.offset = -INFINITY}, HalfSpaceDesc{.normal = {INFINITY, 0.0f, 0.0f}}})
        findings.expect(
            is_refused(world.add_half_space(desc)), "refusals", "a half-space that cannot be was not refused");
    const float bad =
        random.one_in(2) ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    for (const MirrorBody& body : stage.mirror().bodies) {
        if (!body.alive || !body.is_mesh() || body.positions.empty())
            continue;
        // The last vertex is one that no triangle uses.
        std::vector<float> array;
        for (const Vec3& p : body.positions)
            array.insert(array.end(), {p.x, p.y, p.z});
        array.insert(array.end(), {0.0f, bad, 0.0f, 0.0f});
        BodyDesc desc{.triangles = body.triangles, .structure = random_structure(random)};
        desc.positions = PositionsView(array.data(), body.positions.size() + 1);
        desc.storage = random.one_in(2) ? PositionStorage::borrowed : PositionStorage::copied;
        findings.expect(
            is_refused(world.add_body(desc)), "refusals", "a body with a vertex that is not finite was not refused");
        std::vector<Vec3> positions = body.positions;
        positions[random.below(static_cast<std::uint32_t>(positions.size()))].z = bad;
        findings.expect(
            is_refused(world.set_positions(body.id, positions)), "refusals",
            "positions that are not finite were not refused");
        break;
    }
    findings.expect(
        world.body_count() == bodies && world.find_pairs().pair_count == pairs, "refusals",
        "what was refused has changed something");
    ++findings.counts.worlds;
}

void check_goals(
    const Mirror& mirror, const FuzzCase& fuzz_case, const Answer& expected, Random random, Transcript* to,
    Findings& findings)
{
    using namespace std::chrono_literals;
    const StageChanges changes{.settings = fuzz_case.settings};
    Stage stage(mirror, fuzz_case, changes, to);
    const auto look = [&](const ContactReport& report, float goal) {
        const Answer answer(stage.mirror(), report);
        check_fields(stage.mirror(), fuzz_case.settings, answer, findings);
        check_cut(mirror, expected, answer, findings);
        findings.expect(
            answer.worst_error <= goal || answer.contacts_merged, "goal",
            "a query that should end at an error of " + std::to_string(goal) + " ended at "
                + std::to_string(answer.worst_error));
        return answer;
    };
    const Budget past = Budget::until(Budget::Clock::now() - 1s);
    const Answer first = look(stage.find_contacts(past), INFINITY);
    findings.expect(
        first.confirmed.empty() && first.work_units_spent == 0, "goal",
        "a deadline that has passed leaves time to work");
    float goal = 1.0f;
    for (int k = 0; k < 3; ++k, goal *= static_cast<float>(random.unit()))
        look(stage.refine_contacts(Budget::within(1h).or_until_error(goal)), goal);
    Truth nothing;
    nothing.insides = true_insides(mirror);
    check_same(mirror, nothing, expected, look(stage.refine_contacts(), INFINITY), "refine", findings);

    // Two bodies may have a goal of their own.
    Stage coarse(mirror, fuzz_case, changes, to);
    goal = static_cast<float>(random.unit());
    for (const MirrorBody& a : coarse.mirror().bodies)
        for (const MirrorBody& b : coarse.mirror().bodies)
            if (a.alive && b.alive && !(b.id < a.id))
                (void)coarse.world().set_pair(a.id, b.id, {.error_goal = goal, .material = fuzz_case.material});
    const Answer left(coarse.mirror(), coarse.find_contacts());
    check_cut(mirror, expected, left, findings);
    findings.expect(
        left.worst_error <= goal || left.contacts_merged, "goal",
        "pairs with a goal of " + std::to_string(goal) + " ended at " + std::to_string(left.worst_error));
    findings.counts.worlds += 2;
}

void check_force_limits(Stage& stage, Random random, Findings& findings)
{
    const auto most = static_cast<float>(0.1 + 20.0 * random.unit());
    const ForceOptions limited{.max_force_change = most, .max_torque_change = most};
    const auto size = [](const Vec3& a, const Vec3& b) {
        return std::hypot(
            static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
            static_cast<double>(a.z) - static_cast<double>(b.z));
    };
    std::map<std::uint32_t, Wrench> before = wrenches(stage, {});
    for (int k = 0; k < 3; ++k) {
        // Bodies that nothing pushes have no wrench, and come from 0.
        std::map<std::uint32_t, Wrench> now = wrenches(stage, limited);
        for (auto& [place, w] : now)
            findings.expect(
                size(w.force, before[place].force) <= static_cast<double>(most) * 1.001
                    && size(w.torque, before[place].torque) <= static_cast<double>(most) * 1.001,
                "force_limit",
                "body " + std::to_string(place) + " changed by more than " + std::to_string(most) + " in one call");
        before = std::move(now);
    }
    const std::map<std::uint32_t, Wrench> free = wrenches(stage, {});
    findings.expect(!stage.contact_forces({}).limited, "force_limit", "forces without a limit are said to be limited");
    check_same_wrenches(
        free, wrenches(stage, {.max_force_change = 1e30f, .max_torque_change = 1e30f}), "force_limit", findings);
}

} // namespace tactus::fuzz
