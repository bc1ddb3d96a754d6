// SPDX-License-Identifier: MIT
#include "cli/reproduce/on_demand_experiment.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/reproduce/on_demand_bodies.h"
#if TACTUS_HAS_OPENGL
#include "cli/reproduce/occlusion/occlusion_experiment.h"
#endif

namespace tactus::cli {

namespace {

/// As deep as the paper's everywhere, however few triangles a cell holds.
constexpr structures::OnDemandSphereTree on_demand_with(std::uint32_t levels)
{
    return {.levels = levels, .enough_triangles = 0};
}

BodyDesc desc_of(const OwnBody& own, const StructureChoice& structure)
{
    return {.triangles = own.mesh.triangles, .positions = own.mesh.positions, .structure = structure};
}

Result<OnDemandFigures::Model> time_level(const char* shape, std::uint32_t triangles, int repeat)
{
    const Result<OwnBody> own = make_own(shape, triangles);
    if (!own.ok())
        return own.error();
    // A small body on the first vertex, so that the model's root has to be divided.
    const Vec3 at = own.value().mesh.positions.front();
    const std::vector<Vec3> corners = {at, {at.x + 1e-3f, at.y, at.z}, {at.x, at.y + 1e-3f, at.z}};
    const std::vector<TriangleIndices> triangle = {{0, 1, 2}};
    OnDemandFigures::Model model{.shape = shape, .triangles = own.value().mesh.triangles.size()};
    std::vector<double> times;
    for (int round = 0; round < repeat; ++round) {
        World world = World::create().value();
        const Result<BodyId> body = world.add_body(desc_of(own.value(), on_demand_with(1)));
        const Result<BodyId> small = world.add_body({.triangles = triangle, .positions = corners});
        if (!body.ok() || !small.ok())
            return body.ok() ? small.error() : body.error();
        const double begin = thread_microseconds();
        world.find_pairs();
        times.push_back(thread_microseconds() - begin);
        const papers::CellCounts counts = papers::cell_counts(world, body.value()).value();
        model.cells_asked = counts.cells_asked;
        model.cells_with_surface = counts.nodes_made - 1;
    }
    model.microseconds = median(times);
    return model;
}

/// One body goes along three others, through each of them, and away.
class Animation {
public:
    /// Branches go a second after their last use.
    static Result<Animation> create(std::uint32_t frames_per_second, bool quick)
    {
        Animation made(World::create().value());
        const std::uint32_t scale = quick ? 10 : 1;
        for (const auto& [shape, triangles] : animated_shapes) {
            Result<OwnBody> own = make_own(shape, triangles / scale);
            if (!own.ok())
                return own.error();
            structures::OnDemandSphereTree on_demand = on_demand_with(on_demand_paper::levels);
            on_demand.drop_after = frames_per_second;
            const Result<BodyId> id = made.world_.add_body(desc_of(own.value(), on_demand));
            if (!id.ok())
                return id.error();
            made.ids_.push_back(id.value());
        }
        for (std::size_t k = 1; k < made.ids_.size(); ++k)
            if (Result<void> set = made.world_.set_pose(made.ids_[k], animated_pose(k, 0.0)); !set.ok())
                return set.error();
        return made;
    }

    Result<void> move(double time) { return world_.set_pose(ids_[0], animated_pose(0, time)); }
    World& world() { return world_; }
    papers::CellCounts counts() const
    {
        papers::CellCounts sum;
        for (const BodyId id : ids_) {
            const papers::CellCounts counts = papers::cell_counts(world_, id).value();
            sum.cells_asked += counts.cells_asked;
            sum.nodes_made += counts.nodes_made;
            sum.nodes_dropped += counts.nodes_dropped;
        }
        return sum;
    }
    std::uint32_t nodes() const
    {
        std::uint32_t sum = 0;
        for (const BodyId id : ids_)
            sum += world_.info(id).value().octree_nodes;
        return sum;
    }

private:
    explicit Animation(World world) : world_(std::move(world)) {}

