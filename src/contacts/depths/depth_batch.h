// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "contacts/depths/face_distances.h"
#include "contacts/depths/overlap_side.h"
#include "contacts/depths/vertex_depth.h"

namespace tactus {

/// Writes the depths of up to 32 vertices, given the triangles that each of them may come out of. It measures several
/// of these at a time.
class DepthBatch {
public:
    static constexpr std::size_t max_vertices = 32;

    /// Depths are below the other side, which must stay until the last is written.
    explicit DepthBatch(const OverlapSide& other) : other_(&other) {}

    /// One more vertex, whose depth goes to this place. Gives its number among those of the batch.
    std::size_t add(const OverlapSide::Inside& inside, VertexDepth& depth)
    {
        vertices_[vertex_count_] = {&inside, &depth, std::numeric_limits<double>::infinity()};
        return vertex_count_++;
    }
    std::size_t size() const { return vertex_count_; }
    /// A vertex may come out of a triangle. It does so where the nearest of them is, and of several the lowest
    /// numbered.
    void ask(std::size_t vertex, Vec3 at, std::uint32_t triangle)
    {
        if (question_count_ == FaceDistances::size)
            measure_questions();
        put(vertex, at, triangle);
    }
    /// Writes what is not written yet, and begins anew.
    void write()
    {
        measure_questions();
        vertex_count_ = 0;
    }

private:
    struct Vertex {
        const OverlapSide::Inside* inside = nullptr;
        VertexDepth* depth = nullptr;
        double distance = 0.0; ///< of the nearest triangle so far
    };
    struct Question {
        std::uint32_t vertex = 0;
        std::uint32_t triangle = 0;
        std::uint32_t first_corner = 0; ///< of the triangle: the one with which it begins here
    };

    void put(std::size_t vertex, Vec3 at, std::uint32_t triangle);
    void measure_questions();

    const OverlapSide* other_;
    std::array<Vertex, max_vertices> vertices_;
    std::size_t vertex_count_ = 0;
    std::array<Question, FaceDistances::size> questions_;
    std::uint32_t question_count_ = 0;
    FaceDistances distances_;
};

/// What is measured must not depend on the corner with which a triangle begins.
inline void DepthBatch::put(std::size_t vertex, Vec3 at, std::uint32_t triangle)
{
    const BodySurface& surface = other_->surface();
    const TriangleIndices& corners = surface.triangles.data()[triangle];
    const std::uint32_t a = corners[0], b = corners[1], c = corners[2];
    const std::uint32_t first = a <= b ? (a <= c ? 0 : 2) : (b <= c ? 1 : 2);
    const std::uint32_t second = first == 2 ? 0 : first + 1, third = first == 0 ? 2 : first - 1;
    distances_.set(
        question_count_, at,
        {surface.vertex(corners[first]), surface.vertex(corners[second]), surface.vertex(corners[third])});
    questions_[question_count_++] = {static_cast<std::uint32_t>(vertex), triangle, first};
}

} // namespace tactus
