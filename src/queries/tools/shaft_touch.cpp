// SPDX-License-Identifier: MIT
#include "queries/tools/shaft_touch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/work_prices.h"
#include "geometry/triangle_pairs/triangle_distance.h"

namespace tactus {
namespace {

// When something is touched is found to a millionth of the way.
constexpr double time_tolerance = 0x1p-20;

DoubleVector between(DoubleVector from, DoubleVector to, double part) { return from + (to - from) * part; }

/// A tool on its way and a triangle, seen from the triangle, so that nothing is lost far from the origin.
class OnItsWay {
public:
    OnItsWay(const ToolVolume& volume, const Triangle& touched, WorkAccount* account)
        : account_(account), old_pivot_(seen(volume.old_pivot, touched)), old_tip_(seen(volume.old_tip, touched)),
          pivot_(seen(volume.pivot, touched)),
          tip_(seen(volume.tip, touched)), face_{DoubleVector{}, seen(touched.b, touched), seen(touched.c, touched)},
          radius_(double(volume.radius))
    {
        double size = radius_;
        for (const DoubleVector at : {old_pivot_, old_tip_, pivot_, tip_, face_[1], face_[2]})
            size = std::max(size, largest_component(at));
        // What all steps of a distance in doubles round, and more.
        doubt_ = size * 0x1p-44;
    }

    /// Call before so many distances: false if nobody pays for them.
    bool pay(std::uint64_t distances) const
    {
        return account_ == nullptr || account_->pay(distances * price::shaft_distance);
    }
    /// Call before nearest().
    bool pay_for_nearest() const { return account_ == nullptr || account_->pay(price::swept_distance); }

    double shaft_length() const { return std::max(length(tip_ - pivot_), length(old_tip_ - old_pivot_)); }
    double radius() const { return radius_; }
    /// Metres that the faster end moves.
    double way() const { return std::max(length(tip_ - old_tip_), length(pivot_ - old_pivot_)); }
    /// How far the way of one point of the shaft is from the triangle.
    double distance_of_place(double s) const
    {
        const DoubleVector from = between(old_pivot_, old_tip_, s), to = between(pivot_, tip_, s);
        return segment_distance(from, to, face_);
    }
    /// How far the shaft is from the triangle at one time.
    double distance_at(double t) const
    {
        const DoubleVector pivot = between(old_pivot_, pivot_, t), tip = between(old_tip_, tip_, t);
        return segment_distance(pivot, tip, face_);
    }
    bool is_free(double distance) const { return distance > radius_ + doubt_; }
    bool is_touching(double distance) const { return distance < radius_ - doubt_; }
    double free_way(double distance) const { return distance - radius_ - doubt_; }

    /// Where the swept triangle is nearest to the other: on the shaft, and on the way.
    struct Nearest {
        double s;
        double t;
    };
    Nearest nearest() const
    {
        const DoubleVector at = triangle_distance(DoubleCorners{pivot_, old_tip_, tip_}, face_).point_a;
        const DoubleVector u = old_tip_ - pivot_, v = tip_ - pivot_, w = at - pivot_;
        const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
        const double area = uu * vv - uv * uv;
        if (!(area > 0x1p-40 * uu * vv)) {
            // The way is along the shaft: a place on it is on the old one or the new one.
            const double of_u = uu > 0.0 ? uw / uu : 0.0, of_v = vv > 0.0 ? vw / vv : 0.0;
            const bool is_old = of_v < 0.0 || (of_u > 0.0 && uu > vv);
            return {std::clamp(is_old ? of_u : of_v, 0.0, 1.0), is_old ? 0.0 : 1.0};
        }
        const double of_old = (vv * uw - uv * vw) / area, of_new = (uu * vw - uv * uw) / area;
        const double s = std::clamp(of_old + of_new, 0.0, 1.0);
        return {s, s > 0.0 ? std::clamp(of_new / (of_old + of_new), 0.0, 1.0) : 1.0};
    }

private:
    static DoubleVector seen(Vec3 point, const Triangle& from) { return to_double(point) - to_double(from.a); }

