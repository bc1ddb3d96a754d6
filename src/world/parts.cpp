// SPDX-License-Identifier: MIT
#include "world/parts.h"

#include <utility>

#include "base/out_of_memory.h"
#include "world/bodies/body_contacts.h"
#include "world/queries/surface_queries.h"
#include "world/queries/tool_queries.h"

namespace tactus {

World::Parts::Parts(const WorldDesc& desc)
    : workers(worker_count_of(desc.worker_count), desc.jobs), encounters(bodies, workers),
      pairs(bodies, encounters, workers), contacts(bodies, workers), cuts(bodies, contacts),
      surface_queries(std::make_unique<SurfaceQueries>(bodies, pairs, workers)),
      tools(std::make_unique<ToolQueries>(bodies, encounters))
{
}
World::Parts::~Parts() = default;

BodyId World::Parts::adopt(Body made)
{
    auto body = std::make_unique<Body>(std::move(made));
    std::unique_ptr<BodyContacts> prepared = contacts.take_in(*body);
    return bodies.adopt(std::move(body), std::move(prepared));
}

void World::Parts::remove(BodyId id) noexcept
{
    if (bodies.find(id) == nullptr)
        return;
    end_reads();
    // Even to forget can take memory; where there is none, more is forgotten.
    const auto forget = [&] {
        bodies.leave_place(id);
        contacts.forget_kept(id);
    };
    if (bodies.are_places_known())
        unless_memory_ends(forget, [&] { forget_queries(); });
    encounters.exemptions().forget_body(id.index);
    contacts.forget_said(id);
    cuts.forget(id);
    bodies.remove(id);
}

void World::Parts::begin_query()
{
    if (!contacts.is_unfinished())
        bodies.begin_query();
    cuts.update();
}

/// Bodies hold what nobody else knows, and are changed so that they stay whole. Everything else follows from them: it
/// is dropped, and made anew when memory is there again.
void World::Parts::forget_queries() noexcept
{
    bodies.forget_queries();
    encounters.forget();
    pairs.forget();
    contacts.forget();
    renew(*surface_queries, bodies, pairs, workers);
    renew(*tools, bodies, encounters);
    cuts.look_again();
}

} // namespace tactus
