// SPDX-License-Identifier: MIT
// Covers a ring with spheres, level by level, has them judged, and finds by them how a chain of two rings hangs
// together.
#include <cmath>
#include <cstdio>
#include <vector>

#include <tactus/tactus.h>

namespace {

struct Mesh {
    std::vector<tactus::TriangleIndices> triangles;
    std::vector<tactus::Vec3> positions;
};

// A torus of 48 x 24 squares, each cut into two triangles.
Mesh ring()
{
    constexpr std::uint32_t rows = 48, columns = 24;
    Mesh mesh;
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column) {
            const float around = 6.2831853f * static_cast<float>(row) / rows;
            const float across = 6.2831853f * static_cast<float>(column) / columns;
            const float reach = 1.0f + 0.3f * std::cos(across);
            mesh.positions.push_back({reach * std::cos(around), reach * std::sin(around), 0.3f * std::sin(across)});
            const std::uint32_t next_row = (row + 1) % rows, next_column = (column + 1) % columns;
            const std::uint32_t a = row * columns + column, b = next_row * columns + column;
            const std::uint32_t c = next_row * columns + next_column, d = row * columns + next_column;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    return mesh;
}

} // namespace

int main()
{
    const Mesh body = ring();

    const tactus::MeshView mesh{body.triangles, body.positions};
    const tactus::SphereTree tree = tactus::make_sphere_tree(mesh, {.levels = 2}).value();
    for (std::uint32_t level = 0; level <= 2; ++level) {
        std::vector<tactus::Sphere> spheres;
        float worst = 0.0f;
        for (const tactus::SphereNode& node : tactus::spheres_of_level(tree, level)) {
            spheres.push_back(node.sphere);
            worst = std::fmax(worst, node.error);
        }
        std::printf("level %u: %zu spheres, none farther out than %.3f m\n", level, spheres.size(), worst);
    }

    // Any set of spheres can be judged, wherever it comes from. This one lost half of its spheres.
    std::vector<tactus::Sphere> spheres;
    for (const tactus::SphereNode& node : tactus::spheres_of_level(tree, 2))
        spheres.push_back(node.sphere);
    const tactus::SphereCheck whole = tactus::check_spheres(mesh, spheres).value();
    spheres.resize(spheres.size() / 2);
    const tactus::SphereCheck broken = tactus::check_spheres(mesh, spheres).value();
    std::printf("all of them: %s\n", whole.uncovered_area.upper == 0.0 ? "covered" : "not covered");
    std::printf("without half of them: %s\n", broken.uncovered_area.lower > 0.0 ? "not covered" : "covered");

    // For a planner: at most forty spheres, without a tree.
    const tactus::SphereTree set = tactus::make_sphere_set(mesh, 40).value();
    std::printf("a set of %zu spheres\n", tactus::spheres_of_level(set, 1).size());

    // As the structure of bodies: it is made once, and any number of them can have it.
    const tactus::BodyDesc desc{
        .triangles = body.triangles,
        .positions = body.positions,
        .structure = tactus::structures::MedialSphereTree{.tree = &tree}};
    tactus::World world = tactus::World::create().value();
    const tactus::BodyId first = world.add_body(desc).value(), second = world.add_body(desc).value();
    const tactus::Pose pose = {.position = {1.0, 0.0, 0.0}, .rotation = {0.7, 0.0, 0.0, 0.7}};
    (void)world.set_pose(second, pose);
    std::printf("two rings of a chain: %zu pairs of triangles meet\n", world.find_pairs().pair_count);

    // What spheres alone say: never wrong, and quick.
    const tactus::SphereBounds bounds = tactus::bounds_by_spheres(tree, {}, tree, pose, 1000).value();
    std::printf(
        "the rings are %.3f to %.3f m apart by %zu pairs of spheres, %.3f m by their triangles\n",
        bounds.surfaces_at_least, bounds.bodies_at_most, bounds.pairs_compared,
        world.closest_points(first, second).value().distance);
}
