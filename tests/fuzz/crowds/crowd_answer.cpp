// SPDX-License-Identifier: MIT
#include "crowd_answer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../checks/answer.h"

namespace tactus::fuzz::crowds {

namespace {

double apart(const Vec3& a, const Vec3& b)
{
    return std::hypot(
        static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
        static_cast<double>(a.z) - static_cast<double>(b.z));
}

/// How many vertices of either side are of the feature: all of them where it is on a sphere, none of a side without.
std::pair<std::size_t, std::size_t> sizes(ContactKind kind)
{
    switch (kind) {
    case ContactKind::vertex_face:
        return {1, 3};
    case ContactKind::face_vertex:
        return {3, 1};
    case ContactKind::edge_edge:
        return {2, 2};
    case ContactKind::vertex_inside:
    case ContactKind::vertex_plane:
        return {1, 0};
    case ContactKind::inside_vertex:
    case ContactKind::plane_vertex:
        return {0, 1};
    case ContactKind::sphere_surface:
        return {0, 3};
    case ContactKind::surface_sphere:
        return {3, 0};
    default:
        return {0, 0};
    }
}

CrowdName name_of(const CrowdWorld& of, const Contact& c)
{
    constexpr std::uint32_t none = UINT32_MAX;
    const auto [size_a, size_b] = sizes(c.kind);
    const auto side = [&](BodyId body, const std::array<std::uint32_t, 3>& vertices, std::size_t size) {
        std::array<std::uint32_t, 4> s = {of.place(body), none, none, none};
        std::copy(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(size), s.begin() + 1);
        std::sort(s.begin() + 1, s.end());
        // The last vertex of a small feature is repeated.
        for (std::size_t k = 2; k < 4; ++k)
            if (s[k] == s[k - 1])
                s[k] = none;
        std::sort(s.begin() + 1, s.end());
        return s;
    };
    std::array<std::uint32_t, 4> a = side(c.body_a, c.vertices_a, size_a), b = side(c.body_b, c.vertices_b, size_b);
    const bool is_inside = c.kind == ContactKind::vertex_inside || c.kind == ContactKind::inside_vertex;
    const bool is_shaft = c.kind == ContactKind::shaft_inside || c.kind == ContactKind::inside_shaft;
    if (b < a)
        std::swap(a, b);
    return {a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], is_inside, is_shaft};
}

std::string text(const CrowdName& n)
{
    std::string all;
    for (std::size_t k = 0; k < n.size(); ++k)
        all += (n[k] == UINT32_MAX ? std::string("-") : std::to_string(n[k])) + (k == 3 || k == 7 ? " | " : " ");
    return all;
}

} // namespace

CrowdAnswer::CrowdAnswer(const CrowdWorld& of, const ContactReport& report)
    : confirmed(report.contacts.begin(), report.contacts.end()), open(report.unrefined.begin(), report.unrefined.end()),
      complete(report.complete), spent(report.work_units_spent), worst_error(report.worst_error),
      has_merged(report.contacts_merged > 0)
{
    for (std::size_t k = 0; k < confirmed.size(); ++k)
        by_name.insert({name_of(of, confirmed[k]), k});
    for (const Contact& c : open)
        open_between.push_back(std::minmax(of.place(c.body_a), of.place(c.body_b)));
}

double rounding(const Crowd& crowd)
{
    double largest = 1.0;
    const auto take = [&](const Vec3& p) {
        for (const float c : {p.x, p.y, p.z})
            largest = std::max(largest, std::fabs(static_cast<double>(c)));
    };
    for (const Member& member : crowd.members) {
        for (const Vec3& p : member.positions())
            take(p);
        take(member.centre), take(member.tip);
    }
    return 1e-5 * largest;
}

