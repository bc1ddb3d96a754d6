// SPDX-License-Identifier: MIT
// What becomes of a world whose memory ends. Bodies hold what nobody else knows, and are changed so that they stay
// whole. Everything else follows from them: it is dropped, and made anew when memory is there again.
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/planted_fault.h"
#include "search/pairs/pair_search.h"
#include "world/contacts/body_contacts.h"
#include "world/contacts/contact_queries.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

/// As it was before it was first used, without any memory.
template <class T, class... Arguments>
void renew(T& object, Arguments&&... arguments)
{
    std::destroy_at(&object);
    std::construct_at(&object, std::forward<Arguments>(arguments)...);
}

} // namespace

void World::Parts::forget_queries() noexcept
{
    needs_recovery = true;
    for (Slot& slot : slots) {
        slot.contacts.reset();
        if (slot.body != nullptr)
            slot.body->tree->forget_nodes();
    }
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

void World::Parts::recover()
{
    renew(broad_phase);
    body_of_proxy.clear();
    body_of_proxy.resize(slots.size());
    for (std::uint32_t index = 0; index < slots.size(); ++index)
        if (Body* body = slots[index].body.get()) {
            body->proxy = broad_phase.add(reach_of(*body));
            body_of_proxy[body->proxy] = index;
        }
    needs_recovery = false;
}

void World::Parts::place(const Body& body)
{
    if (!needs_recovery)
        broad_phase.move(body.proxy, reach_of(body));
}

} // namespace tactus
