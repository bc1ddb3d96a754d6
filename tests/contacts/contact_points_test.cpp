// SPDX-License-Identifier: MIT
// A contact's point is half way between the points that its weights name on the two sides; that of a vertex inside a
// body as a whole is the vertex.
#include <random>
#include <tuple>

#include "base/every_structure.h"
#include "contacts/promises.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

class ContactPoints : public testing::TestWithParam<std::string> {
protected:
    scenes::Scene scene_ = scene_to_touch(GetParam(), sized(150));
};

INSTANTIATE_TEST_SUITE_P(Catalogue, ContactPoints, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

DoubleVector named_point(
    const std::vector<Vec3>& positions, const std::array<std::uint32_t, 3>& vertices,
    const std::array<float, 3>& weights)
{
    DoubleVector sum;
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f)
            sum = sum + to_double(positions[vertices[k]]) * double(weights[k]);
    return sum;
}

TEST_P(ContactPoints, AreHalfWayBetweenTheTwoSidesOrAtAVertexInside)
{
    const float distance = contact_distance_for(scene_);
    ScenePlayer player(scene_);
    ASSERT_TRUE(player.world().set_contact_settings({.contact_distance = distance}).ok());
    for (const std::uint32_t frame : spread_frames(scene_, 3)) {
        std::vector<std::vector<Vec3>> positions(scene_.meshes.size());
        for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) {
            positions[mesh].resize(scene_.meshes[mesh].positions.size());
            scene_.positions(frame, mesh, positions[mesh]);
        }
        player.set_frame(frame);
        std::size_t off = 0;
        const ContactReport& report = player.world().find_contacts();
        for (const Contact& contact : report.contacts) {
            const DoubleVector a = named_point(positions[contact.body_a.index], contact.vertices_a, contact.weights_a);
            const DoubleVector b = named_point(positions[contact.body_b.index], contact.vertices_b, contact.weights_b);
            const DoubleVector expected = contact.kind == ContactKind::vertex_inside   ? a
                                          : contact.kind == ContactKind::inside_vertex ? b
                                                                                       : (a + b) * 0.5;
            const DoubleVector away = to_double(contact.point) - expected;
            const double size = std::sqrt(dot(a, a)) + std::sqrt(dot(b, b)) + double(distance);
            off += std::sqrt(dot(away, away)) > 1e-5 * size ? 1 : 0;
        }
        EXPECT_EQ(off, 0u) << "of " << report.contacts.size() << " in frame " << frame;
    }
}

struct SomeTriangle {
    std::vector<Vec3> corners;
    std::uint32_t first; ///< of the corners, which the triangle names in turn
};

/// All contacts of two bodies of one triangle each, without a limit.
std::vector<Contact> contacts_of_two(const SomeTriangle& a, const SomeTriangle& b, Structure structure)
{
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    for (const SomeTriangle& side : {a, b}) {
        const std::uint32_t k = side.first;
        const std::vector<TriangleIndices> triangles = {{k, (k + 1) % 3, (k + 2) % 3}};
        EXPECT_TRUE(world.add_body({.triangles = triangles, .positions = side.corners, .structure = structure}).ok());
    }
    const ContactReport& report = world.find_contacts();
    return {report.contacts.begin(), report.contacts.end()};
}

const Contact* same_features(const std::vector<Contact>& contacts, const Contact& wanted)
{
    const auto features = [](const Contact& c) {
        std::array<std::uint32_t, 3> a = c.vertices_a, b = c.vertices_b;
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        return std::tuple(c.kind, a, b);
    };
    const auto found = std::find_if(
        contacts.begin(), contacts.end(), [&](const Contact& c) { return features(c) == features(wanted); });
    return found != contacts.end() ? &*found : nullptr;
}

