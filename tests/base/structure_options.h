// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>

namespace tactus {

/// A structure with those of the options that are its own; the others are left out.
template <class... Options>
StructureChoice choice_of(Structure kind, const Options&... options)
{
    StructureChoice chosen = kind;
    const auto take = [&](const auto& own) {
        if (auto* place = chosen.get_if<std::remove_cvref_t<decltype(own)>>())
            *place = own;
    };
    (take(options), ...);
    return chosen;
}

/// A medial sphere tree that is made quickly.
inline structures::MedialSphereTree quick_spheres(std::uint32_t levels = 0)
{
    return {.make = {.levels = levels, .method = SphereMethod::octree}};
}

} // namespace tactus
