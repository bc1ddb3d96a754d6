// SPDX-License-Identifier: MIT
#include "crowd.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "../cases/random_mesh.h"
#include "../cases/random_structure.h"
#include "../stage/stage.h"
#include "../stage/write_cpp.h"

namespace tactus::fuzz::crowds {

namespace {

bool is_posed(const Pose& pose) { return !(pose == Pose{}); }

/// A box of half-spaces around a point, or one with a corner cut off.
std::vector<HalfSpace> random_set(Random& random, const Vec3& centre, float size)
{
    std::vector<HalfSpace> set;
    const float c[3] = {centre.x, centre.y, centre.z};
    for (int axis = 0; axis < 3; ++axis)
        for (const float way : {1.0f, -1.0f}) {
            float normal[3] = {0.0f, 0.0f, 0.0f};
            normal[axis] = way;
            set.push_back({{normal[0], normal[1], normal[2]}, way * c[axis] + size});
        }
    if (random.one_in(2))
        set.push_back({{1, 1, 1}, centre.x + centre.y + centre.z + size});
    return set;
}

Pose little_pose(Random& random, float unit)
{
    const auto little = [&] {
        const double by = (random.unit() * 2 - 1) * (random.one_in(3) ? 1.0 : 0.1);
        return unit > 0.0f ? static_cast<double>(unit) * std::nearbyint(by / static_cast<double>(unit)) : by;
    };
    Pose pose;
    const double x = little(), y = little(), z = little();
    pose.position = {x, y, z};
    if (random.one_in(2)) {
        const double turn = random.unit() - 0.5, other = random.unit() - 0.5;
        pose.rotation = unit > 0.0f ? Quaternion{1.0, 0.0, 0.0, 1.0} : Quaternion{turn, other, 0.1, 1.0};
    }
    return pose;
}

/// Six times the volume of a mesh, if it is closed.
double volume(const FuzzMesh& mesh)
{
    double sum = 0.0;
    for (const TriangleIndices& t : mesh.triangles) {
        const auto at = [&](std::uint32_t v) {
            const Vec3& p = mesh.positions[v];
            return std::array{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
        };
        const auto a = at(t[0]), b = at(t[1]), c = at(t[2]);
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
               + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

} // namespace

std::vector<Vec3> Member::positions() const
{
    std::vector<Vec3> placed = mesh.positions;
    if (is_posed(pose))
        for (Vec3& p : placed)
            p = posed(pose, p);
    return placed;
}

bool Crowd::has_open_mesh() const
{
    for (const Member& member : members) {
        std::map<std::array<std::uint32_t, 2>, int> turns;
        for (const TriangleIndices& t : member.mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k) {
                ++turns[{t[k], t[(k + 1) % 3]}];
                --turns[{t[(k + 1) % 3], t[k]}];
            }
        if (std::ranges::any_of(turns, [](const auto& edge) { return edge.second != 0; }))
            return true;
    }
    return false;
}

Crowd random_crowd(Random& random, std::uint32_t members, bool with_sets)
{
    Crowd crowd;
    if (!random.one_in(3))
        crowd.unit = std::ldexp(1.0f, -random.between(2, 4));
    const Lattice lattice{crowd.unit};
    const double reach = members > 4 ? 2.0 : 0.9;
    const std::uint32_t kinds = random.below(8);
    for (std::uint32_t k = 0; k < members; ++k) {
        Member member;
        const auto place = [&] { return (random.unit() * 2 - 1) * reach; };
        const double x = place(), y = place(), z = place();
        const Vec3 at = lattice.at({x, y, z});
        const double size = 0.3 + 0.7 * random.unit();
        const std::uint32_t chance = random.below(16);
        if (chance == 0 && (kinds & 1)) {
            member.kind = Kind::ground;
            member.centre = random.one_in(2) ? Vec3{0, 0, 1} : Vec3{1, -2, 2};
            member.offset = -lattice.at(0.5 + random.unit());
        } else if (chance <= 2 && (kinds & 2)) {
            member.kind = Kind::tool;
            member.centre = at;
            const double tip_x = place(), tip_y = place(), tip_z = place();
            member.tip = lattice.at({tip_x, tip_y, tip_z});
            member.radius = random.one_in(3) ? 0.0f : lattice.at(0.3);
        } else if (chance <= 4 && (kinds & 4)) {
            member.kind = Kind::ball;
            member.centre = at;
            member.radius = random.one_in(5) ? 0.0f : lattice.at(size);
        } else if (chance <= 6 && with_sets) {
            member.kind = Kind::convex;
            member.half_spaces = random_set(random, at, lattice.at(0.5));
        } else {
            member.mesh = random_mesh(random, lattice, {x, y, z}, size);
            member.structure = random.one_in(2) ? Structure::refit_bvh : random_structure(random);
            member.borrowed = random.one_in(5);
            member.self_collision = random.one_in(8);
            member.removed.assign(member.mesh.triangles.size(), 0);
        }
        crowd.members.push_back(member);
    }
    ContactSettings& settings = crowd.settings;
    if (random.one_in(2))
        settings.contact_distance = crowd.unit > 0.0f ? crowd.unit * static_cast<float>(random.between(1, 2))
                                                      : static_cast<float>(0.1 * random.unit());
    settings.order =
        random.one_in(2) ? RefinementOrder::worst_error_first : static_cast<RefinementOrder>(random.below(3));
    settings.which = random.one_in(2) ? ContactSelection::local : ContactSelection::all;
    settings.keep_front = !random.one_in(4);
    settings.measure_depths = !random.one_in(4);
    return crowd;
}

CrowdWorld::CrowdWorld(const Crowd& crowd, const Choice& choice)
    : world(World::create({.worker_count = choice.workers, .contacts = crowd.settings}).value())
{
    for (std::uint32_t place = 0; place < crowd.members.size(); ++place) {
        ids.emplace_back();
        if (crowd.members[place].alive)
            add(crowd, place, choice);
    }
}

CrowdWorld::CrowdWorld(const Crowd& crowd, const CrowdWorld& like, const Choice& choice)
    : world(World::create({.worker_count = choice.workers, .contacts = crowd.settings}).value())
{
    std::vector<std::uint32_t> places(crowd.members.size());
    std::iota(places.begin(), places.end(), 0u);
    std::ranges::sort(places, {}, [&](std::uint32_t place) { return like.ids[place]; });
    for (const std::uint32_t place : places)
        if (crowd.members[place].alive)
            add(crowd, place, choice);
    ids.resize(crowd.members.size());
}

void CrowdWorld::add(const Crowd& crowd, std::uint32_t place, const Choice& choice)
{
    const Member& member = crowd.members[place];
    ids.resize(crowd.members.size());
    BodyId& id = ids[place];
    switch (member.kind) {
    case Kind::ball:
        id = world.add_sphere({.centre = member.centre, .radius = member.radius}).value();
        return;
    case Kind::ground:
        id = world.add_half_space({.normal = member.centre, .offset = member.offset}).value();
        return;
    case Kind::tool:
        id = world.add_tool({.pivot = member.centre, .tip = member.tip, .radius = member.radius}).value();
        return;
    case Kind::convex:
        id = world.add_convex({.half_spaces = member.half_spaces}).value();
        break;
    case Kind::mesh: {
        BodyDesc desc = {.triangles = member.mesh.triangles, .positions = member.mesh.positions};
        desc.structure = choice.every_structure ? choice.structure : member.structure;
        desc.self_collision = member.self_collision;
        if (member.borrowed) {
            desc.storage = PositionStorage::borrowed;
            desc.positions = lent_.emplace_back(member.mesh.positions);
        }
        id = world.add_body(desc).value();
        std::vector<std::uint32_t> gone;
        for (std::uint32_t t = 0; t < member.removed.size(); ++t)
            if (member.removed[t])
                gone.push_back(t);
        if (!gone.empty())
            (void)world.edit(BodyEdit{.body = id, .remove_triangles = gone}).value();
        break;
    }
    }
    if (is_posed(member.pose))
        world.set_pose(id, member.pose).value();
}

void CrowdWorld::set_positions(const Crowd& crowd, std::uint32_t place)
{
    const Member& member = crowd.members[place];
    if (member.borrowed)
        world.set_positions(ids[place], lent_.emplace_back(member.mesh.positions)).value();
    else
        world.set_positions(ids[place], member.mesh.positions).value();
}

std::uint32_t CrowdWorld::place(BodyId id) const
{
    for (std::uint32_t k = 0; k < ids.size(); ++k)
        if (ids[k] == id && id.index != UINT32_MAX)
            return k;
    return UINT32_MAX;
}

namespace {

/// Edits a mesh: some triangles go, or one comes.
std::string edit(Crowd& crowd, CrowdWorld& kept, std::uint32_t place, Random& random)
{
    Member& member = crowd.members[place];
    const Lattice lattice{crowd.unit};
    const auto count = static_cast<std::uint32_t>(member.mesh.triangles.size());
    if (random.one_in(2)) {
        std::vector<std::uint32_t> gone;
        for (std::uint32_t t = 0; t < count; ++t)
            if (!member.removed[t] && random.one_in(4))
                gone.push_back(t);
        if (gone.empty())
            return "";
        for (const std::uint32_t t : gone)
            member.removed[t] = 1;
        (void)kept.world.edit(BodyEdit{.body = kept.ids[place], .remove_triangles = gone}).value();
        return "removes triangles " + cpp(gone) + " of " + std::to_string(place);
    }
    const Vec3& from = member.mesh.positions[0];
    const auto near = [&](float c) { return static_cast<double>(c) + random.unit() - 0.5; };
    const double x = near(from.x), y = near(from.y), z = near(from.z);
    const std::vector<Vec3> vertex = {lattice.at({x, y, z})};
    const auto first = static_cast<std::uint32_t>(member.mesh.positions.size());
    const TriangleIndices corners = member.mesh.triangles[random.below(count)];
    const std::vector<TriangleIndices> triangle = {{corners[1], corners[0], first}};
    (void)kept.world.edit(BodyEdit{.body = kept.ids[place], .add_vertices = vertex, .add_triangles = triangle}).value();
    member.mesh.positions.push_back(vertex[0]);
    member.mesh.triangles.push_back(triangle[0]);
    member.removed.push_back(0);
    return "adds triangle " + cpp(triangle[0]) + " at " + cpp(vertex[0]) + " to " + std::to_string(place);
}

} // namespace

std::string change(Crowd& crowd, CrowdWorld& kept, Random& random)
{
    const Lattice lattice{crowd.unit};
    const auto place = random.below(static_cast<std::uint32_t>(crowd.members.size()));
    Member& member = crowd.members[place];
    const std::string name = std::to_string(place);
    const double most = random.one_in(3) ? 0.8 : 0.1;
    const auto little = [&] { return (random.unit() * 2 - 1) * most; };
    const double by_x = little(), by_y = little(), by_z = little();
    const Vec3 by = lattice.at({by_x, by_y, by_z});
    const auto moved = [&](const Vec3& p) { return Vec3{p.x + by.x, p.y + by.y, p.z + by.z}; };
    if (!member.alive) {
        member.alive = true;
        kept.add(crowd, place, {});
        return "adds " + name;
    }
    if (random.one_in(12)) {
        kept.world.remove_body(kept.ids[place]).value();
        kept.ids[place] = {};
        member.alive = false;
        return "removes " + name;
    }
    switch (member.kind) {
    case Kind::ground:
        return "";
    case Kind::ball: {
        member.centre = moved(member.centre);
        const DoubleVec3 at = {
            static_cast<double>(member.centre.x), static_cast<double>(member.centre.y),
            static_cast<double>(member.centre.z)};
        kept.world.set_pose(kept.ids[place], {.position = at, .rotation = {}}).value();
        return "moves ball " + name;
    }
    case Kind::tool:
        member.tip = moved(member.tip);
        if (random.one_in(2))
            member.centre = moved(member.centre);
        kept.world.set_tool(kept.ids[place], member.centre, member.tip).value();
        return "moves tool " + name;
    case Kind::convex:
        member.pose = little_pose(random, crowd.unit);
        kept.world.set_pose(kept.ids[place], member.pose).value();
        return "poses set " + name;
    case Kind::mesh:
        break;
    }
    // What an edit lays on another triangle of the same body is silent at first, which is another matter.
    if (random.one_in(4) && crowd.may_edit && !is_posed(member.pose) && !member.self_collision)
        return edit(crowd, kept, place, random);
    if (random.one_in(3)) {
        member.pose = little_pose(random, crowd.unit);
        kept.world.set_pose(kept.ids[place], member.pose).value();
        return "poses " + name + " " + cpp(member.pose);
    }
    const bool deforms = random.one_in(3);
    const FuzzMesh before = member.mesh;
    for (Vec3& p : member.mesh.positions) {
        p = moved(p);
        if (deforms) {
            const double x = 0.05 * little(), y = 0.05 * little(), z = 0.05 * little();
            p = lattice.at({static_cast<double>(p.x) + x, static_cast<double>(p.y) + y, static_cast<double>(p.z) + z});
        }
    }
    // A body that is turned inside out keeps its sides, which a new world would not know of.
    if (volume(member.mesh) * volume(before) < 0.25 * volume(before) * volume(before)) {
        member.mesh = before;
        return "";
    }
    member.pose = {};
    kept.set_positions(crowd, place);
    return (deforms ? "deforms " : "moves ") + name + " to " + cpp(member.mesh.positions);
}

std::string told(const Crowd& crowd)
{
    std::string text = "settings " + cpp(crowd.settings) + "\n";
    for (std::size_t k = 0; k < crowd.members.size(); ++k) {
        const Member& m = crowd.members[k];
        static const char* kinds[] = {"mesh", "ball", "ground", "tool", "convex set"};
        text += "    " + std::to_string(k) + (m.alive ? " " : " (removed) ") + kinds[static_cast<int>(m.kind)];
        if (m.kind == Kind::mesh)
            text += " " + cpp(m.structure) + (m.borrowed ? " borrowed" : "")
                    + (m.self_collision ? " self_collision" : "") + " triangles " + cpp(m.mesh.triangles)
                    + " positions " + cpp(m.mesh.positions) + " pose " + cpp(m.pose);
        else if (m.kind == Kind::convex)
            text += " " + cpp(m.half_spaces);
        else
            text += " " + cpp(m.centre) + " " + cpp(m.tip) + " radius " + cpp(m.radius) + " offset " + cpp(m.offset);
        text += "\n";
    }
    return text;
}

} // namespace tactus::fuzz::crowds
