// SPDX-License-Identifier: MIT
// What a batch of contacts does with features that have been compared: those that are in contact are written down.
#include <algorithm>
#include <bit>

#include "base/planted_fault.h"
#include "contacts/batch/contact_batch.h"
#include "contacts/batch/facing_vertices.h"
#include "contacts/batch/pair_codes.h"
#include "contacts/batch/wanted_tests.h"

namespace tactus {
namespace {

using contact_batch::FeaturePoints;
using contact_batch::FeatureResults;

/// Writes one of the two edges of a contact, from corner k of a triangle to the next one, with the parameter of a point
/// on it. Gives its number.
std::uint32_t write_edge(
    const BodySurface& surface, std::uint32_t triangle, unsigned k, float parameter,
    std::array<std::uint32_t, 3>& vertices, std::array<float, 3>& weights)
{
    const TriangleIndices& corners = surface.triangles[triangle];
    const std::uint32_t begin = corners[k], end = corners[contact_batch::next_corner(static_cast<int>(k))];
    // Edges begin with the vertex that has the lower number. Whether they have to be turned, no branch could foresee.
    const std::uint32_t turned = 0u - std::uint32_t{end < begin};
    const auto first = std::bit_cast<std::uint32_t>(1.0f - parameter), second = std::bit_cast<std::uint32_t>(parameter);
    const std::uint32_t swapped_ends = (begin ^ end) & turned, swapped_weights = (first ^ second) & turned;
    vertices[0] = begin ^ swapped_ends;
    vertices[1] = end ^ swapped_ends;
    vertices[2] = 0;
    weights[0] = std::bit_cast<float>(first ^ swapped_weights);
    weights[1] = std::bit_cast<float>(second ^ swapped_weights);
    weights[2] = 0.0f;
    return surface.owners->edge(triangle, static_cast<int>(k));
}

void write_edges(
    const BodySurface& a, const BodySurface& b, FeaturePoints features, float u, float v, DecidedContact& contact)
{
    const unsigned k = features.point[0] % contact_batch::points_per_pair;
    const unsigned l = features.point[2] % contact_batch::points_per_pair - 3;
    contact.decided.pair.kind = ElementaryKind::edge_edge;
    contact.decided.pair.a = write_edge(a, contact.triangles.a, k, u, contact.vertices_a, contact.weights_a);
    contact.decided.pair.b = write_edge(b, contact.triangles.b, l, v, contact.vertices_b, contact.weights_b);
    contact.kind = ContactKind::edge_edge;
}

/// Whether the vertex is one of a. Weights are those of the face's second and third corner.
bool write_vertex(
    const BodySurface& a, const BodySurface& b, FeaturePoints features, float u, float v, DecidedContact& contact)
{
    const unsigned corner = features.point[0] % contact_batch::points_per_pair;
    const bool is_of_a = corner < 3;
    const TriangleIndices &corners_a = a.triangles[contact.triangles.a], &corners_b = b.triangles[contact.triangles.b];
    const std::uint32_t vertex = is_of_a ? corners_a[corner] : corners_b[corner - 3];
    const std::array<std::uint32_t, 3> one_vertex = {vertex, 0, 0};
    const std::array<float, 3> of_vertex = {1.0f, 0.0f, 0.0f};
    const float rest = 1.0f - u - v;
    const std::array<float, 3> of_face = {rest > 0.0f ? rest : 0.0f, u, v};
    if (is_of_a) {
        contact.decided.pair = {ElementaryKind::vertex_face, vertex, contact.triangles.b};
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = one_vertex;
        contact.vertices_b = corners_b;
        contact.weights_a = of_vertex;
        contact.weights_b = of_face;
    } else {
        contact.decided.pair = {ElementaryKind::face_vertex, contact.triangles.a, vertex};
        contact.kind = ContactKind::face_vertex;
        contact.vertices_a = corners_a;
        contact.vertices_b = one_vertex;
        contact.weights_a = of_face;
        contact.weights_b = of_vertex;
    }
    return is_of_a;
}

/// By the single contact's description, which is good for all that floats are too coarse for.
void describe_alone(const BodySurface& a, const BodySurface& b, float distance, DecidedContact& contact)
{
    Contact described;
    describe(a, b, contact.decided, contact.triangles, distance, described);
    contact.weights_a = described.weights_a;
    contact.weights_b = described.weights_b;
    contact.point = described.point;
    contact.normal = described.normal;
    contact.separation = described.separation;
}

} // namespace

/// Lists those of the compared tests that none of these verdicts settles.
std::size_t ContactBatch::select(const Tests& tests, std::uint32_t settled)
{
    std::uint32_t* selected = selected_.data();
    const FeatureResults* results = results_.data();
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < tests.near_count; ++i) {
        selected[count] = i;
        const FeatureResults& some = results[i / contact_batch::results_at_once];
        count += (some.verdict[i % contact_batch::results_at_once] & settled) == 0 ? 1 : 0;
    }
    for (std::uint32_t i = static_cast<std::uint32_t>(tests.near_count); i < tests.count; ++i)
        selected[count++] = i;
    return count;
}

