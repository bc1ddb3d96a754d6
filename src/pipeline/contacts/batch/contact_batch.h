// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/report.h>

#include "base/buffer.h"
#include "pipeline/contacts/batch/feature_tests.h"
#include "pipeline/contacts/contact_geometry.h"
#include "pipeline/contacts/elementary_contacts.h"

namespace tactus {

/// A decided pair of features, with what describe() says about it.
struct DecidedContact {
    ElementaryContact decided;
    HoldingTriangles triangles;
    std::array<float, 3> weights_a;
    std::array<float, 3> weights_b;
    Vec3 point;
    Vec3 normal;
    float separation;
};

/// The contacts of whole lists of triangle pairs, found and described a few hundred pairs at a time. Keeps its memory.
///
/// Floats decide what they can be sure of, four pairs of features at a time: nearly everything. What they leave open is
/// decided by `within` and `crossing`, and what they cannot describe well by describe().
class ContactBatch {
public:
    /// Appends what append_near and append_crossing find for the given pairs, in an order that depends on the pairs
    /// alone. Near features come up once, with the pair of triangles that own them; features that cross may come up for
    /// several pairs, and once more if they are near. Points of vertices are read 16 bytes at a time: at least 4 bytes
    /// after the last one must be readable. The distance is in metres, finite and not negative.
    void find(
        const ContactSurface& a, const ContactSurface& b, std::span<const TrianglePair> pairs, float distance,
        Buffer<DecidedContact>& contacts);

    /// How pairs of features were settled, since the batch was made.
    struct Counts {
        std::uint64_t pairs = 0;
        std::uint64_t tests = 0;     ///< pairs of features compared in float
        std::uint64_t undecided = 0; ///< left to `within`
        std::uint64_t crossings = 0; ///< pairs of triangles left to `crossing`
        std::uint64_t contacts = 0;
        std::uint64_t undescribed = 0; ///< left to describe()
    };
    const Counts& counts() const { return counts_; }

    std::size_t bytes() const;

private:
    static constexpr std::size_t chunk_size = 256;

    /// Which features a test is about: those of two triangles of the chunk.
    struct Origin {
        std::uint16_t pair;
        std::uint8_t of_a; ///< corner or edge; unused for a face
        std::uint8_t of_b;
        bool crosses;
    };
    struct Tests {
        Buffer<contact_batch::FeaturePlaces> places;
        Buffer<Origin> origins;
        std::size_t count = 0;

        void make_room(std::size_t count);
        void add(const contact_batch::FeaturePlaces& features, Origin origin)
        {
            places.data()[count] = features;
            origins.data()[count++] = origin;
        }
        std::size_t padded_count();
    };
    struct Sides {
        const ContactSurface& a;
        const ContactSurface& b;
        float distance;
    };

    void find_chunk(const Sides& sides, std::span<const TrianglePair> pairs, Buffer<DecidedContact>& contacts);
    void take_corners(const Sides& sides, std::span<const TrianglePair> pairs);
    void collect_near(const Sides& sides, std::span<const TrianglePair> pairs);
    void collect_crossing(const Sides& sides, std::span<const TrianglePair> pairs);
    void add_vertex(ElementaryKind kind, std::size_t pair, int corner, bool crosses);
    void add_edges(const Sides& sides, TrianglePair triangles, std::size_t pair, int edge_a, int edge_b, bool crosses);
    void settle(
        const Sides& sides, std::span<const TrianglePair> pairs, ElementaryKind kind, Tests& tests,
        Buffer<DecidedContact>& contacts);
    void append(
        const Sides& sides, TrianglePair triangles, const ElementaryContact& decided, Origin origin,
        const contact_batch::FeatureResults& results, std::size_t lane, Buffer<DecidedContact>& contacts);

    Buffer<std::uint32_t> corners_a_; ///< places of three corners a pair
    Buffer<std::uint32_t> corners_b_;
    Buffer<std::uint32_t> codes_;
    Buffer<Vec3> crossing_points_; ///< by pair
    Tests vertex_face_;
    Tests face_vertex_;
    Tests edge_edge_;
    Buffer<contact_batch::FeatureResults> results_;
    Counts counts_;
};

} // namespace tactus