    WorkAccount* account_;
    DoubleVector old_pivot_;
    DoubleVector old_tip_;
    DoubleVector pivot_;
    DoubleVector tip_;
    DoubleCorners face_;
    double radius_;
    double doubt_;
};

/// A place of the shaft that touches, where a guess may not: the distance has no other valley than its lowest. None if
/// nobody pays for it.
std::optional<double> touching_place(const OnItsWay& tool)
{
    if (!tool.pay_for_nearest() || !tool.pay(1))
        return std::nullopt;
    const double guess = tool.nearest().s;
    if (!tool.is_free(tool.distance_of_place(guess)))
        return guess;
    double begin = 0.0, end = 1.0;
    for (int step = 0; step < 90; ++step) {
        if (!tool.pay(2))
            return std::nullopt;
        const double third = (end - begin) / 3.0;
        if (tool.distance_of_place(begin + third) < tool.distance_of_place(end - third))
            end -= third;
        else
            begin += third;
    }
    return 0.5 * (begin + end);
}

/// Narrows the way from a place that is free to one that touches until it is shorter than the tolerance. Nothing is
/// taken for granted but that what touches is in one piece; where the distance is convex, lines through two of its
/// values come close to its end from either side, so that few values are needed. False if nobody pays for so many; both
/// places are then free and touching all the same.
template <class DistanceOf>
bool narrow(const OnItsWay& tool, DistanceOf distance_of, double tolerance, double& free, double& touching)
{
    if (!tool.pay(2))
        return false;
    double above = tool.free_way(distance_of(free)), below = std::min(0.0, tool.free_way(distance_of(touching)));
    double free_before = free, above_before = above;
    for (int step = 0; std::abs(touching - free) > tolerance; ++step) {
        if (!tool.pay(1))
            return false;
        const double width = touching - free;
        double next = 0.5 * (free + touching);
        if (step % 3 == 0 && above > below)
            next = free + width * (above / (above - below));
        else if (step % 3 == 1 && above_before > above)
            next = free + (free - free_before) * (above / (above_before - above));
        // What is too near an end would not narrow it.
        const double margin = 0.45 * tolerance;
        const double from_free = std::abs(next - free), from_touching = std::abs(touching - next);
        if (from_free + from_touching > std::abs(width) * (1.0 + 0x1p-40) || from_touching < margin)
            next = touching - std::copysign(std::min(margin, 0.5 * std::abs(width)), width);
        else if (from_free < margin)
            next = free + std::copysign(std::min(margin, 0.5 * std::abs(width)), width);
        const double value = tool.free_way(distance_of(next));
        if (value > 0.0) {
            free_before = free;
            above_before = above;
            free = next;
            above = value;
        } else {
            touching = next;
            below = value;
        }
    }
    return true;
}

/// Moves an end of the shaft to the last place that is certainly free before one that may not be, on the way to a place
/// that touches. False if nobody pays for all of it.
bool move_to_end_of_free(const OnItsWay& tool, double touching, double tolerance, double& end)
{
    const auto distance_of = [&](double s) { return tool.distance_of_place(s); };
    if (!tool.pay(1))
        return false;
    return !tool.is_free(distance_of(end)) || narrow(tool, distance_of, tolerance, end, touching);
}

} // namespace

bool has_parts(const ToolVolume& volume)
{
    return volume.pivot == volume.old_pivot && (volume.tip != volume.pivot || volume.old_tip != volume.pivot);
}

PartOfWay touching_part(const ToolVolume& volume, const Triangle& touched, WorkAccount* account)
{
    PartOfWay part;
    if (!has_parts(volume))
        return part;
    const OnItsWay tool(volume, touched, account);
    const double shaft = tool.shaft_length();
    // Seen from far away, a short shaft is none.
    if (!(shaft > 0.0))
        return part;
    const double tolerance = 0x1p-10 * std::min(1.0, tool.radius() / shaft) + 0x1p-20;
    const std::optional<double> touching = touching_place(tool);
    part.is_open = !touching || !move_to_end_of_free(tool, *touching, tolerance, part.begin)
                   || !move_to_end_of_free(tool, *touching, tolerance, part.end);
    return part;
}

bool FirstTouch::consider(const Triangle& touched, WorkAccount* account)
{
    if (by_ == 0.0)
        return true;
    if (volume_.pivot == volume_.old_pivot && volume_.tip == volume_.old_tip) {
        touch_at_once();
        return true;
    }
    if (volume_.pivot == volume_.old_pivot ? consider_with_pivot(touched, account)
                                           : consider_moving_pivot(touched, account))
        return true;
    leave_open();
    return false;
}

void FirstTouch::leave_open()
{
    not_before_ = 0.0;
    // What a sweep around the pivot touches has been touched by its end. That is decided exactly.
    if (volume_.pivot == volume_.old_pivot)
        by_ = std::min(by_, 1.0);
}

bool FirstTouch::consider_with_pivot(const Triangle& touched, WorkAccount* account)
{
    const OnItsWay tool(volume_, touched, account);
    if (!tool.pay_for_nearest() || !tool.pay(3))
        return false;
    double touching = tool.nearest().t;
    const double nearest = tool.distance_at(touching), at_first = tool.distance_at(0.0);
    if (tool.is_free(nearest)) {
        // Rounding hides where it is nearest, but not that it touches by the end.
        if (!consider_moving_pivot(touched, account))
            return false;
        by_ = std::min(by_, 1.0);
        return true;
    }
    // By the end of the sweep it has touched: that is decided exactly.
    double by = tool.is_touching(nearest) ? touching : 1.0, free = 0.0;
    if (!tool.is_free(at_first)) {
        not_before_ = 0.0;
        by_ = std::min(by_, tool.is_touching(at_first) ? 0.0 : by);
        return true;
    }
    // What is free where another triangle may be touched already is touched later.
    if (not_before_ < touching && tool.is_free(tool.distance_at(not_before_))) {
        by_ = std::min(by_, by);
        return true;
    }
    // Where it touches for certain is a little farther than where it may.
    if (!narrow(
            tool, [&](double t) { return tool.distance_at(t); }, time_tolerance, free, touching))
        return false;
    for (double ahead = time_tolerance; ahead < by - touching; ahead *= 2.0) {
        if (!tool.pay(1))
            return false;
        if (tool.is_touching(tool.distance_at(touching + ahead)))
            by = touching + ahead;
    }
    not_before_ = std::min(not_before_, free);
    by_ = std::min(by_, by);
    return true;
}

bool FirstTouch::consider_moving_pivot(const Triangle& touched, WorkAccount* account)
{
    const OnItsWay tool(volume_, touched, account);
    // A way that is lost in rounding is no way: what is touched at all may be so from the beginning.
    if (tool.way() == 0.0) {
        not_before_ = 0.0;
        return true;
    }
    constexpr int most_steps = 200;
    double free = 0.0;
    for (int step = 0; step < most_steps && free < not_before_; ++step) {
        if (!tool.pay(2))
            return false;
        const double distance = tool.distance_at(free);
        if (tool.is_touching(distance)) {
            by_ = std::min(by_, free);
            break;
        }
        const double free_way = tool.free_way(distance) / tool.way();
        if (!(free_way > 0.0))
            break;
        // All that is before the end of a step is free, whatever its length; a little farther it may touch.
        if (free + free_way > 1.0)
            return true;
        if (free_way < time_tolerance) {
            const double ahead = std::min(1.0, free + time_tolerance);
            if (tool.is_touching(tool.distance_at(ahead))) {
                by_ = std::min(by_, ahead);
                break;
            }
        }
        free += free_way;
    }
    not_before_ = std::min(not_before_, free);
    return true;
}

} // namespace tactus
