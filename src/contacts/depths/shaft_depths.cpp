// SPDX-License-Identifier: MIT
#include "contacts/depths/shaft_depths.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "geometry/features/crossing.h"
#include "geometry/features/edge_edge.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

// Metres of lengths, by the largest coordinate, that are told apart with the points that floats can name.
constexpr double least_share_of_coordinates = 0x1p-20;
// Nothing is looked for that is deeper by no more than this share of the passage's length.
constexpr double depth_tolerance = 0x1p-16;
constexpr double rounding = 0x1p-10; // of a length that floats tell apart
constexpr std::size_t most_samples = 128;
// A shaft has its whole depth where the mean of its ways out is this long or longer.
constexpr double length_of_a_full_way = 0.5;

double largest_coordinate(const Segment& axis)
{
    return std::max(largest_component(to_double(axis.begin)), largest_component(to_double(axis.end)));
}

} // namespace

void ShaftDepths::begin(const Meeting& meeting, const WaysIn& ways, std::uint32_t way)
{
    clear();
    meeting_ = meeting;
    way_ = way;
    way_out_.begin(*meeting.tree, meeting.body, ways);
    least_length_ = least_share_of_coordinates * largest_coordinate(meeting.axis);
    crossings_.clear();
    samples_.clear();
    is_searching_ = false;
    has_touched_ = meeting.has_end_inside;
    cursor_ = 0;
    stage_ = Stage::cross;
}

Vec3 ShaftDepths::point_at(double part) const
{
    const DoubleVector begin = to_double(meeting_.axis.begin), end = to_double(meeting_.axis.end);
    return to_float(begin * (1.0 - part) + end * part);
}

bool ShaftDepths::is_inside(double part) const
{
    return std::any_of(inside_.begin(), inside_.end(), [&](const Inside& inside) {
        return inside.begin <= part && part <= inside.end;
    });
}

std::uint64_t ShaftDepths::step()
{
    switch (stage_) {
    case Stage::cross:
        return cross();
    case Stage::count:
        if (!containment_.done())
            return containment_.step();
        gather_counted();
        return price::next_stage;
    case Stage::search:
        return search();
    case Stage::done:
        break;
    }
    return price::glance;
}

/// Notes where the axis meets a triangle.
std::uint64_t ShaftDepths::cross()
{
    if (cursor_ == meeting_.pairs.size()) {
        has_touched_ ? ask() : gather_crossed();
        return price::next_stage;
    }
    const TrianglePair& pair = meeting_.pairs[cursor_++].triangles;
    const std::uint32_t number = meeting_.is_tool_a ? pair.b : pair.a;
    const Triangle face = meeting_.body.triangle(number);
    const Segment& axis = meeting_.axis;
    const DoubleVector normal = unit(normal_of(face)), corner = to_double(face.a);
    const double above = dot(normal, to_double(axis.begin) - corner), below = dot(normal, to_double(axis.end) - corner);
    if (above != below)
        add(std::clamp(above / (above - below), 0.0, 1.0), number, orient3d(face.a, face.b, face.c, axis.begin));
    if (tactus::crossing(Triangle{axis.end, axis.begin, axis.begin}, face).piercing.of_a != 0)
        return price::crossing_pair;
    // Where it meets an edge or a vertex, or lies in the triangle, points between such places say what is inside.
    has_touched_ = true;
    for (int k = 0; k < 3; ++k)
        if (const EdgeEdgeClosest met = closest(axis, edge(face, k)); met.distance <= least_length_)
            add(met.parameter_a, number, 0);
    return price::touching_pair;
}

/// Puts it in order, unless it is known.
void ShaftDepths::add(double part, std::uint32_t triangle, int jump)
{
    const auto is_before = [](const Crossing& left, const Crossing& right) {
        return left.part != right.part ? left.part < right.part : left.triangle < right.triangle;
    };
    const Crossing crossing = {part, triangle, jump};
    const auto place = static_cast<std::size_t>(
        std::lower_bound(crossings_.begin(), crossings_.end(), crossing, is_before) - crossings_.begin());
    if (place < crossings_.size() && !is_before(crossing, crossings_[place]))
        return;
    crossings_.push_back(crossing);
    std::rotate(crossings_.begin() + place, crossings_.end() - 1, crossings_.end());
}

