// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/contact.h>

#include "contacts/features/elementary_contacts.h"

namespace tactus {

/// Two triangles that hold the features of a pair, one of each surface.
struct HoldingTriangles {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Fills in what a decided pair says about the contact: features, weights, point, normal and separation, from the two
/// features alone. The point is half way between the two sides. Unless they cross, it lies in the common part of the
/// triangles' boxes, each widened by half the distance.
void describe(
    const BodySurface& a, const BodySurface& b, const ElementaryContact& decided, HoldingTriangles triangles,
    float distance, Contact& contact);

} // namespace tactus
