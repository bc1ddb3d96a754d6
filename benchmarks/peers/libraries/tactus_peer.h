// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "libraries/peer.h"

namespace tactus::peers {

/// Tactus with more than one worker, for the table of thread counts.
std::unique_ptr<Peer> make_tactus_peer(std::uint32_t worker_count);

} // namespace tactus::peers
