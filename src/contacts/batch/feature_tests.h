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
    beside_bit = 8,    ///< edges: their lines are certainly nearest where one of the edges is not
};

/// So many pairs of features have their results side by side.
constexpr std::size_t results_at_once = 16;

/// What is known of some pairs of features: where they are closest, from the first feature to the second.
struct alignas(64) FeatureResults {
    std::uint32_t verdict[results_at_once];
    float first[results_at_once];     ///< edges: the parameter on the first; faces: the weight of the second corner
    float second[results_at_once];    ///< edges: the parameter on the second; faces: the weight of the third corner
    float normal[3][results_at_once]; ///< of unit length, from the first feature to the second
    float middle[3][results_at_once]; ///< half way between the closest points
    float distance[results_at_once];
};

/// Compares `count` pairs of a vertex and a face, not zero; there are tests up to the next multiple of results_at_once.
/// Points are four floats each.
void compare_vertex_face(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results);

/// Compares `count` pairs of edges, likewise.
void compare_edge_edge(
    const float* points, const FeaturePoints* tests, std::size_t count, float distance, FeatureResults* results);

} // namespace tactus::contact_batch
