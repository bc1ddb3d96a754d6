// SPDX-License-Identifier: MIT
// Names of features and contacts that do not depend on a world: places in a mirror, and vertex numbers.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../stage/mirror.h"

namespace tactus::fuzz {

/// The vertices of a vertex, an edge or a face in ascending order, and UINT32_MAX in the places that are left. All
/// three of a sphere or a half-space are UINT32_MAX.
using Feature = std::array<std::uint32_t, 3>;

Feature feature(const std::uint32_t* vertices, int count);
int size_of(const Feature& f);

/// A contact by its features, whichever body comes first in the report. Within one body the smaller feature is the
/// first.
struct ContactKey {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    bool inside = false; ///< vertex_inside or inside_vertex: then the feature of the body around is left out.
    Feature a = {};
    Feature b = {};

    friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

ContactKey
make_key(std::uint32_t body_a, const Feature& a, std::uint32_t body_b, const Feature& b, bool inside = false);
std::string text(const ContactKey& key);

/// A reported contact's name. UINT32_MAX stands for bodies that are not in the mirror.
ContactKey key_of(const Mirror& mirror, const Contact& contact);

/// A contact by its features and, where these are a vertex and a face, by the face's number in the mirror: a face that
/// is there twice has its contacts twice.
struct ContactName {
    ContactKey key;
    std::uint32_t face = UINT32_MAX; ///< UINT32_MAX for all other contacts.

    friend auto operator<=>(const ContactName&, const ContactName&) = default;
};

ContactName name_of(const Mirror& mirror, const Contact& contact);
std::string text(const ContactName& name);

/// Which live triangles hold each feature of a body.
struct FeatureTable {
    std::map<Feature, std::vector<std::uint32_t>> vertices, edges, faces;

    explicit FeatureTable(const MirrorBody& body);
    const std::vector<std::uint32_t>& around(const Feature& f) const;
};

/// Whether two triangles may be reported: they share no vertex, and are not attached to each other. Where neighbours
/// are reported too, `neighbours` says whether they count here.
bool may_be_reported(const Mirror& mirror, const TriangleRef& a, const TriangleRef& b, bool neighbours = false);

} // namespace tactus::fuzz
