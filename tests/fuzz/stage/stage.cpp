// SPDX-License-Identifier: MIT
#include "stage.h"

#include <cmath>
#include <stdexcept>
#include <unistd.h>

#include "write_cpp.h"

#include <tactus/papers.h>

namespace tactus::fuzz {

Vec3 posed(const Pose& pose, Vec3 p)
{
    double x = pose.rotation.x, y = pose.rotation.y, z = pose.rotation.z, w = pose.rotation.w;
    const double largest = std::fmax(std::fmax(std::fabs(x), std::fabs(y)), std::fmax(std::fabs(z), std::fabs(w)));
    x /= largest, y /= largest, z /= largest, w /= largest;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    x /= length, y /= length, z /= length, w /= length;
    const double to_x[3] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)};
    const double to_y[3] = {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)};
    const double to_z[3] = {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)};
    const double at[3] = {pose.position.x, pose.position.y, pose.position.z};
    float result[3];
    for (int k = 0; k < 3; ++k)
        result[k] = static_cast<float>(
            at[k] + to_x[k] * static_cast<double>(p.x) + to_y[k] * static_cast<double>(p.y)
            + to_z[k] * static_cast<double>(p.z));
    return {result[0], result[1], result[2]};
}

namespace {

World make_world(std::uint32_t workers, const ContactSettings& settings)
{
    return World::create({.worker_count = workers, .contacts = settings}).value();
}

SphereTree tetrahedron_tree()
{
    const std::vector<TriangleIndices> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return make_sphere_tree({triangles, positions}, {.levels = 1, .branch = 2}).value();
}

const SphereTree& shared_tree()
{
    static const SphereTree tree = tetrahedron_tree();
    return tree;
}

} // namespace

void Stage::note(const std::string& line)
{
    if (!transcript_ || transcript_->frozen)
        return;
    transcript_->sections[section_] += "    " + line + "\n";
    transcript_->last = section_;
    const std::string echoed = "    " + line + "\n";
    if (transcript_->echo >= 0 && write(transcript_->echo, echoed.data(), echoed.size()) < 0)
        transcript_->echo = -1;
}

void Stage::begin_section()
{
    if (!transcript_)
        return;
    section_ = transcript_->sections.size();
    transcript_->sections.emplace_back();
}

Stage::Stage(const FuzzCase& fuzz_case, Transcript* transcript)
    : transcript_(transcript), name_("world"), material_(fuzz_case.material),
      world_(make_world(fuzz_case.worker_count, fuzz_case.settings))
{
    begin_section();
    note(
        "World " + name_ + " = World::create({.worker_count = " + std::to_string(fuzz_case.worker_count)
        + ", .contacts = " + cpp(fuzz_case.settings) + "}).value();");
    add_bodies(fuzz_case);
}

void Stage::add_bodies(const FuzzCase& fuzz_case)
{
    mirror_.bodies.resize(fuzz_case.bodies.size());
    for (std::uint32_t place = 0; place < fuzz_case.bodies.size(); ++place) {
        const FuzzBody& body = fuzz_case.bodies[place];
        MirrorBody& mirrored = mirror_.bodies[place];
        if (!body.present)
            continue;
        mirrored.alive = true;
        mirrored.is_sphere = body.is_sphere;
        mirrored.centre = body.centre;
        mirrored.radius = body.radius;
        mirrored.is_half_space = body.is_half_space;
        mirrored.plane = {body.normal, body.offset};
        mirrored.structure = body.structure;
        mirrored.variant = body.variant;
        mirrored.borrowed = body.borrowed;
        mirrored.self_collision = body.self_collision;
        mirrored.neighbours = body.neighbours;
        mirrored.filter = body.filter;
        add_mesh(place, body.parts);
    }
    materials(fuzz_case);
}

