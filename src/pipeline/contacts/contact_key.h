// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/body.h>

#include "base/hashed_numbers.h"
#include "pipeline/contacts/elementary_contacts.h"

namespace tactus {

/// Names a contact among all bodies: whose features, and which.
struct ContactKey {
    BodyId body_a;
    BodyId body_b;
    ElementaryPair pair;

    friend constexpr bool operator==(const ContactKey&, const ContactKey&) = default;

    /// What all contacts of two bodies have in common.
    static constexpr std::uint64_t hash_of_bodies(BodyId a, BodyId b)
    {
        return mixed(std::uint64_t(a.index) << 32 | b.index);
    }
    static constexpr std::uint64_t hash(std::uint64_t hash_of_bodies, const ElementaryPair& pair)
    {
        const std::uint64_t features = std::uint64_t(pair.a) << 32 | pair.b;
        return mixed(hash_of_bodies + features + static_cast<std::uint64_t>(pair.kind) * 0xd1342543de82ef95u);
    }
    constexpr std::uint64_t hash() const { return hash(hash_of_bodies(body_a, body_b), pair); }
};

} // namespace tactus
