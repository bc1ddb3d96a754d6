// SPDX-License-Identifier: MIT
// Where a shaft passes through a closed mesh and how deep it is there, as the page on contacts says it: by windings and
// by the distances to all triangles.
#pragma once

#include "../tools/oracle/true_touch.h"

namespace tactus::fuzz::tools {

/// A part of a tool's axis inside a closed mesh that holds neither end.
struct Passage {
    double begin = 0.0, end = 0.0; ///< Parts of the axis: 0 at the pivot, 1 at the tip.
    bool required = true;          ///< False where it begins with an end that lies on the surface.
    bool touches = false;          ///< The axis comes to the surface from within, and goes on inside.

    bool holds(double part, double slack) const { return part >= begin - slack && part <= end + slack; }
};

struct TruePassages {
    std::vector<Passage> all;
    /// The axis lies in the plane of a triangle that it meets, or comes too near to the surface to say in doubles on
    /// which side it is.
    bool doubtful = false;
};

/// Whether the axis comes to at least two triangles, or nearly: otherwise there is no passage.
bool may_pass(const SceneBody& tool, const SceneBody& mesh);

/// The mesh is closed, clean, and faces outwards.
TruePassages true_passages(const SceneBody& tool, const SceneBody& mesh);

/// How often a mesh goes around a point, by the solid angles of its triangles.
double winding(const SceneBody& mesh, const Place& p);

Place axis_at(const SceneBody& tool, double part);

/// The way from a point to the nearest point of one triangle.
struct WayOut {
    Place to;
    double length = 0.0;
    std::uint32_t triangle = 0;
};

struct DeepestPoint {
    double part = 0.0; ///< Where on the axis it is.
    double depth = 0.0;
};

/// How deep points of a tool's axis are in a clean mesh, by the rules for an open body: how far they are from the
/// nearest triangle that does not face away from where the tool came in.
class WaysOut {
public:
    WaysOut(const SceneBody& tool, const SceneBody& mesh);

    /// False where rounding decides which triangles face away.
    bool is_certain() const { return certain_; }
    bool counts(std::uint32_t triangle) const;
    /// Whether no triangle faces away.
    bool all_count() const { return all_count_; }
    double depth(const Place& p) const;
    /// The ways to all triangles that are at most so much farther away than the nearest.
    std::vector<WayOut> nearest(const Place& p, double slack) const;
    /// The deepest point between two parts of the axis. Its depth is less than the greatest by no more than so many
    /// metres.
    DeepestPoint deepest(double begin, double end, double precision) const;

private:
    std::vector<double> distances(const Place& p) const;

    const SceneBody& tool_;
    const SceneBody& mesh_;
    std::vector<std::uint32_t> counted_;
    bool certain_ = true;
    bool all_count_ = true;
};

} // namespace tactus::fuzz::tools
