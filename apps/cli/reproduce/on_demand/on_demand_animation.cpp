// SPDX-License-Identifier: MIT
#include "cli/reproduce/on_demand/on_demand_animation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "cli/measure/thread_clock.h"

namespace tactus::cli {

namespace {

std::vector<Pose> poses_at(std::size_t bodies, double time)
{
    std::vector<Pose> poses;
    for (std::size_t body = 0; body < bodies; ++body)
        poses.push_back(animated_pose(body, time));
    return poses;
}

/// The animation with our own trees: one body goes through three others and away.
class OwnAnimation {
public:
    static Result<OwnAnimation> create(const OnDemandFigures& figures)
    {
        OwnAnimation made(World::create().value());
        for (const OwnBody& own : figures.animated) {
            // As deep as the paper's everywhere, however few triangles a cell holds.
            const structures::OnDemandSphereTree on_demand = {
                .levels = figures.levels,
                .enough_triangles = 0,
                .drop_after = figures.frames_per_second / periods_a_second};
            const Result<BodyId> id = made.world_.add_body(
                {.triangles = own.mesh.triangles, .positions = own.mesh.positions, .structure = on_demand});
            if (!id.ok())
                return id.error();
            made.ids_.push_back(id.value());
        }
        const std::vector<Pose> poses = poses_at(made.ids_.size(), 0.0);
        for (std::size_t k = 0; k < made.ids_.size(); ++k)
            if (Result<void> set = made.world_.set_pose(made.ids_[k], poses[k]); !set.ok())
                return set.error();
        return made;
    }

    /// A frame. Gives whether triangles intersect.
    Result<bool> play(double time)
    {
        if (Result<void> moved = world_.set_pose(ids_[0], animated_pose(0, time)); !moved.ok())
            return moved.error();
        return world_.find_pairs().pair_count > 0;
    }
    OnDemandFigures::Trees counts() const
    {
        OnDemandFigures::Trees sum;
        for (const BodyId id : ids_) {
            const papers::CellCounts counts = papers::cell_counts(world_, id).value();
            sum.cells_asked += counts.cells_asked;
            sum.nodes_made += counts.nodes_made;
            sum.nodes_dropped += counts.nodes_dropped;
            sum.nodes += world_.info(id).value().octree_nodes;
        }
        return sum;
    }

private:
    explicit OwnAnimation(World world) : world_(std::move(world)) {}

    World world_;
    std::vector<BodyId> ids_;
};

/// What comes of the counts of all frames so far in one second.
OnDemandFigures::Trees since(const OnDemandFigures::Trees& before, OnDemandFigures::Trees now)
{
    now.cells_asked -= before.cells_asked;
    now.nodes_made -= before.nodes_made;
    now.nodes_dropped -= before.nodes_dropped;
    return now;
}

Result<papers::OnCollideTrees> paper_trees(const OnDemandFigures& figures)
{
    Result<papers::OnCollideTrees> trees = papers::OnCollideTrees::create(
        {.levels = figures.levels, .drop_after = figures.frames_per_second / periods_a_second});
    if (!trees.ok())
        return trees;
    for (const OwnBody& own : figures.animated)
        if (const Result<std::uint32_t> added = trees.value().add_body(own.mesh.triangles, own.mesh.positions);
            !added.ok())
            return added.error();
    return trees;
}

/// The two collisions that are drawn, each in three moments: when the first body comes near another, on its way, and
/// deep in it.
std::vector<OnDemandFigures::Moment> drawn_moments()
{
    std::vector<OnDemandFigures::Moment> moments;
    for (const auto& [figure, other] : {std::pair{5, std::size_t{1}}, {7, std::size_t{2}}})
        for (const double behind : {1.1, 0.8, 0.5}) {
            // The first body goes along x, at a constant speed.
            const double begin = animated_pose(0, 0.0).position.x, speed = animated_pose(0, 1.0).position.x - begin;
            const double time = (animated_pose(other, 0.0).position.x - behind - begin) / speed;
            moments.push_back({.figure = figure, .time = time, .other = other});
        }
    return moments;
}

Result<void> keep_moment(
    OnDemandFigures& figures, const papers::OnCollideTrees& trees, std::span<const papers::LeafSpherePair> pairs,
    double time)
{
    for (OnDemandFigures::Moment& moment : figures.moments) {
        const double frame = 1.0 / figures.frames_per_second;
        if (std::abs(moment.time - time) > 0.5 * frame || moment.nodes[0] > 0)
            continue;
        moment.pairs = static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) {
            return pair.body_a == 0 && pair.body_b == moment.other;
        }));
        moment.time = time;
        for (std::size_t k = 0; k < 2; ++k) {
            const auto body = static_cast<std::uint32_t>(k == 0 ? 0 : moment.other);
            Result<std::vector<Sphere>> spheres = trees.spheres(body);
            if (!spheres.ok())
                return spheres.error();
            moment.spheres[k] = std::move(spheres).value();
            moment.nodes[k] = trees.node_count(body).value();
        }
    }
    return {};
}

