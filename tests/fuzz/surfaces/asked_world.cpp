// SPDX-License-Identifier: MIT
#include "asked_world.h"

namespace tactus::fuzz {

AskedWorld::AskedWorld(Stage& stage, Numbers numbers) : stage_(stage), own_numbers_(numbers == Numbers::from_start)
{
    const Mirror& mirror = stage.mirror();
    std::optional<std::uint32_t> last;
    for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
        const MirrorBody& body = mirror.bodies[place];
        if (!body.alive)
            continue;
        in_order_ = in_order_ && (!last || *last < body.id.index);
        last = body.id.index;
        if (body.is_sphere)
            names_[{body.id, 0}] = {place, 0};
        for (std::uint32_t t = 0; !body.is_sphere && t < body.triangles.size(); ++t)
            if (!body.removed[t])
                names_[{body.id, t}] = {place, own_numbers_ ? body.origin[t] : t};
    }
}

void AskedWorld::note(const std::string& call) { stage_.note((own_numbers_ ? "fresh." : "world.") + call + ";"); }

std::optional<TriangleRef> AskedWorld::name_of(BodyId body, std::uint32_t triangle) const
{
    const auto found = names_.find({body, triangle});
    return found == names_.end() ? std::nullopt : std::optional(found->second);
}

std::pair<std::uint32_t, std::uint32_t> AskedWorld::order_of(const TriangleRef& name) const
{
    // Worlds that were made from the scene leave gaps out, which changes no order.
    return {id(name.first).index, name.second};
}

} // namespace tactus::fuzz
