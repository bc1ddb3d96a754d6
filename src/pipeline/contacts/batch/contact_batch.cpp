// SPDX-License-Identifier: MIT
#include "pipeline/contacts/batch/contact_batch.h"

#include <algorithm>
#include <bit>

#include "geometry/features/crossing.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/triangle_batch.h"
#include "pipeline/contacts/batch/crossing_point.h"
#include "pipeline/contacts/batch/pair_codes.h"

namespace tactus {
namespace {

using contact_batch::FeaturePlaces;
using contact_batch::FeatureResults;

constexpr std::size_t rounded_up(std::size_t count) { return (count + 3) & ~std::size_t{3}; }

constexpr int next_corner(int k) { return k == 2 ? 0 : k + 1; }

// Corners above the distance (bits 0 to 2) and below it (bits 3 to 5): the edges, as bits 3 to 5, that may still be near
// since their ends are not both above or both below, and the corners, as bits 0 to 2, that are neither.
constexpr std::array<std::uint8_t, 64> near_features = [] {
    std::array<std::uint8_t, 64> table{};
    for (unsigned code = 0; code < 64; ++code) {
        const unsigned above = code & 7, below = code >> 3;
        unsigned features = ~(above | below) & 7;
        for (int k = 0; k < 3; ++k) {
            const unsigned ends = 1u << k | 1u << next_corner(k);
            if ((above & ends) != ends && (below & ends) != ends)
                features |= 8u << k;
        }
        table[code] = static_cast<std::uint8_t>(features);
    }
    return table;
}();

constexpr bool is_far(std::uint32_t sides) { return (sides & 7) == 7 || (sides & 56) == 56; }

Vec3 vertex_at(const float* positions, std::uint32_t place)
{
    const float* p = positions + 3 * std::size_t(place);
    return {p[0], p[1], p[2]};
}

Triangle triangle_at(const float* positions, const std::uint32_t* places)
{
    return {vertex_at(positions, places[0]), vertex_at(positions, places[1]), vertex_at(positions, places[2])};
}

bool is_within(const ContactSurface& a, const ContactSurface& b, ElementaryKind kind, const FeaturePlaces& f, float distance)
{
    if (kind == ElementaryKind::edge_edge)
        return within(
            Segment{vertex_at(a.positions, f.place[0]), vertex_at(a.positions, f.place[1])},
            Segment{vertex_at(b.positions, f.place[2]), vertex_at(b.positions, f.place[3])}, distance);
    const bool vertex_is_a = kind == ElementaryKind::vertex_face;
    return within(
        vertex_at(vertex_is_a ? a.positions : b.positions, f.place[0]),
        triangle_at(vertex_is_a ? b.positions : a.positions, f.place + 1), distance);
}

} // namespace

void ContactBatch::Tests::make_room(std::size_t wanted)
{
    places.resize_uninitialised(std::max(wanted + 4, places.size()));
    origins.resize_uninitialised(std::max(wanted + 4, origins.size()));
    count = 0;
}

/// Fills the last group of four with copies of the last test.
std::size_t ContactBatch::Tests::padded_count()
{
    const std::size_t padded = rounded_up(count);
    for (std::size_t i = count; i < padded; ++i)
        places.data()[i] = places.data()[count - 1];
    return padded;
}

void ContactBatch::find(
    const ContactSurface& a, const ContactSurface& b, std::span<const TrianglePair> pairs, float distance,
    Buffer<DecidedContact>& contacts)
{
    const Sides sides = {a, b, distance};
    for (std::size_t begin = 0; begin < pairs.size(); begin += chunk_size)
        find_chunk(sides, pairs.subspan(begin, std::min(chunk_size, pairs.size() - begin)), contacts);
}

void ContactBatch::find_chunk(
    const Sides& sides, std::span<const TrianglePair> pairs, Buffer<DecidedContact>& contacts)
{
    counts_.pairs += pairs.size();
    take_corners(sides, pairs);
    contact_batch::classify_by_planes(
        {sides.a.positions, corners_a_.data()}, {sides.b.positions, corners_b_.data()}, rounded_up(pairs.size()),
        sides.distance, codes_.data());
    // Three corners each, three times three edges, and one that crosses.
    vertex_face_.make_room(4 * chunk_size);
    face_vertex_.make_room(4 * chunk_size);
    edge_edge_.make_room(10 * chunk_size);
    collect_near(sides, pairs);
    collect_crossing(sides, pairs);
    settle(sides, pairs, ElementaryKind::vertex_face, vertex_face_, contacts);
    settle(sides, pairs, ElementaryKind::face_vertex, face_vertex_, contacts);
    settle(sides, pairs, ElementaryKind::edge_edge, edge_edge_, contacts);
}

void ContactBatch::take_corners(const Sides& sides, std::span<const TrianglePair> pairs)
{
    corners_a_.resize_uninitialised(3 * chunk_size);
    corners_b_.resize_uninitialised(3 * chunk_size);
    codes_.resize_uninitialised(chunk_size);
    crossing_points_.resize_uninitialised(chunk_size);
    const auto take = [&](const ContactSurface& surface, std::uint32_t triangle, std::uint32_t* to) {
        const TriangleIndices& corners = surface.triangles[triangle];
        const std::uint32_t* place = surface.place_of_vertex;
        for (int k = 0; k < 3; ++k)
            to[k] = place != nullptr ? place[corners[k]] : corners[k];
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        take(sides.a, pairs[i].a, corners_a_.data() + 3 * i);
        take(sides.b, pairs[i].b, corners_b_.data() + 3 * i);
    }
    for (std::size_t i = 3 * pairs.size(); i < 3 * rounded_up(pairs.size()); ++i) {
        corners_a_[i] = corners_a_[i - 3];
        corners_b_[i] = corners_b_[i - 3];
    }
}

void ContactBatch::collect_near(const Sides& sides, std::span<const TrianglePair> pairs)
{
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t code = codes_.data()[i];
        const std::uint32_t sides_a = code >> contact_batch::corners_of_a & 63;
        const std::uint32_t sides_b = code >> contact_batch::corners_of_b & 63;
        if (is_far(sides_a) || is_far(sides_b))
            continue;
        const unsigned of_a = sides.a.owners->owned(pairs[i].a) & near_features[sides_a];
        const unsigned of_b = sides.b.owners->owned(pairs[i].b) & near_features[sides_b];
        for (unsigned rest = of_a & 7; rest != 0; rest &= rest - 1)
            add_vertex(ElementaryKind::vertex_face, i, std::countr_zero(rest), false);
        for (unsigned rest = of_b & 7; rest != 0; rest &= rest - 1)
            add_vertex(ElementaryKind::face_vertex, i, std::countr_zero(rest), false);
        for (unsigned rest_a = of_a >> 3; rest_a != 0; rest_a &= rest_a - 1)
            for (unsigned rest_b = of_b >> 3; rest_b != 0; rest_b &= rest_b - 1)
                add_edges(sides, pairs[i], i, std::countr_zero(rest_a), std::countr_zero(rest_b), false);
    }
}

