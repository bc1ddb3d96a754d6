// SPDX-License-Identifier: MIT
// Contacts of tools in reports, in terms of a scene.
#pragma once

#include "true_touch.h"

namespace tactus::fuzz::tools {

/// A contact of which one body is a tool, or both.
struct ToolContact {
    Contact contact;
    std::uint32_t a = 0, b = 0; ///< Places of the bodies.
    bool is_by_side = false;    ///< What it pushes with may be by a side that was seen before, and is not compared.

    bool tool_is_a(const ToolScene& scene) const { return scene.bodies[a].kind == SceneKind::tool; }
    bool is_inside() const
    {
        return contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex || is_shaft();
    }
    /// Whether it is of a shaft that passes through a closed mesh.
    bool is_shaft() const
    {
        return contact.kind == ContactKind::shaft_inside || contact.kind == ContactKind::inside_shaft;
    }
    bool is_a_inside() const
    {
        return contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::shaft_inside;
    }
    /// Where on the axis of one side it is, by its weights.
    double part(bool on_a) const;
    /// The point that the weights of one side name. That side is a mesh or a tool.
    Place point(const ToolScene& scene, bool on_a) const;
    /// What is the same in every world: bodies, kind and features.
    std::string name() const;
};

std::vector<ToolContact>
contacts_of_tools(const ToolScene& scene, const ToolWorld& asked, std::span<const Contact> all);

/// The same as a world that has seen no other state has them. One that has seen a tool on one side of an open surface
/// turns its contacts on the other.
std::vector<ToolContact>
contacts_without_history(const ToolScene& scene, const ToolWorld& asked, std::span<const Contact> all);

} // namespace tactus::fuzz::tools
