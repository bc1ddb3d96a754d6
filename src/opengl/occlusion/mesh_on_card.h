// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// Triangles in the memory of the card. Belongs to the context that is current when it is made, which must be current
/// in every call and at its end.
class MeshOnCard {
public:
    /// Copies the mesh, whose indices and coordinates must be good. A vertex shader has the positions at location 0.
    static Result<MeshOnCard> create(const MeshView& mesh);

    MeshOnCard(MeshOnCard&& other) noexcept;
    MeshOnCard& operator=(MeshOnCard&& other) noexcept;
    MeshOnCard(const MeshOnCard&) = delete;
    MeshOnCard& operator=(const MeshOnCard&) = delete;
    ~MeshOnCard();

    /// Draws all triangles with the shader in use.
    void draw() const;

private:
    MeshOnCard() = default;
    void swap(MeshOnCard& other) noexcept;

    unsigned arrays_ = 0;
    unsigned positions_ = 0;
    unsigned indices_ = 0;
    std::int32_t index_count_ = 0;
};

} // namespace tactus
