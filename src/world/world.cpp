// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.h"
#include "search/spheres/interruptible_spheres.h"
#include "world/bodies/body_contacts.h"
#include "world/contacts/checked_settings.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/elementary_checks.h"

namespace tactus {

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
        auto parts = std::make_unique<Parts>(desc);
        parts->contacts.set_settings(desc.contacts);
        parts->bodies.set_contact_distance(desc.contacts.contact_distance);
        return World(std::move(parts));
    });
}

template <class F>
Result<BodyId> World::Parts::add(Parts* parts, F&& make)
{
    return ask(parts, [&]() -> Result<BodyId> {
        Result<Body> made = make();
        if (!made)
            return made.error();
        return parts->at_risk([&] { return parts->adopt(std::move(made.value())); });
    });
}

Result<BodyId> World::add_body(const BodyDesc& desc)
{
    return Parts::add(parts_.get(), [&] { return make_body(desc, parts_->workers); });
}

Result<BodyId> World::add_sphere(const SphereDesc& desc)
{
    return Parts::add(parts_.get(), [&] { return make_sphere(desc); });
}

Result<BodyId> World::add_half_space(const HalfSpaceDesc& desc)
{
    return Parts::add(parts_.get(), [&] { return make_half_space(desc); });
}

Result<BodyId> World::add_convex(const ConvexDesc& desc)
{
    return Parts::add(parts_.get(), [&] { return make_convex(desc); });
}

Result<BodyId> World::add_tool(const ToolDesc& desc)
{
    return Parts::add(parts_.get(), [&] { return make_tool(desc); });
}

Result<void> World::remove_body(BodyId id)
{
    return Parts::ask_body(parts_.get(), id, [&](Body&) -> Result<void> {
        parts_->remove(id);
        return {};
    });
}

Result<void> World::release_branches(BodyId id)
{
    return Parts::ask_body(parts_.get(), id, [&](Body& body) -> Result<void> {
        if (body.tree->release_branches())
            parts_->contacts.note_change();
        parts_->end_reads();
        return {};
    });
}

std::size_t World::body_count() const
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr)
        return 0;
    const std::span<const BodySlot> slots = parts_->bodies.slots();
    return static_cast<std::size_t>(
        std::count_if(slots.begin(), slots.end(), [](const BodySlot& slot) { return slot.body != nullptr; }));
}

Result<BodyInfo> World::info(BodyId id) const
{
    return Parts::ask_body(parts_.get(), id, [&](const Body& body) -> Result<BodyInfo> {
        const BodyContacts* contacts = parts_->bodies.slots()[id.index].contacts.get();
        const TreeCounts counts = body.tree->counts();
        const Sphere* sphere = body.sphere();
        const Plane* plane = body.half_space();
        const ToolVolume* tool = body.tool();
        const bool is_solid = body.is_convex() && body.has_contacts();
        return BodyInfo{
            .is_sphere = sphere != nullptr,
            .is_tool = tool != nullptr,
            .is_convex = body.is_convex(),
            .radius = sphere != nullptr ? sphere->radius
                      : tool != nullptr ? tool->radius
                                        : 0.0f,
            .is_half_space = plane != nullptr,
            .normal = plane != nullptr ? plane->normal : Vec3{},
            .offset = plane != nullptr ? plane->offset : 0.0f,
            .triangles = body.tree->is_volume() && !is_solid ? 0 : body.remaining_count(),
            .vertices = body.is_shape() || (body.is_convex() && !is_solid) ? 0 : body.vertex_count,
            .removed_triangles = body.removed_count,
            .parts = std::max<std::size_t>(1, body.part_ends.size()),
            .lower_corner = body.box().lower,
            .upper_corner = body.box().upper,
            .structure_bytes = body.structure_bytes() + (contacts != nullptr ? contacts->bytes() : 0),
            .build_seconds = body.build_seconds,
            .rebuilt_subtrees = counts.rebuilt,
            .octree_levels = counts.levels,
            .octree_nodes = counts.nodes,
            .octree_leaves = counts.leaves,
            .node_bytes = counts.node_bytes};
    });
}

Result<papers::CellCounts> papers::cell_counts(const World& world, BodyId id)
{
    return World::Parts::ask_body(world.parts_.get(), id, [&](const Body& body) -> Result<CellCounts> {
        const TreeCounts counts = body.tree->counts();
        return CellCounts{.cells_asked = counts.asked, .nodes_made = counts.made, .nodes_dropped = counts.dropped};
    });
}

