// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>

namespace tactus {

inline constexpr Structure every_structure[] = {
    Structure::refit_bvh,     Structure::brute_force,           Structure::spherical_octree,
    Structure::bucket_octree, Structure::on_demand_sphere_tree, Structure::medial_sphere_tree};

} // namespace tactus
