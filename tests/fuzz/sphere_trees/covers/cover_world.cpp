// SPDX-License-Identifier: MIT
#include "cover_world.h"

#include <algorithm>

#include "../../cases/random_mesh.h"

namespace tactus::fuzz::sphere_trees {

namespace {

using Form = PushedBody::Form;

float as_float(double number) { return static_cast<float>(number); }
Vec3 rounded(const Arrow& p) { return {as_float(p.x), as_float(p.y), as_float(p.z)}; }

/// A torus around the origin.
FuzzMesh ring(std::uint32_t around, std::uint32_t across, double thick)
{
    FuzzMesh mesh;
    const double turn = 2.0 * 3.14159265358979323846;
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j < across; ++j) {
            const double u = turn * i / around, v = turn * j / across;
            const double out = 1.0 - thick + thick * std::cos(v);
            mesh.positions.push_back(rounded({out * std::cos(u), out * std::sin(u), thick * std::sin(v)}));
            const std::uint32_t next_i = (i + 1) % around, next_j = (j + 1) % across;
            const std::uint32_t a = i * across + j, b = next_i * across + j, c = next_i * across + next_j,
                                d = i * across + next_j;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    return mesh;
}

/// A box whose sides are cut into rectangles of two triangles each.
FuzzMesh cut_box(const Arrow& half, int cuts)
{
    FuzzMesh mesh;
    std::vector<std::array<int, 3>> places;
    const auto vertex = [&](const std::array<int, 3>& place) {
        const auto found = std::ranges::find(places, place);
        if (found != places.end())
            return static_cast<std::uint32_t>(found - places.begin());
        places.push_back(place);
        const auto along = [&](std::size_t axis) { return 2.0 * place[axis] / cuts - 1.0; };
        mesh.positions.push_back(rounded({half.x * along(0), half.y * along(1), half.z * along(2)}));
        return static_cast<std::uint32_t>(places.size() - 1);
    };
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int side : {0, cuts})
            for (int i = 0; i < cuts; ++i)
                for (int j = 0; j < cuts; ++j) {
                    const auto at = [&](int u, int v) {
                        std::array<int, 3> place;
                        place[axis] = side;
                        place[(axis + 1) % 3] = u;
                        place[(axis + 2) % 3] = v;
                        return vertex(place);
                    };
                    std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
                    if (side == 0)
                        std::swap(b, d);
                    mesh.triangles.push_back({a, b, c});
                    mesh.triangles.push_back({a, c, d});
                }
    return mesh;
}

FuzzMesh closed_shape(Random& random)
{
    switch (random.below(6)) {
    case 0: {
        const double x = 0.1 + random.unit(), y = 0.3 + random.unit(), z = 0.3 + random.unit();
        return cut_box({x, y, z}, random.between(1, 4));
    }
    case 1: {
        const std::uint32_t around = 6 + random.below(8), across = 3 + random.below(5);
        return ring(around, across, 0.15 + 0.3 * random.unit());
    }
    case 2: {
        FuzzMesh mesh = round_ball(random, random.between(0, 2), 0.0);
        const float flat = as_float(0.2 + 0.8 * random.unit()), narrow = as_float(0.5 + 0.5 * random.unit());
        for (Vec3& p : mesh.positions)
            p = {p.x, narrow * p.y, flat * p.z};
        return mesh;
    }
    case 3: {
        const int cuts = random.between(0, 2);
        return round_ball(random, cuts, 0.3 * random.unit());
    }
    default:
        return round_ball(random, random.between(1, 2), 0.0);
    }
}

FuzzMesh open_shape(Random& random)
{
    FuzzMesh mesh = round_ball(random, random.between(0, 2), 0.0);
    if (random.one_in(2)) {
        // A bowl.
        std::erase_if(mesh.triangles, [&](const TriangleIndices& t) { return mesh.positions[t[0]].z > 0.3f; });
        return mesh;
    }
    mesh.triangles.pop_back();
    return mesh;
}

double volume(const FuzzMesh& mesh)
{
    double sum = 0.0;
    for (const TriangleIndices& t : mesh.triangles)
        sum += dot(arrow(mesh.positions[t[0]]), cross(arrow(mesh.positions[t[1]]), arrow(mesh.positions[t[2]]))) / 6.0;
    return sum;
}

void choose_structure(Random& random, PushedBody& body)
{
    switch (random.below(6)) {
    case 0:
        body.structure = structures::SphericalOctree{.levels = 1 + random.below(4), .uniform = random.one_in(2)};
        break;
    case 1:
        body.structure = structures::OnDemandSphereTree{
            .levels = 1 + random.below(6), .enough_triangles = random.below(40), .cubic_root = random.one_in(2)};
        break;
    case 2:
        body.structure = random.one_in(4) ? Structure::brute_force : Structure::bucket_octree;
        break;
    case 3:
        break;
    default:
        body.tree = make_sphere_tree(
                        {body.own.triangles, body.own.positions},
                        {.levels = 1 + random.below(3), .branch = 2 + random.below(7), .method = SphereMethod::octree})
                        .value();
        body.structure = structures::MedialSphereTree{.tree = &body.tree};
    }
}

std::unique_ptr<PushedBody> any_body(Random& random, float scale)
{
    auto body = std::make_unique<PushedBody>();
    const std::uint32_t chance = random.below(20);
    const double large = random.one_in(3) ? 0.3 : 0.6 + 0.5 * random.unit();
    body->size = large * static_cast<double>(scale);
    if (chance == 0)
        body->form = Form::ball;
    else if (chance == 1)
        body->form = Form::ground;
    if (!body->is_mesh())
        return body;
    body->form = chance <= 3 ? Form::open_mesh : Form::closed_mesh;
    body->own = body->is_closed() ? closed_shape(random) : open_shape(random);
    for (Vec3& p : body->own.positions)
        p = {as_float(body->size) * p.x, as_float(body->size) * p.y, as_float(body->size) * p.z};
    if (body->is_closed() && random.one_in(6))
        for (TriangleIndices& t : body->own.triangles)
            std::swap(t[0], t[1]);
    body->outwards = volume(body->own) < 0.0 ? -1.0 : 1.0;
    choose_structure(random, *body);
    return body;
}

} // namespace

