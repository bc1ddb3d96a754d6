// SPDX-License-Identifier: MIT
#include "forces/contact_force.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"

namespace tactus {

namespace {

// Also turns nan into 0.
double at_least_zero(double a) { return a > 0.0 ? a : 0.0; }

float to_finite_float(double a)
{
    constexpr double most = std::numeric_limits<float>::max();
    return std::isnan(a) ? 0.0f : static_cast<float>(std::clamp(a, -most, most));
}

} // namespace

Vec3 to_finite_float(DoubleVector a) { return {to_finite_float(a.x), to_finite_float(a.y), to_finite_float(a.z)}; }

Vec3 contact_force(const ContactMotion& motion, const Material& material)
{
    const double normal_length = length(motion.normal);
    if (!(motion.depth > 0.0) || !(normal_length > 0.0))
        return {};
    // A normal of floats is a little off unit length. Left so, sliding would leak into the normal part.
    const DoubleVector normal = motion.normal * (1.0 / normal_length);
    const double parting_speed = dot(motion.velocity, normal);
    const double push = at_least_zero(
        at_least_zero(material.stiffness) * motion.depth
        - at_least_zero(material.damping) * (TACTUS_FAULT(32) ? -parting_speed : parting_speed));
    if (push == 0.0)
        return {};

    const DoubleVector sliding = motion.velocity - normal * parting_speed;
    DoubleVector drag = sliding * at_least_zero(material.friction);
    if (material.coulomb >= 0.0f) {
        const double most = material.coulomb * push;
        const double viscous = length(drag);
        if (viscous > most)
            drag = drag * (most / viscous);
    }
    return to_finite_float(normal * push - drag);
}

} // namespace tactus
