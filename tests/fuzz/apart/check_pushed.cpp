// SPDX-License-Identifier: MIT
#include "check_pushed.h"

#include <algorithm>
#include <cstring>

namespace tactus::fuzz {

namespace {

std::string about(const Contact& c) { return "contact " + std::to_string(c.id) + ", " + text(c); }

bool is_finite(const ContactPush& push)
{
    const DoubleVec3 &t = push.tangential, &s = push.stretch;
    for (const double number : {push.normal, t.x, t.y, t.z, s.x, s.y, s.z})
        if (!std::isfinite(number))
            return false;
    return true;
}

/// What of a push counts, whatever the law gave.
Arrow force_of(const ToldPush& told)
{
    const Arrow n = arrow(told.load.normal);
    if (!is_finite(told.push) || told.push.normal <= 0.0)
        return {};
    return told.push.normal * n + across(arrow(told.push.tangential), n);
}

std::map<std::uint64_t, const Contact*> by_id(const Answer& answer)
{
    std::map<std::uint64_t, const Contact*> result;
    for (const Contact& c : answer.confirmed)
        result[c.id] = &c;
    return result;
}

/// Calls with every contact that pushes, and what the law was told of it.
template <class F>
void each_told(const PushedWorld& pushed, F&& call)
{
    const std::map<std::uint64_t, const Contact*> contacts = by_id(pushed.answer);
    for (const ToldPush& told : pushed.said.told)
        if (const auto found = contacts.find(told.load.id); found != contacts.end())
            call(*found->second, told);
}

/// Whether a contact is with a half-space that has been turned.
bool has_turned_plane(const Mirror& mirror, const Contact& c)
{
    return std::ranges::any_of(std::array{c.body_a, c.body_b}, [&](BodyId id) {
        const MirrorBody& body = mirror.bodies[mirror.place_of(id)];
        return body.is_half_space && body.pose.rotation != Quaternion{};
    });
}

/// Whether two arrows are the same but for a share of a size.
bool near(const Arrow& a, const Arrow& b, double rounding) { return length(a - b) <= rounding; }

void check_sums(const PushedWorld& pushed, Findings& findings)
{
    struct Total {
        Arrow force, torque;
    };
    const ForcesSaid& said = pushed.said;
    std::map<BodyId, Arrow> centroids;
    for (const Wrench& w : said.bodies)
        centroids[w.body] = arrow(w.centroid);
    std::map<BodyId, Total> by_contacts;
    double size = 0.0;
    for (const ContactForce& f : said.contacts) {
        const Arrow force = arrow(f.force), at = arrow(f.point);
        Total &a = by_contacts[f.body_a], &b = by_contacts[f.body_b];
        a.force = a.force - force, b.force = b.force + force;
        a.torque = a.torque - cross(at - centroids[f.body_a], force);
        b.torque = b.torque + cross(at - centroids[f.body_b], force);
        size += length(force) * (1.0 + length(at));
    }
    const double rounding = 1e-5 * size + 1e-9;
    Total all;
    for (const Wrench& w : said.bodies) {
        const Arrow force = arrow(w.force), torque = arrow(w.torque);
        all.force = all.force + force;
        all.torque = all.torque + torque + cross(arrow(w.centroid), force);
        findings.expect(
            near(force, by_contacts[w.body].force, rounding) && near(torque, by_contacts[w.body].torque, rounding),
            "law_force", "a body's wrench is not what its contacts push with");
        by_contacts.erase(w.body);
    }
    for (const auto& [body, total] : by_contacts)
        findings.expect(
            near(total.force, {}, rounding) && near(total.torque, {}, rounding), "law_force",
            "a body is pushed and has no wrench");
    findings.expect(
        near(all.force, {}, rounding) && near(all.torque, {}, rounding), "law_force",
        "action is not reaction: all forces together are " + text(all.force) + " N, all torques " + text(all.torque));
    std::map<BodyId, Arrow> by_vertices;
    for (const VertexForce& f : said.vertices)
        by_vertices[f.body] = by_vertices[f.body] + arrow(f.force);
    for (const Wrench& w : said.bodies)
        if (const std::uint32_t place = pushed.mirror.place_of(w.body);
            place != UINT32_MAX && pushed.mirror.bodies[place].is_mesh())
            findings.expect(
                near(by_vertices[w.body], arrow(w.force), rounding), "law_force",
                "the vertices of body " + std::to_string(place) + " are not pushed as it is");
}

} // namespace

ForcesSaid::ForcesSaid(const ForceReport& report)
    : contacts(report.contacts.begin(), report.contacts.end()),
      vertices(report.vertices.begin(), report.vertices.end()), bodies(report.bodies.begin(), report.bodies.end()),
      numbers(report)
{
    numbers.contacts = {};
    numbers.vertices = {};
    numbers.bodies = {};
}

void check_asked(
    const PushedWorld& pushed, const std::function<Material(std::uint32_t, std::uint32_t)>& material,
    Findings& findings)
{
    std::map<std::uint64_t, int> times;
    for (const ToldPush& told : pushed.said.told)
        ++times[told.load.id];
    for (const Contact& c : pushed.answer.confirmed) {
        const int expected = c.separation < 0.0f ? 1 : 0;
        findings.expect(
            times[c.id] == expected, "law_asked",
            "the law was asked " + std::to_string(times[c.id]) + " times about " + about(c));
        times.erase(c.id);
    }
    for (const auto& [id, count] : times)
        findings.expect(
            count == 0, "law_asked", "the law was asked about " + std::to_string(id) + ", which is no contact");
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        const ContactLoad& load = told.load;
        const double depth = -static_cast<double>(c.separation);
        findings.expect(
            std::fabs(load.depth - depth) <= 1e-6 * depth && load.body_a == c.body_a && load.body_b == c.body_b
                && near(arrow(load.normal), arrow(c.normal), 1e-6)
                && std::fabs(length(arrow(load.normal)) - 1.0) < 1e-6,
            "law_asked", "the law was told of another depth, normal or body: " + about(c));
        const std::uint32_t a = pushed.mirror.place_of(c.body_a), b = pushed.mirror.place_of(c.body_b);
        const Material expected = material(std::min(a, b), std::max(a, b)), &m = load.material;
        findings.expect(
            m.stiffness == expected.stiffness && m.damping == expected.damping && m.friction == expected.friction
                && m.coulomb == expected.coulomb && m.pressure_stiffness == expected.pressure_stiffness
                && m.pressure_damping == expected.pressure_damping && m.sticking == expected.sticking,
            "law_asked", "the law was told of another material: " + about(c));
    });
}

