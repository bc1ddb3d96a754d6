// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "../tools/oracle/tool_answer.h"
#include "check_passages.h"
#include "passage_scene.h"
#include "true_passages.h"

namespace tactus::fuzz::tools {

namespace {

/// A contact of a shaft by where it is on the axis, 0 at the pivot.
struct ShaftDepth {
    double part = 0.0;
    double depth = 0.0;
};
/// The contacts of shafts by the places of the tool and the mesh, in their order along the axis.
using ShaftDepths = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ShaftDepth>>;

ShaftDepths shaft_depths(const std::vector<ToolContact>& all)
{
    ShaftDepths found;
    for (const ToolContact& one : all)
        if (one.is_shaft()) {
            const bool on_a = one.contact.kind == ContactKind::shaft_inside;
            found[on_a ? std::pair(one.a, one.b) : std::pair(one.b, one.a)].push_back(
                {one.part(on_a), static_cast<double>(one.contact.depth())});
        }
    for (auto& [places, list] : found)
        std::ranges::sort(list, {}, &ShaftDepth::part);
    return found;
}

std::vector<ToolContact> complete_contacts(const ToolScene& scene, ToolWorld& asked)
{
    return contacts_of_tools(scene, asked, asked.world.find_contacts().contacts);
}

/// The same scene with other numbers of bodies, triangles, corners and ends, turned so that nothing is rounded.
ToolScene turned_scene(const ToolScene& scene, Random random)
{
    ToolScene turned = scene;
    for (SceneBody& body : turned.bodies) {
        for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t) {
            const auto other = random.below(static_cast<std::uint32_t>(body.mesh.triangles.size()));
            std::swap(body.mesh.triangles[t], body.mesh.triangles[other]);
            std::swap(body.removed[t], body.removed[other]);
            TriangleIndices& corners = body.mesh.triangles[t];
            std::rotate(corners.begin(), corners.begin() + 1, corners.end());
        }
        const auto turn = [](Vec3& p) { p = {-p.y, p.z, -p.x}; };
        std::ranges::for_each(body.mesh.positions, turn);
        for (Vec3* p : {&body.pivot, &body.tip, &body.old_pivot, &body.old_tip})
            turn(*p);
        std::swap(body.pivot, body.tip);
        std::swap(body.old_pivot, body.old_tip);
    }
    std::ranges::reverse(turned.bodies);
    return turned;
}

/// Whether more than two ways lead out of a point of the axis, or it is so near to the surface that floats hardly tell
/// them apart. Then nothing says which two of them count.
bool is_tied(const SceneBody& tool, const SceneBody& mesh, double part)
{
    const Place at = axis_at(tool, part);
    std::vector<Place> ways;
    const WaysOut all(tool, mesh);
    for (const WayOut& way : all.nearest(at, 1e-3)) {
        const Place out = 1.0 / std::max(way.length, 1e-9) * (way.to - at);
        if (std::ranges::all_of(ways, [&](const Place& other) { return length(out - other) > 1e-3; }))
            ways.push_back(out);
    }
    return ways.size() > 2 || all.depth(at) < 1e-5;
}

/// Whether an end of a tool lies on a mesh. Then nothing says whether the axis from there on is a passage.
bool has_end_on(const SceneBody& tool, const SceneBody& mesh)
{
    for (const Vec3& end : {tool.pivot, tool.tip})
        for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t)
            if (!mesh.removed[t] && gap(place_of(end), place_of(end), corners_of(mesh, t)) < 1e-6)
                return true;
    return false;
}

