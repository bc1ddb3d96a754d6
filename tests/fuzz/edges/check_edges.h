// SPDX-License-Identifier: MIT
// Edges of two bodies: which of them are in contact, which are local, which push, and that few contacts push as all do.
#pragma once

#include <cstdint>

#include "../checks/findings.h"
#include "../stage/stage.h"

namespace tactus::fuzz::edges {

/// A scene from a seed. Names `edges_near`, `edges_apart`, `edges_local`, `edges_push`, `edges_still`,
/// `edges_vertices`, `edges_forces`, `edges_cut`, `edges_refused`. What differs is reduced if it is to be written down.
void check_edges(std::uint64_t seed, Transcript* transcript, Findings& findings);

} // namespace tactus::fuzz::edges