/// Where every triangle is pierced, the windings between them add up.
void ShaftDepths::gather_crossed()
{
    int winding = 0;
    for (std::size_t k = 0; k + 1 < crossings_.size(); ++k) {
        winding += crossings_[k].jump;
        gather(crossings_[k].part, crossings_[k + 1].part, winding, false);
    }
    cursor_ = 0;
    stage_ = Stage::search;
}

void ShaftDepths::ask()
{
    const DoubleVector along = to_double(meeting_.axis.end) - to_double(meeting_.axis.begin);
    const double least_part = least_length_ / std::max(length(along), least_length_);
    containment_.begin(meeting_.body, meeting_.vertex_count, meeting_.tree->is_plain() ? nullptr : meeting_.tree);
    bounds_.clear();
    bounds_.push_back(0.0);
    for (const Crossing& crossing : crossings_.span())
        if (bounds_.size() == 1 || crossing.part - bounds_.back() > least_part)
            bounds_.push_back(crossing.part);
    bounds_.push_back(1.0);
    for (std::size_t k = 0; k + 1 < bounds_.size(); ++k)
        containment_.add(point_at(0.5 * (bounds_[k] + bounds_[k + 1])));
    stage_ = Stage::count;
}

void ShaftDepths::gather_counted()
{
    for (std::size_t k = 0; k + 1 < bounds_.size(); ++k)
        gather(bounds_[k], bounds_[k + 1], containment_.result(k).winding, k == 0 || k + 2 == bounds_.size());
    cursor_ = 0;
    stage_ = Stage::search;
}

void ShaftDepths::gather(double begin, double end, int winding, bool holds_end)
{
    if (winding == 0 || !(begin < end))
        return;
    if (inside_.empty() || inside_.back().end != begin) {
        inside_.push_back({begin, end, winding, holds_end});
        return;
    }
    inside_.back().end = end;
    inside_.back().holds_end |= holds_end;
}

std::uint64_t ShaftDepths::search()
{
    if (is_searching_) {
        if (!way_out_.found()) {
            way_out_.step();
            return price::walk_step;
        }
        take_sample();
        is_searching_ = false;
        return price::shaft_sample;
    }
    while (cursor_ < inside_.size()
           && (inside_[cursor_].holds_end || TACTUS_FAULT(99) || (TACTUS_FAULT(110) && !depths_.empty())))
        ++cursor_;
    if (cursor_ == inside_.size()) {
        stage_ = Stage::done;
        return price::next_stage;
    }
    const std::optional<double> next = next_part();
    if (!next) {
        finish_passage();
        return price::shaft_sample;
    }
    asked_ = *next;
    way_out_.begin_search(point_at(asked_), way_, guess_at(asked_));
    is_searching_ = true;
    return price::begun_depth;
}

/// The triangle that is nearer, of those that are nearest to the measured points before and behind; UINT32_MAX for
/// none.
std::uint32_t ShaftDepths::guess_at(double part) const
{
    std::uint32_t guess = UINT32_MAX;
    double least = std::numeric_limits<double>::infinity();
    const auto place = static_cast<std::size_t>(
        std::find_if(samples_.begin(), samples_.end(), [&](const Sample& sample) { return sample.part > part; })
        - samples_.begin());
    for (std::size_t k = place > 0 ? place - 1 : 0; k < std::min(place + 1, samples_.size()); ++k)
        if (const double distance = distance_of(samples_[k].triangle, part); distance < least) {
            least = distance;
            guess = samples_[k].triangle;
        }
    return guess;
}

/// Where the passage is measured next; none if its deepest point is known.
std::optional<double> ShaftDepths::next_part() const
{
    if (samples_.empty())
        return inside_[cursor_].begin;
    if (samples_.size() == 1)
        return inside_[cursor_].end;
    double deepest = 0.0;
    for (const Sample& sample : samples_.span())
        deepest = std::max(deepest, sample.depth);
    const Sample* last = samples_.end() - 1;
    const Sample* open = std::max_element(
        samples_.begin(), last, [](const Sample& left, const Sample& right) { return left.bound < right.bound; });
    const DoubleVector axis = to_double(meeting_.axis.end) - to_double(meeting_.axis.begin);
    const double passage = (last->part - samples_[0].part) * length(axis);
    const bool is_good = open->bound <= deepest + std::max(depth_tolerance * passage, rounding * least_length_);
    if (is_good || samples_.size() == most_samples || !(open->part < open->next && open->next < open[1].part))
        return std::nullopt;
    return open->next;
}

