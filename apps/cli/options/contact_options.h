// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "cli/options/command_line.h"
#include "cli/scenes/structures.h"

namespace tactus::cli {

/// What `run`, `play` and `check` can be told about contacts. Nothing of it given: no contacts, unless the scene is for
/// them.
struct ContactOptions {
    bool wanted = false;
    bool forces = false;
    std::optional<ForcePolicy> policy;
    std::string budget;
    std::string file;
    std::optional<RefinementOrder> order;
    std::optional<ContactSelection> which;
    std::optional<float> distance;
    std::optional<double> rate;

    bool any() const
    {
        return wanted || forces || policy || !budget.empty() || !file.empty() || order || which || distance || rate;
    }
};

inline void add_contact_distance(Options& verb, std::optional<float>& distance)
{
    verb.number(
        "--contact-distance", "D", distance, RealNumbers{0.0, 1e30},
        "Metres: features this close are in contact (default half a mean edge; 0 for touching and crossing alone)");
}

/// Adds the options of all verbs that compute forces: --forces, with what it says, and --force-policy.
inline void
add_force_options(Options& verb, bool& forces, const std::string& forces_help, std::optional<ForcePolicy>& policy)
{
    verb.flag("--forces", forces, forces_help);
    verb.choice(
        "--force-policy", "NAME", [&policy](const std::string& name) { policy = policy_called(name); }, policy_names(),
        "With --forces: what answers that the budget cut push with: held (default), what pushed before goes on; "
        "certified_lower, nothing that is not certain, never too hard; or spheres, an estimate, mostly too hard");
}

/// Refuses a policy for forces that nobody asked for.
inline Result<void> check_force_options(bool forces, const std::optional<ForcePolicy>& policy)
{
    if (forces || !policy)
        return {};
    return Error{
        ErrorCode::invalid_argument, "--force-policy says what forces come of an answer that was cut; add --forces"};
}

inline void add_contact_options(Options& verb, ContactOptions& options)
{
    verb.begin_group("Contacts");
    verb.flag("--contacts", options.wanted, "Find contacts, with points and depths, in place of pairs");
    verb.text("--budget", "B", options.budget, "What each contact query may take: 200us, 0.5ms, 1000units, unlimited");
    verb.choice(
        "--order", "NAME", [&options](const std::string& name) { options.order = order_called(name); }, order_names(),
        "What is looked into first: worst (error, default), breadth or depth");
    verb.choice(
        "--which", "NAME", [&options](const std::string& name) { options.which = selection_called(name); },
        selection_names(), "local (default): one for each place where surfaces are nearest; all: every two features");
    add_contact_distance(verb, options.distance);
    add_force_options(verb, options.forces, "Also say how hard the contacts push", options.policy);
    verb.text(
        "--export", "FILE", options.file,
        "Write the contacts: to one FILE.jsonl, a line for each; to FILE.obj or FILE.vtk, one for each frame");
    verb.number(
        "--rate", "HZ", options.rate, RealNumbers{0.0, 100'000.0},
        "Begin so many frames a second, on the wall clock; 0 does not wait (default 1000 for haptic_probe, else 0)");
    verb.end_group();
}

} // namespace tactus::cli
