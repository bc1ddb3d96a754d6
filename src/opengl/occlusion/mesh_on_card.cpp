// SPDX-License-Identifier: MIT
#include "opengl/occlusion/mesh_on_card.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

namespace tactus {

Result<MeshOnCard> MeshOnCard::create(const MeshView& mesh)
{
    if (mesh.triangles.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / 3)
        return Error{
            ErrorCode::too_large,
            "a mesh of " + std::to_string(mesh.triangles.size()) + " triangles is more than one call of OpenGL draws"};
    std::vector<Vec3> positions(mesh.positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v)
        positions[v] = mesh.positions[v];
    std::vector<TriangleIndices> triangles(mesh.triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        triangles[t] = mesh.triangles[t];

    while (glGetError() != GL_NO_ERROR) {
    }
    MeshOnCard result;
    result.index_count_ = static_cast<std::int32_t>(3 * triangles.size());
    glGenVertexArrays(1, &result.arrays_);
    glBindVertexArray(result.arrays_);
    glGenBuffers(1, &result.positions_);
    glBindBuffer(GL_ARRAY_BUFFER, result.positions_);
    glBufferData(
        GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(positions.size() * sizeof(Vec3)), positions.data(), GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), nullptr);
    glGenBuffers(1, &result.indices_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, result.indices_);
    glBufferData(
        GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size() * sizeof(TriangleIndices)), triangles.data(),
        GL_STATIC_DRAW);
    glBindVertexArray(0);
    if (glGetError() != GL_NO_ERROR)
        return Error{
            ErrorCode::unavailable,
            "the driver has no room for a mesh of " + std::to_string(triangles.size()) + " triangles"};
    return result;
}

void MeshOnCard::swap(MeshOnCard& other) noexcept
{
    std::swap(arrays_, other.arrays_);
    std::swap(positions_, other.positions_);
    std::swap(indices_, other.indices_);
    std::swap(index_count_, other.index_count_);
}

MeshOnCard::MeshOnCard(MeshOnCard&& other) noexcept { swap(other); }

MeshOnCard& MeshOnCard::operator=(MeshOnCard&& other) noexcept
{
    swap(other);
    return *this;
}

MeshOnCard::~MeshOnCard()
{
    if (arrays_ != 0)
        glDeleteVertexArrays(1, &arrays_);
    if (positions_ != 0)
        glDeleteBuffers(1, &positions_);
    if (indices_ != 0)
        glDeleteBuffers(1, &indices_);
}

void MeshOnCard::draw() const
{
    if (index_count_ == 0)
        return;
    glBindVertexArray(arrays_);
    glDrawElements(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr);
}

} // namespace tactus
