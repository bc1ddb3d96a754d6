// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/measure/playback.h"
#include "cli/options/command_line.h"

namespace tactus::cli {

/// Adds the options that every verb with a query has: --structure and --threads.
inline void add_playback_options(Options& verb, PlaybackOptions& options)
{
    verb.choice(
        "--structure", "NAME", [&options](const std::string& name) { options.structure = structure_called(name); },
        structure_names(),
        "How triangles are searched: refit_bvh (default), spherical_octree, bucket_octree, on_demand_sphere_tree, "
        "medial_sphere_tree or brute_force");
    verb.number(
        "--threads", "N", options.threads, WholeNumbers{1, 1024}, "Threads that a query works with (default 1)");
}

} // namespace tactus::cli
