// SPDX-License-Identifier: MIT
// What is promised of cut queries holds in every order and for every structure.
#include "base/every_structure.h"
#include "contacts/cut_everywhere.h"

namespace tactus {
namespace {

class CutStructures : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, CutStructures, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(CutStructures, CoverEveryContactInEveryOrderAndStructureAtTwelveLogSpacedUnits)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 60);
    for (const RefinementOrder order : {RefinementOrder::breadth_first, RefinementOrder::depth_first})
        cut_everywhere(scene, Structure::refit_bvh, order, 12);
    for (const Structure structure : every_structure)
        if (structure != Structure::refit_bvh)
            cut_everywhere(scene, structure, RefinementOrder::worst_error_first, 12);
}

} // namespace
} // namespace tactus