void ContactBatch::collect_crossing(const Sides& sides, std::span<const TrianglePair> pairs)
{
    const TriangleSource source_a = {sides.a.positions, corners_a_.data()};
    const TriangleSource source_b = {sides.b.positions, corners_b_.data()};
    IndexPair candidates[chunk_size];
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        candidates[count] = {i, i};
        count += (codes_.data()[i] & contact_batch::apart_bit) == 0 ? 1 : 0;
    }
    count = intersecting_pairs(source_a, source_b, candidates, count, candidates);
    counts_.crossings += count;
    for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t i = candidates[k].a;
        const Triangle face_a = triangle_at(sides.a.positions, corners_a_.data() + 3 * i);
        const Triangle face_b = triangle_at(sides.b.positions, corners_b_.data() + 3 * i);
        const Crossing found = crossing(face_a, face_b);
        if (found.kind == CrossingKind::none)
            continue;
        crossing_points_[i] = to_float(crossing_point(face_a, face_b, found.piercing));
        switch (found.kind) {
        case CrossingKind::none: break;
        case CrossingKind::vertex_face: add_vertex(ElementaryKind::vertex_face, i, found.a, true); break;
        case CrossingKind::face_vertex: add_vertex(ElementaryKind::face_vertex, i, found.b, true); break;
        case CrossingKind::edge_edge: add_edges(sides, pairs[i], i, found.a, found.b, true); break;
        }
    }
}

