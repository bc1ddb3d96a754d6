// SPDX-License-Identifier: MIT
#include "world/bodies/body_contacts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/planted_fault.h"
#include "contacts/tables/facing_search.h"
#include "contacts/tables/place_search.h"
#include "geometry/double_vector.h"
#include "world/bodies/contact_table_maker.h"

namespace tactus {
namespace {

/// Four at a time, so that no addition has to wait for the one before it.
DoubleVector sum_of_points(const float* points, std::size_t count)
{
    std::array<double, 4> first{}, second{}, third{}; // of twelve coordinates
    const float* end = points + count / 4 * 12;
    for (; points != end; points += 12) {
        for (std::size_t k = 0; k < 4; ++k)
            first[k] += static_cast<double>(points[k]);
        for (std::size_t k = 0; k < 4; ++k)
            second[k] += static_cast<double>(points[4 + k]);
        for (std::size_t k = 0; k < 4; ++k)
            third[k] += static_cast<double>(points[8 + k]);
    }
    std::array<double, 12> sums;
    std::copy(first.begin(), first.end(), sums.begin());
    std::copy(second.begin(), second.end(), sums.begin() + 4);
    std::copy(third.begin(), third.end(), sums.begin() + 8);
    for (std::size_t k = 0; k < 3 * (count % 4); ++k)
        sums[k] += static_cast<double>(end[k]);
    return {
        (sums[0] + sums[3]) + (sums[6] + sums[9]), (sums[1] + sums[4]) + (sums[7] + sums[10]),
        (sums[2] + sums[5]) + (sums[8] + sums[11])};
}

} // namespace

BodyContacts::BodyContacts(Body& body) : BodyContacts(body, make_contact_tables(body)) {}

BodyContacts::BodyContacts(Body& body, ContactTables tables)
    : body_(&body), owners_(std::move(tables.owners)), place_of_vertex_(std::move(tables.place_of_vertex)),
      depth_tables_(std::move(tables.depth_tables))
{
    set_sides(tables.faces_inwards);
}

/// Of a body that is closed, and was not before.
void BodyContacts::find_places()
{
    PlaceSearch places;
    Stages stages;
    places.find(*body_->tree, body_->given_triangles.size(), stages);
    stages.finish();
    depth_tables_.place_of_triangle = places.take();
    find_sides();
}

bool BodyContacts::needs_sides() const
{
    return depth_tables_.is_closed && !faces_inwards_ && moves_at_sides_ != body_->motion.move_count;
}

void BodyContacts::set_sides(std::optional<bool> faces_inwards)
{
    faces_inwards_ = faces_inwards;
    moves_at_sides_ = body_->motion.move_count;
}

void BodyContacts::find_sides()
{
    FacingSearch facing;
    Stages stages;
    facing.find([this] { return surface(); }, stages);
    stages.finish();
    set_sides(facing.faces_inwards());
}

void BodyContacts::edit(
    std::span<const std::uint32_t> removed, std::span<const TriangleIndices> removed_corners, std::uint32_t first_added)
{
    const std::span<const TriangleIndices> triangles = body_->given_triangles;
    centroid_.reset();
    // A tree in an order of its own takes the caller's.
    place_of_vertex_.clear();
    edit_depth_tables(triangles, body_->vertex_count, removed_corners, removed, first_added, depth_tables_);
    if (!TACTUS_FAULT(48))
        owners_.edit(triangles, depth_tables_.stars, removed_corners, removed, first_added);
    std::vector<std::uint32_t>& places = depth_tables_.place_of_triangle;
    if (!depth_tables_.is_closed) {
        places.clear();
        return;
    }
    if (places.empty()) {
        find_places();
        return;
    }
    // Where half of a body is new, it may be turned round. Closed bodies have about two triangles to a vertex.
    if (triangles.size() - first_added >= depth_tables_.used_vertices)
        find_sides();
    // What is new stands where a neighbour does that was there before.
    for (std::size_t triangle = first_added; triangle < triangles.size(); ++triangle) {
        std::uint32_t place = 0;
        for (const std::uint32_t corner : triangles[triangle])
            if (const std::uint32_t neighbour = depth_tables_.stars[corner][0]; neighbour < triangle)
                place = places[neighbour];
        places.push_back(place);
    }
}

BodySurface BodyContacts::surface() const
{
    return {
        body_->given_triangles, body_->triangles().positions, &owners_,
        place_of_vertex_.empty() ? nullptr : place_of_vertex_.data()};
}

VertexVelocities BodyContacts::velocities(std::uint64_t since_query, float step_seconds) const
{
    const BodyMotion& motion = body_->motion;
    VertexVelocities found;
    found.now = surface();
    if (!motion.velocities.empty()) {
        found.given = motion.velocities.data();
        return found;
    }
    if ((motion.moved_after != since_query && !TACTUS_FAULT(31)) || motion.before == BodyMotion::Before::unknown
        || !(step_seconds > 0.0f))
        return found;
    if (motion.before == BodyMotion::Before::kept)
        found.kept = motion.kept.data();
    else
        found.before = body_->tree->previous_positions();
    found.per_second = 1.0f / step_seconds;
    return found;
}

Vec3 VertexVelocities::of(std::uint32_t vertex) const
{
    if (given != nullptr)
        return given[vertex];
    if (kept == nullptr && before == nullptr)
        return {};
    BodySurface then = now;
    then.positions = before;
    const Vec3 way = now.vertex(vertex) - (kept != nullptr ? kept[vertex] : then.vertex(vertex));
    return is_finite(way) ? way * per_second : Vec3{};
}

Vec3 BodyContacts::centroid()
{
    const std::uint64_t moves = body_->motion.move_count;
    if (!centroid_ || moves_at_centroid_ != moves || body_->tree->reads_in_place() || body_->is_shape())
        centroid_ = find_centroid();
    moves_at_centroid_ = moves;
    return *centroid_;
}

Vec3 BodyContacts::find_centroid() const
{
    const BodySurface now = surface();
    const std::size_t used = depth_tables_.used_vertices;
    DoubleVector sum;
    if (used == body_->vertex_count) {
        sum = sum_of_points(now.positions, used);
    } else {
        for (std::uint32_t vertex = 0; vertex < body_->vertex_count; ++vertex)
            if (!depth_tables_.stars[vertex].empty())
                sum = sum + to_double(now.vertex(vertex));
    }
    return used > 0 ? to_float(sum * (1.0 / double(used))) : Vec3{};
}

std::size_t BodyContacts::bytes() const
{
    return owners_.bytes() + place_of_vertex_.capacity() * sizeof(std::uint32_t) + depth_tables_.bytes();
}

} // namespace tactus
