// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus {

/// Makes what a search for contacts needs to know of bodies beside their trees. Until then the worst is assumed of
/// them.
class EncounterPreparer {
public:
    virtual ~EncounterPreparer() = default;

    /// Does some of what is missing for the two bodies of an encounter, at most half a work unit. True when nothing is,
    /// and then the encounter says what is known now.
    virtual bool prepare(std::uint32_t encounter) = 0;
};

} // namespace tactus
