// SPDX-License-Identifier: MIT
#include "libraries/peer.h"

namespace tactus::peers {

std::vector<PeerInfo> available_contact_peers()
{
    std::vector<PeerInfo> peers;
    peers.push_back(tactus_peer());
    peers.back().name = "Tactus pairs";
#ifdef TACTUS_HAS_ODE
    peers.push_back(ode_peer());
#endif
#ifdef TACTUS_HAS_FCL
    peers.push_back(fcl_contacts_peer());
#endif
#ifdef TACTUS_HAS_BULLET
    peers.push_back(gimpact_peer());
#endif
    peers.push_back(tactus_all_contacts_peer());
    peers.push_back(tactus_feature_depths_peer());
    peers.push_back(tactus_local_contacts_peer());
    return peers;
}

std::vector<std::string> absent_contact_peers()
{
    std::vector<std::string> names;
#ifndef TACTUS_HAS_ODE
    names.push_back("ODE");
#endif
#ifndef TACTUS_HAS_FCL
    names.push_back("FCL");
#endif
#ifndef TACTUS_HAS_BULLET
    names.push_back("Bullet GImpact");
#endif
    return names;
}

} // namespace tactus::peers
