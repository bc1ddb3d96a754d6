// SPDX-License-Identifier: MIT
// Bullet's GImpact: meshes that may deform, whose trees of quantised boxes are refitted, and its algorithm for two of
// them, which clips the triangles that overlap against each other.
#include <algorithm>
#include <memory>

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include "libraries/named_pairs.h"
#include "libraries/peer.h"

namespace tactus::peers {

namespace {

static_assert(sizeof(btScalar) == sizeof(float), "positions are given to Bullet as they are");

class GimpactMesh {
public:
    GimpactMesh(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
    {
        btIndexedMesh mesh;
        mesh.m_numTriangles = int(triangles.size());
        mesh.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(triangles.data());
        mesh.m_triangleIndexStride = sizeof(TriangleIndices);
        mesh.m_numVertices = int(positions.size());
        mesh.m_vertexBase = reinterpret_cast<const unsigned char*>(positions.data());
        mesh.m_vertexStride = sizeof(Vec3);
        arrays_.addIndexedMesh(mesh, PHY_INTEGER);
        shape_ = std::make_unique<btGImpactMeshShape>(&arrays_);
        shape_->setMargin(0.0f); // Contacts are those of triangles that meet.
        shape_->updateBound();
        object_.setCollisionShape(shape_.get());
    }

    /// Bullet reads the positions where they are; nothing is copied.
    void update(const std::vector<Vec3>& positions)
    {
        arrays_.getIndexedMeshArray()[0].m_vertexBase = reinterpret_cast<const unsigned char*>(positions.data());
        shape_->postUpdate();
        shape_->updateBound();
    }

    btCollisionObjectWrapper wrapped() const
    {
        return {nullptr, shape_.get(), &object_, object_.getWorldTransform(), -1, -1};
    }

private:
    btTriangleIndexVertexArray arrays_;
    std::unique_ptr<btGImpactMeshShape> shape_;
    btCollisionObject object_;
};

struct GimpactContact {
    TrianglePair triangles;
    btVector3 point;
    btVector3 normal;
    btScalar depth;
};

/// Takes all contacts as they come. Bullet's own result would put them into a manifold, which keeps four.
class AllContacts final : public btManifoldResult {
public:
    AllContacts(
        const btCollisionObjectWrapper& a, const btCollisionObjectWrapper& b, std::vector<GimpactContact>& contacts)
        : btManifoldResult(&a, &b), contacts_(contacts)
    {
    }

    void setShapeIdentifiersA(int, int triangle) override { triangle_a_ = std::uint32_t(triangle); }
    void setShapeIdentifiersB(int, int triangle) override { triangle_b_ = std::uint32_t(triangle); }
    void addContactPoint(const btVector3& normal, const btVector3& point, btScalar separation) override
    {
        contacts_.push_back({{triangle_a_, triangle_b_}, point, normal, -separation});
    }

private:
    std::vector<GimpactContact>& contacts_;
    std::uint32_t triangle_a_ = 0;
    std::uint32_t triangle_b_ = 0;
};

class GimpactPeer final : public Peer {
public:
    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        contacts_.resize(questions_.size());
        meshes_.clear();
        for (std::size_t m = 0; m < workload.meshes.size(); ++m)
            meshes_.push_back(std::make_unique<GimpactMesh>(workload.meshes[m], workload.frames.front()[m]));
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < meshes_.size(); ++m)
            meshes_[m]->update(frame[m]);
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            const btCollisionObjectWrapper a = meshes_[questions_[k].a]->wrapped();
            const btCollisionObjectWrapper b = meshes_[questions_[k].b]->wrapped();
            contacts_[k].clear();
            AllContacts result(a, b, contacts_[k]);
            btCollisionAlgorithmConstructionInfo construction(&dispatcher_, 0);
            btGImpactCollisionAlgorithm algorithm(construction, &a, &b);
            algorithm.processCollision(&a, &b, dispatch_, &result);
        }
    }

    void collect(PairSets& sets) const override
    {
        sets.assign(questions_.size(), {});
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            for (const GimpactContact& contact : contacts_[k])
                sets[k].push_back(contact.triangles);
            keep_each_once(sets[k]);
        }
    }

    ContactsFound contacts() const override
    {
        ContactsFound found;
        for (const std::vector<GimpactContact>& contacts : contacts_) {
            found.count += contacts.size();
            for (const GimpactContact& contact : contacts)
                found.max_depth = std::max(found.max_depth, double(contact.depth));
        }
        return found;
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDispatcherInfo dispatch_;
    std::vector<Question> questions_;
    std::vector<std::unique_ptr<GimpactMesh>> meshes_;
    std::vector<std::vector<GimpactContact>> contacts_;
};

} // namespace

PeerInfo gimpact_peer()
{
    const int version = btGetVersion();
    return {
        .name = "Bullet GImpact",
        .version = std::to_string(version / 100) + "." + std::to_string(version % 100),
        .setup = "btGImpactMeshShape that reads the positions in place, margin 0, postUpdate and updateBound at every "
                 "frame, btGImpactCollisionAlgorithm with a result that takes every contact, where a manifold would "
                 "keep four",
        .exact = false,
        .self_collision = false,
        .make = [] { return std::make_unique<GimpactPeer>(); },
    };
}

} // namespace tactus::peers
