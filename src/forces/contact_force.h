// SPDX-License-Identifier: MIT
// Equation 1 of C. Tzafestas and P. Coiffet, "Real-time collision detection using spherical octrees: virtual reality
// application", 1996: f = K dp - B dv_n - g dv_t, with stiffness K, damping B and viscous friction g.
//
// We differ in two things. As printed, the damping makes a contact that opens fast enough pull its bodies together:
// here the part along the normal ends at zero, and without it there is no friction either. And the friction can be
// limited to a share of the normal force, after Coulomb.
#pragma once

#include <tactus/contact.h>

#include "geometry/double_vector.h"

namespace tactus {

/// How a contact moves and how deep it is.
struct ContactMotion {
    double depth = 0.0;    ///< metres; nothing pushes at 0 or less
    DoubleVector normal;   ///< the way b is pushed away from a; brought to unit length, and nothing pushes along none
    DoubleVector velocity; ///< metres a second: of the point of b against the point of a
};

/// The push on body b, in newtons; a gets the same the other way.
///
/// Along the normal: stiffness times depth, less damping times the speed at which the two sides part (so that
/// approach adds to it), and never less than zero. Across it: against the sliding, by friction times its speed, and
/// at most coulomb times the normal part if coulomb is not negative. Negative constants of the material count as 0.
/// Components beyond the range of float end there, and what cannot be computed is 0: never nan.
Vec3 contact_force(const ContactMotion& motion, const Material& material);

/// Rounded, and kept within the range of float; 0 for nan.
Vec3 to_finite_float(DoubleVector a);

} // namespace tactus
