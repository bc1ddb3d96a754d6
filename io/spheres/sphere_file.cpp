// SPDX-License-Identifier: MIT
#include "io/sphere_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>
#include <utility>

#include "io/file_bytes.h"
#include "io/spheres/sphere_formats.h"

namespace tactus::io {

namespace {

bool is_finite(const Sphere& sphere)
{
    return std::isfinite(sphere.centre.x) && std::isfinite(sphere.centre.y) && std::isfinite(sphere.centre.z)
           && std::isfinite(sphere.radius);
}

Result<std::string>
bytes_of(const std::filesystem::path& path, const SphereTree& tree, const SphereWriteOptions& options)
{
    if (options.format == SphereFormat::json)
        return sphere_json_bytes(tree);
    if (options.format == SphereFormat::sph)
        return sph_bytes(path, tree);
    const std::uint32_t level_count = static_cast<std::uint32_t>(tree.first_of_level.size()) - 1;
    const std::vector<SphereNode> spheres = spheres_of_level(tree, std::min(options.level, level_count - 1));
    switch (options.format) {
    case SphereFormat::urdf:
        return urdf_bytes(spheres, options.link);
    case SphereFormat::curobo:
        return curobo_bytes(spheres, options.link);
    case SphereFormat::xrdf:
        return xrdf_bytes(spheres, options.link);
    default:
        return sphere_obj_bytes(spheres);
    }
}

} // namespace

// What may stand in XML attributes and as a plain key of YAML alike.
bool is_link_name(const std::string& name)
{
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
    return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), fits);
}

std::optional<SphereFormat> sphere_format_named(std::string_view name)
{
    constexpr std::pair<std::string_view, SphereFormat> formats[] = {
        {"json", SphereFormat::json},     {"sph", SphereFormat::sph},   {"urdf", SphereFormat::urdf},
        {"curobo", SphereFormat::curobo}, {"xrdf", SphereFormat::xrdf}, {"obj", SphereFormat::obj}};
    for (const auto& [known, format] : formats)
        if (known == name)
            return format;
    return std::nullopt;
}

std::optional<SphereFormat> sphere_format_of(const std::filesystem::path& path)
{
    const std::string extension = extension_of(path);
    return extension == "yml" || extension == "yaml" ? SphereFormat::curobo : sphere_format_named(extension);
}

Result<void> write_spheres(const std::filesystem::path& path, const SphereTree& tree, const SphereWriteOptions& options)
try {
    const auto refuse = [&](const std::string& what) {
        return Error{ErrorCode::invalid_argument, path.string() + ": not written, " + what};
    };
    if (tree.nodes.empty() || tree.first_of_level.size() < 2 || tree.first_of_level.back() != tree.nodes.size())
        return refuse("there are no spheres");
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        if (!is_finite(tree.nodes[i].sphere))
            return refuse("sphere " + std::to_string(i) + " is not finite");
    if (!is_link_name(options.link))
        return refuse("\"" + options.link + "\" is no name of a link; use letters, digits, _, - and .");
    const Result<std::string> bytes = bytes_of(path, tree, options);
    if (!bytes.ok())
        return bytes.error();
    return write_bytes(path, bytes.value());
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, path.string() + ": not written, the memory does not hold that many spheres"};
}

Result<SphereTree> read_spheres(const std::filesystem::path& path)
try {
    const std::optional<SphereFormat> format = sphere_format_of(path);
    if (format != SphereFormat::json && format != SphereFormat::sph)
        return Error{
            ErrorCode::invalid_argument,
            path.string() + ": spheres are read from .json and .sph files; convert it to one"};
    const Result<std::string> bytes = read_bytes(path);
    if (!bytes.ok())
        return bytes.error();
    return format == SphereFormat::json ? read_sphere_json(path, bytes.value()) : read_sph(path, bytes.value());
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, path.string() + ": the memory does not hold that many spheres"};
}

// All digits that a double needs: others read doubles, and a sphere that was rounded again may not cover any more.
std::string float_text(float value)
{
    char digits[32];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, static_cast<double>(value));
    return code == std::errc{} ? std::string(digits, end) : std::string("?");
}

std::string link_children(SphereTree& tree)
{
    for (std::size_t level = 1; level + 1 < tree.first_of_level.size(); ++level) {
        const std::uint32_t begin = tree.first_of_level[level - 1], end = tree.first_of_level[level];
        for (std::uint32_t n = end; n < tree.first_of_level[level + 1]; ++n) {
            const std::uint32_t parent = tree.nodes[n].parent;
            if (parent == UINT32_MAX)
                continue;
            const std::string place = "sphere " + std::to_string(n) + ": ";
            if (parent < begin || parent >= end)
                return place + "its parent, " + std::to_string(parent) + ", is not on the level above";
            SphereNode& above = tree.nodes[parent];
            if (above.child_count == 0)
                above.first_child = n;
            else if (above.first_child + above.child_count != n)
                return place + "the children of sphere " + std::to_string(parent) + " do not follow each other";
            ++above.child_count;
        }
    }
    return {};
}

} // namespace tactus::io
