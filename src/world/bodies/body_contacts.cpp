// SPDX-License-Identifier: MIT
#include "world/bodies/body_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "tree/clusters/connected_order.h"

namespace tactus {
namespace {

/// Whether the triangles face inwards, all in all; nothing if they enclose next to nothing.
std::optional<bool> faces_inwards(const BodySurface& surface)
{
    // Flat bodies that lie askew have as much volume as rounding gives them.
    constexpr double flat = 1e-6;
    double sum = 0.0, size = 0.0;
    const DoubleVector origin = to_double(surface.vertex(surface.first_vertex()));
    for (const TriangleIndices& triangle : surface.triangles)
        if (const auto& [a, b, c] = triangle; !is_removed(triangle)) {
            const DoubleVector p = to_double(surface.vertex(a)) - origin, q = to_double(surface.vertex(b)) - origin,
                               r = to_double(surface.vertex(c)) - origin, area = cross(q - p, r - p);
            sum += dot(p, area);
            size += std::sqrt(dot(p, p) * dot(area, area));
        }
    return std::abs(sum) > flat * size ? std::optional(sum < 0.0) : std::nullopt;
}

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

/// Places of triangles in an order whose runs are compact patches: the tree's, where there is one.
std::vector<std::uint32_t> places_on_surface(const Body& body, const BodySurface& surface)
{
    std::vector<std::uint32_t> places(surface.triangles.size());
    std::uint32_t next = 0;
    if (body.tree->has_patches()) {
        const TriangleList list = body.triangles();
        for (std::size_t place = 0; place < list.size(); ++place)
            if (list.number(place) < places.size())
                places[list.number(place)] = next++;
        return places;
    }
    std::vector<Vec3> positions(body.vertex_count);
    for (std::uint32_t vertex = 0; vertex < body.vertex_count; ++vertex)
        positions[vertex] = surface.vertex(vertex);
    for (const std::uint32_t triangle : connected_order(surface.triangles, positions))
        places[triangle] = next++;
    return places;
}

} // namespace

BodyContacts::BodyContacts(Body& body)
    : BodyContacts(body, (body.keep_given_triangles(), EdgeSides(body.given_triangles, body.vertex_count)))
{
}

BodyContacts::BodyContacts(Body& body, const EdgeSides& sides)
    : body_(&body), owners_(body.given_triangles, body.vertex_count, sides),
      depth_tables_(make_depth_tables(body.given_triangles, body.vertex_count, sides))
{
    // A triangle that goes there and back has every edge in both directions, and yet no inside.
    depth_tables_.is_closed = depth_tables_.is_closed && body.tool() == nullptr;
    const std::span<const std::uint32_t> order = body.tree->vertex_order();
    if (!std::is_sorted(order.begin(), order.end())) {
        place_of_vertex_.resize(body.vertex_count);
        for (std::uint32_t place = 0; place < body.vertex_count; ++place)
            place_of_vertex_[order[place]] = place;
    }
    body.tree->nodes();
    if (depth_tables_.is_closed)
        find_places();
}

/// Of a body that is closed, and was not before.
void BodyContacts::find_places()
{
    depth_tables_.place_of_triangle = places_on_surface(*body_, surface());
    find_sides();
}

void BodyContacts::find_sides() { faces_inwards_ = tactus::faces_inwards(surface()); }

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
