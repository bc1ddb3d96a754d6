// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "world/pairs/encounters.h"

namespace tactus {

class BodyTable;
class FreshCuts;
class PairSearch;
class WorkMeter;
class Workers;
struct RefinementOutcome;

/// Finds the intersecting triangles of bodies, in memory that lasts from query to query.
class PairQueries {
public:
    PairQueries(BodyTable& bodies, Encounters& encounters, Workers& workers);
    ~PairQueries();

    /// Fills the report with the pairs of all encounters that are listed. With first_hit_only, one of each is enough.
    void find(const FreshCuts& cuts, bool first_hit_only, WorkMeter& meter);
    const PairReport& report() const { return report_; }
    /// All pairs of one encounter. They take the place of those that were reported, and live until the next call.
    std::span<const TrianglePair> find_between(const Encounter& encounter, const FreshCuts& cuts);

    /// What finds the triangles of any two bodies, for those who ask more of it.
    PairSearch& search() { return *search_; }
    /// The list that pairs are written to. Others may use what comes after its end.
    Buffer<TrianglePair>& list() { return pairs_; }

    /// Memory has ended: forgets everything, and reports so.
    void forget() noexcept;

private:
    /// Where the pairs of an encounter stand in the list of all pairs.
    struct Found {
        Encounter encounter;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// Appends the pairs of an encounter that count.
    RefinementOutcome
    append_pairs(const Encounter& encounter, const FreshCuts& cuts, WorkMeter& meter, bool first_hit_only);
    /// Appends the intersecting triangles of an encounter.
    RefinementOutcome append_intersecting(const Encounter& encounter, WorkMeter& meter, bool first_hit_only);
    /// Takes out, from entry begin on, the pairs whose triangles hold vertices that are attached to each other, or lie
    /// on the two sides of a fresh cut.
    void drop_exempt(
        const Encounter& encounter, const AttachedVertices& attached, std::span<const TrianglePair> fresh,
        std::size_t begin);

    BodyTable& bodies_;
    Encounters& encounters_;
    Workers& workers_;
    std::unique_ptr<PairSearch> search_;
    Buffer<TrianglePair> pairs_;
    std::vector<Found> found_;
    std::vector<BodyPairs> body_pairs_;
    PairReport report_;
};

} // namespace tactus
