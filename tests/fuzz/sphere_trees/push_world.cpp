// SPDX-License-Identifier: MIT
#include "push_world.h"

namespace tactus::fuzz::sphere_trees {

namespace {

StructureChoice any_tree(Random& random, const FuzzMesh& mesh, SphereTree& tree)
{
    switch (random.below(5)) {
    case 0:
        return structures::SphericalOctree{.levels = 1 + random.below(3), .uniform = random.one_in(2)};
    case 1:
        return structures::OnDemandSphereTree{
            .levels = 1 + random.below(5), .enough_triangles = random.below(20), .cubic_root = random.one_in(2)};
    case 2:
        return random.one_in(2) ? Structure::refit_bvh : Structure::bucket_octree;
    default:
        tree = make_sphere_tree(
                   {mesh.triangles, mesh.positions},
                   {.levels = 1 + random.below(2), .branch = 2 + random.below(7), .method = SphereMethod::octree})
                   .value();
        return structures::MedialSphereTree{.tree = &tree};
    }
}

} // namespace

PushWorld::PushWorld(Random& random)
{
    material = random.one_in(2) ? Material{.stiffness = 1000.0f} : Material{};
    for (int k = 0; k < 2; ++k) {
        meshes[k].own = any_mesh(random);
        meshes[k].pose = any_pose(random, random.one_in(4) ? 0.05 : 0.8);
    }
    if (random.one_in(6))
        meshes[1] = meshes[0];
    if (random.one_in(4))
        magnify(std::ldexp(1.0f, random.between(-12, 12)));
    for (int k = 0; k < 2; ++k) {
        const StructureChoice structure = any_tree(random, meshes[k].own, trees[k]);
        posed_spheres =
            posed_spheres && structure.kind() != Structure::refit_bvh && structure.kind() != Structure::bucket_octree;
        ids[k] = world
                     .add_body({
                         .triangles = meshes[k].own.triangles,
                         .positions = meshes[k].own.positions,
                         .structure = structure,
                     })
                     .value();
        if (random.one_in(4))
            deform(k, random);
        else
            world.set_pose(ids[k], meshes[k].pose).value();
        size = std::fmax(size, extent(meshes[k].positions()));
    }
    if (random.one_in(4))
        rest_offset = 0.03f * static_cast<float>(size);
    world.set_pair(ids[0], ids[1], {.material = material, .thickness = {.rest_offset = rest_offset}}).value();
    ContactSettings settings;
    settings.which = random.one_in(2) ? ContactSelection::all : ContactSelection::local;
    settings.order = static_cast<RefinementOrder>(random.below(3));
    settings.contact_distance = random.one_in(2) ? 0.0f : 0.05f * static_cast<float>(size);
    world.set_contact_settings(settings).value();
}

void PushWorld::magnify(float factor)
{
    for (PlacedMesh& mesh : meshes) {
        for (Vec3& p : mesh.own.positions)
            p = {factor * p.x, factor * p.y, factor * p.z};
        mesh.pose.position = vector_of(static_cast<double>(factor) * arrow(mesh.pose.position));
    }
}

void PushWorld::deform(int k, Random& random)
{
    meshes[k].own.positions = meshes[k].positions();
    meshes[k].pose = {};
    const float by = 0.1f * static_cast<float>(extent(meshes[k].own.positions));
    for (Vec3& p : meshes[k].own.positions)
        p.x += by * static_cast<float>(random.unit());
    world.set_positions(ids[k], meshes[k].own.positions).value();
    posed_spheres = false;
}

} // namespace tactus::fuzz::sphere_trees