/// Triangles of bodies that touch up to rounding: whether a vertex is on this side of a face or on that, or beside it,
/// is below what double arithmetic sees.
TEST(FeaturesThatTouch, HaveOneNormalWhateverCornerTheirFacesBeginWith)
{
    const std::vector<std::pair<std::vector<Vec3>, std::vector<Vec3>>> touching = {
        {{{0.5f, 0x1p-52f, 0.75f}, {-2.25f, 0x1p-52f, 0.75f}, {-1.0f, -1.5f, 0.75f}},
         {{-0.25f, 0.0f, 0.75f}, {0.25f, 0.25f, 0.5f}, {0.0f, 0.25f, 1.0f}}},
        {{{0.5f, 0.25f, -1.25f}, {0.5f, 0.75f, -1.5f}, {1.0f, 0.25f, -1.5f}},
         {{0.666666687f, 0.333333343f, -1.08333337f},
          {0.416666657f, 0.0833333358f, -1.08333337f},
          {0.5f, 0.25f, -1.25f}}}};
    for (const auto& [a, b] : touching) {
        const std::vector<Contact> expected = contacts_of_two({a, 0}, {b, 0}, Structure::brute_force);
        ASSERT_FALSE(expected.empty());
        for (const Structure structure : quick_structures)
            for (std::uint32_t turns = 0; turns < 9; ++turns)
                for (const Contact& contact : contacts_of_two({a, turns % 3}, {b, turns / 3}, structure)) {
                    const Contact* const same = same_features(expected, contact);
                    ASSERT_NE(same, nullptr);
                    EXPECT_EQ(same->separation, contact.separation);
                    const DoubleVector apart = to_double(contact.normal) - to_double(same->normal);
                    EXPECT_LT(std::sqrt(dot(apart, apart)), 1e-6);
                }
    }
}

/// Two triangles in one plane that face the same way, and touch with edges of one line.
TEST(FeaturesThatTouch, HaveOneNormalWhicheverBodyIsTheFirst)
{
    const SomeTriangle right = {{{0, 0, 0}, {1, 0, -1}, {1, 0, 0}}, 0}, left = {{{0, 0, 0}, {0, 0, 1}, {-1, 0, 1}}, 0};
    std::size_t compared = 0;
    for (const Contact& one : contacts_of_two(right, left, Structure::refit_bvh))
        for (const Contact& other : contacts_of_two(left, right, Structure::refit_bvh)) {
            if (one.vertices_a != other.vertices_b || one.vertices_b != other.vertices_a)
                continue;
            const DoubleVector sum = to_double(one.normal) + to_double(other.normal);
            EXPECT_LT(length(sum), 1e-6);
            compared += one.kind == ContactKind::edge_edge ? 1 : 0;
        }
    EXPECT_GT(compared, 0u);
}

/// A strip of two triangles and one of one triangle that cross at their edges.
TEST(EdgesThatCross, PushEachOtherApartAlongOneLineWhicheverBodyIsTheFirst)
{
    std::mt19937 random(20261117);
    std::uniform_real_distribution<float> coordinate(-1.0f, 1.0f);
    const auto corners = [&](std::size_t count) {
        std::vector<Vec3> points(count);
        for (Vec3& point : points)
            point = {coordinate(random), coordinate(random), coordinate(random)};
        return points;
    };
    const std::vector<TriangleIndices> strip = {{0, 1, 2}, {3, 1, 0}}, single = {{0, 1, 2}};
    std::size_t compared = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::vector<Vec3> of_strip = corners(4), of_single = corners(3);
        std::array<std::vector<Contact>, 2> answers;
        for (const bool is_strip_first : {true, false}) {
            World world = World::create({}).value();
            for (const bool is_strip : {is_strip_first, !is_strip_first})
                ASSERT_TRUE(
                    world
                        .add_body(
                            {.triangles = is_strip ? strip : single, .positions = is_strip ? of_strip : of_single})
                        .ok());
            const ContactReport& report = world.find_contacts();
            answers[is_strip_first ? 0 : 1].assign(report.contacts.begin(), report.contacts.end());
        }
        for (const Contact& one : answers[0])
            for (const Contact& other : answers[1]) {
                if (one.kind != ContactKind::edge_edge || other.kind != ContactKind::edge_edge
                    || one.vertices_a != other.vertices_b || one.vertices_b != other.vertices_a)
                    continue;
                const DoubleVector sum = to_double(one.normal) + to_double(other.normal);
                EXPECT_LT(length(sum), 1e-5) << "round " << round;
                EXPECT_NEAR(one.separation, other.separation, 1e-5) << "round " << round;
                ++compared;
            }
    }
    EXPECT_GT(compared, 500u);
}

} // namespace
} // namespace tactus
