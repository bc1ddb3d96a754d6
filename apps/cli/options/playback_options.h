// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/measure/playback.h"
#include "cli/options/number_option.h"
#include "cli/verbs.h"

namespace tactus::cli {

/// Adds the options that every verb with a query has: --structure and --threads.
inline void add_playback_options(CLI::App& verb, PlaybackOptions& options)
{
    const auto set_structure = [&options](const std::string& name) { options.structure = structure_called(name); };
    verb.add_option_function<std::string>(
            "--structure", set_structure,
            "How triangles are searched: refit_bvh (default), spherical_octree, bucket_octree, on_demand_sphere_tree, medial_sphere_tree or brute_force")
        ->check(CLI::IsMember(structure_names()).description(""))
        ->type_name("NAME");
    verb.add_option("--threads", options.threads, "Threads that a query works with (default 1)")
        ->transform(whole_number(1, 1024))
        ->type_name("N");
}

} // namespace tactus::cli
