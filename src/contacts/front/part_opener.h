// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/contact.h>
#include <tactus/report.h>

#include "contacts/encounters/encounter.h"
#include "contacts/front/front.h"
#include "contacts/front/separation_memory.h"

namespace tactus {

/// Opens one of two parts, the larger: what of it may touch the other takes their place. Children that were farther
/// away, a query or more ago, than both bodies can have moved since are not looked at.
class PartOpener {
public:
    void begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters);
    /// Takes its memory now.
    void make_room() { memory_.make_room(); }
    /// A body's number may come to mean another one.
    void forget_bodies() { memory_.forget(); }

    /// Whether only triangles are left on both sides.
    bool are_leaves(const OpenPair& part) const;
    /// Does some of what open would have to bring up to date first, at most half a work unit; true when little is left,
    /// as it is with two leaves.
    bool make_ready(const OpenPair& part);
    /// The parts of two that are not both leaves. They live until the next call.
    std::span<const OpenPair> open(const OpenPair& part);
    /// The triangles of two leaves that may touch. Gives how many pairs there are.
    std::uint32_t open_leaves(const OpenPair& part, std::array<TrianglePair, 64>& pairs) const;

    std::uint64_t node_tests() const { return node_tests_; } ///< since the query began
    std::size_t bytes() const { return memory_.bytes(); }

private:
    bool opens_a(const OpenPair& part) const;
    OpenedPair name_of(const OpenPair& part, bool of_a) const;
    Approach approach(const OpenPair& part, bool of_a) const;
    std::uint32_t skipped(const SeparationMemory::Gaps& known) const;
    void open_self(const OpenPair& part);
    void open_one_side(const OpenPair& part, bool of_a);

    ContactSettings settings_;
    std::span<const ContactEncounter> encounters_;
    SeparationMemory memory_;
    std::array<OpenPair, 36> parts_; ///< a node's eight children with each other, at the most
    std::uint32_t count_ = 0;
    std::uint64_t node_tests_ = 0;
};

} // namespace tactus
