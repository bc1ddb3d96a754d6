// SPDX-License-Identifier: MIT
#include "contacts/batch/contact_batch.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "contacts/batch/facing_edges.h"
#include "contacts/batch/pair_codes.h"
#include "contacts/batch/shared_corners.h"
#include "contacts/batch/wanted_tests.h"
#include "geometry/features/crossing.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

using contact_batch::FeaturePoints;

} // namespace

/// Fills the last results with copies of the last test.
FeaturePoints* ContactBatch::Tests::padded()
{
    for (std::size_t i = count; i % contact_batch::results_at_once != 0; ++i)
        features.data()[i] = features.data()[count - 1];
    return features.data();
}

void ContactBatch::make_room()
{
    points_.resize_uninitialised(4 * contact_batch::points_per_pair * chunk_size);
    codes_.resize_uninitialised(chunk_size);
    shared_.resize_uninitialised(chunk_size);
    corners_a_.resize_uninitialised(3 * chunk_size);
    corners_b_.resize_uninitialised(3 * chunk_size);
    crossings_.resize_uninitialised(chunk_size);
    vertices_.features.resize_uninitialised(max_vertices);
    edges_.features.resize_uninitialised(max_edges);
    results_.resize_uninitialised(max_edges / contact_batch::results_at_once);
    thirds_.reserve(8 * max_edges);
    selected_.resize_uninitialised(max_edges);
    described_.resize_uninitialised(max_edges);
}

void ContactBatch::find(
    const BodySurface& a, const BodySurface& b, std::span<const TrianglePair> pairs, float distance,
    ContactSelection which, Buffer<DecidedContact>& contacts, Buffer<IntersectingPair>& intersecting)
{
    TACTUS_CHECK(distance >= 0.0f && std::isfinite(distance));
    if (pairs.empty())
        return;
    make_room();
    // A triangle that names a vertex twice has no third corner, and no normal.
    const bool only_facing = which == ContactSelection::local && !a.owners->names_twice() && !b.owners->names_twice();
    const Sides sides = {a, b, distance, which, a.triangles.data() == b.triangles.data(), only_facing};
    for (std::size_t begin = 0; begin < pairs.size(); begin += chunk_size)
        find_chunk(sides, pairs.subspan(begin, std::min(chunk_size, pairs.size() - begin)), contacts, intersecting);
}

void ContactBatch::find_chunk(
    const Sides& sides, std::span<const TrianglePair> pairs, Buffer<DecidedContact>& contacts,
    Buffer<IntersectingPair>& intersecting)
{
    counts_.pairs += pairs.size();
    contact_batch::take_and_classify(
        contact_batch::corner_source(sides.a), contact_batch::corner_source(sides.b), pairs.data(), pairs.size(),
        sides.distance, sides.only_facing, points_.data(), codes_.data());
    find_shared(sides, pairs);
    collect_near(sides, pairs);
    collect_crossing(sides, pairs, intersecting);
    settle<false>(sides, pairs, vertices_, contacts);
    settle<true>(sides, pairs, edges_, contacts);
}

void ContactBatch::find_shared(const Sides& sides, std::span<const TrianglePair> pairs)
{
    if (!sides.is_self) {
        std::fill_n(shared_.data(), pairs.size(), 0u);
        return;
    }
    TACTUS_CHECK(std::all_of(pairs.begin(), pairs.end(), [](const TrianglePair& pair) { return pair.a < pair.b; }));
    contact_batch::find_shared_corners(sides.a.triangles.data()->data(), pairs.data(), pairs.size(), shared_.data());
}

/// Lists the features that are to be compared, so far as codes and owners say it.
template <bool is_self, bool only_facing>
ContactBatch::ListEnds ContactBatch::list_wanted(const Sides& sides, std::span<const TrianglePair> pairs)
{
    const std::uint8_t* owned_a = sides.a.owners->owned().data();
    const std::uint8_t* owned_b = sides.b.owners->owned().data();
    // Many pairs have none. They are passed over without a branch that nobody could foresee.
    struct Wanted {
        std::uint64_t number_and_code;

        std::uint32_t code() const { return static_cast<std::uint32_t>(number_and_code); }
        std::uint32_t pair() const { return static_cast<std::uint32_t>(number_and_code >> 32); }
    };
    Wanted vertices[chunk_size + 1], edges[chunk_size + 1];
    std::size_t vertices_count = 0, edges_count = 0;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t code = codes_.data()[i] & (is_self ? ~shared_.data()[i] : ~0u)
                                   & contact_batch::owned_features[0][owned_a[pairs[i].a]]
                                   & contact_batch::owned_features[1][owned_b[pairs[i].b]];
        vertices[vertices_count] = edges[edges_count] = {std::uint64_t{i} << 32 | code};
        vertices_count += (code & contact_batch::corners_mask) != 0 ? 1 : 0;
        edges_count += (code & ~contact_batch::corners_mask) != 0 ? 1 : 0;
    }
    FeaturePoints* vertex_tests = vertices_.features.data();
    for (const Wanted& wanted : std::span(vertices, vertices_count))
        contact_batch::append_tests(
            contact_batch::vertex_tests, wanted.code() & contact_batch::corners_mask, wanted.pair(), vertex_tests);
    FeaturePoints* edge_tests = edges_.features.data();
    for (const Wanted& wanted : std::span(edges, edges_count)) {
        const contact_batch::OrderedEdges ordered(wanted.code(), is_self ? shared_.data()[wanted.pair()] : 0);
        contact_batch::append_tests(ordered.tests<only_facing>(), ordered.bits, wanted.pair(), edge_tests);
    }
    return {
        static_cast<std::size_t>(vertex_tests - vertices_.features.data()),
        static_cast<std::size_t>(edge_tests - edges_.features.data())};
}

