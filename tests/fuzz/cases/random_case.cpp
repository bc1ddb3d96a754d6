// SPDX-License-Identifier: MIT
#include "fuzz_case.h"

#include <cmath>

#include "random.h"
#include "random_mesh.h"
#include "random_structure.h"

namespace tactus::fuzz {

namespace {

/// A random body; one in three faces one of those that there are, if that is a mesh.
FuzzBody random_body(Random& random, const Lattice& lattice, const std::vector<FuzzBody>& others)
{
    FuzzBody body;
    const auto place = [&] { return (random.unit() * 2 - 1) * 1.2; };
    const DoubleVec3 centre = {place(), place(), place()};
    // Now and then a body is small enough to lie inside another.
    const double size = random.one_in(4) ? 0.25 : 0.5 + random.unit();
    if (random.one_in(8)) {
        body.is_sphere = true;
        body.centre = lattice.at(centre);
        body.radius = random.one_in(6) ? 0.0f : lattice.at(size);
    } else {
        const FuzzBody* faced =
            others.empty() ? nullptr : &others[random.below(static_cast<std::uint32_t>(others.size()))];
        if (random.one_in(3) && faced && !faced->is_sphere)
            body.parts.push_back(facing_copy(random, lattice, faced->parts[0]));
        else
            body.parts.push_back(random_mesh(random, lattice, centre, size));
        if (random.one_in(10)) {
            const DoubleVec3 beside = {centre.x + place(), centre.y + place(), centre.z + place()};
            body.parts.push_back(random_mesh(random, lattice, beside, size));
        }
    }
    body.structure = random_structure(random);
    if (random.one_in(30))
        body.structure = Structure::medial_sphere_tree;
    if (random.one_in(3))
        body.structure = Structure::refit_bvh;
    body.variant = random.one_in(2) ? 0 : random.below(32);
    body.borrowed = random.one_in(6);
    body.self_collision = random.one_in(4);
    body.neighbours = random.one_in(3);
    if (random.one_in(12))
        body.filter = {1u << random.below(2), random.one_in(2) ? 3u : 1u};
    return body;
}

Step random_step(Random& random, const Lattice& lattice, bool edits, bool poses)
{
    Step step;
    step.body = random.below(6);
    step.other = random.below(6);
    step.seed = random.next();
    step.unit = lattice.unit;
    const auto little = [&] {
        const double most = random.one_in(3) ? 1.0 : 0.2;
        return (random.unit() * 2 - 1) * most;
    };
    step.offset = lattice.at({little(), little(), little()});
    step.amplitude = random.one_in(2) ? 0.0f : 0.15f;
    for (std::uint32_t k = 1 + random.below(4); k; --k)
        step.numbers.push_back(random.below(1000));
    step.flag = random.one_in(2);
    step.filter = {1u << random.below(2), random.one_in(3) ? 1u : 3u};
    step.pose.position = {little(), little(), little()};
    if (lattice.unit > 0.0f) {
        // Quarter turns keep coordinates on their lattice.
        const Vec3 at = lattice.at({little(), little(), little()});
        step.pose.position = {static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)};
    }
    const double turn = random.one_in(2) ? 1.0 : 0.0;
    step.pose.rotation = lattice.unit > 0.0f && !random.one_in(4)
                             ? Quaternion{turn, random.one_in(2) ? 1.0 : 0.0, 0.0, random.one_in(2) ? 1.0 : 0.5}
                             : Quaternion{little(), little(), little(), 1.0};
    const std::uint32_t chance = random.below(100);
    if (edits && chance < 45) {
        const StepKind kinds[] = {StepKind::remove, StepKind::add, StepKind::replace,
                                  StepKind::split,  StepKind::cut, StepKind::join};
        step.kind = kinds[random.below(6)];
    } else if (poses && chance < 70)
        step.kind = StepKind::pose;
    else if (chance < 88)
        step.kind = StepKind::move;
    else {
        const StepKind kinds[] = {StepKind::filter,      StepKind::allow,     StepKind::attach,
                                  StepKind::remove_body, StepKind::ask_pairs, StepKind::ask_contacts};
        step.kind = kinds[random.below(6)];
        if (step.kind == StepKind::ask_contacts || step.kind == StepKind::ask_pairs)
            step.numbers[0] %= 20;
    }
    return step;
}

/// Now and then gives a body or two several closed pieces.
void add_pieces(Random& random, const Lattice& lattice, FuzzCase& fuzz_case)
{
    if (!random.one_in(5))
        return;
    for (FuzzBody& body : fuzz_case.bodies)
        if (!body.is_sphere && random.one_in(2)) {
            const DoubleVec3 centre = {random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5};
            body.parts = {closed_pieces(random, lattice, centre, 0.5 + random.unit())};
        }
}

/// A plane through or near a vertex of a body, or as far below it as contacts reach, or nearly so.
FuzzBody random_half_space(Random& random, const Lattice& lattice, const FuzzCase& fuzz_case)
{
    FuzzBody body;
    body.is_half_space = true;
    // Some of these have a length that is a fraction, so that a vertex can be exactly as far away as contacts reach.
    const Vec3 normals[] = {{0, 0, 1}, {0, 0, 2}, {-1, 0, 0}, {3, 0, 4}, {1, 2, 2}, {1, -1, 0.5f}, {0, 0.1f, 0.7f}};
    body.normal = normals[random.below(7)];
    if (random.one_in(3))
        body.normal = {
            static_cast<float>(random.unit() - 0.5), static_cast<float>(random.unit() - 0.5),
            static_cast<float>(random.unit() + 0.1)};
    const float factor = std::ldexp(1.0f, random.one_in(2) ? 0 : random.between(-20, 20));
    body.normal = {body.normal.x * factor, body.normal.y * factor, body.normal.z * factor};
    const FuzzBody& other = fuzz_case.bodies[random.below(static_cast<std::uint32_t>(fuzz_case.bodies.size()))];
    Vec3 through = other.centre;
    if (!other.parts.empty() && !other.parts[0].positions.empty())
        through = other.parts[0].positions[random.below(static_cast<std::uint32_t>(other.parts[0].positions.size()))];
    const auto product = [](float a, float b) { return static_cast<double>(a) * static_cast<double>(b); };
    const double along =
        product(body.normal.x, through.x) + product(body.normal.y, through.y) + product(body.normal.z, through.z);
    const double length = std::sqrt(
        product(body.normal.x, body.normal.x) + product(body.normal.y, body.normal.y)
        + product(body.normal.z, body.normal.z));
    const double below = static_cast<double>(other.radius)
                         + (random.one_in(2) ? 0.0 : static_cast<double>(fuzz_case.settings.contact_distance));
    const double nearby = random.one_in(2) ? 0.0 : static_cast<double>(lattice.at(random.unit() - 0.5));
    body.offset = static_cast<float>(along - (below + nearby) * length);
    if (random.one_in(6))
        body.offset = std::nextafter(body.offset, random.one_in(2) ? 1e30f : -1e30f);
    if (random.one_in(12))
        body.filter = {1u << random.below(2), random.one_in(2) ? 3u : 1u};
    return body;
}

/// Gives one case in three a ground, or two.
void add_half_spaces(Random& random, const Lattice& lattice, FuzzCase& fuzz_case)
{
    if (!random.one_in(3))
        return;
    for (int count = random.one_in(4) ? 2 : 1; count; --count) {
        const FuzzBody body = random_half_space(random, lattice, fuzz_case);
        const auto place = random.below(static_cast<std::uint32_t>(fuzz_case.bodies.size() + 1));
        fuzz_case.bodies.insert(fuzz_case.bodies.begin() + place, body);
    }
}

/// Stiffness and damping by area, and friction that holds.
void stick(Random& random, Material& material)
{
    if (random.one_in(2)) {
        material.stiffness = 0.0f;
        material.pressure_stiffness = random.one_in(2) ? 100.0f : 3e4f;
    }
    if (random.one_in(3))
        material.pressure_damping = random.one_in(2) ? 20.0f : 500.0f;
    if (random.one_in(2))
        material.sticking = random.one_in(2) ? 1.0f : 0.375f;
    if (random.one_in(8))
        material.coulomb = 0.0f;
}

} // namespace

