// SPDX-License-Identifier: MIT
#include "pipeline/contacts/contact_search.h"

#include <algorithm>
#include <utility>

#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/triangle_triangle.h"

namespace tactus {
namespace {

// A work unit of at most about two microseconds, and what of it each kind of step takes.
constexpr std::uint32_t unit_cost = 16;
constexpr std::uint32_t verifying_cost = 3;
constexpr std::uint32_t opening_cost = 6;
constexpr std::uint32_t deciding_cost = 3;
constexpr std::uint32_t following_cost = 6; // a ray, one part further
constexpr std::uint32_t resting_cost = 1;

bool share_vertex(const TriangleIndices& a, const TriangleIndices& b)
{
    return std::any_of(
        a.begin(), a.end(), [&](std::uint32_t vertex) { return std::find(b.begin(), b.end(), vertex) != b.end(); });
}

/// Whether two features of one surface have a vertex in common.
bool share_vertex(const ContactSurface& surface, const ElementaryPair& pair)
{
    if (pair.kind == ElementaryKind::edge_edge) {
        const auto [a, b] = surface.owners->edges()[pair.a];
        const auto [c, d] = surface.owners->edges()[pair.b];
        return a == c || a == d || b == c || b == d;
    }
    const TriangleIndices& face = surface.triangles[pair.b];
    return std::find(face.begin(), face.end(), pair.a) != face.end();
}

bool is_near(const ContactSurface& a, const ContactSurface& b, const ElementaryPair& pair, float distance)
{
    switch (pair.kind) {
    case ElementaryKind::vertex_face: return within(a.vertex(pair.a), b.triangle(pair.b), distance);
    case ElementaryKind::face_vertex: return within(b.vertex(pair.b), a.triangle(pair.a), distance);
    case ElementaryKind::edge_edge: return within(a.edge(pair.a), b.edge(pair.b), distance);
    default: return false;
    }
}

bool holds(const Box& outer, const Box& inner)
{
    return include(outer, inner) == outer;
}

} // namespace

void ContactSearch::begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters)
{
    settings_ = settings;
    encounters_ = encounters;
    // Whole bodies always fit, and both questions about them.
    confirmed_.begin(std::max(settings.max_contacts, 3 * encounters.size() + 16), settings.contact_distance);
    front_.clear(settings.order, settings.contact_distance);
    memory_.make_room();
    verified_ = 0;
    busy_with_.reset();
    inside_.stop();
    is_deciding_ = false;
    digging_in_.reset();
    error_goal_ = 0.0f;
    resting_.clear();
    waking_ = 0;
    units_ = node_tests_ = contacts_merged_ = 0;
    progress_.resize_uninitialised(encounters.size());
    std::fill(progress_.begin(), progress_.end(), Progress{});
    contact_before_.clear();
    intersecting_.clear();
    met_.clear(met_triangles_.size());
    met_triangles_.clear();
    to_finish_.clear();
    finished_ = 0;
    depths_dropped_ = 0;
    finishing_pairs_.clear();
    final_depths_.stop();
    for (std::uint32_t encounter = 0; encounter < encounters.size(); ++encounter)
        add_whole_bodies(encounter);
}

void ContactSearch::forget_bodies()
{
    memory_.forget();
}

void ContactSearch::add_whole_bodies(std::uint32_t index)
{
    const ContactEncounter& encounter = encounters_[index];
    encounter.a.parts->begin();
    encounter.b.parts->begin();
    OpenPart whole{
        index, encounter.a.parts->root(), encounter.b.parts->root(), Question::touching,
        encounter.a.parts->root_box(), encounter.b.parts->root_box(), {}};
    if (!may_touch(whole.box_a, whole.box_b, settings_.contact_distance))
        return;
    whole.bounds = bounds_of(whole.box_a, whole.box_b, settings_.contact_distance);
    progress_[index].whole = add_part(whole);
    if (encounter.is_self())
        return;
    for (const Question question : {Question::a_inside_b, Question::b_inside_a}) {
        const bool asks_a = question == Question::a_inside_b;
        const ContactBody& outer = asks_a ? encounter.b : encounter.a;
        if (!outer.is_closed() || !holds(outer.parts->root_box(), asks_a ? whole.box_a : whole.box_b))
            continue;
        whole.question = question;
        add_part(whole);
    }
}