void check_forces_told(const PushedWorld& pushed, Findings& findings)
{
    const ForcesSaid& said = pushed.said;
    std::map<std::uint64_t, Arrow> listed;
    for (std::size_t k = 0; k < pushed.answer.confirmed.size(); ++k)
        findings.expect(
            k < said.contacts.size() && said.contacts[k].id == pushed.answer.confirmed[k].id, "law_listed",
            "force " + std::to_string(k) + " is not that of the report's contact");
    for (const ContactForce& f : said.contacts) {
        const Arrow force = arrow(f.force);
        findings.expect(
            std::isfinite(length(force)) && std::isfinite(length(arrow(f.point))), "law_refused",
            "the force of contact " + std::to_string(f.id) + " is not finite");
        findings.expect(
            listed.insert({f.id, force}).second, "law_force", "contact " + std::to_string(f.id) + " pushes twice");
    }
    std::uint32_t refused = 0;
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        refused += !is_finite(told.push);
        const Arrow expected = force_of(told);
        const Arrow force = listed.contains(c.id) ? listed.at(c.id) : Arrow{};
        findings.expect(
            near(force, expected, 1e-5 * length(expected) + 1e-30), "law_force",
            "pushes with " + text(force) + " N and not with " + text(expected) + " N: " + about(c));
        findings.expect(
            dot(force, arrow(c.normal)) >= -1e-5 * length(force), "law_force", "a contact pulls: " + about(c));
        listed.erase(c.id);
    });
    for (const auto& [id, force] : listed)
        findings.expect(
            length(force) == 0.0, "law_force",
            "contact " + std::to_string(id) + " pushes, and no law was asked about it");
    findings.expect(
        said.numbers.refused_pushes == refused, "law_refused",
        std::to_string(said.numbers.refused_pushes) + " pushes are said to be refused, of " + std::to_string(refused)
            + " that are not finite");
    findings.expect(
        said.numbers.estimated_error == 0.0f && said.numbers.open_pairs == 0 && said.numbers.unknown_pairs == 0
            && said.numbers.held_push == 0.0f && !said.numbers.limited,
        "law_estimate", "the forces of a complete answer are said to be uncertain");
    check_sums(pushed, findings);
}

