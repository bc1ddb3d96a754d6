// SPDX-License-Identifier: MIT
// The oracle of local contacts on meshes whose answer can be seen.
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "fuzz/oracle/contacts/local_contacts.h"
#include "fuzz/oracle/contacts/true_contacts.h"

namespace tactus::fuzz {
namespace {

void add_body(Mirror& mirror, std::vector<TriangleIndices> triangles, std::vector<Vec3> positions)
{
    MirrorBody& body = mirror.bodies.emplace_back();
    body.alive = true;
    body.id = {.index = static_cast<std::uint32_t>(mirror.bodies.size()), .generation = 1};
    body.removed.assign(triangles.size(), 0);
    body.triangles = std::move(triangles);
    body.positions = std::move(positions);
}

/// Squares of a metre, each of two triangles, with their first corner at `from`.
void add_sheet(Mirror& mirror, std::uint32_t squares, Vec3 from)
{
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    for (std::uint32_t y = 0; y <= squares; ++y)
        for (std::uint32_t x = 0; x <= squares; ++x) {
            positions.push_back({from.x + static_cast<float>(x), from.y + static_cast<float>(y), from.z});
            const std::uint32_t v = y * (squares + 1) + x;
            if (x == squares || y == squares)
                continue;
            triangles.push_back({v, v + 1, v + squares + 1});
            triangles.push_back({v + 1, v + squares + 2, v + squares + 1});
        }
    add_body(mirror, triangles, positions);
}

/// The contacts that are kept of all that are near, where nothing crosses.
std::vector<ContactName> kept(const Mirror& mirror, float distance, BodyOrder order = BodyOrder::by_place)
{
    AllContacts all;
    for (const auto& [key, near] : true_contacts(mirror, distance).near) {
        if (size_of(key.a) == 2) {
            all[{key}] = {};
            continue;
        }
        const bool face_of_a = size_of(key.a) == 3;
        const FeatureTable table(mirror.bodies[face_of_a ? key.body_a : key.body_b]);
        for (const std::uint32_t t : table.around(face_of_a ? key.a : key.b))
            all[{key, t}] = {};
    }
    const std::set<ContactName> local = local_contacts(mirror, all, order);
    return {local.begin(), local.end()};
}

TEST(LocalOracle, KeepsOneContactOfEachVertexBetweenParallelSheets)
{
    // Corners of the one lie over faces, edges or corners of the other.
    for (const Vec3 shift : {Vec3{0.25f, 0.125f, 0.5f}, Vec3{0.25f, 0.0f, 0.5f}, Vec3{0.5f, 0.5f, 0.5f}}) {
        Mirror mirror;
        add_sheet(mirror, 4, {0, 0, 0});
        add_sheet(mirror, 4, shift);
        const std::vector<ContactName> contacts = kept(mirror, 0.5f);
        std::set<std::pair<std::uint32_t, std::uint32_t>> vertices;
        std::size_t edges = 0;
        for (const ContactName& name : contacts)
            if (size_of(name.key.a) == 2)
                ++edges;
            else
                vertices.insert(size_of(name.key.a) == 1 ? std::pair(0u, name.key.a[0]) : std::pair(1u, name.key.b[0]));
        EXPECT_EQ(vertices.size() + edges, contacts.size());
        // Of 25 vertices a row and a column, or the column alone, are not over the other sheet.
        EXPECT_EQ(vertices.size(), shift.y > 0.0f ? 32u : 40u);
        // Two rims cross others, or lie over each other.
        EXPECT_EQ(edges, shift.y > 0.0f ? 2u : 0u);
    }
}

TEST(LocalOracle, KeepsTheContactOfTwoVerticesOnceAndWithBodyA)
{
    Mirror mirror;
    add_sheet(mirror, 2, {0, 0, 0});
    add_sheet(mirror, 2, {0, 0, 1});
    for (const BodyOrder order : {BodyOrder::by_place, BodyOrder::by_id}) {
        const std::vector<ContactName> contacts = kept(mirror, 1.0f, order);
        EXPECT_EQ(contacts.size(), 9u);
        for (const ContactName& name : contacts)
            EXPECT_EQ(size_of(name.key.a), order == BodyOrder::by_place ? 1 : 3) << text(name);
        std::swap(mirror.bodies[0].id, mirror.bodies[1].id);
    }
}

TEST(LocalOracle, KeepsTheLowestTriangleAroundAVertexThatIsNearest)
{
    Mirror mirror;
    add_sheet(mirror, 2, {0, 0, 0});
    // The tip is over the vertex in the middle, which has six triangles around it.
    add_body(mirror, {{0, 1, 2}}, {{1, 1, 0.5f}, {1, 1.5f, 2}, {1.5f, 1, 2}});
    const std::vector<ContactName> contacts = kept(mirror, 0.5f);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_EQ(size_of(contacts[0].key.a), 1);
    EXPECT_EQ(contacts[0].key.a[0], 4u);
    EXPECT_EQ(contacts[0].face, 0u);
    std::swap(mirror.bodies[0], mirror.bodies[1]);
    ASSERT_EQ(kept(mirror, 0.5f).size(), 1u);
    EXPECT_EQ(kept(mirror, 0.5f)[0].face, 1u);
}

TEST(LocalOracle, KeepsRidgesThatFaceEachOtherAndNotThoseThatLookAway)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}};
    for (const float tilt : {-1.0f, 0.0f, 1.0f}) {
        Mirror mirror;
        add_body(mirror, triangles, {{-2, 0, 0}, {2, 0, 0}, {0, 2, -1}, {0, -2, -1}});
        add_body(mirror, triangles, {{0, -2, 0.5f}, {0, 2, 0.5f}, {-2, 0, 0.5f + tilt}, {2, 0, 0.5f + tilt}});
        std::size_t edges = 0;
        for (const ContactName& name : kept(mirror, 0.5f))
            edges += size_of(name.key.a) == 2;
        EXPECT_EQ(edges, tilt > 0.0f ? 1u : 0u);
    }
}