/// Whether no two of the spheres around whole bodies overlap. The boxes have their middles in the origin.
bool are_apart(const std::vector<OwnBody>& bodies, const std::vector<Pose>& poses)
{
    const auto radius = [](const OwnBody& own) {
        return 0.5 * std::hypot(own.upper.x - own.lower.x, own.upper.y - own.lower.y, own.upper.z - own.lower.z);
    };
    for (std::size_t a = 0; a < bodies.size(); ++a)
        for (std::size_t b = a + 1; b < bodies.size(); ++b) {
            const DoubleVec3 from = poses[a].position, to = poses[b].position;
            if (std::hypot(to.x - from.x, to.y - from.y, to.z - from.z) <= radius(bodies[a]) + radius(bodies[b]))
                return false;
        }
    return true;
}

/// A frame of the paper's trees.
Result<void>
play_paper(OnDemandFigures& figures, papers::OnCollideTrees& trees, OnDemandFigures::Second& row, double time)
{
    const std::vector<Pose> poses = poses_at(figures.animated.size(), time);
    const Result<papers::OnCollideReport> report = trees.collide(poses);
    if (!report.ok())
        return report.error();
    row.views += report.value().views;
    if (are_apart(figures.animated, poses)) {
        ++row.frames_apart;
        row.views_apart += report.value().views;
    }
    row.paper_trees.cells_asked += report.value().asked.size();
    row.paper_trees.nodes_made += report.value().nodes_made;
    row.paper_trees.nodes_dropped += report.value().nodes_dropped;
    row.paper_trees.frames_in_touch += report.value().pairs.empty() ? 0 : 1;
    return keep_moment(figures, trees, report.value().pairs, time);
}

} // namespace

Result<void> play_animation(OnDemandFigures& figures, const std::function<void(double)>& progress)
{
    Result<OwnAnimation> own = OwnAnimation::create(figures);
    if (!own.ok())
        return own.error();
    Result<papers::OnCollideTrees> paper = paper_trees(figures);
    if (!paper.ok())
        return paper.error();
    figures.moments = drawn_moments();
    OnDemandFigures::Trees before = own.value().counts();
    for (std::size_t second = 0; second < on_demand_paper::table_2.size(); ++second) {
        OnDemandFigures::Second row;
        std::size_t in_touch = 0;
        for (std::uint32_t frame = 0; frame < figures.frames_per_second; ++frame) {
            const double time = double(second) + double(frame) / figures.frames_per_second;
            const double begin = thread_microseconds();
            const Result<bool> touches = own.value().play(time);
            const double spent = thread_microseconds() - begin;
            if (!touches.ok())
                return touches.error();
            in_touch += touches.value() ? 1 : 0;
            row.mean_microseconds += spent / figures.frames_per_second;
            row.worst_microseconds = std::max(row.worst_microseconds, spent);
            if (Result<void> played = play_paper(figures, paper.value(), row, time); !played.ok())
                return played;
        }
        const OnDemandFigures::Trees now = own.value().counts();
        row.own_trees = since(before, now);
        row.own_trees.frames_in_touch = in_touch;
        before = now;
        for (std::uint32_t body = 0; body < figures.animated.size(); ++body)
            row.paper_trees.nodes += paper.value().node_count(body).value();
        figures.seconds.push_back(row);
        progress(double(second + 1) / double(on_demand_paper::table_2.size()));
    }
    return {};
}

} // namespace tactus::cli
