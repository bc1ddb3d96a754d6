// SPDX-License-Identifier: MIT
// Two edges push along a direction that is a normal of both, up to the few degrees in which the push fades.
#include <optional>

#include "contacts/promises.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

class EdgeNormals : public testing::TestWithParam<std::string> {
protected:
    scenes::Scene scene_ = scene_to_touch(GetParam(), sized(300));
};

INSTANTIATE_TEST_SUITE_P(Catalogue, EdgeNormals, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

/// How far a direction leads into the faces of an edge, as the sine of an angle. None where there are more than two, or
/// one without area.
std::optional<double> sine_into_faces(
    const scenes::SceneMesh& mesh, const std::vector<Vec3>& positions, const std::array<std::uint32_t, 3>& ends,
    DoubleVector way)
{
    double sine = 0.0;
    int faces = 0;
    const DoubleVector begin = to_double(positions[ends[0]]), along = to_double(positions[ends[1]]) - begin;
    for (const TriangleIndices& t : mesh.triangles) {
        const std::set<std::uint32_t> corners(t.begin(), t.end());
        if (!corners.contains(ends[0]) || !corners.contains(ends[1]))
            continue;
        if (corners.size() < 3)
            return std::nullopt;
        ++faces;
        for (const std::uint32_t corner : corners) {
            if (corner == ends[0] || corner == ends[1])
                continue;
            const DoubleVector side = to_double(positions[corner]) - begin;
            const DoubleVector into = side - along * (dot(side, along) / dot(along, along));
            if (!(length(into) > 1e-5 * length(side)))
                return std::nullopt;
            sine = std::max(sine, dot(into, way) / length(into));
        }
    }
    return faces > 2 ? std::nullopt : std::optional(sine);
}

TEST_P(EdgeNormals, LieBetweenTheNormalsOfTheirFacesWhereTheyPush)
{
    ScenePlayer player(scene_);
    for (const std::uint32_t frame : spread_frames(scene_, 4)) {
        std::vector<std::vector<Vec3>> positions;
        for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh)
            positions.push_back(positions_at(scene_, frame, mesh));
        player.set_frame(frame);
        for (const Contact& contact : player.world().find_contacts().contacts) {
            if (contact.kind != ContactKind::edge_edge || !(contact.separation < 0.0f))
                continue;
            const std::uint32_t a = contact.body_a.index, b = contact.body_b.index;
            const DoubleVector normal = to_double(contact.normal);
            const auto into_a = sine_into_faces(scene_.meshes[a], positions[a], contact.vertices_a, normal);
            const auto into_b = sine_into_faces(scene_.meshes[b], positions[b], contact.vertices_b, normal * -1.0);
            if (into_a && into_b) {
                EXPECT_LE(std::max(*into_a, *into_b), 0.2) << "frame " << frame;
            }
        }
    }
}

/// Two folded sheets whose edges nearly have a normal in common: the way between them is four degrees beyond those of
/// either edge, and what is within those of one is seven degrees beyond those of the other.
TEST(EdgesThatPush, DoSoAlongANormalOfBoth)
{
    scenes::SceneMesh a, b;
    a.triangles = b.triangles = {{0, 1, 2}, {0, 2, 3}};
    const std::vector<Vec3> of_a = {
        {-1.0f, 1.25f, 0.75f}, {0.0f, 1.0f, 0.75f}, {0.0f, 0.75f, 0.25f}, {-0.5f, 0.25f, 0.0f}};
    const std::vector<Vec3> of_b = {
        {-0.25f, 1.0f, 0.5f}, {-0.875f, 1.625f, 0.5f}, {-0.875f, 1.0f, 0.625f}, {-0.875f, 0.5f, 0.375f}};
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    ASSERT_TRUE(world.add_body({.triangles = a.triangles, .positions = of_a}).ok());
    ASSERT_TRUE(world.add_body({.triangles = b.triangles, .positions = of_b}).ok());
    std::size_t edges = 0;
    for (const Contact& contact : world.find_contacts().contacts) {
        if (contact.kind != ContactKind::edge_edge)
            continue;
        ++edges;
        const DoubleVector normal = to_double(contact.normal);
        const double into_a = sine_into_faces(a, of_a, contact.vertices_a, normal).value();
        const double into_b = sine_into_faces(b, of_b, contact.vertices_b, normal * -1.0).value();
        EXPECT_TRUE(contact.separation == 0.0f || std::max(into_a, into_b) < 0.1)
            << contact.separation << ", " << into_a << " into a, " << into_b << " into b";
    }
    EXPECT_GT(edges, 0u);
}

} // namespace
} // namespace tactus
