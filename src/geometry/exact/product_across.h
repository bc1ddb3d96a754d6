// SPDX-License-Identifier: MIT
// Signs that tell where two edges are nearest, and on which sides of it their faces lie, decided on the given floats.
//
// How sure doubles are of what two edges are asked. Let e = 2^-53, and let u and v lead along the edges, and w from the
// begin of one of them to a point. Their computed components are off by factors within 1 +- e.
// - The product of two of them is off by less than 6 e of the product of their lengths, and (u.u)(v.v) - (u.v)^2 by
//   less than 25 e (u.u)(v.v). So is the squared area of a face, with w in the place of v, and the square of u x v.
// - The volume (u x v) . w is off by less than 8.1 e times the sum of the magnitudes that it is made of (see
//   orientation.h), which is at most sqrt(3) |u||v||w|: by less than 15 e |u||v||w|.
// Products of up to six differences of floats never underflow, for these are multiples of 2^-149.
#pragma once

#include <cmath>

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
    TACTUS_FORCE_INLINE EdgePair(const Segment& a, const Segment& b)
        : a_(a), b_(b), u_(detail::double_difference(a.end, a.begin)), v_(detail::double_difference(b.end, b.begin)),
          w_(detail::double_difference(b.begin, a.begin)), normal_(cross(u_, v_)), uu_(dot(u_, u_)), vv_(dot(v_, v_)),
          normal_squared_(dot(normal_, normal_)), is_sound_(is_sound(uu_) && is_sound(vv_))
    {
    }

    /// Whether the lines of the two are nearest in one point each that lies between the ends, and is none of them.
    bool are_nearest_between_ends() const;
    /// Whether the way from a to b leads along the common normal, (a.end - a.begin) x (b.end - b.begin), or against it:
    /// the sign of its product with that. 0 if they are parallel.
    int side() const { return side_of({dot(normal_, w_), uu_ * vv_ * dot(w_, w_)}, a_.begin, b_.begin); }

private:
    friend class FaceAtEdge;

    /// The product of a way with the common normal, and the squared lengths of both edges and of the way, multiplied.
    struct Volume {
        double value;
        double squared_size;
    };
    TACTUS_FORCE_INLINE int side_of(const Volume& volume, Vec3 from, Vec3 to) const
    {
        // 32 e of the lengths' product.
        if (volume.value * volume.value > volume.squared_size * 0x1p-96) [[likely]]
            return volume.value > 0.0 ? 1 : -1;
        return exact_side(from, to);
    }
    int exact_side(Vec3 from, Vec3 to) const;
    /// Whether products of up to eight lengths with such squares can neither overflow nor vanish.
    static bool is_sound(double squared) { return squared > 0x1p-240 && squared < 0x1p240; }

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
    TACTUS_FORCE_INLINE FaceAtEdge(const EdgePair& edges, bool is_at_a, Vec3 corner)
        : edges_(edges), is_at_a_(is_at_a), corner_(corner)
    {
        const DoubleVector w = detail::double_difference(corner, edge().begin);
        const double ee = edge_squared(), ww = dot(w, w), ew = dot(is_at_a ? edges.u_ : edges.v_, w);
        volume_ = {dot(edges.normal_, w), edges.uu_ * edges.vv_ * ww};
        squared_area_ = ee * ww - ew * ew;
        is_sound_ = edges.is_sound_ && EdgePair::is_sound(ww);
    }

    /// Whether the way from its edge to its corner leads along the common normal of the edges, or against it.
    int side() const { return edges_.side_of(volume_, edge().begin, corner_); }
    /// Whether it is at an angle with a sine above 1/inverse_sine, at most 32, to the plane through its edge across the
    /// common normal. Not where it has no area, or the edges are parallel.
    bool is_steeper(int inverse_sine) const
    {
        // The square of inverse_sine times a volume is off by less than 33 inverse_sine^2 e of the squared size, and
        // what it is compared with by less than 60 e of it, here and below. The doubt is 2^17 e.
        const double ee = edge_squared(), multiple = inverse_sine * volume_.value;
        const double excess = multiple * multiple * ee - edges_.normal_squared_ * squared_area_;
        if (is_sound_ && std::fabs(excess) > volume_.squared_size * ee * 0x1p-36) [[likely]]
            return excess > 0.0;
        return is_steeper_exactly(inverse_sine);
    }
    /// Whether the other edge is at an angle with a sine above 1/inverse_sine, at most 32, to it. Not where either has
    /// no size.
    bool rises_more(int inverse_sine) const
    {
        const double multiple = inverse_sine * volume_.value;
        const double excess = multiple * multiple - (is_at_a_ ? edges_.vv_ : edges_.uu_) * squared_area_;
        if (is_sound_ && std::fabs(excess) > volume_.squared_size * 0x1p-36) [[likely]]
            return excess > 0.0;
        return rises_more_exactly(inverse_sine);
    }

private:
    bool is_steeper_exactly(int inverse_sine) const;
    bool rises_more_exactly(int inverse_sine) const;
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
