// SPDX-License-Identifier: MIT
// What a work unit takes, for each kind of query and each structure: the measurement behind base/work_prices.h. Every
// query has a budget in work units that is more than it needs, and its CPU time is divided by the units that it says it
// spent. It is asked first right after the bodies have moved, and then again, when trees are up to date. Where a query
// is charged for bringing them up to date whether that has been done or not, its units are shorter then.
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "benchmarks/measure/cpu_clock.h"
#include "benchmarks/measure/median.h"
#include "geometry/vector.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

constexpr Budget enough_units = Budget::work_units(1'000'000'000);

/// Which bodies there are, and which of their frames are played, to and fro.
struct UnitScene {
    const char* name = "bumpy_spheres";
    std::uint32_t triangles = 20480;
    std::size_t meshes = 2; ///< Only the first ones are added.
    std::uint32_t first_frame = 36;
    std::uint32_t frames = 24;
    std::array<StructureChoice, 2> structures = {};
    bool is_searched_by_paper = false; ///< Octrees are searched as their paper does it.
    bool neighbours = false;
    bool has_ball = false; ///< A ball rolls over the first body.
    bool has_tool = false; ///< A tool sweeps through the first body.
    ContactSettings contacts = {};
};

/// Bodies that move from query to query, and places to ask about.
class UnitWorld {
public:
    explicit UnitWorld(const UnitScene& options)
        : options_(options), scene_(scenes::make_scene(options.name, {.triangles = options.triangles}).value()),
          world_(World::create({.contacts = options.contacts}).value())
    {
        const papers::Options paper = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
        for (std::size_t mesh = 0; mesh < options.meshes; ++mesh) {
            BodyDesc desc = {
                .triangles = scene_.meshes[mesh].triangles,
                .positions = scene_.meshes[mesh].positions,
                .structure = options.structures[mesh],
                .self_collision = scene_.meshes[mesh].self_collision,
                .neighbours = options.neighbours};
            if (options.is_searched_by_paper)
                desc.papers = &paper;
            bodies_.push_back(world_.add_body(desc).value());
        }
        if (options.has_ball)
            ball_ = world_.add_sphere({.radius = 0.3f}).value();
        if (options.has_tool)
            tool_ = world_.add_tool({.tip = {0.0f, 0.0f, 1.0f}, .radius = 0.02f, .sweep = true}).value();
    }

    /// Goes on to a frame beside the one before.
    void move()
    {
        const std::uint32_t last = options_.frames - 1, phase = step_++ % (2 * last);
        const std::uint32_t frame = options_.first_frame + (phase <= last ? phase : 2 * last - phase);
        for (std::size_t mesh = 0; mesh < bodies_.size(); ++mesh) {
            positions_.resize(scene_.meshes[mesh].positions.size());
            scene_.positions(frame, mesh, positions_);
            world_.set_positions(bodies_[mesh], positions_).value();
        }
        const BodyInfo info = world_.info(bodies_[0]).value();
        middle_ = (info.lower_corner + info.upper_corner) * 0.5f;
        radius_ = 0.5f * (info.upper_corner.x - info.lower_corner.x);
        if (!options_.has_ball)
            return;
        const Vec3 at = next_place(1.1f);
        world_.set_pose(ball_, {.position = {at.x, at.y, at.z}, .rotation = {}}).value();
    }

    World& world() { return world_; }
    BodyId body(std::size_t mesh) const { return bodies_[mesh]; }
    BodyId tool() const { return tool_; }
    Vec3 middle() const { return middle_; }
    float radius() const { return radius_; } ///< Metres, about, of the first body.
    /// So many radii away from the middle of the first body, in a direction that comes up by chance.
    Vec3 next_place(float radii) { return middle_ + rounded(random_.direction()) * (radii * radius_); }

private:
    UnitScene options_;
    scenes::Scene scene_;
    World world_;
    std::vector<BodyId> bodies_;
    BodyId ball_;
    BodyId tool_;
    std::uint32_t step_ = 0;
    std::vector<Vec3> positions_;
    Vec3 middle_;
    float radius_ = 0.0f;
    scenes::Random random_{1};
};

/// What queries took.
struct Spent {
    std::uint64_t units = 0;
    bool is_complete = true;
    double us = 0.0;

    double us_per_unit() const { return us / double(units); }
};

template <class Report>
Spent spent_of(const Report& report)
{
    return {report.work_units_spent, report.complete};
}
template <class Report>
Spent spent_of(const Result<Report>& report)
{
    return spent_of(report.value());
}

using Ask = std::function<Spent(UnitWorld&)>;

Spent timed(const Ask& ask, UnitWorld& world, int times)
{
    Spent all;
    const double begin = benchmarks::cpu_seconds();
    for (int k = 0; k < times; ++k) {
        const Spent one = ask(world);
        all.units += one.units;
        all.is_complete = all.is_complete && one.is_complete;
    }
    all.us = 1e6 * std::max(benchmarks::cpu_seconds() - begin - benchmarks::cpu_clock_cost_seconds(), 0.0);
    return all;
}

void measure_units(benchmark::State& state, const UnitScene& scene, int times_again, const Ask& ask)
{
    UnitWorld world(scene);
    std::vector<double> units, first, again;
    for (auto _ : state) {
        world.move();
        const Spent spent = timed(ask, world, 1), after = timed(ask, world, times_again);
        if (!spent.is_complete || !after.is_complete || spent.units == 0 || after.units == 0) {
            state.SkipWithError("a query was not complete, or free");
            return;
        }
        state.SetIterationTime(1e-6 * spent.us);
        units.push_back(double(spent.units));
        first.push_back(spent.us_per_unit());
        again.push_back(after.us_per_unit());
    }
    state.counters["units"] = benchmarks::median(units);
    state.counters["us_a_unit"] = benchmarks::median(first);
    state.counters["us_again"] = benchmarks::median(again);
}

Spent ask_for_pairs(UnitWorld& world) { return spent_of(world.world().find_pairs(enough_units)); }
Spent ask_for_contacts(UnitWorld& world) { return spent_of(world.world().find_contacts(enough_units)); }
Spent ask_for_closest(UnitWorld& world)
{
    return spent_of(world.world().closest_points(world.body(0), world.body(1), {.budget = enough_units}));
}
Spent ask_for_first_hit(UnitWorld& world)
{
    const Vec3 from = world.next_place(2.0f);
    return spent_of(world.world().cast_ray(from, world.next_place(0.5f) - from, {}, enough_units));
}
Spent ask_for_all_hits(UnitWorld& world)
{
    const Vec3 from = world.next_place(2.0f);
    return spent_of(world.world().cast_ray_through(from, world.next_place(0.5f) - from, {}, enough_units));
}
Spent ask_for_box(UnitWorld& world)
{
    const Vec3 at = world.next_place(1.0f), half = Vec3{0.2f, 0.2f, 0.2f} * world.radius();
    return spent_of(world.world().overlap_box(at - half, at + half, {.budget = enough_units}));
}
Spent ask_for_sphere(UnitWorld& world)
{
    const Sphere sphere = {world.next_place(1.0f), 0.2f * world.radius()};
    return spent_of(world.world().overlap_sphere(sphere, {.budget = enough_units}));
}
/// An octahedron.
Spent ask_for_convex(UnitWorld& world)
{
    const Vec3 at = world.next_place(1.0f);
    std::array<HalfSpace, 8> sides;
    for (int k = 0; k < 8; ++k) {
        const Vec3 normal = {k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f};
        sides[k] = {normal, normal.x * at.x + normal.y * at.y + normal.z * at.z + 0.3f * world.radius()};
    }
    return spent_of(world.world().overlap_convex(sides, {.budget = enough_units}));
}
/// Which triangles a sweep around a pivot above the body touches, with which part of the shaft, and when.
Spent ask_for_touched(UnitWorld& world)
{
    const Vec3 pivot = world.middle() + Vec3{0.0f, 0.0f, 3.0f * world.radius()};
    world.world().set_tool(world.tool(), pivot, world.next_place(0.8f)).value();
    return spent_of(world.world().find_touched(world.tool(), {.budget = enough_units}));
}
Spent ask_for_nearest(UnitWorld& world)
{
    return spent_of(world.world().nearest_point(world.next_place(1.3f), {.budget = enough_units}));
}
Spent ask_for_side(UnitWorld& world)
{
    return spent_of(world.world().is_inside(world.body(0), world.next_place(0.9f), enough_units));
}

void add_benchmark(const std::string& kind, const std::string& structure, const UnitScene& scene, int again, Ask ask)
{
    benchmark::RegisterBenchmark(
        ("units/" + kind + "/" + structure).c_str(),
        [scene, again, ask](benchmark::State& state) { measure_units(state, scene, again, ask); })
        ->Iterations(2 * scene.frames)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

const std::vector<std::pair<std::string, Structure>>& structures_by_name()
{
    static const std::vector<std::pair<std::string, Structure>> structures = {
        {"default", Structure::refit_bvh},
        {"bucket_octree", Structure::bucket_octree},
        {"spherical_octree", Structure::spherical_octree},
        {"on_demand", Structure::on_demand_sphere_tree}};
    return structures;
}

void add_queries_of_two_bodies()
{
    for (const auto& [name, structure] : structures_by_name())
        add_benchmark("find_pairs", name, {.structures = {structure, structure}}, 3, ask_for_pairs);
    const Structure octree = Structure::spherical_octree, brute_force = Structure::brute_force;
    add_benchmark(
        "find_pairs", "octree_and_buckets", {.structures = {octree, Structure::bucket_octree}}, 3, ask_for_pairs);
    add_benchmark(
        "find_pairs", "octree_by_paper", {.structures = {octree, octree}, .is_searched_by_paper = true}, 3,
        ask_for_pairs);
    add_benchmark(
        "find_pairs", "brute_force", {.triangles = 320, .structures = {brute_force, brute_force}}, 3, ask_for_pairs);
    for (const auto& [name, structure] : structures_by_name())
        add_benchmark(
            "closest_points", name, {.first_frame = 0, .frames = 6, .structures = {structure, structure}}, 3,
            ask_for_closest);
    // Half an edge of the mesh, about.
    const ContactSettings near = {.contact_distance = 0.02f, .measure_depths = false};
    const ContactSettings deep = {.contact_distance = 0.02f};
    for (const auto& [name, structure] : structures_by_name()) {
        add_benchmark("contacts", name, {.structures = {structure, structure}, .contacts = near}, 1, ask_for_contacts);
        add_benchmark("depths", name, {.structures = {structure, structure}, .contacts = deep}, 1, ask_for_contacts);
    }
}

void add_queries_of_one_body()
{
    UnitScene cloth = {.name = "folded_cloth", .triangles = 32000, .meshes = 1};
    for (const auto& [name, structure] : structures_by_name()) {
        cloth.structures[0] = structure;
        add_benchmark("self", name, cloth, 1, ask_for_pairs);
    }
    cloth.structures[0] = Structure::refit_bvh;
    cloth.neighbours = true;
    add_benchmark("self_with_neighbours", "default", cloth, 1, ask_for_pairs);
    const std::vector<std::pair<std::string, Ask>> kinds = {
        {"first_hit", ask_for_first_hit},   {"all_hits", ask_for_all_hits},     {"overlap_box", ask_for_box},
        {"overlap_sphere", ask_for_sphere}, {"overlap_convex", ask_for_convex}, {"nearest_point", ask_for_nearest},
        {"is_inside", ask_for_side}};
    for (const auto& [name, structure] : structures_by_name())
        add_benchmark("ball", name, {.meshes = 1, .structures = {structure}, .has_ball = true}, 3, ask_for_pairs);
    for (const auto& [name, structure] : structures_by_name())
        add_benchmark("touched", name, {.meshes = 1, .structures = {structure}, .has_tool = true}, 64, ask_for_touched);
    for (const auto& [kind, ask] : kinds)
        for (const auto& [name, structure] : structures_by_name())
            add_benchmark(kind, name, {.meshes = 1, .structures = {structure}}, 64, ask);
}

[[maybe_unused]] const bool has_unit_benchmarks = [] {
    add_queries_of_two_bodies();
    add_queries_of_one_body();
    return true;
}();

} // namespace
} // namespace tactus
