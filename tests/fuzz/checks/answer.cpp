// SPDX-License-Identifier: MIT
#include "answer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "../oracle/contacts/half_space.h"

namespace tactus::fuzz {

Answer::Answer(const Mirror& mirror, const ContactReport& report)
    : entries(report.contacts.size() + report.unrefined.size()), complete(report.complete),
      work_units_spent(report.work_units_spent), open_pairs(report.open_pairs), contacts_merged(report.contacts_merged),
      worst_error(report.worst_error), kinds_are_apart(
                                           std::ranges::all_of(report.contacts, &Contact::is_confirmed)
                                           && std::ranges::none_of(report.unrefined, &Contact::is_confirmed))
{
    for (const Contact& c : report.unrefined) {
        open.push_back(c);
        open_places.push_back(Mirror::both(mirror.place_of(c.body_a), mirror.place_of(c.body_b)));
    }
    for (const Contact& c : report.contacts) {
        names.push_back(name_of(mirror, c));
        keys.push_back(names.back().key);
        // Triangles may be there more than once, and face either way: the first of them speaks for all.
        const auto [known, is_new] = by_key.insert({keys.back(), confirmed.size()});
        const Contact& first = is_new ? c : confirmed[known->second];
        if (std::pair(c.triangle_a, c.triangle_b) < std::pair(first.triangle_a, first.triangle_b))
            known->second = confirmed.size();
        confirmed.push_back(c);
        places.push_back({mirror.place_of(c.body_a), mirror.place_of(c.body_b)});
        const bool flip = places.back().first > places.back().second;
        normals.push_back(flip ? Vec3{-c.normal.x, -c.normal.y, -c.normal.z} : c.normal);
    }
}

void Answer::leave_out(const std::set<ContactKey>& these)
{
    for (const ContactKey& key : these)
        by_key.erase(key);
}

double slack(const Mirror& mirror)
{
    double largest = 1.0;
    for (const MirrorBody& body : mirror.bodies) {
        if (!body.alive)
            continue;
        for (const Vec3& p : body.positions)
            largest = std::fmax(
                largest, static_cast<double>(std::fmax(std::fabs(p.x), std::fmax(std::fabs(p.y), std::fabs(p.z)))));
        const Vec3& c = body.centre;
        largest = std::fmax(
            largest,
            static_cast<double>(std::fmax(std::fabs(c.x), std::fmax(std::fabs(c.y), std::fabs(c.z))) + body.radius));
        if (body.is_half_space)
            largest = std::fmax(largest, std::fabs(height_above(body.plane, {})));
    }
    return 1e-5 * largest;
}

std::string text(const Contact& c)
{
    static const char* kinds[] = {"vertex_face",    "face_vertex",    "edge_edge",     "vertex_inside", "inside_vertex",
                                  "sphere_surface", "surface_sphere", "sphere_sphere", "parts",         "vertex_plane",
                                  "plane_vertex",   "shaft_inside",   "inside_shaft"};
    static const char* states[] = {"open", "local", "propagated"};
    char line[400];
    const auto d = [](float f) { return static_cast<double>(f); };
    std::snprintf(
        line, sizeof line,
        "%s %s%s at (%g %g %g) normal (%g %g %g) separation %.9g [%g, %g] point_bound %g error_bound %g",
        kinds[static_cast<int>(c.kind)], states[static_cast<int>(c.depth_state)], c.crosses ? " crosses" : "",
        d(c.point.x), d(c.point.y), d(c.point.z), d(c.normal.x), d(c.normal.y), d(c.normal.z), d(c.separation),
        d(c.separation_lower), d(c.separation_upper), d(c.point_bound), d(c.error_bound));
    return line;
}

} // namespace tactus::fuzz
