// SPDX-License-Identifier: MIT
#include "contacts/near_search.h"

namespace tactus {

bool NearSearch::find(const ContactEncounter& encounter, float distance, Buffer<TrianglePair>& near) const
{
    const ContactBody& a = encounter.a;
    const ContactBody& b = encounter.b;
    WorkMeter unlimited(Budget::unlimited());
    near.clear();
    if (a.is_sphere() && b.is_sphere()) {
        near.push_back({0, 0});
    } else if (encounter.has_sphere()) {
        const ContactBody& mesh = a.is_sphere() ? b : a;
        sphere_pairs.find_near(
            *(a.is_sphere() ? a : b).sphere, *mesh.parts, mesh.surface, a.is_sphere(), distance, near);
    } else if (a.tree != nullptr && b.tree != nullptr) {
        const bool has_clearance = encounter.is_self() && a.self_tables != nullptr;
        if (has_clearance)
            self_clearance.update(
                {a.tree->tree(), *a.self_tables, a.tree->positions(), a.tree->box()}, distance, workers);
        refinement.find_near(
            *a.tree, *b.tree, distance, workers, unlimited, near, has_clearance ? &self_clearance : nullptr);
    } else if (
        a.octree != nullptr && b.octree != nullptr && !encounter.is_self()
        && a.octree->order() == OctreeOrder::leaves_then_reverse) {
        octree_pairs.find_near(*a.octree, *b.octree, distance, unlimited, near);
    } else if (a.buckets != nullptr && b.buckets != nullptr) {
        bucket_search.find_near(*a.buckets, *b.buckets, distance, workers, near);
    } else {
        return false;
    }
    return true;
}

} // namespace tactus