std::uint32_t ContactSearch::add_part(const OpenPart& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    ++progress_[part.encounter].open_parts;
    return front_.add(part, encounter.a.id, encounter.b.id, encounter.weight);
}

void ContactSearch::remove_part(std::uint32_t handle)
{
    new_parts_.count = 0;
    replace(handle);
}

void ContactSearch::go_on(const Budget& budget, Refinement& refinement, Workers& workers)
{
    if (budget.error_goal() < error_goal_)
        waking_ = resting_.size();
    error_goal_ = budget.error_goal();
    WorkMeter meter(budget);
    if (budget.is_unlimited())
        search_at_once(refinement, workers);
    while (has_work() && meter.spend())
        do_unit();
    units_ = meter.spent();
}

/// Where nobody will stop it, and nothing is decided yet, the search for triangle pairs finds what is near level by level.
void ContactSearch::search_at_once(Refinement& refinement, Workers& workers)
{
    bool has_all = true;
    confirmed_.hold_births();
    for (std::uint32_t encounter = 0; encounter < encounters_.size(); ++encounter)
        has_all = search_at_once(encounter, refinement, workers) && has_all;
    confirmed_.release_births();
    if (has_all)
        verified_ = confirmed_.old_count();
}

/// False if it has to be done part by part.
bool ContactSearch::search_at_once(std::uint32_t index, Refinement& refinement, Workers& workers)
{
    const ContactEncounter& encounter = encounters_[index];
    const std::uint32_t handle = progress_[index].whole;
    if (handle == none || encounter.is_self() || encounter.error_goal > 0.0f || encounter.a.tree == nullptr
        || encounter.b.tree == nullptr)
        return false;
    near_.clear();
    WorkMeter unlimited(Budget::unlimited());
    refinement.find_near(
        *encounter.a.tree, *encounter.b.tree, settings_.contact_distance, workers, unlimited, near_);
    const std::size_t known_pairs = intersecting_.size();
    found_.clear();
    holding_.clear();
    for (const TrianglePair& pair : near_.span()) {
        decide(index, {pair.a, pair.b});
        while (holding_.size() < found_.size())
            holding_.push_back({pair.a, pair.b});
    }
    if (found_.size() > confirmed_.list().room()) {
        intersecting_.resize_uninitialised(known_pairs);
        progress_[index].last_pair = none;
        return false;
    }
    for (std::size_t k = 0; k < found_.size(); ++k)
        confirm(index, found_[k], holding_[k]);
    if (busy_with_ == handle)
        busy_with_.reset();
    progress_[index].whole = none;
    remove_part(handle);
    return true;
}

bool ContactSearch::has_work() const
{
    return verified_ < confirmed_.old_count() || is_deciding_ || digging_in_ || busy_with_ || finished_ < to_finish_.size()
        || waking_ > 0 || front_.has_waiting();
}

void ContactSearch::do_unit()
{
    for (std::uint32_t cost = 0; cost < unit_cost && has_work();)
        cost += step();
}

