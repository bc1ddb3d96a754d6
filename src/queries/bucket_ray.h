// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "queries/ray_cast.h"
#include "tree/buckets/bucket_tree.h"

namespace tactus {

/// Shows a ray the triangles of those buckets that it passes through. The tree must be made, of all places of its list.
void cast_into_buckets(RayCast& cast, std::uint32_t body, const BucketTree& tree);

} // namespace tactus
