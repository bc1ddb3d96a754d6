// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "search/pairs/pair_search.h"
#include "world/contacts/body_contacts.h"
#include "world/contacts/contact_queries.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

template <class T>
void make_room_for_one(std::vector<T>& list)
{
    if (list.size() == list.capacity())
        list.reserve(std::max<std::size_t>(16, 2 * list.capacity()));
}

} // namespace

Body* World::Parts::find(BodyId id) const
{
    if (id.index >= slots.size() || slots[id.index].generation != id.generation)
        return nullptr;
    return slots[id.index].body.get();
}

Error World::Parts::stale(BodyId id) const
{
    if (id == BodyId{})
        return {ErrorCode::stale_id, "a default BodyId names no body"};
    if (id.index >= slots.size())
        return {ErrorCode::stale_id, "there is no body " + std::to_string(id.index) + " in this world"};
    return {
        ErrorCode::stale_id,
        "body " + std::to_string(id.index) + " of generation " + std::to_string(id.generation) + " was removed"};
}

World::Parts::Parts(std::uint32_t worker_count)
    : workers(worker_count), pair_search(std::make_unique<PairSearch>()),
      contact_queries(std::make_unique<ContactQueries>()),
      surface_queries(std::make_unique<SurfaceQueries>(pair_search->refinement()))
{
}
World::Parts::~Parts() = default;

World::World(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldDesc& desc)
{
    return refused_if_memory_ends([&]() -> Result<World> {
        if (auto error = check_worker_count(desc.worker_count))
            return *error;
        const Result<void> checked = check_contact_settings(desc.contacts);
        if (!checked)
            return checked.error();
        auto parts = std::make_unique<Parts>(desc.worker_count);
        parts->contact_settings = desc.contacts;
        return World(std::move(parts));
    });
}

Result<BodyId> World::add_body(const BodyDesc& desc)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<BodyId> {
        auto made = make_body(desc, parts_->workers);
        if (!made)
            return made.error();
        return parts_->at_risk([&] { return parts_->adopt(std::move(made.value())); });
    });
}

Result<BodyId> World::add_sphere(const SphereDesc& desc)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<BodyId> {
        auto made = make_sphere(desc);
        if (!made)
            return made.error();
        return parts_->at_risk([&] { return parts_->adopt(std::move(made.value())); });
    });
}

/// All memory is taken first, so that there is a whole new body, or none.
BodyId World::Parts::adopt(Body made)
{
    auto body = std::make_unique<Body>(std::move(made));
    std::unique_ptr<BodyContacts> contacts;
    if (contacts_wanted) {
        contacts = std::make_unique<BodyContacts>(*body);
        contact_queries->search.make_room(contact_settings, contact_triangles + body->given_triangles.size());
    }
    make_room_for_one(self_colliding);
    make_room_for_one(counting_queries);
    if (free_slots.empty()) {
        make_room_for_one(slots);
        free_slots.reserve(slots.capacity());
        body_of_proxy.reserve(slots.capacity());
    }
    body->proxy = broad_phase.add(reach_of(*body));
    std::uint32_t index = 0;
    if (free_slots.empty()) {
        index = static_cast<std::uint32_t>(slots.size());
        slots.emplace_back();
    } else {
        index = free_slots.back();
        free_slots.pop_back();
    }
    Slot& slot = slots[index];
    slot.body = std::move(body);
    slot.contacts = std::move(contacts);
    if (slot.contacts != nullptr) {
        slot.body->watch_motion();
        contact_triangles += slot.body->given_triangles.size();
    }
    slot.body->motion.moved_after = contact_query;
    body_of_proxy.resize(std::max<std::size_t>(body_of_proxy.size(), slot.body->proxy + 1));
    body_of_proxy[slot.body->proxy] = index;
    if (slot.body->options.self_collision)
        self_colliding.insert(std::lower_bound(self_colliding.begin(), self_colliding.end(), index), index);
    if (slot.body->tree->counts_queries())
        counting_queries.push_back(index);
    contacts_current = false;
    return id_of(index);
}

Result<void> World::remove_body(BodyId id)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        if (parts_->find(id) == nullptr)
            return parts_->stale(id);
        parts_->remove(id);
        return {};
    });
}

void World::Parts::remove(BodyId id) noexcept
{
    const Body* body = find(id);
    if (body == nullptr)
        return;
    end_reads();
    // Even to forget can take memory; where there is none, more is forgotten.
    const auto forget = [&] {
        broad_phase.remove(body->proxy);
        contact_queries->search.forget_bodies();
        contact_queries->forces.forget(id);
    };
    if (!needs_recovery)
        unless_memory_ends(forget, [&] { forget_queries(); });
    exemptions.forget_body(id.index);
    pair_settings.forget_body(id.index);
    if (fresh_cuts.names(id))
        are_cuts_current = false;
    fresh_cuts.forget(id);
    contacts_current = false;
    std::erase(self_colliding, id.index);
    std::erase(counting_queries, id.index);
    Slot& slot = slots[id.index];
    slot.contacts.reset();
    slot.body.reset();
    // A slot whose generations are used up is never handed out again.
    if (TACTUS_FAULT(36) || ++slot.generation != 0)
        free_slots.push_back(id.index);
}

