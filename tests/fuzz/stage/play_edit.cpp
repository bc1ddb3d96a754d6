// SPDX-License-Identifier: MIT
// What edits do to a world and to its mirror.
#include <algorithm>
#include <map>

#include "stage.h"
#include "write_cpp.h"

namespace tactus::fuzz {

namespace {

std::vector<std::uint32_t> live_triangles(const MirrorBody& body)
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t t = 0; t < body.triangles.size(); ++t)
        if (!body.removed[t])
            numbers.push_back(t);
    return numbers;
}

std::vector<std::uint32_t> chosen_triangles(const MirrorBody& body, const std::vector<std::uint32_t>& numbers)
{
    const std::vector<std::uint32_t> live = live_triangles(body);
    std::vector<std::uint32_t> chosen;
    if (live.empty())
        return chosen;
    for (const std::uint32_t n : numbers)
        chosen.push_back(live[n % live.size()]);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

} // namespace

std::string Stage::play_edit(const Step& step)
{
    const std::uint32_t place = step.body % static_cast<std::uint32_t>(mirror_.bodies.size());
    MirrorBody& body = mirror_.bodies[place];
    const std::vector<std::uint32_t> chosen = chosen_triangles(body, step.numbers);
    if (!body.is_mesh() || chosen.empty())
        return {};
    BodyEdit edit{.body = body.id};
    doubled_.clear();
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> triangles;
    const std::uint32_t first_new = static_cast<std::uint32_t>(body.own.size());
    switch (step.kind) {
    case StepKind::remove:
        edit.remove_triangles = chosen;
        edit.split = step.flag;
        break;
    case StepKind::add: {
        const TriangleIndices t = body.triangles[chosen[0]];
        const Vec3 at = body.own[t[0]];
        vertices.push_back({at.x + step.offset.x, at.y + step.offset.y, at.z + step.offset.z});
        triangles.push_back({first_new, t[0], t[1]});
        if (step.flag)
            triangles.push_back({first_new, t[1], t[2]});
        break;
    }
    case StepKind::replace:
        edit.remove_triangles = chosen;
        for (const std::uint32_t t : chosen)
            triangles.push_back(body.triangles[t]);
        break;
    case StepKind::split:
        edit.split = true;
        break;
    case StepKind::cut: {
        // Every triangle that was chosen gets vertices of its own where others use them too.
        std::map<std::uint32_t, std::uint32_t> doubled;
        for (const std::uint32_t t : live_triangles(body))
            if (!std::binary_search(chosen.begin(), chosen.end(), t))
                for (const std::uint32_t v : body.triangles[t])
                    doubled[v] = 0;
        for (auto& [old_vertex, new_vertex] : doubled) {
            new_vertex = first_new + static_cast<std::uint32_t>(vertices.size());
            vertices.push_back(body.own[old_vertex]);
            doubled_[new_vertex] = old_vertex;
        }
        for (const std::uint32_t t : chosen) {
            TriangleIndices indices = body.triangles[t];
            for (std::uint32_t& v : indices)
                if (const auto found = doubled.find(v); found != doubled.end())
                    v = found->second;
            triangles.push_back(indices);
        }
        edit.remove_triangles = chosen;
        edit.split = step.flag;
        break;
    }
    case StepKind::join: {
        const std::uint32_t other = step.other % static_cast<std::uint32_t>(mirror_.bodies.size());
        if (other == place || !mirror_.bodies[other].alive || !mirror_.bodies[other].is_mesh())
            return {};
        edit.join = mirror_.bodies[other].id;
        break;
    }
    default:
        return {};
    }
    edit.add_vertices = vertices;
    edit.add_triangles = triangles;
    note(
        "(void)" + name_ + ".edit(BodyEdit{.body = " + name_ + std::to_string(place)
        + (edit.join == BodyId{} ? "" : ", .join = " + name_ + std::to_string(step.other % mirror_.bodies.size()))
        + ", .remove_triangles = "
        + cpp(std::vector<std::uint32_t>(edit.remove_triangles.begin(), edit.remove_triangles.end()))
        + ", .add_vertices = " + cpp(vertices) + ", .add_triangles = " + cpp(triangles)
        + ", .split = " + (edit.split ? "true" : "false") + "});");
    return take_edit(place, edit, vertices);
}

