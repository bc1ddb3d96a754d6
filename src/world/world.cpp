// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "world/checked_input.h"
#include "world/parts.h"

namespace tactus {

Body* World::Parts::find(BodyId id) const
{
    if (id.index >= slots.size() || slots[id.index].generation != id.generation)
        return nullptr;
    return slots[id.index].body.get();
}

Error World::Parts::stale(BodyId id) const
{
    if (id.index >= slots.size())
        return {ErrorCode::stale_id, "there is no body " + std::to_string(id.index) + " in this world"};
    return {
        ErrorCode::stale_id,
        "body " + std::to_string(id.index) + " of generation " + std::to_string(id.generation) + " was removed"};
}

World::World(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldDesc& desc)
{
    constexpr std::uint32_t most_workers = 1024;
    if (desc.worker_count == 0 || desc.worker_count > most_workers)
        return Error{
            ErrorCode::invalid_argument,
            "worker_count is " + std::to_string(desc.worker_count) + ", it must be 1 to " + std::to_string(most_workers)};
    const Result<void> checked = check_contact_settings(desc.contacts);
    if (!checked)
        return checked.error();
    auto parts = std::make_unique<Parts>(desc.worker_count);
    parts->contact_settings = desc.contacts;
    return World(std::move(parts));
}

Result<BodyId> World::add_body(const BodyDesc& desc)
{
    if (parts_ == nullptr)
        return moved_from_world();
    auto made = make_body(desc, parts_->workers);
    if (!made)
        return made.error();
    return parts_->adopt(std::move(made.value()));
}

Result<BodyId> World::add_sphere(const SphereDesc& desc)
{
    if (parts_ == nullptr)
        return moved_from_world();
    auto made = make_sphere(desc);
    if (!made)
        return made.error();
    return parts_->adopt(std::move(made.value()));
}

BodyId World::Parts::adopt(Body body)
{
    std::uint32_t index = 0;
    if (free_slots.empty()) {
        index = static_cast<std::uint32_t>(slots.size());
        slots.emplace_back();
    } else {
        index = free_slots.back();
        free_slots.pop_back();
    }
    Slot& slot = slots[index];
    slot.body = std::make_unique<Body>(std::move(body));
    slot.body->motion.moved_after = contact_query;
    slot.body->proxy = broad_phase.add(reach_of(*slot.body));
    body_of_proxy.resize(std::max<std::size_t>(body_of_proxy.size(), slot.body->proxy + 1));
    body_of_proxy[slot.body->proxy] = index;
    if (slot.body->self_collision)
        self_colliding.insert(std::lower_bound(self_colliding.begin(), self_colliding.end(), index), index);
    if (std::holds_alternative<SphereTreeBody>(slot.body->structure))
        sphere_trees.push_back(index);
    if (contacts_wanted)
        prepare_contacts(slot);
    contacts_current = false;
    return id_of(index);
}

Result<void> World::remove_body(BodyId id)
{
    if (parts_ == nullptr)
        return moved_from_world();
    Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    parts_->broad_phase.remove(body->proxy);
    parts_->exemptions.forget_body(id.index);
    parts_->pair_settings.forget_body(id.index);
    parts_->contact_search.forget_bodies();
    parts_->contact_forces.forget(id);
    parts_->fresh_cuts.forget(id);
    parts_->contacts_current = parts_->are_cuts_current = false;
    std::erase(parts_->self_colliding, id.index);
    std::erase(parts_->sphere_trees, id.index);
    Parts::Slot& slot = parts_->slots[id.index];
    slot.contacts.reset();
    slot.sphere_tree_parts.reset();
    slot.body.reset();
    // A slot whose generations are used up is never handed out again.
    if (++slot.generation != 0)
        parts_->free_slots.push_back(id.index);
    return {};
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
        return parts_->stale(id);
    const BodyContacts* contacts = parts_->slots[id.index].contacts.get();
    const auto* octree = std::get_if<PosedOctree>(&body->structure);
    const auto* buckets = std::get_if<BucketBody>(&body->structure);
    const auto* spheres = std::get_if<SphereTreeBody>(&body->structure);
    const SphereBody* sphere = body->sphere();
    return BodyInfo{
        .is_sphere = sphere != nullptr,
        .radius = sphere != nullptr ? sphere->sphere().radius : 0.0f,
        .triangles = sphere != nullptr ? 0 : body->remaining_count(),
        .vertices = sphere != nullptr ? 0 : body->vertex_count,
        .removed_triangles = sphere != nullptr ? 0 : body->removed_count,
        .parts = std::max<std::size_t>(1, body->part_ends.size()),
        .lower_corner = body->box().lower,
        .upper_corner = body->box().upper,
        .structure_bytes = body->structure_bytes() + (contacts != nullptr ? contacts->bytes() : 0),
        .build_seconds = body->build_seconds,
        .rebuilt_subtrees = body->rebuilt_count(),
        .octree_levels = octree != nullptr ? octree->tree().level_count()
            : buckets != nullptr           ? buckets->tree().levels()
            : spheres != nullptr           ? spheres->nodes().counts().levels
                                           : 0,
        .octree_nodes = octree != nullptr ? octree->tree().node_count()
            : buckets != nullptr          ? buckets->tree().nodes().node_count()
            : spheres != nullptr          ? spheres->nodes().counts().nodes
                                          : 0,
        .octree_leaves = octree != nullptr ? octree->tree().leaf_count()
            : buckets != nullptr           ? buckets->tree().nodes().bucket_count()
            : spheres != nullptr           ? spheres->nodes().counts().leaves
                                           : 0,
        .cells_asked = spheres != nullptr ? spheres->nodes().counts().asked : 0,
        .nodes_made = spheres != nullptr ? spheres->nodes().counts().made : 0,
        .nodes_dropped = spheres != nullptr ? spheres->nodes().counts().dropped : 0,
        .node_bytes = spheres != nullptr ? spheres->nodes().counts().bytes : 0};
}

void World::Parts::note_move(Body& body)
{
    body.end_move(contact_query);
    moved_after = contact_query;
    broad_phase.move(body.proxy, reach_of(body));
}

Result<void> World::set_positions(BodyId id, PositionsView positions)
{
    if (parts_ == nullptr)
        return moved_from_world();
    Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    body->begin_move(parts_->contact_query);
    Result<void> updated = body->update(positions, parts_->workers);
    if (updated)
        parts_->note_move(*body);
    parts_->contacts_current = parts_->are_cuts_current = false;
    return updated;
}

Result<void> World::set_velocities(BodyId id, PositionsView velocities)
{
    if (parts_ == nullptr)
        return moved_from_world();
    Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    return body->take_velocities(velocities);
}

Result<void> World::set_pose(BodyId id, const Pose& pose)
{
    if (parts_ == nullptr)
        return moved_from_world();
    Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    if (auto error = check_pose(pose))
        return *error;
    body->begin_move(parts_->contact_query);
    Result<void> updated = body->set_pose(pose, parts_->workers);
    if (updated)
        parts_->note_move(*body);
    parts_->contacts_current = parts_->are_cuts_current = false;
    return updated;
}

Result<std::vector<std::uint32_t>> World::vertex_order(BodyId id) const
{
    if (parts_ == nullptr)
        return moved_from_world();
    const Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    return body->vertex_order();
}

Result<void> World::set_filter(BodyId id, CollisionFilter filter)
{
    if (parts_ == nullptr)
        return moved_from_world();
    Body* body = parts_->find(id);
    if (body == nullptr)
        return parts_->stale(id);
    body->filter = filter;
    parts_->contacts_current = false;
    return {};
}

Result<void> World::allow_contact(BodyId a, BodyId b, bool allowed)
{
    if (parts_ == nullptr)
        return moved_from_world();
    for (const BodyId id : {a, b})
        if (parts_->find(id) == nullptr)
            return parts_->stale(id);
    parts_->exemptions.allow_contact(a.index, b.index, allowed);
    parts_->contacts_current = false;
    return {};
}

Result<void> World::attach_vertices(BodyId a, std::uint32_t vertex_a, BodyId b, std::uint32_t vertex_b)
{
    if (parts_ == nullptr)
        return moved_from_world();
    for (const auto& [id, vertex] : {std::pair{a, vertex_a}, std::pair{b, vertex_b}}) {
        Body* body = parts_->find(id);
        if (body == nullptr)
            return parts_->stale(id);
        if (body->sphere() != nullptr)
            return invalid_input(
                "body " + std::to_string(id.index)
                + " is a sphere and has no vertices: allow_contact lets it touch another body anywhere");
        if (vertex >= body->vertex_count)
            return Error{
                ErrorCode::invalid_argument,
                "vertex " + std::to_string(vertex) + " does not exist, body " + std::to_string(id.index) + " has "
                    + std::to_string(body->vertex_count) + " vertices"};
    }
    parts_->exemptions.attach_vertices(a.index, vertex_a, b.index, vertex_b);
    parts_->contacts_current = false;
    for (const BodyId id : {a, b})
        parts_->find(id)->keep_given_triangles();
    return {};
}

} // namespace tactus
