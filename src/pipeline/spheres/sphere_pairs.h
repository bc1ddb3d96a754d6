// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "geometry/sphere.h"
#include "hierarchy/parts/part_tree.h"
#include "pipeline/contacts/elementary_contacts.h"
#include "pipeline/refinement_outcome.h"

namespace tactus {

/// Which triangles of a mesh a sphere meets, decided exactly. Keeps its memory.
class SpherePairs {
public:
    /// Appends the pairs, sorted, with 0 for the sphere. The first hit is all there is if that is all that was asked for.
    RefinementOutcome find(
        const Sphere& sphere, PartTree& parts, const ContactSurface& mesh, bool sphere_is_a, WorkMeter& meter,
        bool first_hit_only, Buffer<TrianglePair>& pairs);
    /// The same for two spheres.
    RefinementOutcome find(const Sphere& a, const Sphere& b, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const { return open_.bytes(); }

private:
    Buffer<std::uint32_t> open_;
};

} // namespace tactus