void check_same_when_turned(const ToolQuestion& question, const ShaftDepths& expected)
{
    const ToolScene turned = turned_scene(question.scene, question.random);
    ToolWorld other(turned);
    // What the page says holds there as well.
    check_passages({turned, other, question.random, question.findings});
    const auto last = static_cast<std::uint32_t>(question.scene.bodies.size() - 1);
    ShaftDepths found;
    for (const auto& [places, list] : shaft_depths(complete_contacts(turned, other))) {
        std::vector<ShaftDepth>& back = found[{last - places.first, last - places.second}];
        for (const ShaftDepth& one : list)
            back.insert(back.begin(), {1.0 - one.part, one.depth});
    }
    for (const auto& [places, list] : expected) {
        if (has_end_on(question.scene.bodies[places.first], question.scene.bodies[places.second]))
            continue;
        const std::vector<ShaftDepth>& others = found[places];
        bool same = others.size() == list.size();
        std::string text = std::to_string(list.size()) + " and " + std::to_string(others.size()) + " contacts";
        for (std::size_t k = 0; k < list.size() && same; ++k) {
            same = std::abs(list[k].depth - others[k].depth) < 1e-3
                   || is_tied(question.scene.bodies[places.first], question.scene.bodies[places.second], list[k].part);
            text = "depths of " + std::to_string(list[k].depth) + " and " + std::to_string(others[k].depth);
        }
        question.findings.expect(
            same, "tool_passage_same",
            "the tool " + std::to_string(places.first) + " in " + std::to_string(places.second)
                + " and the same turned have " + text);
    }
    for (const auto& [places, list] : found)
        question.findings.expect(
            list.empty() || expected.contains(places)
                || has_end_on(question.scene.bodies[places.first], question.scene.bodies[places.second]),
            "tool_passage_same", "a shaft is only inside where everything is turned");
}

/// Refuses contacts of shafts inside, or all triangles.
class NoShafts final : public ContactFilter {
public:
    bool shafts = false;

    bool keeps_triangles(BodyId, std::uint32_t, BodyId, std::uint32_t) const noexcept override { return !shafts; }
    bool keeps_contact(const Contact& contact) const noexcept override
    {
        return shafts || (contact.kind != ContactKind::shaft_inside && contact.kind != ContactKind::inside_shaft);
    }
};

/// Depths that are not measured, and filters.
void check_settings(const ToolQuestion& question, const ShaftDepths& expected)
{
    const auto with = [&](const ContactSettings& settings) {
        ToolScene scene = question.scene;
        scene.settings = settings;
        ToolWorld asked(scene);
        return shaft_depths(complete_contacts(scene, asked));
    };
    ContactSettings settings = question.scene.settings;
    settings.measure_depths = false;
    question.findings.expect(
        with(settings).empty(), "tool_passage_off", "a shaft is inside where depths are not measured");
    NoShafts filter;
    settings = question.scene.settings;
    settings.filter = &filter;
    question.findings.expect(
        with(settings).empty(), "tool_passage_refused", "contacts of shafts inside are refused and listed");
    filter.shafts = true;
    const ShaftDepths kept = with(settings);
    bool same = kept.size() == expected.size();
    for (const auto& [places, list] : expected)
        same = same && kept.contains(places) && kept.at(places).size() == list.size();
    question.findings.expect(
        same, "tool_passage_refused", "a shaft that is inside is so no more where triangles are refused");
}

/// Pushes as the default law does, and notes how deep contacts are.
class NotedDepths final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        depths[load.id] = load.depth;
        return default_force_law().push(load);
    }

    mutable std::map<std::uint64_t, double> depths;
};

/// A rest offset changes no separation, and forces see contacts so much deeper.
void check_rest(const ToolQuestion& question, const ShaftDepths& expected)
{
    constexpr float rest = 0.03125f;
    ToolScene scene = question.scene;
    for (SceneBody& body : scene.bodies)
        body.thickness.rest_offset = rest;
    ToolWorld asked(scene);
    const std::vector<ToolContact> all = complete_contacts(scene, asked);
    const ShaftDepths found = shaft_depths(all);
    for (const auto& [places, list] : expected) {
        bool same = found.contains(places) && found.at(places).size() == list.size();
        for (std::size_t k = 0; k < list.size() && same; ++k)
            same = std::abs(found.at(places)[k].depth - list[k].depth) < 1e-5;
        question.findings.expect(same, "tool_passage_rest", "a rest offset changes how deep a shaft is");
    }
    NotedDepths law;
    (void)asked.world.contact_forces({.law = &law});
    for (const ToolContact& one : all)
        if (one.is_shaft() && !one.contact.silent) {
            const double depth = static_cast<double>(rest) - static_cast<double>(one.contact.separation);
            question.findings.expect(
                law.depths.contains(one.contact.id) && std::abs(law.depths[one.contact.id] - depth) < 1e-5,
                "tool_passage_rest",
                one.name() + " pushes by a depth of " + std::to_string(law.depths[one.contact.id]) + " and not "
                    + std::to_string(depth));
        }
}

