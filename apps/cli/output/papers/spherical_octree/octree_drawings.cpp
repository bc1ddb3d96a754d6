// SPDX-License-Identifier: MIT
#include <array>
#include <set>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/papers/spherical_octree/octree_pictures.h"
#include "cli/pictures/contact_arrows.h"
#include "cli/reproduce/spherical_octree/grid_objects.h"
#include "scenes/bodies/icosphere.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

PictureOptions picture_options(bool small)
{
    PictureOptions options;
    if (small) {
        options.width = 384;
        options.height = 216;
    }
    return options;
}

/// The scene of six objects where most touches, with an arrow at each contact along the normal that pushes the object
/// that is led.
Result<std::string> draw_contacts(PictureBook& book, const RigidRun& run, bool small)
{
    const Result<scenes::Scene> scene =
        scenes::make_scene("six_objects", {.frames = static_cast<std::uint32_t>(run.contacts_found.size())});
    if (!scene.ok())
        return scene.error();
    constexpr std::array<Vec3, 6> colours = {
        {{0.25f, 0.42f, 0.70f},
         {0.80f, 0.62f, 0.38f},
         {0.52f, 0.70f, 0.42f},
         {0.70f, 0.48f, 0.66f},
         {0.80f, 0.42f, 0.38f},
         {0.70f, 0.70f, 0.68f}}};
    std::vector<std::vector<Vec3>> positions;
    for (std::size_t mesh = 0; mesh < scene.value().meshes.size(); ++mesh) {
        std::vector<Vec3>& out = positions.emplace_back(scene.value().meshes[mesh].positions.size());
        scene.value().positions(run.most_contacts.frame, mesh, out);
    }
    // Those that push, all with arrows of one length, as the paper's unit forces, and out of the bodies that stand.
    std::set<std::uint64_t> pushing;
    for (const ContactForce& force : run.most_contacts.forces)
        if (force.force != Vec3{})
            pushing.insert(force.id);
    std::vector<Contact> contacts;
    for (Contact contact : run.most_contacts.contacts) {
        if (!pushing.contains(contact.id))
            continue;
        contact.separation = 0.0f;
        if (contact.body_a < contact.body_b)
            contact.normal = {-contact.normal.x, -contact.normal.y, -contact.normal.z};
        contacts.push_back(contact);
    }
    const ContactArrows arrows = contact_arrows(contacts, {}, 0.5);
    std::vector<std::uint32_t> highlighted(arrows.triangles.size());
    for (std::uint32_t k = 0; k < highlighted.size(); ++k)
        highlighted[k] = k;
    std::vector<PictureMesh> meshes;
    for (std::size_t mesh = 0; mesh < positions.size(); ++mesh)
        meshes.push_back({scene.value().meshes[mesh].triangles, positions[mesh], colours[mesh % colours.size()]});
    meshes.push_back({arrows.triangles, arrows.positions, {0.1f, 0.1f, 0.1f}, highlighted});
    PictureOptions options = picture_options(small);
    options.caption = fmt::format(
        "Figure 2: an object that is led along five others\n{} that push it at frame {}, with their normals",
        counted(contacts.size(), "contact"), run.most_contacts.frame);
    options.view_from = {-0.75f, -0.8f, 0.55f};
    return book.draw(meshes, options);
}

/// What is drawn of an object and its octree.
struct DrawnOctree {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    void add(std::span<const TriangleIndices> faces, std::span<const Vec3> corners, const Vec3& shift)
    {
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (const auto& [a, b, c] : faces)
            triangles.push_back({first + a, first + b, first + c});
        for (const Vec3& p : corners)
            positions.push_back({p.x + shift.x, p.y + shift.y, p.z + shift.z});
    }
};

/// Objects in a row, and below each the spheres of its octree's leaves.
Result<std::string> draw_octrees(PictureBook& book, bool small)
{
    Result<World> world = World::create();
    if (!world.ok())
        return world.error();
    const scenes::Shape ball = scenes::icosphere(small ? 80 : 320);
    constexpr std::array<std::uint32_t, 4> levels = {2, 3, 2, 3};
    std::array<DrawnOctree, 2> drawn;
    std::string counts;
    const std::vector<GridObject> objects = grid_objects(1);
    for (std::size_t k = 0; k < objects.size(); ++k) {
        const GridObject& object = objects[k];
        const papers::Options as_paper = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
        const Result<BodyId> id = world.value().add_body(
            {.triangles = object.mesh.triangles,
             .positions = object.mesh.positions,
             .structure = structures::SphericalOctree{.levels = levels[k], .uniform = true},
             .papers = &as_paper});
        if (!id.ok())
            return id.error();
        const Result<std::vector<Sphere>> spheres = papers::leaf_spheres(world.value(), id.value());
        if (!spheres.ok())
            return spheres.error();
        const float x = 1.5f * static_cast<float>(k);
        drawn[0].add(object.mesh.triangles, object.mesh.positions, {x, 0.0f, 1.5f});
        for (const Sphere& sphere : spheres.value()) {
            std::vector<Vec3> corners;
            for (const scenes::Point& p : ball.points)
                corners.push_back(scenes::rounded(p * double{sphere.radius}));
            drawn[1].add(ball.triangles, corners, {x + sphere.centre.x, sphere.centre.y, sphere.centre.z});
        }
        counts += fmt::format(
            "{}{} {} ({} levels)", counts.empty() ? "" : ", ", object.name, spheres.value().size(), levels[k]);
    }
    const std::array<PictureMesh, 2> meshes = {
        {{drawn[0].triangles, drawn[0].positions, {0.25f, 0.42f, 0.70f}},
         {drawn[1].triangles, drawn[1].positions, {0.80f, 0.62f, 0.38f}}}};
    PictureOptions options = picture_options(small);
    options.view_from = {0.1f, -1.0f, 0.25f};
    options.caption = fmt::format("Figure 3: objects, and the leaves of their spherical octrees\n{}", counts);
    return book.draw(meshes, options);
}

} // namespace

std::vector<std::pair<std::string, std::string>> octree_pictures(const OctreeReproduction& all, bool small)
{
    std::vector<std::pair<std::string, std::string>> pictures;
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return pictures;
    if (Result<std::string> png = draw_contacts(book.value(), all.six_objects, small); png.ok())
        pictures.emplace_back("spherical_octree_contacts.png", std::move(png).value());
    if (Result<std::string> png = draw_octrees(book.value(), small); png.ok())
        pictures.emplace_back("spherical_octree_octrees.png", std::move(png).value());
    return pictures;
}

#else

std::vector<std::pair<std::string, std::string>> octree_pictures(const OctreeReproduction&, bool) { return {}; }

#endif

} // namespace tactus::cli
