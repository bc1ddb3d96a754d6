// SPDX-License-Identifier: MIT
// The contact set of two surfaces by trying every two triangles: what quicker ways are compared with.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/buffer.h"
#include "contacts/features/elementary_contacts.h"
#include "geometry/features/crossing.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "tree/surface.h"

namespace tactus {

/// Appends which of the features that two triangles own are at most the distance apart: over all pairs of triangles
/// each pair of features comes up once.
inline void append_near(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b, float distance,
    Buffer<ElementaryContact>& contacts)
{
    const Triangle face_a = a.triangle(triangle_a), face_b = b.triangle(triangle_b);
    const auto append = [&](ElementaryKind kind, std::uint32_t feature_a, std::uint32_t feature_b) {
        contacts.push_back({.pair = {kind, feature_a, feature_b}, .is_near = true});
    };
    for (int k = 0; k < 3; ++k) {
        const std::uint32_t vertex_a = a.triangles[triangle_a][k], vertex_b = b.triangles[triangle_b][k];
        if (a.owners->owns_corner(triangle_a, k) && within(a.vertex(vertex_a), face_b, distance))
            append(ElementaryKind::vertex_face, vertex_a, triangle_b);
        if (b.owners->owns_corner(triangle_b, k) && within(b.vertex(vertex_b), face_a, distance))
            append(ElementaryKind::face_vertex, triangle_a, vertex_b);
    }
    for (int i = 0; i < 3; ++i) {
        if (!a.owners->owns_edge(triangle_a, i))
            continue;
        const std::uint32_t edge_a = a.owners->edge(triangle_a, i);
        for (int j = 0; j < 3; ++j)
            if (b.owners->owns_edge(triangle_b, j)) {
                const std::uint32_t edge_b = b.owners->edge(triangle_b, j);
                if (within(a.edge(edge_a), b.edge(edge_b), distance))
                    append(ElementaryKind::edge_edge, edge_a, edge_b);
            }
    }
}

/// Appends which features of two triangles cross, if any. A pair of features may come up for every two triangles around
/// them.
inline void append_crossing(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b,
    Buffer<ElementaryContact>& contacts)
{
    const Crossing found = crossing(a.triangle(triangle_a), b.triangle(triangle_b));
    const auto append = [&](ElementaryKind kind, std::uint32_t feature_a, std::uint32_t feature_b) {
        contacts.push_back({.pair = {kind, feature_a, feature_b}, .crosses = true});
    };
    switch (found.kind) {
    case CrossingKind::none:
        break;
    case CrossingKind::vertex_face:
        append(ElementaryKind::vertex_face, a.triangles[triangle_a][found.a], triangle_b);
        break;
    case CrossingKind::face_vertex:
        append(ElementaryKind::face_vertex, triangle_a, b.triangles[triangle_b][found.b]);
        break;
    case CrossingKind::edge_edge:
        append(ElementaryKind::edge_edge, a.owners->edge(triangle_a, found.a), b.owners->edge(triangle_b, found.b));
        break;
    }
}

/// Appends the contacts of two triangles: the features that are near, and those that cross.
inline void append_contacts(
    const BodySurface& a, std::uint32_t triangle_a, const BodySurface& b, std::uint32_t triangle_b, float distance,
    Buffer<ElementaryContact>& contacts)
{
    append_near(a, triangle_a, b, triangle_b, distance, contacts);
    append_crossing(a, triangle_a, b, triangle_b, contacts);
}

/// Sorts contacts by their pairs, and makes one of all that name the same pair.
inline void merge_contacts(Buffer<ElementaryContact>& contacts)
{
    std::sort(contacts.begin(), contacts.end(), [](const ElementaryContact& left, const ElementaryContact& right) {
        return left.pair < right.pair;
    });
    std::size_t merged = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ElementaryContact contact = contacts[i];
        if (merged > 0 && contacts[merged - 1].pair == contact.pair) {
            contacts[merged - 1].is_near |= contact.is_near;
            contacts[merged - 1].crosses |= contact.crosses;
        } else {
            contacts[merged++] = contact;
        }
    }
    contacts.resize_uninitialised(merged);
}

/// The whole set, by trying every two triangles. The distance is in metres and not negative.
inline void
brute_force_contacts(const BodySurface& a, const BodySurface& b, float distance, Buffer<ElementaryContact>& contacts)
{
    contacts.clear();
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles.size() && !is_removed(a.triangles[i]); ++j)
            if (!is_removed(b.triangles[j]))
                append_contacts(a, i, b, j, distance, contacts);
    merge_contacts(contacts);
}

} // namespace tactus