/// Gives what it cost.
std::uint32_t ContactSearch::step()
{
    if (verified_ < confirmed_.old_count()) {
        verify_next();
        return verifying_cost;
    }
    if (is_deciding_) {
        decide_next();
        return deciding_cost;
    }
    if (digging_in_) {
        dig();
        return opening_cost;
    }
    if (busy_with_)
        return look_into(*busy_with_);
    if (finished_ < to_finish_.size()) {
        if (!final_depths_.is_busy() && !begin_finishing())
            return unit_cost;
        const std::uint32_t dropped = final_depths_.step();
        contacts_merged_ += dropped;
        depths_dropped_ += dropped;
        if (!final_depths_.is_busy()) {
            ++finished_;
            finishing_pairs_.clear();
        }
        return unit_cost;
    }
    if (waking_ > 0) {
        const std::uint32_t handle = resting_[--waking_];
        front_.queue(handle, encounters_[front_[handle].encounter].weight);
        resting_[waking_] = resting_.back();
        resting_.pop_back();
        return resting_cost;
    }
    const std::optional<std::uint32_t> next = front_.take_next();
    if (!next)
        return resting_cost;
    if (!is_good_enough(*next))
        return look_into(*next);
    resting_.push_back(*next);
    return resting_cost;
}

bool ContactSearch::is_good_enough(std::uint32_t handle) const
{
    const float goal = std::max(error_goal_, encounters_[front_[handle].encounter].error_goal);
    return goal > 0.0f && front_.error_of(handle) <= goal;
}

/// The paper's verification of contacts: what was in contact a moment ago most likely still is.
void ContactSearch::verify_next()
{
    const std::size_t index = verified_++;
    const ConfirmedContacts::Old old = confirmed_.old(index);
    if (!verify(old))
        confirmed_.lose(index);
}

bool ContactSearch::verify(const ConfirmedContacts::Old& old)
{
    const auto is_before = [](const ContactEncounter& encounter, const ConfirmedContacts::Old& contact) {
        return std::pair(encounter.a.id, encounter.b.id) < std::pair(contact.body_a, contact.body_b);
    };
    const auto encounter = std::lower_bound(encounters_.begin(), encounters_.end(), old, is_before);
    if (encounter == encounters_.end() || encounter->a.id != old.body_a || encounter->b.id != old.body_b)
        return false;
    const auto index = static_cast<std::uint32_t>(encounter - encounters_.begin());
    const ContactSurface& a = encounter->a.surface;
    const ContactSurface& b = encounter->b.surface;
    const ElementaryPair& pair = old.key.pair;
    if (pair.kind == ElementaryKind::vertex_inside || pair.kind == ElementaryKind::inside_vertex
        || encounter->attached.exempt(a.triangles[old.triangles.a], b.triangles[old.triangles.b]))
        return false;
    if (!old.crossed)
        return is_near(a, b, pair, settings_.contact_distance) && confirm(index, {pair, true, false}, old.triangles);
    found_.clear();
    append_crossing(a, old.triangles.a, b, old.triangles.b, found_);
    return !found_.empty() && found_[0].pair == pair && confirm(index, found_[0], old.triangles);
}

/// Takes a part as far as a step goes: prepares its bodies, follows a ray, or opens it.
std::uint32_t ContactSearch::look_into(std::uint32_t handle)
{
    const OpenPart& part = front_[handle];
    const ContactEncounter& encounter = encounters_[part.encounter];
    const bool was_busy = busy_with_.has_value() && inside_.is_busy();
    busy_with_ = handle;
    if (!encounter.a.parts->prepare() || !encounter.b.parts->prepare())
        return unit_cost;
    if (part.question == Question::touching) {
        busy_with_.reset();
        return open(handle);
    }
    const bool asks_a = part.question == Question::a_inside_b;
    const ContactBody& inner = asks_a ? encounter.a : encounter.b;
    const ContactBody& outer = asks_a ? encounter.b : encounter.a;
    const std::uint32_t vertex = inner.surface.triangles[0][0];
    if (!was_busy)
        inside_.begin(inner.surface.vertex(vertex), outer);
    if (inside_.is_busy())
        inside_.step();
    if (!inside_.is_busy()) {
        busy_with_.reset();
        const std::uint32_t index = part.encounter;
        progress_[index].has_inside |= inside_.is_inside();
        if (inside_.is_inside() && !confirmed_.confirm_inside(encounter, asks_a, vertex)) {
            ++contacts_merged_;
            return following_cost;
        }
        if (inside_.is_inside())
            note_contact(index);
        remove_part(handle);
    }
    return following_cost;
}

