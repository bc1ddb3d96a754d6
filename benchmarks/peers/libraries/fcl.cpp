// SPDX-License-Identifier: MIT
// FCL's hierarchy of boxes, refitted bottom up, and its traversals. The public collide() copies both models at every
// call where the bounding volume is a box, so the traversal it ends in is used directly. It gives pairs by a leaf test
// that lists them, or contacts by FCL's own leaf test.
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/utility.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <limits>

#include "libraries/named_pairs.h"
#include "libraries/narrow_phase.h"
#include "libraries/peer.h"

namespace tactus::peers {

namespace {

using Model = fcl::BVHModel<fcl::AABB<double>>;

/// FCL's own leaf test would make a contact of several hundred bytes; the pair is all that is asked for.
class PairTraversal final : public fcl::detail::MeshCollisionTraversalNode<fcl::AABB<double>> {
public:
    PairTraversal(Model& a, Model& b, std::vector<TrianglePair>& pairs) : pairs_(pairs), self_(&a == &b)
    {
        fcl::Transform3<double> identity_a = fcl::Transform3<double>::Identity();
        fcl::Transform3<double> identity_b = identity_a;
        fcl::detail::initialize(*this, a, identity_a, b, identity_b, request_, result_);
    }

    void leafTesting(int node_a, int node_b) const override
    {
        auto i = std::uint32_t(model1->getBV(node_a).primitiveId());
        auto j = std::uint32_t(model2->getBV(node_b).primitiveId());
        const fcl::Triangle& a = tri_indices1[i];
        const fcl::Triangle& b = tri_indices2[j];
        if (self_ && share_vertex(indices(a), indices(b)))
            return;
        if (!fcl::detail::Intersect<double>::intersect_Triangle(
                vertices1[a[0]], vertices1[a[1]], vertices1[a[2]], vertices2[b[0]], vertices2[b[1]], vertices2[b[2]]))
            return;
        if (self_ && i > j)
            std::swap(i, j);
        pairs_.push_back({i, j});
    }

    bool canStop() const override { return false; }

private:
    static TriangleIndices indices(const fcl::Triangle& triangle)
    {
        return {std::uint32_t(triangle[0]), std::uint32_t(triangle[1]), std::uint32_t(triangle[2])};
    }

    fcl::CollisionRequest<double> request_;
    fcl::CollisionResult<double> result_;
    std::vector<TrianglePair>& pairs_;
    bool self_;
};

/// The models, and how they keep up with a frame.
class FclModels : public Peer {
public:
    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        models_.clear();
        points_.resize(workload.meshes.size());
        for (std::size_t m = 0; m < workload.meshes.size(); ++m) {
            std::vector<fcl::Triangle> triangles;
            for (const TriangleIndices& t : workload.meshes[m])
                triangles.emplace_back(t[0], t[1], t[2]);
            widen(workload.frames.front()[m], points_[m]);
            auto model = std::make_unique<Model>();
            model->beginModel(int(triangles.size()), int(points_[m].size()));
            model->addSubModel(points_[m], triangles);
            model->endModel();
            models_.push_back(std::move(model));
        }
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            widen(frame[m], points_[m]);
            models_[m]->beginReplaceModel();
            models_[m]->replaceSubModel(points_[m]);
            models_[m]->endReplaceModel(true, true);
        }
    }

protected:
    std::vector<Question> questions_;
    std::vector<std::unique_ptr<Model>> models_;

private:
    static void widen(const std::vector<Vec3>& positions, std::vector<fcl::Vector3<double>>& points)
    {
        points.resize(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i)
            points[i] = {positions[i].x, positions[i].y, positions[i].z};
    }

    std::vector<std::vector<fcl::Vector3<double>>> points_;
};

class FclPeer final : public FclModels {
public:
    void query() override
    {
        sets_.resize(questions_.size());
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            const auto [a, b] = questions_[k];
            sets_[k].clear();
            PairTraversal traversal(*models_[a], *models_[b], sets_[k]);
            if (a == b)
                fcl::detail::selfCollide(&traversal);
            else
                fcl::detail::collide(&traversal);
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    PairSets sets_;
};

class FclContactsPeer final : public FclModels {
public:
    void query() override
    {
        static const fcl::CollisionRequest<double> request(std::numeric_limits<std::uint32_t>::max(), true);
        results_.resize(questions_.size());
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            const auto [a, b] = questions_[k];
            results_[k].clear();
            fcl::Transform3<double> identity_a = fcl::Transform3<double>::Identity();
            fcl::Transform3<double> identity_b = identity_a;
            fcl::detail::MeshCollisionTraversalNode<fcl::AABB<double>> traversal;
            fcl::detail::initialize(traversal, *models_[a], identity_a, *models_[b], identity_b, request, results_[k]);
            fcl::detail::collide(&traversal);
        }
    }

    void collect(PairSets& sets) const override
    {
        sets.assign(questions_.size(), {});
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            for (std::size_t c = 0; c < results_[k].numContacts(); ++c)
                sets[k].push_back(
                    {std::uint32_t(results_[k].getContact(c).b1), std::uint32_t(results_[k].getContact(c).b2)});
            keep_each_once(sets[k]);
        }
    }

    ContactsFound contacts() const override
    {
        ContactsFound found;
        for (const fcl::CollisionResult<double>& result : results_) {
            found.count += result.numContacts();
            for (std::size_t c = 0; c < result.numContacts(); ++c)
                found.max_depth = std::max(found.max_depth, result.getContact(c).penetration_depth);
        }
        return found;
    }

private:
    std::vector<fcl::CollisionResult<double>> results_;
};

} // namespace

PeerInfo fcl_peer()
{
    return {
        .name = "FCL",
        .version = FCL_VERSION,
        .setup = "BVHModel<AABB> with replaceSubModel and refit, FCL's traversal and triangle test without the public "
                 "call's copy of the models",
        .exact = false,
        .self_collision = true,
        .make = [] { return std::make_unique<FclPeer>(); },
    };
}

PeerInfo fcl_contacts_peer()
{
    return {
        .name = "FCL",
        .version = FCL_VERSION,
        .setup = "BVHModel<AABB> with replaceSubModel and refit, the traversal that collide ends in, without the "
                 "public call's copy of the models, enable_contact, as many contacts as there are: up to two points "
                 "to each pair of triangles that intersect, with a normal and a depth",
        .exact = false,
        .self_collision = false,
        .make = [] { return std::make_unique<FclContactsPeer>(); },
    };
}

} // namespace tactus::peers
