// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "check_tools.h"
#include "oracle/tool_answer.h"

namespace tactus::fuzz::tools {

namespace {

/// Refuses contacts by their kind, or all triangles.
class SomeContacts final : public ContactFilter {
public:
    bool all_triangles = true;
    ContactKind refused = ContactKind::unrefined;

    bool keeps_triangles(BodyId, std::uint32_t, BodyId, std::uint32_t) const noexcept override { return all_triangles; }
    bool keeps_contact(const Contact& contact) const noexcept override { return contact.kind != refused; }
};

bool meets_axis(const ToolScene& scene, const ToolContact& one)
{
    const bool on_a = one.tool_is_a(scene);
    const SceneBody &tool = scene.bodies[on_a ? one.a : one.b], &mesh = scene.bodies[on_a ? one.b : one.a];
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t)
        if (!mesh.removed[t] && gap(place_of(tool.pivot), place_of(tool.tip), corners_of(mesh, t)) < 1e-9)
            return true;
    return false;
}

void check_contact_filter(const ToolQuestion& question)
{
    std::multiset<std::string> expected, kept;
    std::set<BodyPlaces> crossing;
    ToolWorld plain(question.scene);
    const std::vector<ToolContact> all = contacts_of_tools(question.scene, plain, plain.world.find_contacts().contacts);
    SomeContacts filter;
    filter.refused = ContactKind::edge_edge;
    for (const ToolContact& one : all) {
        if (one.is_inside() || meets_axis(question.scene, one))
            crossing.insert(Mirror::both(one.a, one.b));
    }
    ToolScene scene = question.scene;
    scene.settings.filter = &filter;
    ToolWorld filtered(scene);
    for (const ToolContact& one : all)
        if (one.contact.kind != filter.refused && !crossing.contains(Mirror::both(one.a, one.b)))
            expected.insert(one.name());
    for (const ToolContact& one : contacts_of_tools(scene, filtered, filtered.world.find_contacts().contacts))
        if (!crossing.contains(Mirror::both(one.a, one.b)))
            kept.insert(one.name());
    question.findings.expect(
        kept == expected, "tool_filter",
        "a filter of contacts leaves " + std::to_string(kept.size()) + " and not " + std::to_string(expected.size()));
    filter.all_triangles = false;
    ToolWorld nothing(scene);
    for (const ToolContact& one : contacts_of_tools(scene, nothing, nothing.world.find_contacts().contacts))
        question.findings.expect(
            one.is_inside(), "tool_filter", one.name() + " is there where all triangles are refused");
}

/// Questions about surfaces do not see tools, and closest points are measured from the axis.
void check_surfaces_of(ToolQuestion& question)
{
    ToolScene less = question.scene;
    less.ignored.clear();
    std::erase_if(less.bodies, [](const SceneBody& body) { return body.kind == SceneKind::tool; });
    ToolWorld without(less);
    const auto number = [&] { return static_cast<float>(question.random.unit() * 3 - 1.5); };
    for (int k = 0; k < 3; ++k) {
        const Vec3 from = {number(), number(), number()}, along = {number(), number(), number()};
        World &one = question.asked.world, &other = without.world;
        question.findings.expect(
            one.nearest_point(from).value().distance == other.nearest_point(from).value().distance, "tool_unseen",
            "a tool changes the nearest point");
        question.findings.expect(
            one.overlap_sphere({from, 0.5f}).value().triangles.size()
                == other.overlap_sphere({from, 0.5f}).value().triangles.size(),
            "tool_unseen", "a tool changes what overlaps a ball");
        const RayHit a = one.cast_ray(from, along).value(), b = other.cast_ray(from, along).value();
        question.findings.expect(
            a.hit == b.hit && (!a.hit || a.distance == b.distance), "tool_unseen", "a tool changes what a ray meets");
    }
    for (std::uint32_t tool = 0; tool < question.scene.bodies.size(); ++tool)
        for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k) {
            const SceneBody &body = question.scene.bodies[tool], &mesh = question.scene.bodies[k];
            if (body.kind != SceneKind::tool || mesh.kind != SceneKind::mesh)
                continue;
            double least = INFINITY;
            for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t)
                if (!mesh.removed[t])
                    least = std::min(least, gap(place_of(body.pivot), place_of(body.tip), corners_of(mesh, t)));
            const auto closest = question.asked.world.closest_points(question.asked.ids[tool], question.asked.ids[k]);
            question.findings.expect(
                closest.ok() && std::abs(static_cast<double>(closest.value().distance) - least) < 1e-5, "tool_closest",
                "closest points of tool " + std::to_string(tool) + " and " + std::to_string(k) + " are "
                    + (closest.ok() ? std::to_string(closest.value().distance) : closest.error().message)
                    + " apart and not " + std::to_string(least));
            if (closest.ok())
                question.findings.expect(
                    std::abs(
                        length(place_of(closest.value().point_a) - place_of(closest.value().point_b))
                        - static_cast<double>(closest.value().distance))
                        < 1e-5,
                    "tool_closest", "closest points are not as far apart as they say");
        }
}

/// Contacts live on while nothing moves, and so do forces where a query is cut.
void check_lives_on(const ToolQuestion& question)
{
    ToolWorld still(question.scene);
    std::set<std::pair<std::string, std::uint64_t>> ids;
    for (const ToolContact& one : contacts_of_tools(question.scene, still, still.world.find_contacts().contacts)) {
        ids.insert({one.name(), one.contact.id});
        question.findings.expect(
            one.contact.age == 0 && one.contact.id != 0, "tool_ids", one.name() + " is new and has an age or no id");
    }
    for (const ToolContact& one : contacts_of_tools(question.scene, still, still.world.find_contacts().contacts))
        question.findings.expect(
            ids.contains({one.name(), one.contact.id}) && one.contact.age == 1, "tool_ids",
            one.name() + " has another id, or the age " + std::to_string(one.contact.age));
    std::map<std::uint32_t, Place> pushes;
    double largest = 0.0;
    for (const Wrench& wrench : still.world.contact_forces().bodies) {
        pushes[still.place(wrench.body)] = place_of(wrench.force);
        largest = std::max(largest, length(place_of(wrench.force)));
    }
    // The tools stay where they are, and the world is told so, that a query has something to do.
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k)
        if (const SceneBody& body = question.scene.bodies[k]; body.kind == SceneKind::tool)
            still.world.set_tool(still.ids[k], body.pivot, body.tip).value();
    const bool complete = still.world.find_contacts(Budget::work_units(0)).complete;
    for (const Wrench& wrench : still.world.contact_forces().bodies) {
        const std::uint32_t place = still.place(wrench.body);
        if (question.scene.bodies[place].kind != SceneKind::tool)
            continue;
        question.findings.expect(
            length(place_of(wrench.force) - pushes[place]) < 0.01 * largest + 1e-6, "tool_force_held",
            "nothing has moved, and a query that is " + std::string(complete ? "complete" : "cut")
                + " leaves a force of " + std::to_string(length(place_of(wrench.force))) + " N of "
                + std::to_string(length(pushes[place])));
        pushes.erase(place);
    }
    for (const auto& [place, push] : pushes)
        question.findings.expect(
            question.scene.bodies[place].kind != SceneKind::tool || length(push) < 0.01 * largest + 1e-6,
            "tool_force_held", "nothing has moved, and after a query that is cut a tool is not pushed any more");
}

} // namespace

void check_tool_manners(ToolQuestion question)
{
    check_contact_filter(question);
    check_surfaces_of(question);
    check_lives_on(question);
}

} // namespace tactus::fuzz::tools
