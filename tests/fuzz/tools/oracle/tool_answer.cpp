// SPDX-License-Identifier: MIT
#include "tool_answer.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tactus::fuzz::tools {

double ToolContact::part(bool on_a) const
{
    const auto& vertices = on_a ? contact.vertices_a : contact.vertices_b;
    const auto& weights = on_a ? contact.weights_a : contact.weights_b;
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        if (vertices[k] == 1)
            sum += static_cast<double>(weights[k]);
    return sum;
}

Place ToolContact::point(const ToolScene& scene, bool on_a) const
{
    const SceneBody& body = scene.bodies[on_a ? a : b];
    const auto& vertices = on_a ? contact.vertices_a : contact.vertices_b;
    const auto& weights = on_a ? contact.weights_a : contact.weights_b;
    Place sum;
    for (std::size_t k = 0; k < 3; ++k) {
        if (weights[k] == 0.0f)
            continue;
        const Vec3 vertex = body.kind == SceneKind::tool ? (vertices[k] == 0 ? body.pivot : body.tip)
                                                         : body.mesh.positions.at(vertices[k]);
        sum = sum + static_cast<double>(weights[k]) * place_of(vertex);
    }
    return sum;
}

std::string ToolContact::name() const
{
    // The triangle that a vertex or a shaft inside comes out of may be one of several that are as near.
    const auto side = [&](const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights,
                          bool counts) {
        std::vector<std::uint32_t> used;
        for (std::size_t k = 0; counts && k < 3; ++k)
            if (weights[k] != 0.0f)
                used.push_back(vertices[k]);
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        std::string text;
        for (const std::uint32_t vertex : used)
            text += "," + std::to_string(vertex);
        return text;
    };
    return std::to_string(a) + "-" + std::to_string(b) + " kind " + std::to_string(static_cast<int>(contact.kind))
           + side(contact.vertices_a, contact.weights_a, !is_inside() || is_a_inside()) + ";"
           + side(contact.vertices_b, contact.weights_b, !is_a_inside());
}

namespace {

bool is_open(const SceneBody& body)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t)
        if (t >= body.removed.size() || !body.removed[t])
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t from = body.mesh.triangles[t][k], to = body.mesh.triangles[t][(k + 1) % 3];
                sides[std::minmax(from, to)] += from < to ? 1 : -1;
            }
    return body.kind == SceneKind::mesh
           && std::any_of(sides.begin(), sides.end(), [](const auto& side) { return side.second != 0; });
}

/// A world that has seen the tool on one side of an open surface turns its contacts on the other, and silences those of
/// edges there, and of ends that cross on their own side. Gives the contact as a world without history has it, if it is
/// just that. Of features that cross, what they say by themselves is lost.
ToolContact turned_back(const ToolScene& scene, ToolContact one)
{
    const SceneBody &a = scene.bodies[one.a], &b = scene.bodies[one.b];
    Contact& contact = one.contact;
    if (!(is_open(a) || is_open(b)) || one.is_inside())
        return one;
    const Place way = one.point(scene, false) - one.point(scene, true);
    const double apart = length(way), radii = static_cast<double>(a.radius) + static_cast<double>(b.radius);
    const double along = product(way, place_of(contact.normal)), separation = static_cast<double>(contact.separation);
    // Where they touch, what is left of the way is what rounding does to the weights, and nothing is turned.
    constexpr double slack = 2e-6;
    const bool is_turned = apart > slack && along < 0.0 && std::abs(separation + apart + radii) < slack;
    const bool is_silenced = contact.silent && (contact.crosses || contact.kind == ContactKind::edge_edge);
    if (!is_turned && !is_silenced)
        return one;
    one.is_by_side = contact.crosses;
    if (contact.crosses)
        return one;
    contact.separation = static_cast<float>(apart - radii);
    contact.silent = false;
    if (is_turned)
        contact.normal = {-contact.normal.x, -contact.normal.y, -contact.normal.z};
    return one;
}

} // namespace

std::vector<ToolContact> contacts_of_tools(const ToolScene& scene, const ToolWorld& asked, std::span<const Contact> all)
{
    std::vector<ToolContact> found;
    for (const Contact& contact : all) {
        const ToolContact one{contact, asked.place(contact.body_a), asked.place(contact.body_b)};
        if (scene.bodies[one.a].kind == SceneKind::tool || scene.bodies[one.b].kind == SceneKind::tool)
            found.push_back(one);
    }
    return found;
}

std::vector<ToolContact>
contacts_without_history(const ToolScene& scene, const ToolWorld& asked, std::span<const Contact> all)
{
    std::vector<ToolContact> found = contacts_of_tools(scene, asked, all);
    if (asked.has_history)
        for (ToolContact& one : found)
            one = turned_back(scene, one);
    return found;
}

} // namespace tactus::fuzz::tools
