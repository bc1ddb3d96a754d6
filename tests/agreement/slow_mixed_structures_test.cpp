// SPDX-License-Identifier: MIT
// Every two different structures meet in every scene, and give brute force's pairs.
#include "agreement/scene_oracle.h"

namespace tactus {
namespace {

class MixedStructures : public AgainstBruteForce {};

INSTANTIATE_TEST_SUITE_P(Catalogue, MixedStructures, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(MixedStructures, GiveBruteForcesPairs)
{
    for (const Way& way : mixed_ways()) {
        ScenePlayer player(scene_, way);
        for (const std::size_t k : {frames_.size() - 1, std::size_t{0}, frames_.size() / 2}) {
            player.set_frame(frames_[k]);
            expect_agreement(player, way, frames_[k]);
        }
    }
}

} // namespace
} // namespace tactus
