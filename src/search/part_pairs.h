// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/report.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "search/refinement_outcome.h"
#include "tree/tree.h"
#include "tree/triangle_list.h"

namespace tactus {

/// A body's parts, whose triangles are places in a list.
struct ListedParts {
    PartTree* parts = nullptr;
    TriangleList triangles;
};

/// Finds the intersecting triangles of any two trees of parts, from their roots down, depth first: of two overlapping
/// parts the larger one is opened.
class PartPairs {
public:
    RefinementOutcome find_pairs(
        const ListedParts& a, const ListedParts& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);
    /// Of one body with itself, the smaller number first; those that share a vertex only if `neighbours` are asked for.
    RefinementOutcome find_self_pairs(
        const ListedParts& body, bool neighbours, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs);

    std::size_t scratch_bytes() const { return open_.bytes(); }

private:
    struct Open {
        std::uint32_t a;
        std::uint32_t b;
        Box box_a;
        Box box_b;
    };

    RefinementOutcome search(WorkMeter& meter);
    /// Of which of the two is opened.
    bool make_ready(const Open& pair, bool of_a, WorkMeter& meter);
    bool is_same(const Open& pair) const { return is_self_ && pair.a == pair.b; }
    void open(const Open& pair, bool of_a);
    bool compare_leaves(const Open& pair, WorkMeter& meter);
    bool meet(std::uint32_t place_a, std::uint32_t place_b) const;

    ListedParts a_;
    ListedParts b_;
    bool is_self_ = false;
    bool neighbours_ = false;
    bool first_hit_only_ = false;
    Buffer<TrianglePair>* pairs_ = nullptr;
    std::size_t old_count_ = 0;
    Buffer<Open> open_;
};

} // namespace tactus
