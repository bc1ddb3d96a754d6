// SPDX-License-Identifier: MIT
#include "cli/pictures/contact_arrows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tactus::cli {

namespace {

struct Direction {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

double length_of(const Direction& a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

Direction crossed(const Direction& a, const Direction& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Direction in_unit_length(const Direction& a)
{
    const double length = length_of(a);
    return length > 0.0 ? Direction{a.x / length, a.y / length, a.z / length} : Direction{0.0, 0.0, 1.0};
}

/// A shaft of three sides with a pointed head, from a point along a unit direction.
void add_arrow(ContactArrows& arrows, Vec3 from, const Direction& along, double length, double thickness)
{
    const Direction helper = std::abs(along.z) < 0.8 ? Direction{0.0, 0.0, 1.0} : Direction{1.0, 0.0, 0.0};
    const Direction u = in_unit_length(crossed(along, helper));
    const Direction v = crossed(along, u);
    const auto first = static_cast<std::uint32_t>(arrows.positions.size());
    const auto add = [&](double forward, double aside, double cosine, double sine) {
        arrows.positions.push_back(
            {static_cast<float>(from.x + forward * along.x + aside * (cosine * u.x + sine * v.x)),
             static_cast<float>(from.y + forward * along.y + aside * (cosine * u.y + sine * v.y)),
             static_cast<float>(from.z + forward * along.z + aside * (cosine * u.z + sine * v.z))});
    };
    // Corners 0 to 2 are the shaft's begin, 3 to 5 its end, 6 to 8 the head's rim, and 9 is the point.
    constexpr double cosines[3] = {1.0, -0.5, -0.5};
    constexpr double sines[3] = {0.0, 0.8660254037844386, -0.8660254037844386};
    const double neck = std::max(0.4 * length, length - 5.0 * thickness);
    for (int k = 0; k < 3; ++k)
        add(0.0, thickness, cosines[k], sines[k]);
    for (int k = 0; k < 3; ++k)
        add(neck, thickness, cosines[k], sines[k]);
    for (int k = 0; k < 3; ++k)
        add(neck, 2.5 * thickness, cosines[k], sines[k]);
    add(length, 0.0, 0.0, 0.0);
    const auto triangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        arrows.triangles.push_back({first + a, first + b, first + c});
    };
    triangle(0, 2, 1);
    triangle(6, 8, 7);
    for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t next = (k + 1) % 3;
        triangle(k, next, 3 + next);
        triangle(k, 3 + next, 3 + k);
        triangle(6 + k, 6 + next, 9);
    }
}

} // namespace

ContactArrows contact_arrows(std::span<const Contact> contacts, std::span<const ContactForce> forces, double longest)
{
    std::map<std::uint64_t, Direction> force_of;
    for (const ContactForce& force : forces)
        force_of[force.id] = {force.force.x, force.force.y, force.force.z};
    struct Arrow {
        const Contact* contact;
        Direction along;
        double size;
    };
    std::vector<Arrow> wanted;
    double largest = 0.0;
    for (const Contact& contact : contacts) {
        Arrow arrow{&contact, {contact.normal.x, contact.normal.y, contact.normal.z}, double{contact.depth()}};
        if (!forces.empty()) {
            const auto found = force_of.find(contact.id);
            arrow.size = found == force_of.end() ? 0.0 : length_of(found->second);
            if (arrow.size > 0.0)
                arrow.along = found->second;
        }
        largest = std::max(largest, arrow.size);
        wanted.push_back(arrow);
    }
    ContactArrows arrows;
    for (const Arrow& arrow : wanted) {
        const double share = largest > 0.0 ? arrow.size / largest : 0.0;
        add_arrow(
            arrows, arrow.contact->point, in_unit_length(arrow.along), longest * (0.25 + 0.75 * share),
            0.025 * longest);
    }
    return arrows;
}

} // namespace tactus::cli
