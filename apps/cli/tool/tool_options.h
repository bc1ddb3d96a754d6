// SPDX-License-Identifier: MIT
// What `tactus tool` can be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tactus/contact.h>
#include <tactus/geometry.h>

#include "cli/measure/playback.h"
#include "cli/options/budget_option.h"

namespace tactus::cli {

struct ToolOptions {
    std::string organ; ///< A mesh file, or the name of a shape.
    std::uint32_t triangles = 0;
    std::uint64_t seed = 0;
    std::string pivot;
    std::string tip;
    std::string to;
    std::optional<float> radius;
    std::string road = "processor";
    std::string form;
    std::string budget = "unlimited";
    std::uint32_t repeat = 0; ///< 0 for as often as half a second allows, and 100 times at the most.
    bool contacts = false;
    bool forces = false;
    std::optional<ForcePolicy> policy;
    float contact_distance = 0.0f;
    PlaybackOptions playback;
    std::string pictures;
    bool no_weld = false;
    bool json = false;

    ForcePolicy policy_or_default() const { return policy.value_or(ForcePolicy::held); }
    bool wants_contacts() const { return contacts || forces || contact_distance > 0.0f; }
};

/// Where the tool is, and where it comes from.
struct ToolMotion {
    Vec3 pivot;
    Vec3 begin; ///< The tip where the sweep begins; where the tool stands, if it does not sweep.
    Vec3 end;   ///< The tip where the tool is now.
    float radius = 0.0f;
    bool sweeps = false;
};

} // namespace tactus::cli