/// Drops vertices from the selected tests that are in no local contact, as far as float shows it. Gives how many are
/// left.
std::size_t
ContactBatch::keep_local(const Sides& sides, std::span<const TrianglePair> pairs, const Tests& tests, std::size_t count)
{
    using Kind = contact_batch::NearestPlace::Kind;
    std::uint32_t* selected = selected_.data();
    // Those at edges and those at corners are tested by themselves: nobody could foresee which is next.
    struct Placed {
        std::uint32_t selected_and_k; // in one word, which is written twice and read whole

        std::uint32_t selected() const { return selected_and_k >> 2; }
        unsigned k() const { return selected_and_k & 3; }
    };
    Placed at_edges[max_vertices], at_corners[max_vertices];
    std::size_t edge_count = 0, corner_count = 0;
    bool are_nearer[max_vertices];
    for (std::uint32_t s = 0; s < count; ++s) {
        const std::size_t i = selected[s], lane = i % contact_batch::results_at_once;
        const FeatureResults& results = results_.data()[i / contact_batch::results_at_once];
        const contact_batch::NearestPlace place =
            contact_batch::nearest_place(results.first[lane], results.second[lane]);
        const bool is_near = i < tests.near_count;
        are_nearer[s] = false;
        at_edges[edge_count] = at_corners[corner_count] = {s << 2 | place.k};
        edge_count += is_near && place.kind == Kind::edge ? 1 : 0;
        corner_count += is_near && place.kind == Kind::corner ? 1 : 0;
    }
    FeaturePoints turned[max_vertices];
    bool results[max_vertices];
    thirds_.resize_uninitialised(8 * std::max(edge_count, corner_count));
    // Takes the third corners of `others` triangles for each, at edge k and at the one before.
    const auto test = [&](std::span<const Placed> placed, std::size_t others, auto are_nearer_beside) {
        float* to = thirds_.data();
        for (std::size_t p = 0; p < placed.size(); ++p) {
            const FeaturePoints features = tests.features.data()[selected[placed[p].selected()]];
            const unsigned k = placed[p].k(), last = k == 0 ? 2 : k - 1;
            const TrianglePair pair = pairs[features.point[0] / contact_batch::points_per_pair];
            const bool is_of_a = features.point[0] < features.point[1];
            const BodySurface& surface = is_of_a ? sides.b : sides.a;
            const std::uint32_t face = is_of_a ? pair.b : pair.a;
            turned[p] = contact_batch::turned(features, k);
            contact_batch::take_across(surface, face, k, others == 1 ? last : 3 - k - last, to);
            if (others == 2)
                contact_batch::take_across(surface, face, last, last, to + 4);
            to += 4 * others;
        }
        are_nearer_beside(points_.data(), turned, thirds_.data(), placed.size(), results);
        for (std::size_t p = 0; p < placed.size(); ++p)
            are_nearer[placed[p].selected()] = results[p];
    };
    test({at_edges, edge_count}, 1, contact_batch::are_nearer_across_edge);
    test({at_corners, corner_count}, 2, contact_batch::are_nearer_around_corner);
    std::size_t kept = 0;
    for (std::size_t s = 0; s < count; ++s) {
        selected[kept] = selected[s];
        kept += are_nearer[s] ? 0 : 1;
    }
    return kept;
}

