// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "world/pairs/encounter_chains.h"
#include "world/pairs/encounter_rounds.h"
#include "world/pairs/encounters.h"

namespace tactus {

class BodyTable;
class FreshCuts;
class PairSearch;
class WorkMeter;
struct RefinementOutcome;
struct SearchedBody;

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
    /// What a worker searches an encounter with.
    struct Means {
        PairSearch& search;
        Workers& workers; ///< Whom it may share the search with.
        WorkMeter& meter;
        Buffer<TrianglePair>& pairs;
    };
    /// What is asked of every encounter.
    struct Wanted {
        const FreshCuts& cuts;
        bool first_hit_only = false;
    };
    /// Memory of one worker that searches encounters of its own.
    struct Lane;
    /// Where the pairs of an encounter stand in the list of all pairs.
    struct Found {
        Encounter encounter;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::uint32_t worker = 0; ///< Who has found them, where several were at it.
        std::size_t from = 0;     ///< Where they begin in the worker's list.
    };

    SearchedBody searched(std::uint32_t index) const;
    /// Searches the encounters one after the other, all workers together, as far as the meter allows.
    void find_in_order(const Wanted& wanted, WorkMeter& meter);
    /// Finds out what each encounter is likely to cost, and gives the sum.
    std::uint64_t expect_prices();
    /// Searches several encounters at once, without a limit, when their prices are known. The report is the same.
    void find_in_rounds(const Wanted& wanted, WorkMeter& meter);
    /// Brings the pairs that workers have found together, in the order of the encounters.
    void gather();
    /// Appends the pairs of an encounter that count.
    RefinementOutcome append_pairs(const Encounter& encounter, const Wanted& wanted, const Means& means);
    /// Appends the intersecting triangles of an encounter.
    RefinementOutcome append_intersecting(const Encounter& encounter, bool first_hit_only, const Means& means);
    /// Takes out, from entry begin on, the pairs whose triangles hold vertices that are attached to each other, or lie
    /// on the two sides of a fresh cut.
    void drop_exempt(
        const Encounter& encounter, const AttachedVertices& attached, std::span<const TrianglePair> fresh,
        Buffer<TrianglePair>& pairs, std::size_t begin) const;

    BodyTable& bodies_;
    Encounters& encounters_;
    Workers& workers_;
    std::unique_ptr<PairSearch> search_;
    Buffer<TrianglePair> pairs_;
    std::vector<Found> found_;
    std::vector<BodyPairs> body_pairs_;
    PairReport report_;

    Workers nobody_{1};               ///< For searches that are not shared.
    std::vector<Lane> lanes_;         ///< One per worker; none until several encounters are searched at once.
    Buffer<ExpectedSearch> expected_; ///< per encounter
    EncounterRounds rounds_;
    EncounterChains chains_;
};

} // namespace tactus
