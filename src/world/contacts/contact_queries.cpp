// SPDX-License-Identifier: MIT
#include "world/contacts/contact_queries.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/out_of_memory.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "contacts/contact_search.h"
#include "contacts/features/fresh_cuts.h"
#include "forces/forces.h"
#include "world/bodies/body.h"
#include "world/bodies/body_contacts.h"
#include "world/bodies/contact_table_maker.h"
#include "world/bodies/table/body_table.h"
#include "world/contacts/pushed_bodies.h"
#include "world/contacts/thick_axes.h"
#include "world/pairs/encounters.h"

namespace tactus {

struct ContactQueries::Memory {
    /// After so many queries, whose contacts are forgotten.
    explicit Memory(std::uint64_t queries = 0) : search(queries) {}

    ContactTableMaker maker;
    std::vector<ContactBody> bodies; ///< One per slot, made for those that meet others.
    std::vector<ContactEncounter> encounters;
    ContactSearch search;
    ContactForces forces;
    FacingAreas areas; ///< for the forces
    ThickAxes thick;
};

ContactQueries::ContactQueries(BodyTable& bodies, Workers& workers)
    : bodies_(bodies), workers_(workers),
      unknown_(std::make_unique<DepthTables>(TACTUS_FAULT(141) ? DepthTables{} : unknown_depth_tables())),
      memory_(std::make_unique<Memory>())
{
}
ContactQueries::~ContactQueries() = default;

void ContactQueries::set_settings(const ContactSettings& settings)
{
    settings_ = settings;
    is_current_ = false;
    memory_->search.expect_anything();
}

void ContactQueries::set_pair(std::uint32_t a, std::uint32_t b, const PairSettings& settings)
{
    pair_settings_.set(a, b, settings);
    is_current_ = false;
    for (const std::uint32_t index : {a, b}) {
        bodies_.body(index).pair_distance = pair_settings_.largest_distance(index);
        bodies_.place(bodies_.body(index));
    }
}

PairThickness ContactQueries::thickness_of(std::uint32_t a, std::uint32_t b) const
{
    return combined(
        bodies_.body(a).options.thickness, bodies_.body(b).options.thickness, pair_settings_.find(a, b).thickness,
        settings_.contact_distance);
}

void ContactQueries::prepare()
{
    is_wanted_ = true;
    for (BodySlot& slot : bodies_.slots())
        prepare(slot);
}

void ContactQueries::make_ready(const Budget& budget)
{
    if (budget.is_unlimited())
        return prepare();
    if (std::exchange(is_wanted_, true))
        return;
    for (BodySlot& slot : bodies_.slots())
        if (slot.body != nullptr && slot.contacts == nullptr) {
            slot.body->watch_motion();
            triangle_count_ += slot.body->triangle_count;
        }
    memory_->search.plan_room(settings_, triangle_count_);
}

void ContactQueries::prepare(BodySlot& slot)
{
    if (slot.body == nullptr || slot.contacts != nullptr)
        return;
    if (memory_->maker.body() == slot.body.get())
        memory_->maker.stop();
    slot.contacts = make_contacts(*slot.body);
}

std::unique_ptr<BodyContacts> ContactQueries::make_contacts(Body& body)
{
    auto made = std::make_unique<BodyContacts>(body);
    body.tree->nodes();
    // A body that is watched has been counted.
    if (!body.motion.is_watched)
        triangle_count_ += body.triangle_count;
    body.watch_motion();
    memory_->search.make_room(settings_, triangle_count_);
    return made;
}

/// A step towards the tables of a body, or of the one that was begun before it. True when the body has its tables.
bool ContactQueries::advance(BodySlot& slot)
{
    ContactTableMaker& maker = memory_->maker;
    if (slot.contacts != nullptr && !slot.contacts->needs_sides())
        return true;
    if (maker.body() == nullptr && slot.contacts == nullptr)
        maker.begin(*slot.body);
    else if (maker.body() == nullptr)
        maker.begin_facing(*slot.body, *slot.contacts);
    if (!maker.advance(TACTUS_FAULT(118) ? UINT64_MAX : price::unit / 2))
        return false;
    const auto made = std::find_if(bodies_.slots().begin(), bodies_.slots().end(), [&](const BodySlot& other) {
        return other.body.get() == maker.body();
    });
    if (maker.is_facing_alone())
        made->contacts->set_sides(maker.take().faces_inwards);
    else
        made->contacts = std::make_unique<BodyContacts>(*made->body, maker.take());
    return slot.contacts != nullptr && !slot.contacts->needs_sides();
}

bool ContactQueries::prepare(std::uint32_t encounter)
{
    ContactEncounter& both = memory_->encounters[encounter];
    for (const std::uint32_t index : {both.a.id.index, both.b.id.index}) {
        if (memory_->bodies[index].is_prepared)
            continue;
        if (!advance(bodies_.slots()[index]))
            return false;
        describe(index);
    }
    both.measures_depths = settings_.measure_depths && can_measure_depths(both.a, both.b);
    return true;
}

std::unique_ptr<BodyContacts> ContactQueries::take_in(Body& body)
{
    std::unique_ptr<BodyContacts> made = is_wanted_ ? make_contacts(body) : nullptr;
    body.motion.moved_after = query_;
    is_current_ = false;
    return made;
}

void ContactQueries::begin_move(Body& body) const
{
    memory_->maker.begin_move(body);
    body.begin_move(query_);
}

void ContactQueries::end_move(Body& body) const { body.end_move(query_); }

void ContactQueries::end_moves()
{
    moved_after_ = query_;
    are_forces_outdated_ = true;
}

void ContactQueries::begin_edit(Body& body)
{
    if (memory_->maker.body() == &body)
        memory_->maker.stop();
    body.begin_edit(query_);
}

void ContactQueries::change_mesh(
    BodySlot& slot, std::span<const std::uint32_t> removed, std::span<const TriangleIndices> removed_corners,
    std::uint32_t first_added)
{
    if (slot.contacts == nullptr)
        return;
    slot.contacts->edit(removed, removed_corners, first_added);
    triangle_count_ += slot.body->given_triangles.size() - first_added;
}

void ContactQueries::end_edit(BodyId id, BodySlot& slot, bool was_prepared)
{
    slot.body->end_edit();
    if (slot.contacts != nullptr)
        memory_->search.make_room(settings_, triangle_count_);
    memory_->forces.forget(id);
    is_current_ = false;
    are_forces_outdated_ = true;
    if (was_prepared)
        prepare(slot);
}

void ContactQueries::rename(const MovedFeatures& moved)
{
    if (is_wanted_)
        memory_->search.rename(moved);
}

void ContactQueries::forget_kept(BodyId id)
{
    if (memory_->maker.body() == bodies_.find(id))
        memory_->maker.stop();
    memory_->search.forget_bodies();
    memory_->forces.forget(id);
}

void ContactQueries::forget_said(BodyId id) noexcept
{
    pair_settings_.forget_body(id.index);
    is_current_ = false;
}

void ContactQueries::begin_query()
{
    is_current_ = false;
    ++query_;
}

const ContactBody& ContactQueries::begin_body(std::uint32_t index)
{
    ContactBody& made = memory_->bodies[index];
    if (made.tree != nullptr)
        return made;
    const Body& body = bodies_.body(index);
    Tree& tree = *body.tree->contact_tree();
    TreeNodes& nodes = tree.nodes();
    nodes.begin();
    const Sphere* sphere = body.sphere();
    const Plane* plane = body.half_space();
    made = {
        bodies_.id_of(index),
        &tree,
        &nodes,
        tree.triangles(),
        nodes.root_box(),
        {},
        unknown_.get(),
        body.self_tables ? &*body.self_tables : nullptr,
        false,
        sphere != nullptr ? std::optional(*sphere) : std::nullopt,
        plane != nullptr ? std::optional<PlaneHeights>(*plane) : std::nullopt,
        body.tool() != nullptr,
        axis_radius(body),
        false};
    if (bodies_.is_prepared(index) && !bodies_.contacts(index).needs_sides())
        describe(index);
    return made;
}

void ContactQueries::describe(std::uint32_t index)
{
    const BodyContacts& contacts = bodies_.contacts(index);
    ContactBody& body = memory_->bodies[index];
    body.surface = contacts.surface();
    body.depth_tables = &contacts.depth_tables();
    body.faces_inwards = contacts.faces_inwards();
    body.is_prepared = true;
}

void ContactQueries::start(Encounters& encounters, const FreshCuts& cuts)
{
    memory_->encounters.clear();
    memory_->bodies.assign(bodies_.slots().size(), {});
    for (const Encounter& encounter : encounters.listed()) {
        if (!bodies_.have_near_surfaces(encounter.a, encounter.b))
            continue;
        const PairSettings settings = pair_settings_.find(encounter.a, encounter.b);
        const PairThickness thickness =
            around_axes(thickness_of(encounter.a, encounter.b), bodies_.body(encounter.a), bodies_.body(encounter.b));
        const ContactBody &a = begin_body(encounter.a), &b = begin_body(encounter.b);
        memory_->encounters.push_back(
            {a, b, encounters.exemptions().attached_vertices(encounter.a, encounter.b), settings.weight,
             settings.error_goal, settings_.measure_depths && can_measure_depths(a, b), cuts.between(a.id, b.id),
             deepest_in_each_other(a, b), thickness.contact_distance, thickness.rest_offset, thickness.a_is_one_sided,
             thickness.b_is_one_sided, settings_.filter});
    }
    memory_->search.begin(settings_, memory_->encounters, *this);
    is_current_ = true;
}

void ContactQueries::go_on(const Budget& budget, PairSearch& search)
{
    memory_->search.go_on(budget, search, workers_);
    found_ = memory_->search.report();
    report_ = memory_->thick.seen(found_, bodies_);
    are_forces_outdated_ = true;
    if (TACTUS_FAULT(30))
        report_.complete = true;
    report_.scratch_bytes += search.clearance_bytes() + memory_->maker.bytes();
}

bool ContactQueries::have_rest_offsets() const
{
    const std::span<const BodySlot> slots = std::as_const(bodies_).slots();
    return pair_settings_.have_rest_offset() || std::any_of(slots.begin(), slots.end(), [](const BodySlot& slot) {
               return slot.body != nullptr
                      && (slot.body->options.thickness.rest_offset.value_or(0.0f) > 0.0f
                          || slot.body->tool() != nullptr);
           });
}

/// What parts push is looked up when they push: it takes longer than writing them.
void ContactQueries::name_parts()
{
    for (std::uint32_t encounter = 0; encounter < memory_->encounters.size(); ++encounter)
        while (!prepare(encounter)) {
        }
    memory_->search.name_parts();
    const ContactReport named = memory_->thick.seen(found_, bodies_);
    report_.contacts = named.contacts;
    report_.unrefined = named.unrefined;
}

void ContactQueries::compute_forces(const ForceOptions& options)
{
    const PushedMotion motion = {
        .have_changed = are_forces_outdated_,
        .since_query = moved_after_ == query_ ? query_ : query_ - 1,
        .step_seconds = options.step_seconds,
        .have_rest_offsets = have_rest_offsets()};
    if (options.policy == ForcePolicy::spheres && is_unfinished())
        name_parts();
    const PushedBodies pushed(bodies_, pair_settings_, motion, memory_->areas);
    force_report_ = memory_->forces.compute(found_, pushed, options);
    are_forces_outdated_ = false;
    // Nobody knows what the contacts of that query push with.
    force_report_.out_of_memory = report_.out_of_memory;
}

void ContactQueries::forget() noexcept
{
    renew(*memory_, memory_->search.queries());
    is_wanted_ = is_current_ = false;
    triangle_count_ = 0;
    report_ = {};
    report_.complete = false;
    report_.open_pairs = 1;
    report_.worst_error = std::numeric_limits<float>::infinity();
    force_report_ = {};
    report_.out_of_memory = force_report_.out_of_memory = true;
    found_ = report_;
}

} // namespace tactus
