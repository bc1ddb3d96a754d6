// SPDX-License-Identifier: MIT
// tactus_sphere_quality [FOLDER]: how good the sphere trees of the meshes in a folder are, and what they cost.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <tactus/spheres.h>

#include "cli/options/command_line.h"
#include "io/mesh_file.h"
#include "measure/cpu_clock.h"
#include "measure/machine.h"
#include "scenes/shapes.h"

namespace tactus::sphere_quality {
namespace {

struct NamedMesh {
    std::string name;
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// What the sphere-tree toolkit of Bradshaw and O'Sullivan reaches with every sphere enlarged until the surface is
/// covered.
std::string toolkit_worst(std::string_view name)
{
    static const std::map<std::string_view, std::string> known = {
        {"box", "14.4 / 6.5 / 2.9"},        {"bunny-1500", "10.6 / 4.9 / 3.2"}, {"dragon-1500", "13.2 / 6.2 / 3.3"},
        {"cow-1500", "10.6 / 5.3 / crash"}, {"bunny-5000", "- / 5.5 / 3.2"},    {"dragon-5000", "- / 6.2 / 3.0"},
        {"cow-5000", "- / 5.0 / 2.3"},
    };
    const auto found = known.find(name);
    return found == known.end() ? "" : found->second;
}

double diagonal_of(const NamedMesh& mesh)
{
    std::array<double, 3> lower = {1e300, 1e300, 1e300}, upper = {-1e300, -1e300, -1e300};
    for (const TriangleIndices& triangle : mesh.triangles)
        for (const std::uint32_t vertex : triangle) {
            const Vec3 p = mesh.positions[vertex];
            const std::array<double, 3> at = {p.x, p.y, p.z};
            for (int k = 0; k < 3; ++k) {
                lower[k] = std::min(lower[k], at[k]);
                upper[k] = std::max(upper[k], at[k]);
            }
        }
    return std::hypot(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]);
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : " / ") + part;
    return text;
}

std::string row_of(const NamedMesh& mesh, std::string_view how, const SphereTreeOptions& options)
{
    const MeshView view{mesh.triangles, mesh.positions};
    const double begin = benchmarks::cpu_seconds();
    const Result<SphereTree> made = make_sphere_tree(view, options);
    const double seconds = benchmarks::cpu_seconds() - begin;
    if (!made.ok())
        return fmt::format(
            "| {} | {} | {} | refused: {} |\n", mesh.name, mesh.triangles.size(), how, made.error().message);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage); // before the judge takes memory of its own
    const double diagonal = diagonal_of(mesh);
    std::vector<std::string> counts, worsts;
    double mean = 0.0, uncovered = 0.0, outside = 0.0;
    for (std::uint32_t level = 1; level <= options.levels; ++level) {
        std::vector<Sphere> spheres;
        double worst = 0.0, sum = 0.0;
        for (const SphereNode& node : spheres_of_level(made.value(), level)) {
            spheres.push_back(node.sphere);
            worst = std::max(worst, double(node.error));
            sum += node.error;
        }
        counts.push_back(std::to_string(spheres.size()));
        worsts.push_back(fmt::format("{:.2f}", 100.0 * worst / diagonal));
        const Result<SphereCheck> check = check_spheres(view, spheres);
        if (!check.ok())
            return fmt::format(
                "| {} | {} | {} | not judged: {} |\n", mesh.name, mesh.triangles.size(), how, check.error().message);
        uncovered = std::max(uncovered, check.value().uncovered_area.upper / check.value().surface_area);
        mean = 100.0 * sum / static_cast<double>(spheres.size()) / diagonal;
        outside =
            check.value().body_volume > 0.0 ? 100.0 * check.value().outside_volume / check.value().body_volume : NAN;
    }
    return fmt::format(
        "| {} | {} | {} | {} | {} | {:.3f} | {} | {} | {:.2f} | {} | {} |\n", mesh.name, mesh.triangles.size(), how,
        joined(counts), joined(worsts), mean, std::isnan(outside) ? "open" : fmt::format("{:.1f}", outside),
        uncovered == 0.0 ? "nothing" : fmt::format("{:.1e}", uncovered), seconds, usage.ru_maxrss / 1024,
        toolkit_worst(mesh.name));
}

