// SPDX-License-Identifier: MIT
#include "contacts/decided/final_depths.h"

#include <algorithm>
#include <utility>

#include "base/work_prices.h"

namespace tactus {
namespace {

void set_separation(Contact& contact, float separation)
{
    contact.separation = contact.separation_lower = contact.separation_upper = separation;
}

void set_silent(Contact& contact)
{
    set_separation(contact, 0.0f);
    contact.silent = true;
}

bool is_inside(const Contact& contact)
{
    return contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex;
}

} // namespace

void FinalDepths::begin(
    const ContactEncounter& encounter, std::span<const IntersectingPair> intersecting, Chain contacts,
    ConfirmedContacts& confirmed)
{
    encounter_ = &encounter;
    confirmed_ = &confirmed;
    contacts_ = contacts;
    next_contact_ = contacts.last;
    next_ = 0;
    touched_a_.clear();
    touched_b_.clear();
    measures_ = false;
    point_.stop();
    stage_ = Stage::points;
    if (!encounter.measures_depths || encounter.has_sphere())
        return;
    stage_ = Stage::contacts;
    if (intersecting.empty() && !encounter.can_hold_inside())
        return;
    measures_ = true;
    stage_ = Stage::depths;
    depths_.begin(
        encounter.a.surface, *encounter.a.depth_tables, encounter.b.surface, *encounter.b.depth_tables, intersecting,
        encounter.a.tree, encounter.b.tree);
    if (encounter.has_tool())
        depths_.measure_shaft(encounter.a.is_tool);
}

/// Asks about one point of every piece of either body: a sphere's centre, or the lowest numbered vertex. Gives the
/// number of vertices for which there was no room.
std::uint32_t FinalDepths::ask()
{
    if (next_contact_ != nobody && !encounter_->measures_depths) {
        mark_touched();
        return 0;
    }
    if (point_.is_busy()) {
        point_.step();
        return point_.is_busy() || !point_.is_inside() ? 0 : take_point();
    }
    const std::size_t pieces_of_a = encounter_->a.piece_count(), pieces = pieces_of_a + encounter_->b.piece_count();
    for (std::size_t k = 0; k < per_unit::asked_pieces && next_ < pieces && encounter_->can_hold_inside();
         ++k, ++next_) {
        asks_a_ = next_ < pieces_of_a;
        asked_piece_ = static_cast<std::uint32_t>(asks_a_ ? next_ : next_ - pieces_of_a);
        const ContactBody& inner = asks_a_ ? encounter_->a : encounter_->b;
        const ContactBody& outer = asks_a_ ? encounter_->b : encounter_->a;
        const Vec3 point = inner.point_of_piece(asked_piece_);
        if (!inner.can_be_inside(outer) || !overlap(outer.box, Box{point, point}))
            continue;
        point_.begin(point, outer);
        ++next_;
        return 0;
    }
    if (next_ < pieces && encounter_->can_hold_inside())
        return 0;
    next_ = 0;
    next_contact_ = contacts_.last;
    if (measures_)
        begin_measured();
    else
        stage_ = Stage::contacts;
    return 0;
}

/// Notes which pieces some of the contacts are on.
void FinalDepths::mark_touched()
{
    const auto mark = [](const ContactBody& body, const std::array<std::uint32_t, 3>& vertices, NumberMap& touched) {
        if (!body.is_sphere())
            touched.find_or_put(body.depth_tables->shell_of_vertex[vertices[0]], 0);
    };
    for (std::size_t k = 0; k < per_unit::settled_contacts && next_contact_ != nobody; ++k) {
        const Contact& contact = confirmed_->list().confirmed(next_contact_);
        mark(encounter_->a, contact.vertices_a, touched_a_);
        mark(encounter_->b, contact.vertices_b, touched_b_);
        next_contact_ = (*contacts_.before)[next_contact_];
    }
}

/// A point is inside. Gives the number of vertices for which there was no room.
std::uint32_t FinalDepths::take_point()
{
    VertexDepth depth = point_.depth();
    const ContactBody& inner = asks_a_ ? encounter_->a : encounter_->b;
    if (inner.is_sphere())
        depth.depth = static_cast<float>(double(inner.sphere->radius) + double(depth.depth));
    else
        depth.vertex = inner.depth_tables->shells[asked_piece_];
    if (!encounter_->measures_depths) {
        // Where features of the piece touch, these push.
        const NumberMap& touched = asks_a_ ? touched_a_ : touched_b_;
        if (inner.is_sphere() ? contacts_.last != nobody : touched.find(asked_piece_) != NumberMap::none)
            depth.depth = 0.0f;
        Contact found = blank_inside(asks_a_);
        write_inside(depth, asks_a_, found);
        return confirmed_->confirm_inside(
            *encounter_, found.kind, {&depth.vertex, 1}, nullptr,
            [&](std::size_t, Contact& contact) { contact = found; });
    }
    sphere_depth_ = depth;
    measures_ = true;
    return 0;
}

/// All depths are known.
void FinalDepths::begin_measured()
{
    pushing_a_.resize_uninitialised(inside(true).size());
    pushing_b_.resize_uninitialised(inside(false).size());
    std::fill(pushing_a_.begin(), pushing_a_.end(), nobody);
    std::fill(pushing_b_.begin(), pushing_b_.end(), nobody);
    stage_ = Stage::choose;
}

std::span<const VertexDepth> FinalDepths::inside(bool is_a_inside) const
{
    if (encounter_->has_sphere())
        return {&sphere_depth_, is_a_inside == encounter_->a.is_sphere() ? std::size_t{1} : std::size_t{0}};
    return is_a_inside ? depths_.inside_b() : depths_.inside_a();
}

std::uint32_t FinalDepths::step()
{
    switch (stage_) {
    case Stage::points:
        return ask();
    case Stage::depths: {
        WorkMeter one(Budget::work_units(1));
        if (depths_.advance(one))
            begin_measured();
        return 0;
    }
    case Stage::choose:
    case Stage::contacts: {
        const bool is_choosing = stage_ == Stage::choose;
        for (std::size_t k = 0; k < per_unit::settled_contacts && next_contact_ != nobody; ++k) {
            is_choosing ? choose(next_contact_) : settle(next_contact_);
            next_contact_ = (*contacts_.before)[next_contact_];
        }
        if (next_contact_ != nobody)
            return 0;
        next_contact_ = contacts_.last;
        stage_ = is_choosing ? Stage::vertices_a : Stage::done;
        return 0;
    }
    case Stage::vertices_a:
    case Stage::vertices_b: {
        const bool is_a_inside = stage_ == Stage::vertices_a;
        const std::uint32_t dropped = give_depths(is_a_inside);
        if (next_ == (is_a_inside ? pushing_a_ : pushing_b_).size()) {
            next_ = 0;
            // Contacts come last: while one of them is open, so is the encounter.
            stage_ = is_a_inside ? Stage::vertices_b : has_passages() ? Stage::shaft : Stage::contacts;
        }
        return dropped;
    }
    case Stage::shaft: {
        const std::uint32_t dropped = give_shaft_depth();
        if (next_ == depths_.shaft().depths().size())
            stage_ = Stage::contacts;
        return dropped;
    }
    case Stage::done:
        break;
    }
    return 0;
}

std::uint32_t FinalDepths::place_of(const Contact& contact, bool& of_a) const
{
    of_a = contact.kind == ContactKind::vertex_face || contact.kind == ContactKind::vertex_inside
           || contact.kind == ContactKind::sphere_surface;
    if (contact.kind == ContactKind::edge_edge)
        return nobody;
    // A sphere's centre is its vertex 0, and on the other side there is nothing inside.
    if (encounter_->has_sphere())
        return of_a == encounter_->a.is_sphere() ? 0 : nobody;
    return depths_.place(of_a, of_a ? contact.vertices_a[0] : contact.vertices_b[0]);
}

/// Whether the vertex comes out where this contact says: one with another face would push at a place that is not on
/// the way out, and turn the bodies.
bool FinalDepths::leads_out(const Contact& contact, const VertexDepth& depth, bool of_a) const
{
    if (is_inside(contact) || (of_a ? contact.triangle_b : contact.triangle_a) == depth.triangle)
        return true;
    const BodySurface& other = (of_a ? encounter_->b : encounter_->a).surface;
    const auto& vertices = of_a ? contact.vertices_b : contact.vertices_a;
    const auto& weights = of_a ? contact.weights_b : contact.weights_a;
    const DoubleVector foot = to_double(other.vertex(vertices[0])) * weights[0]
                              + to_double(other.vertex(vertices[1])) * weights[1]
                              + to_double(other.vertex(vertices[2])) * weights[2];
    const DoubleVector at = to_double(depth.surface_point), apart = foot - at;
    constexpr double same = 1e-6;
    return dot(apart, apart) <= same * same * (dot(at, at) + double(depth.depth) * double(depth.depth));
}

/// Each vertex inside pushes by the best of its contacts.
void FinalDepths::choose(std::uint32_t index)
{
    const Contact& contact = confirmed_->list().confirmed(index);
    bool of_a = false;
    const std::uint32_t place = place_of(contact, of_a);
    if (place == nobody)
        return;
    if (!leads_out(contact, inside(of_a)[place], of_a))
        return;
    // The first of the faces that meet at the nearest point counts: which of them was found to be nearest is chance.
    const auto rank = [&](const Contact& c) { return std::pair(is_inside(c), of_a ? c.triangle_b : c.triangle_a); };
    std::uint32_t& pushing = (of_a ? pushing_a_ : pushing_b_)[place];
    if (pushing == nobody || rank(contact) < rank(confirmed_->list().confirmed(pushing)))
        pushing = index;
}

/// From now on the contact's depth is final.
void FinalDepths::settle(std::uint32_t index)
{
    Contact& contact = confirmed_->list().confirmed(index);
    contact.depth_state = DepthState::local;
    if (measures_ && is_shaft_inside(contact)) {
        contact.depth_state = DepthState::propagated;
        set_silent(contact);
        return;
    }
    if (!measures_ || contact.kind == ContactKind::edge_edge)
        return;
    bool of_a = false;
    const std::uint32_t place = place_of(contact, of_a);
    // Nothing is inside an open body: its features and the vertices of others say all there is to say.
    if (!(of_a ? encounter_->b : encounter_->a).is_closed())
        return;
    contact.depth_state = DepthState::propagated;
    if (place != nobody) {
        const VertexDepth& depth = inside(of_a)[place];
        if ((of_a ? pushing_a_ : pushing_b_)[place] == index) {
            write(depth, of_a, contact);
            confirmed_->note_place(index);
        } else {
            contact.normal = depth.way_out * (of_a ? -1.0f : 1.0f);
            set_silent(contact);
        }
    } else if (contact.crosses) {
        // The vertex is outside: what crosses here is not deep.
        set_silent(contact);
    }
}

inline void FinalDepths::write(const VertexDepth& depth, bool is_a_inside, Contact& contact) const
{
    contact.depth_state = encounter_->measures_depths ? DepthState::propagated : DepthState::local;
    contact.normal = depth.way_out * (is_a_inside ? -1.0f : 1.0f);
    set_separation(contact, -depth.depth);
    contact.silent = !(contact.separation < 0.0f);
    if (contact.kind == ContactKind::vertex_inside) {
        contact.triangle_b = depth.triangle;
        contact.vertices_b = encounter_->b.surface.triangles[depth.triangle];
        contact.weights_b = depth.weights;
    } else if (contact.kind == ContactKind::inside_vertex) {
        contact.triangle_a = depth.triangle;
        contact.vertices_a = encounter_->a.surface.triangles[depth.triangle];
        contact.weights_a = depth.weights;
    }
}

/// Vertices that have no contact to push by get one of their own, unless another vertex in the same place has it. Gives
/// the number of vertices for which there was no room.
std::uint32_t FinalDepths::give_depths(bool is_a_inside)
{
    const std::span<const VertexDepth> depths = inside(is_a_inside);
    const Buffer<std::uint32_t>& pushing = is_a_inside ? pushing_a_ : pushing_b_;
    const ContactBody& inner = is_a_inside ? encounter_->a : encounter_->b;
    const std::size_t most = workers_ != nullptr ? depths.size() : per_unit::settled_vertices;
    places_.clear();
    numbers_.clear();
    for (const std::size_t end = std::min(next_ + most, depths.size()); next_ < end; ++next_)
        // That a sphere's centre is inside is said in any case.
        if ((pushing[next_] == nobody || encounter_->has_sphere()) && !inner.has_tip_at(depths[next_].vertex)) {
            places_.push_back(static_cast<std::uint32_t>(next_));
            numbers_.push_back(depths[next_].vertex);
        }
    const Contact blank = blank_inside(is_a_inside);
    return confirmed_->confirm_inside(
        *encounter_, blank.kind, numbers_.span(), workers_, [&](std::size_t k, Contact& contact) {
            contact = blank;
            write_inside(depths[places_[k]], is_a_inside, contact);
            if (pushing[places_[k]] != nobody)
                set_silent(contact);
        });
}

/// What contacts of vertices inside have in common.
Contact FinalDepths::blank_inside(bool is_a_inside) const
{
    Contact contact;
    contact.body_a = encounter_->a.id;
    contact.body_b = encounter_->b.id;
    contact.kind = is_a_inside ? ContactKind::vertex_inside : ContactKind::inside_vertex;
    contact.crosses = true;
    (is_a_inside ? contact.weights_a : contact.weights_b)[0] = encounter_->has_sphere() ? 0.0f : 1.0f;
    return contact;
}

/// Writes the contact of a vertex inside, with all but its name, into a blank one.
inline void FinalDepths::write_inside(const VertexDepth& depth, bool is_a_inside, Contact& contact) const
{
    const ContactBody& inner = is_a_inside ? encounter_->a : encounter_->b;
    contact.point = contact.previous_point = inner.surface.vertex(depth.vertex);
    (is_a_inside ? contact.vertices_a : contact.vertices_b)[0] = depth.vertex;
    const VertexStars& stars = inner.depth_tables->stars;
    if (!encounter_->has_sphere() && !stars[depth.vertex].empty())
        (is_a_inside ? contact.triangle_a : contact.triangle_b) = stars[depth.vertex][0];
    write(depth, is_a_inside, contact);
}

} // namespace tactus