std::uint32_t ContactSearch::open(std::uint32_t handle)
{
    const OpenPart part = front_[handle];
    progress_[part.encounter].whole = none;
    if (are_leaves(part)) {
        begin_deciding(handle, part);
    } else {
        open_into_new_parts(part);
        replace(handle);
    }
    return opening_cost;
}

bool ContactSearch::are_leaves(const OpenPart& part) const
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    return encounter.a.parts->is_leaf(part.node_a) && encounter.b.parts->is_leaf(part.node_b);
}

void ContactSearch::open_into_new_parts(const OpenPart& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    new_parts_.count = 0;
    if (encounter.is_self() && part.node_a == part.node_b) {
        open_self(part);
        return;
    }
    const bool a_is_larger = half_area(part.box_a) >= half_area(part.box_b);
    open_one_side(
        part,
        !encounter.a.parts->is_leaf(part.node_a) && (encounter.b.parts->is_leaf(part.node_b) || a_is_larger));
}

void ContactSearch::open_self(const OpenPart& part)
{
    PartChildren children;
    encounters_[part.encounter].a.parts->open(part.node_a, part.box_a, 0, children);
    for (std::uint32_t i = 0; i < children.count; ++i)
        for (std::uint32_t j = i; j < children.count; ++j) {
            ++node_tests_;
            if (!may_touch(children.box[i], children.box[j], settings_.contact_distance))
                continue;
            OpenPart& next = new_parts_.parts[new_parts_.count++] = part;
            next.node_a = children.node[i];
            next.node_b = children.node[j];
            next.box_a = children.box[i];
            next.box_b = children.box[j];
            next.bounds = narrowed(bounds_of(next.box_a, next.box_b, settings_.contact_distance), part.bounds);
        }
}

void ContactSearch::open_one_side(const OpenPart& part, bool opens_a)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    const float distance = settings_.contact_distance;
    const OpenedPair opened = {encounter.a.id.index, encounter.b.id.index, part.node_a, part.node_b};
    SeparationMemory::Gaps known = SeparationMemory::nothing_known();
    const JointTravel travel(encounter.a.parts->travel(), encounter.b.parts->travel());
    if (settings_.keep_front)
        known = memory_.find(opened, travel);
    std::uint32_t skipped = 0;
    for (std::uint32_t k = 0; k < 8; ++k)
        skipped |= std::uint32_t(known[k] > distance) << k;

    const Box& other = opens_a ? part.box_b : part.box_a;
    PartChildren children;
    (opens_a ? encounter.a : encounter.b)
        .parts->open(opens_a ? part.node_a : part.node_b, widened_by(distance, other), skipped, children);
    node_tests_ += children.count;
    for (std::uint32_t k = 0; k < children.count; ++k) {
        const Box& box = children.box[k];
        known[children.octant[k]] = axis_gap(box, other);
        if (!may_touch(box, other, distance))
            continue;
        OpenPart& next = new_parts_.parts[new_parts_.count++] = part;
        (opens_a ? next.node_a : next.node_b) = children.node[k];
        (opens_a ? next.box_a : next.box_b) = box;
        next.bounds = narrowed(bounds_of(next.box_a, next.box_b, distance), part.bounds);
    }
    if (settings_.keep_front)
        memory_.keep(opened, travel, known);
}

/// Puts the new parts in the place of the one that they come from. If there is no room for them, it stands for them until
/// all of them have been looked into, the last first.
void ContactSearch::replace(std::uint32_t handle)
{
    if (new_parts_.count > confirmed_.list().room() + 1) {
        digging_in_ = handle;
        dug_merged_ = 0;
        dug_.clear();
        push_dug();
        return;
    }
    const std::uint32_t encounter = front_[handle].encounter;
    front_.remove(handle);
    --progress_[encounter].open_parts;
    for (std::uint32_t k = 0; k < new_parts_.count; ++k)
        add_part(new_parts_.parts[k]);
    if (progress_[encounter].open_parts == 0)
        to_finish_.push_back(encounter);
}

