// SPDX-License-Identifier: MIT
#include "forces/forces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/planted_fault.h"
#include "forces/pushes/side_points.h"
#include "forces/surfaces/contact_area.h"
#include "forces/surfaces/follow_surface.h"

namespace tactus {

namespace {

const ForceLaw& law_of(const ForceOptions& options)
{
    return options.law != nullptr ? *options.law : default_force_law();
}

/// Names the two vertices that a pair of parts pushes, with their bodies: the one with the largest weight on either
/// side, and a number below zero where nobody knows which.
std::array<std::int64_t, 2> pushed_vertices(const Contact& part)
{
    const auto name = [](BodyId body, const auto& vertices, const auto& weights) {
        const auto largest = std::max_element(weights.begin(), weights.end());
        const std::uint32_t vertex = vertices[static_cast<std::size_t>(largest - weights.begin())];
        return *largest > 0.0f ? static_cast<std::int64_t>(std::uint64_t(body.index) << 32 | vertex) : -1;
    };
    return {name(part.body_a, part.vertices_a, part.weights_a), name(part.body_b, part.vertices_b, part.weights_b)};
}

/// Whether a push depends on the area that its contact stands for.
bool goes_by_area(const ForceOptions& options, const Material& material)
{
    return options.law != nullptr || !(material.stiffness > 0.0f) || material.pressure_damping > 0.0f;
}

} // namespace

ForceReport ContactForces::compute(const ContactReport& found, const ForceBodies& bodies, const ForceOptions& options)
{
    const ContactReport report = rest_.from_rest(found, bodies);
    pushes_.clear();
    contacts_.clear();
    push_ = confirmed_push_ = 0.0;
    refused_ = 0;

    open_.find(report);
    error_.begin(report, open_);
    anchors_.begin(report.contacts);
    const bool holds = options.policy == ForcePolicy::held;
    has_looked_ = has_looked_ && !bodies.have_changed();
    held_.begin(open_, bodies, holds && !has_looked_);
    has_looked_ = has_looked_ || holds;
    push_confirmed(report, bodies, options);
    if (holds)
        push_held(bodies, options);
    else if (options.policy == ForcePolicy::spheres)
        push_parts(report.unrefined, bodies, options);
    anchors_.end(open_);

    wrenches_.add_up(pushes_.span(), bodies);
    spread_over_vertices();
    const bool limited = wrenches_.limit(options.max_force_change, options.max_torque_change, bodies);
    return {
        .contacts = contacts_.span(),
        .vertices = vertices_.span(),
        .bodies = wrenches_.wrenches(),
        .limited = limited,
        .confirmed_push = to_finite_float({confirmed_push_, 0.0, 0.0}).x,
        .held_push = to_finite_float({push_ - confirmed_push_, 0.0, 0.0}).x,
        .open_pairs = open_.count(),
        .unknown_pairs = open_.silent_count(),
        .estimated_error = to_finite_float({error_.sum(), 0.0, 0.0}).x,
        .refused_pushes = refused_};
}

void ContactForces::push_confirmed(const ContactReport& report, const ForceBodies& bodies, const ForceOptions& options)
{
    const ForcePolicy policy = options.policy;
    // The depth of one contact may be final, and that of others of the same vertex still open.
    if (policy == ForcePolicy::held && !report.complete)
        for (const Contact& contact : report.contacts)
            if (contact.depth_state == DepthState::propagated && contact.depth() > 0.0f && is_of_vertex(contact))
                held_.claim(contact);
    for (const Contact& contact : report.contacts) {
        const bool is_final = report.complete || contact.depth_state != DepthState::open;
        const bool is_near = contact.depth() == 0.0f;
        if (is_near && is_final)
            held_.let_go(contact);
        // Where no part says that depths may be off, nothing that is only near is inside.
        const bool may_be_inside =
            is_near && policy == ForcePolicy::held && !is_final && error_.bound(contact, open_) > 0.0;
        if (is_near ? !may_be_inside : policy == ForcePolicy::certified_lower && !is_final) {
            add(contact, {});
            continue;
        }
        const double push_before = push_;
        const Contact pushing = policy != ForcePolicy::held ? contact
                                : is_near                   ? held_.take_near(contact)
                                                            : held_.take(contact);
        push(pushing, bodies, options);
        if (is_final)
            confirmed_push_ += push_ - push_before;
        error_.add(pushing, push_ - push_before, !is_final, open_);
    }
}

void ContactForces::push_held(const ForceBodies& bodies, const ForceOptions& options)
{
    held_.for_each_other([&](const Contact& contact) {
        const double push_before = push_;
        push(contact, bodies, options);
        if (contacts_.back().force == Vec3{})
            contacts_.pop_back();
        error_.add(contact, push_ - push_before, false, open_);
    });
}

void ContactForces::push(const Contact& contact, const ForceBodies& bodies, const ForceOptions& options)
{
    if (!(contact.separation < 0.0f))
        return add(contact, {});
    const DoubleVector velocity_a = velocity_of_side(contact.body_a, contact.vertices_a, contact.weights_a, bodies);
    const DoubleVector velocity_b = velocity_of_side(contact.body_b, contact.vertices_b, contact.weights_b, bodies);
    ContactMotion motion = {contact.depth(), to_double(contact.normal), velocity_b - velocity_a};
    const Material material = bodies.material(contact.body_a, contact.body_b);
    const auto may_be_thrown = [&](BodyId body, DoubleVector velocity) {
        return dot(velocity, velocity) > 0.0 && open_.leave_between(body);
    };
    motion.only_resists = options.policy == ForcePolicy::certified_lower
                          && (may_be_thrown(contact.body_a, velocity_a) || may_be_thrown(contact.body_b, velocity_b));
    if (!(material.sticking > 0.0f))
        return add(contact, ask(options, contact, motion, material, bodies).force);
    const std::uint32_t anchor = anchors_.find(contact, bodies);
    motion.stretch = anchors_.stretch(anchor, contact, bodies);
    const LawfulForce pushed = ask(options, contact, motion, material, bodies);
    if (pushed.stretch != motion.stretch)
        anchors_.slide(anchor, contact, pushed.stretch, bodies);
    add(contact, pushed.force);
}

LawfulForce ContactForces::ask(
    const ForceOptions& options, const Contact& contact, ContactMotion motion, const Material& material,
    const ForceBodies& bodies, double share_of_area)
{
    if (goes_by_area(options, material))
        motion.area = contact_area(contact, bodies) * share_of_area;
    const LawfulForce pushed =
        force_by_law(law_of(options), motion, material, {contact.body_a, contact.body_b, contact.id});
    refused_ += pushed.is_refused ? 1 : 0;
    return pushed;
}

/// Until depths are known, parts that cover what may lie inside say how hard two bodies push each other. What confirmed
/// contacts leave of that is for the other parts, and what these leave is for the covers.
void ContactForces::push_parts(std::span<const Contact> parts, const ForceBodies& bodies, const ForceOptions& options)
{
    sums_of_pairs_.resize_uninitialised(open_.count());
    std::fill(sums_of_pairs_.begin(), sums_of_pairs_.end(), PairSums{});
    for (const Push& push : pushes_) {
        const BodyPair pair = BodyPair::of(push.contact.body_a, push.contact.body_b);
        if (!open_.hold(pair))
            continue;
        PairSums& sums = sums_of_pairs_[open_.place(pair)];
        sums.confirmed = sums.confirmed + to_double(push.contact.force);
    }
    ask_about_parts(parts, bodies, options);
    for (PairSums& sums : sums_of_pairs_)
        sums.find_shares();
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const Contact& part = parts[k];
        if (part_forces_[k] == DoubleVector{})
            continue;
        const PairSums& sums = sums_of_pairs_[open_.place(part)];
        const double share = part.silent ? sums.share_of_covers : sums.share_of_parts;
        const double push_before = push_;
        const Vec3 force = to_finite_float(part_forces_[k] * share);
        if (force != Vec3{})
            add(part, force);
        error_.add(part, push_ - push_before, true, open_);
    }
}

