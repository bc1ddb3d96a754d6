// SPDX-License-Identifier: MIT
// ODE's triangle meshes (OPCODE trees), refitted in place. dCollide gives contacts, not pairs: at most 65535 to a
// call, several to a pair or none where it merges them, so the pairs it names are a part of the whole.
#include <algorithm>
#include <cstdarg>

#include <ode/ode.h>

#include "libraries/peer.h"

namespace tactus::peers {

namespace {

constexpr int max_contacts = 0xffff;

struct OdeMesh {
    const std::vector<TriangleIndices>* triangles = nullptr;
    std::vector<Vec3> positions; // ODE keeps the address, so every frame is copied to one place
    dTriMeshDataID data = nullptr;
    dGeomID geometry = nullptr;
};

class OdePeer final : public Peer {
public:
    OdePeer()
    {
        dInitODE2(0);
        // A full contact table is told on stderr, once a frame; the count of missing pairs says it better.
        dSetMessageHandler([](int, const char*, va_list) {});
    }

    ~OdePeer() override
    {
        release();
        dCloseODE();
    }

    OdePeer(const OdePeer&) = delete;
    OdePeer& operator=(const OdePeer&) = delete;

    void build(const Workload& workload) override
    {
        release();
        questions_ = workload.questions;
        sets_.resize(questions_.size());
        contacts_.resize(max_contacts);
        meshes_.resize(workload.meshes.size());
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            OdeMesh& mesh = meshes_[m];
            mesh.triangles = &workload.meshes[m];
            mesh.positions = workload.frames.front()[m];
            mesh.data = dGeomTriMeshDataCreate();
            dGeomTriMeshDataBuildSingle(
                mesh.data, mesh.positions.data(), sizeof(Vec3), int(mesh.positions.size()), mesh.triangles->data(),
                int(3 * mesh.triangles->size()), sizeof(TriangleIndices));
            mesh.geometry = dCreateTriMesh(nullptr, mesh.data, nullptr, nullptr, nullptr);
        }
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            std::copy(frame[m].begin(), frame[m].end(), meshes_[m].positions.begin());
            dGeomTriMeshDataUpdate(meshes_[m].data);
        }
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            const auto [a, b] = questions_[k];
            sets_[k].clear();
            const int count = dCollide(
                meshes_[a].geometry, meshes_[b].geometry, max_contacts, contacts_.data(), sizeof(dContactGeom));
            for (int c = 0; c < count; ++c) {
                const dContactGeom& contact = contacts_[std::size_t(c)];
                sets_[k].push_back({std::uint32_t(contact.side1), std::uint32_t(contact.side2)});
            }
            std::sort(sets_[k].begin(), sets_[k].end());
            sets_[k].erase(std::unique(sets_[k].begin(), sets_[k].end()), sets_[k].end());
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    void release()
    {
        for (const OdeMesh& mesh : meshes_) {
            dGeomDestroy(mesh.geometry);
            dGeomTriMeshDataDestroy(mesh.data);
        }
        meshes_.clear();
    }

    std::vector<Question> questions_;
    std::vector<OdeMesh> meshes_;
    std::vector<dContactGeom> contacts_;
    PairSets sets_;
};

} // namespace

PeerInfo ode_peer()
{
    return {
        .name = "ODE",
        .version = TACTUS_ODE_VERSION,
        .setup = "dTriMesh with dGeomTriMeshDataUpdate, dCollide with its most, 65535 contacts a call",
        .exact = false,
        .self_collision = false, // a geometry and its copy end in an internal error of ODE's contact table
        .make = [] { return std::make_unique<OdePeer>(); },
    };
}

} // namespace tactus::peers
