// SPDX-License-Identifier: MIT
#include "search/pairs/pair_search.h"

#include "search/brute_force_pairs.h"
#include "tree/octree/posed_octree.h"
#include "tree/refit/refit_bvh.h"

namespace tactus {

RefinementOutcome PairSearch::find_pairs(
    const SearchedBody& a, const SearchedBody& b, Workers& workers, WorkMeter& meter, bool first_hit_only,
    Buffer<TrianglePair>& pairs)
{
    if (a.tree->is_volume() || b.tree->is_volume())
        return shape_pairs_.find(*a.tree, *b.tree, meter, first_hit_only, pairs);
    if (a.tree->is_plain() && b.tree->is_plain())
        return brute_force_pairs(a.tree->triangles(), b.tree->triangles(), meter, first_hit_only, pairs);
    RefitBvh *const clusters_a = a.tree->clusters(), *const clusters_b = b.tree->clusters();
    if (clusters_a != nullptr && clusters_b != nullptr)
        return refinement_.find_pairs(*clusters_a, *clusters_b, workers, meter, first_hit_only, pairs);
    PosedOctree *const octree_a = a.tree->as_in_paper(), *const octree_b = b.tree->as_in_paper();
    if (octree_a != nullptr && octree_b != nullptr)
        return octree_pairs_.find_pairs(*octree_a, *octree_b, meter, first_hit_only, pairs);
    return node_pairs_.find_pairs(*a.tree, *b.tree, workers, meter, first_hit_only, pairs);
}

RefinementOutcome PairSearch::find_self_pairs(
    const SearchedBody& body, bool neighbours, Workers& workers, WorkMeter& meter, bool first_hit_only,
    Buffer<TrianglePair>& pairs)
{
    if (body.tree->is_plain())
        return brute_force_self_pairs(body.tree->triangles(), meter, first_hit_only, neighbours, pairs);
    if (body.self_tables != nullptr) {
        const RefitBvh& clusters = *body.tree->clusters();
        return self_query_.find_pairs(
            {clusters.tree(), *body.self_tables, clusters.positions(), clusters.box()}, workers, meter, first_hit_only,
            pairs);
    }
    return node_pairs_.find_self_pairs(*body.tree, neighbours, workers, meter, first_hit_only, pairs);
}

RefinementOutcome PairSearch::find_near(
    const SearchedBody& a, const SearchedBody& b, float distance, Workers& workers, WorkMeter& meter,
    Buffer<TrianglePair>& pairs)
{
    if (near_can_be_cut(a, b)) {
        RefitBvh &clusters_a = *a.tree->clusters(), &clusters_b = *b.tree->clusters();
        const bool has_clearance = a.tree == b.tree && a.self_tables != nullptr;
        if (has_clearance)
            self_clearance_.update(
                {clusters_a.tree(), *a.self_tables, clusters_a.positions(), clusters_a.box()}, distance, workers);
        return refinement_.find_near(
            clusters_a, clusters_b, {distance, has_clearance ? &self_clearance_ : nullptr, a.owned, b.owned}, workers,
            meter, pairs);
    }
    PosedOctree *const octree_a = a.tree->as_in_paper(), *const octree_b = b.tree->as_in_paper();
    WorkMeter unlimited(Budget::unlimited());
    if (a.tree->is_volume() || b.tree->is_volume())
        shape_pairs_.find_near(*a.tree, *b.tree, distance, pairs);
    else if (octree_a != nullptr && octree_b != nullptr && a.tree != b.tree)
        octree_pairs_.find_near(*octree_a, *octree_b, distance, unlimited, pairs);
    else
        node_pairs_.find_near(*a.tree, *b.tree, distance, workers, pairs);
    return {};
}

bool PairSearch::is_order_free(const SearchedBody& a, const SearchedBody& b)
{
    if (a.tree == b.tree)
        return a.self_tables != nullptr || a.tree->is_plain();
    return (a.tree->clusters() != nullptr && b.tree->clusters() != nullptr)
           || (a.tree->is_plain() && b.tree->is_plain()) || (a.tree->is_volume() && b.tree->is_volume());
}

std::size_t PairSearch::scratch_bytes() const
{
    return refinement_.scratch_bytes() + self_query_.scratch_bytes() + octree_pairs_.scratch_bytes()
           + shape_pairs_.scratch_bytes() + node_pairs_.scratch_bytes();
}

} // namespace tactus
