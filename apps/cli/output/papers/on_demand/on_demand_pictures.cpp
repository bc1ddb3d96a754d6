// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/papers/on_demand/on_demand_report.h"
#include "cli/reproduce/in_world.h"

#if TACTUS_HAS_OPENGL
#include "io/spheres/round_mesh.h"
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

/// What is drawn of one body.
io::Mesh
drawn_body(const OnDemandFigures& figures, const OnDemandFigures::Moment& moment, std::size_t side, bool spheres)
{
    const std::size_t body = side == 0 ? 0 : moment.other;
    const InWorld in_world(animated_pose(body, moment.time));
    io::Mesh mesh;
    if (spheres) {
        std::vector<Sphere> placed;
        for (const Sphere& sphere : moment.spheres[side])
            placed.push_back({in_world(sphere.centre), sphere.radius});
        io::add_round_meshes(mesh, placed);
        return mesh;
    }
    mesh.triangles = figures.animated[body].mesh.triangles;
    for (const Vec3& p : figures.animated[body].mesh.positions)
        mesh.positions.push_back(in_world(p));
    return mesh;
}

Result<std::string> draw_moment(
    PictureBook& book, const OnDemandFigures& figures, const OnDemandFigures::Moment& moment, bool spheres, bool small)
{
    constexpr std::array<Vec3, 2> colours = {Vec3{0.80f, 0.42f, 0.38f}, Vec3{0.36f, 0.55f, 0.78f}};
    std::array<io::Mesh, 2> drawn;
    std::vector<PictureMesh> meshes;
    for (std::size_t side = 0; side < 2; ++side) {
        drawn[side] = drawn_body(figures, moment, side, spheres);
        meshes.push_back({drawn[side].triangles, drawn[side].positions, colours[side], {}});
    }
    PictureOptions options;
    options.width = small ? 320 : 640;
    options.height = small ? 200 : 400;
    const DoubleVec3 other = animated_pose(moment.other, 0.0).position;
    const auto middle = static_cast<float>(other.x - 0.4);
    options.frame = PictureFrame{{middle - 0.95f, -0.6f, -0.5f}, {middle + 0.95f, 0.7f, 0.6f}};
    options.caption = fmt::format(
        "Figure {}, {} s: {}", moment.figure + (spheres ? 1 : 0), readable(moment.time, 3),
        spheres ? fmt::format(
            "{} and {} spheres have none below them,\n{} pairs of the last level overlap", moment.spheres[0].size(),
            moment.spheres[1].size(), moment.pairs)
                : fmt::format("{} and {}", figures.animated[0].name, figures.animated[moment.other].name));
    return book.draw(meshes, options);
}

} // namespace

std::vector<std::pair<std::string, std::string>> on_demand_pictures(const OnDemandFigures& figures, bool small)
{
    std::vector<std::pair<std::string, std::string>> pictures;
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return pictures;
    int last_figure = 0, number = 0;
    for (const OnDemandFigures::Moment& moment : figures.moments) {
        number = moment.figure == last_figure ? number + 1 : 1;
        last_figure = moment.figure;
        for (const bool spheres : {false, true})
            if (Result<std::string> png = draw_moment(book.value(), figures, moment, spheres, small); png.ok())
                pictures.emplace_back(
                    fmt::format("on_demand_spheres_{}_{}.png", moment.figure + (spheres ? 1 : 0), number),
                    std::move(png).value());
    }
    return pictures;
}

#else

std::vector<std::pair<std::string, std::string>> on_demand_pictures(const OnDemandFigures&, bool) { return {}; }

#endif

} // namespace tactus::cli
