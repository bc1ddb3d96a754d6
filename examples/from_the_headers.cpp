// SPDX-License-Identifier: MIT
// Every piece of code that stands in a comment of a public header, as a program. A test compares them; the build adds
// -Werror to see that none of them warns.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

#include <tactus/bucket_octree.h>
#include <tactus/papers.h>
#include <tactus/tactus.h>

namespace mine {
struct Capsule {
    tactus::Vec3 begin, end;
    float radius;
};
tactus::Vec3 reference_point(const Capsule& capsule) { return capsule.begin; }
tactus::BucketBox bounding_box(const Capsule& capsule)
{
    const tactus::Vec3 a = capsule.begin, b = capsule.end;
    const float r = capsule.radius;
    return {
        {std::min(a.x, b.x) - r, std::min(a.y, b.y) - r, std::min(a.z, b.z) - r},
        {std::max(a.x, b.x) + r, std::max(a.y, b.y) + r, std::max(a.z, b.z) + r}};
}
} // namespace mine

static_assert(tactus::BucketPrimitive<mine::Capsule>);

namespace {

using namespace tactus;

const std::vector<TriangleIndices> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void draw(const Sphere& sphere) { std::printf("a sphere of radius %.3f\n", sphere.radius); }
void look_closer() { std::puts("nothing is certain yet"); }

void versions_and_meshes()
{
    if (version() != Version{TACTUS_VERSION_MAJOR, TACTUS_VERSION_MINOR, TACTUS_VERSION_PATCH})
        std::puts("the headers are not those of the library");

    const MeshReport mesh_report = validate({triangles, positions});
    if (!mesh_report.is_closed())
        std::printf("open at triangle %u\n", mesh_report.boundary_edges.first.front());
}

void spheres()
{
    const SphereTree tree = make_sphere_tree({triangles, positions}, {.levels = 3}).value();
    for (const SphereNode& node : spheres_of_level(tree, 3))
        draw(node.sphere);

    std::vector<Sphere> spheres;
    for (const SphereNode& node : spheres_of_level(tree, 1))
        spheres.push_back(node.sphere);
    const SphereCheck check = check_spheres({triangles, positions}, spheres).value();
    if (check.uncovered_area.upper == 0.0)
        std::puts("every point of the surface is in a sphere");

    const SphereTree &gripper = tree, &obstacle = tree;
    const Pose pose = {.position = {0.5, 0.0, 0.0}, .rotation = {}};
    const SphereBounds bounds = bounds_by_spheres(gripper, pose, obstacle, {}, 1000).value();
    if (!bounds.certainly_apart())
        look_closer();
}

class Hertzian final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        ContactPush push = default_force_law().push(load);
        push.normal = 1e9 * load.area * load.depth * std::sqrt(load.depth);
        return push;
    }
};

constexpr std::uint32_t last_of_hem = 1;

class NotTheHem final : public ContactFilter {
public:
    bool keeps_triangles(BodyId, std::uint32_t a, BodyId, std::uint32_t b) const noexcept override
    {
        return a > last_of_hem || b > last_of_hem;
    }
};

void spheres_of_two(World& world, BodyId a, BodyId b)
{
    if (!papers::interruptible_spheres(world, a, b).ok())
        return;
    const auto found = papers::interruptible_spheres(world, a, b, {.max_tests = 100}).value();
    std::printf("%zu to test, %zu overlap\n", found.pairs.size(), found.collisions.size());
}

