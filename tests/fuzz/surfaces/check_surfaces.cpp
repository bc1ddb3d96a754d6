// SPDX-License-Identifier: MIT
#include "check_surfaces.h"

#include <cmath>

#include "../cases/random_structure.h"
#include "scene.h"

namespace tactus::fuzz {

namespace {

/// A mirror whose lengths are multiplied by a power of two, so that nothing is rounded.
Mirror magnified(Mirror mirror, float factor)
{
    const auto magnify = [&](Vec3& p) { p = {p.x * factor, p.y * factor, p.z * factor}; };
    for (MirrorBody& body : mirror.bodies) {
        for (Vec3& p : body.positions)
            magnify(p);
        magnify(body.centre);
        body.radius *= factor;
    }
    return mirror;
}

StageChanges other_structure(Random& random, const FuzzCase& fuzz_case)
{
    StageChanges changes{.settings = fuzz_case.settings};
    changes.every_structure = true;
    changes.structure = random.one_in(12) ? Structure::medial_sphere_tree : random_structure(random);
    changes.worker_count = random.one_in(2) ? 1 : 3;
    return changes;
}

/// Moves bodies away, asks something, and moves them back: what a structure remembers of it must change nothing.
void make_detour(Stage& stage, Random& random)
{
    for (const MirrorBody& body : stage.mirror().bodies) {
        if (!body.alive || body.is_sphere || random.one_in(2))
            continue;
        std::vector<Vec3> moved = body.positions;
        for (Vec3& p : moved)
            p = {p.y, p.x * static_cast<float>(random.unit()), p.z * 0.5f};
        stage.note("// Every other body is deformed, asked about, and put back.");
        (void)stage.world().set_positions(body.id, moved).ok();
        (void)stage.world().nearest_point({});
        (void)stage.world().cast_ray({-4.0f, 0.1f, 0.2f}, {1.0f, 0.0f, 0.0f});
        (void)stage.world().set_positions(body.id, body.positions).ok();
    }
}

void ask(
    const Mirror& mirror, float unit, std::vector<AskedWorld>& worlds, Random& random, int count, Findings& findings)
{
    const std::vector<SurfacePart> parts = surface_parts(mirror);
    Scene scene{mirror, parts, worlds, Questions(random, parts, unit), random, findings};
    for (int k = 0; k < count; ++k) {
        // Whether a world is prepared for several threads or not, it says the same.
        for (AskedWorld& asked : worlds)
            if (random.one_in(4)) {
                asked.note("prepare_reads()");
                findings.expect(asked.world().prepare_reads().ok(), "refused", "reads cannot be prepared");
            }
        switch (random.below(8)) {
        case 0:
        case 1:
            check_ray_hits(scene);
            break;
        case 2:
        case 3:
            check_overlaps(scene);
            break;
        case 4:
            check_nearest(scene);
            break;
        case 5:
            check_winding(scene);
            break;
        case 6:
            check_gaps(scene);
            break;
        default:
            check_surface_refusals(scene);
            break;
        }
    }
}

/// Two worlds that differ in their workers alone end at the same place, however few work units there are.
void compare_workers(
    const Mirror& mirror, const FuzzCase& fuzz_case, Random& random, Transcript* transcript, Findings& findings)
{
    StageChanges changes = other_structure(random, fuzz_case);
    changes.worker_count = 1;
    Stage one(mirror, fuzz_case, changes, transcript);
    changes.worker_count = 3;
    Stage three(mirror, fuzz_case, changes, transcript);
    findings.counts.worlds += 2;
    const std::vector<SurfacePart> parts = surface_parts(mirror);
    Questions questions(random, parts, 1.0f);
    for (int k = 0; k < 6; ++k) {
        const Budget budget = Budget::work_units(random.below(12));
        const Vec3 point = questions.point();
        const RayQuestion ray = questions.ray();
        const BoxQuestion box = questions.box();
        std::vector<double> said[2];
        for (const int which : {0, 1}) {
            World& world = (which == 0 ? one : three).world();
            const auto say = [&](auto... numbers) { (said[which].push_back(static_cast<double>(numbers)), ...); };
            if (const auto hits = world.cast_ray_through(ray.origin, ray.direction, ray.options, budget)) {
                const RayHitsReport& report = hits.value();
                say(report.complete, report.complete_until, report.open_nodes, report.work_units_spent);
                for (const RayHit& hit : report.hits)
                    say(hit.body.index, hit.triangle, hit.distance, hit.point.x, hit.u, hit.v);
            }
            if (const auto first = world.cast_ray(ray.origin, ray.direction, ray.options, budget)) {
                const FirstHitReport& report = first.value();
                say(report.complete, report.nothing_before, report.first.hit, report.work_units_spent);
            }
            if (const auto overlaps = world.overlap_box(box.lower, box.upper, {.budget = budget})) {
                const OverlapReport& report = overlaps.value();
                say(report.complete, report.open_nodes, report.work_units_spent);
                for (const SurfaceTriangle& found : report.triangles)
                    say(found.body.index, found.triangle);
            }
            if (const auto nearest = world.nearest_point(point, {.budget = budget})) {
                const NearestReport& report = nearest.value();
                say(report.found, report.complete, report.distance_at_least, report.work_units_spent);
                if (report.found)
                    say(report.body.index, report.triangle, report.distance, report.point.x, report.point.y);
            }
        }
        findings.expect(
            said[0] == said[1], "surface_workers",
            "one worker and three give other answers about " + cpp(point) + ", the box from " + cpp(box.lower) + " to "
                + cpp(box.upper) + " or the ray from " + cpp(ray.origin) + " along " + cpp(ray.direction) + " with "
                + cpp(budget));
    }
}

template <class T>
bool refuses(const Result<T>& result)
{
    return !result && !result.error().message.empty();
}

} // namespace

void check_surface_refusals(Scene& scene)
{
    const float bad = std::nanf("");
    Vec3 broken = scene.questions.point();
    const Vec3 whole = scene.questions.point();
    const std::uint32_t axis = scene.random.below(3);
    (axis == 0 ? broken.x : axis == 1 ? broken.y : broken.z) = bad;
    const std::vector<HalfSpace> many(max_half_spaces + 1, HalfSpace{{1, 0, 0}, 1.0f});
    const auto expect = [&](bool holds, const std::string& what) {
        scene.findings.expect(holds, "surface_refusals", what + " is not refused with a sentence");
    };
    for (AskedWorld& asked : scene.worlds) {
        World& world = asked.world();
        expect(refuses(world.cast_ray(broken, {1, 0, 0}, {}, Budget::unlimited())), "a ray from nan");
        expect(refuses(world.cast_ray_through(whole, broken)), "a ray along nan");
        expect(refuses(world.cast_ray_through(whole, {1, 0, 0}, {.max_distance = bad})), "a ray of length nan");
        expect(refuses(world.overlap_box(whole, broken)), "a box to nan");
        expect(refuses(world.overlap_sphere({broken, 1.0f})), "a ball around nan");
        expect(refuses(world.overlap_sphere({whole, bad})), "a ball of radius nan");
        expect(refuses(world.overlap_convex(std::vector<HalfSpace>{{broken, 1.0f}})), "a half-space with nan");
        expect(refuses(world.overlap_convex(std::vector<HalfSpace>{{whole, bad}})), "a half-space with offset nan");
        expect(refuses(world.overlap_convex(many)), "a set of 33 half-spaces");
        expect(refuses(world.nearest_point(broken)), "the point nearest to nan");
        expect(refuses(world.nearest_point(whole, {.max_distance = bad})), "the nearest point within nan");
        // The ids of bodies that were removed, or became part of another, are stale.
        for (std::uint32_t place = 0; place < scene.mirror.bodies.size(); ++place) {
            const BodyId id = asked.id(place);
            if (scene.mirror.bodies[place].alive) {
                expect(refuses(world.is_inside(id, broken)), "whether nan is inside");
                expect(refuses(world.signed_distance(id, broken)), "how far nan is");
                continue;
            }
            // A world that was made from the scene never had the body.
            if (!asked.is_of_scene())
                continue;
            expect(refuses(world.nearest_point(id, whole)), "the nearest point of a removed body");
            expect(refuses(world.is_inside(id, whole)), "the inside of a removed body");
            expect(refuses(world.signed_distance(id, whole)), "the distance of a removed body");
            expect(
                refuses(world.closest_points(id, asked.id(0), ClosestOptions{})),
                "the closest point of a removed body");
        }
    }
}

void check_surfaces(
    Stage& kept, const FuzzCase& fuzz_case, std::uint64_t seed, Transcript* transcript, Findings& findings)
{
    for (const MirrorBody& body : kept.mirror().bodies)
        if (body.alive && body.is_half_space)
            return;
    Random random(seed);
    const std::string context = findings.context;
    Stage other(kept.mirror(), fuzz_case, other_structure(random, fuzz_case), transcript);
    ++findings.counts.worlds;
    if (random.one_in(2))
        make_detour(other, random);
    std::vector<AskedWorld> worlds;
    worlds.emplace_back(kept, AskedWorld::Numbers::of_scene);
    worlds.emplace_back(other, AskedWorld::Numbers::from_start);
    ask(kept.mirror(), 1.0f, worlds, random, 6, findings);
    if (random.one_in(6)) {
        const float factor = std::ldexp(1.0f, random.one_in(2) ? random.between(-90, 100) : random.between(-12, 12));
        const Mirror large = magnified(kept.mirror(), factor);
        Stage stage(large, fuzz_case, other_structure(random, fuzz_case), transcript);
        ++findings.counts.worlds;
        findings.context = context + ", times " + std::to_string(static_cast<double>(factor));
        std::vector<AskedWorld> alone;
        alone.emplace_back(stage, AskedWorld::Numbers::from_start);
        ask(large, factor, alone, random, 6, findings);
    }
    findings.context = context;
    if (random.one_in(6))
        compare_workers(kept.mirror(), fuzz_case, random, transcript, findings);
}

} // namespace tactus::fuzz
