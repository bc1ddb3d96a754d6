// SPDX-License-Identifier: MIT
#pragma once

#include "../checks/findings.h"
#include "../stage/stage.h"

namespace tactus::fuzz {

/// Rays from random places, where there are only meshes. Names `ray_hit`, `ray_distance`.
void check_rays(Stage& stage, std::uint64_t seed, Findings& findings);

/// Random questions about surfaces: of a world that has been used, of one that is made from the same state with another
/// structure, and now and then of a much larger or smaller one. scene.h has the names of the checks.
/// Its oracles know no half-spaces, so where there is one nothing is asked.
void check_surfaces(
    Stage& kept, const FuzzCase& fuzz_case, std::uint64_t seed, Transcript* transcript, Findings& findings);

} // namespace tactus::fuzz
