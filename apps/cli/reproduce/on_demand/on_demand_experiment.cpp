// SPDX-License-Identifier: MIT
#include "cli/reproduce/on_demand/on_demand_experiment.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/reproduce/meeting.h"
#include "cli/reproduce/on_demand/on_demand_animation.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"
#include "cli/reproduce/paper_models.h"
#if TACTUS_HAS_OPENGL
#include "cli/reproduce/occlusion/occlusion_experiment.h"
#endif

namespace tactus::cli {

namespace {

/// The eight cells of the box around a model, by the paper's trees.
Result<void> count_level(OnDemandFigures::Model& model, const OwnBody& own, const OwnBody& small)
{
    Result<papers::OnCollideTrees> trees = papers::OnCollideTrees::create({.levels = 1});
    if (!trees.ok())
        return trees.error();
    for (const OwnBody* body : {&own, &small})
        if (const Result<std::uint32_t> added = trees.value().add_body(body->mesh.triangles, body->mesh.positions);
            !added.ok())
            return added.error();
    const Result<papers::OnCollideReport> report = trees.value().collide(std::array{Pose{}, Pose{}});
    if (!report.ok())
        return report.error();
    for (const papers::CellQuestion& asked : report.value().asked)
        if (asked.body == 0) {
            model.views += asked.views;
            model.cells_with_surface += asked.holds_surface ? 1 : 0;
        }
    return {};
}

Result<OnDemandFigures::Model> time_level(const OwnBody& own, int repeat)
{
    // A small body on the first vertex, so that the model's root has to be divided.
    const Vec3 at = own.mesh.positions.front();
    const OwnBody small = {
        .name = "", .mesh = {{{0, 1, 2}}, {at, {at.x + 1e-3f, at.y, at.z}, {at.x, at.y + 1e-3f, at.z}}}};
    OnDemandFigures::Model model{.name = own.name, .triangles = own.mesh.triangles.size()};
    if (Result<void> counted = count_level(model, own, small); !counted.ok())
        return counted.error();
    std::vector<double> times;
    for (int round = 0; round < repeat; ++round) {
        World world = World::create().value();
        const structures::OnDemandSphereTree one_level = {.levels = 1, .enough_triangles = 0};
        const Result<BodyId> body = world.add_body(desc_of(own, one_level));
        const Result<BodyId> other = world.add_body(desc_of(small, Structure::refit_bvh));
        if (!body.ok() || !other.ok())
            return body.ok() ? other.error() : body.error();
        const double begin = thread_microseconds();
        world.find_pairs();
        times.push_back(thread_microseconds() - begin);
    }
    model.microseconds = median(times);
    return model;
}

Result<void> time_levels(OnDemandFigures& figures, const PaperModels& models, bool quick)
{
    for (const on_demand_paper::Model& paper : on_demand_paper::table_1) {
        const Result<OwnBody> own = models.make(paper.name, paper.triangles);
        if (!own.ok())
            return own.error();
        Result<OnDemandFigures::Model> model = time_level(own.value(), quick ? 3 : 25);
        if (!model.ok())
            return model.error();
        figures.models.push_back(std::move(model).value());
    }
    return {};
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
                if (Result<void> moved = world.set_pose(body.value(), approaching(distance - 1e-6 * (frame % 2)));
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
    const Result<double> touch = distance_of_first_touch(pair.a, pair.b);
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

Result<OnDemandFigures>
reproduce_on_demand(bool quick, const std::string& meshes, const std::function<void(double)>& progress)
{
    const Result<PaperModels> models = PaperModels::open(meshes);
    if (!models.ok())
        return models.error();
    OnDemandFigures figures;
    figures.files = models.value().files();
    figures.frames_per_second = quick ? 10 : 60;
    figures.levels = quick ? 3 : on_demand_paper::levels;
    if (Result<void> timed = time_levels(figures, models.value(), quick); !timed.ok())
        return timed.error();
    progress(0.1);
    for (const AnimatedBody& body : animated_bodies) {
        Result<OwnBody> own = models.value().make(body.model, body.triangles / (quick ? 10 : 1));
        if (!own.ok())
            return own.error();
        figures.animated.push_back(std::move(own).value());
    }
    if (Result<void> played = play_animation(figures, [&](double share) { progress(0.1 + 0.4 * share); }); !played.ok())
        return played.error();
    if (Result<void> timed = time_meetings(figures, quick); !timed.ok())
        return timed.error();
#if TACTUS_HAS_OPENGL
    Result<OcclusionFigures> asked =
        reproduce_occlusion(quick, models.value(), [&](double share) { progress(0.6 + 0.4 * share); });
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
