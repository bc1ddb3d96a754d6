// SPDX-License-Identifier: MIT
// tactus make SHAPE -o FILE: procedural meshes and sequences, from a seed.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/options/number_option.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/scene_list.h"
#include "cli/output/streams.h"
#include "cli/output/table.h"
#include "cli/shapes.h"
#include "cli/verbs.h"
#include "io/file_bytes.h"
#include "io/mesh_file.h"
#include "io/sequence_file.h"
#include "scenes/scene_bodies.h"
#include "scenes/words/nearest_names.h"

namespace tactus::cli {

namespace {

struct MakeOptions {
    std::string shape;
    std::string file;
    scenes::SceneOptions scene;
    std::optional<std::uint32_t> frame;
    std::string mesh;
    bool list = false;
    bool json = false;
};

/// What was written, for the last line.
struct Written {
    std::vector<std::string> names;
    std::vector<std::size_t> triangles;
    std::vector<std::size_t> vertices;
    std::size_t frames = 1;
};

Result<scenes::Scene> scene_named(const MakeOptions& options)
{
    std::vector<std::string_view> names;
    for (const ShapeInfo& shape : all_shapes())
        names.push_back(shape.name);
    bool known = false;
    for (const scenes::SceneInfo& scene : scenes::all_scenes()) {
        names.push_back(scene.name);
        known = known || scene.name == options.shape;
    }
    if (!known)
        return refusal(
            "no shape or scene is called '" + options.shape + "'" + scenes::nearest_names(options.shape, names));
    return scenes::make_scene(options.shape, options.scene);
}

Result<Written> make_sequence(const MakeOptions& options, const scenes::Scene& scene)
{
    if (!scene.edits.empty())
        return refusal(fmt::format(
            "the meshes of {} are cut, but a sequence keeps its triangles; use tactus run {} instead, or make a frame "
            "of it",
            options.shape, options.shape));
    if (scene.meshes.size() > 2)
        return refusal(fmt::format(
            "{} has {} meshes, but a sequence holds 1 or 2; use tactus run {} instead", options.shape,
            scene.meshes.size(), options.shape));
    Written written;
    written.frames = scene.frame_count;
    std::vector<io::SequenceWriter::Part> parts;
    std::vector<std::vector<Vec3>> positions;
    std::vector<std::span<const Vec3>> views;
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        parts.push_back({mesh.triangles, mesh.positions.size()});
        positions.push_back(mesh.positions);
        written.names.push_back(mesh.name);
        written.triangles.push_back(mesh.triangles.size());
        written.vertices.push_back(mesh.positions.size());
    }
    for (const std::vector<Vec3>& mesh : positions)
        views.emplace_back(mesh);
    Result<io::SequenceWriter> writer = io::SequenceWriter::create(options.file, parts, scene.frame_count);
    if (!writer.ok())
        return writer.error();
    Progress progress("making", scene.frame_count);
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
        for (std::size_t m = 0; m < positions.size(); ++m)
            scene.positions(frame, m, positions[m]);
        if (Result<void> added = writer.value().add_frame(views); !added.ok())
            return added.error();
        progress.set(frame + 1);
    }
    if (Result<void> finished = writer.value().finish(); !finished.ok())
        return finished.error();
    return written;
}

/// All meshes of a frame, one after another, or the one that --mesh names.
Result<io::Mesh> mesh_of(const MakeOptions& options, const scenes::Scene& scene)
{
    const std::uint32_t frame = options.frame.value_or(0);
    if (frame >= scene.frame_count)
        return refusal(fmt::format(
            "frame {} was asked for, but {} has only {}, counted from 0", frame, options.shape,
            counted(scene.frame_count, "frame")));
    io::Mesh all;
    bool found = false;
    std::string names;
    for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
        const scenes::SceneMesh& mesh = scene.meshes[m];
        names += (m == 0 ? "" : ", ") + mesh.name;
        if (!options.mesh.empty() && options.mesh != mesh.name)
            continue;
        found = true;
        const auto first = static_cast<std::uint32_t>(all.positions.size());
        std::vector<Vec3> positions(scenes::vertex_count_at(scene, frame, m));
        scene.positions(frame, m, positions);
        all.positions.insert(all.positions.end(), positions.begin(), positions.end());
        for (const auto& [number, triangle] : scenes::triangles_at(scene, frame, m))
            all.triangles.push_back({triangle[0] + first, triangle[1] + first, triangle[2] + first});
    }
    if (!found)
        return refusal(fmt::format("{} has no mesh called '{}'; it has: {}", options.shape, options.mesh, names));
    if (all.triangles.empty())
        return refusal(
            fmt::format("{} has no triangles to write", options.mesh.empty() ? options.shape : options.mesh));
    return all;
}

Result<Written> write_one_mesh(const MakeOptions& options, const io::Mesh& mesh)
{
    if (Result<void> done = io::write_mesh(options.file, mesh); !done.ok())
        return done.error();
    return Written{
        {options.mesh.empty() ? options.shape : options.mesh}, {mesh.triangles.size()}, {mesh.positions.size()}};
}

