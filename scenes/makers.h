// SPDX-License-Identifier: MIT
// One maker for each line of the catalogue. Options arrive with every default filled in.
#pragma once

#include "scenes/moving_scene.h"

namespace tactus::scenes {

// Two bodies.
Scene bumpy_spheres(const SceneOptions& options);
Scene organ_tool(const SceneOptions& options);
Scene soft_organs(const SceneOptions& options);
Scene large_deformation(const SceneOptions& options);
Scene haptic_probe(const SceneOptions& options);

// One body against itself.
Scene folded_cloth(const SceneOptions& options);
Scene closed_bumpy_sphere(const SceneOptions& options);
Scene crumpled_sheet(const SceneOptions& options);
Scene flat_folded_sheet(const SceneOptions& options);
Scene wound_sheet(const SceneOptions& options);

// Both at once, and many bodies.
Scene cloth_on_ball(const SceneOptions& options);
Scene touching_cubes(const SceneOptions& options);
Scene many_bodies(const SceneOptions& options);
Scene separate_bodies(const SceneOptions& options);
Scene six_objects(const SceneOptions& options);

// Bodies that are cut and torn.
Scene torn_cloth(const SceneOptions& options);
Scene cut_organ(const SceneOptions& options);
Scene falling_pieces(const SceneOptions& options);

// Input that has lost its shape.
Scene two_triangles(const SceneOptions& options);
Scene zero_area_triangles(const SceneOptions& options);
Scene duplicate_faces(const SceneOptions& options);
Scene shared_hub(const SceneOptions& options);
Scene coincident_twins(const SceneOptions& options);
Scene one_point(const SceneOptions& options);
Scene empty_mesh(const SceneOptions& options);
Scene triangle_soup(const SceneOptions& options);
Scene needle_soup(const SceneOptions& options);
Scene one_plane(const SceneOptions& options);
Scene mixed_scales(const SceneOptions& options);
Scene tiny_coordinates(const SceneOptions& options);
Scene huge_coordinates(const SceneOptions& options);

} // namespace tactus::scenes
