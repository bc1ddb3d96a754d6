// SPDX-License-Identifier: MIT
#include "world/edit/made_edit.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "mesh/connected_pieces.h"
#include "mesh/removed_triangle.h"
#include "world/bodies/table/body_table.h"
#include "world/input/checked_input.h"
#include "world/pairs/encounters.h"

namespace tactus {
namespace {

/// A mesh on its way from what it was to what it will be.
struct EditedMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions; ///< in the body's own coordinates
};

void append_joined(const Body& other, EditedMesh& mesh)
{
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const std::vector<Vec3> positions = other.current_positions();
    mesh.positions.insert(mesh.positions.end(), positions.begin(), positions.end());
    for (TriangleIndices triangle : other.given_triangles) {
        if (!is_removed(triangle))
            for (std::uint32_t& vertex : triangle)
                vertex += first;
        mesh.triangles.push_back(triangle);
    }
}

std::optional<Error> check_removed(std::span<const std::uint32_t> removed, const Body& body, const Body* joined)
{
    const std::size_t own = body.given_triangles.size(),
                      all = own + (joined != nullptr ? joined->given_triangles.size() : 0);
    std::vector<std::uint32_t> sorted(removed.begin(), removed.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        const std::uint32_t triangle = sorted[k];
        if (triangle >= all)
            return invalid_input(
                "triangle " + std::to_string(triangle) + " cannot be removed, there are only " + std::to_string(all));
        const TriangleIndices& corners =
            triangle < own ? body.given_triangles[triangle] : joined->given_triangles[triangle - own];
        if (is_removed(corners) || (k > 0 && sorted[k - 1] == triangle))
            return invalid_input("triangle " + std::to_string(triangle) + " cannot be removed, it is removed already");
    }
    return std::nullopt;
}

/// What is added, to a mesh of so many triangles and vertices.
std::optional<Error>
take_added(const BodyEdit& edit, std::size_t triangle_count, std::size_t vertex_count, MadeEdit& made)
{
    if (auto error = check_layout(edit.add_vertices))
        return *error;
    const std::size_t vertices = vertex_count + edit.add_vertices.size();
    if (auto error = check_size(triangle_count + edit.add_triangles.size(), vertices))
        return *error;
    for (std::size_t vertex = 0; vertex < edit.add_vertices.size(); ++vertex) {
        made.new_vertices.push_back(edit.add_vertices[vertex]);
        if (!is_finite(made.new_vertices.back()))
            return invalid_input("of the vertices that are added, " + refuse_coordinate(edit.add_vertices).message);
    }
    auto added = check_triangles(edit.add_triangles, vertices);
    if (!added)
        return Error{added.error().code, "of the triangles that are added, " + added.error().message};
    made.added = std::move(added.value());
    return std::nullopt;
}

/// The triangles of a piece on vertices of its own; they are removed from the mesh.
/// Vertices have no number in a piece before and after.
MadePiece take_piece(
    std::span<const std::uint32_t> numbers, EditedMesh& mesh, std::vector<std::uint32_t>& vertex_in_piece,
    EditedMesh& piece)
{
    MadePiece made;
    for (const std::uint32_t number : numbers) {
        TriangleIndices triangle = mesh.triangles[number];
        for (std::uint32_t& vertex : triangle) {
            if (vertex_in_piece[vertex] == UINT32_MAX) {
                vertex_in_piece[vertex] = static_cast<std::uint32_t>(made.vertex_of.size());
                made.vertex_of.push_back(vertex);
                piece.positions.push_back(mesh.positions[vertex]);
            }
            vertex = vertex_in_piece[vertex];
        }
        made.triangle_of.push_back(number);
        piece.triangles.push_back(triangle);
        mesh.triangles[number] = removed_triangle;
    }
    for (const std::uint32_t vertex : made.vertex_of)
        vertex_in_piece[vertex] = UINT32_MAX;
    return made;
}

/// What a joined body brings. Numbers of triangles that it has lost go to triangles of no size, which go right after.
std::pair<MeshChange, MeshChange> changes_by_join(const Body& body, const Body& joined)
{
    MeshChange come, go;
    EditedMesh mesh;
    mesh.positions.resize(body.vertex_count);
    append_joined(joined, mesh);
    come.vertices.assign(mesh.positions.begin() + body.vertex_count, mesh.positions.end());
    come.added = std::move(mesh.triangles);
    for (std::uint32_t k = 0; k < come.added.size(); ++k)
        if (is_removed(come.added[k])) {
            come.added[k] = {0, 0, 0};
            go.removed.push_back(body.triangle_count + k);
        }
    return {std::move(come), std::move(go)};
}

/// Whether so many of a body's triangles can come or go where it is; what is left of a tree of which most goes is no
/// good tree.
bool are_few(std::size_t triangles, const Body& body) { return 2 * triangles <= body.remaining_count(); }

std::string name_of(BodyId id) { return "body " + std::to_string(id.index); }

} // namespace

