// SPDX-License-Identifier: MIT
// What every library under comparison does: keep up with a frame, then name the intersecting triangles, or say where
// the meshes touch and how deep.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/queries.h>

namespace tactus::peers {

/// The positions of every mesh at one moment.
using Frame = std::vector<std::vector<Vec3>>;

/// Mesh a against mesh b, or a mesh against itself (a == b: pairs that share a vertex are left out).
struct Question {
    std::size_t a = 0;
    std::size_t b = 0;
};

/// A deforming sequence, and what is asked about it at every frame.
struct Workload {
    std::string name;
    std::vector<std::vector<TriangleIndices>> meshes;
    std::vector<Question> questions;
    std::vector<Frame> frames;
    /// The tool of each frame where the second mesh is that of a tool, and empty otherwise. What counts is then which
    /// triangles of the first mesh are touched, and a library that knows tools may use these in place of the mesh.
    std::vector<ToolVolume> tools = {};

    std::size_t triangle_count() const
    {
        std::size_t count = 0;
        for (const auto& triangles : meshes)
            count += triangles.size();
        return count;
    }
};

/// The pairs of each question, in any order. Within one mesh a < b.
using PairSets = std::vector<std::vector<TrianglePair>>;

/// Memory, where a library tells.
struct Footprint {
    std::size_t structure_bytes = 0;
    std::size_t scratch_bytes = 0;
};

/// What a library said of contacts at one frame, over all questions.
struct ContactsFound {
    std::size_t count = 0;
    double max_depth = 0.0; ///< Metres; 0 where nothing is deep.
};

/// One library, set up as its best user would. The workload and the frame of the last update outlive every call.
class Peer {
public:
    virtual ~Peer() = default;
    /// Makes the structures from the topology and the first frame.
    virtual void build(const Workload& workload) = 0;
    /// Brings the structures up to date. Timed.
    virtual void update(const Frame& frame) = 0;
    /// Finds the pairs or the contacts of every question, and keeps them in the library's own form. Timed.
    virtual void query() = 0;
    /// The pairs of the last query, or those that its contacts name. Not timed.
    virtual void collect(PairSets& sets) const = 0;
    /// The contacts of the last query, where the library gives contacts. Not timed.
    virtual ContactsFound contacts() const { return {}; }
    virtual Footprint footprint() const { return {}; }
};

/// Which rows a library takes part in.
enum class PlaysRows { all, without_tools, with_tools };

struct PeerInfo {
    std::string name;
    std::string version;
    std::string setup; ///< one sentence: how the library is used here
    bool exact = false;
    bool self_collision = true; ///< whether the library can be asked about a mesh and itself
    std::function<std::unique_ptr<Peer>()> make;
    PlaysRows rows = PlaysRows::all;
};

/// The libraries this build was made with, the reference (CGAL, where it was found) first.
std::vector<PeerInfo> available_peers();
/// Those of them that give contacts with depths, after the exact pairs of Tactus, which say whether the meshes touch.
std::vector<PeerInfo> available_contact_peers();
/// The names of the libraries with contacts that this build was made without.
std::vector<std::string> absent_contact_peers();

PeerInfo cgal_peer();
PeerInfo embree_peer();
PeerInfo embree_rebuild_peer();
PeerInfo bullet_peer();
PeerInfo fcl_peer();
/// Trees of oriented boxes that are built anew in every frame, as the tool query paper used its peer.
PeerInfo fcl_obb_rebuild_peer();
PeerInfo ode_peer();
PeerInfo tactus_peer();
/// With the bucket octree in place of the default structure.
PeerInfo tactus_buckets_peer();

PeerInfo fcl_contacts_peer();
PeerInfo gimpact_peer();
/// Contacts at distance zero with depths through the whole overlap: one for each place.
PeerInfo tactus_local_contacts_peer();
/// Contacts at distance zero, one for each place, with the depths that their features say.
PeerInfo tactus_feature_depths_peer();
/// Contacts at distance zero with depths through the whole overlap: every two features that touch.
PeerInfo tactus_all_contacts_peer();

} // namespace tactus::peers
