// SPDX-License-Identifier: MIT
#include "world/parts.h"

namespace tactus {

/// What forces ask about the bodies of a world.
struct World::Parts::PushedBodies final : ForceBodies {
    PushedBodies(const Parts& all, float seconds) : parts(all), step_seconds(seconds) {}

    Material material(BodyId a, BodyId b) const override { return parts.pair_settings.find(a.index, b.index).material; }
    Vec3 velocity(BodyId body, std::uint32_t vertex) const override
    {
        return parts.find(body) != nullptr ? parts.slots[body.index].contacts->velocity(vertex, step_seconds) : Vec3{};
    }
    Vec3 whole_velocity(BodyId body) const override
    {
        const Body* found = parts.find(body);
        return found != nullptr && found->sphere() != nullptr ? velocity(body, 0) : Vec3{};
    }
    Vec3 centroid(BodyId body) const override
    {
        return parts.find(body) != nullptr ? parts.slots[body.index].contacts->centroid() : Vec3{};
    }

    const Parts& parts;
    float step_seconds;
};

const ForceReport& World::contact_forces(const ForceOptions& options)
{
    Parts& parts = *parts_;
    if (!parts.contacts_wanted)
        prepare_contacts();
    parts.force_report
        = parts.contact_forces.compute(parts.contact_report, Parts::PushedBodies(parts, options.step_seconds), options);
    return parts.force_report;
}

} // namespace tactus
