// SPDX-License-Identifier: MIT
// Tools are searched for contacts by their axes, which are as thick as their radii; users see contacts of what is
// around the axes.
#pragma once

#include <cstddef>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/buffer.h"
#include "world/bodies/body.h"
#include "world/bodies/pair_thickness.h"

namespace tactus {

class BodyTable;

/// Metres from a tool's axis to its surface; 0 for others, which have no axis.
inline double axis_radius(const Body& body) { return body.tool() != nullptr ? double(body.tool()->radius) : 0.0; }

/// What counts between the axes of tools, or one and another body.
inline PairThickness around_axes(PairThickness thickness, const Body& a, const Body& b)
{
    const double radii = axis_radius(a) + axis_radius(b);
    if (radii > 0.0) {
        thickness.contact_distance = static_cast<float>(double(thickness.contact_distance) + radii);
        thickness.rest_offset = static_cast<float>(double(thickness.rest_offset) + radii);
    }
    return thickness;
}

/// Contacts of axes as contacts of tools. Keeps its memory.
class ThickAxes {
public:
    /// The same report, with separations of tools from their surfaces. It lives as long as this and the given one.
    ContactReport seen(const ContactReport& of_axes, const BodyTable& bodies);

    std::size_t bytes() const { return contacts_.bytes() + parts_.bytes(); }

private:
    Buffer<Contact> contacts_;
    Buffer<Contact> parts_;
};

} // namespace tactus
