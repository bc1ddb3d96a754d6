// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/check.h"
#include "base/planted_fault.h"
#include "search/brute_force_pairs.h"
#include "tree/spheres/sphere_tree_parts.h"
#include "world/bodies/body.h"
#include "world/pairs/pair_searches.h"
#include "world/parts.h"

namespace tactus {

void World::Parts::list_encounters()
{
    encounters.clear();
    for (const std::uint32_t body : self_colliding)
        if (!exemptions.contact_allowed(body, body))
            encounters.push_back({body, body});
    for (const ProxyPair& pair : broad_phase.pairs()) {
        const std::uint32_t a = body_of_proxy[pair.a], b = body_of_proxy[pair.b];
        if ((TACTUS_FAULT(37) || may_collide(slots[a].body->filter, slots[b].body->filter))
            && !exemptions.contact_allowed(a, b))
            encounters.push_back({std::min(a, b), std::max(a, b)});
    }
    std::sort(encounters.begin(), encounters.end());
}

void World::Parts::begin_query()
{
    if (contacts_current && !contact_report.complete)
        return;
    ++query;
    for (const std::uint32_t body : sphere_trees)
        std::get<SphereTreeBody>(slots[body].body->structure).nodes().begin_query(query);
}

RefinementOutcome World::Parts::search_sphere_tree(const Encounter& encounter, WorkMeter& meter, bool first_hit_only)
{
    const auto side = [&](std::uint32_t index) {
        Slot& slot = slots[index];
        const TriangleList triangles = slot.body->triangles();
        auto* spheres = std::get_if<SphereTreeBody>(&slot.body->structure);
        if (spheres == nullptr) {
            pair_searches->list_parts.set(triangles, slot.body->box());
            return ListedParts{&pair_searches->list_parts, triangles};
        }
        if (slot.sphere_tree_parts == nullptr)
            slot.sphere_tree_parts = std::make_unique<SphereTreeParts>(*spheres);
        return ListedParts{slot.sphere_tree_parts.get(), triangles};
    };
    if (encounter.a == encounter.b)
        return pair_searches->part_pairs.find_self_pairs(
            side(encounter.a), slots[encounter.a].body->neighbours, meter, first_hit_only, pairs);
    return pair_searches->part_pairs.find_pairs(side(encounter.a), side(encounter.b), meter, first_hit_only, pairs);
}

RefinementOutcome World::Parts::search(const Encounter& encounter, WorkMeter& meter, bool first_hit_only)
{
    if (slots[encounter.a].body->sphere() != nullptr || slots[encounter.b].body->sphere() != nullptr)
        return search_sphere(encounter, meter, first_hit_only);
    Body& a = *slots[encounter.a].body;
    Body& b = *slots[encounter.b].body;
    if (std::holds_alternative<SphereTreeBody>(a.structure) || std::holds_alternative<SphereTreeBody>(b.structure))
        return search_sphere_tree(encounter, meter, first_hit_only);
    auto* tree_a = std::get_if<RefitBvh>(&a.structure);
    auto* tree_b = std::get_if<RefitBvh>(&b.structure);
    auto* octree_a = std::get_if<PosedOctree>(&a.structure);
    auto* octree_b = std::get_if<PosedOctree>(&b.structure);
    auto* buckets_a = std::get_if<BucketBody>(&a.structure);
    auto* buckets_b = std::get_if<BucketBody>(&b.structure);
    if (encounter.a == encounter.b && octree_a != nullptr)
        return pair_searches->octree_pairs.find_self_pairs(*octree_a, a.neighbours, meter, first_hit_only, pairs);
    if (encounter.a == encounter.b && a.self_tables)
        return pair_searches->self_query.find_pairs(
            {tree_a->tree(), *a.self_tables, tree_a->positions(), a.box()}, workers, meter, first_hit_only, pairs);
    if (encounter.a == encounter.b && buckets_a != nullptr)
        return pair_searches->bucket_search.find_self_pairs(
            *buckets_a, a.neighbours, workers, meter, first_hit_only, pairs);
    if (encounter.a == encounter.b)
        return brute_force_self_pairs(a.triangles(), meter, first_hit_only, a.neighbours, pairs);
    if (tree_a != nullptr && tree_b != nullptr)
        return pair_searches->refinement.find_pairs(*tree_a, *tree_b, workers, meter, first_hit_only, pairs);
    if (buckets_a != nullptr && buckets_b != nullptr)
        return pair_searches->bucket_search.find_pairs(*buckets_a, *buckets_b, workers, meter, first_hit_only, pairs);
    if (buckets_a != nullptr)
        return pair_searches->bucket_search.find_pairs(
            *buckets_a, b.triangles(), b.box(), false, workers, meter, first_hit_only, pairs);
    if (buckets_b != nullptr)
        return pair_searches->bucket_search.find_pairs(
            *buckets_b, a.triangles(), a.box(), true, workers, meter, first_hit_only, pairs);
    if (octree_a != nullptr && octree_b != nullptr)
        return pair_searches->octree_pairs.find_pairs(*octree_a, *octree_b, meter, first_hit_only, pairs);
    if (octree_a != nullptr)
        return pair_searches->octree_pairs.find_pairs(
            *octree_a, b.triangles(), b.box(), false, meter, first_hit_only, pairs);
    if (octree_b != nullptr)
        return pair_searches->octree_pairs.find_pairs(
            *octree_b, a.triangles(), a.box(), true, meter, first_hit_only, pairs);
    return brute_force_pairs(a.triangles(), b.triangles(), meter, first_hit_only, pairs);
}

void World::Parts::drop_exempt(
    const Encounter& encounter, const AttachedVertices& attached, std::span<const TrianglePair> fresh,
    std::size_t begin)
{
    const auto& triangles_a = slots[encounter.a].body->given_triangles;
    const auto& triangles_b = slots[encounter.b].body->given_triangles;
    TrianglePair* end = std::remove_if(pairs.begin() + begin, pairs.end(), [&](const TrianglePair& pair) {
        return (!attached.empty() && attached.exempt(triangles_a[pair.a], triangles_b[pair.b]))
               || (!TACTUS_FAULT(35) && std::binary_search(fresh.begin(), fresh.end(), pair));
    });
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
}

RefinementOutcome World::Parts::find_pairs_of(const Encounter& encounter, WorkMeter& meter, bool first_hit_only)
{
    const std::size_t begin = pairs.size();
    const AttachedVertices attached = exemptions.attached_vertices(encounter.a, encounter.b);
    const auto fresh = fresh_cuts.between(id_of(encounter.a), id_of(encounter.b));
    // An exempt pair is not an answer, so where there are any the first hit may not be one.
    const bool has_exempt = !attached.empty() || !fresh.empty();
    const RefinementOutcome outcome = search(encounter, meter, first_hit_only && !has_exempt);
    if (has_exempt)
        drop_exempt(encounter, attached, fresh, begin);
    return outcome;
}

void World::Parts::find_all_pairs(const PairOptions& options)
{
    WorkMeter meter(options.budget);
    list_encounters();
    begin_query();
    update_fresh_cuts();
    pairs.clear();
    found.clear();
    report = {};
    for (const Encounter& encounter : encounters) {
        const std::size_t begin = pairs.size();
        RefinementOutcome outcome{false, 1};
        if (!meter.exhausted())
            outcome = find_pairs_of(encounter, meter, options.first_hit_only);
        // One pair of these two bodies is all that was asked for.
        if (options.first_hit_only && pairs.size() > begin)
            outcome = {true, 0};
        report.complete = report.complete && (outcome.complete || TACTUS_FAULT(29));
        report.open_pairs += outcome.open_pairs;
        if (pairs.size() > begin)
            found.push_back({encounter, begin, pairs.size()});
    }
    body_pairs.clear();
    const std::span<const TrianglePair> all = pairs.span();
    for (const Found& some : found)
        body_pairs.push_back(
            {id_of(some.encounter.a), id_of(some.encounter.b), all.subspan(some.begin, some.end - some.begin)});
    report.bodies = body_pairs;
    report.pair_count = all.size();
    report.work_units_spent = meter.spent();
    report.scratch_bytes = pair_searches->scratch_bytes() + pairs.bytes();
}

const PairReport& World::find_pairs(const PairOptions& options)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr) {
        static constexpr PairReport no_answer = {.bodies = {}, .complete = false};
        return no_answer;
    }
    return parts_->reported(parts_->report, [&] { parts_->find_all_pairs(options); });
}

bool World::any_pair()
{
    const PairReport& report = find_pairs(PairOptions{.first_hit_only = true});
    return report.pair_count > 0 || report.out_of_memory;
}

} // namespace tactus
