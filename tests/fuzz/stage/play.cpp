// SPDX-License-Identifier: MIT
// What steps do to a world and to its mirror, edits aside.
#include <cmath>

#include "../cases/random.h"
#include "stage.h"
#include "write_cpp.h"

namespace tactus::fuzz {

namespace {

float rounded(double value, float unit)
{
    if (unit <= 0.0f)
        return static_cast<float>(value);
    return static_cast<float>(std::nearbyint(value / static_cast<double>(unit)) * static_cast<double>(unit));
}

Vec3 moved(Vec3 p, const Step& step, std::uint32_t vertex)
{
    Random random(step.seed + vertex * 7919u);
    const double reach = static_cast<double>(step.amplitude);
    const double shake[3] = {
        (random.unit() * 2 - 1) * reach, (random.unit() * 2 - 1) * reach, (random.unit() * 2 - 1) * reach};
    return {
        rounded(static_cast<double>(p.x) + static_cast<double>(step.offset.x) + shake[0], step.unit),
        rounded(static_cast<double>(p.y) + static_cast<double>(step.offset.y) + shake[1], step.unit),
        rounded(static_cast<double>(p.z) + static_cast<double>(step.offset.z) + shake[2], step.unit)};
}

} // namespace

void Stage::set_positions(std::uint32_t place, const std::vector<Vec3>& positions)
{
    MirrorBody& body = mirror_.bodies[place];
    note(name_ + ".set_positions(" + name_ + std::to_string(place) + ", " + cpp(positions) + ");");
    PositionsView view = positions;
    if (body.borrowed) {
        std::vector<float>& array = lent_.emplace_back();
        for (const Vec3& p : positions)
            array.insert(array.end(), {p.x, p.y, p.z});
        array.push_back(0.0f);
        view = PositionsView(array.data(), positions.size());
    }
    (void)world_.set_positions(body.id, view).ok();
    body.own = body.positions = positions;
    body.pose = {};
}

std::string Stage::set_pose(std::uint32_t place, const Pose& pose)
{
    note(name_ + ".set_pose(" + name_ + std::to_string(place) + ", " + cpp(pose) + ");");
    if (!world_.set_pose(mirror_.bodies[place].id, pose))
        return "set_pose was refused";
    take_pose(place, pose);
    return {};
}

void Stage::take_pose(std::uint32_t place, const Pose& pose)
{
    MirrorBody& body = mirror_.bodies[place];
    body.pose = pose;
    if (body.is_sphere)
        body.centre = {
            static_cast<float>(pose.position.x), static_cast<float>(pose.position.y),
            static_cast<float>(pose.position.z)};
    for (std::size_t v = 0; v < body.own.size(); ++v)
        body.positions[v] = posed(pose, body.own[v]);
    if (body.is_half_space) {
        // How a posed plane is rounded is the library's own affair; whether it is near is a check.
        const BodyInfo info = world_.info(body.id).value();
        body.plane = {info.normal, info.offset};
        body.anchor = world_.positions(body.id).value().at(0);
    }
}

std::string Stage::play(const Step& step)
{
    const std::uint32_t place = step.body % static_cast<std::uint32_t>(mirror_.bodies.size());
    const std::uint32_t other = step.other % static_cast<std::uint32_t>(mirror_.bodies.size());
    MirrorBody& body = mirror_.bodies[place];
    if (!body.alive)
        return {};
    const std::string variable = name_ + std::to_string(place);
    mirror_.just_cut.clear();
    switch (step.kind) {
    case StepKind::move: {
        if (body.is_sphere) {
            const Vec3 to = moved(body.centre, step, 0);
            const Pose pose{
                .position = {static_cast<double>(to.x), static_cast<double>(to.y), static_cast<double>(to.z)}};
            return set_pose(place, pose);
        }
        if (body.is_half_space) {
            Pose pose = body.pose;
            pose.position = {
                pose.position.x + static_cast<double>(step.offset.x),
                pose.position.y + static_cast<double>(step.offset.y),
                pose.position.z + static_cast<double>(step.offset.z)};
            return set_pose(place, pose);
        }
        std::vector<Vec3> positions = body.own;
        for (std::uint32_t v = 0; v < positions.size(); ++v)
            positions[v] = moved(positions[v], step, v);
        set_positions(place, positions);
        return {};
    }
    case StepKind::pose:
        return set_pose(place, step.pose);
    case StepKind::filter:
        note(
            name_ + ".set_filter(" + variable + ", {" + std::to_string(step.filter.group) + ", "
            + std::to_string(step.filter.mask) + "});");
        body.filter = step.filter;
        return world_.set_filter(body.id, step.filter).ok() ? "" : "set_filter was refused";
    case StepKind::allow:
        if (!mirror_.bodies[other].alive || (place == other && !body.is_mesh()))
            return {};
        note(
            name_ + ".ignore_contacts(" + variable + ", " + name_ + std::to_string(other)
            + (step.flag ? ", true);" : ", false);"));
        if (step.flag)
            mirror_.allowed.insert(Mirror::both(place, other));
        else
            mirror_.allowed.erase(Mirror::both(place, other));
        return world_.ignore_contacts(body.id, mirror_.bodies[other].id, step.flag).ok()
                   ? ""
                   : "ignore_contacts was refused";
    case StepKind::attach: {
        const MirrorBody& second = mirror_.bodies[other];
        if (place == other || !second.alive || body.own.empty() || second.own.empty() || step.numbers.size() < 2)
            return {};
        std::uint32_t a = step.numbers[0] % static_cast<std::uint32_t>(body.own.size());
        std::uint32_t b = step.numbers[1] % static_cast<std::uint32_t>(second.own.size());
        note(
            name_ + ".attach_vertices(" + variable + ", " + std::to_string(a) + ", " + name_ + std::to_string(other)
            + ", " + std::to_string(b) + ");");
        if (place < other)
            mirror_.attached.insert({place, a, other, b});
        else
            mirror_.attached.insert({other, b, place, a});
        return world_.attach_vertices(body.id, a, second.id, b).ok() ? "" : "attach_vertices was refused";
    }
    case StepKind::remove_body:
        note(name_ + ".remove_body(" + variable + ");");
        body.alive = false;
        return world_.remove_body(body.id).ok() ? "" : "remove_body was refused";
    case StepKind::ask_pairs:
        (void)find_pairs(Budget::work_units(step.numbers.empty() ? 1 : step.numbers[0]));
        return {};
    case StepKind::ask_contacts:
        (void)find_contacts(Budget::work_units(step.numbers.empty() ? 1 : step.numbers[0]));
        return {};
    default:
        return play_edit(step);
    }
}

} // namespace tactus::fuzz
