// SPDX-License-Identifier: MIT
// What docs/contacts.md promises of an answer that was cut: "Unrefined contacts" and "worst_error".
#include "check_apart.h"

#include <cmath>

namespace tactus::fuzz {

namespace {

double distance(const Vec3& a, const Vec3& b)
{
    return std::hypot(
        static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
        static_cast<double>(a.z) - static_cast<double>(b.z));
}

/// The whole answer, and how far its numbers may be off by rounding alone.
struct Whole {
    const Mirror& mirror;
    const Answer& answer;
    double rounding;
};

/// The largest error bound of the open parts between two bodies.
double error_between(const Answer& cut, const BodyPlaces& bodies)
{
    float worst = 0.0f;
    for (std::size_t k = 0; k < cut.open.size(); ++k)
        if (cut.open_places[k] == bodies)
            worst = std::fmax(worst, cut.open[k].error_bound);
    return static_cast<double>(worst);
}

void check_itself(const Answer& cut, const std::string& at, Findings& findings)
{
    bool open_depth = false;
    for (const Contact& c : cut.confirmed)
        open_depth = open_depth || c.depth_state == DepthState::open;
    findings.expect(
        !cut.complete || (cut.worst_error == 0.0f && cut.open.empty() && !open_depth), "bounds_complete",
        at + "complete, with " + std::to_string(cut.open.size()) + " open parts and a worst_error of "
            + std::to_string(cut.worst_error));
    findings.expect(
        cut.complete || !cut.open.empty() || open_depth, "bounds_complete",
        at + "not complete, and nothing is unrefined or open");
    for (const Contact& c : cut.open) {
        const auto depth = [](float separation) { return std::fmax(0.0f, -separation); };
        const float off =
            std::fmax(depth(c.separation_lower) - depth(c.separation), depth(c.separation) - depth(c.separation_upper));
        findings.expect(
            c.error_bound >= c.point_bound && c.error_bound >= off, "bounds_entry",
            at + "an entry can be further off than its error_bound: " + text(c));
    }
}

/// Whether a contact of the whole answer is within the bounds of the open parts: in place, and in place and depth.
struct Covered {
    bool in_place = false;
    bool in_both = false;
};

Covered covered(const Whole& whole, const Contact& c, const BodyPlaces& bodies, const Answer& cut)
{
    Covered result;
    for (std::size_t k = 0; k < cut.open.size(); ++k) {
        const Contact& part = cut.open[k];
        if (cut.open_places[k] != bodies
            || distance(part.point, c.point) > static_cast<double>(part.point_bound) + whole.rounding)
            continue;
        result.in_place = true;
        const double separation = static_cast<double>(c.separation);
        if (separation >= static_cast<double>(part.separation_lower) - whole.rounding
            && separation <= static_cast<double>(part.separation_upper) + whole.rounding)
            result.in_both = true;
    }
    return result;
}

void check_against(const Whole& whole, const Answer& cut, const std::string& at, Findings& findings)
{
    for (const auto& [key, place] : whole.answer.by_key) {
        if (is_fresh(whole.mirror, key))
            continue;
        const Contact& c = whole.answer.confirmed[place];
        const BodyPlaces bodies = Mirror::both(key.body_a, key.body_b);
        const auto found = cut.by_key.find(key);
        if (found == cut.by_key.end()) {
            const Covered by_parts = covered(whole, c, bodies, cut);
            const std::string which = at + text(key) + ": " + text(c);
            findings.expect(by_parts.in_place, "bounds_place", "neither confirmed nor covered: " + which);
            findings.expect(
                !by_parts.in_place || by_parts.in_both, "bounds_depth",
                "no open part has it within its bounds of the separation: " + which);
            continue;
        }
        const Contact& early = cut.confirmed[found->second];
        const double change = std::fabs(static_cast<double>(early.separation) - static_cast<double>(c.separation));
        const double error = early.depth_state == DepthState::propagated ? 0.0 : error_between(cut, bodies);
        findings.expect(
            change <= error + whole.rounding, "bounds_open",
            at + "a depth is off by " + std::to_string(change) + ", and the largest error_bound between the bodies is "
                + std::to_string(error) + ": " + text(key) + ":\n      " + text(c) + "\n      " + text(early));
    }
}

} // namespace

void check_bounds(const ApartFrame& frame, Random random, Findings& findings)
{
    StageChanges changes{.settings = frame.fuzz_case.settings};
    // With little room entries are merged, and depths stay open.
    changes.settings.max_contacts = ContactSettings{}.max_contacts;
    Stage complete(frame.mirror, frame.fuzz_case, changes, frame.transcript);
    const Answer expected(complete.mirror(), complete.find_contacts());
    ++findings.counts.worlds;
    if (expected.contacts_merged)
        return;
    if (!expected.complete)
        return findings.add("bounds_complete", "a query without a limit is not complete");
    const Whole whole{frame.mirror, expected, slack(frame.mirror) / 5};
    const auto look = [&](const Answer& cut, const std::string& at) {
        ++findings.counts.queries;
        check_itself(cut, at, findings);
        check_against(whole, cut, at, findings);
    };
    Stage chain(frame.mirror, frame.fuzz_case, changes, frame.transcript);
    if (random.one_in(2))
        chain.world().prepare_contacts();
    std::uint64_t units = 0, most = 0;
    for (int k = 0; k < 60; ++k) {
        const Budget budget = Budget::work_units(k == 0 ? 0 : units);
        const Answer cut(chain.mirror(), k ? chain.refine_contacts(budget) : chain.find_contacts(budget));
        look(cut, "refined " + std::to_string(k) + " times: ");
        most += cut.work_units_spent;
        if (cut.complete)
            break;
        units = k < 30 ? 1 : units * 2;
    }
    // Every cut of a small query, and some of a large one.
    const std::uint64_t step = 1 + most / 12;
    for (std::uint64_t at = random.below(static_cast<std::uint32_t>(step)); at < most; at += step) {
        Stage once(frame.mirror, frame.fuzz_case, changes, frame.transcript);
        ++findings.counts.worlds;
        look(
            Answer(once.mirror(), once.find_contacts(Budget::work_units(at))),
            "after " + std::to_string(at) + " of " + std::to_string(most) + " work units: ");
    }
}

} // namespace tactus::fuzz
