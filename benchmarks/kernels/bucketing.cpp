// SPDX-License-Identifier: MIT
// What it takes to put 100 000 triangles into the buckets of an octree, beside computing their boxes: by direct
// bucketing, by sorted lists on a body that moves a little, and with one triangle a thousand diameters away.
#include "tree/buckets/bucket_tree.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "scenes/scene.h"
#include "tree/clusters/triangle_boxes.h"

namespace tactus {
namespace {

/// One body of a scene, at some frames.
struct MovingBody {
    std::vector<TriangleIndices> triangles;
    std::vector<std::vector<Vec3>> frames; ///< with one more vertex than there are, to be read beyond the last
    std::vector<Box> boxes;

    MovingBody()
    {
        const scenes::Scene scene = scenes::make_scene("bumpy_spheres", {.triangles = 100'000, .frames = 40}).value();
        triangles = scene.meshes[0].triangles;
        // Whole groups of 64, as the boxes' kernel takes them.
        triangles.resize(triangles.size() / 64 * 64);
        for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
            std::vector<Vec3> positions(scene.meshes[0].positions.size());
            scene.positions(frame, 0, positions);
            boxes.push_back({});
            for (const Vec3 p : positions)
                boxes.back() = include(boxes.back(), p);
            positions.emplace_back();
            frames.push_back(std::move(positions));
        }
    }

    TriangleList at(std::size_t frame) const { return {&frames[frame].front().x, triangles, {}}; }
};

const MovingBody& body()
{
    static const MovingBody made;
    return made;
}

void report(benchmark::State& state)
{
    const auto count = static_cast<double>(body().triangles.size());
    state.counters["triangles"] = count;
    state.counters["time per triangle"] =
        benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void boxes_alone(benchmark::State& state)
{
    std::size_t frame = 0;
    std::array<LaneBox, 64> boxes;
    for (auto _ : state) {
        const TriangleList list = body().at(frame++ % body().frames.size());
        for (std::size_t first = 0; first < list.size(); first += boxes.size()) {
            box_triangles(list, first, boxes);
            benchmark::DoNotOptimize(boxes);
        }
    }
    report(state);
}
BENCHMARK(boxes_alone);

void make_trees(benchmark::State& state, const structures::BucketOctree& options, bool has_stray)
{
    BucketTree tree(options);
    std::vector<std::vector<Vec3>> frames = body().frames;
    std::vector<Box> boxes = body().boxes;
    if (has_stray)
        for (std::size_t frame = 0; frame < frames.size(); ++frame)
            for (const std::uint32_t vertex : body().triangles[12345]) {
                frames[frame][vertex].x += 2000.0f;
                boxes[frame] = include(boxes[frame], frames[frame][vertex]);
            }
    std::size_t frame = 0;
    for (auto _ : state) {
        const std::size_t now = frame++ % frames.size();
        tree.begin({&frames[now].front().x, body().triangles, {}}, frames[now].size() - 1, boxes[now]);
        tree.finish();
    }
    report(state);
    state.counters["buckets"] = tree.nodes().bucket_count();
}

void direct(benchmark::State& state)
{
    make_trees(state, {.levels = static_cast<std::uint32_t>(state.range(0))}, false);
}
BENCHMARK(direct)->DenseRange(0, 7);

void direct_with_a_stray(benchmark::State& state) { make_trees(state, {}, true); }
BENCHMARK(direct_with_a_stray);

void sorted_lists(benchmark::State& state) { make_trees(state, {.algorithm = BucketAlgorithm::sorted_lists}, false); }
BENCHMARK(sorted_lists);

} // namespace
} // namespace tactus
