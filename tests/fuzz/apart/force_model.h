// SPDX-License-Identifier: MIT
// What a contact pushes with, by the text of docs/contacts.md alone: "Forces".
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "../oracle/depths/inside.h"
#include "../oracle/depths/sides.h"
#include "../oracle/exact.h"

namespace tactus::fuzz {

using Arrow = Point<double>;

inline Arrow arrow(const Vec3& v)
{
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
inline Arrow arrow(const DoubleVec3& v) { return {v.x, v.y, v.z}; }
inline DoubleVec3 vector_of(const Arrow& a) { return {a.x, a.y, a.z}; }
inline Arrow operator+(const Arrow& a, const Arrow& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Arrow operator*(double factor, const Arrow& a) { return {factor * a.x, factor * a.y, factor * a.z}; }
inline double length(const Arrow& a) { return std::sqrt(dot(a, a)); }
/// What of an arrow is across a unit direction.
inline Arrow across(const Arrow& a, const Arrow& direction) { return a - dot(a, direction) * direction; }
std::string text(const Arrow& a);

/// What the pages leave to the unrefined parts of two bodies: those that cover what may lie inside say how hard the
/// bodies push each other, and push with what all others leave of that.
struct PushesOfParts {
    Arrow confirmed = {}; ///< What contacts push with.
    Arrow parts = {};     ///< What parts that cover nothing would push with alone,
    double newtons = 0.0; ///< and the lengths of that.
    Arrow covers = {};    ///< What the others would push with alone.

    void add_part(bool is_cover, const Arrow& push)
    {
        Arrow& sum = is_cover ? covers : parts;
        sum = sum + push;
        newtons += is_cover ? 0.0 : length(push);
    }
    double left() const { return std::fmax(0.0, length(covers) - dot(confirmed, covers) / length(covers)); }
    double share_of_parts() const { return length(covers) > 0.0 && newtons > left() ? left() / newtons : 1.0; }
    double share_of_covers() const
    {
        const double all = length(covers);
        return all > 0.0 ? std::fmax(0.0, left() - share_of_parts() * dot(parts, covers) / all) / all : 0.0;
    }
    double share(bool is_cover) const { return is_cover ? share_of_covers() : share_of_parts(); }
};

/// An area between the two, in square metres, and how far rounding may be off beside that. The pages leave open whether
/// the least area of a vertex holds for each corner of a face or for all of them.
struct AreaRange {
    double least = 0.0;
    double most = 0.0;
    double rounding = 0.0;
};

/// Whether a body is closed, and which way its triangles face.
struct Facing {
    bool closed = false;
    bool certain = true;   ///< False if it is nearly flat, so that nobody can say.
    double outwards = 1.0; ///< What area vectors are multiplied by to point outwards.
};

Facing facing_of(const MirrorBody& body);

/// The area that a contact stands for. Facings are by place.
AreaRange area_of(const Mirror& mirror, const std::vector<Facing>& facings, const Contact& contact);

/// The points of a contact's two sides: weights of vertices, a sphere's centre, or the point of a half-space.
struct SidePoint {
    std::uint32_t place = 0;
    std::array<std::uint32_t, 3> vertices = {};
    std::array<float, 3> weights = {};

    /// Sums what vertices have, by the weights; `single` is what a sphere or a half-space has.
    Arrow of(const MirrorBody& body, const std::vector<Vec3>& of_vertices, const Vec3& single) const;
    /// Where the point is in a mirror.
    Arrow now(const Mirror& mirror) const;
};
SidePoint side_a(const Mirror& mirror, const Contact& contact);
SidePoint side_b(const Mirror& mirror, const Contact& contact);

/// What the default law makes of a load, by the table of the page.
ContactPush default_push(const ContactLoad& load);

} // namespace tactus::fuzz
