// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/result.h>

#include "tree/tree.h"

namespace tactus {

/// The one place that knows which structures there are: a new one has a function more in each of the two classes of
/// make_tree.cpp, which do not compile without it.

/// What is wrong with the options of a structure, if anything is.
std::optional<Error> check_structure(const StructureChoice& chosen);
/// The structure that the options ask for, over a mesh that has been checked. A medial sphere tree has to be named.
std::unique_ptr<Tree>
make_tree(const BodyDesc& options, std::vector<TriangleIndices> triangles, std::span<const Vec3> positions);

} // namespace tactus
