// SPDX-License-Identifier: MIT
// tactus check A [B]: the intersecting triangles of two meshes, or of one with itself.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/pair_hash.h"
#include "cli/measure/playback.h"
#include "cli/options/playback_options.h"
#include "cli/output/files/pair_file.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/streams.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/run_contacts.h"
#include "cli/scenes/file_scene.h"
#include "cli/verbs.h"
#include "io/mesh_file.h"

namespace tactus::cli {

namespace {

struct CheckOptions {
    std::string a;
    std::string b;
    std::vector<std::string> files; ///< a, and b where it is given
    PlaybackOptions playback;
    ContactOptions contacts;
    std::string pairs_file;
    std::string pictures;
    bool fail_on_contact = false;
    bool no_weld = false;
    bool json = false;
};

Json mesh_json(const std::string& file, const io::Mesh& mesh)
{
    return {
        {"file", file},
        {"triangles", mesh.triangles.size()},
        {"vertices", mesh.positions.size()},
        {"welded_vertices", mesh.welded_vertices},
        {"split_polygons", mesh.split_polygons}};
}

void print_json(
    const CheckOptions& options, const std::vector<io::Mesh>& meshes, const Playback& playback,
    const FrameResult& found, const std::vector<std::filesystem::path>& pictures)
{
    Json json = {
        {"structure", structure_name(options.playback.structure)},
        {"pairs", found.pairs},
        {"pair_hash", hash_text(found.hash)},
        {"build_ms", playback.build_ms()},
        {"query_ms", found.query_ms},
        {"structure_bytes", playback.structure_bytes()},
        {"scratch_bytes", playback.scratch_bytes()},
        {"a", mesh_json(options.files[0], meshes[0])}};
    if (meshes.size() == 2)
        json["b"] = mesh_json(options.files[1], meshes[1]);
    json["pictures"] = pictures_json(pictures);
    say_json(json);
}

void print_words(
    const CheckOptions& options, const std::vector<io::Mesh>& meshes, const Playback& playback,
    const FrameResult& found, const std::vector<std::filesystem::path>& pictures)
{
    for (std::size_t k = 0; k < meshes.size(); ++k) {
        say("{}: {}, {}", options.files[k], counted(meshes[k].triangles.size(), "triangle"),
            counted(meshes[k].positions.size(), "vertex"));
        if (meshes[k].welded_vertices > 0)
            say(" ({} at equal positions welded)", counted(meshes[k].welded_vertices, "vertex"));
        if (meshes[k].split_polygons > 0)
            say(" ({} split into triangles)", counted(meshes[k].split_polygons, "polygon"));
        say("\n");
    }
    const char* what = meshes.size() == 2            ? "between the two meshes"
                       : options.playback.neighbours ? "within the mesh, neighbours included"
                                                     : "within the mesh, neighbours left out";
    if (found.pairs == 0)
        say("no triangles intersect {}\n", what);
    else
        say("{} of intersecting triangles {}, hash {}\n", counted(found.pairs, "pair"), what, hash_text(found.hash));
    say("built in {} ms, found in {} ms\n", milliseconds_text(playback.build_ms()), milliseconds_text(found.query_ms));
    for (const std::filesystem::path& picture : pictures)
        say("picture: {}\n", picture.string());
}

/// Draws the meshes with the triangles that intersect, where pictures are asked for.
Result<std::vector<std::filesystem::path>>
draw(const CheckOptions& options, const std::vector<io::Mesh>& meshes, const FrameResult& found)
{
    if (options.pictures.empty())
        return std::vector<std::filesystem::path>();
    return draw_scene_pictures(
        options.pictures, scene_of_meshes(options.files, meshes), std::vector{found}, options.playback);
}

Result<int> check_contacts(const CheckOptions& options, const std::vector<io::Mesh>& meshes)
{
    if (!options.pairs_file.empty() || options.playback.neighbours)
        return refusal(
            "--pairs and --neighbours go with pairs; leave them or the options about contacts out (--export FILE.jsonl "
            "writes contacts)");
    const Result<std::size_t> found = run_contacts(
        scene_of_meshes(options.files, meshes), options.playback, options.contacts,
        {{}, options.pictures, options.json});
    if (!found.ok())
        return found.error();
    return options.fail_on_contact && found.value() > 0 ? exit_contact : exit_done;
}

Result<int> check(const CheckOptions& options)
{
    if (Result<void> possible = can_draw_into(options.pictures); !possible.ok())
        return possible.error();
    if (options.playback.neighbours && options.files.size() == 2)
        return Error{
            ErrorCode::invalid_argument, "--neighbours is about one mesh and itself; leave it out, or name one mesh"};
    std::vector<io::Mesh> meshes;
    for (const std::string& file : options.files) {
        Result<io::Mesh> mesh = io::read_mesh(file, {.weld = !options.no_weld});
        if (!mesh.ok())
            return mesh.error();
        meshes.push_back(std::move(mesh).value());
    }
    if (options.contacts.any())
        return check_contacts(options, meshes);
    std::vector<PlaybackBody> bodies;
    for (const io::Mesh& mesh : meshes)
        bodies.push_back({mesh.triangles, mesh.positions, meshes.size() == 1});
    Result<Playback> playback = Playback::create(bodies, options.playback);
    if (!playback.ok())
        return playback.error();
    const FrameResult found = playback.value().query();
    if (!options.pairs_file.empty())
        if (Result<void> written = write_pairs(options.pairs_file, playback.value().sorted_pairs()); !written.ok())
            return written.error();
    const Result<std::vector<std::filesystem::path>> pictures = draw(options, meshes, found);
    if (!pictures.ok())
        return pictures.error();
    if (options.json)
        print_json(options, meshes, playback.value(), found, pictures.value());
    else
        print_words(options, meshes, playback.value(), found, pictures.value());
    return options.fail_on_contact && found.pairs > 0 ? exit_contact : exit_done;
}

} // namespace

void add_check(CommandLine& command_line)
{
    const auto options = std::make_shared<CheckOptions>();
    Options verb = command_line.add_verb(
        "check", "Find the intersecting triangles of two meshes, or of one with itself", [options] {
            options->files = {options->a};
            if (!options->b.empty())
                options->files.push_back(options->b);
            return check(*options);
        });
    verb.required_argument("A", options->a, "A mesh: OBJ, PLY, STL, OFF, glTF and others");
    verb.argument("B", options->b, "Another mesh; without it, A is tested against itself");
    add_playback_options(verb, options->playback);
    verb.flag(
        "--neighbours", options->playback.neighbours,
        "With one mesh: also pairs that share a vertex and meet in more than what they share");
    verb.text("--pairs", "FILE", options->pairs_file, "Write a line \"a b\" for each pair");
    verb.text("--pictures", "DIR", options->pictures, "Draw the meshes here, as PNG, with what intersects");
    verb.flag(
        "--fail-on-contact", options->fail_on_contact,
        "Exit with 1 if anything intersects, or where contacts are found if there is one");
    verb.flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart, as the file has them");
    verb.flag("--json", options->json, "Print numbers as JSON");
    add_contact_options(verb, options->contacts);
    verb.footer("Example:\n"
                "  tactus check liver.obj tool.stl --pairs pairs.txt\n"
                "  tactus check cloth.ply --fail-on-contact\n"
                "  tactus check liver.obj tool.stl --contacts --pictures pictures --export contacts.vtk");
}

} // namespace tactus::cli
