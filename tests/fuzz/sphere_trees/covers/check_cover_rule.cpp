// SPDX-License-Identifier: MIT
// What docs/contacts.md promises of ForcePolicy::spheres under "Parts that push" and "Covers", looked at from outside:
// by reports, and by what a force law is told.
#include "../check_sphere_trees.h"
#include "cover_pushes.h"

namespace tactus::fuzz::sphere_trees {

namespace {

/// Asks about one state of a world, further and further.
void check_frame(CoverWorld& world, int frame, Findings& findings)
{
    Random& random = world.random;
    const bool from_the_roots = random.one_in(2);
    const auto manner = static_cast<TellingLaw::Manner>(random.one_in(2) ? 0 : random.below(3));
    const float step = random.one_in(2) ? 0.0f : 0.01f;
    Wholes wholes;
    std::optional<CrossedCorners> corners;
    if (from_the_roots && random.one_in(2))
        corners = crossed_corners(world);
    std::uint64_t units = 0;
    for (int cut = 0; cut < 6; ++cut) {
        const bool at_last = cut == 5 && random.one_in(2);
        const std::uint64_t more = cut == 0 && from_the_roots ? 0 : random.below(1u << random.below(10));
        const Budget budget = at_last ? Budget::unlimited() : Budget::work_units(more);
        const ContactReport& report =
            cut == 0 ? world.world.find_contacts(budget) : world.world.refine_contacts(budget);
        units += more;
        const CoverAnswer answer(world, report, step, manner);
        const std::string about =
            "frame " + std::to_string(frame) + ", "
            + (at_last ? "no limit" : std::to_string(units) + " units in " + std::to_string(cut + 1) + " queries")
            + ", " + world.about();
        ++findings.counts.queries;
        findings.counts.contacts += answer.contacts.size() + answer.unrefined.size();
        const MatchedAnswer matched(world, answer, about, findings);
        if (cut == 0 && from_the_roots)
            wholes = check_cover_wholes(matched, frame == 0, about, findings);
        check_cover_fields(matched, wholes, corners, about, findings);
        check_cover_pushes(matched, about, findings);
        if (answer.complete)
            return;
    }
}

} // namespace

void check_cover_rule(Random random, Findings& findings)
{
    CoverWorld world(random);
    const int frames = world.random.one_in(2) ? 1 : 3;
    for (int frame = 0; frame < frames; ++frame) {
        if (frame > 0)
            world.move();
        check_frame(world, frame, findings);
    }
}

} // namespace tactus::fuzz::sphere_trees