void ContactBatch::collect_near(const Sides& sides, std::span<const TrianglePair> pairs)
{
    const auto list = [&](auto is_self) {
        return sides.only_facing ? list_wanted<is_self, true>(sides, pairs) : list_wanted<is_self, false>(sides, pairs);
    };
    const ListEnds wanted = sides.is_self ? list(std::true_type()) : list(std::false_type());
    vertices_.count = vertices_.near_count =
        contact_batch::keep_near_vertices(points_.data(), vertices_.features.data(), wanted.vertices, sides.distance);
    edges_.count = wanted.edges;
    FeaturePoints* const edges = edges_.padded();
    if (sides.only_facing) {
        edges_.count = contact_batch::keep_near_facing_edges(points_.data(), edges, wanted.edges, sides.distance);
        keep_facing_others(sides, pairs);
    } else {
        edges_.count = contact_batch::keep_near_edges(points_.data(), edges, wanted.edges, sides.distance);
    }
    edges_.near_count = edges_.count;
}

/// Drops pairs of edges that are in no local contact, as far as the triangles beside the pair's show it.
void ContactBatch::keep_facing_others(const Sides& sides, std::span<const TrianglePair> pairs)
{
    thirds_.resize_uninitialised(8 * edges_.count);
    for (std::size_t i = 0; i < edges_.count; ++i) {
        const FeaturePoints test = edges_.features.data()[i];
        const TrianglePair pair = pairs[test.point[0] / contact_batch::points_per_pair];
        // Where there is no other triangle, the third corner of the pair's own says it once more.
        const auto take = [&](const BodySurface& surface, std::uint32_t triangle, unsigned k, float* to) {
            contact_batch::take_across(surface, triangle, k, k == 0 ? 2 : k - 1, to);
        };
        take(sides.a, pair.a, test.point[0] % contact_batch::points_per_pair, thirds_.data() + 8 * i);
        take(sides.b, pair.b, test.point[2] % contact_batch::points_per_pair - 3, thirds_.data() + 8 * i + 4);
    }
    const contact_batch::OtherThirds others = {
        thirds_.data(), !sides.a.owners->has_crowded_edges(), !sides.b.owners->has_crowded_edges()};
    edges_.count = contact_batch::keep_facing_edges(points_.data(), others, edges_.features.data(), edges_.count);
}

void ContactBatch::collect_crossing(
    const Sides& sides, std::span<const TrianglePair> pairs, Buffer<IntersectingPair>& intersecting)
{
    IndexPair candidates[chunk_size];
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        candidates[count] = {i, i};
        count += ((codes_.data()[i] & contact_batch::apart_bit) | shared_.data()[i]) == 0 ? 1 : 0;
    }
    const auto take = [](const BodySurface& surface, std::uint32_t triangle, std::uint32_t* to) {
        const TriangleIndices& corners = surface.triangles[triangle];
        for (std::size_t k = 0; k < 3; ++k)
            to[k] = surface.place_of_vertex != nullptr ? surface.place_of_vertex[corners[k]] : corners[k];
    };
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = candidates[k].a;
        take(sides.a, pairs[i].a, corners_a_.data() + 3 * i);
        take(sides.b, pairs[i].b, corners_b_.data() + 3 * i);
    }
    count = crossing_pairs(
        {sides.a.positions, corners_a_.data()}, {sides.b.positions, corners_b_.data()}, candidates, count, candidates,
        crossings_.data());
    counts_.crossings += count;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = candidates[k].a;
        const Crossing found = crossings_.data()[k];
        intersecting.push_back({pairs[i], found});
        if (found.kind == CrossingKind::none)
            continue;
        Tests& tests = found.kind == CrossingKind::edge_edge ? edges_ : vertices_;
        const FeaturePoints features = found.kind == CrossingKind::edge_edge
                                           ? contact_batch::two_edges(found.a, found.b)
                                       : found.kind == CrossingKind::vertex_face ? contact_batch::vertex_of_a(found.a)
                                                                                 : contact_batch::vertex_of_b(found.b);
        tests.features.data()[tests.count++] = contact_batch::of_pair(features, i);
    }
}

bool ContactBatch::is_within(FeaturePoints features, bool are_edges, float distance) const
{
    const Vec3 p = point(features.point[0]), q = point(features.point[1]);
    const Vec3 r = point(features.point[2]), s = point(features.point[3]);
    return are_edges ? within(Segment{p, q}, Segment{r, s}, distance) : within(p, Triangle{q, r, s}, distance);
}

Vec3 ContactBatch::point(std::size_t number) const
{
    const float* p = points_.data() + 4 * number;
    return {p[0], p[1], p[2]};
}

std::size_t ContactBatch::bytes() const
{
    return points_.bytes() + codes_.bytes() + shared_.bytes() + corners_a_.bytes() + corners_b_.bytes()
           + crossings_.bytes() + vertices_.features.bytes() + edges_.features.bytes() + results_.bytes()
           + selected_.bytes() + described_.bytes() + thirds_.bytes();
}

} // namespace tactus
