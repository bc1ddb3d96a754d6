// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "cli/measure/structures.h"
#include "cli/options/number_option.h"
#include "cli/verbs.h"

namespace tactus::cli {

/// What `run` can be told about contacts. Nothing of it given: no contacts, unless the scene is for them.
struct ContactOptions {
    bool wanted = false;
    bool forces = false;
    std::string budget;
    std::optional<RefinementOrder> order;
    std::optional<float> distance;
    std::optional<double> rate;

    bool any() const { return wanted || forces || !budget.empty() || order || distance || rate; }
};

inline void add_contact_distance(CLI::App& verb, std::optional<float>& distance)
{
    verb.add_option(
            "--contact-distance", distance,
            "Metres: features this close are in contact (default half a mean edge; 0 for touching and crossing alone)")
        ->transform(real_number(0.0, 1e30))
        ->type_name("D");
}

inline void add_contact_options(CLI::App& verb, ContactOptions& options)
{
    const std::string group = "Contacts";
    verb.add_flag("--contacts", options.wanted, "Find contacts, with points and depths, in place of pairs")->group(group);
    verb.add_option("--budget", options.budget, "What each contact query may take: 200us, 0.5ms, 1000units, unlimited")
        ->type_name("B")
        ->group(group);
    verb.add_option_function<std::string>(
            "--order", [&options](const std::string& name) { options.order = order_called(name); },
            "What is looked into first: worst (error, default), breadth or depth")
        ->check(CLI::IsMember(order_names()).description(""))
        ->type_name("NAME")
        ->group(group);
    add_contact_distance(verb, options.distance);
    verb.get_option("--contact-distance")->group(group);
    verb.add_flag("--forces", options.forces, "Also say how hard the contacts push")->group(group);
    verb.add_option(
            "--rate", options.rate,
            "Begin so many frames a second, on the wall clock; 0 does not wait (default 1000 for haptic_probe, else 0)")
        ->transform(real_number(0.0, 100'000.0))
        ->type_name("HZ")
        ->group(group);
}

} // namespace tactus::cli