std::string Stage::take_edit(std::uint32_t place, const BodyEdit& edit, const std::vector<Vec3>& vertices)
{
    const Result<EditReport> result = world_.edit(edit);
    if (!result)
        return "an edit was refused: " + result.error().message;
    const EditedBody& edited = result.value().bodies.at(0);
    std::string wrong;
    MirrorBody* body = &mirror_.bodies[place];
    std::vector<TriangleRef> made;
    if (const std::uint32_t other = mirror_.place_of(edit.join); other != UINT32_MAX) {
        MirrorBody& joined = mirror_.bodies[other];
        const std::uint32_t first = static_cast<std::uint32_t>(body->own.size());
        if (edited.first_joined_vertex != first || edited.first_joined_triangle != body->triangles.size())
            wrong = "joined numbers do not begin after the body's own";
        if (!mirror_.collide(place, other))
            mirror_.fresh_bodies.insert({place, place});
        const std::uint32_t first_triangle = static_cast<std::uint32_t>(body->triangles.size());
        std::map<TriangleRef, TriangleRef> names;
        for (std::uint32_t t = 0; t < joined.triangles.size(); ++t) {
            const TriangleIndices& i = joined.triangles[t];
            body->triangles.push_back({i[0] + first, i[1] + first, i[2] + first});
            body->removed.push_back(joined.removed[t]);
            body->part.push_back(0);
            names[{other, t}] = {place, first_triangle + t};
            made.push_back({place, first_triangle + t});
        }
        mirror_.rename_triangles(names);
        for (std::uint32_t k = 0; k < mirror_.bodies.size(); ++k)
            if (mirror_.fresh_bodies.contains(Mirror::both(other, k)))
                mirror_.fresh_bodies.insert(Mirror::both(place, k == other ? place : k));
        body->positions.insert(body->positions.end(), joined.positions.begin(), joined.positions.end());
        body->own = body->positions;
        body->pose = {};
        joined.alive = false;
        std::set<std::array<std::uint32_t, 4>> renamed;
        for (std::array<std::uint32_t, 4> a : mirror_.attached) {
            for (const int side : {0, 2})
                if (a[side] == other)
                    a[side] = place, a[side + 1] += first;
            if (a[0] > a[2])
                a = {a[2], a[3], a[0], a[1]};
            renamed.insert(a);
        }
        mirror_.attached = renamed;
    }
    for (const std::uint32_t t : edit.remove_triangles)
        body->removed[t] = 1;
    if (edit.add_vertices.size() && edited.first_added_vertex != body->own.size())
        wrong = "new vertices do not begin after the highest number";
    if (edit.add_triangles.size() && edited.first_added_triangle != body->triangles.size())
        wrong = "new triangles do not begin after the highest number";
    for (const Vec3& v : vertices) {
        body->own.push_back(v);
        body->positions.push_back(body->pose == Pose{} ? v : posed(body->pose, v));
    }
    for (std::size_t k = 0; k < edit.add_triangles.size(); ++k) {
        made.push_back({place, static_cast<std::uint32_t>(body->triangles.size())});
        body->triangles.push_back(edit.add_triangles[k]);
        body->removed.push_back(0);
        body->part.push_back(0);
    }
    if (!made.empty())
        mirror_.fresh_bodies.insert({place, place});
    std::vector<std::uint32_t> pieces = {place};
    for (std::size_t k = 0; k < edited.pieces.size(); ++k)
        pieces.push_back(static_cast<std::uint32_t>(mirror_.bodies.size() + k));
    if (const std::string more = take_pieces(place, edited); !more.empty())
        wrong = more;
    mark_fresh_cuts(made, pieces, edited);
    const BodyInfo info = world_.info(mirror_.bodies[place].id).value();
    if (info.triangles != mirror_.bodies[place].live_triangles() || info.vertices != mirror_.bodies[place].own.size())
        wrong = "info does not count the triangles and vertices that there are after an edit";
    return wrong;
}

} // namespace tactus::fuzz