void ContactSearch::push_dug()
{
    for (std::uint32_t k = new_parts_.count; k > 0; --k)
        dug_.push_back(new_parts_.parts[k - 1]);
}

/// One more part of one that has no room for its parts.
void ContactSearch::dig()
{
    if (dug_.empty()) {
        const std::uint32_t handle = *digging_in_;
        digging_in_.reset();
        contacts_merged_ += dug_merged_;
        if (dug_merged_ == 0)
            remove_part(handle);
        return;
    }
    const OpenPart part = dug_.back();
    dug_.pop_back();
    if (are_leaves(part)) {
        begin_deciding(*digging_in_, part);
        return;
    }
    open_into_new_parts(part);
    push_dug();
}

void ContactSearch::begin_deciding(std::uint32_t handle, const OpenPart& part)
{
    const ContactEncounter& encounter = encounters_[part.encounter];
    PartTriangles a, b;
    encounter.a.parts->open_leaf(part.node_a, a);
    encounter.b.parts->open_leaf(part.node_b, b);
    const bool is_same_leaf = encounter.is_self() && part.node_a == part.node_b;
    deciding_.handle = handle;
    deciding_.count = deciding_.next = deciding_.merged = 0;
    for (std::uint32_t i = 0; i < a.count; ++i)
        for (std::uint32_t j = is_same_leaf ? i + 1 : 0; j < b.count; ++j)
            if (may_touch(a.box[i], b.box[j], settings_.contact_distance)
                && is_new(part.encounter, a.triangle[i], b.triangle[j]))
                deciding_.pairs[deciding_.count++] = {a.triangle[i], b.triangle[j]};
    is_deciding_ = deciding_.count > 0;
    if (!is_deciding_ && !digging_in_)
        remove_part(handle);
}

/// Where triangles come up in several leaves: whether these two have not met yet.
bool ContactSearch::is_new(std::uint32_t encounter, std::uint32_t a, std::uint32_t b)
{
    const ContactEncounter& bodies = encounters_[encounter];
    if (!bodies.a.parts->repeats_triangles() && !bodies.b.parts->repeats_triangles())
        return true;
    if (bodies.is_self() && b <= a) {
        if (a == b)
            return false;
        std::swap(a, b);
    }
    const std::uint64_t hash = mixed(mixed(std::uint64_t(a) << 32 | b) + encounter);
    const std::uint32_t known = met_.find(hash, [&](std::uint32_t index) {
        const MetTriangles& met = met_triangles_[index];
        return met.encounter == encounter && met.a == a && met.b == b;
    });
    if (known != HashedNumbers::none)
        return false;
    met_.insert(hash, static_cast<std::uint32_t>(met_triangles_.size()));
    met_triangles_.push_back({encounter, a, b});
    return true;
}

void ContactSearch::decide_next()
{
    const std::uint32_t index = front_[deciding_.handle].encounter;
    const HoldingTriangles pair = deciding_.pairs[deciding_.next++];
    found_.clear();
    decide(index, pair);
    for (const ElementaryContact& decided : found_.span())
        deciding_.merged += confirm(index, decided, pair) ? 0 : 1;
    if (deciding_.next < deciding_.count)
        return;
    is_deciding_ = false;
    if (digging_in_) {
        dug_merged_ += deciding_.merged;
        return;
    }
    contacts_merged_ += deciding_.merged;
    if (deciding_.merged == 0)
        remove_part(deciding_.handle);
}

