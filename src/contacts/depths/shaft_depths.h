// SPDX-License-Identifier: MIT
// How deep the shaft of a tool lies inside a closed body, between places where its axis passes through the surface.
//
// Such a passage of the axis is as deep as its deepest point, which has to be found. Along the axis the distance to one
// triangle is convex, and that to the surface is the least of those to its triangles. So between two points whose
// nearest triangles are known, no point is deeper than where the chords of the distances to these two meet. There the
// next point is measured, until none can be deeper by more than a ten thousandth of the passage's length.
//
// In the deepest point ways out lead to both sides along the shaft. The mean of them that is across it is the gradient
// of the depth where the whole shaft is moved, and so the way out of the shaft. Where the axis only just goes below an
// edge, it is the way from the axis to that edge, as it was from outside.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/depths/containment_pass.h"
#include "contacts/depths/way_out_search.h"
#include "contacts/depths/ways_in.h"
#include "contacts/features/intersecting_pair.h"
#include "geometry/double_vector.h"
#include "geometry/triangle.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// How deep a passage of a shaft lies inside a closed body.
struct ShaftDepth {
    double part = 0.0;                 ///< where it is deepest: 0 at vertex 0 of the axis, 1 at vertex 1
    Vec3 point;                        ///< of the axis, there
    float depth = 0.0f;                ///< metres from that point to the surface
    Vec3 way_out;                      ///< of unit length, across the shaft
    float share = 0.0f;                ///< from 0 to 1, less where ways out to both sides lead against each other
    std::uint32_t triangle = 0;        ///< of the body, that the point is nearest to on its way out
    std::array<float, 3> weights = {}; ///< of its corners
};

/// Finds the passages of an axis inside a closed body, and how deep they are. Keeps its memory.
class ShaftDepths {
public:
    /// Where a tool's axis meets a closed body.
    struct Meeting {
        Segment axis; ///< from vertex 0 to vertex 1
        BodySurface body;
        std::size_t vertex_count = 0; ///< of the body
        Tree* tree = nullptr;         ///< of the body; its nodes have begun their query
        std::span<const IntersectingPair> pairs;
        bool is_tool_a = false;
        bool has_end_inside = false;
    };

    /// Forgets what it found, and has nothing to do.
    void clear()
    {
        inside_.clear();
        depths_.clear();
        stage_ = Stage::done;
    }
    /// The pairs are all triangles of the axis and the body that intersect. All of it must stay until it is done. What
    /// came in that way may go out as the ways say.
    void begin(const Meeting& meeting, const WaysIn& ways, std::uint32_t way);
    bool done() const { return stage_ == Stage::done; }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not done.
    std::uint64_t step();

    /// When it is done: one for each passage that holds neither end, from vertex 0 on.
    std::span<const ShaftDepth> depths() const { return depths_.span(); }
    /// Whether a part of the axis is inside, by a passage or an end of it.
    bool is_inside(double part) const;

    std::size_t bytes() const
    {
        return crossings_.bytes() + bounds_.bytes() + inside_.bytes() + samples_.bytes() + depths_.bytes()
               + containment_.bytes() + way_out_.bytes();
    }

private:
    enum class Stage : std::uint8_t { cross, count, search, done };

    struct Crossing {
        double part;
        std::uint32_t triangle;
        int jump; ///< by how much the winding rises there along the axis
    };
    /// A part of the axis that is inside.
    struct Inside {
        double begin;
        double end;
        int winding;
        bool holds_end;
    };
    /// A point of the axis that is measured.
    struct Sample {
        double part;
        double depth;
        std::uint32_t triangle; ///< the nearest
        double bound;           ///< between this one and the next, nothing is deeper
        double next;            ///< where to look between them
    };

    std::uint64_t cross();
    void add(double part, std::uint32_t triangle, int jump);
    void ask();
    void gather_crossed();
    void gather_counted();
    void gather(double begin, double end, int winding, bool holds_end);
    std::uint64_t search();
    std::optional<double> next_part() const;
    std::uint32_t guess_at(double part) const;
    void take_sample();
    void bound_after(std::size_t sample);
    void finish_passage();
    DoubleVector way_to(const VertexFaceClosest& closest, std::uint32_t triangle) const;
    Vec3 point_at(double part) const;
    double distance_of(std::uint32_t triangle, double part) const
    {
        return closest_on(meeting_.body, triangle, point_at(part)).distance;
    }

    Meeting meeting_;
    std::uint32_t way_ = WaysIn::unknown;
    double least_length_ = 0.0; ///< metres that floats still tell apart
    Stage stage_ = Stage::done;
    std::size_t cursor_ = 0;      ///< of the pairs, or of what is inside
    bool has_touched_ = false;    ///< the axis touches a triangle and does not pierce it, or an end is inside
    Buffer<Crossing> crossings_;  ///< from vertex 0 on
    Buffer<double> bounds_;       ///< where it is asked between which parts are inside
    ContainmentPass containment_; ///< of a point between each two of them
    Buffer<Inside> inside_;       ///< from vertex 0 on
    Buffer<Sample> samples_;      ///< of the passage that is searched, from vertex 0 on
    double asked_ = 0.0;          ///< part of the sample that is measured
    bool is_searching_ = false;
    WayOutSearch way_out_;
    Buffer<ShaftDepth> depths_;
};

} // namespace tactus
