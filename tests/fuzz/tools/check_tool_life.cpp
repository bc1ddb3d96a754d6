// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "../stage/stage.h"
#include "check_tools.h"
#include "oracle/tool_answer.h"

namespace tactus::fuzz::tools {

namespace {

template <class T>
bool refuses_with(const Result<T>& result, ErrorCode code)
{
    return !result && !result.error().message.empty() && result.error().code == code;
}

/// What a tool touches, in numbers that can be compared.
std::vector<double> touched_numbers(ToolWorld& asked, BodyId tool)
{
    std::vector<double> said;
    const TouchReport report = asked.world.find_touched(tool).value();
    for (const TouchedFace& face : report.faces)
        for (const double number :
             {static_cast<double>(asked.place(face.body)), static_cast<double>(face.triangle),
              static_cast<double>(face.shaft_begin), static_cast<double>(face.shaft_end)})
            said.push_back(number);
    said.push_back(static_cast<double>(report.first_touch_begin));
    said.push_back(static_cast<double>(report.first_touch_end));
    // Contacts come in the order in which they were found.
    const std::size_t contacts = said.size();
    for (const Contact& contact : asked.world.find_contacts().contacts)
        said.push_back(static_cast<double>(contact.separation));
    std::sort(said.begin() + static_cast<std::ptrdiff_t>(contacts), said.end());
    return said;
}

void check_refusals_of(ToolQuestion& question, std::uint32_t tool)
{
    Findings& findings = question.findings;
    World& world = question.asked.world;
    const BodyId id = question.asked.ids[tool];
    const std::vector<double> before = touched_numbers(question.asked, id);
    const float bad = question.random.one_in(2) ? std::nanf("") : INFINITY;
    const auto expect = [&](bool holds, const std::string& what) {
        findings.expect(holds, "tool_refusal", what + " is not refused with a sentence");
    };
    const ErrorCode invalid = ErrorCode::invalid_argument;
    expect(refuses_with(world.set_tool(id, {bad, 0, 0}, {}), invalid), "a pivot at nan");
    expect(refuses_with(world.set_tool(id, {}, {0, bad, 0}), invalid), "a tip at nan");
    expect(refuses_with(world.add_tool({.tip = {1, 0, 0}, .radius = bad}), invalid), "a radius of nan");
    expect(refuses_with(world.add_tool({.tip = {1, 0, 0}, .radius = -1.0f}), invalid), "a radius below 0");
    expect(refuses_with(world.add_tool({.tip = {1, 0, bad}, .radius = 1.0f}), invalid), "a new tip at nan");
    expect(
        refuses_with(world.set_pose(id, {.position = {static_cast<double>(bad), 0, 0}, .rotation = {}}), invalid),
        "a pose at nan");
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k)
        if (question.scene.bodies[k].kind != SceneKind::tool) {
            expect(refuses_with(world.set_tool(question.asked.ids[k], {}, {1, 0, 0}), invalid), "set_tool of no tool");
            expect(refuses_with(world.find_touched(question.asked.ids[k]), invalid), "find_touched of no tool");
        }
    findings.expect(world.body_count() == question.scene.bodies.size(), "tool_refusal", "a refused body is there");
    findings.expect(
        touched_numbers(question.asked, id) == before, "tool_refusal", "what was refused has changed the answer");
    const BodyId gone = world.add_tool({.tip = {1, 0, 0}, .radius = 0.5f}).value();
    world.remove_body(gone).value();
    expect(refuses_with(world.set_tool(gone, {}, {1, 0, 0}), ErrorCode::stale_id), "set_tool of a removed tool");
    expect(refuses_with(world.find_touched(gone), ErrorCode::stale_id), "find_touched of a removed tool");
    expect(refuses_with(world.info(gone), ErrorCode::stale_id), "info of a removed tool");
    findings.expect(
        touched_numbers(question.asked, id) == before, "tool_life", "a tool that came and went changes the answer");
}

/// set_pose against set_tool to where the formula of poses puts the ends.
void check_poses_of(ToolQuestion& question, std::uint32_t tool)
{
    const SceneBody& body = question.scene.bodies[tool];
    const auto number = [&] { return question.random.unit() - 0.5; };
    const Pose pose = {
        .position = {number(), number(), number()}, .rotation = {number(), number(), number(), number() + 1.0}};
    ToolWorld one(question.scene), other(question.scene);
    one.world.set_pose(one.ids[tool], pose).value();
    const Vec3 pivot = posed(pose, body.pivot), tip = posed(pose, body.tip);
    const std::vector<Vec3> at = one.world.positions(one.ids[tool]).value();
    question.findings.expect(
        at.size() == 2 && at[0] == pivot && at[1] == tip, "tool_pose", "a pose puts the ends elsewhere");
    question.findings.expect(one.world.pose(one.ids[tool]).value() == pose, "tool_pose", "the pose is another one");
    other.world.set_tool(other.ids[tool], pivot, tip).value();
    question.findings.expect(
        touched_numbers(one, one.ids[tool]) == touched_numbers(other, other.ids[tool]), "tool_pose",
        "set_pose and set_tool to the same place give other answers");
    // A second pose is from where set_tool had the ends, and not from the first pose.
    one.world.set_pose(one.ids[tool], {.position = {1, 2, 3}, .rotation = {}}).value();
    const std::vector<Vec3> next = one.world.positions(one.ids[tool]).value();
    question.findings.expect(
        next.size() == 2 && next[0] == posed({.position = {1, 2, 3}, .rotation = {}}, body.pivot), "tool_pose",
        "poses add up");
    const std::vector<Vec3> ends = {pivot, tip};
    ToolWorld third(question.scene);
    if (third.world.set_positions(third.ids[tool], ends).ok())
        question.findings.expect(
            touched_numbers(third, third.ids[tool]) == touched_numbers(other, other.ids[tool]), "tool_positions",
            "set_positions and set_tool to the same place give other answers");
}

void check_info_of(ToolQuestion& question, std::uint32_t tool)
{
    const SceneBody& body = question.scene.bodies[tool];
    const BodyInfo info = question.asked.world.info(question.asked.ids[tool]).value();
    question.findings.expect(
        info.is_tool && !info.is_sphere && !info.is_half_space && info.radius == body.radius, "tool_life",
        "info does not know the tool");
    const std::vector<Vec3> at = question.asked.world.positions(question.asked.ids[tool]).value();
    question.findings.expect(
        at.size() == 2 && at[0] == body.pivot && at[1] == body.tip, "tool_life", "positions are not the ends");
    for (const Vec3& p : at)
        question.findings.expect(
            info.lower_corner.x <= p.x && info.lower_corner.y <= p.y && info.lower_corner.z <= p.z
                && p.x <= info.upper_corner.x && p.y <= info.upper_corner.y && p.z <= info.upper_corner.z,
            "tool_life", "the box of the tool does not hold its ends");
}

} // namespace

void check_tool_life(ToolQuestion question)
{
    for (std::uint32_t tool = 0; tool < question.scene.bodies.size(); ++tool)
        if (question.scene.bodies[tool].kind == SceneKind::tool) {
            check_info_of(question, tool);
            check_refusals_of(question, tool);
            check_poses_of(question, tool);
        }
}

} // namespace tactus::fuzz::tools