bool PushedBody::has_spheres() const
{
    return is_mesh()
           && (structure.kind() == Structure::spherical_octree || structure.kind() == Structure::on_demand_sphere_tree
               || structure.kind() == Structure::medial_sphere_tree);
}

CoverWorld::CoverWorld(Random given) : random(given)
{
    scale = random.one_in(4) ? std::ldexp(1.0f, random.between(-10, 10)) : 1.0f;
    const double metre = static_cast<double>(scale);
    settings.which = random.one_in(3) ? ContactSelection::all : ContactSelection::local;
    settings.order = static_cast<RefinementOrder>(random.one_in(2) ? 0 : random.below(3));
    settings.contact_distance = random.one_in(3) ? as_float(0.05 * metre * random.unit()) : 0.0f;
    settings.measure_depths = !random.one_in(10);
    settings.keep_front = !random.one_in(4);
    if (random.one_in(15))
        settings.max_contacts = 16 + random.below(40);
    world.set_contact_settings(settings).value();
    if (random.one_in(5))
        material.stiffness = 1000.0f;
    if (random.one_in(4))
        material.pressure_damping = 1e4f;
    if (random.one_in(4))
        material.friction = 10.0f;
    if (random.one_in(5))
        rest_offset = as_float(0.04 * metre * random.unit());
    const std::uint32_t chance = random.below(6), count = chance < 4 ? 2 : chance - 1;
    Arrow middle;
    double reach = 0.0;
    for (std::uint32_t k = 0; k < count; ++k) {
        std::unique_ptr<PushedBody> body = any_body(random, scale);
        const double apart = random.one_in(8) ? 0.05 : 0.4 + 0.7 * random.unit();
        if (k > 0)
            middle = middle + apart * (reach + body->size) * any_direction(random);
        reach = body->size;
        add(std::move(body), middle);
    }
    set_pairs();
}

