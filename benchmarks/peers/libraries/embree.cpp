// SPDX-License-Identifier: MIT
// Embree's collision of two scenes of user geometry, one primitive to a triangle, refitted at every commit.
#include <algorithm>
#include <stdexcept>

#include <embree3/rtcore.h>

#include "libraries/curve_order.h"
#include "libraries/narrow_phase.h"
#include "libraries/peer.h"
#include "libraries/triangle_box.h"

namespace tactus::peers {

namespace {

struct EmbreeMesh {
    std::vector<TriangleIndices> triangles; // along a curve; Embree's tree then reads them nearly in order
    std::vector<std::uint32_t> numbers;     // what the workload calls them
    const Vec3* positions = nullptr;
    RTCGeometry geometry = nullptr;
    RTCScene scene = nullptr;
};

void give_bounds(const RTCBoundsFunctionArguments* arguments)
{
    const auto& mesh = *static_cast<const EmbreeMesh*>(arguments->geometryUserPtr);
    const auto [lower, upper] = box_of_triangle(mesh.triangles[arguments->primID], mesh.positions);
    *arguments->bounds_o = {lower.x, lower.y, lower.z, 0.0f, upper.x, upper.y, upper.z, 0.0f};
}

struct Collector {
    const EmbreeMesh& a;
    const EmbreeMesh& b;
    std::vector<TrianglePair>& pairs;
};

void test_two_meshes(void* user, RTCCollision* collisions, unsigned count)
{
    auto& collector = *static_cast<Collector*>(user);
    for (unsigned k = 0; k < count; ++k) {
        const std::uint32_t i = collisions[k].primID0, j = collisions[k].primID1;
        if (triangles_intersect_in_double(
                corners(collector.a.triangles[i], collector.a.positions),
                corners(collector.b.triangles[j], collector.b.positions)))
            collector.pairs.push_back({collector.a.numbers[i], collector.b.numbers[j]});
    }
}

void test_one_mesh(void* user, RTCCollision* collisions, unsigned count)
{
    auto& collector = *static_cast<Collector*>(user);
    const std::vector<TriangleIndices>& triangles = collector.a.triangles;
    const std::vector<std::uint32_t>& numbers = collector.a.numbers;
    for (unsigned k = 0; k < count; ++k) {
        const std::uint32_t i = collisions[k].primID0, j = collisions[k].primID1;
        // The walk gives every pair in both orders.
        if (i < j && !share_vertex(triangles[i], triangles[j])
            && triangles_intersect_in_double(
                corners(triangles[i], collector.a.positions), corners(triangles[j], collector.a.positions)))
            collector.pairs.push_back({std::min(numbers[i], numbers[j]), std::max(numbers[i], numbers[j])});
    }
}

class EmbreePeer final : public Peer {
public:
    explicit EmbreePeer(RTCBuildQuality quality) : device_(rtcNewDevice("threads=1,set_affinity=0")), quality_(quality)
    {
        if (device_ == nullptr)
            throw std::runtime_error("Embree gives no device");
    }

    ~EmbreePeer() override
    {
        release();
        rtcReleaseDevice(device_);
    }

    EmbreePeer(const EmbreePeer&) = delete;
    EmbreePeer& operator=(const EmbreePeer&) = delete;

    void build(const Workload& workload) override
    {
        release();
        questions_ = workload.questions;
        sets_.resize(questions_.size());
        meshes_.resize(workload.meshes.size());
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            EmbreeMesh& mesh = meshes_[m];
            mesh.numbers = curve_order(workload.meshes[m], workload.frames.front()[m]);
            mesh.triangles.clear();
            for (const std::uint32_t number : mesh.numbers)
                mesh.triangles.push_back(workload.meshes[m][number]);
            mesh.positions = workload.frames.front()[m].data();
            mesh.geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
            rtcSetGeometryUserPrimitiveCount(mesh.geometry, unsigned(mesh.triangles.size()));
            rtcSetGeometryUserData(mesh.geometry, &mesh);
            rtcSetGeometryBoundsFunction(mesh.geometry, give_bounds, nullptr);
            rtcSetGeometryBuildQuality(mesh.geometry, quality_);
            rtcCommitGeometry(mesh.geometry);
            mesh.scene = rtcNewScene(device_);
            // A tree per geometry, which alone can be refitted, comes with a scene of low quality.
            rtcSetSceneBuildQuality(mesh.scene, RTC_BUILD_QUALITY_LOW);
            rtcSetSceneFlags(mesh.scene, RTC_SCENE_FLAG_DYNAMIC);
            rtcAttachGeometry(mesh.scene, mesh.geometry);
            rtcCommitScene(mesh.scene);
        }
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            meshes_[m].positions = frame[m].data();
            rtcCommitGeometry(meshes_[m].geometry);
            rtcCommitScene(meshes_[m].scene);
        }
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            const auto [a, b] = questions_[k];
            sets_[k].clear();
            Collector collector{meshes_[a], meshes_[b], sets_[k]};
            rtcCollide(meshes_[a].scene, meshes_[b].scene, a == b ? test_one_mesh : test_two_meshes, &collector);
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    void release()
    {
        for (const EmbreeMesh& mesh : meshes_) {
            rtcReleaseGeometry(mesh.geometry);
            rtcReleaseScene(mesh.scene);
        }
        meshes_.clear();
    }

    RTCDevice device_;
    RTCBuildQuality quality_;
    std::vector<Question> questions_;
    std::vector<EmbreeMesh> meshes_;
    PairSets sets_;
};

} // namespace

PeerInfo embree_peer()
{
    return {
        .name = "Embree",
        .version = RTC_VERSION_STRING,
        .setup = "user geometry with a box per triangle, refit at every commit, rtcCollide on one thread, "
                 "then a double-precision triangle test",
        .exact = false,
        .self_collision = true,
        .make = [] { return std::make_unique<EmbreePeer>(RTC_BUILD_QUALITY_REFIT); },
    };
}

PeerInfo embree_rebuild_peer()
{
    return {
        .name = "Embree rebuilt",
        .version = RTC_VERSION_STRING,
        .setup = "the same with a new tree by Embree's fastest builder at every commit, for what no refitted tree "
                 "keeps up with",
        .exact = false,
        .self_collision = true,
        .make = [] { return std::make_unique<EmbreePeer>(RTC_BUILD_QUALITY_LOW); },
    };
}

} // namespace tactus::peers
