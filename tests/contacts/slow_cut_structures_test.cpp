// SPDX-License-Identifier: MIT
// What is promised of cut queries holds in every order and for every structure.
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
    for (const Structure structure :
         {Structure::brute_force, Structure::spherical_octree, Structure::bucket_octree,
          Structure::on_demand_sphere_tree, Structure::medial_sphere_tree})
        cut_everywhere(scene, structure, RefinementOrder::worst_error_first, 12);
}

} // namespace
} // namespace tactus
