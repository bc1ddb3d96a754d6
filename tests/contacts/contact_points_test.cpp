// SPDX-License-Identifier: MIT
// A contact's point is half way between the points that its weights name on the two sides; that of a vertex inside a
// body as a whole is the vertex.
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
        for (const Contact& contact : report.confirmed()) {
            const DoubleVector a = named_point(positions[contact.body_a.index], contact.vertices_a, contact.weights_a);
            const DoubleVector b = named_point(positions[contact.body_b.index], contact.vertices_b, contact.weights_b);
            const DoubleVector expected = contact.kind == ContactKind::vertex_inside   ? a
                                          : contact.kind == ContactKind::inside_vertex ? b
                                                                                       : (a + b) * 0.5;
            const DoubleVector away = to_double(contact.point) - expected;
            const double size = std::sqrt(dot(a, a)) + std::sqrt(dot(b, b)) + double(distance);
            off += std::sqrt(dot(away, away)) > 1e-5 * size ? 1 : 0;
        }
        EXPECT_EQ(off, 0u) << "of " << report.confirmed_count << " in frame " << frame;
    }
}

} // namespace
} // namespace tactus
