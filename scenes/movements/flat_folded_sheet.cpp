// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"

namespace tactus::scenes {

Scene flat_folded_sheet(const SceneOptions& options)
{
    const auto squares = std::max(2u, static_cast<std::uint32_t>(std::sqrt(options.triangles / 2.0) + 0.5));
    const double side = squares;
    const auto where = [side](const Moment& moment) {
        // The crease runs through the middle and turns. At first it lies along the grid, all coordinates are whole
        // numbers and the layers coincide vertex on vertex; then they cut across each other, still in one plane.
        const double turns = 0.09 * moment.progress;
        const Point middle = {std::floor(0.5 * side), std::floor(0.5 * side), 0.0};
        const Point away = {cosine_of_turns(turns), sine_of_turns(turns), 0.0};
        return [=](Point rest) {
            const double beyond = dot(rest - middle, away);
            return beyond > 0.0 ? rest - away * (2.0 * beyond) : rest;
        };
    };
    Shape rest = sheet_of_squares(squares, squares, side, side);
    return moving_scene(options.frames, {{"sheet", std::move(rest), point_by_point(where), true}});
}

} // namespace tactus::scenes