void check_covered(
    const Crowd& crowd, const CrowdAnswer& whole, const CrowdAnswer& cut, const std::string& at,
    const std::string& name, Findings& findings)
{
    const double eps = rounding(crowd);
    float worst = 0.0f;
    for (const Contact& c : cut.open)
        worst = std::max(worst, c.error_bound);
    for (const Contact& c : cut.confirmed)
        worst = std::max(worst, c.error_bound);
    findings.expect(
        cut.worst_error == worst && (!cut.complete || cut.open.empty()), name + "_worst",
        at + "worst_error is " + std::to_string(cut.worst_error) + ", the largest error_bound "
            + std::to_string(worst));
    for (const auto& known : cut.by_name)
        findings.expect(
            whole.by_name.contains(known.first), name + "_true",
            at + "confirmed, and not in the complete answer: " + text(known.first) + ": "
                + fuzz::text(cut.confirmed[known.second]));
    for (const auto& [called, place] : whole.by_name) {
        const Contact& c = whole.confirmed[place];
        const std::pair<std::uint32_t, std::uint32_t> bodies = {
            std::min(called[0], called[4]), std::max(called[0], called[4])};
        bool in_place = false, in_depth = false;
        float bound = 0.0f;
        for (std::size_t k = 0; k < cut.open.size(); ++k) {
            const Contact& part = cut.open[k];
            if (cut.open_between[k] != bodies)
                continue;
            bound = std::max(bound, part.error_bound);
            const bool here = apart(part.point, c.point) <= static_cast<double>(part.point_bound) + eps;
            const double depth = static_cast<double>(c.separation);
            in_place = in_place || here;
            in_depth = in_depth
                       || (here && depth >= static_cast<double>(part.separation_lower) - eps
                           && depth <= static_cast<double>(part.separation_upper) + eps);
        }
        double radius = 0.0;
        for (const std::uint32_t body : {called[0], called[4]})
            if (crowd.members[body].kind == Kind::tool)
                radius += static_cast<double>(crowd.members[body].radius);
        bool is_confirmed = false;
        double least_off = INFINITY;
        DepthState state = DepthState::open;
        for (auto [it, end] = cut.by_name.equal_range(called); it != end; ++it) {
            const Contact& early = cut.confirmed[it->second];
            // A shaft may pass through a body in several places.
            if (called[9] && apart(early.point, c.point) > 100 * eps && early.depth_state != DepthState::open)
                continue;
            is_confirmed = true;
            const double off = std::fabs(static_cast<double>(early.separation) - static_cast<double>(c.separation));
            // One that is only near may still turn out to cross.
            const bool may_cross = early.depth_state == DepthState::local && !early.crosses;
            if (off < least_off)
                least_off = off, state = may_cross ? DepthState::open : early.depth_state;
        }
        if (is_confirmed)
            findings.expect(
                least_off <= eps + (state == DepthState::open ? static_cast<double>(bound) + radius : 0.0),
                name + "_depth",
                at + "a depth is off by " + std::to_string(least_off) + ", with a bound of " + std::to_string(bound)
                    + ", state " + std::to_string(static_cast<int>(state)) + ": " + text(called) + ": "
                    + fuzz::text(c));
        else
            findings.expect(
                in_place && in_depth, name + "_cover",
                at + "neither confirmed nor covered" + (in_place ? " in depth" : "") + " by any of "
                    + std::to_string(cut.open.size()) + ": " + text(called) + ": " + fuzz::text(c));
    }
}

void check_alike(
    const Crowd& crowd, const CrowdAnswer& expected, const CrowdAnswer& other, bool to_the_bit, const std::string& at,
    const std::string& name, Findings& findings)
{
    const double eps = to_the_bit ? 0.0 : rounding(crowd);
    const auto count = [](const CrowdAnswer& answer, const CrowdName& called) {
        const auto [begin, end] = answer.by_name.equal_range(called);
        return std::distance(begin, end);
    };
    for (const auto& known : other.by_name)
        findings.expect(
            expected.by_name.contains(known.first), name + "_same",
            at + "too many: " + text(known.first) + ": " + fuzz::text(other.confirmed[known.second]));
    for (const auto& [called, place] : expected.by_name) {
        const Contact& c = expected.confirmed[place];
        if (count(expected, called) != count(other, called)) {
            findings.add(name + "_same", at + "missing: " + text(called) + ": " + fuzz::text(c));
            continue;
        }
        const Contact* nearest = nullptr;
        double off = INFINITY;
        for (auto [it, end] = other.by_name.equal_range(called); it != end; ++it) {
            const Contact& o = other.confirmed[it->second];
            const double differs = std::max(
                {std::fabs(static_cast<double>(o.separation) - static_cast<double>(c.separation)),
                 apart(o.point, c.point),
                 o.depth_state != c.depth_state || o.crosses != c.crosses || o.silent != c.silent ? 1.0 : 0.0,
                 std::min(apart(o.normal, c.normal), 1.0) * (to_the_bit ? 1.0 : 1e-2)});
            if (!nearest || differs < off)
                nearest = &o, off = differs;
        }
        findings.expect(
            nearest && off <= eps, name + "_same",
            at + "differs by " + std::to_string(off) + ": " + text(called) + ":\n      " + fuzz::text(c) + "\n      "
                + (nearest ? fuzz::text(*nearest) : ""));
    }
}

} // namespace tactus::fuzz::crowds
