// SPDX-License-Identifier: MIT
// Bullet's dynamic tree of boxes, refitted bottom up as its own deformable bodies do, and its tree-against-tree walk.
#include <algorithm>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <LinearMath/btScalar.h>

#include "libraries/narrow_phase.h"
#include "libraries/peer.h"
#include "libraries/triangle_box.h"

namespace tactus::peers {

namespace {

class BulletMesh {
public:
    void build(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
    {
        triangles_ = &triangles;
        btDbvt grown;
        for (std::size_t i = 0; i < triangles.size(); ++i)
            grown.insert(box(triangles[i], positions), reinterpret_cast<void*>(i));
        grown.optimizeTopDown();
        // A copy made in walking order lies in walking order, which the refit and the queries gain from.
        btDbvt::IClone nothing_to_note;
        grown.clone(tree_, &nothing_to_note);
        leaves_.clear();
        leaf_triangles_.clear();
        inner_nodes_.clear();
        list_nodes(tree_.m_root);
        // Children stand after their parents in the list, so its reverse is a bottom-up order.
        std::reverse(inner_nodes_.begin(), inner_nodes_.end());
    }

    void update(const std::vector<Vec3>& positions)
    {
        positions_ = positions.data();
        for (std::size_t k = 0; k < leaves_.size(); ++k)
            leaves_[k]->volume = box(leaf_triangles_[k], positions);
        for (btDbvtNode* node : inner_nodes_)
            merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
    }

    static std::size_t triangle_of(const btDbvtNode* leaf) { return reinterpret_cast<std::size_t>(leaf->data); }
    const TriangleIndices& triangle(std::size_t index) const { return (*triangles_)[index]; }
    const Vec3* positions() const { return positions_; }
    btDbvt& tree() { return tree_; }

private:
    static btDbvtVolume box(const TriangleIndices& triangle, const std::vector<Vec3>& positions)
    {
        const auto [lower, upper] = box_of_triangle(triangle, positions.data());
        return btDbvtVolume::FromMM({lower.x, lower.y, lower.z}, {upper.x, upper.y, upper.z});
    }

    // As Bullet's Merge, without its branches, which would cost a third of the refit.
    static void merge(const btDbvtVolume& a, const btDbvtVolume& b, btDbvtVolume& into)
    {
        for (int k = 0; k < 3; ++k) {
            into.tMins()[k] = lesser(a.Mins()[k], b.Mins()[k]);
            into.tMaxs()[k] = greater(a.Maxs()[k], b.Maxs()[k]);
        }
    }

    void list_nodes(btDbvtNode* node)
    {
        if (node == nullptr)
            return;
        if (node->isleaf()) {
            leaves_.push_back(node);
            leaf_triangles_.push_back((*triangles_)[triangle_of(node)]);
            return;
        }
        inner_nodes_.push_back(node);
        // The order in which clone() made the nodes, and so, nearly, of their addresses.
        list_nodes(node->childs[1]);
        list_nodes(node->childs[0]);
    }

    const std::vector<TriangleIndices>* triangles_ = nullptr;
    const Vec3* positions_ = nullptr;
    btDbvt tree_;
    std::vector<btDbvtNode*> leaves_;
    std::vector<TriangleIndices> leaf_triangles_; // in the leaves' order
    std::vector<btDbvtNode*> inner_nodes_;
};

class CollectPairs final : public btDbvt::ICollide {
public:
    CollectPairs(const BulletMesh& a, const BulletMesh& b, std::vector<TrianglePair>& pairs)
        : a_(a), b_(b), pairs_(pairs), self_(&a == &b)
    {
    }

    using btDbvt::ICollide::Process;
    void Process(const btDbvtNode* leaf_a, const btDbvtNode* leaf_b) override
    {
        auto i = std::uint32_t(BulletMesh::triangle_of(leaf_a));
        auto j = std::uint32_t(BulletMesh::triangle_of(leaf_b));
        const TriangleIndices& triangle_a = a_.triangle(i);
        const TriangleIndices& triangle_b = b_.triangle(j);
        if (self_ && share_vertex(triangle_a, triangle_b))
            return;
        if (!triangles_intersect_in_double(corners(triangle_a, a_.positions()), corners(triangle_b, b_.positions())))
            return;
        if (self_ && i > j)
            std::swap(i, j);
        pairs_.push_back({i, j});
    }

private:
    const BulletMesh& a_;
    const BulletMesh& b_;
    std::vector<TrianglePair>& pairs_;
    bool self_;
};

class BulletPeer final : public Peer {
public:
    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        sets_.resize(questions_.size());
        meshes_ = std::vector<BulletMesh>(workload.meshes.size());
        for (std::size_t m = 0; m < meshes_.size(); ++m)
            meshes_[m].build(workload.meshes[m], workload.frames.front()[m]);
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < meshes_.size(); ++m)
            meshes_[m].update(frame[m]);
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            BulletMesh& a = meshes_[questions_[k].a];
            BulletMesh& b = meshes_[questions_[k].b];
            sets_[k].clear();
            CollectPairs policy(a, b, sets_[k]);
            a.tree().collideTTpersistentStack(a.tree().m_root, b.tree().m_root, policy);
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    std::vector<Question> questions_;
    std::vector<BulletMesh> meshes_;
    PairSets sets_;
};

} // namespace

PeerInfo bullet_peer()
{
    const int version = btGetVersion();
    return {
        .name = "Bullet",
        .version = std::to_string(version / 100) + "." + std::to_string(version % 100),
        .setup = "btDbvt with a leaf per triangle, leaves and inner nodes refitted in place, collideTTpersistentStack, "
                 "then a double-precision triangle test",
        .exact = false,
        .self_collision = true,
        .make = [] { return std::make_unique<BulletPeer>(); },
    };
}

} // namespace tactus::peers
