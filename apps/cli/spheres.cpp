// SPDX-License-Identifier: MIT
// tactus spheres MESH: spheres around a surface, and a judge of any that others made.
#include <memory>

#include <fmt/format.h>

#include "cli/options/number_option.h"
#include "cli/spheres/sphere_options.h"
#include "cli/verbs.h"

namespace tactus::cli {

namespace {

constexpr std::uint32_t most_levels = 24;
/// So many take minutes, twice as many take four times as long, and nothing is gained over a tree.
constexpr WholeNumbers spheres_in_a_set = {
    1, 10'000,
    ": the time to find a flat set grows with the square of their number; for more, make a tree with --levels"};

Result<int> spheres(const SphereOptions& options)
{
    if (options.check && options.judged.empty())
        return refusal("--check needs two files, a mesh and its spheres: tactus spheres --check MESH SPHERES");
    if (!options.check && !options.judged.empty())
        return refusal(fmt::format(
            "{} was not expected; to judge it, add --check, and to write it, say -o once more", options.judged));
    if (!options.check && options.centred)
        return refusal("--centred goes with --check");
    if (options.count > 0 && (options.has_levels || !options.max_error.empty()))
        return refusal("--count is a flat set of so many spheres; leave --levels and --max-error out");
    return options.check ? judge_spheres(options) : make_spheres(options);
}

} // namespace

void add_spheres(CommandLine& command_line)
{
    const auto options = std::make_shared<SphereOptions>();
    Options verb =
        command_line.add_verb("spheres", "Cover a mesh with spheres, or judge spheres that cover one", [options] {
            return spheres(*options);
        });
    verb.required_argument("MESH", options->mesh, "A mesh: OBJ, PLY, STL, OFF, glTF and others");
    verb.argument("SPHERES", options->judged, "With --check: the spheres to judge, .json or .sph");
    verb.flag(
        "--check", options->check,
        "Judge SPHERES: how much of MESH they leave uncovered, and how far they stand out; exit code 0 covered, 1 not");
    verb.flag("--centred", options->centred, "With --check: the spheres are relative to the middle of the mesh's box");
    verb.whole_number(
        "--levels", "N",
        [options](std::uint64_t levels) {
            options->tree.levels = static_cast<std::uint32_t>(levels);
            options->has_levels = true;
        },
        {0, most_levels}, "Levels below the root (default 3, or up to 6 with --max-error)");
    verb.number(
        "--branch", "N", options->tree.branch, WholeNumbers{2, 8},
        "Children of a sphere at the most, 2 to 8 (default 8)");
    verb.number(
        "--count", "N", options->count, spheres_in_a_set,
        "One flat set of at most N spheres, from 1 to 10,000, in place of a tree");
    verb.text(
        "--max-error", "LENGTH", options->max_error,
        "As many spheres as it takes for none to stand out farther: metres, or per cent of the diagonal as 0.5%");
    verb.flag("--inner", options->tree.inner, "Look for spheres inside the body too");
    verb.flag("--layered", options->tree.layered, "Keep children inside their parents' spheres");
    verb.choice(
        "--method", "NAME", options->method, {"medial", "adaptive", "merge", "burst", "expand", "octree"},
        "medial (the default), adaptive, merge, burst, expand or octree");
    verb.choice("--quality", "NAME", options->quality, {"fast", "best"}, "fast (the default) or best");
    verb.texts(
        "-o,--output", "FILE", options->outputs, "Files to write, by ending: .json, .sph, .urdf, .yaml, .xrdf, .obj");
    verb.choice(
        "--format", "NAME", options->format, {"json", "sph", "urdf", "curobo", "xrdf", "obj"},
        "Of all outputs, whatever their endings: json, sph, urdf, curobo, xrdf, obj");
    verb.number(
        "--level", "N", options->level, WholeNumbers{0, UINT32_MAX - 1},
        "Which level files without a tree hold, and --check judges (default the deepest)");
    verb.text(
        "--link", "NAME", options->link, "Name of the robot's link in .urdf, .yaml and .xrdf (default base_link)");
    verb.text("--pictures", "DIR", options->pictures, "Draw a picture of each level into this folder");
    verb.choice(
        "--up", "AXIS", options->up, {"y", "z"}, "Which axis points upwards in the pictures, y or z (default z)");
    verb.number(
        "--scale", "FACTOR", options->scale, RealNumbers{1e-30, 1e30},
        "Multiply the mesh's coordinates, by 0.001 for one in millimetres");
    verb.flag("--no-judge", options->no_judge, "Leave the judge's columns out of the table");
    verb.flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart, as the file has them");
    verb.number(
        "--threads", "N", options->tree.worker_count, WholeNumbers{1, 1024},
        "Threads to work with; the spheres are the same");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n  tactus spheres liver.obj -o liver.json --pictures pictures\n"
                "  tactus spheres gripper.stl --count 60 -o gripper.urdf --link gripper\n"
                "  tactus spheres --check liver.obj toolkit.sph --centred");
}

} // namespace tactus::cli