void ShaftDepths::take_sample()
{
    const Sample sample = {asked_, way_out_.closest().distance, way_out_.triangle(), 0.0, 0.0};
    const auto place = static_cast<std::size_t>(
        std::find_if(samples_.begin(), samples_.end(), [&](const Sample& other) { return other.part > sample.part; })
        - samples_.begin());
    samples_.push_back(sample);
    std::rotate(samples_.begin() + place, samples_.end() - 1, samples_.end());
    if (place > 0)
        bound_after(place - 1);
    if (place + 1 < samples_.size())
        bound_after(place);
}

void ShaftDepths::bound_after(std::size_t index)
{
    Sample& here = samples_[index];
    const Sample& there = samples_[index + 1];
    const double rise_here = distance_of(there.triangle, here.part) - here.depth;
    const double rise_there = distance_of(here.triangle, there.part) - there.depth;
    here.bound = std::max(here.depth, there.depth);
    here.next = here.part;
    // A triangle that is nearest to both ends is nowhere farther away between them.
    if (here.triangle == there.triangle || !(rise_here > 0.0) || !(rise_there > 0.0))
        return;
    const double along = rise_here / (rise_here + rise_there);
    here.next = here.part + (there.part - here.part) * along;
    here.bound = here.depth + (there.depth + rise_there - here.depth) * along;
}

/// The way from a point to a triangle, of unit length. Of one that is no longer than rounding, the triangle's normal is
/// left.
DoubleVector ShaftDepths::way_to(const VertexFaceClosest& closest, std::uint32_t triangle) const
{
    if (closest.distance > least_length_)
        return closest.offset * (1.0 / closest.distance);
    return unit_normal(meeting_.body, triangle) * (inside_[cursor_].winding > 0 ? 1.0 : -1.0);
}

void ShaftDepths::finish_passage()
{
    const auto deepest = static_cast<std::size_t>(
        std::max_element(
            samples_.begin(), samples_.end(),
            [](const Sample& left, const Sample& right) { return left.depth < right.depth; })
        - samples_.begin());
    const Sample sample = samples_[deepest];
    const Vec3 point = point_at(sample.part);
    const DoubleVector along = unit(to_double(meeting_.axis.end) - to_double(meeting_.axis.begin));
    VertexFaceClosest nearest = closest_on(meeting_.body, sample.triangle, point);
    std::uint32_t triangle = sample.triangle;
    const DoubleVector way = way_to(nearest, triangle);
    const double ahead = dot(way, along);
    DoubleVector across = way - along * ahead;
    // The depth falls off to where the way out leads, and to the other side by what is nearest there: to the first
    // measured point whose way out leads there. Points before it are less deep by rounding alone.
    const std::size_t step = ahead < 0.0 ? 1 : SIZE_MAX;
    for (std::size_t k = deepest + step; ahead != 0.0 && k < samples_.size(); k += step) {
        const std::uint32_t beside = samples_[k].triangle;
        const VertexFaceClosest closest_beside = closest_on(meeting_.body, beside, point);
        const DoubleVector way_beside = way_to(closest_beside, beside);
        const double ahead_beside = dot(way_beside, along);
        if (TACTUS_FAULT(111) && k == deepest + step && !(ahead * ahead_beside < 0.0))
            break;
        if (!(ahead * ahead_beside < 0.0) || TACTUS_FAULT(112))
            continue;
        const double weight = ahead / (ahead - ahead_beside);
        across = way * (1.0 - weight) + way_beside * weight;
        if (dot(way_beside, across) > dot(way, across)) {
            nearest = closest_beside;
            triangle = beside;
        }
        break;
    }
    samples_.clear();
    ++cursor_;
    if (!std::isfinite(sample.depth))
        return;
    const auto& w = nearest.weights;
    depths_.push_back(
        {.part = sample.part,
         .point = point,
         .depth = static_cast<float>(TACTUS_FAULT(113) ? 0.5 * sample.depth : sample.depth),
         .way_out = to_float(unit(has_direction(across) ? across : direction_across(along))),
         .share = static_cast<float>(std::min(1.0, length(across) / length_of_a_full_way)),
         .triangle = triangle,
         .weights = {static_cast<float>(w[0]), static_cast<float>(w[1]), static_cast<float>(w[2])}});
}

} // namespace tactus
