// SPDX-License-Identifier: MIT
// A tool against all triangles of a ball: which are within its radius. `touched` says how many there are.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "geometry/simplices/simplex_batch.h"
#include "geometry/simplices/simplex_distance.h"
#include "scenes/bodies/icosphere.h"
#include "tree/clusters/cluster_tree.h"
#include "tree/clusters/order/connected_order.h"

namespace {

using namespace tactus;

constexpr float ball_radius = 0.1f;
constexpr LengthSum tool_radius = {0.005f, 0.0f, 0.0f};

/// A ball in the order of the tree.
struct Ball {
    ClusterTree tree;
    std::vector<float> positions;

    explicit Ball(std::uint32_t triangles)
    {
        const scenes::Shape shape = scenes::icosphere(triangles);
        std::vector<Vec3> points;
        for (const scenes::Point& p : shape.points)
            points.push_back(Vec3{float(p.x), float(p.y), float(p.z)} * ball_radius);
        tree = make_cluster_tree(shape.triangles, points, connected_order(shape.triangles, points));
        for (std::uint32_t place = 0; place < tree.used_vertex_count; ++place) {
            const Vec3 p = points[tree.vertex_order[place]];
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
        positions.push_back(0.0f);
    }

    TriangleSource source() const { return {positions.data(), tree.indices[0].data()}; }
};

/// The tool, standing if it has two corners, sweeping around its pivot with three, and with its pivot moving with four.
Simplex tool_of(int corners)
{
    Simplex hull;
    hull.corners = {Vec3{0.05f, 0.1f, 0.3f}, {0.02f, 0.01f, 0.085f}, {0.03f, 0.012f, 0.08f}, {0.055f, 0.1f, 0.31f}};
    hull.count = corners;
    return hull;
}

void tool_in_batches(benchmark::State& state)
{
    const Ball ball(static_cast<std::uint32_t>(state.range(0)));
    const Simplex tool = tool_of(static_cast<int>(state.range(1)));
    std::vector<std::uint32_t> all(ball.tree.indices.size()), found(all.size());
    std::iota(all.begin(), all.end(), 0u);
    std::size_t touched = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            touched = SimplexBatch(tool, tool_radius).find_within(ball.source(), all.data(), all.size(), found.data()));
    state.counters["touched"] = static_cast<double>(touched);
}

/// What it would be one by one.
void tool_exactly(benchmark::State& state)
{
    const Ball ball(static_cast<std::uint32_t>(state.range(0)));
    const Simplex tool = tool_of(static_cast<int>(state.range(1)));
    const TriangleSource source = ball.source();
    std::size_t touched = 0;
    for (auto _ : state) {
        touched = 0;
        for (std::size_t i = 0; i < ball.tree.indices.size(); ++i) {
            const auto at = [&](std::uint32_t index) {
                return Vec3{
                    source.positions[3 * index], source.positions[3 * index + 1], source.positions[3 * index + 2]};
            };
            const auto& corner = ball.tree.indices[i];
            touched += compare_distance(tool, Triangle{at(corner[0]), at(corner[1]), at(corner[2])}, tool_radius) <= 0;
        }
        benchmark::DoNotOptimize(touched);
    }
    state.counters["touched"] = static_cast<double>(touched);
}

BENCHMARK(tool_in_batches)->ArgNames({"triangles", "corners"})->ArgsProduct({{1280}, {2, 3, 4}});
BENCHMARK(tool_exactly)->ArgNames({"triangles", "corners"})->ArgsProduct({{1280}, {2, 3, 4}});

} // namespace
