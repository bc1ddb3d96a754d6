// SPDX-License-Identifier: MIT
#include "world/bodies/body.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "geometry/vector.h"
#include "mesh/removed_triangle.h"
#include "tree/refit/refit_bvh.h"
#include "tree/rigid_pose.h"
#include "world/input/checked_input.h"

#if defined(__SANITIZE_ADDRESS__)
#define TACTUS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TACTUS_ADDRESS_SANITIZER
#endif
#endif
#ifdef TACTUS_ADDRESS_SANITIZER
extern "C" void* __asan_region_is_poisoned(void* begin, std::size_t size);
#endif

namespace tactus {
namespace {

/// A sentence about the first vertex that no float holds where the pose puts it.
Error refuse_pose(const RigidPose& pose, std::span<const Vec3> vertices)
{
    std::vector<DoubleVector> posed;
    for (const Vec3 p : vertices)
        posed.push_back(pose(to_double(p)));
    return refuse_coordinate(posed);
}

/// Whether the 4 bytes after the last vertex can be read, as vertices are read 16 bytes at a time. Memory is mapped in
/// pages of 4096 bytes or a multiple, and floats do not straddle them: only where an array ends with its page may what
/// follows be nobody's.
bool is_readable_beyond(const PositionsView& positions)
{
    if (positions.size() == 0)
        return true;
    const float* end = static_cast<const float*>(positions.data()) + 3 * positions.size();
#ifdef TACTUS_ADDRESS_SANITIZER
    // The sanitizer knows better, and would not have it read otherwise.
    if (__asan_region_is_poisoned(const_cast<float*>(end), sizeof(float)) != nullptr)
        return false;
#endif
    constexpr std::uintptr_t page_bytes = 4096;
    return reinterpret_cast<std::uintptr_t>(end) % page_bytes != 0;
}

} // namespace

TriangleIndices Body::given_corners(std::size_t place) const
{
    TriangleIndices corners = triangles().given_corners(place);
    for (std::uint32_t& corner : corners)
        corner = given_vertex(corner);
    return corners;
}

void Body::keep_given_triangles()
{
    if (!given_triangles.empty())
        return;
    const TriangleList list = triangles();
    given_triangles.assign(triangle_count, removed_triangle);
    for (std::size_t place = 0; place < list.size(); ++place)
        if (list.number(place) != TriangleList::no_triangle)
            given_triangles[list.number(place)] = given_corners(place);
}

std::vector<Vec3> Body::current_positions() const
{
    const TriangleList list = triangles();
    std::vector<Vec3> positions(vertex_count);
    for (std::uint32_t place = 0; place < vertex_count; ++place)
        positions[given_vertex(place)] = list.vertex(place);
    return positions;
}

std::vector<Vec3> Body::own_positions() const
{
    if (!posed.pose)
        return current_positions();
    const std::span<const Vec3> own = tree->follows_poses() ? tree->reference() : posed.reference.span();
    return {own.begin(), own.end()};
}

std::vector<std::uint32_t> Body::vertex_order() const
{
    std::vector<std::uint32_t> order;
    if (is_shape())
        return order;
    std::vector<bool> listed(vertex_count, false);
    const auto add = [&](std::uint32_t vertex) {
        if (!listed[vertex])
            order.push_back(vertex);
        listed[vertex] = true;
    };
    const TriangleList list = triangles();
    for (std::size_t place = 0; place < list.size(); ++place)
        if (list.number(place) != TriangleList::no_triangle)
            for (const std::uint32_t vertex : given_corners(place))
                add(vertex);
    for (std::uint32_t vertex = 0; vertex < vertex_count; ++vertex)
        add(vertex);
    return order;
}

std::size_t Body::structure_bytes() const
{
    return tree->bytes() + posed.bytes() + (self_tables ? self_tables->bytes() : 0)
           + part_ends.capacity() * sizeof(std::uint32_t) + given_triangles.capacity() * sizeof(TriangleIndices)
           + edited_positions.bytes() + motion.bytes();
}

std::optional<Error> Body::check_count(const char* call, const PositionsView& positions) const
{
    if (auto error = check_layout(positions))
        return error;
    if (positions.size() != vertex_count)
        return invalid_input(
            std::string(call) + " got " + std::to_string(positions.size()) + " vertices, the body has "
            + std::to_string(vertex_count));
    return std::nullopt;
}

Result<void> Body::take_velocities(const PositionsView& given)
{
    if (auto error = check_count("set_velocities", given))
        return *error;
    std::vector<Vec3> taken(given.size());
    for (std::size_t vertex = 0; vertex < given.size(); ++vertex) {
        taken[vertex] = given[vertex];
        if (!std::isfinite(taken[vertex].x) || !std::isfinite(taken[vertex].y) || !std::isfinite(taken[vertex].z))
            return refuse_coordinate(given);
    }
    motion.velocities = std::move(taken);
    return {};
}

Result<void> Body::update(const PositionsView& positions, Workers& workers)
{
    if (sphere() != nullptr)
        return invalid_input("set_positions got a sphere, which has no vertices: set_pose moves its centre");
    if (half_space() != nullptr)
        return invalid_input("set_positions got a half-space, which has no vertices: set_pose moves its plane");
    if (is_convex())
        return invalid_input("set_positions got a convex set, whose planes say where it is: set_pose moves them");
    if (auto error = check_count("set_positions", positions))
        return *error;
    if (options.storage == PositionStorage::borrowed && !positions.is_packed_float())
        return invalid_input("borrowed positions must be packed floats");
    if (tree->reads_in_place() && !is_readable_beyond(positions)) {
        // The copy that is in use stays until the new one is accepted.
        const int next = 1 - posed.half;
        Buffer<Vec3>& copy = posed.posed[next];
        copy.resize_uninitialised(vertex_count);
        std::copy_n(static_cast<const float*>(positions.data()), 3 * std::size_t(vertex_count), &copy.data()->x);
        if (!tree->update(PositionsView(copy.span()), workers))
            return refuse_coordinate(positions);
        posed.half = next;
    } else if (!tree->update(positions, workers)) {
        return refuse_coordinate(positions);
    }
    forget_pose();
    return {};
}

std::size_t Body::begin_update(const PositionsView& positions, std::size_t vertices)
{
    RefitBvh* clusters = tree->clusters();
    if (clusters == nullptr || check_count("set_positions", positions) || !clusters->updates_in_pieces(positions))
        return 0;
    return clusters->begin_update(static_cast<const float*>(positions.data()), vertices);
}

void Body::update_piece(std::size_t piece) { tree->clusters()->update_piece(piece); }

bool Body::end_update(Workers& workers)
{
    if (!tree->clusters()->end_update(workers))
        return false;
    forget_pose();
    return true;
}

/// Its positions are the caller's from now on.
void Body::forget_pose()
{
    motion.velocities.clear();
    posed.pose.reset();
}

Result<void> Body::set_pose(const Pose& pose, Workers& workers)
{
    const RigidPose rigid(pose);
    Pose taken = pose;
    if (const Sphere* ball = tree->ball()) {
        const Vec3 centre = to_float(rigid.position);
        if (auto error = check_sphere({centre, ball->radius}))
            return *error;
        taken = pose_of_sphere(centre);
    }
    if (tree->follows_poses()) {
        if (!tree->set_pose(rigid))
            return is_convex() ? invalid_input("no floats hold the convex set where the pose puts it")
                   : half_space() != nullptr
                       ? invalid_input("no floats hold the half-space's plane where the pose puts it")
                       : refuse_pose(rigid, tree->reference());
        posed.pose = taken;
        return {};
    }
    if (!posed.pose) {
        const std::vector<Vec3> own = current_positions();
        posed.reference.resize_uninitialised(vertex_count);
        std::copy(own.begin(), own.end(), posed.reference.begin());
    }
    const int next = options.storage == PositionStorage::borrowed ? 1 - posed.half : 0;
    Buffer<Vec3>& moved = posed.posed[next];
    moved.resize_uninitialised(vertex_count);
    if (!pose_vertices(rigid, posed.reference.span(), moved.data())
        || !tree->update(PositionsView(moved.span()), workers))
        return refuse_pose(rigid, posed.reference.span());
    posed.half = next;
    posed.pose = pose;
    return {};
}

} // namespace tactus