TEST(LocalOracle, KeepsEdgesWhereFlatSidesEndAndNotThoseWithinThem)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}};
    for (const float drop : {0.0f, 1.0f}) {
        Mirror mirror;
        add_body(mirror, triangles, {{-2, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, -2, -drop}});
        add_body(mirror, triangles, {{0, -2, 0.5f}, {0, 2, 0.5f}, {-2, 0, 0.5f}, {2, 0, 0.5f + drop}});
        const std::uint32_t ends[2] = {0, 1};
        std::size_t edges = 0;
        for (const ContactName& name : kept(mirror, 0.5f))
            edges += name.key.a == feature(ends, 2) && name.key.b == feature(ends, 2);
        EXPECT_EQ(edges, drop > 0.0f ? 1u : 0u);
    }
}

/// How many of the contacts that are kept are of two edges.
std::size_t kept_edges(const Mirror& mirror, float distance)
{
    std::size_t edges = 0;
    for (const ContactName& name : kept(mirror, distance))
        edges += size_of(name.key.a) == 2;
    return edges;
}

/// A plank that is 1 m thick, or a sheet, which is its first side. It is turned about y by some degrees, then about x,
/// and then about z.
struct Plank {
    double half_x = 0.0, half_y = 0.0, thickness = 0.0, about_y = 0.0, about_x = 0.0, about_z = 0.0;
    float height = 0.0f;
    bool is_sheet = false;

