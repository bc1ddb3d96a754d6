// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>

#include "../features.h"

namespace tactus::fuzz {

struct NearContact {
    double distance = 0.0; ///< Metres, rounded. For a sphere, of its surface: below 0 where they overlap.
    /// Every two triangles around the features may be reported, so the contact has to be. Otherwise it may be.
    bool required = true;
};

/// What exact arithmetic says about the features of all bodies that collide.
struct TrueContacts {
    /// A vertex and a face, or two edges, that are at most the contact distance apart; and what spheres are on.
    std::map<ContactKey, NearContact> near;
    /// An edge that meets a face: by these, vertices have passed through faces and edges past each other.
    std::set<ContactKey> edges_through_faces;
};

TrueContacts true_contacts(const Mirror& mirror, float contact_distance);

} // namespace tactus::fuzz
