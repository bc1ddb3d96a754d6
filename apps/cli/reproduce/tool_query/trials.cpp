// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/trials.h"

#include <algorithm>
#include <utility>

#include "cli/reproduce/tool_query/face_counter.h"
#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/organ.h"

namespace tactus::cli {

namespace {

using scenes::Point;
using scenes::Random;

constexpr double tool_radius = 0.004;

scenes::Shape tetrahedron_shape()
{
    constexpr double reach = 0.08;
    return {
        {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}},
        {{reach, reach, reach}, {reach, -reach, -reach}, {-reach, reach, -reach}, {-reach, -reach, reach}}};
}

/// A tool through a hole somewhere above, its tip in or near the body, and the way that the tip has come.
ToolTrial random_trial(std::uint64_t seed)
{
    Random random(seed, 19);
    const Point up = random.direction();
    const Point pivot = {0.14 * up.x, 0.14 * up.y, 0.14 + 0.06 * random.uniform()};
    const Point around = random.in_cube();
    const Point tip = {0.11 * around.x, 0.06 * around.y, 0.05 * around.z};
    // One draw a line: which of two operands draws first is up to the compiler.
    const Point heading = random.direction();
    const Point way = heading * random.between(0.015, 0.06);
    return {
        .volume =
            {.pivot = scenes::rounded(pivot),
             .tip = scenes::rounded(tip),
             .old_pivot = scenes::rounded(pivot),
             .old_tip = scenes::rounded(tip - way),
             .radius = static_cast<float>(tool_radius)},
        .seconds = random.between(0.0, 10.0)};
}

} // namespace

TrialBody::TrialBody(scenes::Shape rest)
    : rest_(std::move(rest)),
      waves_(
          Random(0, 5), {.count = 4, .shortest = 0.1, .longest = 0.3, .slowest = 0.2, .fastest = 0.9, .height = 0.06})
{
}

TrialBody TrialBody::liver(std::uint32_t rings)
{
    return TrialBody(scenes::organ_over(scenes::OrganKind::liver, scenes::ring_sphere(rings), 0));
}

TrialBody TrialBody::tetrahedron() { return TrialBody(tetrahedron_shape()); }

std::vector<Vec3> TrialBody::positions_at(double seconds) const
{
    std::vector<Vec3> positions;
    for (const Point& rest : rest_.points)
        positions.push_back(scenes::rounded(rest * (1.0 + waves_.height(rest, seconds))));
    return positions;
}

Result<std::vector<ToolTrial>> find_trials(const TrialBody& body, TouchedRange range, std::size_t count)
{
    Result<FaceCounter> counter =
        FaceCounter::create(body.triangles(), body.positions_at(0.0), static_cast<float>(tool_radius));
    if (!counter.ok())
        return counter.error();
    std::vector<ToolTrial> trials;
    constexpr std::uint64_t last_seed = 100'000;
    for (std::uint64_t seed = 0; trials.size() < count; ++seed) {
        if (seed == last_seed)
            return Error{ErrorCode::invalid_argument, "no tool touches as many faces as a trial wants"};
        ToolTrial trial = random_trial(seed);
        if (Result<void> moved = counter.value().set_positions(body.positions_at(trial.seconds)); !moved.ok())
            return moved.error();
        const Result<FaceList> stands = counter.value().touched(standing(trial.volume));
        if (!stands.ok())
            return stands.error();
        const Result<FaceList> sweeps = counter.value().touched(trial.volume);
        if (!sweeps.ok())
            return sweeps.error();
        trial.standing_faces = stands.value().size();
        trial.sweeping_faces = sweeps.value().size();
        // The k-th trial has its own part of the range.
        const std::size_t width = range.greatest - range.least + 1, k = trials.size();
        const std::size_t least = range.least + k * width / count;
        const std::size_t greatest = std::max(least + 1, range.least + (k + 1) * width / count) - 1;
        if (trial.sweeping_faces >= least && trial.sweeping_faces <= greatest)
            trials.push_back(trial);
    }
    return trials;
}

ToolVolume with_motion(const ToolVolume& volume, double distance, double turns)
{
    const Point shaft = scenes::unit(scenes::widened(volume.tip) - scenes::widened(volume.pivot));
    const Point way = scenes::widened(volume.tip) - scenes::widened(volume.old_tip);
    const Point across = scenes::unit(way - shaft * dot(way, shaft));
    const Point begin = scenes::widened(volume.tip)
                        - (shaft * scenes::cosine_of_turns(turns) + across * scenes::sine_of_turns(turns)) * distance;
    ToolVolume moved = volume;
    moved.old_tip = scenes::rounded(begin);
    return moved;
}

ToolVolume standing(const ToolVolume& volume)
{
    ToolVolume still = volume;
    still.old_pivot = still.pivot;
    still.old_tip = still.tip;
    return still;
}

} // namespace tactus::cli
