// SPDX-License-Identifier: MIT
// What becomes of a world whose memory ends. Bodies hold what nobody else knows, and are changed so that they stay
// whole. Everything else follows from them: it is dropped, and made anew when memory is there again.
#include "base/renew.h"
#include "search/pairs/pair_search.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

void World::Parts::forget_queries() noexcept
{
    bodies.forget_queries();
    encounters.forget();
    pairs.forget();
    contacts.forget();
    renew(*surface_queries, bodies, pairs, workers);
    cuts.look_again();
}

void World::Parts::begin_query()
{
    if (!contacts.is_unfinished())
        bodies.begin_query();
    cuts.update();
}

} // namespace tactus
