// SPDX-License-Identifier: MIT
#include "world/queries/tool_queries.h"

#include <algorithm>
#include <string>

#include "base/work_meter.h"
#include "world/bodies/body.h"
#include "world/bodies/body_table.h"
#include "world/input/checked_input.h"
#include "world/pairs/encounters.h"
#include "world/queries/query_input.h"

namespace tactus {

Result<TouchReport> ToolQueries::find(BodyId id, const TouchOptions& options)
{
    const Body* tool = bodies_.find(id);
    if (tool == nullptr)
        return bodies_.stale(id);
    const ToolVolume* volume = tool->tool();
    if (volume == nullptr && !tool->is_convex())
        return invalid_input(
            "find_touched got body " + std::to_string(id.index) + ", which is neither a tool nor a convex set");
    WorkMeter meter(options.budget);
    TouchReport report;
    faces_.clear();
    first_touch_ = FirstTouch(volume != nullptr ? *volume : ToolVolume{});
    for (std::uint32_t index = 0; index < bodies_.slots().size(); ++index) {
        const Body* body = bodies_.slots()[index].body.get();
        if (body == nullptr || index == id.index || body->tree->is_volume() || !overlap(body->box(), tool->box())
            || !encounters_.are_tested(std::min(index, id.index), std::max(index, id.index)))
            continue;
        const std::size_t first = faces_.size();
        if (volume == nullptr) {
            append_faces(*tool->tree, index, meter, report);
            continue;
        }
        append_faces(*volume, index, options, meter, report);
        if (options.proposer != nullptr)
            compare_with(*options.proposer, *volume, *body, faces_.span().subspan(first), report);
    }
    report.faces = faces_.span();
    // What was not looked at may be touched at any time.
    report.first_touch_begin =
        !report.complete && options.first_touch ? 0.0f : float_not_above(first_touch_.not_before());
    report.first_touch_end = rounded_up(first_touch_.by());
    report.work_units_spent = meter.spent();
    return report;
}

void ToolQueries::append_faces(Tree& convex, std::uint32_t index, WorkMeter& meter, TouchReport& report)
{
    pairs_.clear();
    const RefinementOutcome outcome = pairs_of_shape_.find(*bodies_.body(index).tree, convex, meter, false, pairs_);
    for (const TrianglePair& pair : pairs_)
        faces_.push_back({bodies_.id_of(index), pair.a});
    report.complete = report.complete && outcome.complete;
    report.open_nodes += outcome.open_pairs;
    // Nothing of it has moved.
    if (!pairs_.empty())
        first_touch_.touch_now();
}

void ToolQueries::append_faces(
    const ToolVolume& volume, std::uint32_t index, const TouchOptions& options, WorkMeter& meter, TouchReport& report)
{
    Tree& mesh = *bodies_.body(index).tree;
    const BodyId id = bodies_.id_of(index);
    places_.clear();
    const RefinementOutcome outcome = faces_near_.find(mesh, core_of(volume), volume.radius, meter, false, places_);
    report.complete = report.complete && outcome.complete;
    report.open_nodes += outcome.open_pairs;
    const TriangleList triangles = mesh.triangles();
    const std::size_t first = faces_.size();
    for (const std::uint32_t place : places_) {
        TouchedFace face = {id, triangles.number(place)};
        if (options.shaft_parts) {
            const PartOfWay part = touching_part(volume, triangles[place]);
            face.shaft_begin = float_not_above(part.begin);
            face.shaft_end = std::min(1.0f, rounded_up(part.end));
        }
        if (options.first_touch)
            first_touch_.consider(triangles[place]);
        faces_.push_back(face);
    }
    std::sort(faces_.begin() + first, faces_.end(), [](const TouchedFace& one, const TouchedFace& other) {
        return one.triangle < other.triangle;
    });
}

void ToolQueries::compare_with(
    ToolProposer& proposer, const ToolVolume& volume, const Body& body, std::span<const TouchedFace> found,
    TouchReport& report)
{
    const TriangleList list = body.triangles();
    triangles_.clear();
    numbered_.clear();
    positions_.resize_uninitialised(body.vertex_count);
    for (std::uint32_t place = 0; place < body.vertex_count; ++place)
        positions_[body.given_vertex(place)] = list.vertex(place);
    for (std::size_t place = 0; place < list.size(); ++place)
        if (list.number(place) != TriangleList::no_triangle)
            numbered_.push_back({list.number(place), static_cast<std::uint32_t>(place)});
    std::sort(numbered_.begin(), numbered_.end());
    for (const auto& [number, place] : numbered_)
        triangles_.push_back(body.given_corners(place));
    proposed_.clear();
    if (!proposer.propose(volume, {TrianglesView(triangles_.span()), PositionsView(positions_.span())}, proposed_))
        proposed_.clear();
    std::erase_if(proposed_, [&](std::uint32_t number) { return number >= numbered_.size(); });
    for (std::uint32_t& number : proposed_)
        number = numbered_[number].number;
    std::sort(proposed_.begin(), proposed_.end());
    proposed_.erase(std::unique(proposed_.begin(), proposed_.end()), proposed_.end());
    const auto both = static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const TouchedFace& face) {
        return std::binary_search(proposed_.begin(), proposed_.end(), face.triangle);
    }));
    report.proposed += proposed_.size();
    report.proposed_in_vain += proposed_.size() - both;
    report.not_proposed += found.size() - both;
}

} // namespace tactus
