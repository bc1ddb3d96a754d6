// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/contact.h>
#include <tactus/geometry.h>

namespace tactus::cli {

/// Contacts as a mesh for pictures: at each point an arrow in the direction in which body b is pushed.
struct ContactArrows {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// Arrows for contacts, the longest of them `longest` metres. They are longer the deeper a contact is or, where there
/// are forces, the harder it pushes; one that does neither has an arrow of a quarter of the longest.
ContactArrows contact_arrows(std::span<const Contact> contacts, std::span<const ContactForce> forces, double longest);

} // namespace tactus::cli
