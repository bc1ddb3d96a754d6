// SPDX-License-Identifier: MIT
#include "scenes/cuts/tumbling.h"

#include <algorithm>
#include <cmath>

namespace tactus::scenes {
namespace {

constexpr double steps_per_second = 480.0;
constexpr double gravity = 9.81;
constexpr double bounce = 0.3;    ///< of the speed at which two things meet
constexpr double roughness = 0.6; ///< of the push that a surface can pass on sideways
constexpr double growing_seconds = 0.4;

double mass(const Tumbler& body) { return body.radius * body.radius * body.radius; }

/// What two bodies, or one and the bowl, do where they meet. The second has no part in it where it is null.
void collide(Tumbler& a, Tumbler* b, Point normal, double radius_a, double radius_b)
{
    const double share_a = 1.0 / mass(a), share_b = b == nullptr ? 0.0 : 1.0 / mass(*b);
    Point meeting = a.velocity - cross(a.spin, normal) * radius_a;
    if (b != nullptr)
        meeting = meeting - b->velocity - cross(b->spin, normal) * radius_b;
    const double approach = dot(meeting, normal);
    if (approach >= 0.0)
        return;
    const double push = -(1.0 + bounce) * approach / (share_a + share_b);
    const Point sliding = meeting - normal * approach;
    const double speed = norm(sliding);
    // A ball that is pushed at its surface also turns: two sevenths stop the sliding.
    const double stop = (2.0 / 7.0) * speed / (share_a + share_b);
    const Point drag = speed > 0.0 ? sliding * (-std::min(stop, roughness * push) / speed) : Point{};
    const Point impulse = normal * push + drag;
    a.velocity = a.velocity + impulse * share_a;
    a.spin = a.spin - cross(normal, drag) * (2.5 * share_a / radius_a);
    if (b != nullptr) {
        b->velocity = b->velocity - impulse * share_b;
        b->spin = b->spin - cross(normal, drag) * (2.5 * share_b / radius_b);
    }
}

} // namespace

Tumbling::Tumbling(std::vector<Tumbler> bodies, const Bowl& bowl, double seconds)
    : body_count_(bodies.size()), step_count_(1 + static_cast<std::size_t>(seconds * steps_per_second))
{
    const double step = 1.0 / steps_per_second;
    std::vector<Placed> now(bodies.size());
    places_.reserve(step_count_ * body_count_);
    for (std::size_t k = 0; k < step_count_; ++k) {
        for (std::size_t i = 0; i < bodies.size(); ++i)
            now[i].centre = bodies[i].centre;
        places_.insert(places_.end(), now.begin(), now.end());
        // What has just been one overlaps as balls: they grow to their size when there is room.
        const double grown = 0.5 + 0.5 * smooth_step(static_cast<double>(k) * step / growing_seconds);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            Tumbler& body = bodies[i];
            body.velocity = body.velocity * (1.0 - 0.5 * step);
            body.velocity.z -= gravity * step;
            body.spin = body.spin * (1.0 - 1.0 * step);
            body.centre = body.centre + body.velocity * step;
            for (std::size_t j = 0; j < i; ++j) {
                const Point between = body.centre - bodies[j].centre;
                const double distance = norm(between);
                const double touching = grown * (body.radius + bodies[j].radius);
                if (distance >= touching || distance == 0.0)
                    continue;
                const Point normal = between * (1.0 / distance);
                collide(body, &bodies[j], normal, body.radius, bodies[j].radius);
                const Point apart = normal * (0.1 * (touching - distance));
                body.centre = body.centre + apart;
                bodies[j].centre = bodies[j].centre - apart;
            }
            const Point inward = bowl.centre - body.centre;
            const double distance = norm(inward);
            const double depth = distance + grown * body.radius - bowl.radius;
            if (depth > 0.0 && distance > 0.0) {
                const Point normal = inward * (1.0 / distance);
                collide(body, nullptr, normal, body.radius, 0.0);
                body.centre = body.centre + normal * (0.5 * depth);
            }
            // The turn grows by half the spin times itself, as quaternions do.
            Placed& placed = now[i];
            const Point spin = body.spin * (0.5 * step);
            const Point turn = placed.turn + spin * placed.turn_w + cross(spin, placed.turn);
            const double turn_w = placed.turn_w - dot(spin, placed.turn);
            const double length = std::sqrt(dot(turn, turn) + turn_w * turn_w);
            placed.turn = turn * (1.0 / length);
            placed.turn_w = turn_w / length;
        }
    }
}

Pose Tumbling::pose(std::size_t body, double seconds) const
{
    const double at = std::clamp(seconds * steps_per_second, 0.0, static_cast<double>(step_count_ - 1));
    const auto before = static_cast<std::size_t>(at);
    const std::size_t after = std::min(before + 1, step_count_ - 1);
    const double share = at - static_cast<double>(before);
    const Placed &from = places_[before * body_count_ + body], &to = places_[after * body_count_ + body];
    Point turn = mix(from.turn, to.turn, share);
    double w = mix(from.turn_w, to.turn_w, share);
    const double length = std::sqrt(dot(turn, turn) + w * w);
    turn = turn * (1.0 / length);
    w /= length;
    const auto turned_by = [&](Point p) {
        const Point sideways = cross(turn, p);
        return p + sideways * (2.0 * w) + cross(turn, sideways) * 2.0;
    };
    return {
        turned_by({1.0, 0.0, 0.0}), turned_by({0.0, 1.0, 0.0}), turned_by({0.0, 0.0, 1.0}),
        mix(from.centre, to.centre, share)};
}

} // namespace tactus::scenes
