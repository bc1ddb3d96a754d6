// SPDX-License-Identifier: MIT
#include "base/check.h"
#include "world/bodies/body.h"
#include "world/contacts/checked_settings.h"
#include "world/input/checked_input.h"
#include "world/parts.h"

namespace tactus {
namespace {

/// What a world finds that was moved from.
constexpr ContactReport no_contacts = {.contacts = {}, .unrefined = {}, .complete = false};

} // namespace

void World::prepare_contacts()
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return;
    unless_memory_ends([&] { parts_->at_risk([&] { parts_->contacts.prepare(); }); }, [] {});
}

const ContactReport& World::find_contacts(Budget budget)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return no_contacts;
    Parts& parts = *parts_;
    return parts.reported(parts.contacts.report(), [&] {
        parts.contacts.make_ready(budget);
        parts.encounters.list();
        parts.contacts.begin_query();
        parts.begin_query();
        parts.contacts.start(parts.encounters, parts.cuts.known());
        parts.contacts.go_on(budget, parts.pairs.search());
    });
}

const ContactReport& World::refine_contacts(Budget budget)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return no_contacts;
    Parts& parts = *parts_;
    if (!parts.contacts.is_current())
        return find_contacts(budget);
    return parts.reported(parts.contacts.report(), [&] { parts.contacts.go_on(budget, parts.pairs.search()); });
}

Result<void> World::set_contact_settings(const ContactSettings& settings)
{
    return Parts::ask(parts_.get(), [&]() -> Result<void> {
        Result<void> checked = check_contact_settings(settings);
        if (!checked)
            return checked;
        parts_->contacts.set_settings(settings);
        parts_->bodies.set_contact_distance(settings.contact_distance);
        return {};
    });
}

Result<void> World::set_pair(BodyId a, BodyId b, const PairSettings& settings)
{
    return Parts::ask(parts_.get(), [&]() -> Result<void> {
        for (const BodyId id : {a, b})
            if (parts_->bodies.find(id) == nullptr)
                return parts_->bodies.stale(id);
        Result<void> checked = check_pair_settings(settings);
        if (!checked)
            return checked;
        parts_->contacts.set_pair(a.index, b.index, settings);
        return {};
    });
}

Result<void> World::set_thickness(BodyId id, const Thickness& thickness)
{
    return Parts::ask_body(parts_.get(), id, [&](Body& body) -> Result<void> {
        if (auto error = check_thickness(thickness))
            return *error;
        body.options.thickness = thickness;
        parts_->bodies.place(body);
        parts_->contacts.note_change();
        parts_->end_reads();
        return {};
    });
}

Result<Thickness> World::thickness(BodyId a, BodyId b) const
{
    return Parts::ask(parts_.get(), [&]() -> Result<Thickness> {
        for (const BodyId id : {a, b})
            if (parts_->bodies.find(id) == nullptr)
                return parts_->bodies.stale(id);
        const PairThickness counts = parts_->contacts.thickness_of(a.index, b.index);
        return Thickness{
            .contact_distance = counts.contact_distance,
            .rest_offset = counts.rest_offset,
            .one_sided = counts.a_is_one_sided};
    });
}

const ForceReport& World::contact_forces(const ForceOptions& options)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr) {
        static constexpr ForceReport no_forces;
        return no_forces;
    }
    Parts& parts = *parts_;
    return parts.reported(parts.contacts.forces(), [&] { parts.contacts.compute_forces(options); });
}

} // namespace tactus
