// SPDX-License-Identifier: MIT
// Plays a few scenes with every structure and prints a line for each: how much was found, and a hash of all that was
// answered. Compiled for machines of 32 and of 64 bits, it must print the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "meshes.h"

#ifdef __wasm__
// The system's C++ library for WebAssembly is made without exceptions; nothing here lives to see one.
extern "C" void* __cxa_allocate_exception(std::size_t) { std::abort(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
#endif

namespace narrow {
namespace {

using namespace tactus;

class Hash {
public:
    std::uint64_t pairs = 0, contacts = 0; ///< found so far

    void add(std::uint64_t value)
    {
        value_ = (value_ ^ value) * 0x9e3779b97f4a7c15u;
        value_ ^= value_ >> 29;
    }
    void add(float value)
    {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        add(std::uint64_t{bits});
    }
    void add(Vec3 value) { add(value.x), add(value.y), add(value.z); }
    void add(BodyId value) { add(std::uint64_t{value.index} << 32 | value.generation); }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 1;
};

void add(const PairReport& report, Hash& hash)
{
    hash.pairs += report.pair_count;
    hash.add(std::uint64_t{report.pair_count});
    hash.add(report.work_units_spent);
    hash.add(std::uint64_t{report.complete});
    for (const BodyPairs& bodies : report.bodies) {
        hash.add(bodies.body_a), hash.add(bodies.body_b);
        for (const TrianglePair& pair : bodies.pairs)
            hash.add(std::uint64_t{pair.a} << 32 | pair.b);
    }
}

void add(const ContactReport& report, Hash& hash)
{
    hash.contacts += report.contacts.size();
    hash.add(std::uint64_t{report.contacts.size()});
    hash.add(report.work_units_spent);
    hash.add(report.open_pairs);
    hash.add(std::uint64_t{report.complete});
    std::vector<Contact> entries(report.unrefined.begin(), report.unrefined.end());
    entries.insert(entries.end(), report.contacts.begin(), report.contacts.end());
    for (const Contact& contact : entries) {
        hash.add(contact.id);
        hash.add(contact.body_a), hash.add(contact.body_b);
        hash.add(static_cast<std::uint64_t>(contact.kind) << 8 | static_cast<std::uint64_t>(contact.depth_state));
        hash.add(std::uint64_t{contact.age} << 1 | std::uint64_t{contact.crosses});
        hash.add(std::uint64_t{contact.triangle_a} << 32 | contact.triangle_b);
        for (std::size_t k = 0; k < 3; ++k) {
            hash.add(std::uint64_t{contact.vertices_a[k]} << 32 | contact.vertices_b[k]);
            hash.add(contact.weights_a[k]), hash.add(contact.weights_b[k]);
        }
        hash.add(contact.point), hash.add(contact.normal), hash.add(contact.previous_point);
        hash.add(contact.separation_lower), hash.add(contact.separation_upper);
        hash.add(contact.point_bound), hash.add(contact.error_bound);
    }
}

void add(const ForceReport& report, Hash& hash)
{
    for (const ContactForce& contact : report.contacts)
        hash.add(contact.force);
    for (const VertexForce& vertex : report.vertices)
        hash.add(std::uint64_t{vertex.vertex}), hash.add(vertex.force);
    for (const Wrench& body : report.bodies)
        hash.add(body.body), hash.add(body.force), hash.add(body.torque);
}

/// Ends the program if something was refused: an answer that is not there would be the same everywhere.
template <class Outcome>
auto taken(Outcome outcome)
{
    if (!outcome.ok()) {
        std::printf("refused: %s\n", outcome.error().message.c_str());
        std::exit(1);
    }
    if constexpr (requires { outcome.value(); })
        return std::move(outcome).value();
}

struct Scene {
    const char* name;
    Mesh first, second;
    double reach = 1.0; ///< how far the second one comes
    bool self_collision = false;
};

std::vector<Scene> scenes()
{
    return {
        {"balls", ball(3, 1.0), ball(3, 0.8), 1.0},
        {"coarse balls", ball(1, 1.0), ball(0, 0.7), 1.0},
        {"large balls", ball(2, 1e20), ball(2, 8e19), 1e20},
        {"small balls", ball(2, 1e-20), ball(2, 8e-21), 1e-20},
        {"folded sheet", folded_sheet(12, 47, 0.1, 0.02), ball(2, 0.3), 0.5, true},
        {"soup", soup(200, 1.0), soup(150, 1.2), 0.4, true},
        {"one triangle", {{{0, 1, 2}}, {{-2, -2, 0.1}, {2, -2, 0}, {0, 2, -0.1}}}, ball(1, 0.8), 0.4}};
}

/// What is asked between two moves.
void ask(World& world, BodyId a, BodyId b, float reach, Hash& hash)
{
    add(world.find_pairs(), hash);
    add(world.find_pairs(Budget::work_units(40)), hash);
    hash.add(std::uint64_t{world.any_pair()});
    add(world.find_contacts(Budget::work_units(60)), hash);
    add(world.contact_forces({.step_seconds = 0.01f}), hash);
    add(world.refine_contacts(Budget::work_units(200)), hash);
    add(world.refine_contacts(), hash);
    add(world.contact_forces({.step_seconds = 0.01f}), hash);
    const ClosestPoints closest = taken(world.closest_points(a, b));
    hash.add(closest.distance), hash.add(closest.point_a), hash.add(closest.point_b);
    const RayHit hit = taken(world.cast_ray({-3.0f * reach, 0.1f * reach, 0.05f * reach}, {1.0f, 0.02f, 0.01f}));
    hash.add(std::uint64_t{hit.hit} << 32 | hit.triangle), hash.add(hit.distance);
}

void play(const Scene& scene, const char* name, BodyDesc desc)
{
    World world = taken(World::create({.contacts = {.contact_distance = float(0.02 * scene.reach)}}));
    std::vector<Vec3> of_a = scene.first.placed(0, 0, 0, 0), of_b = scene.second.placed(3 * scene.reach, 0, 0, 0);
    const auto add_body = [&](const Mesh& mesh, const std::vector<Vec3>& positions) {
        desc.triangles = mesh.triangles;
        desc.positions = positions;
        desc.self_collision = scene.self_collision;
        return taken(world.add_body(desc));
    };
    const BodyId a = add_body(scene.first, of_a), b = add_body(scene.second, of_b);
    taken(world.set_pair(a, b, {.material = {.damping = 3.0f, .friction = 2.0f, .coulomb = 0.4f}}));
    Hash hash;
    for (int frame = 0; frame < 6; ++frame) {
        const double way = scene.reach * (1.8 - 0.35 * frame), bend = 0.03 * frame / scene.reach;
        if (frame % 3 == 2) {
            taken(world.set_pose(
                b, {.position = {-0.4 * way, 0.01 * way, 0.0}, .rotation = {0.1, 0.2 * frame, -0.3, 1.0}}));
        } else {
            of_b = scene.second.placed(way, 0.03 * scene.reach, 0, bend);
            taken(world.set_positions(b, of_b));
        }
        if (frame == 3) {
            const std::uint32_t removed[] = {0};
            taken(world.edit(BodyEdit{.body = b, .remove_triangles = removed, .split = true}));
        }
        ask(world, a, b, float(scene.reach), hash);
    }
    const unsigned long long numbers[] = {hash.pairs, hash.contacts, hash.value()};
    std::printf("%s, %s: %llu pairs, %llu contacts, %016llx\n", scene.name, name, numbers[0], numbers[1], numbers[2]);
}

} // namespace
} // namespace narrow

int main()
{
    using namespace tactus;
    using narrow::play;
    if (sizeof(void*) != TACTUS_POINTER_BYTES)
        return std::printf("pointers are of %d bytes\n", int(sizeof(void*))), 1;
    const Result<papers::GridMesh> grid = papers::mesh_from_grid({}, 65536, 65536);
    std::printf("a grid without points: %s\n", grid.ok() ? "taken" : grid.error().message.c_str());
    for (const narrow::Scene& scene : narrow::scenes()) {
        play(scene, "refit_bvh", {});
        play(scene, "refit_bvh, borrowed", {.storage = PositionStorage::borrowed});
        play(scene, "brute_force", {.structure = Structure::brute_force});
        play(scene, "spherical_octree", {.structure = Structure::spherical_octree});
        play(scene, "bucket_octree", {.structure = Structure::bucket_octree});
        play(
            scene, "bucket_octree, sorted",
            {.structure = structures::BucketOctree{.algorithm = BucketAlgorithm::sorted_lists}});
        play(scene, "on_demand_sphere_tree", {.structure = Structure::on_demand_sphere_tree});
        play(scene, "medial_sphere_tree", {.structure = structures::MedialSphereTree{.make = {.levels = 1}}});
    }
}
