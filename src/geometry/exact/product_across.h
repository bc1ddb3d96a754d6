// SPDX-License-Identifier: MIT
// Signs that tell where two edges are nearest, and on which sides of it their faces lie, decided on the given floats.
#pragma once

#include "geometry/orientation.h"
#include "geometry/triangle.h"

namespace tactus {

/// The sign of the product of two segments, from begin to end, as seen along an axis: of the parts of them across it.
/// 0 where the axis has no length. All coordinates must be finite, here and below.
int product_across(const Segment& axis, const Segment& u, const Segment& w);

/// Two edges, with what decides how they lie to each other. Doubles are nearly always certain of it, with products that
/// are worked out once; exact arithmetic decides the rest.
class EdgePair {
public:
    EdgePair(const Segment& a, const Segment& b);

    /// Whether the lines of the two are nearest in one point each that lies between the ends, and is none of them.
    bool are_nearest_between_ends() const;
    /// Whether the way from a to b leads along the common normal, (a.end - a.begin) x (b.end - b.begin), or against it:
    /// the sign of its product with that. 0 if they are parallel.
    int side() const;

private:
    friend class FaceAtEdge;

    /// The product of a way with the common normal, and the squared lengths of both edges and of the way, multiplied.
    struct Volume {
        double value;
        double squared_size;
    };
    int side_of(const Volume& volume, Vec3 from, Vec3 to) const;

    Segment a_;
    Segment b_;
    DoubleVector u_; ///< along a
    DoubleVector v_; ///< along b
    DoubleVector w_; ///< from the begin of a to that of b
    DoubleVector normal_;
    double uu_;
    double vv_;
    double normal_squared_;
    bool is_sound_; ///< squared lengths are neither so large nor so small that products of them lose their meaning
};

/// A triangle at one of two edges, by its third corner.
class FaceAtEdge {
public:
    /// At edge a or at edge b of a pair, which must stay.
    FaceAtEdge(const EdgePair& edges, bool is_at_a, Vec3 corner);

    /// Whether the way from its edge to its corner leads along the common normal of the edges, or against it.
    int side() const;
    /// Whether it is at an angle with a sine above 1/inverse_sine, at most 32, to the plane through its edge across the
    /// common normal. Not where it has no area, or the edges are parallel.
    bool is_steeper(int inverse_sine) const;
    /// Whether the other edge is at an angle with a sine above 1/inverse_sine, at most 32, to it. Not where either has
    /// no size.
    bool rises_more(int inverse_sine) const;

private:
    const Segment& edge() const { return is_at_a_ ? edges_.a_ : edges_.b_; }
    const Segment& other() const { return is_at_a_ ? edges_.b_ : edges_.a_; }
    double edge_squared() const { return is_at_a_ ? edges_.uu_ : edges_.vv_; }

    const EdgePair& edges_;
    bool is_at_a_;
    bool is_sound_;
    Vec3 corner_;
    EdgePair::Volume volume_;
    double squared_area_;
};

} // namespace tactus