void CoverWorld::add(std::unique_ptr<PushedBody> body, const Arrow& middle)
{
    switch (body->form) {
    case Form::ball:
        body->at = {rounded(middle)};
        body->id = world.add_sphere({.centre = body->at[0], .radius = as_float(body->size)}).value();
        break;
    case Form::ground: {
        const Arrow up = any_direction(random);
        const Arrow through = middle + (-body->size) * up;
        body->id = world.add_half_space({.normal = rounded(up), .offset = as_float(dot(up, through))}).value();
        break;
    }
    default:
        body->id = world
                       .add_body(
                           {.triangles = body->own.triangles,
                            .positions = body->own.positions,
                            .structure = body->structure,
                            .self_collision = random.one_in(20)})
                       .value();
        body->pose = {vector_of(middle), random.one_in(3) ? Quaternion{} : any_rotation(random)};
        world.set_pose(body->id, body->pose).value();
        body->at = world.positions(body->id).value();
    }
    bodies.push_back(std::move(body));
}

void CoverWorld::set_pairs()
{
    for (std::size_t a = 0; a < bodies.size(); ++a)
        for (std::size_t b = a + 1; b < bodies.size(); ++b)
            world
                .set_pair(
                    bodies[a]->id, bodies[b]->id, {.material = material, .thickness = {.rest_offset = rest_offset}})
                .value();
    // Until their tables are made, all bodies count as closed, and covers stand where nothing can be inside.
    world.prepare_contacts();
}

void CoverWorld::move()
{
    for (const std::unique_ptr<PushedBody>& body : bodies) {
        if (!body->is_mesh() || random.one_in(2))
            continue;
        const double far = 0.1 * body->size * random.unit();
        const Arrow by = far * any_direction(random);
        if (random.one_in(3)) {
            // The vertices are given where they are, a little farther on, and a little shaken.
            for (Vec3& p : body->at)
                p = rounded(arrow(p) + by + 0.02 * body->size * any_direction(random));
            world.set_positions(body->id, body->at).value();
            body->own.positions = body->at;
            body->pose = {};
            body->only_posed = false;
            continue;
        }
        body->pose = moved(body->pose, vector_of(by));
        world.set_pose(body->id, body->pose).value();
        body->at = world.positions(body->id).value();
    }
}

const PushedBody& CoverWorld::body(BodyId id) const
{
    for (const std::unique_ptr<PushedBody>& body : bodies)
        if (body->id == id)
            return *body;
    return *bodies.front();
}

std::string CoverWorld::about() const
{
    std::string text;
    for (const std::unique_ptr<PushedBody>& body : bodies) {
        const char* const forms[] = {"closed", "open", "ball", "ground"};
        text += std::string(text.empty() ? "" : ", ") + forms[static_cast<int>(body->form)];
        if (body->is_mesh())
            text += " of " + std::to_string(body->own.triangles.size()) + " triangles, structure "
                    + std::to_string(static_cast<int>(body->structure.kind())) + (body->only_posed ? "" : ", deformed");
    }
    return text + "; scale " + std::to_string(scale) + ", rest offset " + std::to_string(rest_offset);
}

ContactPush TellingLaw::push(const ContactLoad& load) const noexcept
{
    ContactPush push = default_force_law().push(load);
    if (manner == Manner::hardens)
        push.normal *= 1.0 + 10.0 * load.depth;
    if (manner == Manner::rubs)
        push.tangential = {0.2 * push.normal, -0.1 * push.normal, 0.3 * push.normal};
    told.push_back({load, push});
    return push;
}

CoverAnswer::CoverAnswer(CoverWorld& world, const ContactReport& report, float step_seconds, TellingLaw::Manner manner)
    : complete(report.complete), merged(report.contacts_merged)
{
    TellingLaw law;
    law.manner = manner;
    const ForceReport& pushed =
        world.world.contact_forces({.policy = ForcePolicy::spheres, .step_seconds = step_seconds, .law = &law});
    contacts.assign(report.contacts.begin(), report.contacts.end());
    unrefined.assign(report.unrefined.begin(), report.unrefined.end());
    forces.assign(pushed.contacts.begin(), pushed.contacts.end());
    vertices.assign(pushed.vertices.begin(), pushed.vertices.end());
    wrenches.assign(pushed.bodies.begin(), pushed.bodies.end());
    confirmed_push = static_cast<double>(pushed.confirmed_push);
    held_push = static_cast<double>(pushed.held_push);
    estimated_error = static_cast<double>(pushed.estimated_error);
    open_pairs = pushed.open_pairs;
    unknown_pairs = pushed.unknown_pairs;
    told = std::move(law.told);
}

} // namespace tactus::fuzz::sphere_trees
