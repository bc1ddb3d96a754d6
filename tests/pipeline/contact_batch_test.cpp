// SPDX-License-Identifier: MIT
#include "contacts/batch/contact_batch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include "agreement/scene_player.h"
#include "base/cases.h"
#include "base/reference_contacts.h"
#include "contacts/features/region_bounds.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

/// A mesh whose vertices may stand in another order than their numbers, with room to read past the last one.
class Surface {
public:
    Surface(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions, bool is_turned_around)
        : triangles_(triangles), owners_(triangles, positions.size()), floats_(3 * positions.size() + 1, 0.0f)
    {
        const auto count = static_cast<std::uint32_t>(positions.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t place = is_turned_around ? count - 1 - i : i;
            places_.push_back(place);
            std::memcpy(&floats_[3 * std::size_t(place)], &positions[i], sizeof(Vec3));
        }
        if (!is_turned_around)
            places_.clear();
    }

    BodySurface view() const
    {
        return {triangles_, floats_.data(), &owners_, places_.empty() ? nullptr : places_.data()};
    }

private:
    std::vector<TriangleIndices> triangles_;
    FeatureOwners owners_;
    std::vector<float> floats_;
    std::vector<std::uint32_t> places_;
};

struct Case {
    std::string name;
    std::unique_ptr<Surface> a;
    std::unique_ptr<Surface> b;
    std::vector<TrianglePair> pairs; ///< those with boxes not further apart than the distance, and some more
    float distance = 0.0f;
};

double mean_edge(const scenes::SceneMesh& mesh, const std::vector<Vec3>& positions)
{
    double sum = 0.0;
    for (const TriangleIndices& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3 from = positions[t[k]], to = positions[t[(k + 1) % 3]];
            sum += std::hypot(double(to.x) - from.x, double(to.y) - from.y, double(to.z) - from.z);
        }
    return sum / (3.0 * double(std::max<std::size_t>(mesh.triangles.size(), 1)));
}

std::vector<TrianglePair> candidates(const BodySurface& a, const BodySurface& b, float distance)
{
    std::vector<TrianglePair> pairs;
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
        const Box box = box_of(a.triangle(i));
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
            if (may_touch(box, box_of(b.triangle(j)), distance) || ++number % 64 == 0)
                pairs.push_back({i, j});
    }
    return pairs;
}

/// Every two bodies of a scene at a frame, with a distance that is a multiple of the mean edge.
std::vector<Case> cases_of(const scenes::Scene& scene, std::uint32_t frame, double edges, float scale = 1.0f)
{
    std::vector<std::vector<Vec3>> positions(scene.meshes.size());
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        positions[mesh].resize(scene.meshes[mesh].positions.size());
        scene.positions(frame, mesh, positions[mesh]);
        for (Vec3& p : positions[mesh])
            p = {p.x * scale, p.y * scale, p.z * scale};
    }
    std::vector<Case> cases;
    for (std::size_t i = 0; i < scene.meshes.size() && cases.size() < 12; ++i)
        for (std::size_t j = i + 1; j < scene.meshes.size() && cases.size() < 12; ++j) {
            Case next;
            next.name = scene.name + ", frame " + std::to_string(frame) + ", bodies " + std::to_string(i) + " and "
                        + std::to_string(j) + ", distance " + std::to_string(edges) + " edges, scale "
                        + std::to_string(scale);
            next.a = std::make_unique<Surface>(scene.meshes[i].triangles, positions[i], false);
            next.b = std::make_unique<Surface>(scene.meshes[j].triangles, positions[j], true);
            next.distance = static_cast<float>(std::min(edges * mean_edge(scene.meshes[i], positions[i]), 1e38));
            next.pairs = candidates(next.a->view(), next.b->view(), next.distance);
            cases.push_back(std::move(next));
        }
    return cases;
}

using Name = std::tuple<ElementaryPair, bool, bool, std::uint32_t, std::uint32_t>;

