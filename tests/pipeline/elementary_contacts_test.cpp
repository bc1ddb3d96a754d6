// SPDX-License-Identifier: MIT
#include "contacts/features/elementary_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "base/reference_contacts.h"
#include "base/spatial_order.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/triangle_pairs/triangle_triangle.h"
#include "scenes/scene.h"
#include "search/clusters/refinement.h"

namespace tactus {
namespace {

struct PlainSurface {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    FeatureOwners owners = {triangles, positions.size()};

    BodySurface view() const { return {triangles, positions.empty() ? nullptr : &positions.front().x, &owners}; }
};

std::vector<ElementaryContact> contacts_of(const PlainSurface& a, const PlainSurface& b, float distance)
{
    Buffer<ElementaryContact> contacts;
    brute_force_contacts(a.view(), b.view(), distance, contacts);
    return {contacts.begin(), contacts.end()};
}

/// By the definition: every vertex with every face, every edge with every edge.
std::set<ElementaryPair> near_features(const PlainSurface& a, const PlainSurface& b, float distance)
{
    std::set<ElementaryPair> near;
    const auto used = [](const PlainSurface& surface) {
        std::set<std::uint32_t> vertices;
        for (const TriangleIndices& triangle : surface.triangles)
            vertices.insert(triangle.begin(), triangle.end());
        return vertices;
    };
    for (const std::uint32_t vertex : used(a))
        for (std::uint32_t face = 0; face < b.triangles.size(); ++face)
            if (within(a.positions[vertex], b.view().triangle(face), distance))
                near.insert({ElementaryKind::vertex_face, vertex, face});
    for (const std::uint32_t vertex : used(b))
        for (std::uint32_t face = 0; face < a.triangles.size(); ++face)
            if (within(b.positions[vertex], a.view().triangle(face), distance))
                near.insert({ElementaryKind::face_vertex, face, vertex});
    for (std::uint32_t i = 0; i < a.owners.edge_count(); ++i)
        for (std::uint32_t j = 0; j < b.owners.edge_count(); ++j)
            if (within(a.view().edge(i), b.view().edge(j), distance))
                near.insert({ElementaryKind::edge_edge, i, j});
    return near;
}

/// Two meshes of each scene that has two, at a frame in its middle.
std::vector<std::pair<std::string, std::array<PlainSurface, 2>>> two_surfaces()
{
    std::vector<std::pair<std::string, std::array<PlainSurface, 2>>> result;
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        const scenes::Scene scene = scenes::make_scene(info.name, {.triangles = 80}).value();
        if (scene.meshes.size() < 2)
            continue;
        std::array<PlainSurface, 2> both;
        for (std::size_t m = 0; m < 2; ++m) {
            std::vector<Vec3> positions(scene.meshes[m].positions.size());
            scene.positions(scene.frame_count / 2, m, positions);
            both[m] = PlainSurface{scene.meshes[m].triangles, std::move(positions)};
        }
        result.emplace_back(info.name, std::move(both));
    }
    return result;
}

float size_of(const PlainSurface& surface)
{
    float size = 0.0f;
    for (const Vec3& p : surface.positions)
        size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return size;
}

TEST(ElementaryContacts, AreTheFeaturesThatTheDefinitionNames)
{
    std::size_t found = 0;
    for (const auto& [name, both] : two_surfaces())
        for (const float share : {0.0f, 0.05f}) {
            const float distance = share * size_of(both[0]);
            std::set<ElementaryPair> near;
            for (const ElementaryContact& contact : contacts_of(both[0], both[1], distance)) {
                const bool is_new = !contact.is_near || near.insert(contact.pair).second;
                EXPECT_TRUE(is_new) << name;
            }
            EXPECT_EQ(near, near_features(both[0], both[1], distance)) << name << " at " << distance;
            found += near.size();
        }
    EXPECT_GT(found, 1000u);
}

TEST(ElementaryContacts, AreThereWhereverTrianglesIntersect)
{
    std::size_t intersecting = 0;
    for (const auto& [name, both] : two_surfaces()) {
        const BodySurface a = both[0].view(), b = both[1].view();
        Buffer<ElementaryContact> contacts;
        for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
            for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
                if (!triangles_intersect(a.triangle(i), b.triangle(j)))
                    continue;
                ++intersecting;
                // Each alone, so that both own all of their features.
                const PlainSurface alone_a{{a.triangles[i]}, both[0].positions};
                const PlainSurface alone_b{{b.triangles[j]}, both[1].positions};
                EXPECT_FALSE(contacts_of(alone_a, alone_b, 0.0f).empty())
                    << name << ", triangles " << i << " and " << j;
            }
    }
    EXPECT_GT(intersecting, 500u);
}