Stage::Stage(const Mirror& state, const FuzzCase& fuzz_case, const StageChanges& changes, Transcript* transcript)
    : transcript_(transcript), name_("fresh"), material_(fuzz_case.material),
      world_(make_world(changes.worker_count ? changes.worker_count : fuzz_case.worker_count, changes.settings)),
      mirror_(state)
{
    // To a new world nothing has just come apart.
    mirror_.just_cut.clear();
    begin_section();
    note(
        "World " + name_ + " = World::create({.worker_count = "
        + std::to_string(changes.worker_count ? changes.worker_count : fuzz_case.worker_count)
        + ", .contacts = " + cpp(changes.settings) + "}).value();");
    for (std::uint32_t place = 0; place < mirror_.bodies.size(); ++place) {
        MirrorBody& body = mirror_.bodies[place];
        if (!body.alive)
            continue;
        if (changes.every_structure)
            body.structure = changes.structure;
        body.borrowed = false;
        std::vector<FuzzMesh> parts(1);
        std::vector<std::uint32_t> origin;
        for (std::uint32_t t = 0; t < body.triangles.size(); ++t)
            if (!body.removed[t]) {
                parts[0].triangles.push_back(body.triangles[t]);
                origin.push_back(t);
            }
        parts[0].positions = body.positions;
        add_mesh(place, parts);
        body.origin = std::move(origin);
    }
    for (const BodyPlaces& both : mirror_.allowed)
        if (mirror_.bodies[both.first].alive && mirror_.bodies[both.second].alive) {
            note(
                name_ + ".ignore_contacts(" + name_ + std::to_string(both.first) + ", " + name_
                + std::to_string(both.second) + ");");
            (void)world_.ignore_contacts(mirror_.bodies[both.first].id, mirror_.bodies[both.second].id);
        }
    for (const auto& [a, vertex_a, b, vertex_b] : mirror_.attached)
        if (mirror_.bodies[a].alive && mirror_.bodies[b].alive) {
            note(
                name_ + ".attach_vertices(" + name_ + std::to_string(a) + ", " + std::to_string(vertex_a) + ", " + name_
                + std::to_string(b) + ", " + std::to_string(vertex_b) + ");");
            (void)world_.attach_vertices(mirror_.bodies[a].id, vertex_a, mirror_.bodies[b].id, vertex_b);
        }
    materials(fuzz_case);
}

void Stage::materials(const FuzzCase& fuzz_case)
{
    const Material& m = fuzz_case.material;
    note(
        "// set_pair of every two bodies: .material = {" + cpp(m.stiffness) + ", " + cpp(m.damping) + ", "
        + cpp(m.friction) + ", " + cpp(m.coulomb) + ", " + cpp(m.pressure_stiffness) + ", " + cpp(m.pressure_damping)
        + ", " + cpp(m.sticking) + "}");
    for (const MirrorBody& a : mirror_.bodies)
        for (const MirrorBody& b : mirror_.bodies)
            if (a.alive && b.alive && a.id < b.id)
                (void)world_.set_pair(a.id, b.id, {.material = fuzz_case.material});
}