/// Appends to found_ what two triangles say.
void ContactSearch::decide(std::uint32_t index, HoldingTriangles pair)
{
    const ContactEncounter& encounter = encounters_[index];
    const ContactSurface& a = encounter.a.surface;
    const ContactSurface& b = encounter.b.surface;
    if (encounter.attached.exempt(a.triangles[pair.a], b.triangles[pair.b]))
        return;
    append_near(a, pair.a, b, pair.b, settings_.contact_distance, found_);
    const bool may_cross = !encounter.is_self() || !share_vertex(a.triangles[pair.a], b.triangles[pair.b]);
    if (!may_cross || !triangles_intersect(a.triangle(pair.a), b.triangle(pair.b)))
        return;
    append_crossing(a, pair.a, b, pair.b, found_);
    if (encounter.measures_depths) {
        intersecting_.push_back({{pair.a, pair.b}, progress_[index].last_pair});
        progress_[index].last_pair = static_cast<std::uint32_t>(intersecting_.size()) - 1;
    }
}

/// False if there is no room.
bool ContactSearch::confirm(std::uint32_t index, ElementaryContact decided, HoldingTriangles triangles)
{
    const ContactEncounter& encounter = encounters_[index];
    if (encounter.is_self()) {
        // Of one body the vertex comes first, and of two edges the lower number.
        ElementaryPair& pair = decided.pair;
        if (pair.kind == ElementaryKind::face_vertex || (pair.kind == ElementaryKind::edge_edge && pair.b < pair.a)) {
            std::swap(pair.a, pair.b);
            std::swap(triangles.a, triangles.b);
            if (pair.kind == ElementaryKind::face_vertex)
                pair.kind = ElementaryKind::vertex_face;
        }
        if (share_vertex(encounter.a.surface, pair))
            return true;
    }
    const std::size_t known = confirmed_.list().confirmed_count();
    if (!confirmed_.confirm(encounter, decided, triangles))
        return false;
    if (confirmed_.list().confirmed_count() > known)
        note_contact(index);
    return true;
}

/// The last confirmed contact is this encounter's.
void ContactSearch::note_contact(std::uint32_t encounter)
{
    const auto last = static_cast<std::uint32_t>(confirmed_.list().confirmed_count()) - 1;
    // Vertices inside, of encounters that are finished, are in no chain.
    while (contact_before_.size() < last)
        contact_before_.push_back(none);
    contact_before_.push_back(progress_[encounter].last_contact);
    progress_[encounter].last_contact = last;
}

/// Gathers the encounter's intersecting triangles; true when it has them all.
bool ContactSearch::begin_finishing()
{
    constexpr std::size_t pairs_per_step = 400;
    Progress& progress = progress_[to_finish_[finished_]];
    for (std::size_t k = 0; k < pairs_per_step && progress.last_pair != none; ++k) {
        finishing_pairs_.push_back(intersecting_[progress.last_pair].pair);
        progress.last_pair = intersecting_[progress.last_pair].before;
    }
    if (progress.last_pair != none)
        return false;
    final_depths_.begin(
        encounters_[to_finish_[finished_]], progress.has_inside || !finishing_pairs_.empty(), finishing_pairs_.span(),
        {progress.last_contact, contact_before_.span()}, confirmed_);
    return true;
}

ContactReport ContactSearch::report() const
{
    ContactReport report;
    report.contacts = confirmed_.list().all();
    report.confirmed_count = confirmed_.list().confirmed_count();
    report.open_pairs = front_.open_count();
    report.complete = report.open_pairs == 0 && depths_dropped_ == 0 && !has_work();
    report.work_units_spent = units_;
    report.worst_error = front_.worst_error();
    report.contacts_merged = contacts_merged_;
    report.node_tests = node_tests_;
    report.scratch_bytes = confirmed_.bytes() + front_.bytes() + memory_.bytes() + inside_.bytes() + resting_.bytes()
        + met_.bytes() + met_triangles_.bytes() + progress_.bytes() + contact_before_.bytes() + intersecting_.bytes() + final_depths_.bytes();
    return report;
}

} // namespace tactus