Result<papers::ElementaryChecks>
papers::elementary_checks(World& world, BodyId a, BodyId b, const CheckOptions& options)
{
    return World::Parts::ask(world.parts_.get(), [&]() -> Result<ElementaryChecks> {
        if (!(options.distance >= 0.0f) || !std::isfinite(options.distance))
            return invalid_input(
                "checks were asked for at a distance of " + std::to_string(options.distance)
                + " metres, it must be finite and not negative");
        std::array<PosedOctree*, 2> octrees = {};
        for (const std::size_t side : {0u, 1u}) {
            const BodyId id = side == 0 ? a : b;
            const Body* body = world.parts_->bodies.find(id);
            if (body == nullptr)
                return world.parts_->bodies.stale(id);
            octrees[side] = body->tree->as_in_paper();
            if (octrees[side] == nullptr)
                return no_octree_of_the_paper();
        }
        return world.parts_->at_risk([&]() -> Result<ElementaryChecks> {
            world.parts_->begin_query();
            return checks_of_leaves(*octrees[0], *octrees[1], options);
        });
    });
}

Result<std::vector<Sphere>> papers::leaf_spheres(const World& world, BodyId id)
{
    return World::Parts::ask_body(world.parts_.get(), id, [&](const Body& body) -> Result<std::vector<Sphere>> {
        const PosedOctree* octree = body.tree->as_in_paper();
        if (octree == nullptr)
            return no_octree_of_the_paper();
        return spheres_of_leaves(octree->tree());
    });
}

Result<papers::InterruptibleSpheres>
papers::interruptible_spheres(World& world, BodyId a, BodyId b, const InterruptibleLimits& limits)
{
    return World::Parts::ask(world.parts_.get(), [&]() -> Result<InterruptibleSpheres> {
        World::Parts& parts = *world.parts_;
        std::array<SphereTreeBody*, 2> trees = {};
        for (std::size_t side = 0; side < 2; ++side) {
            const BodyId id = side == 0 ? a : b;
            Body* body = parts.bodies.find(id);
            if (body == nullptr)
                return parts.bodies.stale(id);
            trees[side] = body->tree->sphere_tree();
            if (trees[side] == nullptr)
                return invalid_input(
                    "interruptible_spheres got body " + std::to_string(id.index)
                    + ", which is no sphere tree: its structure has to be medial_sphere_tree or on_demand_sphere_tree");
        }
        if (a == b)
            return invalid_input("interruptible_spheres got the same body twice");
        return parts.at_risk([&]() -> Result<InterruptibleSpheres> {
            parts.begin_query();
            return traverse_interruptibly(*trees[0], *trees[1], limits);
        });
    });
}

Result<void> World::set_velocities(BodyId id, PositionsView velocities)
{
    return Parts::ask_body(
        parts_.get(), id, [&](Body& body) -> Result<void> { return body.take_velocities(velocities); });
}

Result<std::vector<std::uint32_t>> World::vertex_order(BodyId id) const
{
    return Parts::ask_body(
        parts_.get(), id, [&](const Body& body) -> Result<std::vector<std::uint32_t>> { return body.vertex_order(); });
}

Result<void> World::set_filter(BodyId id, CollisionFilter filter)
{
    return Parts::ask_body(parts_.get(), id, [&](Body& body) -> Result<void> {
        body.options.filter = filter;
        parts_->contacts.note_change();
        parts_->end_reads();
        return {};
    });
}

Result<void> World::ignore_contacts(BodyId a, BodyId b, bool ignored)
{
    return Parts::ask(parts_.get(), [&]() -> Result<void> {
        for (const BodyId id : {a, b})
            if (parts_->bodies.find(id) == nullptr)
                return parts_->bodies.stale(id);
        parts_->encounters.exemptions().allow_contact(a.index, b.index, ignored);
        parts_->contacts.note_change();
        return {};
    });
}

Result<void> World::attach_vertices(BodyId a, std::uint32_t vertex_a, BodyId b, std::uint32_t vertex_b)
{
    return Parts::ask(parts_.get(), [&]() -> Result<void> {
        for (const auto& [id, vertex] : {std::pair{a, vertex_a}, std::pair{b, vertex_b}}) {
            if (auto error = parts_->bodies.check_mesh(
                    id, "vertices that can be attached: ignore_contacts lets it touch another body anywhere"))
                return *error;
            Body* body = parts_->bodies.find(id);
            if (vertex >= body->vertex_count)
                return invalid_input(
                    "vertex " + std::to_string(vertex) + " does not exist, body " + std::to_string(id.index) + " has "
                    + std::to_string(body->vertex_count) + " vertices");
            // Pairs are looked up by them.
            body->keep_given_triangles();
        }
        parts_->encounters.exemptions().attach_vertices(a.index, vertex_a, b.index, vertex_b);
        parts_->contacts.note_change();
        return {};
    });
}

} // namespace tactus
