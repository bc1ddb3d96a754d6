// SPDX-License-Identifier: MIT
#include "check_sphere_trees.h"

#include <exception>

namespace tactus::fuzz::sphere_trees {

namespace {

struct NamedCheck {
    const char* beginning; ///< Of the names of what it notes.
    const char* context;
    void (*make)(Random, Findings&);
    std::uint32_t one_in; ///< Of so many seeds one has it made, since it takes long.
};

constexpr NamedCheck all_checks[] = {
    {"paper_force_", "parts that push", check_pushing_parts, 1},
    {"paper_force_angle", "two balls", check_pushed_balls, 4},
    {"paper_queue_", "interruptible spheres", check_queue, 1},
    {"paper_cells_", "on-collide trees", check_cells, 2},
    {"paper_branch_", "trees on demand", check_branches, 1},
    {"paper_tree_", "sphere trees", check_covers, 6},
    {"covers_", "covers that push", check_cover_rule, 1},
};

} // namespace

void check_sphere_trees(std::uint64_t seed, bool always, Findings& findings)
{
    Random random(seed ^ 0x73706865u);
    for (const NamedCheck& check : all_checks) {
        const Random own(random.next());
        const bool is_made = always || random.one_in(check.one_in);
        const auto begins = [&](const std::string& name) { return name.starts_with(check.beginning); };
        if (!is_made || (!findings.only.empty() && std::ranges::none_of(findings.only, begins)))
            continue;
        findings.context = check.context;
        ++findings.counts.worlds;
        try {
            check.make(own, findings);
        } catch (const std::exception& refusal) {
            findings.add(std::string(check.beginning) + "refused", refusal.what());
        }
    }
}

} // namespace tactus::fuzz::sphere_trees
