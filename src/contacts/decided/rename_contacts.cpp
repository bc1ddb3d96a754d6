// SPDX-License-Identifier: MIT
// Contacts of meshes that were edited: those whose features are still there go on under other numbers.
#include <algorithm>
#include <vector>

#include "contacts/decided/confirmed_contacts.h"

namespace tactus {

/// Writes the vertices of what the contact's vertex, edge or sphere is on; the first of an edge twice.
void ConfirmedContacts::write_beside(const Contact& contact, Record& record)
{
    const bool is_on_a = contact.kind == ContactKind::face_vertex || contact.kind == ContactKind::surface_sphere;
    const std::array<std::uint32_t, 3>& feature = is_on_a ? contact.vertices_a : contact.vertices_b;
    record.beside[0] = feature[0];
    record.beside[1] = feature[1];
    record.beside[2] = feature[contact.kind == ContactKind::edge_edge ? 0 : 2];
}

void ConfirmedContacts::rename(const MovedFeatures& moved)
{
    std::size_t kept = 0;
    std::vector<BodyPair> bodies;
    for (std::size_t index = 0; index < list_.confirmed_count(); ++index) {
        Contact contact = list_.confirmed(index);
        Record record = records_[index];
        if (!rename_contact(moved, contact, record.pair))
            continue;
        // Its ends may have changed places.
        if (record.pair.kind == ElementaryKind::edge_edge)
            record.side = 0;
        write_beside(contact, record);
        record.triangles = {contact.triangle_a, contact.triangle_b};
        list_.confirmed(kept) = contact;
        records_[kept++] = record;
        bodies.push_back({contact.body_a, contact.body_b});
    }
    list_.keep_confirmed(kept);
    records_.resize_uninitialised(kept);
    has_renamed_ = true;

    std::vector<BodyPair> sorted = bodies;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    bodies_.resize_uninitialised(sorted.size());
    std::copy(sorted.begin(), sorted.end(), bodies_.begin());
    table_.clear(kept);
    for (std::uint32_t index = 0; index < kept; ++index) {
        const auto place = std::lower_bound(sorted.begin(), sorted.end(), bodies[index]);
        records_[index].encounter = static_cast<std::uint32_t>(place - sorted.begin());
        table_.insert(place_of(index), index, [&](std::uint32_t number) { return place_of(number); });
    }
}

} // namespace tactus
