// SPDX-License-Identifier: MIT
#include "libraries/peer.h"

namespace tactus::peers {

std::vector<PeerInfo> available_peers()
{
    std::vector<PeerInfo> peers;
#ifdef TACTUS_HAS_CGAL
    peers.push_back(cgal_peer());
#endif
#ifdef TACTUS_HAS_EMBREE
    peers.push_back(embree_peer());
    peers.push_back(embree_rebuild_peer());
#endif
#ifdef TACTUS_HAS_BULLET
    peers.push_back(bullet_peer());
#endif
#ifdef TACTUS_HAS_FCL
    peers.push_back(fcl_peer());
    peers.push_back(fcl_obb_rebuild_peer());
#endif
#ifdef TACTUS_HAS_ODE
    peers.push_back(ode_peer());
#endif
    peers.push_back(tactus_buckets_peer());
    peers.push_back(tactus_peer());
    return peers;
}

} // namespace tactus::peers
