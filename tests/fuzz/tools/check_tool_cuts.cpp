// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "../cases/random_structure.h"
#include "check_tools.h"
#include "oracle/tool_answer.h"

namespace tactus::fuzz::tools {

namespace {

/// Contacts by what is the same in every world. Several of one name, such as those of one vertex on triangles without
/// an area, are numbered in the order of their triangles: a report may have them in any order.
using Named = std::map<std::pair<std::string, int>, ToolContact>;

Named by_name(std::vector<ToolContact> all)
{
    std::stable_sort(all.begin(), all.end(), [](const ToolContact& left, const ToolContact& right) {
        return std::pair(left.contact.triangle_a, left.contact.triangle_b)
               < std::pair(right.contact.triangle_a, right.contact.triangle_b);
    });
    Named named;
    std::map<std::string, int> counts;
    for (const ToolContact& one : all)
        named[{one.name(), counts[one.name()]++}] = one;
    return named;
}

Named complete_answer(const ToolScene& scene, ToolWorld& asked)
{
    return by_name(contacts_without_history(scene, asked, asked.world.find_contacts().contacts));
}

void check_same_contacts(
    const Named& expected, const Named& other, const std::string& check, const std::string& who, Findings& findings)
{
    for (const auto& [name, one] : other)
        findings.expect(expected.contains(name), check, who + " has " + name.first + ", and it should not");
    for (const auto& [name, one] : expected) {
        const auto found = other.find(name);
        if (found == other.end()) {
            findings.add(check, who + " has no " + name.first);
            continue;
        }
        const Contact &is = found->second.contact, &was = one.contact;
        if (found->second.is_by_side)
            continue;
        findings.expect(
            std::abs(is.separation - was.separation) < 1e-5f, check,
            who + ", " + name.first + ": the separation is " + std::to_string(is.separation) + " and not "
                + std::to_string(was.separation));
        if (!one.is_inside())
            findings.expect(
                length(place_of(is.normal) - place_of(was.normal)) < 1e-3
                    && length(place_of(is.point) - place_of(was.point)) < 1e-4,
                check, who + ", " + name.first + ": the normal or the point is another one");
        findings.expect(is.silent == was.silent, check, who + ", " + name.first + " is silent in one of them");
    }
}

bool are_of_the_same(const ToolContact& one, const ToolContact& other)
{
    return Mirror::both(one.a, one.b) == Mirror::both(other.a, other.b);
}

void check_cut_answer(
    const ToolQuestion& question, const ToolWorld& asked, const ContactReport& report, const Named& expected,
    const std::string& at)
{
    Findings& findings = question.findings;
    const std::vector<ToolContact> confirmed = contacts_without_history(question.scene, asked, report.contacts);
    const std::vector<ToolContact> open = contacts_without_history(question.scene, asked, report.unrefined);
    const Named named = by_name(confirmed);
    float worst = 0.0f;
    for (const std::span<const Contact> list : {report.contacts, report.unrefined})
        for (const Contact& contact : list)
            worst = std::max(worst, contact.error_bound);
    findings.expect(
        report.worst_error == worst, "tool_cut_worst",
        at + "worst_error is " + std::to_string(report.worst_error) + " and not " + std::to_string(worst));
    findings.expect(
        !report.complete || report.unrefined.empty(), "tool_cut_worst", at + "complete with unrefined contacts");
    for (const auto& [name, one] : named) {
        const auto found = expected.find(name);
        if (found == expected.end()) {
            // A vertex inside may be told of by another contact while its depth is open.
            if (!one.is_inside() && one.contact.depth_state != DepthState::open)
                findings.add("tool_cut_true", at + name.first + " is confirmed, and not in the complete answer");
            else if (!one.is_inside())
                findings.add("tool_cut_open", at + name.first + " is confirmed, and not in the complete answer");
            continue;
        }
        float bound = 0.0f;
        for (const ToolContact& part : open)
            if (are_of_the_same(part, one))
                bound = std::max(bound, part.contact.error_bound);
        float radius = 0.0f;
        for (const std::uint32_t place : {one.a, one.b})
            if (question.scene.bodies[place].kind == SceneKind::tool)
                radius += question.scene.bodies[place].radius;
        const float off = std::abs(one.contact.separation - found->second.contact.separation);
        findings.expect(
            off <= 1e-5f + (one.contact.depth_state == DepthState::open ? bound + radius : 0.0f), "tool_cut_depth",
            at + name.first + ": the separation " + std::to_string(one.contact.separation) + " is off by "
                + std::to_string(off) + ", with a bound of " + std::to_string(bound) + " and a radius of "
                + std::to_string(radius) + ", state " + std::to_string(static_cast<int>(one.contact.depth_state)));
    }
    for (const auto& known : expected) {
        const ToolContact& one = known.second;
        if (named.contains(known.first))
            continue;
        const bool covered = std::any_of(open.begin(), open.end(), [&](const ToolContact& part) {
            return are_of_the_same(part, one)
                   && length(place_of(part.contact.point) - place_of(one.contact.point))
                          <= static_cast<double>(part.contact.point_bound) + 1e-5
                   && one.contact.separation >= part.contact.separation_lower - 1e-5f
                   && one.contact.separation <= part.contact.separation_upper + 1e-5f;
        });
        findings.expect(
            covered, "tool_cut_cover",
            at + known.first.first + ", separation " + std::to_string(one.contact.separation)
                + ", is neither confirmed nor covered by any of " + std::to_string(open.size()));
    }
    if (report.complete)
        check_same_contacts(expected, named, "tool_cut_true", at + "a complete answer", findings);
}

} // namespace

void check_tool_cuts(ToolQuestion question)
{
    ToolWorld plain(question.scene);
    const Named expected = complete_answer(question.scene, plain);
    check_same_contacts(
        expected, complete_answer(question.scene, question.asked), "tool_contact_same", "a world of the same state",
        question.findings);
    WorldChoice choice{true, random_structure(question.random), 3};
    ToolWorld other(question.scene, choice);
    check_same_contacts(
        expected, complete_answer(question.scene, other), "tool_contact_same",
        "structure " + std::to_string(static_cast<int>(choice.structure)) + " with three workers", question.findings);
    ToolScene both = question.scene;
    both.settings.which =
        both.settings.which == ContactSelection::all ? ContactSelection::local : ContactSelection::all;
    ToolWorld selected(both);
    check_same_contacts(
        expected, complete_answer(both, selected), "tool_which", "the other selection", question.findings);
    // A step does at least one unit of the work.
    const std::uint64_t needed = ToolWorld(question.scene).world.find_contacts().work_units_spent;
    float worst = INFINITY;
    for (const std::uint64_t units : {0u, 1u, 2u, 4u, 8u, 16u, 40u, 200u}) {
        ToolWorld cut(question.scene);
        cut.world.prepare_contacts();
        const ContactReport& report = cut.world.find_contacts(Budget::work_units(units));
        const std::string at = "cut at " + std::to_string(units) + ": ";
        check_cut_answer(question, cut, report, expected, at);
        question.findings.expect(
            report.worst_error <= worst, "tool_cut_worst",
            at + "worst_error rises from " + std::to_string(worst) + " to " + std::to_string(report.worst_error));
        worst = report.worst_error;
        const bool is_complete = report.complete;
        if (!report.complete && question.random.one_in(3)) {
            bool complete = false;
            for (std::uint64_t k = 0; k < 2000 + needed && !complete; ++k)
                complete = cut.world.refine_contacts(Budget::work_units(3)).complete;
            const ContactReport& refined = cut.world.refine_contacts();
            question.findings.expect(complete, "tool_refined", at + "small steps do not come to an end");
            check_same_contacts(
                expected, by_name(contacts_without_history(question.scene, cut, refined.contacts)), "tool_refined",
                at + "cutting and refining", question.findings);
        }
        if (is_complete)
            break;
    }
}

} // namespace tactus::fuzz::tools
