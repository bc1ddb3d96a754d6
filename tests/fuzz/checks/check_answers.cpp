// SPDX-License-Identifier: MIT
// Answers against other answers: of worlds in the same state, of shorter budgets, and of the queries before.
#include "checks.h"

#include <cmath>

namespace tactus::fuzz {

namespace {

double apart(const Vec3& a, const Vec3& b)
{
    return std::hypot(
        static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
        static_cast<double>(a.z) - static_cast<double>(b.z));
}

std::string both_texts(const ContactKey& key, const Contact& expected, const Contact& other)
{
    return text(key) + ":\n      " + text(expected) + "\n      " + text(other);
}

/// Whether two edges of two bodies lie on one another, end by end. Then nothing says which of them comes first, and a
/// normal from the one to the other may go either way: it does not push.
bool are_same_edges(const Mirror& mirror, const ContactKey& key)
{
    if (size_of(key.a) != 2 || size_of(key.b) != 2)
        return false;
    const std::vector<Vec3>&a = mirror.bodies[key.body_a].positions, &b = mirror.bodies[key.body_b].positions;
    const auto lie_together = [&](std::size_t first, std::size_t second) {
        return apart(a[key.a[0]], b[key.b[first]]) == 0.0 && apart(a[key.a[1]], b[key.b[second]]) == 0.0;
    };
    return lie_together(0, 1) || lie_together(1, 0);
}

} // namespace

void check_same(
    const Mirror& mirror, const Truth& truth, const Answer& expected, const Answer& other,
    const std::string& plain_name, Findings& findings, const TurnedBodies* turned)
{
    const auto named = [&](const ContactKey& key) {
        const std::uint32_t within = size_of(key.a) || mirror.bodies[key.body_a].is_sphere ? key.body_a : key.body_b;
        return plain_name
               + (key.inside && !mirror.bodies[within].is_sphere && !truth.insides.solids[within].clean ? "_sheet"
                                                                                                        : "");
    };
    const double eps = slack(mirror);
    if (expected.contacts_merged || other.contacts_merged)
        return;
    findings.expect(
        expected.complete == other.complete, plain_name, "only one of two answers without a limit is complete");
    for (const auto& [key, place] : expected.by_key)
        if (!is_fresh(mirror, key))
            findings.expect(
                other.by_key.contains(key), named(key),
                "missing: " + text(key) + ": " + text(expected.confirmed[place]));
    for (const auto& [key, place] : other.by_key) {
        if (is_fresh(mirror, key))
            continue;
        const auto found = expected.by_key.find(key);
        const Contact& c = other.confirmed[place];
        const std::string name = named(key);
        if (found == expected.by_key.end()) {
            findings.add(name, "too many: " + text(key) + ": " + text(c));
            continue;
        }
        const Contact& e = expected.confirmed[found->second];
        const std::string which = both_texts(key, e, c);
        const bool has_turned = turned && (turned->contains(key.body_a) || turned->contains(key.body_b));
        findings.expect(
            e.crosses == c.crosses && e.depth_state == c.depth_state, name + "_depth", "state differs: " + which);
        findings.expect(
            has_turned || std::fabs(e.separation - c.separation) < static_cast<float>(eps), name + "_depth",
            "depth differs: " + which);
        findings.expect(apart(e.point, c.point) < eps, name + "_point", "point differs: " + which);
        if (key.body_a != key.body_b && !has_turned) {
            const Vec3 normal = expected.normals[found->second];
            const bool may_turn = c.separation == 0.0f && are_same_edges(mirror, key);
            findings.expect(
                apart(normal, other.normals[place]) < 1e-3
                    || (may_turn && apart({-normal.x, -normal.y, -normal.z}, other.normals[place]) < 1e-3),
                name + "_normal", "normal differs: " + which);
        }
    }
}

void check_cut(
    const Mirror& mirror, const Answer& complete, const Answer& cut, Findings& findings, const TurnedBodies* turned)
{
    const double eps = slack(mirror);
    for (const auto& [key, place] : cut.by_key)
        if (!complete.contacts_merged && !is_fresh(mirror, key))
            findings.expect(
                complete.by_key.contains(key), "cut_true",
                "a cut query confirms what the complete one does not: " + text(key) + ": "
                    + text(cut.confirmed[place]));
    for (const auto& [key, place] : complete.by_key) {
        // What has just been cut may be silent.
        if (is_fresh(mirror, key))
            continue;
        const Contact& c = complete.confirmed[place];
        const BodyPlaces bodies = Mirror::both(key.body_a, key.body_b);
        const bool has_turned = turned && (turned->contains(key.body_a) || turned->contains(key.body_b));
        bool in_place = false, in_depth = has_turned;
        for (std::size_t k = 0; k < cut.open.size(); ++k) {
            const Contact& part = cut.open[k];
            if (cut.open_places[k] != bodies)
                continue;
            const bool here = apart(part.point, c.point) <= static_cast<double>(part.point_bound) + eps;
            const double separation = static_cast<double>(c.separation);
            const bool deep = separation >= static_cast<double>(part.separation_lower) - eps
                              && separation <= static_cast<double>(part.separation_upper) + eps;
            in_place = in_place || here;
            in_depth = in_depth || (here && deep);
        }
        const auto found = cut.by_key.find(key);
        if (found != cut.by_key.end()) {
            const Contact& early = cut.confirmed[found->second];
            const std::string which = both_texts(key, c, early);
            const double change = std::fabs(static_cast<double>(early.separation) - static_cast<double>(c.separation));
            // Where the other answer had too little room, its depths are not final.
            if (c.depth_state == DepthState::open || has_turned)
                continue;
            if (early.depth_state == DepthState::propagated)
                findings.expect(change < eps, "final_depth", "a final depth changed: " + which);
            else
                findings.expect(
                    change <= static_cast<double>(cut.worst_error) + eps, "open_depth",
                    "a depth is off by " + std::to_string(change) + ", worst_error is "
                        + std::to_string(cut.worst_error) + ": " + which);
            continue;
        }
        const std::string kind = key.inside || c.depth_state == DepthState::propagated ? "cover_inside" : "cover";
        findings.expect(
            in_place, kind,
            "neither confirmed nor in an open part (" + std::to_string(cut.open.size()) + " parts): " + text(key) + ": "
                + text(c));
        if (in_place && c.depth_state != DepthState::open)
            findings.expect(in_depth, kind + "_depth", "no open part covers its depth: " + text(key) + ": " + text(c));
    }
}

void IdHistory::check(const Answer& answer, Findings& findings)
{
    std::set<std::uint64_t> now;
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k) {
        const Contact& c = answer.confirmed[k];
        const std::string which =
            "id " + std::to_string(c.id) + ", " + text(answer.keys[k]) + ", age " + std::to_string(c.age);
        findings.expect(now.insert(c.id).second, "id_unique", "two contacts have one id: " + which);
        findings.expect(!dead_.contains(c.id), "id_reuse", "an id came back: " + which);
        if (all_complete_) {
            const auto before = ages_.find(c.id);
            findings.expect(
                c.age == (before == ages_.end() ? 0 : before->second + 1), "age",
                "the age does not follow "
                    + (before == ages_.end() ? std::string("nothing") : std::to_string(before->second)) + ": " + which);
        }
    }
    if (answer.complete && !answer.contacts_merged)
        for (const std::uint64_t id : seen_)
            if (!now.contains(id))
                dead_.insert(id);
    seen_.insert(now.begin(), now.end());
    all_complete_ = all_complete_ && answer.complete && !answer.contacts_merged;
    ages_.clear();
    for (const Contact& c : answer.confirmed)
        ages_[c.id] = c.age;
}

} // namespace tactus::fuzz