/// In a process of its own, so that its peak of memory is that of one tree.
std::string row_apart(const NamedMesh& mesh, std::string_view how, const SphereTreeOptions& options)
{
    int ends[2];
    if (pipe(ends) != 0)
        return row_of(mesh, how, options);
    const pid_t child = fork();
    if (child == 0) {
        const std::string row = row_of(mesh, how, options);
        const bool written = write(ends[1], row.data(), row.size()) == static_cast<ssize_t>(row.size());
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    std::string row;
    char buffer[4096];
    for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
        row.append(buffer, static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return row.empty() ? fmt::format("| {} | {} | {} | did not end well |\n", mesh.name, mesh.triangles.size(), how)
                       : row;
}

std::vector<NamedMesh> generated_meshes()
{
    std::vector<NamedMesh> meshes;
    for (const scenes::ShapeInfo& info : scenes::all_shapes())
        if (Result<scenes::ShapeMesh> shape = scenes::make_shape(info.name, {.triangles = 1500}); shape.ok())
            meshes.push_back({info.name, std::move(shape.value().triangles), std::move(shape.value().positions)});
    return meshes;
}

std::vector<NamedMesh> meshes_in(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file())
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<NamedMesh> meshes;
    for (const std::filesystem::path& path : paths) {
        Result<io::Mesh> mesh = io::read_mesh(path);
        if (mesh.ok())
            meshes.push_back(
                {path.stem().string(), std::move(mesh.value().triangles), std::move(mesh.value().positions)});
        else
            fmt::print(stderr, "left out: {}\n", mesh.error().message);
    }
    return meshes;
}

} // namespace
} // namespace tactus::sphere_quality

int main(int argc, char** argv)
{
    using namespace tactus;
    using namespace tactus::sphere_quality;
    std::string folder, markdown, only = "both";
    cli::CommandLine command_line(
        "Sphere trees: worst error of each level, mean, outside volume, coverage, time and memory",
        "tactus_sphere_quality");
    cli::Options arguments = command_line.options();
    arguments.argument("FOLDER", folder, "Meshes to make trees of; generated ones where none is given");
    arguments.choice("--quality", "NAME", only, {"fast", "best", "both"}, "fast, best or both (the default)");
    arguments.text("--markdown", "FILE", markdown, "Write the table to this file too");
    if (const std::optional<int> exit_code = command_line.read_or_exit_code(argc, argv))
        return *exit_code;
    if (!folder.empty() && !std::filesystem::is_directory(folder)) {
        fmt::print(stderr, "tactus_sphere_quality: {} is not a folder\n", folder);
        return 2;
    }

    const std::vector<NamedMesh> meshes = folder.empty() ? generated_meshes() : meshes_in(folder);
    if (meshes.empty()) {
        fmt::print(stderr, "{} has no mesh that can be read\n", folder);
        return 2;
    }
    std::string text = fmt::format(
        "# Sphere trees\n\n{}, {}, {}. One thread; branching 8, three levels. Errors are certified and in per cent of "
        "the "
        "box's diagonal; the outside volume is of the leaves, in per cent of the body's; uncovered is the part of the "
        "surface "
        "that may be in no sphere, on any level, as the judge says. Memory is the peak of the whole process. The last "
        "column "
        "is what the sphere-tree toolkit of Bradshaw and O'Sullivan reaches with spheres enlarged until they cover.\n\n"
        "| mesh | triangles | how | spheres | worst error | mean, leaves | outside | uncovered | CPU s | MB | toolkit "
        "|\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
        benchmarks::processor_name(), benchmarks::compiler_name(), benchmarks::date_today());
    fmt::print("{}", text);
    const auto add = [&](const NamedMesh& mesh, std::string_view how, const SphereTreeOptions& options) {
        const std::string row = row_apart(mesh, how, options);
        fmt::print("{}", row);
        std::fflush(stdout);
        text += row;
    };
    for (const NamedMesh& mesh : meshes) {
        if (only != "best")
            add(mesh, "fast", {.quality = SphereQuality::fast});
        if (only != "fast")
            add(mesh, "best", {.quality = SphereQuality::best});
    }
    constexpr std::pair<std::string_view, SphereMethod> methods[] = {
        {"adaptive", SphereMethod::adaptive},
        {"merge", SphereMethod::merge},
        {"burst", SphereMethod::burst},
        {"expand", SphereMethod::expand},
        {"octree", SphereMethod::octree}};
    for (const auto& [name, method] : methods)
        add(meshes.front(), name, {.method = method});
    if (!markdown.empty() && !(std::ofstream(markdown) << text)) {
        fmt::print(stderr, "{} cannot be written\n", markdown);
        return 2;
    }
    return 0;
}