template <bool are_edges>
void ContactBatch::settle(
    const Sides& sides, std::span<const TrianglePair> pairs, Tests& tests, Buffer<DecidedContact>& contacts)
{
    if (tests.count == 0)
        return;
    counts_.tests += tests.count;
    (are_edges ? contact_batch::compare_edge_edge : contact_batch::compare_vertex_face)(
        points_.data(), tests.padded(), tests.count, sides.distance, results_.data());
    // Edges are in local contact only where their lines are nearest between the ends of both.
    const std::uint32_t beside = are_edges && sides.only_facing ? std::uint32_t{contact_batch::beside_bit} : 0;
    std::size_t selected_count = select(tests, contact_batch::farther_bit | beside);
    if (!are_edges && sides.which == ContactSelection::local)
        selected_count = keep_local(sides, pairs, tests, selected_count);
    const std::size_t known = contacts.size();
    contacts.resize_uninitialised(known + selected_count);
    DecidedContact* const begin = contacts.data() + known;
    DecidedContact* end = begin;
    contact_batch::ContactOfPair* described = described_.data();
    for (std::size_t s = 0; s < selected_count; ++s) {
        const std::size_t i = selected_.data()[s], lane = i % contact_batch::results_at_once;
        const FeatureResults& results = results_.data()[i / contact_batch::results_at_once];
        const FeaturePoints features = tests.features.data()[i];
        const std::uint32_t verdict = results.verdict[lane];
        const bool crosses = i >= tests.near_count;
        if (!crosses && (verdict & contact_batch::within_bit) == 0) [[unlikely]] {
            ++counts_.undecided;
            if (!is_within(features, are_edges, sides.distance))
                continue;
        }
        const std::uint32_t pair = features.point[0] / contact_batch::points_per_pair;
        const float u = results.first[lane], v = results.second[lane];
        DecidedContact& contact = *end++;
        contact.triangles = {pairs[pair].a, pairs[pair].b};
        contact.decided.is_near = !crosses;
        contact.decided.crosses = crosses;
        contact.is_silent = false;
        // No described weight is further off than half of this.
        contact.is_surely_inside = !are_edges && (verdict & contact_batch::described_bit) != 0
                                   && std::min(std::min(u, v), 1.0f - u - v) > 0x1p-9f;
        bool is_turned = crosses && !TACTUS_FAULT(45); // what has crossed must go back the way it came
        if constexpr (are_edges)
            write_edges(sides.a, sides.b, features, u, v, contact);
        else
            is_turned ^= !write_vertex(sides.a, sides.b, features, u, v, contact);
        if ((verdict & contact_batch::described_bit) == 0) [[unlikely]] {
            ++counts_.undescribed;
            describe_alone(sides.a, sides.b, sides.distance, contact);
            continue;
        }
        const float sign = is_turned ? -1.0f : 1.0f;
        contact.normal.x = results.normal[0][lane] * sign;
        contact.normal.y = results.normal[1][lane] * sign;
        contact.normal.z = results.normal[2][lane] * sign;
        contact.separation = crosses ? -results.distance[lane] : results.distance[lane];
        contact.point.x = results.middle[0][lane];
        contact.point.y = results.middle[1][lane];
        contact.point.z = results.middle[2][lane];
        // Half way through an overlap there may be no common part.
        if (!crosses)
            *described++ = {static_cast<std::uint32_t>(&contact - begin), pair};
    }
    const auto count = static_cast<std::size_t>(end - begin);
    counts_.contacts += count;
    contacts.resize_uninitialised(known + count);
    static_assert(sizeof(DecidedContact) % sizeof(float) == 0);
    if (count > 0)
        contact_batch::move_into_common_parts(
            points_.data(), sides.distance, described_.data(), static_cast<std::size_t>(described - described_.data()),
            &begin->point.x, sizeof(DecidedContact) / sizeof(float));
}

template void ContactBatch::settle<false>(
    const Sides& sides, std::span<const TrianglePair> pairs, Tests& tests, Buffer<DecidedContact>& contacts);
template void ContactBatch::settle<true>(
    const Sides& sides, std::span<const TrianglePair> pairs, Tests& tests, Buffer<DecidedContact>& contacts);

} // namespace tactus