FuzzCase random_case(std::uint64_t seed)
{
    Random random(seed);
    FuzzCase result;
    result.seed = seed;
    Lattice lattice;
    if (!random.one_in(3))
        lattice.unit = std::ldexp(1.0f, -random.between(2, 4));
    const bool edits = random.one_in(4), poses = random.one_in(3);
    for (std::uint32_t count = random.one_in(3) ? 2 : 2 + random.below(5); count; --count)
        result.bodies.push_back(random_body(random, lattice, result.bodies));
    if (random.one_in(2))
        for (FuzzBody& body : result.bodies)
            body.structure = result.bodies[0].structure;
    result.frames.resize(1);
    for (std::uint32_t count = random.below(4); count; --count) {
        FuzzFrame& frame = result.frames.emplace_back();
        for (std::uint32_t steps = 1 + random.below(4); steps; --steps)
            frame.steps.push_back(random_step(random, lattice, edits, poses));
    }
    for (FuzzFrame& frame : result.frames)
        frame.salt = random.next();
    result.worker_count = random.one_in(3) ? 2 + random.below(3) : 1;
    ContactSettings& settings = result.settings;
    if (random.one_in(2))
        settings.contact_distance = lattice.unit > 0.0f ? lattice.unit * static_cast<float>(random.between(1, 3))
                                                        : static_cast<float>(0.2 * random.unit());
    settings.order =
        random.one_in(2) ? RefinementOrder::worst_error_first : static_cast<RefinementOrder>(random.below(3));
    if (random.one_in(8))
        settings.max_contacts = 16 + random.below(20);
    settings.which = random.one_in(2) ? ContactSelection::local : ContactSelection::all;
    settings.keep_front = !random.one_in(3);
    settings.measure_depths = !random.one_in(4);
    Material& material = result.material;
    material.stiffness = random.one_in(3) ? 1000.0f : 10.0f;
    material.damping = random.one_in(2) ? 0.0f : 5.0f;
    material.friction = random.one_in(2) ? 0.0f : 2.0f;
    material.coulomb = random.one_in(2) ? -1.0f : 0.5f;
    // Numbers of their own, so that what is above stays what it was.
    Random more(seed ^ 0x67726f756e64u);
    add_pieces(more, lattice, result);
    add_half_spaces(more, lattice, result);
    stick(more, material);
    return result;
}

} // namespace tactus::fuzz
