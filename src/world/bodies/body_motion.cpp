// SPDX-License-Identifier: MIT
#include "world/bodies/body_motion.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "world/bodies/body.h"

namespace tactus {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Vec3 nowhere = {nan, nan, nan};

} // namespace

void BodyMotion::add_vertices(std::size_t vertex_count)
{
    if (!velocities.empty())
        velocities.resize(vertex_count);
    while (before == Before::kept && kept.size() < vertex_count)
        kept.push_back(nowhere);
}

BodyMotion BodyMotion::of_piece(std::span<const std::uint32_t> vertex_of) const
{
    BodyMotion piece;
    piece.moved_after = moved_after;
    for (const std::uint32_t vertex : vertex_of) {
        if (!velocities.empty())
            piece.velocities.push_back(velocities[vertex]);
        if (before == Before::kept)
            piece.kept.push_back(kept[vertex]);
    }
    piece.before = before == Before::kept ? before : Before::unknown;
    return piece;
}

void Body::copy_by_number(const float* places, Buffer<Vec3>& positions) const
{
    positions.resize_uninitialised(vertex_count);
    for (std::uint32_t place = 0; place < vertex_count; ++place)
        std::copy_n(places + 3 * std::size_t(place), 3, &positions[given_vertex(place)].x);
}

void Body::keep_positions_before()
{
    if (motion.before != BodyMotion::Before::structure)
        return;
    const float* before = tree->previous_positions();
    motion.before = before != nullptr ? BodyMotion::Before::kept : BodyMotion::Before::unknown;
    if (before != nullptr)
        copy_by_number(before, motion.kept);
}

void Body::begin_move(std::uint64_t query)
{
    // The structure is about to lose what it has from before the first move since the query.
    if (motion.is_watched && motion.moved_after == query)
        keep_positions_before();
    // Once the body has moved nothing may be refused, so what end_move copies to has its room before.
    if (motion.is_watched && tree->reads_in_place())
        (motion.moved_after != query ? motion.kept : motion.seen).reserve(vertex_count);
}

void Body::end_move(std::uint64_t query)
{
    ++motion.move_count;
    if (!motion.is_watched)
        return;
    if (motion.moved_after != query) {
        motion.moved_after = query;
        motion.before = BodyMotion::Before::structure;
        if (tree->reads_in_place()) {
            motion.before = BodyMotion::Before::kept;
            std::swap(motion.kept, motion.seen);
        }
    }
    if (tree->reads_in_place())
        copy_by_number(triangles().positions, motion.seen);
}

void Body::watch_motion()
{
    motion.is_watched = true;
    tree->keep_previous();
    if (tree->reads_in_place())
        copy_by_number(triangles().positions, motion.seen);
}

void Body::begin_edit(std::uint64_t query)
{
    if (!motion.is_watched)
        return;
    if (motion.moved_after == query) {
        keep_positions_before();
        return;
    }
    motion.moved_after = query;
    motion.before = BodyMotion::Before::kept;
    copy_by_number(triangles().positions, motion.kept);
}

void Body::end_edit()
{
    ++motion.move_count;
    motion.add_vertices(vertex_count);
    if (motion.is_watched && tree->reads_in_place())
        copy_by_number(triangles().positions, motion.seen);
}

} // namespace tactus
