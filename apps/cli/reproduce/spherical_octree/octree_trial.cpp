// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/octree_trial.h"

#include <utility>

#include "cli/measure/thread_clock.h"

namespace tactus::cli {

const char* query_words(OctreeQuery query)
{
    switch (query) {
    case OctreeQuery::pairs_paper:
        return "pairs, the paper's order";
    case OctreeQuery::pairs_ours:
        return "pairs, both trees at once";
    case OctreeQuery::contacts:
        return "contacts and forces";
    }
    return "";
}

const char* query_key(OctreeQuery query)
{
    switch (query) {
    case OctreeQuery::pairs_paper:
        return "pairs_leaves_then_reverse";
    case OctreeQuery::pairs_ours:
        return "pairs_both_at_once";
    case OctreeQuery::contacts:
        return "contacts";
    }
    return "";
}

Result<OctreeTrial> OctreeTrial::create(
    const papers::GridMesh& a, const papers::GridMesh& b, const structures::SphericalOctree& octree,
    papers::OctreeTraversal traversal, std::span<const Pose> poses)
{
    // Every pose is a question of its own, and depths are those of single contacts, as the paper has them.
    Result<World> world = World::create({.contacts = {.keep_front = false, .measure_depths = false}});
    if (!world.ok())
        return world.error();
    OctreeTrial trial(std::move(world).value(), poses);
    trial.world_.prepare_contacts();
    const papers::Options as_paper = {.traversal = traversal};
    std::size_t place = 0;
    for (const papers::GridMesh* mesh : {&a, &b}) {
        const Result<BodyId> id = trial.world_.add_body(
            {.triangles = mesh->triangles, .positions = mesh->positions, .structure = octree, .papers = &as_paper});
        if (!id.ok())
            return id.error();
        const Result<BodyInfo> info = trial.world_.info(id.value());
        if (!info.ok())
            return info.error();
        trial.levels_[place++] = info.value().octree_levels;
        trial.moving_ = id.value();
    }
    return trial;
}

Result<OctreeTrial::Pass> OctreeTrial::ask(OctreeQuery query)
{
    Pass pass;
    const double begin = thread_microseconds();
    for (const Pose& pose : poses_) {
        if (Result<void> set = world_.set_pose(moving_, pose); !set.ok())
            return set.error();
        if (query == OctreeQuery::contacts) {
            pass.found += world_.find_contacts().contacts.size();
            world_.contact_forces();
        } else {
            pass.found += world_.find_pairs().pair_count;
        }
    }
    pass.microseconds = (thread_microseconds() - begin) / static_cast<double>(poses_.size());
    return pass;
}

Result<OctreeTrial::Pass> OctreeTrial::only_move()
{
    const double begin = thread_microseconds();
    for (const Pose& pose : poses_)
        if (Result<void> set = world_.set_pose(moving_, pose); !set.ok())
            return set.error();
    return Pass{(thread_microseconds() - begin) / static_cast<double>(poses_.size()), 0};
}

} // namespace tactus::cli
