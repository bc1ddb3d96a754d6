// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/collision_filter.h"

namespace tactus {

class BodyTable;
class Workers;

/// Two bodies that are near each other, by their indices, the lower one first; the same body twice for its
/// self-collision.
struct Encounter {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const Encounter&, const Encounter&) = default;
};

/// Which bodies are tested against each other, and what may touch without being reported.
class Encounters {
public:
    Encounters(BodyTable& bodies, Workers& workers) : bodies_(bodies), workers_(workers) {}

    ContactExemptions& exemptions() { return exemptions_; }
    /// Whether two bodies that are near each other are tested, or one against itself.
    bool are_tested(std::uint32_t a, std::uint32_t b) const;

    /// Finds the bodies that are near each other now and are tested.
    void list();
    /// What was found last, ordered by body.
    std::span<const Encounter> listed() const { return listed_; }

    /// Memory has ended: gives back that of the list.
    void forget() noexcept;

private:
    BodyTable& bodies_;
    Workers& workers_;
    ContactExemptions exemptions_;
    std::vector<Encounter> listed_;
};

} // namespace tactus