/// Every push acts on the vertices of both sides by the contact's weights.
void check_shares(const ToolQuestion& question)
{
    ToolWorld asked(question.scene);
    const std::vector<ToolContact> all = complete_contacts(question.scene, asked);
    const ForceReport& report = asked.world.contact_forces();
    std::map<std::uint64_t, Place> pushes;
    double largest = 0.0;
    for (const ContactForce& push : report.contacts) {
        pushes[push.id] = place_of(push.force);
        largest = std::max(largest, length(place_of(push.force)));
    }
    std::map<std::uint32_t, std::array<Place, 2>> ends;
    for (const ToolContact& one : all)
        for (const bool on_a : {true, false}) {
            const std::uint32_t place = on_a ? one.a : one.b;
            if (question.scene.bodies[place].kind != SceneKind::tool)
                continue;
            const double part = one.part(on_a);
            const Place push = (on_a ? -1.0 : 1.0) * pushes[one.contact.id];
            ends[place][0] = ends[place][0] + (1.0 - part) * push;
            ends[place][1] = ends[place][1] + part * push;
        }
    for (const VertexForce& force : report.vertices)
        if (const std::uint32_t place = asked.place(force.body);
            question.scene.bodies[place].kind == SceneKind::tool && force.vertex < 2)
            ends[place][force.vertex] = ends[place][force.vertex] - place_of(force.force);
    for (const auto& [place, left] : ends)
        for (const Place& end : left)
            question.findings.expect(
                length(end) <= 1e-4 * largest * static_cast<double>(1 + all.size()), "tool_passage_shares",
                "the tool " + std::to_string(place) + " has forces on its ends that are not those of its contacts");
}

/// What a tool is pushed with, and the deepest contact that pushes.
struct Felt {
    Place force;
    double depth = 0.0;
    Place out;
};

Felt felt_by(const ToolScene& scene, std::uint32_t tool)
{
    ToolWorld asked(scene);
    Felt felt;
    for (const ToolContact& one : complete_contacts(scene, asked))
        if (const auto depth = static_cast<double>(one.contact.depth()); !one.contact.silent && depth > felt.depth) {
            felt.depth = depth;
            felt.out = (one.a == tool ? -1.0 : 1.0) * place_of(one.contact.normal);
        }
    for (const Wrench& wrench : asked.world.contact_forces().bodies)
        if (asked.place(wrench.body) == tool)
            felt.force = place_of(wrench.force);
    return felt;
}

/// A shaft that is pressed into a convex mesh over an edge is felt without a jump as its axis goes below the surface.
void check_begins(ToolQuestion& question)
{
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k) {
        if (question.scene.bodies[k].kind != SceneKind::mesh || !question.scene.solid(k).convex)
            continue;
        const std::optional<GrazingTool> grazing = grazing_tool(question.scene.bodies[k], question.random);
        if (!grazing)
            continue;
        constexpr double little = 1e-4;
        Felt felt[2];
        for (const bool inside : {false, true}) {
            ToolScene scene = question.scene;
            const Place by = (inside ? -little : little) * grazing->outwards;
            SceneBody tool = grazing->tool;
            for (Vec3* end : {&tool.pivot, &tool.tip})
                *end = {
                    end->x + static_cast<float>(by.x), end->y + static_cast<float>(by.y),
                    end->z + static_cast<float>(by.z)};
            scene.bodies = {scene.bodies[k], tool};
            scene.ignored.clear();
            felt[inside] = felt_by(scene, 1);
        }
        question.findings.expect(
            std::abs(felt[0].depth - felt[1].depth) < 10 * little && length(felt[0].out - felt[1].out) < 0.02,
            "tool_passage_begins",
            "as its axis goes below an edge, a shaft that was " + std::to_string(felt[0].depth) + " deep is "
                + std::to_string(felt[1].depth) + " deep, and its normal changes by "
                + std::to_string(length(felt[0].out - felt[1].out)));
        question.findings.expect(
            length(felt[0].force - felt[1].force) <= 0.05 * length(felt[0].force), "tool_passage_begins",
            "as its axis goes below an edge, a shaft that was pushed with " + std::to_string(length(felt[0].force))
                + " N is pushed with " + std::to_string(length(felt[1].force)) + " N");
    }
}

} // namespace

void check_passage_manners(ToolQuestion question)
{
    ToolWorld plain(question.scene);
    const ShaftDepths expected = shaft_depths(complete_contacts(question.scene, plain));
    check_same_when_turned(question, expected);
    check_settings(question, expected);
    check_rest(question, expected);
    check_shares(question);
    check_begins(question);
}

} // namespace tactus::fuzz::tools
