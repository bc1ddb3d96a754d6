// SPDX-License-Identifier: MIT
#include "cli/reproduce/paper_models.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "io/mesh_file.h"

namespace tactus::cli {

namespace {

/// Our shapes for the paper's models.
constexpr std::array<std::pair<const char*, const char*>, 4> shape_of_model = {
    {{"dragon", "bumpy_sphere"}, {"bunny", "organ"}, {"cow", "torus"}, {"lamp", "tool"}}};

void measure_box(OwnBody& own)
{
    own.lower = own.upper = own.mesh.positions.front();
    for (const Vec3& p : own.mesh.positions) {
        own.lower = {std::min(own.lower.x, p.x), std::min(own.lower.y, p.y), std::min(own.lower.z, p.z)};
        own.upper = {std::max(own.upper.x, p.x), std::max(own.upper.y, p.y), std::max(own.upper.z, p.z)};
    }
}

/// Moves and scales a body to where it is said to be.
OwnBody centred(OwnBody own)
{
    measure_box(own);
    const Vec3 size = {own.upper.x - own.lower.x, own.upper.y - own.lower.y, own.upper.z - own.lower.z};
    const float scale = 1.0f / std::max({size.x, size.y, size.z});
    for (Vec3& p : own.mesh.positions)
        p = {
            (p.x - 0.5f * (own.lower.x + own.upper.x)) * scale, (p.y - 0.5f * (own.lower.y + own.upper.y)) * scale,
            (p.z - 0.5f * (own.lower.z + own.upper.z)) * scale};
    measure_box(own);
    return own;
}

bool begins_with(const std::string& name, const std::string& model)
{
    return name.size() >= model.size() && std::equal(model.begin(), model.end(), name.begin(), [](char a, char b) {
               return a == std::tolower(static_cast<unsigned char>(b));
           });
}

bool names_a_model(const std::string& name)
{
    return std::any_of(shape_of_model.begin(), shape_of_model.end(), [&](const auto& known) {
        return begins_with(name, known.first);
    });
}

} // namespace

Result<OwnBody> make_own(const char* shape, std::uint32_t triangles)
{
    Result<scenes::ShapeMesh> made = scenes::make_shape(shape, {.triangles = triangles});
    if (!made.ok())
        return made.error();
    return centred({shape, std::move(made).value()});
}

Result<PaperModels> PaperModels::open(const std::filesystem::path& folder)
{
    PaperModels models;
    if (folder.empty())
        return models;
    const auto refused = [&](const char* why) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "--meshes {}: {}; name a folder with the papers' models, files whose names begin with dragon, bunny, "
                "cow or lamp, or leave --meshes out for shapes of our own",
                folder.string(), why)};
    };
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(folder, error);
    if (!std::filesystem::is_directory(status))
        return refused(
            status.type() == std::filesystem::file_type::not_found ? "is not there"
            : std::filesystem::exists(status)                      ? "is no folder"
                                                                   : "cannot be reached");
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->is_regular_file() && names_a_model(at->path().filename().string()))
            files.push_back(at->path());
    if (error)
        return refused("its files cannot be listed");
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        Result<io::Mesh> mesh = io::read_mesh(file);
        if (!mesh.ok())
            return mesh.error();
        if (!mesh.value().triangles.empty())
            models.read_.push_back(centred(
                {file.filename().string(), {std::move(mesh.value().triangles), std::move(mesh.value().positions)}}));
    }
    if (models.read_.empty())
        return refused("has none of the papers' models");
    return models;
}

Result<OwnBody> PaperModels::make(const std::string& model, std::uint32_t triangles) const
{
    const auto differs_by = [&](const OwnBody& own) {
        return begins_with(own.name, model) ? std::abs(double(own.mesh.triangles.size()) - triangles) : INFINITY;
    };
    const auto nearest = std::min_element(
        read_.begin(), read_.end(), [&](const OwnBody& a, const OwnBody& b) { return differs_by(a) < differs_by(b); });
    if (nearest != read_.end() && 4.0 * differs_by(*nearest) <= triangles)
        return *nearest;
    const auto shape = std::find_if(
        shape_of_model.begin(), shape_of_model.end(), [&](const auto& known) { return model == known.first; });
    return make_own(shape != shape_of_model.end() ? shape->second : "sphere", triangles);
}

std::vector<std::string> PaperModels::files() const
{
    std::vector<std::string> names;
    for (const OwnBody& own : read_)
        names.push_back(own.name);
    return names;
}

} // namespace tactus::cli