TEST(ElementaryContacts, AreTheSameTheOtherWayRound)
{
    for (const auto& [name, both] : two_surfaces()) {
        const float distance = 0.05f * size_of(both[0]);
        std::vector<ElementaryContact> there = contacts_of(both[0], both[1], distance);
        const std::vector<ElementaryContact> back = contacts_of(both[1], both[0], distance);
        for (ElementaryContact& contact : there) {
            std::swap(contact.pair.a, contact.pair.b);
            if (contact.pair.kind == ElementaryKind::vertex_face)
                contact.pair.kind = ElementaryKind::face_vertex;
            else if (contact.pair.kind == ElementaryKind::face_vertex)
                contact.pair.kind = ElementaryKind::vertex_face;
        }
        std::sort(there.begin(), there.end(), [](const auto& x, const auto& y) { return x.pair < y.pair; });
        EXPECT_EQ(there, back) << name;
    }
}

RefitBvh tree_of(const PlainSurface& surface, Workers& workers)
{
    RefitBvh tree(
        make_cluster_tree(
            surface.triangles, surface.positions, spatial_order(surface.triangles, surface.positions),
            VertexPlaces::as_given),
        VertexPlaces::as_given, PositionStorage::copied);
    EXPECT_TRUE(tree.update(surface.positions, workers));
    return tree;
}

float gap(const Box& a, const Box& b)
{
    return std::max(
        {a.lower.x - b.upper.x, b.lower.x - a.upper.x, a.lower.y - b.upper.y, b.lower.y - a.upper.y,
         a.lower.z - b.upper.z, b.lower.z - a.upper.z});
}

TEST(ElementaryContacts, AreAllAmongTheTrianglesThatTreesFindNearEachOther)
{
    Workers workers(2);
    Refinement refinement;
    std::size_t near_count = 0, listed = 0;
    for (const auto& [name, both] : two_surfaces()) {
        RefitBvh a = tree_of(both[0], workers), b = tree_of(both[1], workers);
        const float size = size_of(both[0]) + size_of(both[1]);
        // At the last of these distances nearly every two triangles are near each other, which takes longest.
        const std::array shares = {0.0f, 1e-6f, 0.01f, 0.05f, 3.0f};
        for (const float share : std::span(shares).first(on_most_days(4, 5))) {
            const float distance = share * size_of(both[0]);
            const std::vector<ElementaryContact> expected = contacts_of(both[0], both[1], distance);
            // Once all that are near, and once without those that own nothing to compare.
            for (const bool goes_by_owners : {false, true}) {
                Refinement::Near wanted = {.distance = distance};
                if (goes_by_owners) {
                    wanted.owned_a = both[0].owners.owned();
                    wanted.owned_b = both[1].owners.owned();
                }
                Buffer<TrianglePair> near;
                WorkMeter meter(Budget::unlimited());
                EXPECT_TRUE(refinement.find_near(a, b, wanted, workers, meter, near).complete);
                Buffer<ElementaryContact> contacts;
                for (const TrianglePair& pair : near.span()) {
                    append_contacts(both[0].view(), pair.a, both[1].view(), pair.b, distance, contacts);
                    EXPECT_LE(
                        gap(box_of(both[0].view().triangle(pair.a)), box_of(both[1].view().triangle(pair.b))),
                        distance * 1.001f + size * 1e-3f)
                        << name;
                }
                merge_contacts(contacts);
                EXPECT_TRUE(std::equal(contacts.begin(), contacts.end(), expected.begin(), expected.end()))
                    << name << " at " << distance << ": " << contacts.size() << " and " << expected.size();
                (goes_by_owners ? listed : near_count) += near.size();
            }
        }
    }
    // In many of these scenes all triangles overlap, and none is left out.
    EXPECT_LT(listed, near_count);
}

