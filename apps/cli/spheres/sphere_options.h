// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <tactus/spheres.h>

#include "io/mesh_file.h"

namespace tactus::cli {

/// What `tactus spheres` was asked for.
struct SphereOptions {
    std::string mesh;
    std::string judged; ///< a file of spheres, with --check
    bool check = false;
    bool centred = false;
    SphereTreeOptions tree;
    std::uint32_t count = 0; ///< one flat set of so many; 0: a tree
    std::string max_error;
    bool has_levels = false; ///< `tree.levels` were asked for
    double scale = 1.0;      ///< of the mesh's coordinates
    std::string method = "medial";
    std::string quality = "fast";
    std::vector<std::string> outputs;
    std::string format;
    std::string link = "base_link";
    std::uint32_t level = UINT32_MAX; ///< that flat formats hold and --check judges; the deepest where absent
    std::string pictures;
    std::string up = "z"; ///< of the pictures
    bool no_judge = false;
    bool no_weld = false;
    bool json = false;
};

/// The diagonal of the box of those vertices that triangles use, and its middle.
struct MeshExtent {
    double diagonal = 0.0;
    DoubleVec3 middle;
};
MeshExtent extent_of(const io::Mesh& mesh);
/// The mesh that was named, welded and scaled as was asked for.
Result<io::Mesh> read_scaled_mesh(const SphereOptions& options);

/// Refuses a --level below the deepest there is. `what` has the levels, a file or a tree.
Result<void> check_level(const SphereOptions& options, const std::string& what, std::uint32_t deepest);

/// tactus spheres MESH.
Result<int> make_spheres(const SphereOptions& options);
/// tactus spheres --check MESH SPHERES.
Result<int> judge_spheres(const SphereOptions& options);

} // namespace tactus::cli