Result<MadeEdit> make_edit(const BodyEdit& edit, Body& body, Body* joined, Workers& workers)
{
    MadeEdit made;
    body.keep_given_triangles();
    if (joined != nullptr)
        joined->keep_given_triangles();
    if (auto error = check_removed(edit.remove_triangles, body, joined))
        return *error;
    const std::uint32_t joined_triangles = joined != nullptr ? joined->triangle_count : 0;
    const std::uint32_t joined_vertices = joined != nullptr ? joined->vertex_count : 0;
    made.report = {
        edit.body,
        body.triangle_count,
        body.vertex_count,
        body.triangle_count + joined_triangles,
        body.vertex_count + joined_vertices,
        {}};
    if (auto error = take_added(edit, made.report.first_added_triangle, made.report.first_added_vertex, made))
        return *error;
    const bool can_stay = body.can_edit(made.new_vertices)
                          && (joined == nullptr || (!body.posed.pose && are_few(joined->triangle_count, body)));
    if (can_stay && joined != nullptr) {
        auto [come, go] = changes_by_join(body, *joined);
        made.changes = {std::move(come), std::move(go)};
    }
    if (can_stay)
        made.changes.push_back(
            {{edit.remove_triangles.begin(), edit.remove_triangles.end()}, made.new_vertices, made.added});
    if (can_stay && !edit.split)
        return made;

    const std::optional<Pose> pose = joined != nullptr ? std::nullopt : body.posed.pose;
    EditedMesh mesh{body.given_triangles, joined != nullptr ? body.current_positions() : body.own_positions()};
    if (joined != nullptr)
        append_joined(*joined, mesh);
    for (const std::uint32_t triangle : edit.remove_triangles)
        mesh.triangles[triangle] = removed_triangle;
    mesh.positions.insert(mesh.positions.end(), made.new_vertices.begin(), made.new_vertices.end());
    mesh.triangles.insert(mesh.triangles.end(), made.added.begin(), made.added.end());
    MeshChange coming_off;
    if (edit.split) {
        const auto pieces = connected_pieces(mesh.triangles, mesh.positions.size());
        std::vector<std::uint32_t> vertex_in_piece(mesh.positions.size(), UINT32_MAX);
        for (std::size_t k = 1; k < pieces.size(); ++k) {
            EditedMesh piece;
            MadePiece taken = take_piece(pieces[k], mesh, vertex_in_piece, piece);
            auto piece_body = with_mesh(body, std::move(piece.triangles), piece.positions, pose, workers);
            if (!piece_body)
                return piece_body.error();
            taken.body = std::move(piece_body.value());
            taken.body->part_ends.clear();
            made.pieces.push_back(std::move(taken));
            coming_off.removed.insert(coming_off.removed.end(), pieces[k].begin(), pieces[k].end());
        }
    }
    if (can_stay && are_few(coming_off.removed.size(), body)) {
        made.changes.push_back(std::move(coming_off));
        return made;
    }
    made.changes.clear();
    auto next = with_mesh(body, std::move(mesh.triangles), mesh.positions, pose, workers);
    if (!next)
        return next.error();
    made.body = std::move(next.value());
    return made;
}

Result<std::vector<MadeEdit>>
make_edits(std::span<const BodyEdit> batch, const BodyTable& bodies, const Encounters& encounters, Workers& workers)
{
    std::set<BodyId> named;
    std::vector<MadeEdit> made;
    for (const BodyEdit& edit : batch) {
        const bool joins = edit.join != BodyId{};
        const BodyId ids[] = {edit.body, edit.join};
        for (const BodyId id : std::span(ids).first(joins ? 2 : 1)) {
            if (auto error = bodies.check_mesh(id, "triangles to edit"))
                return *error;
            if (!named.insert(id).second)
                return invalid_input(name_of(id) + " is named twice in one batch of edits");
        }
        Body& body = *bodies.find(edit.body);
        Body* joined = joins ? bodies.find(edit.join) : nullptr;
        auto next = make_edit(edit, body, joined, workers);
        if (!next)
            return Error{next.error().code, name_of(edit.body) + ": " + next.error().message};
        made.push_back(std::move(next.value()));
        made.back().tested = {
            encounters.are_tested(edit.body.index, edit.body.index),
            joins && encounters.are_tested(edit.join.index, edit.join.index),
            joins && encounters.are_tested(edit.body.index, edit.join.index)};
        made.back().was_prepared =
            bodies.is_prepared(edit.body.index) || (joins && bodies.is_prepared(edit.join.index));
    }
    return made;
}

} // namespace tactus
