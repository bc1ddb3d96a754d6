// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/batch/box_filter.h"
#include "contacts/batch/feature_tests.h"
#include "contacts/features/contact_geometry.h"
#include "contacts/features/elementary_contacts.h"
#include "contacts/features/intersecting_pair.h"

namespace tactus {

/// A decided pair of features, with what describe() says about it.
struct DecidedContact {
    ElementaryContact decided;
    ContactKind kind;
    bool is_surely_inside; ///< of a vertex: its nearest point on the face is certainly none of the outline
    bool is_silent;        ///< it does not push unless it is deep: others beside it do
    float separation;
    // From here on in the order in which a Contact has them.
    HoldingTriangles triangles;
    std::array<std::uint32_t, 3> vertices_a; ///< as a Contact has them
    std::array<std::uint32_t, 3> vertices_b;
    std::array<float, 3> weights_a;
    std::array<float, 3> weights_b;
    Vec3 point;
    Vec3 normal;
};

/// The contacts of whole lists of triangle pairs, found and described a few hundred pairs at a time. Keeps its memory.
///
/// Floats decide what they can be sure of, several pairs of features at a time: nearly everything. What they leave open
/// is decided by `within` and `crossing`, and what they cannot describe well by describe().
class ContactBatch {
public:
    /// Appends what append_near and append_crossing find for the given pairs, in an order that depends on the pairs
    /// alone. Near features come up once, with the pair of triangles that own them; features that cross may come up for
    /// several pairs, and once more if they are near. Points of vertices are read 16 bytes at a time: at least 4 bytes
    /// after the last one must be readable. The distance is in metres, finite and not negative. Pairs whose triangles
    /// intersect are appended to `intersecting`. Of a surface against itself, the lower numbered triangle of a pair
    /// comes first, features that share a vertex are no contact, and triangles that do neither cross nor intersect.
    /// Where local contacts are asked for, some of the others are left out.
    void find(
        const BodySurface& a, const BodySurface& b, std::span<const TrianglePair> pairs, float distance,
        ContactSelection which, Buffer<DecidedContact>& contacts, Buffer<IntersectingPair>& intersecting);

    /// How pairs of features were settled, since the batch was made.
    struct Counts {
        std::uint64_t pairs = 0;
        std::uint64_t tests = 0;     ///< pairs of features compared in float
        std::uint64_t undecided = 0; ///< left to `within`
        std::uint64_t crossings = 0; ///< pairs of triangles that intersect
        std::uint64_t contacts = 0;
        std::uint64_t undescribed = 0; ///< left to describe()
    };
    const Counts& counts() const { return counts_; }

    std::size_t bytes() const;

private:
    static constexpr std::size_t chunk_size = 512;
    // Six corners or three times three edges, and one pair that crosses. Lists are copied whole, past their ends.
    static constexpr std::size_t max_vertices = 7 * chunk_size + contact_batch::results_at_once;
    static constexpr std::size_t max_edges = 10 * chunk_size + contact_batch::results_at_once;

    /// Pairs of features of the chunk's triangles: first those that may be near, then those that cross.
    struct Tests {
        Buffer<contact_batch::FeaturePoints> features;
        std::size_t near_count = 0;
        std::size_t count = 0;

        /// The tests, and the last one again up to the next multiple of results_at_once.
        contact_batch::FeaturePoints* padded();
    };
    struct Sides {
        const BodySurface& a;
        const BodySurface& b;
        float distance;
        ContactSelection which;
        bool is_self;
        bool only_facing; ///< edges whose faces show that they are in no local contact are left out
    };

    /// How many pairs of features are listed.
    struct ListEnds {
        std::size_t vertices;
        std::size_t edges;
    };

    void make_room();
    void find_chunk(
        const Sides& sides, std::span<const TrianglePair> pairs, Buffer<DecidedContact>& contacts,
        Buffer<IntersectingPair>& intersecting);
    void find_shared(const Sides& sides, std::span<const TrianglePair> pairs);
    template <bool is_self, bool only_facing>
    ListEnds list_wanted(const Sides& sides, std::span<const TrianglePair> pairs);
    void collect_near(const Sides& sides, std::span<const TrianglePair> pairs);
    void keep_facing_others(const Sides& sides, std::span<const TrianglePair> pairs);
    void
    collect_crossing(const Sides& sides, std::span<const TrianglePair> pairs, Buffer<IntersectingPair>& intersecting);
    template <bool are_edges>
    void
    settle(const Sides& sides, std::span<const TrianglePair> pairs, Tests& tests, Buffer<DecidedContact>& contacts);
    std::size_t select(const Tests& tests, std::uint32_t settled);
    std::size_t
    keep_local(const Sides& sides, std::span<const TrianglePair> pairs, const Tests& tests, std::size_t count);
    bool is_within(contact_batch::FeaturePoints features, bool are_edges, float distance) const;
    Vec3 point(std::size_t number) const;

    Buffer<float> points_; ///< four floats each, the last of them unused
    Buffer<std::uint32_t> codes_;
    Buffer<std::uint32_t> shared_;    ///< by pair, which corners and edges the two have in common
    Buffer<std::uint32_t> corners_a_; ///< where three corners stand, for those that may cross
    Buffer<std::uint32_t> corners_b_;
    Buffer<Crossing> crossings_;
    Tests vertices_;
    Tests edges_;
    Buffer<contact_batch::FeatureResults> results_;
    Buffer<std::uint32_t> selected_; ///< tests that are not settled by being too far apart
    Buffer<contact_batch::ContactOfPair> described_;
    Buffer<float> thirds_; ///< corners of triangles beside those of the pairs, two to a test
    Counts counts_;
};

} // namespace tactus
