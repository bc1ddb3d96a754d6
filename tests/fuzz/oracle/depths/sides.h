// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>

#include "../../stage/mirror.h"

namespace tactus::fuzz {

/// Which bodies have been turned inside out since they were first seen. By the documentation they keep their sides,
/// which a new world cannot know of.
class TurnedBodies {
public:
    /// Has to come after every change.
    void look(const Mirror& mirror);
    /// Whether the body at a place was turned, or may have been: it was nearly flat.
    bool contains(std::uint32_t place) const { return turned_.contains(place); }

private:
    std::map<std::uint32_t, bool> faces_inwards_; ///< By place, when it was last known to be neither flat nor turned.
    std::set<std::uint32_t> turned_;
};

} // namespace tactus::fuzz