void check_areas(const PushedWorld& pushed, Findings& findings)
{
    std::vector<Facing> facings;
    for (const MirrorBody& body : pushed.mirror.bodies)
        facings.push_back(facing_of(body));
    const auto is_certain = [&](BodyId id) {
        const std::uint32_t place = pushed.mirror.place_of(id);
        return facings[place].certain && !pushed.turned.contains(place);
    };
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        if (!is_certain(c.body_a) || !is_certain(c.body_b))
            return;
        const AreaRange area = area_of(pushed.mirror, facings, c);
        findings.expect(
            told.load.area >= area.least - area.rounding && told.load.area <= area.most + area.rounding, "law_area",
            "stands for " + std::to_string(told.load.area) + " m2, and not for " + std::to_string(area.least) + " to "
                + std::to_string(area.most) + ": " + about(c));
    });
}

void check_speeds(
    const PushedWorld& pushed, const Mirror& before, const std::vector<std::vector<Vec3>>& speeds, float seconds,
    Findings& findings)
{
    const auto speed = [&](const SidePoint& side) -> Arrow {
        const MirrorBody& now = pushed.mirror.bodies[side.place];
        if (side.place < speeds.size() && !speeds[side.place].empty())
            return side.of(now, speeds[side.place], speeds[side.place][0]);
        if (seconds == 0.0f || side.place >= before.bodies.size() || !before.bodies[side.place].alive)
            return {};
        return (1.0 / static_cast<double>(seconds)) * (side.now(pushed.mirror) - side.now(before));
    };
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        const Arrow of_a = speed(side_a(pushed.mirror, c)), of_b = speed(side_b(pushed.mirror, c));
        const Arrow v = of_b - of_a, n = arrow(c.normal);
        const double rounding = 1e-5 * (length(of_a) + length(of_b)) + (seconds > 0.0f ? 2e-5 : 1e-9);
        findings.expect(
            std::fabs(told.load.approach_speed + dot(v, n)) <= rounding, "law_speed",
            "approaches with " + std::to_string(told.load.approach_speed) + " m/s, and not with "
                + std::to_string(-dot(v, n)) + ": " + about(c));
        findings.expect(
            near(arrow(told.load.sliding_velocity), across(v, n), rounding), "law_speed",
            "slides with " + text(arrow(told.load.sliding_velocity)) + " m/s, and not with " + text(across(v, n)) + ": "
                + about(c));
    });
}

void check_default(const PushedWorld& pushed, Findings& findings)
{
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        const ContactPush expected = default_push(told.load);
        const Arrow tangential = arrow(told.push.tangential), stretch = arrow(told.push.stretch);
        findings.expect(
            std::fabs(told.push.normal - expected.normal) <= 1e-9 * expected.normal
                && near(
                    tangential, arrow(expected.tangential),
                    1e-9 * (length(arrow(expected.tangential)) + expected.normal)),
            "law_default",
            "the default law pushes with " + std::to_string(told.push.normal) + " N and " + text(tangential)
                + ", not with " + std::to_string(expected.normal) + " and " + text(arrow(expected.tangential)) + ": "
                + about(c));
        if (told.load.material.sticking > 0.0f && expected.normal > 0.0)
            findings.expect(
                near(stretch, arrow(expected.stretch), 1e-9 * length(arrow(told.load.stretch))), "law_default",
                "the default law leaves a stretch of " + text(stretch) + " and not " + text(arrow(expected.stretch))
                    + ": " + about(c));
        const double coulomb = static_cast<double>(told.load.material.coulomb);
        findings.expect(
            coulomb < 0.0 || length(tangential) <= coulomb * told.push.normal * (1.0 + 1e-9), "law_friction",
            "friction of " + std::to_string(length(tangential)) + " N is more than " + std::to_string(coulomb)
                + " times " + std::to_string(told.push.normal) + " N: " + about(c));
    });
}

