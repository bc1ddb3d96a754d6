// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// Refuses coordinates that are not finite and vertex numbers that no vertex has, with a sentence that names the first.
Result<void> check_drawable(const MeshView& mesh);

} // namespace tactus
