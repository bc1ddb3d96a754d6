// SPDX-License-Identifier: MIT
#include "world/edit/made_edit.h"

#include <string>
#include <utility>

#include "mesh/connected_pieces.h"
#include "mesh/removed_triangle.h"
#include "world/checked_input.h"

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

std::optional<Error> remove_triangles(std::span<const std::uint32_t> removed, EditedMesh& mesh)
{
    for (const std::uint32_t triangle : removed) {
        if (triangle >= mesh.triangles.size())
            return invalid_input(
                "triangle " + std::to_string(triangle) + " cannot be removed, there are only "
                + std::to_string(mesh.triangles.size()));
        if (is_removed(mesh.triangles[triangle]))
            return invalid_input("triangle " + std::to_string(triangle) + " cannot be removed, it is removed already");
        mesh.triangles[triangle] = removed_triangle;
    }
    return std::nullopt;
}

std::optional<Error> add_mesh(const PositionsView& vertices, const TrianglesView& triangles, EditedMesh& mesh)
{
    if (auto error = check_layout(vertices))
        return *error;
    for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex)
        if (!is_finite(vertices[vertex]))
            return Error{
                ErrorCode::invalid_argument, "of the vertices that are added, " + refuse_coordinate(vertices).message};
    if (auto error = check_size(mesh.triangles.size() + triangles.size(), mesh.positions.size() + vertices.size()))
        return *error;
    for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex)
        mesh.positions.push_back(vertices[vertex]);
    const auto added = check_triangles(triangles, mesh.positions.size());
    if (!added)
        return Error{added.error().code, "of the triangles that are added, " + added.error().message};
    mesh.triangles.insert(mesh.triangles.end(), added.value().begin(), added.value().end());
    return std::nullopt;
}

/// The triangles of a piece on vertices of its own; they are removed from the mesh.
MadePiece take_piece(std::span<const std::uint32_t> numbers, EditedMesh& mesh, EditedMesh& piece)
{
    MadePiece made;
    std::vector<std::uint32_t> vertex_in_piece(mesh.positions.size(), UINT32_MAX);
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
    return made;
}

} // namespace

Result<MadeEdit> make_edit(const BodyEdit& edit, Body& body, Body* joined, Workers& workers)
{
    MadeEdit made;
    body.keep_given_triangles();
    const std::optional<Pose> pose = joined != nullptr ? std::nullopt : body.posed.pose;
    EditedMesh mesh{body.given_triangles, joined != nullptr ? body.current_positions() : body.own_positions()};
    made.report.body = edit.body;
    made.report.first_joined_triangle = static_cast<std::uint32_t>(mesh.triangles.size());
    made.report.first_joined_vertex = static_cast<std::uint32_t>(mesh.positions.size());
    if (joined != nullptr) {
        joined->keep_given_triangles();
        append_joined(*joined, mesh);
    }
    if (auto error = remove_triangles(edit.remove_triangles, mesh))
        return *error;
    made.report.first_added_triangle = static_cast<std::uint32_t>(mesh.triangles.size());
    made.report.first_added_vertex = static_cast<std::uint32_t>(mesh.positions.size());
    if (auto error = add_mesh(edit.add_vertices, edit.add_triangles, mesh))
        return *error;
    made.removed = edit.remove_triangles.size();
    made.added = edit.add_triangles.size();
    made.rebuilt = remaining_triangles(mesh.triangles).size() - made.added;

    if (edit.split) {
        const auto pieces = connected_pieces(mesh.triangles, mesh.positions.size());
        for (std::size_t k = 1; k < pieces.size(); ++k) {
            EditedMesh piece;
            MadePiece taken = take_piece(pieces[k], mesh, piece);
            auto piece_body = with_mesh(body, std::move(piece.triangles), piece.positions, pose, workers);
            if (!piece_body)
                return piece_body.error();
            taken.body = std::move(piece_body.value());
            taken.body->part_ends.clear();
            made.pieces.push_back(std::move(taken));
        }
    }
    auto next = with_mesh(body, std::move(mesh.triangles), mesh.positions, pose, workers);
    if (!next)
        return next.error();
    made.body = std::move(next.value());
    return made;
}

} // namespace tactus