std::vector<Name> by_definition(const Case& c)
{
    std::vector<Name> names;
    Buffer<ElementaryContact> found;
    for (const TrianglePair pair : c.pairs) {
        found.clear();
        append_contacts(c.a->view(), pair.a, c.b->view(), pair.b, c.distance, found);
        for (const ElementaryContact& contact : found.span())
            names.emplace_back(contact.pair, contact.is_near, contact.crosses, pair.a, pair.b);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<Name> names_of(std::span<const DecidedContact> contacts)
{
    std::vector<Name> names;
    for (const DecidedContact& c : contacts)
        names.emplace_back(c.decided.pair, c.decided.is_near, c.decided.crosses, c.triangles.a, c.triangles.b);
    std::sort(names.begin(), names.end());
    return names;
}

double length(Vec3 a) { return std::hypot(double(a.x), double(a.y), double(a.z)); }

/// How far apart two points are, also where their difference overflows.
double distance_between(Vec3 a, Vec3 b) { return std::hypot(double(a.x) - b.x, double(a.y) - b.y, double(a.z) - b.z); }

void expect_described(const Case& c, std::span<const DecidedContact> contacts)
{
    const BodySurface a = c.a->view(), b = c.b->view();
    for (const DecidedContact& found : contacts) {
        Contact expected;
        describe(a, b, found.decided, found.triangles, c.distance, expected);
        const Box box_a = box_of(a.triangle(found.triangles.a)), box_b = box_of(b.triangle(found.triangles.b));
        const Box both = include(box_a, box_b);
        const double size = distance_between(both.lower, both.upper) + c.distance;
        const double coordinates = length(both.lower) + length(both.upper);
        for (int k = 0; k < 3; ++k) {
            ASSERT_NEAR(found.weights_a[k], expected.weights_a[k], 0x1p-11) << c.name;
            ASSERT_NEAR(found.weights_b[k], expected.weights_b[k], 0x1p-11) << c.name;
        }
        ASSERT_LE(distance_between(found.normal, expected.normal), 0x1p-11) << c.name;
        ASSERT_NEAR(found.separation, expected.separation, 0x1p-19 * size) << c.name;
        ASSERT_LE(distance_between(found.point, expected.point), 0x1p-13 * size + 0x1p-21 * coordinates) << c.name;
        const float apart = found.decided.crosses ? std::max(c.distance, -1.0001f * found.separation) : c.distance;
        const Box region = bounds_of(box_a, box_b, apart).region;
        ASSERT_EQ(include(region, found.point), region) << c.name;
        ASSERT_NEAR(length(found.normal), 1.0, 0x1p-20) << c.name;
    }
}

void expect_agreement(const Case& c)
{
    ContactBatch batch;
    Buffer<DecidedContact> contacts;
    Buffer<IntersectingPair> intersecting;
    batch.find(c.a->view(), c.b->view(), c.pairs, c.distance, ContactSelection::all, contacts, intersecting);
    ASSERT_EQ(names_of(contacts.span()), by_definition(c)) << c.name;
    expect_described(c, contacts.span());
}

std::vector<std::string> scene_names()
{
    std::vector<std::string> names;
    for (const scenes::SceneInfo& info : scenes::all_scenes())
        names.push_back(info.name);
    return names;
}

class ContactBatchInEveryScene : public testing::TestWithParam<std::string> {
protected:
    scenes::Scene scene_ =
        scenes::make_scene(GetParam(), {.triangles = sized(200), .frames = 16, .seed = 3, .bodies = 4}).value();
};

INSTANTIATE_TEST_SUITE_P(Catalogue, ContactBatchInEveryScene, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(ContactBatchInEveryScene, FindsAndDescribesWhatSingleTestsFind)
{
    for (const std::uint32_t frame : spread_frames(scene_, std::uint32_t(cases(3))))
        for (const double edges : {0.0, 0.01, 0.5})
            for (const Case& c : cases_of(scene_, frame, edges))
                expect_agreement(c);
}

TEST_P(ContactBatchInEveryScene, GivesTheSameBitsWithEveryInstructionSet)
{
    const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    ASSERT_FALSE(targets.empty());
    for (const Case& c : cases_of(scene_, scene_.frame_count / 2, 0.5)) {
        std::vector<Buffer<DecidedContact>> found;
        for (const std::int64_t target : targets) {
            hwy::SetSupportedTargetsForTest(target);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            ContactBatch batch;
            Buffer<IntersectingPair> intersecting;
            batch.find(
                c.a->view(), c.b->view(), c.pairs, c.distance, ContactSelection::all, found.emplace_back(),
                intersecting);
        }
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        for (std::size_t k = 1; k < found.size(); ++k) {
            ASSERT_EQ(found[k].size(), found[0].size()) << c.name;
            for (std::size_t i = 0; i < found[0].size(); ++i) {
                const DecidedContact &first = found[0][i], &other = found[k][i];
                ASSERT_EQ(first.decided, other.decided) << c.name;
                ASSERT_EQ(first.weights_a, other.weights_a) << c.name;
                ASSERT_EQ(first.weights_b, other.weights_b) << c.name;
                ASSERT_EQ(first.point, other.point) << c.name;
                ASSERT_EQ(first.normal, other.normal) << c.name;
                ASSERT_EQ(first.separation, other.separation) << c.name;
            }
        }
    }
}

TEST(ContactBatch, FindsTheSameAtEveryScale)
{
    const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = 320, .frames = 8}).value();
    for (const float scale : {1e-30f, 1e-20f, 1e-10f, 1e-5f, 1e5f, 1e10f, 1e20f, 1e30f})
        for (const double edges : {0.0, 0.5})
            for (const Case& c : cases_of(scene, 4, edges, scale))
                expect_agreement(c);
}

TEST(ContactBatch, FindsTheSameWithADistanceFarBeyondTheEdges)
{
    const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = 80, .frames = 8}).value();
    for (const double edges : {3.0, 100.0})
        for (const Case& c : cases_of(scene, 4, edges))
            expect_agreement(c);
}