void ContactBatch::add_vertex(ElementaryKind kind, std::size_t pair, int corner, bool crosses)
{
    const std::uint32_t* a = corners_a_.data() + 3 * pair;
    const std::uint32_t* b = corners_b_.data() + 3 * pair;
    const Origin origin = {
        static_cast<std::uint16_t>(pair), static_cast<std::uint8_t>(corner), static_cast<std::uint8_t>(corner), crosses};
    if (kind == ElementaryKind::vertex_face)
        vertex_face_.add({a[corner], b[0], b[1], b[2]}, origin);
    else
        face_vertex_.add({b[corner], a[0], a[1], a[2]}, origin);
}

void ContactBatch::add_edges(
    const Sides& sides, TrianglePair triangles, std::size_t pair, int edge_a, int edge_b, bool crosses)
{
    // Edges begin at the vertex with the lower number, which may stand in any place.
    const auto ends = [](const TriangleIndices& vertices, const std::uint32_t* places, int k) {
        const int next = next_corner(k);
        const bool is_turned = vertices[next] < vertices[k];
        return std::array{places[is_turned ? next : k], places[is_turned ? k : next]};
    };
    const auto [begin_a, end_a] = ends(sides.a.triangles[triangles.a], corners_a_.data() + 3 * pair, edge_a);
    const auto [begin_b, end_b] = ends(sides.b.triangles[triangles.b], corners_b_.data() + 3 * pair, edge_b);
    edge_edge_.add(
        {begin_a, end_a, begin_b, end_b},
        {static_cast<std::uint16_t>(pair), static_cast<std::uint8_t>(edge_a), static_cast<std::uint8_t>(edge_b), crosses});
}

void ContactBatch::settle(
    const Sides& sides, std::span<const TrianglePair> pairs, ElementaryKind kind, Tests& tests,
    Buffer<DecidedContact>& contacts)
{
    if (tests.count == 0)
        return;
    counts_.tests += tests.count;
    const std::size_t padded = tests.padded_count();
    results_.resize_uninitialised(std::max(results_.size(), padded / 4));
    const float* a = sides.a.positions;
    const float* b = sides.b.positions;
    switch (kind) {
    case ElementaryKind::vertex_face:
        contact_batch::compare_vertex_face(a, b, tests.places.data(), padded, sides.distance, results_.data());
        break;
    case ElementaryKind::face_vertex:
        contact_batch::compare_vertex_face(b, a, tests.places.data(), padded, sides.distance, results_.data());
        break;
    default: contact_batch::compare_edge_edge(a, b, tests.places.data(), padded, sides.distance, results_.data());
    }
    for (std::size_t i = 0; i < tests.count; ++i) {
        const FeatureResults& results = results_.data()[i / 4];
        const std::uint32_t verdict = results.verdict[i % 4];
        const Origin origin = tests.origins.data()[i];
        if (!origin.crosses) {
            if ((verdict & contact_batch::farther_bit) != 0)
                continue;
            if ((verdict & contact_batch::within_bit) == 0) {
                ++counts_.undecided;
                if (!is_within(sides.a, sides.b, kind, tests.places.data()[i], sides.distance))
                    continue;
            }
        }
        const TrianglePair triangles = pairs[origin.pair];
        ElementaryContact decided = {.pair = {kind, triangles.a, triangles.b}};
        if (kind == ElementaryKind::vertex_face) {
            decided.pair.a = sides.a.triangles[triangles.a][origin.of_a];
        } else if (kind == ElementaryKind::face_vertex) {
            decided.pair.b = sides.b.triangles[triangles.b][origin.of_b];
        } else {
            decided.pair.a = sides.a.owners->edge(triangles.a, origin.of_a);
            decided.pair.b = sides.b.owners->edge(triangles.b, origin.of_b);
        }
        decided.is_near = !origin.crosses;
        decided.crosses = origin.crosses;
        append(sides, triangles, decided, origin, results, i % 4, contacts);
    }
}

