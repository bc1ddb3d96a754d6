// SPDX-License-Identifier: MIT
// Equation 1 of C. Tzafestas and P. Coiffet, "Real-time collision detection using spherical octrees: virtual reality
// application", 1996: f = K dp - B dv_n - g dv_t, with stiffness K, damping B and viscous friction g.
//
// We differ in three things. As printed, the damping makes a contact that opens fast enough pull its bodies together:
// here the part along the normal ends at zero, and without it there is no friction either. The friction can be limited
// to a share of the normal force, after Coulomb. And a contact can stick: a spring across the normal holds it until it
// reaches that limit, and slides along from there on, after P. Cundall and O. Strack, "A discrete numerical model for
// granular assemblies", 1979.
#pragma once

#include <cstdint>

#include <tactus/contact.h>

#include "geometry/double_vector.h"

namespace tactus {

/// How a contact moves and how deep it is.
struct ContactMotion {
    double depth = 0.0;    ///< metres; nothing pushes at 0 or less
    DoubleVector normal;   ///< the way b is pushed away from a; brought to unit length, and nothing pushes along none
    DoubleVector velocity; ///< metres a second: of the point of b against the point of a
    double area = 0.0;     ///< square metres that it stands for
    DoubleVector stretch = {}; ///< metres across the normal: of the spring that holds it where it sticks
    bool only_resists = false; ///< the law is told of no depth
};

/// Whose contact it is, as a law is told.
struct ContactName {
    BodyId body_a;
    BodyId body_b;
    std::uint64_t id = 0;
};

/// What a law has made of a contact.
struct LawfulForce {
    Vec3 force;              ///< on body b, in newtons; a gets the same the other way
    DoubleVector stretch;    ///< what is left of it
    bool is_refused = false; ///< the law gave a number that is not finite
};

/// The push on body b by a law: never against the normal, and none across it where there is none along it. Components
/// beyond the range of float end there.
LawfulForce
force_by_law(const ForceLaw& law, const ContactMotion& motion, const Material& material, const ContactName& name);

/// The push on body b by the default law, in newtons; a gets the same the other way.
///
/// Along the normal: stiffness times depth, less damping times the speed at which the two sides part (so that
/// approach adds to it), and never less than zero. Across it: against the sliding, by friction times its speed, and
/// at most coulomb times the normal part if coulomb is not negative. Negative constants of the material count as 0.
/// Components beyond the range of float end there, and what cannot be computed is 0: never nan.
Vec3 contact_force(const ContactMotion& motion, const Material& material);

/// Rounded, and kept within the range of float; 0 for nan.
Vec3 to_finite_float(DoubleVector a);

} // namespace tactus
