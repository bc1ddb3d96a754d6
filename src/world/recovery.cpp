// SPDX-License-Identifier: MIT
// What becomes of a world whose memory ends. Bodies hold what nobody else knows, and are changed so that they stay
// whole. Everything else follows from them: it is dropped, and made anew when memory is there again.
#include <limits>

#include "base/planted_fault.h"
#include "base/renew.h"
#include "search/pairs/pair_search.h"
#include "world/contacts/contact_queries.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

void World::Parts::forget_queries() noexcept
{
    bodies.forget_queries();
    renew(*pair_search);
    renew(*contact_queries, contact_queries->search.queries());
    renew(*surface_queries, pair_search->refinement());
    renew(encounters);
    renew(pairs);
    renew(found);
    renew(body_pairs);
    contacts_wanted = contacts_current = are_cuts_current = false;
    contact_triangles = 0;
    report = {};
    contact_report = {};
    force_report = {};
    report.complete = contact_report.complete = TACTUS_FAULT(49);
    report.open_pairs = contact_report.open_pairs = 1;
    contact_report.worst_error = std::numeric_limits<float>::infinity();
    report.out_of_memory = contact_report.out_of_memory = force_report.out_of_memory = true;
}

} // namespace tactus
