// SPDX-License-Identifier: MIT
// Bodies whose sphere trees are made on demand, against exact pairs and against what structures::OnDemandSphereTree and
// World::release_branches say of branches that come and go.
#include <algorithm>

#include "check_sphere_trees.h"
#include "tree_scene.h"

#include <tactus/papers.h>
#include <tactus/tactus.h>

namespace tactus::fuzz::sphere_trees {

namespace {

constexpr double far_away = 100.0;
constexpr std::uint32_t every_eighth = 16; ///< With such a drop_after or more, branches go in every eighth query alone.

structures::OnDemandSphereTree any_options(Random& random)
{
    structures::OnDemandSphereTree options;
    options.levels = random.below(7);
    options.enough_triangles = random.one_in(3) ? random.below(200) : random.below(12);
    options.cubic_root = random.one_in(2);
    options.drop_after = random.one_in(8) ? 16 + random.below(8) : 1 + random.below(4);
    if (random.one_in(4))
        options.smallest_cell = 0.3f * static_cast<float>(random.unit());
    if (random.one_in(4))
        options.error = 0.2f * static_cast<float>(random.unit());
    if (random.one_in(4))
        options.max_bytes = 1u << random.between(6, 15);
    return options;
}

/// Two bodies, the first of which has a tree on demand, and so mostly has the second.
struct BranchWorld {
    PlacedMesh meshes[2];
    structures::OnDemandSphereTree options[2];
    bool on_demand[2] = {true, true};
    World world = World::create().value();
    BodyId ids[2];
    BodyInfo at_first[2];
    DoubleVec3 way_off; ///< Where all of it is.

    explicit BranchWorld(Random& random)
    {
        on_demand[1] = !random.one_in(4);
        way_off = any_way_off(random);
        for (int k = 0; k < 2; ++k) {
            meshes[k].own = any_mesh(random);
            options[k] = any_options(random);
            BodyDesc desc = {.triangles = meshes[k].own.triangles, .positions = meshes[k].own.positions};
            if (on_demand[k])
                desc.structure = options[k];
            ids[k] = world.add_body(desc).value();
            at_first[k] = info(k);
        }
    }