    void add_to(Mirror& mirror) const
    {
        const double degree = std::acos(-1.0) / 180, p = degree * about_y, q = degree * about_x, r = degree * about_z;
        std::vector<Vec3> positions;
        for (unsigned k = 0; k < (is_sheet ? 4u : 8u); ++k) {
            const double x = k & 1u ? half_x : -half_x, y = k & 2u ? half_y : -half_y, z = k & 4u ? thickness : 0.0;
            const double along = x * std::cos(p) - z * std::sin(p), up = x * std::sin(p) + z * std::cos(p);
            const double across = y * std::cos(q) - up * std::sin(q);
            positions.push_back(
                {static_cast<float>(along * std::cos(r) - across * std::sin(r)),
                 static_cast<float>(along * std::sin(r) + across * std::cos(r)),
                 height + static_cast<float>(y * std::sin(q) + up * std::cos(q))});
        }
        std::vector<TriangleIndices> triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                                  {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
        triangles.resize(is_sheet ? 2 : 12);
        add_body(mirror, triangles, positions);
    }
};

TEST(LocalOracle, KeepsCrossedPlanksAllAroundIfTheyAreTiltedByLittle)
{
    // The long edges of the one plank cross those of the other in four places. If the upper plank is tilted one way,
    // two of them are nearer than the others, and if it is tilted both ways one is.
    for (const bool is_sheet : {false, true})
        for (const bool other_is_sheet : {false, true})
            for (const double tilt : {0.0, 1.0, 1.78, 1.8, 6.0})
                for (const auto& [about_y, about_x, few] : {std::tuple(1.0, 0.0, 2u), {0.0, 1.0, 2u}, {1.0, 1.0, 1u}}) {
                    Mirror mirror;
                    Plank{.half_x = 8.0, .half_y = 1.0, .thickness = -1.0, .is_sheet = is_sheet}.add_to(mirror);
                    Plank{
                        .half_x = 1.0,
                        .half_y = 8.0,
                        .thickness = 1.0,
                        .about_y = about_y * tilt,
                        .about_x = about_x * tilt,
                        .height = 0.25f,
                        .is_sheet = other_is_sheet}
                        .add_to(mirror);
                    // The sine of 1.791 degrees is 1/32. The planes across the ways are as steep as the edges here,
                    // and far from a sine of 1/4.
                    EXPECT_EQ(kept_edges(mirror, 0.5f), tilt < 1.79 ? 4u : few)
                        << tilt * about_y << " and " << tilt * about_x << " degrees";
                }
}

/// Expects that so many places are kept of the four in which the long edges of two planks cross. The lower plank is
/// level, and the upper one is tilted along its length and rolled by some degrees, and then turned. Their length has to
/// be at least four times their width, divided by the sine of how far that is turned.
void expect_kept(std::size_t count, double half_length, double turned, double tilted, double rolled)
{
    for (const bool is_sheet : {false, true})
        for (const bool other_is_sheet : {false, true})
            for (const double way : {-1.0, 1.0}) {
                Mirror mirror;
                Plank{.half_x = half_length, .half_y = 1.0, .thickness = -1.0, .is_sheet = is_sheet}.add_to(mirror);
                Plank{
                    .half_x = half_length,
                    .half_y = 1.0,
                    .thickness = 1.0,
                    .about_y = way * tilted,
                    .about_x = way * rolled,
                    .about_z = turned,
                    .height = 0.75f,
                    .is_sheet = other_is_sheet}
                    .add_to(mirror);
                EXPECT_EQ(kept_edges(mirror, 1.5f), count) << "turned by " << turned << ", tilted by " << way * tilted
                                                           << ", rolled by " << way * rolled << " degrees";
            }
}

TEST(LocalOracle, KeepsTurnedPlanksAllAroundIfNoEdgeRisesByMuch)
{
    // Turned by r and tilted by p, the upper plank's edges rise over the lower one's side by a sine of sin p, and the
    // lower one's over the upper one's side by sin p cos r. The planes through them across the way are at angles to
    // these sides with those sines divided by the sine of the angle between the edges, the cosine of which is
    // cos p cos r. Each side comes nearer in two places of four, which have one place in common.
    //
    // sin p is 1/32 at 1.791 degrees, and sin p cos 30 at 2.068. The planes count only where edges cross at less
    // than 7.2 degrees.
    expect_kept(4, 8.0, 30.0, 1.0, 0.0);
    expect_kept(4, 8.0, 30.0, 1.78, 0.0);
    expect_kept(2, 8.0, 30.0, 1.8, 0.0);
    expect_kept(2, 8.0, 30.0, 2.06, 0.0);
    expect_kept(1, 8.0, 30.0, 2.08, 0.0);
    expect_kept(1, 8.0, 30.0, 6.0, 0.0);
    // sin p cos 10 is 1/32 at 1.818 degrees.
    expect_kept(4, 24.0, 10.0, 1.0, 0.0);
    expect_kept(4, 24.0, 10.0, 1.78, 0.0);
    expect_kept(2, 24.0, 10.0, 1.8, 0.0);
    expect_kept(1, 24.0, 10.0, 1.83, 0.0);
}

TEST(LocalOracle, KeepsPlanksThatAreTurnedByLittleAllAroundIfTheWayLeansByLittle)
{
    // Turned by 5 degrees, the planes have sines of 1/4 before any edge rises by 1/32. With c = cos 5, the lower side's
    // is sin p over the square root of 1 - (c cos p)^2, which is 1/4 at 1.2892 degrees, and the upper side's is that
    // times c, and is 1/4 at 1.2944 degrees.
    expect_kept(4, 48.0, 5.0, 1.0, 0.0);
    expect_kept(4, 48.0, 5.0, 1.288, 0.0);
    expect_kept(2, 48.0, 5.0, 1.291, 0.0);
    expect_kept(2, 48.0, 5.0, 1.293, 0.0);
    expect_kept(1, 48.0, 5.0, 1.296, 0.0);
    expect_kept(1, 48.0, 5.0, 1.78, 0.0);
}

TEST(LocalOracle, KeepsTurnedPlanksAllAroundIfTheyAreRolledByLittle)
{
    // All edges that cross are level, so the way is upright. The plane is at an angle to the upper plank's side with a
    // sine of sin q, and the lower one's edges rise over that side by sin q sin r. The lower side is level.
    // sin q is 1/32 at 1.791 degrees, 1/16 at 3.583, and 1/32 over sin 10 at 10.368.
    for (const auto& [turned, half_length, most] :
         {std::tuple(90.0, 8.0, 1.791), {30.0, 8.0, 3.583}, {10.0, 24.0, 10.368}}) {
        expect_kept(4, half_length, turned, 0.0, most - 0.01);
        expect_kept(2, half_length, turned, 0.0, most + 0.01);
    }
    // And it is 1/4 at 14.478 degrees, however little edges rise.
    for (const auto& [turned, half_length] : {std::pair(7.0, 36.0), {5.0, 48.0}, {2.0, 120.0}}) {
        expect_kept(4, half_length, turned, 0.0, 14.47);
        expect_kept(2, half_length, turned, 0.0, 14.49);
    }
}

TEST(LocalOracle, KeepsEdgesIfBothTheirOwnPlaneAndTheOtherEdgeAllowIt)
{
    // A rim along x, with a face that comes nearer by a slope, is crossed by an edge that is level too.
    struct Crossing {
        float rise, run;        ///< Of the face.
        float other_x, other_y; ///< Along the other edge.
        bool is_kept;
    };
    constexpr Crossing crossings[] = {
        // The sine to the plane is 8 by the root of 1025, or 7 by the root of 778: just below 1/4, and just above. To
        // the other edge it is 1 by the root of 65 times that, which is about 0.0311.
        {8, 31, 8, 1, true},
        {7, 27, 8, 1, false},
        // 1 by the root of 17 is less than 1/4 too. The other edge's angle has a sine of 8 by the root of 4033, a
        // little above 1/8, so that the sines to that edge are 0.0306 and 0.0315, below and above 1/32.
        {1, 4, 63, 8, true},
        {8, 31, 63, 8, false},
        // At a right angle to each other both sines are the same.
        {1, 32, 0, 32, true},
        {1, 31, 0, 31, false},
    };
    for (const Crossing& c : crossings) {
        Mirror mirror;
        add_body(mirror, {{0, 1, 2}}, {{-200, 0, 0}, {200, 0, 0}, {0, -4 * c.run, 4 * c.rise}});
        add_body(mirror, {{0, 1, 2}}, {{-c.other_x, -c.other_y, 4}, {c.other_x, c.other_y, 4}, {0, 0, 54}});
        for (int order = 0; order < 2; ++order) {
            EXPECT_EQ(kept_edges(mirror, 4.0f), c.is_kept ? 1u : 0u)
                << c.rise << " over " << c.run << ", crossed along (" << c.other_x << ", " << c.other_y << ")";
            std::swap(mirror.bodies[0], mirror.bodies[1]);
        }
    }
}

TEST(LocalOracle, KeepsEdgesOfSidesThatComeNearIfOthersLeaveByMoreThan30Degrees)
{
    // A ridge along (1, 1, 1), with a face that comes nearer to an edge across it by a slope of 1/56 times the square
    // root of 3, and one that leaves by 30 degrees, or by next to nothing more. Two directions across the ridge are at
    // right angles, and one is longer than the other by the square root of 3.
    const auto place = [](int x, int y, int z) {
        return Vec3{static_cast<float>(x + y + z), static_cast<float>(x - y + z), static_cast<float>(x - 2 * z)};
    };
    for (const bool is_steeper : {false, true}) {
        Mirror mirror;
        add_body(
            mirror, {{0, 1, 2}, {1, 0, 3}},
            {place(-30, 0, 0), place(30, 0, 0), place(0, -30, 0), place(0, 171, is_steeper ? -54 : -53)});
        add_body(mirror, {{0, 1, 2}}, {place(0, -56, 0), place(0, 56, 2), place(0, 0, 90)});
        EXPECT_EQ(kept_edges(mirror, 4.0f), is_steeper ? 1u : 0u);
        // A rim need not be steep.
        mirror.bodies[0].triangles.pop_back();
        mirror.bodies[0].removed.pop_back();
        EXPECT_EQ(kept_edges(mirror, 4.0f), 1u);
    }
}

TEST(LocalOracle, KeepsCrossedRidgesWhicheverWayTheyLieNow)
{
    Mirror mirror;
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}};
    add_body(mirror, triangles, {{-2, 0, 0}, {2, 0, 0}, {0, 2, -1}, {0, -2, -1}});
    add_body(mirror, triangles, {{0, -2, -0.25f}, {0, 2, -0.25f}, {-2, 0, 0.75f}, {2, 0, 0.75f}});
    const std::uint32_t ends[2] = {0, 1};
    const ContactName ridges = {make_key(0, feature(ends, 2), 1, feature(ends, 2))};
    EXPECT_EQ(local_contacts(mirror, {{ridges, {.crosses = true}}}, BodyOrder::by_place).size(), 1u);
    EXPECT_EQ(local_contacts(mirror, {{ridges, {}}}, BodyOrder::by_place).size(), 0u);
    EXPECT_EQ(local_contacts(mirror, {{ridges, {.pushes = true}}}, BodyOrder::by_place).size(), 0u);
}

TEST(LocalOracle, KeepsOneContactWhereAFoldedSheetIsOverItself)
{
    Mirror mirror;
    // A strip that turns back over itself: its last edge is over its first one.
    add_body(
        mirror, {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}, {4, 5, 6}, {5, 7, 6}},
        {{0, 0, 0}, {0, 2, 0}, {4, 0, 0}, {4, 2, 0}, {4, 0, 1}, {4, 2, 1}, {0, 0, 1}, {0, 2, 1}});
    mirror.bodies[0].self_collision = true;
    std::set<Feature> vertices;
    for (const ContactName& name : kept(mirror, 1.0f)) {
        EXPECT_NE(name.face, UINT32_MAX) << text(name);
        vertices.insert(size_of(name.key.a) == 1 ? name.key.a : name.key.b);
    }
    const std::uint32_t first[2] = {0, 1};
    EXPECT_EQ(vertices, (std::set<Feature>{feature(&first[0], 1), feature(&first[1], 1)}));
}

} // namespace
} // namespace tactus::fuzz
