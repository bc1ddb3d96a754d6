// SPDX-License-Identifier: MIT
// One body against itself, phase by phase, on the middle frame of a scene: the boxes and normals of all triangles, the
// windows, the kernel that compares two blocks of eight boxes, and the whole query. And what is made once per body.
#include "search/self/self_pairs.h"

#include <vector>

#include <benchmark/benchmark.h>

#include "scenes/scene.h"
#include "search/self/self_kernels.h"
#include "tree/clusters/order/connected_order.h"

namespace tactus {
namespace {

/// A scene's first mesh with its tree and tables, as it lies in the middle frame.
struct SelfFrame {
    SelfFrame(const char* scene_name, std::uint32_t triangles)
    {
        auto scene = scenes::make_scene(scene_name, {.triangles = triangles});
        mesh = scene.value().meshes[0];
        tree = make_cluster_tree(mesh.triangles, mesh.positions, connected_order(mesh.triangles, mesh.positions));
        place(mesh.positions);
        tables = make_self_tables(tree, places.data());
        std::vector<Vec3> positions(mesh.positions.size());
        scene.value().positions(scene.value().frame_count / 2, 0, positions);
        place(positions);
    }

    void place(const std::vector<Vec3>& positions)
    {
        places.clear();
        root = {};
        for (std::uint32_t vertex : tree.vertex_order) {
            const Vec3 p = positions[vertex];
            places.insert(places.end(), {p.x, p.y, p.z});
            root = include(root, p);
        }
        places.resize(places.size() + 4);
    }

    SelfBody body() const { return {tree, tables, places.data(), root}; }
    void report(benchmark::State& state) const
    {
        state.counters["time per triangle"] = benchmark::Counter(
            static_cast<double>(mesh.triangles.size()),
            benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    }

    scenes::SceneMesh mesh;
    ClusterTree tree;
    SelfTables tables;
    std::vector<float> places;
    Box root;
    Workers workers{1};
    WorkMeter meter{Budget::unlimited()};
};

void order_triangles(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    const SelfFrame frame(scene, triangles);
    for (auto _ : state)
        benchmark::DoNotOptimize(connected_order(frame.mesh.triangles, frame.mesh.positions));
    frame.report(state);
}

void make_tables(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    const SelfFrame frame(scene, triangles);
    for (auto _ : state)
        benchmark::DoNotOptimize(make_self_tables(frame.tree, frame.places.data()));
    frame.report(state);
    state.counters["bytes per triangle"] =
        static_cast<double>(frame.tables.bytes()) / static_cast<double>(frame.mesh.triangles.size());
}

void update_blocks(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    SelfFrame frame(scene, triangles);
    SelfBlocks blocks;
    for (auto _ : state)
        blocks.update(frame.tree, frame.places.data(), frame.root, frame.workers, frame.meter);
    frame.report(state);
}

void certify_all_windows(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    SelfFrame frame(scene, triangles);
    SelfBlocks blocks;
    blocks.update(frame.tree, frame.places.data(), frame.root, frame.workers, frame.meter);
    std::vector<WindowHolds> holds(2 * frame.tree.cluster_count());
    for (auto _ : state)
        certify_windows(frame.tables.windows, blocks, 0, frame.tree.cluster_count(), holds.data());
    double held = 0.0;
    for (WindowHolds one : holds)
        held += one == WindowHolds::no ? 0.0 : 1.0;
    frame.report(state);
    state.counters["share that holds"] = held / static_cast<double>(holds.size());
}

void compare_adjacent_leaves(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    SelfFrame frame(scene, triangles);
    SelfBlocks blocks;
    blocks.update(frame.tree, frame.places.data(), frame.root, frame.workers, frame.meter);
    const auto& pairs = frame.tables.adjacent.levels[0].pairs;
    std::vector<AdjacentPair> left(pairs.size() + 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(overlapping_children(blocks.level(0), pairs.data(), pairs.size(), left.data()));
    state.counters["time per pair"] = benchmark::Counter(
        static_cast<double>(pairs.size()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void find_self_pairs(benchmark::State& state, const char* scene, std::uint32_t triangles)
{
    SelfFrame frame(scene, triangles);
    SelfQuery query;
    Buffer<TrianglePair> pairs;
    for (auto _ : state) {
        pairs.clear();
        WorkMeter meter(Budget::unlimited());
        query.find_pairs(frame.body(), frame.workers, meter, false, pairs);
    }
    frame.report(state);
    state.counters["pairs"] = static_cast<double>(pairs.size());
}

BENCHMARK_CAPTURE(order_triangles, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_tables, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(update_blocks, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(certify_all_windows, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compare_adjacent_leaves, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_self_pairs, cloth_32k, "folded_cloth", 32000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_self_pairs, sphere_82k, "closed_bumpy_sphere", 81920)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_self_pairs, crumpled_32k, "crumpled_sheet", 32000)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace tactus