    World world_;
    std::vector<BodyId> ids_;
};

Result<void> play(OnDemandFigures& figures, bool quick, const std::function<void(double)>& progress)
{
    Result<Animation> animation = Animation::create(figures.frames_per_second, quick);
    if (!animation.ok())
        return animation.error();
    papers::CellCounts before = animation.value().counts();
    for (std::size_t second = 0; second < on_demand_paper::table_2.size(); ++second) {
        OnDemandFigures::Second row;
        for (std::uint32_t frame = 0; frame < figures.frames_per_second; ++frame) {
            const double begin = thread_microseconds();
            const double time = double(second) + double(frame) / figures.frames_per_second;
            if (Result<void> moved = animation.value().move(time); !moved.ok())
                return moved;
            row.frames_in_touch += animation.value().world().find_pairs().pair_count > 0 ? 1 : 0;
            const double spent = thread_microseconds() - begin;
            row.mean_microseconds += spent / figures.frames_per_second;
            row.worst_microseconds = std::max(row.worst_microseconds, spent);
        }
        const papers::CellCounts now = animation.value().counts();
        row.cells_asked = now.cells_asked - before.cells_asked;
        row.nodes_made = now.nodes_made - before.nodes_made;
        row.nodes_dropped = now.nodes_dropped - before.nodes_dropped;
        row.nodes = animation.value().nodes();
        before = now;
        figures.seconds.push_back(row);
        progress(0.2 + 0.3 * double(second) / double(on_demand_paper::table_2.size()));
    }
    return {};
}

Pose apart_by(double distance) { return {{distance, 0.1, 0.05}, {0.1, 0.2, 0.3, 1.0}}; }

/// How far the bodies are apart where they begin to touch.
Result<double> first_touch(const OwnBody& a, const OwnBody& b)
{
    World world = World::create().value();
    const Result<BodyId> body = world.add_body(desc_of(a, Structure::refit_bvh));
    const Result<BodyId> other = world.add_body(desc_of(b, Structure::refit_bvh));
    if (!body.ok() || !other.ok())
        return body.ok() ? other.error() : body.error();
    for (double distance = 1.5; distance > 0.0; distance -= 1.0 / 512.0) {
        if (Result<void> moved = world.set_pose(body.value(), apart_by(distance)); !moved.ok())
            return moved.error();
        if (world.any_pair())
            return distance;
    }
    return 0.0;
}

/// Two bodies with trees that were made beforehand.
struct Pair {
    OwnBody a;
    OwnBody b;
    SphereTree tree_a = {};
    SphereTree tree_b = {};
};

Result<OnDemandFigures::Meeting> time_meeting(const Pair& pair, double distance, int repeat)
{
    OnDemandFigures::Meeting meeting;
    constexpr std::uint32_t levels = on_demand_paper::levels;
    const auto choices_with = [](const SphereTree& tree) {
        return std::array<StructureChoice, 3>{
            structures::OnDemandSphereTree{.levels = levels}, structures::SphericalOctree{.levels = levels},
            structures::MedialSphereTree{.tree = &tree}};
    };
    const auto choices_a = choices_with(pair.tree_a), choices_b = choices_with(pair.tree_b);
    std::vector<double> first;
    std::array<std::vector<double>, 3> settled;
    for (int round = 0; round < repeat; ++round)
        for (std::size_t k = 0; k < choices_a.size(); ++k) {
            World world = World::create().value();
            const Result<BodyId> body = world.add_body(desc_of(pair.a, choices_a[k]));
            const Result<BodyId> other = world.add_body(desc_of(pair.b, choices_b[k]));
            if (!body.ok() || !other.ok())
                return body.ok() ? other.error() : body.error();
            std::vector<double> times;
            for (int frame = 0; frame < 40; ++frame) {
                const double begin = thread_microseconds();
                if (Result<void> moved = world.set_pose(body.value(), apart_by(distance - 1e-6 * (frame % 2)));
                    !moved.ok())
                    return moved.error();
                meeting.pairs = world.find_pairs().pair_count;
                times.push_back(thread_microseconds() - begin);
            }
            if (choices_a[k] == Structure::on_demand_sphere_tree)
                first.push_back(times.front());
            times.erase(times.begin(), times.begin() + 5);
            settled[k].push_back(median(times));
        }
    meeting.first_microseconds = median(first);
    meeting.settled_microseconds = median(settled[0]);
    meeting.octree_microseconds = median(settled[1]);
    meeting.medial_microseconds = median(settled[2]);
    return meeting;
}

Result<void> time_meetings(OnDemandFigures& figures, bool quick)
{
    const Result<OwnBody> a = make_own("organ", quick ? 500 : 5110), b = make_own("bumpy_sphere", quick ? 500 : 5104);
    if (!a.ok() || !b.ok())
        return a.ok() ? b.error() : a.error();
    Pair pair{a.value(), b.value()};
    for (auto [own, tree] : {std::pair{&pair.a, &pair.tree_a}, {&pair.b, &pair.tree_b}}) {
        Result<SphereTree> made =
            make_sphere_tree({own->mesh.triangles, own->mesh.positions}, {.levels = quick ? 2u : 3u});
        if (!made.ok())
            return made.error();
        *tree = std::move(made).value();
    }
    figures.triangles = std::min(pair.a.mesh.triangles.size(), pair.b.mesh.triangles.size());
    const Result<double> touch = first_touch(pair.a, pair.b);
    if (!touch.ok())
        return touch.error();
    const int repeat = quick ? 3 : 15;
    const Result<OnDemandFigures::Meeting> touching = time_meeting(pair, touch.value(), repeat);
    const Result<OnDemandFigures::Meeting> deep = time_meeting(pair, touch.value() - 0.2, repeat);
    if (!touching.ok() || !deep.ok())
        return touching.ok() ? deep.error() : touching.error();
    figures.touching = touching.value();
    figures.deep = deep.value();
    return {};
}

} // namespace

Result<OnDemandFigures> reproduce_on_demand(bool quick, const std::function<void(double)>& progress)
{
    OnDemandFigures figures;
    figures.frames_per_second = quick ? 10 : 60;
    for (std::size_t k = 0; k < table_1_shapes.size(); ++k) {
        Result<OnDemandFigures::Model> model =
            time_level(table_1_shapes[k], on_demand_paper::table_1[k].triangles, quick ? 3 : 25);
        if (!model.ok())
            return model.error();
        figures.models.push_back(std::move(model).value());
        progress(0.2 * double(k + 1) / double(table_1_shapes.size()));
    }
    if (Result<void> played = play(figures, quick, progress); !played.ok())
        return played.error();
    if (Result<void> timed = time_meetings(figures, quick); !timed.ok())
        return timed.error();
#if TACTUS_HAS_OPENGL
    Result<OcclusionFigures> asked = reproduce_occlusion(quick, [&](double share) { progress(0.6 + 0.4 * share); });
    if (!asked.ok())
        return asked.error();
    figures.occlusion = std::move(asked).value();
#else
    figures.occlusion.unavailable = "this command was built without it";
#endif
    progress(1.0);
    return figures;
}

} // namespace tactus::cli
