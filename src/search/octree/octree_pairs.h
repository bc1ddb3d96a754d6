// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "geometry/triangle_pairs/triangle_batch.h"
#include "search/refinement_outcome.h"
#include "tree/octree/pairs/leaf_pairs.h"
#include "tree/octree/posed_octree.h"

namespace tactus {

/// Pairs of numbers that have been met. Keeps its memory, and is quick to empty where it holds little.
class PairSet {
public:
    /// Whether the pair is new. No pair may have two UINT32_MAX.
    bool insert(std::uint32_t a, std::uint32_t b)
    {
        if (2 * (filled_.size() + 1) > slots_.size())
            grow();
        const std::uint64_t pair = std::uint64_t{a} << 32 | b;
        const std::size_t slot = slot_of(pair);
        if (slots_[slot] == pair)
            return false;
        slots_[slot] = pair;
        filled_.push_back(static_cast<std::uint32_t>(slot));
        return true;
    }

    void clear()
    {
        if (8 * filled_.size() > slots_.size())
            std::fill(slots_.begin(), slots_.end(), none);
        else
            for (const std::uint32_t slot : filled_)
                slots_[slot] = none;
        filled_.clear();
    }

    std::size_t size() const { return filled_.size(); }
    std::size_t bytes() const { return slots_.bytes() + filled_.bytes() + old_.bytes(); }

private:
    static constexpr std::uint64_t none = UINT64_MAX;

    /// Where the pair is, or where it belongs.
    std::size_t slot_of(std::uint64_t pair) const
    {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot =
            static_cast<std::size_t>((pair * 0x9e3779b97f4a7c15u) >> std::countl_zero(std::uint64_t{mask}));
        while (slots_[slot] != none && slots_[slot] != pair)
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow()
    {
        old_.clear();
        for (const std::uint32_t slot : filled_)
            old_.push_back(slots_[slot]);
        slots_.resize_uninitialised(std::max<std::size_t>(1024, 2 * slots_.size()));
        std::fill(slots_.begin(), slots_.end(), none);
        filled_.clear();
        for (const std::uint64_t pair : old_) {
            const std::size_t slot = slot_of(pair);
            slots_[slot] = pair;
            filled_.push_back(static_cast<std::uint32_t>(slot));
        }
    }

    Buffer<std::uint64_t> slots_; ///< a power of two, none where there is no pair
    Buffer<std::uint32_t> filled_;
    Buffer<std::uint64_t> old_;
};

/// Finds the intersecting triangles of bodies with spherical octrees by their spheres, as the paper does where that was
/// asked for: pairs of leaves whose spheres overlap, then the faces that they list, each pair once, by their boxes and
/// by the exact test. Holds the scratch memory of the search, which is kept from query to query.
class OctreePairs {
public:
    /// Appends the intersecting pairs (triangle of a, triangle of b), in an order that depends on nothing but the
    /// bodies. With first_hit_only it stops soon after the first one.
    RefinementOutcome
    find_pairs(PosedOctree& a, PosedOctree& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    /// Appends the pairs whose triangles come within `distance` metres of each other, and others whose boxes do along
    /// every axis; each once.
    RefinementOutcome
    find_near(PosedOctree& a, PosedOctree& b, float distance, WorkMeter& meter, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const;

private:
    struct Search;

    RefinementOutcome run(Search search);

    LeafPairSearch leaves_;
    PairSet met_;
    Buffer<IndexPair> candidates_;
    Buffer<IndexPair> hits_;
    Buffer<std::uint32_t> near_faces_; ///< of one leaf, those that the other may reach
    Buffer<Box> near_boxes_;           ///< what of their boxes it may reach
};

} // namespace tactus
