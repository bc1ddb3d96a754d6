// SPDX-License-Identifier: MIT
#include "world/queries/tool_queries.h"

#include <algorithm>
#include <string>

#include "base/planted_fault.h"
#include "base/work_account.h"
#include "base/work_meter.h"
#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"
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
    touched_.clear();
    faces_.clear();
    first_touch_ = FirstTouch(volume != nullptr ? *volume : ToolVolume{});
    const auto body_count = static_cast<std::uint32_t>(bodies_.slots().size());
    for (std::uint32_t index = 0; index < body_count; ++index) {
        if (!is_asked(*tool, id.index, index))
            continue;
        if (volume == nullptr)
            append_faces(*tool->tree, index, meter, report);
        else
            append_faces(*volume, index, meter, report);
    }
    const bool is_list_whole = report.complete;
    if (volume != nullptr)
        measure_faces(*volume, options, meter, report);
    report.faces = faces_.span();
    if (options.first_touch) {
        // What was not looked at may be touched at any time.
        report.first_touch_begin = is_list_whole ? float_not_above(first_touch_.not_before()) : 0.0f;
        report.first_touch_end = rounded_up(first_touch_.by());
    }
    report.work_units_spent = meter.spent();
    if (volume != nullptr && options.proposer != nullptr)
        for (std::uint32_t index = 0; index < body_count; ++index)
            if (is_asked(*tool, id.index, index))
                compare_with(*options.proposer, *volume, index, report);
    return report;
}

bool ToolQueries::is_asked(const Body& tool, std::uint32_t tool_index, std::uint32_t index) const
{
    const Body* body = bodies_.slots()[index].body.get();
    return body != nullptr && index != tool_index && !body->tree->is_volume() && overlap(body->box(), tool.box())
           && encounters_.are_tested(std::min(index, tool_index), std::max(index, tool_index));
}

void ToolQueries::append_faces(Tree& convex, std::uint32_t index, WorkMeter& meter, TouchReport& report)
{
    pairs_.clear();
    const RefinementOutcome outcome = pairs_of_shape_.find(*bodies_.body(index).tree, convex, meter, false, pairs_);
    for (const TrianglePair& pair : pairs_)
        faces_.push_back({bodies_.id_of(index), pair.a});
    report.complete = report.complete && outcome.complete;
    report.open_nodes += outcome.open_pairs;
    // It does not sweep, and touches all the way what it touches.
    if (!pairs_.empty())
        first_touch_.touch_at_once();
}

void ToolQueries::append_faces(const ToolVolume& volume, std::uint32_t index, WorkMeter& meter, TouchReport& report)
{
    Tree& mesh = *bodies_.body(index).tree;
    const BodyId id = bodies_.id_of(index);
    places_.clear();
    const RefinementOutcome outcome = faces_near_.find(mesh, core_of(volume), volume.radius, meter, false, places_);
    report.complete = report.complete && outcome.complete;
    report.open_nodes += outcome.open_pairs;
    const TriangleList triangles = mesh.triangles();
    const std::size_t first = touched_.size();
    for (const std::uint32_t place : places_)
        touched_.push_back({triangles.number(place), place});
    std::sort(touched_.begin() + first, touched_.end());
    for (const Numbered& touched : touched_.span().subspan(first))
        faces_.push_back({id, touched.number});
}

void ToolQueries::measure_faces(
    const ToolVolume& volume, const TouchOptions& options, WorkMeter& meter, TouchReport& report)
{
    WorkAccount account(meter);
    WorkAccount* const paying = meter.is_limited() && !TACTUS_FAULT(97) ? &account : nullptr;
    const bool wants_parts = options.shaft_parts && has_parts(volume);
    std::size_t k = 0;
    for (; k < faces_.size() && report.open_faces == 0; ++k) {
        TouchedFace& face = faces_[k];
        const Triangle triangle = bodies_.body(face.body.index).tree->triangles()[touched_[k].place];
        if (wants_parts) {
            const PartOfWay part = touching_part(volume, triangle, paying);
            face.shaft_begin = float_not_above(part.begin);
            face.shaft_end = std::min(1.0f, rounded_up(part.end));
            face.shaft_open = part.is_open;
        }
        const bool is_considered = !options.first_touch || first_touch_.consider(triangle, paying);
        report.open_faces += face.shaft_open || !is_considered ? 1 : 0;
    }
    // A budget that has ended once has ended for all that are left.
    report.open_faces += faces_.size() - k;
    if (options.first_touch && k < faces_.size())
        first_touch_.leave_open();
    for (; k < faces_.size(); ++k)
        faces_[k].shaft_open = wants_parts;
    report.complete = report.complete && report.open_faces == 0;
}

void ToolQueries::compare_with(
    ToolProposer& proposer, const ToolVolume& volume, std::uint32_t index, TouchReport& report)
{
    const Body& body = bodies_.body(index);
    const auto first_of = [&](std::uint32_t from) {
        return std::partition_point(
            faces_.begin(), faces_.end(), [&](const TouchedFace& face) { return face.body.index < from; });
    };
    const std::span<const TouchedFace> found(first_of(index), first_of(index + 1));
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
