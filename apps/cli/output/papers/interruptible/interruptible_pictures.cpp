// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "cli/output/papers/interruptible/interruptible_report.h"

#if TACTUS_HAS_OPENGL
#include "io/spheres/round_mesh.h"
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

constexpr Vec3 colour_to_test = {0.94f, 0.74f, 0.22f};
constexpr Vec3 colour_colliding = {0.74f, 0.16f, 0.24f};

/// The box around bodies, so that all pictures show them at the same place.
PictureFrame frame_around(std::span<const scenes::ShapeMesh> bodies)
{
    PictureFrame frame = {bodies.front().positions.front(), bodies.front().positions.front()};
    for (const scenes::ShapeMesh& body : bodies)
        for (const Vec3& p : body.positions) {
            frame.lower = {std::min(frame.lower.x, p.x), std::min(frame.lower.y, p.y), std::min(frame.lower.z, p.z)};
            frame.upper = {std::max(frame.upper.x, p.x), std::max(frame.upper.y, p.y), std::max(frame.upper.z, p.z)};
        }
    return frame;
}

} // namespace

std::vector<std::pair<std::string, std::string>> interruptible_pictures(const InterruptibleFigures& figures, bool small)
{
    std::vector<std::pair<std::string, std::string>> pictures;
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return pictures;
    const PictureFrame frame = frame_around(figures.drawn);
    char letter = 'a';
    for (const InterruptibleFigures::Moment& moment : figures.moments) {
        io::Mesh to_test, colliding;
        io::add_round_meshes(to_test, moment.to_test);
        io::add_round_meshes(colliding, moment.colliding);
        std::vector<PictureMesh> meshes;
        for (const scenes::ShapeMesh& mesh : figures.drawn)
            meshes.push_back({mesh.triangles, mesh.positions, {0.62f, 0.66f, 0.70f}, {}});
        meshes.push_back({to_test.triangles, to_test.positions, colour_to_test, {}});
        meshes.push_back({colliding.triangles, colliding.positions, colour_colliding, {}});
        PictureOptions options;
        options.width = small ? 320 : 640;
        options.height = small ? 200 : 400;
        options.frame = frame;
        options.caption = fmt::format("Figure 9 ({}), spheres of both lists after {} tests", letter, moment.tests);
        options.legend = {
            {colour_to_test, fmt::format("PAIRLIST: {} pairs to test", moment.pairs)},
            {colour_colliding, fmt::format("COLLISIONLIST: {} pairs of leaves that overlap", moment.collisions)}};
        if (Result<std::string> png = book.value().draw(meshes, options); png.ok())
            pictures.emplace_back(fmt::format("interruptible_spheres_9{}.png", letter), std::move(png).value());
        ++letter;
    }
    return pictures;
}

#else

std::vector<std::pair<std::string, std::string>> interruptible_pictures(const InterruptibleFigures&, bool)
{
    return {};
}

#endif

} // namespace tactus::cli
