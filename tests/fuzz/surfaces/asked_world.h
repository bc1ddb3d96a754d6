// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../stage/stage.h"

namespace tactus::fuzz {

/// A world that is asked about its surfaces, and how its bodies and triangles are called in the scene: by place and
/// number of the mirror that the oracles see.
class AskedWorld {
public:
    /// What numbers of triangles a world has.
    enum class Numbers {
        of_scene,  ///< Those of the scene: it is the world that the scene was taken from.
        from_start ///< Its own: it was made from the scene.
    };

    AskedWorld(Stage& stage, Numbers numbers);

    bool is_of_scene() const { return !own_numbers_; }
    World& world() { return stage_.world(); }
    /// Writes a call into the transcript, without the world's name.
    void note(const std::string& call);

    BodyId id(std::uint32_t place) const { return stage_.mirror().bodies[place].id; }
    /// The scene's name for a triangle of this world; none if there is no such triangle.
    std::optional<TriangleRef> name_of(BodyId body, std::uint32_t triangle) const;
    /// Where a triangle stands in the order of this world: by its body's index and its number.
    std::pair<std::uint32_t, std::uint32_t> order_of(const TriangleRef& name) const;
    /// Whether bodies have the order of their places, so that ties are decided alike in all such worlds.
    bool is_in_order() const { return in_order_; }

private:
    Stage& stage_;
    bool own_numbers_;
    bool in_order_ = true;
    std::map<std::pair<BodyId, std::uint32_t>, TriangleRef> names_;
};

} // namespace tactus::fuzz
