// SPDX-License-Identifier: MIT
// FCL's trees of oriented boxes, built anew from every frame: what the tool query paper did with the library RAPID.
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/utility.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include "libraries/peer.h"

namespace tactus::peers {

namespace {

using ObbModel = fcl::BVHModel<fcl::OBB<double>>;

/// Lists pairs, where FCL's own leaf test would make contacts.
class ObbPairs final : public fcl::detail::MeshCollisionTraversalNodeOBB<double> {
public:
    ObbPairs(const ObbModel& a, const ObbModel& b, std::vector<TrianglePair>& pairs) : pairs_(pairs)
    {
        const fcl::Transform3<double> identity = fcl::Transform3<double>::Identity();
        fcl::detail::initialize(*this, a, identity, b, identity, request_, result_);
    }

    void leafTesting(int node_a, int node_b) const override
    {
        const int i = model1->getBV(node_a).primitiveId(), j = model2->getBV(node_b).primitiveId();
        const fcl::Triangle &a = tri_indices1[i], &b = tri_indices2[j];
        if (fcl::detail::Intersect<double>::intersect_Triangle(
                vertices1[a[0]], vertices1[a[1]], vertices1[a[2]], vertices2[b[0]], vertices2[b[1]], vertices2[b[2]]))
            pairs_.push_back({std::uint32_t(i), std::uint32_t(j)});
    }

    bool canStop() const override { return false; }

private:
    fcl::CollisionRequest<double> request_;
    fcl::CollisionResult<double> result_;
    std::vector<TrianglePair>& pairs_;
};

class FclObbPeer final : public Peer {
public:
    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        sets_.resize(questions_.size());
        models_ = std::vector<ObbModel>(workload.meshes.size());
        points_.resize(workload.meshes.size());
        for (std::size_t m = 0; m < models_.size(); ++m) {
            std::vector<fcl::Triangle> triangles;
            for (const TriangleIndices& t : workload.meshes[m])
                triangles.emplace_back(t[0], t[1], t[2]);
            widen(workload.frames.front()[m], points_[m]);
            models_[m].beginModel(int(triangles.size()), int(points_[m].size()));
            models_[m].addSubModel(points_[m], triangles);
            models_[m].endModel();
        }
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            widen(frame[m], points_[m]);
            models_[m].beginReplaceModel();
            models_[m].replaceSubModel(points_[m]);
            constexpr bool refit = false;
            models_[m].endReplaceModel(refit);
        }
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            sets_[k].clear();
            ObbPairs traversal(models_[questions_[k].a], models_[questions_[k].b], sets_[k]);
            fcl::detail::collide(&traversal);
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    static void widen(const std::vector<Vec3>& positions, std::vector<fcl::Vector3<double>>& points)
    {
        points.resize(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i)
            points[i] = {positions[i].x, positions[i].y, positions[i].z};
    }

    std::vector<Question> questions_;
    std::vector<ObbModel> models_;
    std::vector<std::vector<fcl::Vector3<double>>> points_;
    PairSets sets_;
};

} // namespace

PeerInfo fcl_obb_rebuild_peer()
{
    return {
        .name = "FCL OBB rebuilt",
        .version = FCL_VERSION,
        .setup = "BVHModel<OBB> with replaceSubModel, built anew in every frame, FCL's traversal and triangle test; "
                 "for tools alone",
        .exact = false,
        .self_collision = false,
        .make = [] { return std::make_unique<FclObbPeer>(); },
        .rows = PlaysRows::with_tools,
    };
}

} // namespace tactus::peers
