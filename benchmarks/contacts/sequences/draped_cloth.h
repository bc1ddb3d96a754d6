// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.h"

namespace tactus::contacts {

/// A cloth of 60 x 60 vertices, 2 m wide, that has fallen onto a bumpy ball with a radius of 0.55 m, half of which is
/// below a floor. The ball turns a quarter of a turn a second, and winds the cloth around it in folds. The cloth moves
/// by position based dynamics that ask nobody for contacts: vertices stay 10 mm above the ball, which has a formula,
/// and 27 mm away from each other, which keeps the folds apart. So the frames are the same whatever the library does.
/// There are so many of them, 1/60 second apart; the floor is not in the scene.
scenes::Scene draped_cloth(std::uint32_t frames);

} // namespace tactus::contacts
