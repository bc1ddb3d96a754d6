// SPDX-License-Identifier: MIT
// Meshes that papers measured with, and what stands for them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "scenes/shapes.h"

namespace tactus::cli {

/// A body whose box has its middle in the origin and a longest side of one.
struct OwnBody {
    std::string name; ///< Of one of our shapes, or of a file.
    scenes::ShapeMesh mesh;
    Vec3 lower = {}; ///< The lower corner of its box.
    Vec3 upper = {}; ///< The upper corner of its box.
};

/// What stands for the paper's models: meshes of a folder, where it has them, and shapes of the library elsewhere.
class PaperModels {
public:
    /// Reads the meshes of a folder whose names begin with one of the paper's; none where no folder is named. Refuses a
    /// folder that is not there, that has none of them, or has one that cannot be read.
    static Result<PaperModels> open(const std::filesystem::path& folder);

    /// The mesh of the folder whose number of triangles is nearest to the wanted one and differs from it by a quarter
    /// at the most, or our shape for the model, with so many.
    Result<OwnBody> make(const std::string& model, std::uint32_t triangles) const;
    /// The names of the files that were read.
    std::vector<std::string> files() const;

private:
    std::vector<OwnBody> read_; ///< What the folder has.
};

/// One of our shapes.
Result<OwnBody> make_own(const char* shape, std::uint32_t triangles);

} // namespace tactus::cli