void check_stretches(const PushedWorld& pushed, Springs& springs, Findings& findings)
{
    springs.begin_call(pushed.mirror, pushed.answer.confirmed);
    const double rounding = slack(pushed.mirror) / 5;
    each_told(pushed, [&](const Contact& c, const ToldPush& told) {
        const Arrow stretch = arrow(told.load.stretch);
        if (told.load.material.sticking == 0.0f)
            return findings.expect(
                length(stretch) == 0.0, "law_stretch",
                "a material that does not stick has a stretch of " + text(stretch) + ": " + about(c));
        // Which point of a half-space is remembered is not said, and matters where it is turned.
        bool by_the_page = has_turned_plane(pushed.mirror, c);
        std::string all;
        for (const Arrow& one : springs.expected(pushed.mirror, c)) {
            by_the_page = by_the_page || near(one, stretch, rounding);
            all += (all.empty() ? "" : " or ") + text(one);
        }
        findings.expect(
            by_the_page, "law_stretch", "has a stretch of " + text(stretch) + ", and not " + all + ": " + about(c));
        findings.expect(
            std::fabs(dot(stretch, arrow(told.load.normal))) <= 1e-6 * length(stretch) + 1e-12, "law_stretch",
            "a stretch is not across the normal: " + about(c));
        springs.take(pushed.mirror, c, stretch, arrow(told.push.stretch), told.push.normal > 0.0, rounding);
    });
    springs.end_call();
}

void check_again(const ForcesSaid& first, const ForcesSaid& again, Findings& findings)
{
    std::map<std::uint64_t, Arrow> before;
    double size = 0.0;
    for (const ContactForce& f : first.contacts)
        before[f.id] = arrow(f.force), size += length(arrow(f.force));
    for (const ContactForce& f : again.contacts) {
        findings.expect(
            near(before[f.id], arrow(f.force), 1e-4 * length(arrow(f.force)) + 1e-6 * size), "law_again",
            "contact " + std::to_string(f.id) + " pushes with " + text(before[f.id]) + " N, and asked again with "
                + text(arrow(f.force)));
        before.erase(f.id);
    }
    for (const auto& [id, force] : before)
        findings.expect(
            length(force) <= 1e-6 * size, "law_again", "asked again, contact " + std::to_string(id) + " is silent");
}

void check_workers(const ForcesSaid& one, const ForcesSaid& other, Findings& findings)
{
    const auto same = [](const Vec3& a, const Vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
    const auto sorted = [](std::vector<ContactForce> list) {
        std::ranges::sort(list, {}, [](const ContactForce& f) { return std::tuple(f.body_a, f.body_b, f.id); });
        return list;
    };
    const std::vector<ContactForce> a = sorted(one.contacts), b = sorted(other.contacts);
    bool equal = a.size() == b.size() && one.bodies.size() == other.bodies.size()
                 && one.vertices.size() == other.vertices.size();
    std::string which;
    for (std::size_t k = 0; equal && k < a.size(); ++k) {
        equal = a[k].id == b[k].id && same(a[k].force, b[k].force) && same(a[k].point, b[k].point);
        if (!equal)
            which = ": contact " + std::to_string(a[k].id) + " with " + text(arrow(a[k].force)) + " N, and contact "
                    + std::to_string(b[k].id) + " with " + text(arrow(b[k].force)) + " N";
    }
    findings.expect(equal, "law_workers", "contacts push otherwise with more workers" + which);
    for (std::size_t k = 0; equal && k < one.bodies.size(); ++k)
        equal = one.bodies[k].body == other.bodies[k].body && same(one.bodies[k].force, other.bodies[k].force)
                && same(one.bodies[k].torque, other.bodies[k].torque);
    for (std::size_t k = 0; equal && k < one.vertices.size(); ++k)
        equal = one.vertices[k].body == other.vertices[k].body && one.vertices[k].vertex == other.vertices[k].vertex
                && same(one.vertices[k].force, other.vertices[k].force);
    findings.expect(equal, "law_workers", "bodies or vertices are pushed otherwise with more workers");
}

} // namespace tactus::fuzz
