// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <span>

#include <tactus/body.h>

namespace tactus {

/// All structures. Only the last one takes long to make.
inline constexpr Structure every_structure[] = {
    Structure::refit_bvh,     Structure::brute_force,           Structure::spherical_octree,
    Structure::bucket_octree, Structure::on_demand_sphere_tree, Structure::medial_sphere_tree};

/// All structures that are made quickly.
inline constexpr std::span<const Structure> quick_structures(every_structure, std::size(every_structure) - 1);

constexpr const char* structure_name(Structure structure)
{
    switch (structure) {
    case Structure::refit_bvh:
        return "refit_bvh";
    case Structure::brute_force:
        return "brute_force";
    case Structure::spherical_octree:
        return "spherical_octree";
    case Structure::bucket_octree:
        return "bucket_octree";
    case Structure::on_demand_sphere_tree:
        return "on_demand_sphere_tree";
    case Structure::medial_sphere_tree:
        return "medial_sphere_tree";
    }
    return "";
}

} // namespace tactus