void bodies()
{
    BodyDesc desc = {.triangles = triangles, .positions = positions};
    desc.structure = structures::SphericalOctree{.levels = 5};
    if (auto* octree = desc.structure.get_if<structures::SphericalOctree>())
        octree->levels = 5;
    const papers::Options paper = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
    desc.papers = &paper;

    World world = World::create().value();
    const BodyId cloth = world.add_body(desc).value();
    const BodyId ball = world.add_sphere({.centre = {0.0f, 0.0f, 1.0f}, .radius = 0.25f}).value();
    world.set_pose(ball, {.position = {0.0, 0.0, 0.24}, .rotation = {}}).value();
    for (const Contact& contact : world.find_contacts().contacts)
        std::printf("the ball touches at height %.2f\n", contact.point.z);
    spheres_of_two(world, cloth, ball);
    world.set_thickness(cloth, {.contact_distance = 0.004f, .rest_offset = 0.002f}).value();
    world.set_pair(cloth, cloth, {.thickness = {.rest_offset = 0.001f}}).value();
    const NotTheHem filter;
    world.set_contact_settings({.filter = &filter}).value();
    const Hertzian law;
    for (const ContactForce& pushed : world.contact_forces({.law = &law}).contacts)
        std::printf("the ball is pushed with %.2f N\n", pushed.force.z);
    const BodyId ground = world.add_half_space({.normal = {0.0f, 0.0f, 1.0f}, .offset = -0.5f}).value();
    for (const Contact& contact : world.find_contacts().contacts)
        if (contact.body_a == ground || contact.body_b == ground)
            std::printf("%.3f m deep in the ground\n", contact.depth());
    const BodyId tool = world.add_tool({.pivot = {0, 0, 2}, .tip = {0, 0, 1}, .radius = 0.01f}).value();
    world.set_tool(tool, {0, 0, 2}, {0.1f, 0, 0.9f}).value();
    for (const TouchedFace& face : world.find_touched(tool).value().faces)
        std::printf("touches triangle %u\n", face.triangle);
    const HalfSpace slab[] = {{.normal = {0, 0, 1}, .offset = 0.1f}, {.normal = {0, 0, -1}, .offset = 0.1f}};
    const BodyId blade = world.add_convex({.half_spaces = slab}).value();
    std::printf("%zu triangles\n", world.find_touched(blade).value().faces.size());
    for (const RayHit& hit : world.cast_ray_through({0, 0, 5}, {0, 0, -1}).value().hits)
        std::printf("%.2f m\n", hit.distance);

    world.prepare_reads().value();
    std::thread other([&] { std::printf("%.2f m\n", world.nearest_point({0, 0, 2}).value().distance); });
    std::printf("%.2f m\n", world.nearest_point({0, 0, 3}).value().distance);
    other.join();

    const BodyId body = world.add_body(desc).value();
    world.release_branches(body).value();
    std::printf("%u node\n", world.info(body).value().octree_nodes);

    papers::OnCollideTrees trees = papers::OnCollideTrees::create({.levels = 3}).value();
    trees.add_body(triangles, positions).value();
    trees.add_body(triangles, positions).value();
    const Pose poses[] = {Pose{}, {.position = {0.1, 0.0, 0.0}, .rotation = {}}};
    std::printf("%zu pairs of spheres\n", trees.collide(poses).value().pairs.size());

    const std::uint32_t torn[] = {1, 2};
    const auto edited = world.edit(BodyEdit{.body = cloth, .remove_triangles = torn, .split = true}).value();
    std::printf("%zu pieces came off\n", edited.bodies[0].pieces.size());
}

void checks_of_a_paper()
{
    const papers::Options paper = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
    BodyDesc desc = {.triangles = triangles, .positions = positions};
    desc.structure = Structure::spherical_octree;
    desc.papers = &paper;
    World world = World::create().value();
    const BodyId box = world.add_body(desc).value(), cone = world.add_body(desc).value();
    const papers::ElementaryChecks checks = papers::elementary_checks(world, box, cone).value();
    std::printf("%zu vertices and faces\n", checks.vertex_face.size() + checks.face_vertex.size());
}

void primitives()
{
    const std::vector<std::array<Vec3, 4>> bone_cells = {{positions[0], positions[1], positions[2], positions[3]}};
    const std::vector<std::array<Vec3, 4>> organ_cells = bone_cells;
    BucketOctree<std::array<Vec3, 4>> bones, organs; // of tetrahedra
    bones.update(bone_cells);                        // whenever they have moved
    organs.update(organ_cells);
    bones.for_each_pair(organs, [&](std::uint32_t bone, std::uint32_t organ) {
        std::printf("bone %u and organ %u may touch\n", bone, organ);
    });
}

} // namespace

int main()
{
    versions_and_meshes();
    spheres();
    bodies();
    checks_of_a_paper();
    primitives();
}
