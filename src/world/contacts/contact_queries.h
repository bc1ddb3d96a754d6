// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "contacts/contact_search.h"
#include "forces/forces.h"

namespace tactus {

/// What finds contacts and what they push with, in memory that lasts from query to query.
struct ContactQueries {
    /// After so many queries, whose contacts are forgotten.
    explicit ContactQueries(std::uint64_t queries = 0) : search(queries) {}

    std::vector<ContactBody> bodies; ///< One per slot, made for those that meet others.
    std::vector<ContactEncounter> encounters;
    ContactSearch search;
    ContactForces forces;
};

} // namespace tactus
