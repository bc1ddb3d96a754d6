// SPDX-License-Identifier: MIT
#include "cli/reproduce/interruptible/interruptible_experiment.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/reproduce/in_world.h"
#include "cli/reproduce/meeting.h"
#include "cli/reproduce/paper_models.h"

namespace tactus::cli {

namespace {

constexpr double meeting_depth = 0.2; ///< How far bodies are in each other, by their size.

/// A body, and its tree of medial spheres.
struct ModelWithTree {
    OwnBody own;
    SphereTree tree;
};

/// Two bodies with medial sphere trees, and where their triangles are.
struct MetBodies {
    World world;
    BodyId a;
    BodyId b;
    std::array<scenes::ShapeMesh, 2> placed;
    std::vector<TrianglePair> intersecting;
};

/// A bend that runs through the bodies; what a script does to them.
Vec3 bent(Vec3 p) { return {p.x, p.y + 0.08f * std::sin(5.0f * p.x), p.z + 0.05f * std::cos(4.0f * p.x)}; }

Result<MetBodies> bring_together(const ModelWithTree& a, const ModelWithTree& b, bool follows_script)
{
    const Result<double> touch = distance_of_first_touch(a.own, b.own);
    if (!touch.ok())
        return touch.error();
    MetBodies met{
        .world = World::create().value(), .a = {}, .b = {}, .placed = {a.own.mesh, b.own.mesh}, .intersecting = {}};
    const Result<BodyId> first = met.world.add_body(desc_of(a.own, structures::MedialSphereTree{.tree = &a.tree}));
    const Result<BodyId> second = met.world.add_body(desc_of(b.own, structures::MedialSphereTree{.tree = &b.tree}));
    if (!first.ok() || !second.ok())
        return first.ok() ? second.error() : first.error();
    met.a = first.value();
    met.b = second.value();
    const InWorld in_world(approaching(touch.value() - meeting_depth));
    for (Vec3& p : met.placed[0].positions)
        p = in_world(p);
    if (follows_script) {
        for (scenes::ShapeMesh& mesh : met.placed)
            std::ranges::transform(mesh.positions, mesh.positions.begin(), bent);
        for (const auto& [id, mesh] : {std::pair{met.a, &met.placed[0]}, {met.b, &met.placed[1]}})
            if (Result<void> moved = met.world.set_positions(id, mesh->positions); !moved.ok())
                return moved.error();
    } else if (Result<void> moved = met.world.set_pose(met.a, approaching(touch.value() - meeting_depth));
               !moved.ok()) {
        return moved.error();
    }
    const PairReport report = met.world.find_pairs();
    for (const BodyPairs& bodies : report.bodies)
        met.intersecting.assign(bodies.pairs.begin(), bodies.pairs.end());
    return met;
}

/// What rounding may do to points and spheres of about the size of 1.
constexpr float point_rounding = 1e-5f;

bool holds(const Sphere& sphere, const scenes::ShapeMesh& mesh, std::uint32_t triangle)
{
    return std::ranges::all_of(mesh.triangles[triangle], [&](std::uint32_t corner) {
        const Vec3 p = mesh.positions[corner];
        return std::hypot(p.x - sphere.centre.x, p.y - sphere.centre.y, p.z - sphere.centre.z)
               <= sphere.radius + point_rounding;
    });
}

/// How many intersecting pairs of triangles are in the spheres of no pair of either list.
std::size_t lost_pairs(const MetBodies& met, const papers::InterruptibleSpheres& found)
{
    const auto is_held_by = [&](const TrianglePair& pair) {
        return [&](const papers::SpherePair& spheres) {
            return holds(spheres.a, met.placed[0], pair.a) && holds(spheres.b, met.placed[1], pair.b);
        };
    };
    return std::size_t(std::ranges::count_if(met.intersecting, [&](const TrianglePair& pair) {
        return std::ranges::none_of(found.collisions, is_held_by(pair))
               && std::ranges::none_of(found.pairs, is_held_by(pair));
    }));
}

double deepest_overlap(std::span<const papers::SpherePair> pairs)
{
    double deepest = 0.0;
    for (const auto& [a, b] : pairs) {
        const double apart = std::hypot(
            double(a.centre.x) - b.centre.x, double(a.centre.y) - b.centre.y, double(a.centre.z) - b.centre.z);
        deepest = std::max(deepest, double(a.radius) + b.radius - apart);
    }
    return deepest;
}

Result<InterruptibleFigures::Stop> stopped_after(MetBodies& met, std::uint64_t max_tests)
{
    const Result<papers::InterruptibleSpheres> found =
        papers::interruptible_spheres(met.world, met.a, met.b, {.max_tests = max_tests});
    if (!found.ok())
        return found.error();
    InterruptibleFigures::Stop stop{
        .tests = found.value().tests,
        .pairs = found.value().pairs.size(),
        .collisions = found.value().collisions.size(),
        .deepest = std::max(deepest_overlap(found.value().pairs), deepest_overlap(found.value().collisions)),
        .lost = lost_pairs(met, found.value())};
    const bool to_the_end = found.value().complete();
    const ContactReport own =
        met.world.find_contacts(to_the_end ? Budget::unlimited() : Budget::work_units(stop.tests));
    stop.own_contacts = own.contacts.size();
    stop.own_unrefined = own.unrefined.size();
    stop.own_error = own.worst_error;
    for (const Contact& contact : own.contacts)
        stop.own_deepest = std::max(stop.own_deepest, -double(contact.separation));
    return stop;
}

/// The number of tests after which COLLISIONLIST has its first pair; 0 if it never has.
Result<std::uint64_t> first_collision(MetBodies& met, std::uint64_t all_tests)
{
    std::uint64_t without = 0, with = all_tests;
    while (without + 1 < with) {
        const std::uint64_t middle = without + (with - without) / 2;
        const Result<papers::InterruptibleSpheres> found =
            papers::interruptible_spheres(met.world, met.a, met.b, {.max_tests = middle});
        if (!found.ok())
            return found.error();
        (found.value().collisions.empty() ? without : with) = middle;
    }
    return with;
}

/// CPU milliseconds of the whole traversal, and of our own whole query.
void time_both(InterruptibleFigures::Interaction& interaction, MetBodies& met, bool quick)
{
    std::vector<double> traversal, own;
    for (int round = 0; round < (quick ? 1 : 9); ++round) {
        const double begin = thread_microseconds();
        (void)papers::interruptible_spheres(met.world, met.a, met.b);
        const double middle = thread_microseconds();
        met.world.find_contacts();
        traversal.push_back(middle - begin);
        own.push_back(thread_microseconds() - middle);
    }
    interaction.milliseconds = 1e-3 * median(traversal);
    interaction.own_milliseconds = 1e-3 * median(own);
}

Result<InterruptibleFigures::Interaction> interact(MetBodies& met, bool quick)
{
    InterruptibleFigures::Interaction interaction;
    interaction.triangles = {met.placed[0].triangles.size(), met.placed[1].triangles.size()};
    interaction.intersecting = met.intersecting.size();
    for (std::uint64_t decade = 1;; decade *= 10)
        for (const std::uint64_t step : {1, 2, 5}) {
            const Result<InterruptibleFigures::Stop> stop = stopped_after(met, step * decade);
            if (!stop.ok())
                return stop.error();
            interaction.stops.push_back(stop.value());
            if (stop.value().pairs > 0)
                continue;
            if (stop.value().collisions > 0) {
                const Result<std::uint64_t> first = first_collision(met, stop.value().tests);
                if (!first.ok())
                    return first.error();
                interaction.first_collision = first.value();
            }
            time_both(interaction, met, quick);
            return interaction;
        }
}

std::array<float, 4> numbers_of(const Sphere& s) { return {s.centre.x, s.centre.y, s.centre.z, s.radius}; }

/// The spheres of a list, sorted, and each once.
std::vector<Sphere> spheres_of(std::span<const papers::SpherePair> list)
{
    std::vector<Sphere> spheres;
    for (const papers::SpherePair& pair : list)
        spheres.insert(spheres.end(), {pair.a, pair.b});
    std::ranges::sort(spheres, {}, numbers_of);
    const auto are_same = [](const Sphere& a, const Sphere& b) { return numbers_of(a) == numbers_of(b); };
    spheres.erase(std::unique(spheres.begin(), spheres.end(), are_same), spheres.end());
    return spheres;
}

/// Where a traversal has begun, where both lists are filled, and its end.
Result<void> keep_moments(InterruptibleFigures& figures, MetBodies& met, std::uint64_t all_tests)
{
    figures.drawn = met.placed;
    const std::uint64_t half = all_tests / 2;
    for (const std::uint64_t tests :
         {std::min<std::uint64_t>(10, half), std::min<std::uint64_t>(100, half), half, all_tests}) {
        const Result<papers::InterruptibleSpheres> found =
            papers::interruptible_spheres(met.world, met.a, met.b, {.max_tests = tests});
        if (!found.ok())
            return found.error();
        const papers::InterruptibleSpheres& lists = found.value();
        InterruptibleFigures::Moment& moment = figures.moments.emplace_back();
        moment.tests = lists.tests;
        moment.pairs = lists.pairs.size();
        moment.collisions = lists.collisions.size();
        moment.colliding = spheres_of(lists.collisions);
        std::ranges::set_difference(
            spheres_of(lists.pairs), moment.colliding, std::back_inserter(moment.to_test), {}, numbers_of, numbers_of);
    }
    return {};
}

} // namespace

std::size_t InterruptibleFigures::Interaction::longest() const
{
    std::size_t most = 0;
    for (const Stop& stop : stops)
        most = std::max(most, stop.pairs);
    return most;
}

Result<InterruptibleFigures>
reproduce_interruptible(bool quick, const std::string& meshes, const std::function<void(double)>& progress)
{
    const Result<PaperModels> models = PaperModels::open(meshes);
    if (!models.ok())
        return models.error();
    std::array<ModelWithTree, 2> made;
    for (std::size_t k = 0; k < made.size(); ++k) {
        Result<OwnBody> own = models.value().make(k == 0 ? "bunny" : "dragon", quick ? 300 : 5110);
        if (!own.ok())
            return own.error();
        made[k].own = std::move(own).value();
        Result<SphereTree> tree =
            make_sphere_tree({made[k].own.mesh.triangles, made[k].own.mesh.positions}, {.levels = quick ? 2u : 3u});
        if (!tree.ok())
            return tree.error();
        made[k].tree = std::move(tree).value();
        progress(0.25 * double(k + 1));
    }
    struct Planned {
        std::size_t a;
        std::size_t b;
        bool follows_script;
    };
    constexpr std::array<Planned, 4> planned = {{{0, 0, false}, {1, 1, false}, {0, 1, false}, {0, 1, true}}};
    InterruptibleFigures figures;
    for (const Planned& plan : planned) {
        Result<MetBodies> met = bring_together(made[plan.a], made[plan.b], plan.follows_script);
        if (!met.ok())
            return met.error();
        Result<InterruptibleFigures::Interaction> interaction = interact(met.value(), quick);
        if (!interaction.ok())
            return interaction.error();
        interaction.value().name = made[plan.a].own.name + " and " + made[plan.b].own.name;
        interaction.value().follows_script = plan.follows_script;
        figures.interactions.push_back(std::move(interaction).value());
        if (figures.moments.empty())
            if (Result<void> kept = keep_moments(figures, met.value(), figures.interactions.front().stops.back().tests);
                !kept.ok())
                return kept.error();
        progress(0.5 + 0.5 * double(figures.interactions.size()) / planned.size());
    }
    return figures;
}

} // namespace tactus::cli
