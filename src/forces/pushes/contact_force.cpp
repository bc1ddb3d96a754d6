// SPDX-License-Identifier: MIT
#include "forces/pushes/contact_force.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "forces/pushes/push.h"

namespace tactus {

namespace {

// Also turns nan into 0.
double at_least_zero(double a) { return a > 0.0 ? a : 0.0; }

float to_finite_float(double a)
{
    constexpr double most = std::numeric_limits<float>::max();
    return std::isnan(a) ? 0.0f : static_cast<float>(std::clamp(a, -most, most));
}

bool are_finite(DoubleVector a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// The vector, or as much of it as is so long.
DoubleVector shortened(DoubleVector a, double longest)
{
    const double size = length(a);
    return size > longest ? a * (longest / size) : a;
}

class SpringLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        const Material& material = load.material;
        const double stiffness = at_least_zero(material.stiffness) > 0.0
                                     ? double(material.stiffness)
                                     : at_least_zero(material.pressure_stiffness) * load.area;
        const double damping = at_least_zero(material.damping) + at_least_zero(material.pressure_damping) * load.area;
        ContactPush push;
        push.normal = at_least_zero(
            stiffness * load.depth + damping * (TACTUS_FAULT(32) ? -load.approach_speed : load.approach_speed));
        if (push.normal == 0.0)
            return push;
        DoubleVector drag = load.sliding_velocity * at_least_zero(material.friction);
        const double most = TACTUS_FAULT(56) ? 2.0 * material.coulomb * push.normal : material.coulomb * push.normal;
        if (material.sticking > 0.0f) {
            const double sticking = material.sticking * stiffness;
            push.stretch = load.stretch;
            if (material.coulomb >= 0.0f && sticking > 0.0)
                push.stretch = shortened(load.stretch, most / sticking);
            drag = drag + push.stretch * sticking + load.sliding_velocity * (material.sticking * damping);
        }
        push.tangential = (material.coulomb >= 0.0f ? shortened(drag, most) : drag) * -1.0;
        return push;
    }
};

} // namespace

const ForceLaw& default_force_law()
{
    static constexpr SpringLaw law;
    return law;
}

Vec3 to_finite_float(DoubleVector a) { return {to_finite_float(a.x), to_finite_float(a.y), to_finite_float(a.z)}; }

LawfulForce
force_by_law(const ForceLaw& law, const ContactMotion& motion, const Material& material, const ContactName& name)
{
    const double normal_length = length(motion.normal);
    if (!(motion.depth > 0.0) || !(normal_length > 0.0))
        return {};
    ContactLoad load;
    load.depth = motion.only_resists ? 0.0 : motion.depth;
    load.area = motion.area;
    // A normal of floats is a little off unit length. Left so, sliding would leak into the normal part.
    load.normal = motion.normal * (1.0 / normal_length);
    const double parting_speed = dot(motion.velocity, load.normal);
    load.approach_speed = -parting_speed;
    load.sliding_velocity = motion.velocity - load.normal * parting_speed;
    load.stretch = motion.stretch;
    load.material = material;
    load.body_a = name.body_a;
    load.body_b = name.body_b;
    load.id = name.id;

    ContactPush push = law.push(load);
    // What the default law gives is across the normal as it is, and beyond double only where its numbers are.
    if (&law != &default_force_law()) {
        if (!std::isfinite(push.normal) || !are_finite(push.tangential) || !are_finite(push.stretch))
            return {.force = {}, .stretch = {}, .is_refused = true};
        push.tangential = across(push.tangential, load.normal);
        // What a law leaves as it was stays so to the bit: a contact slides where any of it has gone.
        if (push.stretch != load.stretch)
            push.stretch = across(push.stretch, load.normal);
    }
    if (!(push.normal > 0.0) && !TACTUS_FAULT(57))
        return {};
    return {.force = to_finite_float(load.normal * push.normal + push.tangential), .stretch = push.stretch};
}

Vec3 contact_force(const ContactMotion& motion, const Material& material)
{
    return force_by_law(default_force_law(), motion, material, {}).force;
}

} // namespace tactus