Result<Written> write_shape(const MakeOptions& options)
{
    const bool is_sequence = io::extension_of(options.file) == "seq";
    if (const ShapeInfo* shape = find_shape(options.shape)) {
        if (is_sequence || options.scene.frames > 1)
            return refusal(fmt::format(
                "{} is a mesh at rest; write it to a .obj, .ply or .stl file, or choose one of "
                "the scenes in tactus make --list",
                options.shape));
        if (options.frame || !options.mesh.empty())
            return refusal(fmt::format(
                "{} is one mesh at rest; leave --frame and --mesh out, or choose one of the scenes in tactus make "
                "--list",
                options.shape));
        const Result<io::Mesh> mesh = make_shape(*shape, options.scene.triangles, options.scene.seed);
        return mesh.ok() ? write_one_mesh(options, mesh.value()) : mesh.error();
    }
    const Result<scenes::Scene> scene = scene_named(options);
    if (!scene.ok())
        return scene.error();
    if (is_sequence && (options.frame || !options.mesh.empty()))
        return refusal(
            "a .seq file holds every frame of every mesh; leave --frame and --mesh out, or write a .obj, .ply or .stl "
            "file");
    if (is_sequence)
        return make_sequence(options, scene.value());
    const Result<io::Mesh> mesh = mesh_of(options, scene.value());
    if (!mesh.ok())
        return mesh.error();
    return write_one_mesh(options, mesh.value());
}

Json list_json()
{
    Json json = scene_list_json();
    json["meshes"] = Json::array();
    for (const ShapeInfo& shape : all_shapes())
        json["meshes"].push_back(
            {{"mesh", shape.name}, {"triangles", shape.default_triangles}, {"description", shape.description}});
    return json;
}

void print_list()
{
    Table shapes({"mesh", "triangles", "what it is"});
    for (const ShapeInfo& shape : all_shapes())
        shapes.add_row(
            {std::string(shape.name), std::to_string(shape.default_triangles), std::string(shape.description)});
    say("Meshes at rest, for .obj, .ply and .stl files:\n\n{}\n", shapes.text(1));
    say("Scenes, for .seq files, or one frame of them for .obj, .ply and .stl files:\n\n{}", scene_list_text());
}

Result<int> make(const MakeOptions& options)
{
    if (options.list) {
        if (options.json)
            say_json(list_json());
        else
            print_list();
        return exit_done;
    }
    if (options.shape.empty())
        return refusal("SHAPE is missing; tactus make --list shows what there is");
    if (options.file.empty())
        return refusal("the file to write is missing; add -o FILE, ending in .obj, .ply, .stl or .seq");
    const Result<Written> written = write_shape(options);
    if (!written.ok())
        return written.error();
    const Written& what = written.value();
    const std::size_t bytes =
        std::filesystem::is_regular_file(options.file) ? std::filesystem::file_size(options.file) : 0;
    if (options.json) {
        Json meshes = Json::array();
        for (std::size_t m = 0; m < what.names.size(); ++m)
            meshes.push_back(
                {{"name", what.names[m]}, {"triangles", what.triangles[m]}, {"vertices", what.vertices[m]}});
        say_json({{"file", options.file}, {"meshes", meshes}, {"frames", what.frames}, {"bytes", bytes}});
        return exit_done;
    }
    say("{}: {}", options.file, counted(what.frames, "frame"));
    for (std::size_t m = 0; m < what.names.size(); ++m)
        say(", {} of {}", what.names[m], counted(what.triangles[m], "triangle"));
    say(", {}\n", bytes_text(bytes));
    return exit_done;
}

} // namespace

void add_make(CommandLine& command_line)
{
    const auto options = std::make_shared<MakeOptions>();
    Options verb = command_line.add_verb(
        "make", "Make a mesh or a sequence to try things with", [options] { return make(*options); });
    verb.argument("SHAPE", options->shape, "A name from --list");
    verb.text("-o,--output", "FILE", options->file, "The file to write: .obj, .ply, .stl, or .seq for a sequence");
    verb.number("--triangles", "N", options->scene.triangles, counts, "Triangles of each mesh, about");
    verb.number(
        "--seed", "N", options->scene.seed, WholeNumbers{0, UINT64_MAX},
        "Another seed gives another of the same kind (default 0)");
    verb.number("--frames", "N", options->scene.frames, counts, "Frames of a sequence");
    verb.number(
        "--frame", "N", options->frame, WholeNumbers{0, UINT32_MAX},
        "With a mesh file: which frame of a scene (default 0)");
    verb.text("--mesh", "NAME", options->mesh, "With a mesh file: which mesh of a scene (default all of them)");
    verb.flag("--list", options->list, "Show the meshes and scenes there are");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n  tactus make bumpy_spheres --triangles 5120 --frames 60 --seed 1 -o spheres.seq\n"
                "  tactus make liver -o liver.obj");
}

} // namespace tactus::cli
