// SPDX-License-Identifier: MIT
#include "queries/tools/shaft_touch.h"

#include <algorithm>
#include <cmath>

#include "geometry/triangle_distance.h"

namespace tactus {
namespace {

DoubleVector between(DoubleVector from, DoubleVector to, double part) { return from + (to - from) * part; }

/// A tool on its way and a triangle, seen from the triangle, so that nothing is lost far from the origin.
class OnItsWay {
public:
    OnItsWay(const ToolVolume& volume, const Triangle& touched)
        : old_pivot_(seen(volume.old_pivot, touched)), old_tip_(seen(volume.old_tip, touched)),
          pivot_(seen(volume.pivot, touched)), tip_(seen(volume.tip, touched)),
          face_{DoubleVector{}, seen(touched.b, touched), seen(touched.c, touched)}, radius_(double(volume.radius))
    {
        double size = radius_;
        for (const DoubleVector at : {old_pivot_, old_tip_, pivot_, tip_, face_[1], face_[2]})
            size = std::max(size, largest_component(at));
        // What all steps of a distance in doubles round, and more.
        doubt_ = size * 0x1p-44;
    }

    double shaft_length() const { return std::max(length(tip_ - pivot_), length(old_tip_ - old_pivot_)); }
    double radius() const { return radius_; }
    /// Metres that the faster end moves.
    double way() const { return std::max(length(tip_ - old_tip_), length(pivot_ - old_pivot_)); }
    /// How far the way of one point of the shaft is from the triangle.
    double distance_of_place(double s) const
    {
        const DoubleVector from = between(old_pivot_, old_tip_, s), to = between(pivot_, tip_, s);
        return triangle_distance(DoubleCorners{from, to, to}, face_).distance;
    }
    /// How far the shaft is from the triangle at one time.
    double distance_at(double t) const
    {
        const DoubleVector pivot = between(old_pivot_, pivot_, t), tip = between(old_tip_, tip_, t);
        return triangle_distance(DoubleCorners{pivot, tip, tip}, face_).distance;
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
            // The way is along the shaft: the longer of both has all of it.
            const DoubleVector longer = uu > vv ? u : v;
            const double along = dot(longer, longer) > 0.0 ? dot(longer, w) / dot(longer, longer) : 0.0;
            return {std::clamp(along, 0.0, 1.0), uu > vv ? 0.0 : 1.0};
        }
        const double of_old = (vv * uw - uv * vw) / area, of_new = (uu * vw - uv * uw) / area;
        const double s = std::clamp(of_old + of_new, 0.0, 1.0);
        return {s, s > 0.0 ? std::clamp(of_new / (of_old + of_new), 0.0, 1.0) : 1.0};
    }

private:
    static DoubleVector seen(Vec3 point, const Triangle& from) { return to_double(point) - to_double(from.a); }

    DoubleVector old_pivot_;
    DoubleVector old_tip_;
    DoubleVector pivot_;
    DoubleVector tip_;
    DoubleCorners face_;
    double radius_;
    double doubt_;
};

/// The last place that is certainly free before one that may not be, on the way from an end to a place that touches.
double end_of_free(const OnItsWay& tool, double end, double touching, double tolerance)
{
    if (!tool.is_free(tool.distance_of_place(end)))
        return end;
    double free = end;
    while (std::abs(touching - free) > tolerance) {
        const double middle = 0.5 * (free + touching);
        (tool.is_free(tool.distance_of_place(middle)) ? free : touching) = middle;
    }
    return free;
}

} // namespace

PartOfWay touching_part(const ToolVolume& volume, const Triangle& touched)
{
    if (volume.pivot != volume.old_pivot)
        return {};
    const OnItsWay tool(volume, touched);
    const double shaft = tool.shaft_length();
    if (!(shaft > 0.0))
        return {};
    const double tolerance = 0x1p-10 * std::min(1.0, tool.radius() / shaft) + 0x1p-20;
    const double nearest = tool.nearest().s;
    return {end_of_free(tool, 0.0, nearest, tolerance), end_of_free(tool, 1.0, nearest, tolerance)};
}

void FirstTouch::consider(const Triangle& touched)
{
    if (volume_.pivot == volume_.old_pivot)
        consider_with_pivot(touched);
    else
        consider_moving_pivot(touched);
}

void FirstTouch::consider_with_pivot(const Triangle& touched)
{
    const OnItsWay tool(volume_, touched);
    if (tool.way() == 0.0) {
        not_before_ = by_ = 1.0;
        return;
    }
    double touching = tool.nearest().t;
    const bool is_certain = tool.is_touching(tool.distance_at(touching));
    // By the end of the sweep it has touched: that is decided exactly.
    double by = is_certain ? touching : 1.0, free = 0.0;
    if (!tool.is_free(tool.distance_at(0.0))) {
        not_before_ = 0.0;
        by_ = std::min(by_, tool.is_touching(tool.distance_at(0.0)) ? 0.0 : by);
        return;
    }
    // What is free where another triangle may be touched already is touched later.
    if (not_before_ < touching && tool.is_free(tool.distance_at(not_before_))) {
        by_ = std::min(by_, by);
        return;
    }
    constexpr double tolerance = 0x1p-20;
    touching = std::min(touching, by);
    while (touching - free > tolerance) {
        const double middle = 0.5 * (free + touching), distance = tool.distance_at(middle);
        if (tool.is_free(distance)) {
            free = middle;
            continue;
        }
        touching = middle;
        if (tool.is_touching(distance))
            by = middle;
    }
    not_before_ = std::min(not_before_, free);
    by_ = std::min(by_, by);
}

void FirstTouch::consider_moving_pivot(const Triangle& touched)
{
    const OnItsWay tool(volume_, touched);
    constexpr int most_steps = 200;
    constexpr double least_step = 0x1p-20;
    double free = 0.0;
    for (int step = 0; step < most_steps && free < not_before_; ++step) {
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
            return;
        if (free_way < least_step) {
            const double ahead = std::min(1.0, free + least_step);
            if (tool.is_touching(tool.distance_at(ahead))) {
                by_ = std::min(by_, ahead);
                break;
            }
        }
        free += free_way;
    }
    not_before_ = std::min(not_before_, free);
}

} // namespace tactus
