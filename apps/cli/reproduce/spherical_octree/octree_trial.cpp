// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/octree_trial.h"

#include <map>
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
    const papers::GridMesh& a, const papers::GridMesh& b, const OctreeShape& shape, papers::OctreeTraversal traversal,
    std::span<const Pose> poses)
{
    // Every pose is a question of its own, and depths are those of single contacts, as the paper has them.
    Result<World> world = World::create({.contacts = {.keep_front = false, .measure_depths = false}});
    if (!world.ok())
        return world.error();
    OctreeTrial trial(std::move(world).value(), poses);
    trial.world_.prepare_contacts();
    const papers::Options as_paper = {.traversal = traversal, .one_sphere = shape.levels == 0u};
    const structures::SphericalOctree octree = {.levels = shape.levels.value_or(0), .uniform = shape.uniform};
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
        trial.standing_ = trial.moving_;
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

Result<CheckCounts> OctreeTrial::count_checks()
{
    CheckCounts counts{.levels = levels_[0]};
    const double share = 1.0 / static_cast<double>(poses_.size());
    for (const Pose& pose : poses_) {
        if (Result<void> set = world_.set_pose(moving_, pose); !set.ok())
            return set.error();
        const double begin = thread_microseconds();
        const Result<papers::ElementaryChecks> checks =
            papers::elementary_checks(world_, standing_, moving_, {.only_count = true});
        if (!checks.ok())
            return checks.error();
        counts.microseconds += share * (thread_microseconds() - begin);
        counts.node_tests += share * static_cast<double>(checks.value().node_tests);
        counts.checks += share * static_cast<double>(checks.value().count);
    }
    return counts;
}

Result<void> OctreeTrial::add_to(PropositionCounts& counts)
{
    for (const Pose& pose : poses_) {
        if (Result<void> set = world_.set_pose(moving_, pose); !set.ok())
            return set.error();
        // The vertices of either body that touch a face, with how many.
        std::array<std::map<std::uint32_t, std::uint64_t>, 2> faces_of;
        for (const Contact& contact : world_.find_contacts().contacts) {
            const bool of_a = contact.kind == ContactKind::vertex_face || contact.kind == ContactKind::vertex_inside;
            const bool of_b = contact.kind == ContactKind::face_vertex || contact.kind == ContactKind::inside_vertex;
            if ((!of_a && !of_b) || contact.silent || contact.depth() == 0.0f)
                continue;
            const bool of_moving = (of_a ? contact.body_a : contact.body_b) == moving_;
            ++faces_of[of_moving ? 1 : 0][(of_a ? contact.vertices_a : contact.vertices_b)[0]];
        }
        const Result<papers::ElementaryChecks> checks = papers::elementary_checks(world_, standing_, moving_);
        if (!checks.ok())
            return checks.error();
        counts.checks += checks.value().count;
        for (const std::size_t side : {0u, 1u}) {
            for (const auto& [vertex, faces] : faces_of[side]) {
                ++counts.vertices;
                counts.with_more_faces += faces > 1 ? 1 : 0;
            }
            std::map<std::uint32_t, std::uint64_t> listed;
            for (const auto& check : side == 0 ? checks.value().vertex_face : checks.value().face_vertex)
                if (faces_of[side].contains(check.vertex))
                    ++listed[check.vertex];
            for (const auto& [vertex, faces] : listed)
                counts.saved_checks += faces - 1;
        }
    }
    return {};
}

} // namespace tactus::cli
