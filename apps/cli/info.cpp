// SPDX-License-Identifier: MIT
// tactus info MESH: what kind of surface a mesh is, in plain words.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <tactus/tactus.h>
#include <tactus/world.h>

#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/streams.h"
#include "cli/verbs.h"
#include "io/mesh_file.h"

namespace tactus::cli {

namespace {

struct InfoOptions {
    std::string file;
    bool no_weld = false;
    bool self = false;
    bool octree = false;
    bool json = false;
};

Json survey_json(const std::string& file, const io::Mesh& mesh, const MeshReport& survey)
{
    return {
        {"file", file},
        {"triangles", mesh.triangles.size()},
        {"vertices", mesh.positions.size()},
        {"welded_vertices", mesh.welded_vertices},
        {"split_polygons", mesh.split_polygons},
        {"unused_vertices", survey.unused_vertices.count},
        {"components", survey.components},
        {"closed", survey.is_closed()},
        {"border_edges", survey.boundary_edges.count},
        {"manifold", survey.is_manifold()},
        {"non_manifold_edges", survey.non_manifold_edges.count},
        {"non_manifold_vertices", survey.non_manifold_vertices.count},
        {"flipped_edges", survey.inconsistent_edges.count},
        {"degenerate_faces", survey.degenerate.count},
        {"duplicate_faces", survey.duplicate.count},
        {"box", {{"lower", point_json(survey.lower_corner)}, {"upper", point_json(survey.upper_corner)}}}};
}

std::vector<std::string> sentences(const io::Mesh& mesh, const MeshReport& survey)
{
    std::vector<std::string> lines;
    lines.push_back(fmt::format(
        "{}, {}, in {}", counted(mesh.triangles.size(), "triangle"), counted(mesh.positions.size(), "vertex"),
        counted(survey.components, "piece")));
    lines.push_back(
        survey.is_closed() ? "closed: no edge is a border"
                           : fmt::format("open: {}", counted(survey.boundary_edges.count, "border edge")));
    if (survey.is_manifold())
        lines.push_back("manifold: the surface looks like a sheet everywhere");
    else
        lines.push_back(fmt::format(
            "not manifold: {} of more than two triangles, {} where parts meet in a point alone",
            counted(survey.non_manifold_edges.count, "edge"), counted(survey.non_manifold_vertices.count, "vertex")));
    if (survey.inconsistent_edges.count > 0)
        lines.push_back(fmt::format(
            "winding: the triangles at {} are wound against each other",
            counted(survey.inconsistent_edges.count, "edge")));
    else
        lines.push_back("winding: neighbours agree");
    lines.push_back(
        survey.degenerate.count == 0 ? "no degenerate triangles"
                                     : counted(survey.degenerate.count, "degenerate triangle") + " (no area)");
    lines.push_back(
        survey.duplicate.count == 0 ? "no duplicate triangles" : counted(survey.duplicate.count, "duplicate triangle"));
    if (survey.unused_vertices.count > 0)
        lines.push_back(counted(survey.unused_vertices.count, "vertex") + " that no triangle uses");
    if (mesh.welded_vertices > 0)
        lines.push_back(
            counted(mesh.welded_vertices, "vertex") + " at equal positions welded (--no-weld keeps them apart)");
    if (mesh.split_polygons > 0)
        lines.push_back(counted(mesh.split_polygons, "polygon") + " split into triangles");
    const Vec3 size{
        survey.upper_corner.x - survey.lower_corner.x, survey.upper_corner.y - survey.lower_corner.y,
        survey.upper_corner.z - survey.lower_corner.z};
    lines.push_back(fmt::format(
        "box: {} to {}, size {} x {} x {}", point_text(survey.lower_corner), point_text(survey.upper_corner),
        readable(size.x, 4), readable(size.y, 4), readable(size.z, 4)));
    return lines;
}

/// Of the tree of some structure that a body of this mesh would get by itself.
Result<BodyInfo> octree_of(const io::Mesh& mesh, Structure structure)
{
    Result<World> world = World::create();
    if (!world.ok())
        return world.error();
    const Result<BodyId> body =
        world.value().add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure});
    if (!body.ok())
        return body.error();
    return world.value().info(body.value());
}

Result<int> info(const InfoOptions& options)
{
    const Result<io::Mesh> read = io::read_mesh(options.file, {.weld = !options.no_weld});
    if (!read.ok())
        return read.error();
    const io::Mesh& mesh = read.value();
    const MeshReport survey = validate({mesh.triangles, mesh.positions});
    std::size_t self_pairs = 0;
    if (options.self) {
        const Result<std::vector<TrianglePair>> pairs = self_intersecting_pairs(mesh.triangles, mesh.positions);
        if (!pairs.ok())
            return pairs.error();
        self_pairs = pairs.value().size();
    }
    BodyInfo octree, buckets;
    if (options.octree) {
        const Result<BodyInfo> made = octree_of(mesh, Structure::spherical_octree);
        const Result<BodyInfo> bucketed = octree_of(mesh, Structure::bucket_octree);
        if (!made.ok() || !bucketed.ok())
            return made.ok() ? bucketed.error() : made.error();
        octree = made.value();
        buckets = bucketed.value();
    }
    if (options.json) {
        Json json = survey_json(options.file, mesh, survey);
        if (options.octree) {
            const auto tree_json = [](const BodyInfo& tree, const char* leaves) {
                return Json{
                    {"levels", tree.octree_levels},
                    {"nodes", tree.octree_nodes},
                    {leaves, tree.octree_leaves},
                    {"bytes", tree.structure_bytes}};
            };
            json["octree"] = tree_json(octree, "leaves");
            json["bucket_octree"] = tree_json(buckets, "buckets");
        }
        if (options.self)
            json["self_pairs"] = self_pairs;
        say_json(json);
        return exit_done;
    }
    say("{}\n", options.file);
    for (const std::string& line : sentences(mesh, survey))
        say("  {}\n", line);
    if (options.self)
        say("  {}\n", self_pairs == 0 ? "does not intersect itself"
                                      : "intersects itself in " + counted(self_pairs, "pair") + " of triangles");
    if (options.octree) {
        say("  spherical octree: {} below the root, {}, {} of them leaves\n", counted(octree.octree_levels, "level"),
            counted(octree.octree_nodes, "node"), readable(octree.octree_leaves));
        say("  bucket octree: {} below the root, {}, {} of them buckets\n", counted(buckets.octree_levels, "level"),
            counted(buckets.octree_nodes, "node"), readable(buckets.octree_leaves));
    }
    return exit_done;
}

} // namespace

void add_info(CommandLine& command_line)
{
    const auto options = std::make_shared<InfoOptions>();
    Options verb =
        command_line.add_verb("info", "Say what kind of surface a mesh is", [options] { return info(*options); });
    verb.required_argument("MESH", options->file, "A mesh: OBJ, PLY, STL, OFF, glTF and others");
    verb.flag("--self", options->self, "Also count the pairs of triangles that intersect each other");
    verb.flag("--octree", options->octree, "Also say how a spherical octree and a bucket octree would divide it");
    verb.flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart, as the file has them");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n  tactus info liver.obj --self");
}

} // namespace tactus::cli
