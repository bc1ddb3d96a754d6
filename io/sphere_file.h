// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <tactus/result.h>
#include <tactus/spheres.h>

namespace tactus::io {

enum class SphereFormat {
    json, ///< the whole tree with errors, inner spheres and triangles; the only one that loses nothing
    sph,  ///< the sphere-tree toolkit's text (Bradshaw and O'Sullivan 2004), or a plain list that begins with "sph 1.0"
    urdf, ///< a link with one collision sphere after another
    curobo, ///< YAML, as cuRobo's robot files have it
    xrdf,   ///< YAML, as the extended robot description has it
    obj,    ///< a mesh to look at
};

/// The format of this name; nothing if there is none.
std::optional<SphereFormat> sphere_format_named(std::string_view name);

/// By the path's ending: .json, .sph, .urdf, .yml and .yaml for cuRobo, .xrdf, .obj. Nothing for others.
std::optional<SphereFormat> sphere_format_of(const std::filesystem::path& path);

/// Whether a link of a robot can have this name in every format: letters, digits, _, - and ., a letter or _ first.
bool is_link_name(const std::string& name);

struct SphereWriteOptions {
    SphereFormat format = SphereFormat::json;
    /// Which level formats hold that know no tree; deeper than the tree for its leaves.
    std::uint32_t level = UINT32_MAX;
    std::string link = "base_link"; ///< of a robot, for URDF, cuRobo and XRDF
};

/// Writes spheres. Numbers have all the digits that it takes to read the same floats back, as floats or as doubles.
/// Refused where a name cannot stand in the format, where an .sph file would have millions of unused places, and where
/// the disk is full.
Result<void>
write_spheres(const std::filesystem::path& path, const SphereTree& tree, const SphereWriteOptions& options);

/// Reads JSON or .sph, by the path's ending. What a file does not say about errors is infinite, which is certain. A
/// plain list becomes a tree of one level without a root. Places of an .sph tree whose radius is not above 0 are not
/// used. Refuses, with a sentence that names the file and the line: a file that is missing, cut short or goes on after
/// its end, numbers that are not finite, more levels or children than the file has room for, and links that are no
/// tree.
Result<SphereTree> read_spheres(const std::filesystem::path& path);

} // namespace tactus::io