TEST(ContactBatch, DecidesNearlyAllInFloat)
{
    const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = 1000, .frames = 8}).value();
    ContactBatch batch;
    Buffer<DecidedContact> contacts;
    Buffer<IntersectingPair> intersecting;
    for (const Case& c : cases_of(scene, 4, 0.5))
        batch.find(c.a->view(), c.b->view(), c.pairs, c.distance, ContactSelection::all, contacts, intersecting);
    const ContactBatch::Counts& counts = batch.counts();
    ASSERT_GT(counts.contacts, 100u);
    EXPECT_EQ(counts.contacts, contacts.size());
    EXPECT_LT(counts.undecided, counts.tests / 100);
    EXPECT_LT(counts.undescribed, counts.contacts / 5);
}

TEST(ContactBatch, AppendsToWhatIsThereAndKeepsItsMemory)
{
    const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = 320, .frames = 8}).value();
    const std::vector<Case> cases = cases_of(scene, 4, 0.5);
    ContactBatch batch;
    Buffer<DecidedContact> contacts;
    Buffer<IntersectingPair> intersecting;
    batch.find(
        cases[0].a->view(), cases[0].b->view(), cases[0].pairs, cases[0].distance, ContactSelection::all, contacts,
        intersecting);
    const std::size_t once = contacts.size(), bytes = batch.bytes();
    ASSERT_GT(once, 0u);
    batch.find(
        cases[0].a->view(), cases[0].b->view(), cases[0].pairs, cases[0].distance, ContactSelection::all, contacts,
        intersecting);
    EXPECT_EQ(contacts.size(), 2 * once);
    EXPECT_EQ(batch.bytes(), bytes);
    EXPECT_EQ(names_of(contacts.span().first(once)), names_of(contacts.span().last(once)));
    batch.find(
        cases[0].a->view(), cases[0].b->view(), {}, cases[0].distance, ContactSelection::all, contacts, intersecting);
    EXPECT_EQ(contacts.size(), 2 * once);
}

} // namespace
} // namespace tactus