/// Asks what each part would push with alone, and adds it up. The parts of two bodies overlap each other many times
/// over: those that push the same vertex share its area. Those that cover what may lie inside have each vertex once.
void ContactForces::ask_about_parts(
    std::span<const Contact> parts, const ForceBodies& bodies, const ForceOptions& options)
{
    parts_at_.clear();
    const auto count_at = [&](std::int64_t vertex) {
        const std::uint32_t known = vertex < 0 ? NumberMap::none : parts_at_.find(static_cast<std::uint64_t>(vertex));
        return known == NumberMap::none ? 0 : known;
    };
    for (const Contact& part : parts)
        if (part.separation < 0.0f && !part.silent)
            for (const std::int64_t vertex : pushed_vertices(part))
                if (vertex >= 0)
                    parts_at_.put(static_cast<std::uint64_t>(vertex), 1 + count_at(vertex));
    part_forces_.clear();
    for (const Contact& part : parts) {
        part_forces_.push_back({});
        if (!(part.separation < 0.0f))
            continue;
        // Where parts are, and how fast what touches in them moves, is not known: without velocities there is neither
        // damping nor friction.
        const ContactMotion motion = {-part.separation, to_double(part.normal), {}};
        const auto [at_a, at_b] = pushed_vertices(part);
        const std::uint32_t sharing = part.silent ? 1u : std::max({1u, count_at(at_a), count_at(at_b)});
        const double share = TACTUS_FAULT(104) ? 1.0 : 1.0 / static_cast<double>(sharing);
        const DoubleVector force =
            to_double(ask(options, part, motion, bodies.material(part.body_a, part.body_b), bodies, share).force);
        part_forces_[part_forces_.size() - 1] = force;
        PairSums& sums = sums_of_pairs_[open_.place(part)];
        DoubleVector& sum = part.silent ? sums.covers : sums.parts;
        sum = sum + force;
        sums.newtons_of_parts += part.silent ? 0.0 : length(force);
    }
}

