// SPDX-License-Identifier: MIT
// What becomes of a world whose memory ends. Bodies hold what nobody else knows, and are changed so that they stay
// whole. Everything else follows from them: it is dropped, and made anew when memory is there again.
#include <limits>

#include "base/renew.h"
#include "search/pairs/pair_search.h"
#include "world/contacts/contact_queries.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

void World::Parts::forget_queries() noexcept
{
    bodies.forget_queries();
    encounters.forget();
    pairs.forget();
    renew(*contact_queries, contact_queries->search.queries());
    renew(*surface_queries, pairs.search().refinement());
    contacts_wanted = contacts_current = are_cuts_current = false;
    contact_triangles = 0;
    contact_report = {};
    force_report = {};
    contact_report.complete = false;
    contact_report.open_pairs = 1;
    contact_report.worst_error = std::numeric_limits<float>::infinity();
    contact_report.out_of_memory = force_report.out_of_memory = true;
}

} // namespace tactus