std::size_t World::body_count() const
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return 0;
    return static_cast<std::size_t>(std::count_if(
        parts_->slots.begin(), parts_->slots.end(), [](const Parts::Slot& slot) { return slot.body != nullptr; }));
}

Result<BodyInfo> World::info(BodyId id) const
{
    if (parts_ == nullptr)
        return moved_from_world();
    const Body* body = parts_->find(id);
    if (body == nullptr)
        return refused_if_memory_ends([&]() -> Result<BodyInfo> { return parts_->stale(id); });
    const BodyContacts* contacts = parts_->slots[id.index].contacts.get();
    const TreeCounts counts = body->tree->counts();
    const Sphere* sphere = body->sphere();
    return BodyInfo{
        .is_sphere = sphere != nullptr,
        .radius = sphere != nullptr ? sphere->radius : 0.0f,
        .triangles = sphere != nullptr ? 0 : body->remaining_count(),
        .vertices = sphere != nullptr ? 0 : body->vertex_count,
        .removed_triangles = sphere != nullptr ? 0 : body->removed_count,
        .parts = std::max<std::size_t>(1, body->part_ends.size()),
        .lower_corner = body->box().lower,
        .upper_corner = body->box().upper,
        .structure_bytes = body->structure_bytes() + (contacts != nullptr ? contacts->bytes() : 0),
        .build_seconds = body->build_seconds,
        .rebuilt_subtrees = counts.rebuilt,
        .octree_levels = counts.levels,
        .octree_nodes = counts.nodes,
        .octree_leaves = counts.leaves,
        .node_bytes = counts.node_bytes};
}

Result<papers::CellCounts> papers::cell_counts(const World& world, BodyId id)
{
    if (world.parts_ == nullptr)
        return moved_from_world();
    const Body* body = world.parts_->find(id);
    if (body == nullptr)
        return refused_if_memory_ends([&]() -> Result<CellCounts> { return world.parts_->stale(id); });
    const TreeCounts counts = body->tree->counts();
    return CellCounts{.cells_asked = counts.asked, .nodes_made = counts.made, .nodes_dropped = counts.dropped};
}

void World::Parts::note_move(Body& body)
{
    body.end_move(contact_query);
    moved_after = contact_query;
    forces_outdated = true;
    place(body);
}

/// Moves a body by f, which gives a Result.
template <class F>
Result<void> World::Parts::move(BodyId id, Body& body, F&& f)
{
    contacts_current = false;
    end_reads();
    const bool has_cuts = fresh_cuts.names(id);
    if (has_cuts)
        at_risk([&] { look_at_fresh_cuts(id); });
    body.begin_move(contact_query);
    Result<void> moved = f();
    if (!moved)
        return moved;
    note_move(body);
    if (has_cuts) {
        fresh_cuts.note_move(id);
        are_cuts_current = false;
    }
    return moved;
}

Result<void> World::set_positions(BodyId id, PositionsView positions)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        return parts_->move(id, *body, [&] { return body->update(positions, parts_->workers); });
    });
}

Result<void> World::set_velocities(BodyId id, PositionsView velocities)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        return body->take_velocities(velocities);
    });
}

Result<void> World::set_pose(BodyId id, const Pose& pose)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        if (auto error = check_pose(pose))
            return *error;
        return parts_->move(id, *body, [&] { return body->set_pose(pose, parts_->workers); });
    });
}

Result<std::vector<std::uint32_t>> World::vertex_order(BodyId id) const
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<std::vector<std::uint32_t>> {
        const Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        return body->vertex_order();
    });
}

Result<void> World::set_filter(BodyId id, CollisionFilter filter)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        body->options.filter = filter;
        parts_->contacts_current = false;
        parts_->end_reads();
        return {};
    });
}

Result<void> World::ignore_contacts(BodyId a, BodyId b, bool ignored)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        for (const BodyId id : {a, b})
            if (parts_->find(id) == nullptr)
                return parts_->stale(id);
        parts_->exemptions.allow_contact(a.index, b.index, ignored);
        parts_->contacts_current = false;
        return {};
    });
}

Result<void> World::attach_vertices(BodyId a, std::uint32_t vertex_a, BodyId b, std::uint32_t vertex_b)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<void> {
        for (const auto& [id, vertex] : {std::pair{a, vertex_a}, std::pair{b, vertex_b}}) {
            Body* body = parts_->find(id);
            if (body == nullptr)
                return parts_->stale(id);
            if (body->sphere() != nullptr)
                return invalid_input(
                    "body " + std::to_string(id.index)
                    + " is a sphere and has no vertices: ignore_contacts lets it touch another body anywhere");
            if (vertex >= body->vertex_count)
                return invalid_input(
                    "vertex " + std::to_string(vertex) + " does not exist, body " + std::to_string(id.index) + " has "
                    + std::to_string(body->vertex_count) + " vertices");
            // Pairs are looked up by them.
            body->keep_given_triangles();
        }
        parts_->exemptions.attach_vertices(a.index, vertex_a, b.index, vertex_b);
        parts_->contacts_current = false;
        return {};
    });
}

} // namespace tactus
