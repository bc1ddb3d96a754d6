// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus::contact_batch {

/// Numbers of four points: a vertex and the corners of a face, or the ends of one edge and of another.
struct FeaturePoints {
    std::uint16_t point[4];
};

/// What float arithmetic knows about two features.
enum Verdict : std::uint32_t {
    within_bit = 1,    ///< certainly at most the distance apart
    farther_bit = 2,   ///< certainly further apart
    described_bit = 4, ///< the values below have no more than a few float roundings in them
};

/// What is known of four pairs of features: where they are closest, from the first feature to the second.
struct alignas(16) FeatureResults {
    std::uint32_t verdict[4];
    float first[4];     ///< edges: the parameter on the first; faces: the weight of the second corner
    float second[4];    ///< edges: the parameter on the second; faces: the weight of the third corner
    float normal[3][4]; ///< of unit length, from the first feature to the second
    float middle[3][4]; ///< half way between the closest points
    float distance[4];
};

/// Compares `count` pairs of a vertex and a face; a multiple of four, not zero. Points are four floats each.
void compare_vertex_face(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results);

/// Compares `count` pairs of edges.
void compare_edge_edge(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results);

} // namespace tactus::contact_batch