/// A flat sheet of so many squares a side at a height, and one that leans so that its triangles pass through that
/// height.
std::array<PlainSurface, 2> crossed_sheets(std::uint32_t side, Vec3 from, float size, float rise)
{
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> flat, leaning;
    for (std::uint32_t y = 0; y <= side; ++y)
        for (std::uint32_t x = 0; x <= side; ++x) {
            const float u = size * static_cast<float>(x), v = size * static_cast<float>(y);
            flat.push_back({from.x + u, from.y + v, from.z});
            leaning.push_back({from.x + v, from.y + u, from.z + (x % 2 == 0 ? -rise : 3.0f * rise)});
            if (x == side || y == side)
                continue;
            const std::uint32_t k = y * (side + 1) + x;
            triangles.push_back({k, k + 1, k + side + 1});
            triangles.push_back({k + side + 2, k + side + 1, k + 1});
        }
    return {PlainSurface{triangles, flat}, PlainSurface{triangles, leaning}};
}

// There the middle of what two bodies have in common is rounded by more than the cells of the search's grid.
TEST(ElementaryContacts, OfSheetsThatCrossFarFromTheOriginAreAllAmongNearTriangles)
{
    Workers workers(1);
    Refinement refinement;
    for (const float height : {0.7f, 1.0f, -1.0f, 13.1f, 1000.3f})
        for (int step = 0; step < 40; ++step) {
            const float ulp = std::nextafter(std::abs(height), 1e9f) - std::abs(height);
            const float rise = ulp * static_cast<float>(1 + 7 * step);
            const auto both = crossed_sheets(6, {0.5f, -0.25f, height + static_cast<float>(step) * ulp}, 0.125f, rise);
            for (const bool is_turned : {false, true})
                for (const float distance : {0.3f * rise, rise, 5.0f * rise}) {
                    const PlainSurface &first = both[is_turned ? 1 : 0], &second = both[is_turned ? 0 : 1];
                    RefitBvh a = tree_of(first, workers), b = tree_of(second, workers);
                    Buffer<TrianglePair> near;
                    WorkMeter meter(Budget::unlimited());
                    const Refinement::Near wanted = {
                        .distance = distance, .owned_a = first.owners.owned(), .owned_b = second.owners.owned()};
                    EXPECT_TRUE(refinement.find_near(a, b, wanted, workers, meter, near).complete);
                    std::vector<std::vector<bool>> is_listed(
                        first.triangles.size(), std::vector<bool>(second.triangles.size()));
                    for (const TrianglePair& pair : near.span())
                        is_listed[pair.a][pair.b] = true;
                    std::size_t lost = 0;
                    for (std::uint32_t i = 0; i < first.triangles.size(); ++i)
                        for (std::uint32_t j = 0; j < second.triangles.size(); ++j)
                            lost += !is_listed[i][j]
                                            && triangles_intersect(first.view().triangle(i), second.view().triangle(j))
                                        ? 1
                                        : 0;
                    ASSERT_EQ(lost, 0u) << "height " << height << ", step " << step << ", distance " << distance;
                }
        }
}

TEST(ElementaryContacts, OfATipThroughAFaceAreOneCrossing)
{
    const PlainSurface face{{{0, 1, 2}}, {{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}}};
    const PlainSurface tip{{{0, 1, 2}}, {{0, 0, -1}, {1, 0, 9}, {-1, 0, 9}}};
    const std::vector<ElementaryContact> contacts = contacts_of(tip, face, 0.0f);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_EQ(contacts[0].pair, (ElementaryPair{ElementaryKind::vertex_face, 0, 0}));
    EXPECT_TRUE(contacts[0].crosses);
    EXPECT_FALSE(contacts[0].is_near);
    // The tip is exactly one below the face.
    EXPECT_TRUE(contacts_of(tip, face, 1.0f)[0].is_near);
    EXPECT_FALSE(contacts_of(tip, face, std::nextafter(1.0f, 0.0f))[0].is_near);
}

TEST(ElementaryContacts, OfTwoEdgesThatHavePassedEachOtherAreOneCrossing)
{
    const PlainSurface a{{{0, 1, 2}}, {{-2, 0, 1}, {2, 0, 1}, {0, 0, 9}}};
    const PlainSurface b{{{0, 1, 2}}, {{0, -2, 2}, {0, 2, 2}, {0, 0, -9}}};
    const std::vector<ElementaryContact> contacts = contacts_of(a, b, 0.0f);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_EQ(contacts[0].pair.kind, ElementaryKind::edge_edge);
    EXPECT_EQ(a.owners.edges()[contacts[0].pair.a], (std::array<std::uint32_t, 2>{0, 1}));
    EXPECT_EQ(b.owners.edges()[contacts[0].pair.b], (std::array<std::uint32_t, 2>{0, 1}));
    EXPECT_TRUE(contacts[0].crosses);
}

} // namespace
} // namespace tactus