void ContactBatch::append(
    const Sides& sides, TrianglePair triangles, const ElementaryContact& decided, Origin origin,
    const FeatureResults& results, std::size_t lane, Buffer<DecidedContact>& contacts)
{
    ++counts_.contacts;
    contacts.resize_uninitialised(contacts.size() + 1);
    DecidedContact& to = contacts.data()[contacts.size() - 1];
    to.decided = decided;
    to.triangles = {triangles.a, triangles.b};
    if ((results.verdict[lane] & contact_batch::described_bit) == 0) {
        ++counts_.undescribed;
        Contact contact;
        describe(sides.a, sides.b, decided, to.triangles, sides.distance, contact);
        to.weights_a = contact.weights_a;
        to.weights_b = contact.weights_b;
        to.point = contact.point;
        to.normal = contact.normal;
        to.separation = contact.separation;
        return;
    }
    const float first = results.first[lane], second = results.second[lane];
    Vec3 normal = {results.normal[0][lane], results.normal[1][lane], results.normal[2][lane]};
    if (decided.pair.kind == ElementaryKind::edge_edge) {
        to.weights_a = {1.0f - first, first, 0.0f};
        to.weights_b = {1.0f - second, second, 0.0f};
    } else {
        const std::array<float, 3> on_face = {std::max(0.0f, 1.0f - first - second), first, second};
        const bool vertex_is_a = decided.pair.kind == ElementaryKind::vertex_face;
        to.weights_a = vertex_is_a ? std::array{1.0f, 0.0f, 0.0f} : on_face;
        to.weights_b = vertex_is_a ? on_face : std::array{1.0f, 0.0f, 0.0f};
        normal = vertex_is_a ? normal : -normal;
    }
    // What has crossed must go back the way it came.
    to.normal = decided.crosses ? -normal : normal;
    to.separation = decided.crosses ? -results.distance[lane] : results.distance[lane];
    const Box box_a = box_of(triangle_at(sides.a.positions, corners_a_.data() + 3 * origin.pair));
    const Box box_b = box_of(triangle_at(sides.b.positions, corners_b_.data() + 3 * origin.pair));
    const float half = 0.5f * sides.distance;
    const Vec3 margin = {half, half, half};
    const Vec3 lower = max(box_a.lower, box_b.lower) - margin, upper = min(box_a.upper, box_b.upper) + margin;
    const Vec3 middle = decided.crosses
        ? crossing_points_.data()[origin.pair]
        : Vec3{results.middle[0][lane], results.middle[1][lane], results.middle[2][lane]};
    to.point = max(lower, min(upper, middle));
}

std::size_t ContactBatch::bytes() const
{
    std::size_t bytes = corners_a_.bytes() + corners_b_.bytes() + codes_.bytes() + crossing_points_.bytes() + results_.bytes();
    for (const Tests* tests : {&vertex_face_, &face_vertex_, &edge_edge_})
        bytes += tests->places.bytes() + tests->origins.bytes();
    return bytes;
}

} // namespace tactus