void Stage::add_mesh(std::uint32_t place, const std::vector<FuzzMesh>& parts)
{
    MirrorBody& body = mirror_.bodies[place];
    const std::string variable = name_ + std::to_string(place);
    if (body.is_sphere) {
        note(
            "const BodyId " + variable + " = " + name_ + ".add_sphere({.centre = " + cpp(body.centre)
            + ", .radius = " + cpp(body.radius) + ", .filter = {" + std::to_string(body.filter.group) + ", "
            + std::to_string(body.filter.mask) + "}}).value();");
        body.id = world_.add_sphere({.centre = body.centre, .radius = body.radius, .filter = body.filter}).value();
        return;
    }
    if (body.is_half_space) {
        note(
            "const BodyId " + variable + " = " + name_ + ".add_half_space({.normal = " + cpp(body.plane.normal)
            + ", .offset = " + cpp(body.plane.offset) + ", .filter = {" + std::to_string(body.filter.group) + ", "
            + std::to_string(body.filter.mask) + "}}).value();");
        const HalfSpaceDesc desc{.normal = body.plane.normal, .offset = body.plane.offset, .filter = body.filter};
        body.id = world_.add_half_space(desc).value();
        body.given = body.plane;
        body.pose = {};
        body.anchor = world_.positions(body.id).value().at(0);
        return;
    }
    body.triangles.clear(), body.own.clear(), body.part.clear(), body.origin.clear();
    BodyDesc desc{
        .structure = body.structure,
        .self_collision = body.self_collision,
        .neighbours = body.neighbours,
        .filter = body.filter};
    const papers::Options as_paper = {
        .traversal =
            body.variant & 16 ? papers::OctreeTraversal::leaves_then_reverse : papers::OctreeTraversal::both_at_once};
    desc.papers = &as_paper;
    if (auto* medial = desc.structure.get_if<structures::MedialSphereTree>()) {
        if (body.variant & 1)
            medial->tree = &shared_tree();
        else
            medial->make = {.levels = 1, .branch = 2};
    } else if (auto* octree = desc.structure.get_if<structures::SphericalOctree>()) {
        octree->levels = body.variant % 5;
        octree->uniform = body.variant & 8;
    } else if (auto* buckets = desc.structure.get_if<structures::BucketOctree>()) {
        buckets->levels = body.variant % 4;
        if (body.variant & 8)
            buckets->algorithm = BucketAlgorithm::sorted_lists;
        if (body.variant & 16)
            buckets->order = BucketOrder::smaller_first;
    } else if (auto* on_demand = desc.structure.get_if<structures::OnDemandSphereTree>();
               on_demand && body.variant & 4) {
        *on_demand = {.levels = 1 + body.variant % 8, .enough_triangles = 1, .drop_after = 1};
    }
    std::vector<MeshView> views;
    for (std::uint32_t k = 0; k < parts.size(); ++k) {
        const std::uint32_t first = static_cast<std::uint32_t>(body.own.size());
        for (const TriangleIndices& t : parts[k].triangles) {
            body.origin.push_back(static_cast<std::uint32_t>(body.triangles.size()));
            body.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
            body.part.push_back(k);
        }
        body.own.insert(body.own.end(), parts[k].positions.begin(), parts[k].positions.end());
        views.push_back({parts[k].triangles, parts[k].positions});
    }
    body.removed.assign(body.triangles.size(), 0);
    body.positions = body.own;
    body.pose = {};
    const bool compound = parts.size() > 1 && !body.borrowed;
    if (!compound) {
        desc.triangles = body.triangles;
        desc.positions = body.own;
    }
    if (body.borrowed) {
        desc.storage = PositionStorage::borrowed;
        std::vector<float>& array = lent_.emplace_back();
        for (const Vec3& p : body.own)
            array.insert(array.end(), {p.x, p.y, p.z});
        array.push_back(0.0f);
        desc.positions = PositionsView(array.data(), body.own.size());
    }
    note(
        "const BodyId " + variable + " = " + name_ + (compound ? ".add_body(/* as a compound */ {" : ".add_body({")
        + ".triangles = " + cpp(body.triangles) + ", .positions = " + cpp(body.own)
        + ", .structure = " + cpp(body.structure) + (body.borrowed ? ", .storage = PositionStorage::borrowed" : "")
        + (body.self_collision ? ", .self_collision = true" : "") + (body.neighbours ? ", .neighbours = true" : "")
        + ", .filter = {" + std::to_string(body.filter.group) + ", " + std::to_string(body.filter.mask)
        + "}}).value(); // variant " + std::to_string(body.variant));
    const Result<BodyId> id = compound ? world_.add_compound(views, desc) : world_.add_body(desc);
    if (!id)
        throw std::runtime_error("a body was refused: " + id.error().message);
    body.id = id.value();
}

const PairReport& Stage::find_pairs(Budget budget)
{
    note(name_ + ".find_pairs(" + cpp(budget) + ");");
    return world_.find_pairs(budget);
}

const ContactReport& Stage::find_contacts(Budget budget)
{
    note(name_ + ".find_contacts(" + cpp(budget) + ");");
    return world_.find_contacts(budget);
}

const ContactReport& Stage::refine_contacts(Budget budget)
{
    note(name_ + ".refine_contacts(" + cpp(budget) + ");");
    return world_.refine_contacts(budget);
}

const ForceReport& Stage::contact_forces(const ForceOptions& options)
{
    note(
        name_ + ".contact_forces({.policy = ForcePolicy(" + std::to_string(static_cast<int>(options.policy))
        + "), .step_seconds = " + cpp(options.step_seconds) + "});");
    return world_.contact_forces(options);
}

void Stage::set_settings(const ContactSettings& settings)
{
    note(name_ + ".set_contact_settings(" + cpp(settings) + ");");
    (void)world_.set_contact_settings(settings);
}

} // namespace tactus::fuzz