    BodyInfo info(int k) const { return world.info(ids[k]).value(); }
    void place(int k, const Pose& pose)
    {
        meshes[k].pose = moved(pose, way_off);
        world.set_pose(ids[k], meshes[k].pose).value();
    }
    void move_apart()
    {
        place(0, {.position = {far_away, 0.0, 0.0}, .rotation = {}});
        place(1, {.position = {-far_away, 0.0, 0.0}, .rotation = {}});
    }
    /// The number of queries after which all branches have gone.
    std::uint32_t longest() const
    {
        std::uint32_t most = 0;
        for (const structures::OnDemandSphereTree& of : options)
            most = std::max(most, of.levels * (of.drop_after + (of.drop_after < every_eighth ? 1 : 8)));
        return most;
    }
};

std::string about(const BranchWorld& asked, int k)
{
    const structures::OnDemandSphereTree& options = asked.options[k];
    return "body " + std::to_string(k) + " of " + std::to_string(asked.meshes[k].own.triangles.size())
           + " triangles, levels " + std::to_string(options.levels) + ", enough_triangles "
           + std::to_string(options.enough_triangles) + (options.cubic_root ? ", cubic" : "") + ", drop_after "
           + std::to_string(options.drop_after) + ", max_bytes " + std::to_string(options.max_bytes);
}

void check_exact_pairs(BranchWorld& asked, Findings& findings)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> expected, found;
    for (const MetTriangles& met : met_triangles(asked.meshes[0], asked.meshes[1]))
        expected.push_back({met.a, met.b});
    const PairReport& report = asked.world.find_pairs();
    ++findings.counts.queries;
    for (const BodyPairs& bodies : report.bodies)
        for (const TrianglePair& pair : bodies.pairs)
            found.push_back(bodies.body_a == asked.ids[0] ? std::pair(pair.a, pair.b) : std::pair(pair.b, pair.a));
    std::ranges::sort(found);
    findings.counts.pairs += expected.size();
    findings.expect(
        found == expected && report.complete, "paper_branch_pairs",
        std::to_string(found.size()) + " pairs, and " + std::to_string(expected.size())
            + " intersect: " + about(asked, 0) + "; " + about(asked, 1));
}

/// What is always so.
void check_counts(const BranchWorld& asked, Findings& findings)
{
    for (int k = 0; k < 2; ++k) {
        const BodyInfo info = asked.info(k);
        const papers::CellCounts counts = papers::cell_counts(asked.world, asked.ids[k]).value();
        if (!asked.on_demand[k]) {
            findings.expect(
                counts.cells_asked == 0 && counts.nodes_made == 0 && counts.nodes_dropped == 0, "paper_branch_counts",
                "a body of another structure has counts of cells");
            continue;
        }
        findings.expect(
            info.octree_nodes == counts.nodes_made - counts.nodes_dropped, "paper_branch_counts",
            std::to_string(info.octree_nodes) + " nodes, of which " + std::to_string(counts.nodes_made)
                + " were made and " + std::to_string(counts.nodes_dropped) + " dropped: " + about(asked, k));
        findings.expect(
            counts.cells_asked % 8 == 0 && counts.nodes_made <= counts.cells_asked + 1, "paper_branch_counts",
            std::to_string(counts.cells_asked) + " cells were asked for " + std::to_string(counts.nodes_made)
                + " nodes: " + about(asked, k));
        findings.expect(
            info.octree_leaves <= info.octree_nodes && info.octree_leaves > 0, "paper_branch_counts",
            std::to_string(info.octree_leaves) + " leaves of " + std::to_string(info.octree_nodes) + " nodes");
        const std::size_t room = std::max(asked.options[k].max_bytes, asked.at_first[k].node_bytes);
        findings.expect(
            asked.options[k].max_bytes == 0 || info.node_bytes <= room, "paper_branch_room",
            std::to_string(info.node_bytes) + " bytes, " + std::to_string(asked.at_first[k].node_bytes)
                + " at first: " + about(asked, k));
    }
}

void expect_root_alone(const BranchWorld& asked, int k, const std::string& name, Findings& findings)
{
    const BodyInfo info = asked.info(k), &first = asked.at_first[k];
    findings.expect(
        info.octree_nodes == 1 && info.octree_leaves == 1, name,
        std::to_string(info.octree_nodes) + " nodes are left: " + about(asked, k));
    findings.expect(
        static_cast<double>(info.node_bytes) <= 1.1 * static_cast<double>(first.node_bytes), name,
        std::to_string(info.node_bytes) + " bytes of nodes, and " + std::to_string(first.node_bytes)
            + " at first: " + about(asked, k));
}

/// After one query that made all branches, these go level by level, none before its time.
void check_drops(Random& random, Findings& findings)
{
    BranchWorld asked(random);
    asked.place(0, any_pose(random, 0.5));
    asked.place(1, any_pose(random, 0.5));
    check_exact_pairs(asked, findings);
    check_counts(asked, findings);
    const std::uint32_t made[2] = {asked.info(0).octree_nodes, asked.info(1).octree_nodes};
    asked.move_apart();
    std::uint32_t before[2] = {made[0], made[1]};
    std::vector<std::uint32_t> times[2];
    for (std::uint32_t query = 1; query <= asked.longest(); ++query) {
        (void)asked.world.find_pairs();
        for (int k = 0; k < 2; ++k) {
            const std::uint32_t now = asked.info(k).octree_nodes;
            if (now < before[k])
                times[k].push_back(query);
            findings.expect(
                now <= before[k], "paper_branch_dropped", "nodes are made though nothing is near: " + about(asked, k));
            before[k] = now;
        }
    }
    for (int k = 0; k < 2; ++k) {
        if (!asked.on_demand[k])
            continue;
        expect_root_alone(asked, k, "paper_branch_dropped", findings);
        // Where memory is short, branches go at any time.
        if (asked.options[k].max_bytes || asked.options[k].drop_after >= every_eighth)
            continue;
        const std::uint32_t period = asked.options[k].drop_after;
        bool in_time = times[k].size() <= asked.options[k].levels;
        for (std::size_t t = 0; t < times[k].size(); ++t)
            // So many queries pass between two levels, and between the last use and the first.
            in_time = in_time && times[k][t] == (t + 1) * (period + 1);
        std::string list;
        for (const std::uint32_t time : times[k])
            list += " " + std::to_string(time);
        findings.expect(
            in_time, "paper_branch_dropped",
            std::to_string(made[k]) + " nodes went after queries" + list + ": " + about(asked, k));
    }
}

} // namespace

void check_branches(Random random, Findings& findings)
{
    check_drops(random, findings);
    BranchWorld asked(random);
    for (int k = 0; k < 2; ++k)
        if (asked.on_demand[k])
            expect_root_alone(asked, k, "paper_branch_counts", findings);
    for (int step = random.between(3, 8); step > 0; --step) {
        const int k = random.between(0, 1);
        switch (random.below(6)) {
        case 0:
            (void)asked.world.find_pairs(Budget::work_units(random.below(20)));
            break;
        case 1:
            (void)asked.world.find_contacts(Budget::work_units(random.below(60)));
            break;
        case 2:
            asked.world.release_branches(asked.ids[k]).value();
            if (asked.on_demand[k])
                expect_root_alone(asked, k, "paper_branch_released", findings);
            break;
        case 3: {
            // The body becomes another one, which lies at the origin until it is put elsewhere.
            FuzzMesh& mesh = asked.meshes[k].own;
            for (Vec3& p : mesh.positions)
                p = {p.x, p.y * 0.9f, p.z + 0.1f * static_cast<float>(random.unit())};
            asked.meshes[k].pose = {};
            asked.world.set_positions(asked.ids[k], mesh.positions).value();
            break;
        }
        default:
            asked.place(k, any_pose(random, 0.8));
            break;
        }
        check_counts(asked, findings);
        if (random.one_in(2))
            check_exact_pairs(asked, findings);
        check_counts(asked, findings);
    }
    check_exact_pairs(asked, findings);
    asked.move_apart();
    // Contact queries count as well as those for pairs.
    for (std::uint32_t query = 0; query <= asked.longest(); ++query) {
        if (random.one_in(2))
            (void)asked.world.find_pairs();
        else
            (void)asked.world.find_contacts();
    }
    for (int k = 0; k < 2; ++k)
        if (asked.on_demand[k])
            expect_root_alone(asked, k, "paper_branch_dropped", findings);
    check_counts(asked, findings);
}

} // namespace tactus::fuzz::sphere_trees
