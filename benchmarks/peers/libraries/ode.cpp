// SPDX-License-Identifier: MIT
// ODE's triangle meshes (OPCODE trees), refitted in place. dCollide gives contacts, not pairs: at most 65535 to a
// call, several to a pair or none where it merges them, so the pairs it names are a part of the whole.
#include <algorithm>
#include <cstdarg>

#include <ode/ode.h>

#include "libraries/named_pairs.h"
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
        contacts_.assign(questions_.size(), std::vector<dContactGeom>(max_contacts));
        counts_.assign(questions_.size(), 0);
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
            counts_[k] = std::size_t(dCollide(
                meshes_[a].geometry, meshes_[b].geometry, max_contacts, contacts_[k].data(), sizeof(dContactGeom)));
        }
    }

    void collect(PairSets& sets) const override
    {
        sets.assign(questions_.size(), {});
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            for (std::size_t c = 0; c < counts_[k]; ++c)
                sets[k].push_back({std::uint32_t(contacts_[k][c].side1), std::uint32_t(contacts_[k][c].side2)});
            keep_each_once(sets[k]);
        }
    }

    ContactsFound contacts() const override
    {
        ContactsFound found;
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            found.count += counts_[k];
            for (std::size_t c = 0; c < counts_[k]; ++c)
                found.max_depth = std::max(found.max_depth, double(contacts_[k][c].depth));
        }
        return found;
    }

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
    std::vector<std::vector<dContactGeom>> contacts_; // per question, with room for as many as a call may give
    std::vector<std::size_t> counts_;
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
