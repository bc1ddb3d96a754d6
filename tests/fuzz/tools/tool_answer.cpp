// SPDX-License-Identifier: MIT
#include "tool_answer.h"

#include <algorithm>

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
    // The triangle that a vertex inside comes out of may be one of several that are as near.
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
           + side(contact.vertices_a, contact.weights_a, contact.kind != ContactKind::inside_vertex) + ";"
           + side(contact.vertices_b, contact.weights_b, contact.kind != ContactKind::vertex_inside);
}

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

} // namespace tactus::fuzz::tools
