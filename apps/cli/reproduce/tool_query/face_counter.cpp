// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/face_counter.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tactus::cli {

namespace {

FaceList numbers_of(std::span<const TouchedFace> faces)
{
    FaceList numbers;
    for (const TouchedFace& face : faces)
        numbers.push_back(face.triangle);
    return numbers;
}

} // namespace

std::size_t count_lacking(const FaceList& from, const FaceList& without)
{
    FaceList lacking;
    std::ranges::set_difference(from, without, std::back_inserter(lacking));
    return lacking.size();
}

void VolumeCounts::add(const FaceList& exact, const FaceList& in_volume)
{
    touched += exact.size();
    clipped += in_volume.size();
    missed += count_lacking(exact, in_volume);
    added += count_lacking(in_volume, exact);
}

Result<FaceCounter>
FaceCounter::create(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, float radius)
{
    Result<World> world = World::create();
    if (!world.ok())
        return world.error();
    FaceCounter counter(std::move(world).value());
    const Result<BodyId> body = counter.world_.add_body({.triangles = triangles, .positions = positions});
    if (!body.ok())
        return body.error();
    counter.body_ = body.value();
    for (BodyId* tool : {&counter.stander_, &counter.sweeper_}) {
        const Result<BodyId> added = counter.world_.add_tool({.radius = radius, .sweep = tool == &counter.sweeper_});
        if (!added.ok())
            return added.error();
        *tool = added.value();
    }
    return counter;
}

Result<void> FaceCounter::set_positions(std::span<const Vec3> positions)
{
    return world_.set_positions(body_, positions);
}

Result<TouchReport> FaceCounter::ask(const ToolVolume& volume, ToolProposer* proposer)
{
    const bool sweeps = volume.tip != volume.old_tip || volume.pivot != volume.old_pivot;
    const BodyId tool = sweeps ? sweeper_ : stander_;
    for (const auto& [pivot, tip] : {std::pair{volume.old_pivot, volume.old_tip}, {volume.pivot, volume.tip}})
        if (Result<void> put = world_.set_tool(tool, pivot, tip); !put.ok())
            return put.error();
    return world_.find_touched(tool, {.shaft_parts = false, .first_touch = false, .proposer = proposer});
}

Result<FaceList> FaceCounter::touched(const ToolVolume& volume)
{
    const Result<TouchReport> report = ask(volume, nullptr);
    if (!report.ok())
        return report.error();
    return numbers_of(report.value().faces);
}

Result<FaceList> FaceCounter::held(std::span<const HalfSpace> half_spaces)
{
    const Result<OverlapReport> report = world_.overlap_convex(half_spaces);
    if (!report.ok())
        return report.error();
    FaceList faces;
    for (const SurfaceTriangle& found : report.value().triangles)
        if (found.body == body_)
            faces.push_back(found.triangle);
    return faces;
}

Result<void> FaceCounter::count_proposals(const ToolVolume& volume, ToolProposer& proposer, ProposalCounts& counts)
{
    const Result<FaceList> exact = touched(volume);
    if (!exact.ok())
        return exact.error();
    const Result<TouchReport> report = ask(volume, &proposer);
    if (!report.ok())
        return report.error();
    counts.proposed += report.value().proposed;
    counts.in_vain += report.value().proposed_in_vain;
    counts.not_proposed += report.value().not_proposed;
    counts.lost += count_lacking(exact.value(), numbers_of(report.value().faces));
    return {};
}

} // namespace tactus::cli
