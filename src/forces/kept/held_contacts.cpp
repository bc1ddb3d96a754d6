// SPDX-License-Identifier: MIT
#include "forces/kept/held_contacts.h"

#include <algorithm>

#include "base/hashed_numbers.h"
#include "base/work_prices.h"
#include "forces/pushes/side_points.h"
#include "forces/surfaces/follow_surface.h"

namespace tactus {
namespace {

constexpr std::uint32_t is_claimed = NumberMap::none - 1; // a place

} // namespace

void HeldContacts::begin(const OpenPairs& open, const ForceBodies& bodies, bool looks_further)
{
    bodies_ = &bodies;
    open_ = &open;
    places_.clear();
    places_of_ids_.clear();
    near_left_ = looks_further ? per_call::near_contacts : 0;
    keep_if([&](const Held& held) {
        return held.state != State::replaced && held.state != State::let_go && open_->hold(held.contact);
    });
    for (Held& held : held_.span())
        move(held);
    keep_if([&](const Held& held) { return pushing(held).separation < 0.0f; });
    going_on_ = held_.size();
    for (std::uint32_t k = 0; k < going_on_; ++k) {
        places_.put(feature_of(held_[k].contact), k);
        if (held_[k].contact.id != 0)
            places_of_ids_.put(held_[k].contact.id, k);
    }
    if (looks_further)
        look_around();
}

/// Vertices beside those inside come in next. Each call looks around some.
void HeldContacts::look_around()
{
    const std::size_t known = held_.size();
    for (std::size_t looked = 0; looked < std::min(known, per_call::looked_around); ++looked) {
        next_to_look_around_ = (next_to_look_around_ + 1) % known;
        const Contact middle = held_[next_to_look_around_].contact;
        if (!is_of_vertex(middle))
            continue;
        const bool is_of_a = is_vertex_of_a(middle);
        around_.clear();
        bodies_->append_around(
            is_of_a ? middle.body_a : middle.body_b, (is_of_a ? middle.vertices_a : middle.vertices_b)[0], around_);
        for (const std::uint32_t vertex : around_) {
            Contact beside = middle;
            beside.id = 0;
            if (!is_on_plane(middle))
                beside.kind = is_of_a ? ContactKind::vertex_inside : ContactKind::inside_vertex;
            (is_of_a ? beside.vertices_a : beside.vertices_b)[0] = vertex;
            const std::uint64_t feature = feature_of(beside);
            if (places_.find(feature) == NumberMap::none && bodies_->follow(beside) && beside.separation < 0.0f) {
                places_.put(feature, static_cast<std::uint32_t>(held_.size()));
                held_.push_back({beside, sides_of(beside), 1.0, 1.0, State::waiting});
            }
        }
    }
    going_on_ = held_.size();
}

void HeldContacts::claim(const Contact& contact)
{
    if (!open_->hold(contact))
        return;
    const std::uint64_t feature = feature_of(contact);
    stop_waiting(places_.find(feature), State::replaced);
    places_.put(feature, is_claimed);
}

Contact HeldContacts::take(const Contact& contact)
{
    Held held = {contact, {}, 0.0, 0.0, State::waiting};
    if (open_->hold(contact)) {
        const std::uint64_t feature = feature_of(contact);
        // A vertex may push on several faces of an open body: each contact goes on with its own.
        const std::uint32_t own = places_of_ids_.find(contact.id);
        const bool has_own = goes_on(own) && feature_of(held_[own].contact) == feature;
        const std::uint32_t place = has_own ? own : places_.find(feature);
        const bool is_measured = contact.depth_state != DepthState::open;
        if (goes_on(place) && is_of_vertex(contact) && !is_measured) {
            held_[place].state = State::taken;
            held_[place].contact.id = contact.id;
            return pushing(held_[place]);
        }
        const bool has_place = place != NumberMap::none && !goes_on(place);
        const bool is_pushed = place == is_claimed
                                   ? !is_measured
                                   : has_place && (place >= going_on_ || held_[place].state != State::let_go);
        // It may have come from other features.
        stop_waiting(own, State::replaced);
        stop_waiting(place, State::replaced);
        if (is_pushed)
            held.contact.separation = 0.0f;
        else if (!is_measured)
            bodies_->follow(held.contact);
        if (held.contact.separation < 0.0f)
            places_.put(feature, static_cast<std::uint32_t>(held_.size()));
    }
    if (held.contact.separation < 0.0f) {
        held.sides = sides_of(held.contact);
        held.left = held.range = range_of(held.contact);
        held_.push_back(held);
    }
    return held.contact;
}

void HeldContacts::let_go(const Contact& contact)
{
    if (!open_->hold(contact))
        return;
    stop_waiting(places_of_ids_.find(contact.id), State::let_go);
    const std::uint32_t place = places_.find(feature_of(contact));
    // A vertex that is near one face may be deep in another, unless all of its depths are known.
    if (place < going_on_
        && (!is_of_vertex(contact) || contact.depth_state == DepthState::propagated
            || (held_[place].contact.vertices_a == contact.vertices_a
                && held_[place].contact.vertices_b == contact.vertices_b)))
        stop_waiting(place, State::let_go);
}

void HeldContacts::stop_waiting(std::uint32_t place, State next)
{
    if (goes_on(place))
        held_[place].state = next;
}

Contact HeldContacts::take_near(const Contact& contact)
{
    if (near_left_ == 0 || !is_of_vertex(contact) || !open_->hold(contact)
        || places_.find(feature_of(contact)) != NumberMap::none)
        return contact;
    --near_left_;
    Held held = {contact, {}, 1.0, 1.0, State::waiting};
    if (!bodies_->follow(held.contact) || !(held.contact.separation < 0.0f))
        return contact;
    places_.put(feature_of(contact), static_cast<std::uint32_t>(held_.size()));
    held.sides = sides_of(held.contact);
    held_.push_back(held);
    return held.contact;
}

/// To where its two sides are now. Where neither has moved it stays what it was: what is nearest around it may be
/// another contact of the same vertex.
void HeldContacts::move(Held& held) const
{
    Contact& contact = held.contact;
    held.state = State::waiting;
    const std::array<DoubleVector, 2> now = sides_of(contact);
    if (now == held.sides && !is_on_plane(contact))
        return;
    if (bodies_->follow(contact)) {
        held.sides = sides_of(contact);
        return;
    }
    const DoubleVector motion_a = now[0] - held.sides[0], motion_b = now[1] - held.sides[1];
    const DoubleVector apart = motion_b - motion_a, normal = to_double(contact.normal);
    const double along = dot(apart, normal);
    held.sides = now;
    contact.point = to_float(to_double(contact.point) + (motion_a + motion_b) * 0.5);
    if (contact.kind == ContactKind::edge_edge) {
        held.left -= length(apart);
    } else {
        held.left -= length(apart - normal * along);
        contact.separation += static_cast<float>(along);
    }
}

Contact HeldContacts::pushing(const Held& held) const
{
    Contact contact = held.contact;
    if (held.left < held.range)
        contact.separation *= static_cast<float>(std::max(0.0, held.left / held.range));
    return contact;
}

/// How far its two sides may move until it pushes no more.
double HeldContacts::range_of(const Contact& contact) const
{
    if (contact.kind == ContactKind::edge_edge || contact.kind == ContactKind::shaft_inside
        || contact.kind == ContactKind::inside_shaft)
        return contact.depth();
    double longest = 0.0;
    const auto look_at = [&](BodyId body, const auto& vertices, const auto& weights) {
        for (std::size_t k = 0; k < 3; ++k)
            if (const std::size_t next = (k + 1) % 3; weights[k] != 0.0f && weights[next] != 0.0f)
                longest = std::max(
                    longest, length(
                                 to_double(bodies_->position(body, vertices[k]))
                                 - to_double(bodies_->position(body, vertices[next]))));
    };
    look_at(contact.body_a, contact.vertices_a, contact.weights_a);
    look_at(contact.body_b, contact.vertices_b, contact.weights_b);
    return longest;
}

std::array<DoubleVector, 2> HeldContacts::sides_of(const Contact& contact) const
{
    return {
        point_of_side(contact.body_a, contact.vertices_a, contact.weights_a, *bodies_),
        point_of_side(contact.body_b, contact.vertices_b, contact.weights_b, *bodies_)};
}

template <class Condition>
void HeldContacts::keep_if(Condition condition)
{
    const Held* end = std::remove_if(held_.begin(), held_.end(), [&](const Held& held) { return !condition(held); });
    held_.resize_uninitialised(static_cast<std::size_t>(end - held_.begin()));
}

void HeldContacts::forget(BodyId body)
{
    keep_if([&](const Held& held) { return held.contact.body_a != body && held.contact.body_b != body; });
}

/// What of two bodies pushes once: a vertex, whatever it is on, or two features.
std::uint64_t HeldContacts::feature_of(const Contact& contact) const
{
    const BodyPair pair = BodyPair::of(contact);
    const std::uint64_t place = open_->place(contact);
    if (is_of_vertex(contact)) {
        const bool is_of_a = is_vertex_of_a(contact);
        const BodyId owner = is_of_a ? contact.body_a : contact.body_b;
        const std::uint32_t vertex = (is_of_a ? contact.vertices_a : contact.vertices_b)[0];
        return (2 * place + (owner == pair.first ? 0 : 1)) << 32 | vertex;
    }
    std::uint64_t hash = mixed(place);
    for (const auto& vertices : {contact.vertices_a, contact.vertices_b})
        for (const std::uint32_t vertex : vertices)
            hash = mixed(hash + vertex);
    // Those of vertices have no highest bit.
    return hash | std::uint64_t(1) << 63;
}

} // namespace tactus
