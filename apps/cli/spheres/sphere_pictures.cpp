// SPDX-License-Identifier: MIT
#include "cli/spheres/sphere_pictures.h"

#include <fmt/format.h>

#include "cli/output/files/pair_file.h"
#include "cli/output/number_text.h"
#include "io/file_bytes.h"
#include "io/spheres/round_mesh.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

Result<std::vector<std::filesystem::path>> draw_sphere_pictures(
    const std::filesystem::path& folder, const std::string& name, const io::Mesh& mesh, const SphereTree& tree,
    const std::vector<LevelReport>& levels, double diagonal, char up)
{
    constexpr Vec3 body_colour{0.80f, 0.42f, 0.38f}, sphere_colour{0.36f, 0.55f, 0.78f};
    if (Result<void> made = make_folder(folder); !made.ok())
        return made.error();
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return book.error();
    std::vector<std::filesystem::path> files;
    for (const LevelReport& level : levels) {
        std::vector<Sphere> spheres;
        for (const SphereNode& node : spheres_of_level(tree, level.level))
            spheres.push_back(node.sphere);
        io::Mesh round;
        io::add_round_meshes(round, spheres);
        const std::vector<PictureMesh> meshes = {
            {mesh.triangles, mesh.positions, body_colour}, {round.triangles, round.positions, sphere_colour}};
        PictureOptions options;
        options.caption = fmt::format(
            "{}, level {}: {}\nworst error {} %, mean {} % of the box's diagonal", name, level.level,
            counted(level.spheres, "sphere"), readable(100.0 * level.worst_error / diagonal, 3),
            readable(100.0 * level.mean_error / diagonal, 3));
        if (up == 'y') {
            options.up = {0.0f, 1.0f, 0.0f};
            options.view_from = {0.5f, 0.38f, 1.0f};
        }
        const std::filesystem::path file = folder / fmt::format("{}_level_{}.png", name, level.level);
        const Result<std::string> png = book.value().draw(meshes, options);
        if (!png.ok())
            return png.error();
        if (Result<void> written = io::write_bytes(file, png.value()); !written.ok())
            return written.error();
        files.push_back(file);
    }
    return files;
}

#else

Result<std::vector<std::filesystem::path>> draw_sphere_pictures(
    const std::filesystem::path&, const std::string&, const io::Mesh&, const SphereTree&,
    const std::vector<LevelReport>&, double, char)
{
    return Error{ErrorCode::unavailable, "this build was made without OpenGL and draws no pictures"};
}

#endif

} // namespace tactus::cli
