// SPDX-License-Identifier: MIT
// tactus spheres MESH: spheres around a surface, and a judge of any that others made.
#include <memory>

#include <fmt/format.h>

#include "cli/options/number_option.h"
#include "cli/output/number_text.h"
#include "cli/spheres/sphere_options.h"
#include "cli/verbs.h"

namespace tactus::cli {

namespace {

constexpr std::uint32_t most_levels = 24;
/// So many take minutes, twice as many take four times as long, and nothing is gained over a tree.
constexpr std::uint32_t most_in_a_set = 10'000;

Result<int> spheres(const SphereOptions& options)
{
    if (options.check && options.judged.empty())
        return refusal("--check needs two files, a mesh and its spheres: tactus spheres --check MESH SPHERES");
    if (!options.check && !options.judged.empty())
        return refusal(fmt::format("{} was not expected; to judge it, add --check", options.judged));
    if (!options.check && options.centred)
        return refusal("--centred goes with --check");
    if (options.count > 0 && (options.has_levels || !options.max_error.empty()))
        return refusal("--count is a flat set of so many spheres; leave --levels and --max-error out");
    if (options.count > most_in_a_set)
        return refusal(fmt::format(
            "--count {}: a flat set has at most {} spheres, because the time to find it grows with the square of their "
            "number; for more, make a tree with --levels",
            options.count, readable(most_in_a_set)));
    return options.check ? judge_spheres(options) : make_spheres(options);
}

} // namespace

void add_spheres(CLI::App& app, Work& work)
{
    const auto options = std::make_shared<SphereOptions>();
    CLI::App* verb = app.add_subcommand("spheres", "Cover a mesh with spheres, or judge spheres that cover one");
    verb->add_option("MESH", options->mesh, "A mesh: OBJ, PLY, STL, OFF, glTF and others")->required()->type_name("");
    verb->add_option("SPHERES", options->judged, "With --check: the spheres to judge, .json or .sph")->type_name("");
    verb->add_flag(
        "--check", options->check,
        "Judge SPHERES: how much of MESH they leave uncovered, and how far they stand out; exit code 0 covered, 1 not");
    verb->add_flag(
        "--centred", options->centred, "With --check: the spheres are relative to the middle of the mesh's box");
    verb->add_option_function<std::uint32_t>(
            "--levels",
            [options](std::uint32_t levels) {
                options->tree.levels = levels;
                options->has_levels = true;
            },
            "Levels below the root (default 3, or up to 6 with --max-error)")
        ->transform(whole_number(0, most_levels))
        ->type_name("N");
    verb->add_option("--branch", options->tree.branch, "Children of a sphere at the most, 2 to 8 (default 8)")
        ->transform(whole_number(2, 8))
        ->type_name("N");
    verb->add_option("--count", options->count, "One flat set of at most N spheres, up to 10,000, in place of a tree")
        ->transform(count_number())
        ->type_name("N");
    verb->add_option(
            "--max-error", options->max_error,
            "As many spheres as it takes for none to stand out farther: metres, or per cent of the diagonal as 0.5%")
        ->type_name("LENGTH");
    verb->add_flag("--inner", options->tree.inner, "Look for spheres inside the body too");
    verb->add_flag("--layered", options->tree.layered, "Keep children inside their parents' spheres");
    verb->add_option("--method", options->method, "medial (the default), merge, burst, expand or octree")
        ->check(CLI::IsMember({"medial", "merge", "burst", "expand", "octree"}).description(""))
        ->type_name("NAME");
    verb->add_option("--quality", options->quality, "fast (the default) or best")
        ->check(CLI::IsMember({"fast", "best"}).description(""))
        ->type_name("NAME");
    verb->add_option(
            "-o,--output", options->outputs, "Files to write, by ending: .json, .sph, .urdf, .yaml, .xrdf, .obj")
        ->type_name("FILE")
        ->allow_extra_args(false);
    verb->add_option(
            "--format", options->format, "Of all outputs, whatever their endings: json, sph, urdf, curobo, xrdf, obj")
        ->check(CLI::IsMember({"json", "sph", "urdf", "curobo", "xrdf", "obj"}).description(""))
        ->type_name("NAME");
    verb->add_option(
            "--level", options->level,
            "Which level files without a tree hold, and --check judges (default the deepest)")
        ->transform(whole_number(0, UINT32_MAX - 1))
        ->type_name("N");
    verb->add_option("--link", options->link, "Name of the robot's link in .urdf, .yaml and .xrdf (default base_link)")
        ->type_name("NAME");
    verb->add_option("--pictures", options->pictures, "Draw a picture of each level into this folder")
        ->type_name("DIR");
    verb->add_option("--up", options->up, "Which axis points upwards in the pictures, y or z (default z)")
        ->check(CLI::IsMember({"y", "z"}).description(""))
        ->type_name("AXIS");
    verb->add_option("--scale", options->scale, "Multiply the mesh's coordinates, by 0.001 for one in millimetres")
        ->transform(real_number(1e-30, 1e30))
        ->type_name("FACTOR");
    verb->add_flag("--no-judge", options->no_judge, "Leave the judge's columns out of the table");
    verb->add_flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart, as the file has them");
    verb->add_option("--threads", options->tree.worker_count, "Threads to work with; the spheres are the same")
        ->transform(whole_number(1, 1024))
        ->type_name("N");
    verb->add_flag("--json", options->json, "Print numbers as JSON");
    verb->footer("Example:\n  tactus spheres liver.obj -o liver.json --pictures pictures\n"
                 "  tactus spheres gripper.stl --count 60 -o gripper.urdf --link gripper\n"
                 "  tactus spheres --check liver.obj liver.sph --centred");
    verb->callback([options, &work] { work = [options] { return spheres(*options); }; });
}

} // namespace tactus::cli
