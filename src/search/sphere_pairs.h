// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "geometry/sphere.h"
#include "search/refinement_outcome.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// Which triangles of a mesh a sphere meets, decided exactly. Keeps its memory.
class SpherePairs {
public:
    /// Appends the pairs, sorted, with 0 for the sphere. The first hit is all there is if that is all that was asked
    /// for.
    RefinementOutcome find(
        const Sphere& sphere, PartTree& parts, const BodySurface& mesh, bool sphere_is_a, WorkMeter& meter,
        bool first_hit_only, Buffer<TrianglePair>& pairs);
    /// Appends all pairs that are at most the distance apart, without a limit.
    void find_near(
        const Sphere& sphere, PartTree& parts, const BodySurface& mesh, bool sphere_is_a, float distance,
        Buffer<TrianglePair>& pairs);
    /// The same as the first for two spheres.
    RefinementOutcome find(const Sphere& a, const Sphere& b, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const { return open_.bytes(); }

private:
    struct Question {
        Sphere sphere;
        bool sphere_is_a = false;
        float distance = 0.0f;
        bool first_hit_only = false;
    };

    RefinementOutcome descend(
        const Question& question, PartTree& parts, const BodySurface& mesh, WorkMeter& meter,
        Buffer<TrianglePair>& pairs);

    Buffer<std::uint32_t> open_;
};

} // namespace tactus
