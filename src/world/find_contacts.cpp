// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include "base/check.h"
#include "base/planted_fault.h"
#include "search/pairs/pair_search.h"
#include "world/bodies/body_contacts.h"
#include "world/contacts/contact_queries.h"
#include "world/input/checked_input.h"
#include "world/parts.h"

namespace tactus {
namespace {

/// A sphere is deeper than its centre by its radius.
float deepest_of(const ContactBody& a, const ContactBody& b)
{
    const auto radius = [](const ContactBody& body) { return body.is_sphere() ? body.sphere->radius : 0.0f; };
    return (deepest_inside(a.box, b.box) + radius(a) + radius(b)) * (1.0f + 0x1p-20f);
}

/// What a world finds that was moved from.
constexpr ContactReport no_contacts = {.contacts = {}, .unrefined = {}, .complete = false};

} // namespace

Result<void> check_contact_settings(const ContactSettings& settings)
{
    if (!(settings.contact_distance >= 0.0f) || !std::isfinite(settings.contact_distance))
        return Error{
            ErrorCode::invalid_argument, "contact_distance is " + std::to_string(settings.contact_distance)
                                             + ", it must be finite and not negative"};
    constexpr std::size_t least = 16, most = std::size_t{1} << 28;
    if (settings.max_contacts < least || settings.max_contacts > most)
        return Error{
            ErrorCode::invalid_argument, "max_contacts is " + std::to_string(settings.max_contacts) + ", it must be "
                                             + std::to_string(least) + " to " + std::to_string(most)};
    return {};
}

void World::Parts::prepare_contacts(BodySlot& slot)
{
    if (slot.body == nullptr || slot.contacts != nullptr)
        return;
    slot.contacts = std::make_unique<BodyContacts>(*slot.body);
    slot.body->watch_motion();
    contact_triangles += slot.body->given_triangles.size();
    contact_queries->search.make_room(contact_settings, contact_triangles);
}

const ContactBody& World::Parts::begin_contact_body(std::uint32_t index)
{
    ContactBody& made = contact_queries->bodies[index];
    if (made.tree != nullptr)
        return made;
    Body& body = bodies.body(index);
    BodyContacts& contacts = bodies.contacts(index);
    TreeNodes& nodes = body.tree->nodes();
    nodes.begin();
    const Sphere* sphere = body.sphere();
    if (contacts.needs_sides() && sphere == nullptr)
        contacts.find_sides();
    made = {
        bodies.id_of(index),
        body.tree.get(),
        &nodes,
        body.triangles(),
        nodes.root_box(),
        contacts.surface(),
        &contacts.depth_tables(),
        body.self_tables ? &*body.self_tables : nullptr,
        contacts.faces_inwards(),
        sphere != nullptr ? std::optional(*sphere) : std::nullopt};
    return made;
}

void World::Parts::list_contact_encounters()
{
    contact_queries->encounters.clear();
    contact_queries->bodies.assign(bodies.slots().size(), {});
    for (const Encounter& encounter : encounters.listed()) {
        const PairSettings settings = pair_settings.find(encounter.a, encounter.b);
        const ContactBody &a = begin_contact_body(encounter.a), &b = begin_contact_body(encounter.b);
        // How deep two spheres are in each other is plain from the start.
        const bool measures_depths = contact_settings.measure_depths && encounter.a != encounter.b && a.is_closed()
                                     && b.is_closed() && !(a.is_sphere() && b.is_sphere());
        contact_queries->encounters.push_back(
            {a, b, encounters.exemptions().attached_vertices(encounter.a, encounter.b), settings.weight,
             settings.error_goal, measures_depths, fresh_cuts.between(a.id, b.id), deepest_of(a, b)});
    }
}

void World::Parts::prepare_contacts()
{
    contacts_wanted = true;
    for (BodySlot& slot : bodies.slots())
        prepare_contacts(slot);
}

void World::Parts::begin_query()
{
    if (!contacts_current || contact_report.complete)
        bodies.begin_query();
    update_fresh_cuts();
}

void World::prepare_contacts()
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return;
    unless_memory_ends([&] { parts_->at_risk([&] { parts_->prepare_contacts(); }); }, [] {});
}

const ContactReport& World::find_contacts(Budget budget)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return no_contacts;
    Parts& parts = *parts_;
    return parts.reported(parts.contact_report, [&] {
        if (!parts.contacts_wanted)
            parts.prepare_contacts();
        parts.encounters.list();
        parts.contacts_current = false;
        ++parts.contact_query;
        parts.begin_query();
        parts.list_contact_encounters();
        parts.contact_queries->search.begin(parts.contact_settings, parts.contact_queries->encounters);
        parts.contacts_current = true;
        refine_contacts(budget);
    });
}

const ContactReport& World::refine_contacts(Budget budget)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return no_contacts;
    Parts& parts = *parts_;
    if (!parts.contacts_current)
        return find_contacts(budget);
    return parts.reported(parts.contact_report, [&] {
        parts.contact_queries->search.go_on(budget, parts.pairs.search(), parts.workers);
        parts.contact_report = parts.contact_queries->search.report();
        parts.forces_outdated = true;
        if (TACTUS_FAULT(30))
            parts.contact_report.complete = true;
        parts.contact_report.scratch_bytes += parts.pairs.search().clearance_bytes();
    });
}

Result<void> World::set_contact_settings(const ContactSettings& settings)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        Result<void> checked = check_contact_settings(settings);
        if (!checked)
            return checked;
        parts_->contact_settings = settings;
        parts_->contacts_current = false;
        parts_->bodies.set_contact_distance(settings.contact_distance);
        return {};
    });
}

namespace {

Result<void> check_pair_settings(const PairSettings& settings)
{
    const Material& material = settings.material;
    for (const auto& [name, value] :
         {std::pair{"weight", settings.weight}, std::pair{"error_goal", settings.error_goal},
          std::pair{"material.stiffness", material.stiffness}, std::pair{"material.damping", material.damping},
          std::pair{"material.friction", material.friction}})
        if (!(value >= 0.0f) || !std::isfinite(value))
            return Error{
                ErrorCode::invalid_argument,
                std::string(name) + " is " + std::to_string(value) + ", it must be finite and not negative"};
    if (!std::isfinite(material.coulomb))
        return Error{
            ErrorCode::invalid_argument,
            "material.coulomb is " + std::to_string(material.coulomb) + ", it must be finite"};
    return {};
}

} // namespace

Result<void> World::set_pair(BodyId a, BodyId b, const PairSettings& settings)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        for (const BodyId id : {a, b})
            if (parts_->bodies.find(id) == nullptr)
                return parts_->bodies.stale(id);
        Result<void> checked = check_pair_settings(settings);
        if (!checked)
            return checked;
        parts_->pair_settings.set(a.index, b.index, settings);
        parts_->contacts_current = false;
        return {};
    });
}

} // namespace tactus