void ContactForces::PairSums::find_shares()
{
    if (covers == DoubleVector{})
        return; // There are none, or they push against each other and say nothing.
    const double all = length(covers);
    // Newtons along what the covers push with, which confirmed contacts leave to all parts.
    const double left = std::max(0.0, all - dot(confirmed, covers) / all);
    if (newtons_of_parts > left)
        share_of_parts = left / newtons_of_parts;
    if (all > 0.0)
        share_of_covers = std::max(0.0, left - share_of_parts * dot(parts, covers) / all) / all;
}

void ContactForces::add(const Contact& contact, Vec3 force)
{
    contacts_.push_back({contact.id, contact.body_a, contact.body_b, contact.point, force});
    if (force == Vec3{})
        return;
    pushes_.push_back(
        {contacts_.back(), contact.vertices_a, contact.vertices_b, contact.weights_a, contact.weights_b, 0, 0});
    const DoubleVector pushing = to_double(force);
    push_ += std::sqrt(dot(pushing, pushing));
    open_.note_push(contact);
}

void ContactForces::spread_over_vertices()
{
    sums_.clear();
    const auto spread = [&](std::uint32_t body, const std::array<std::uint32_t, 3>& vertices,
                            const std::array<float, 3>& weights, DoubleVector force) {
        const double sum = weight_sum(weights);
        if (!(sum > 0.0))
            return;
        for (std::size_t k = 0; k < 3; ++k) {
            if (weights[k] != 0.0f)
                sums_.add(body, vertices[k], force * (weights[k] / sum));
        }
    };
    for (const Push& push : pushes_) {
        const DoubleVector force = to_double(push.contact.force);
        spread(push.number_a, push.vertices_a, push.weights_a, force * -1.0);
        spread(push.number_b, push.vertices_b, push.weights_b, force);
    }
    vertices_.clear();
    for (const VertexSums::Sum& sum : sums_.sort())
        vertices_.push_back({wrenches_.body_of(sum.body), sum.vertex, to_finite_float(sum.force)});
}

void ContactForces::forget(BodyId body)
{
    held_.forget(body);
    anchors_.forget(body);
    wrenches_.forget(body);
}

void ContactForces::clear()
{
    held_.clear();
    anchors_.clear();
    wrenches_.clear();
}

std::size_t ContactForces::bytes() const
{
    return contacts_.bytes() + pushes_.bytes() + rest_.bytes() + open_.bytes() + held_.bytes() + anchors_.bytes()
           + error_.bytes() + wrenches_.bytes() + sums_.bytes() + parts_at_.bytes() + sums_of_pairs_.bytes()
           + part_forces_.bytes() + vertices_.bytes();
}

} // namespace tactus
