// SPDX-License-Identifier: MIT
#include "checks.h"

namespace tactus::fuzz {

namespace {

std::string named(const TriangleRefPair& pair)
{
    return "triangle " + std::to_string(pair.first.second) + " of body " + std::to_string(pair.first.first)
           + " and triangle " + std::to_string(pair.second.second) + " of body " + std::to_string(pair.second.first);
}

/// The reported pairs in the mirror's names, sorted. What cannot be named is a finding.
std::vector<TriangleRefPair> reported(const Mirror& mirror, const PairReport& report, Findings& findings)
{
    std::vector<TriangleRefPair> pairs;
    std::size_t count = 0;
    BodyId last_a, last_b;
    bool first = true;
    for (const BodyPairs& both : report.bodies) {
        const std::uint32_t a = mirror.place_of(both.body_a), b = mirror.place_of(both.body_b);
        count += both.pairs.size();
        findings.expect(!both.pairs.empty(), "pair_counts", "bodies without pairs are listed");
        findings.expect(
            first || std::pair(last_a.index, last_b.index) < std::pair(both.body_a.index, both.body_b.index),
            "pair_counts", "bodies are not ordered by their indices");
        last_a = both.body_a, last_b = both.body_b, first = false;
        if (a == UINT32_MAX || b == UINT32_MAX) {
            findings.add("pairs", "a body is listed that does not exist");
            continue;
        }
        for (const TrianglePair& p : both.pairs) {
            findings.expect(a != b || p.a < p.b, "pair_counts", "a pair within a body has the larger number first");
            const TriangleRef x{a, mirror.bodies[a].first_number(p.a)}, y{b, mirror.bodies[b].first_number(p.b)};
            pairs.push_back(x < y ? TriangleRefPair{x, y} : TriangleRefPair{y, x});
        }
    }
    findings.expect(count == report.pair_count, "pair_counts", "pair_count is not the number of pairs");
    std::sort(pairs.begin(), pairs.end());
    findings.expect(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end(), "pairs", "a pair is listed twice");
    return pairs;
}

void compare(
    const Mirror& mirror, const std::vector<TriangleRefPair>& truth, const std::vector<TriangleRefPair>& found,
    bool all, const std::string& name, Findings& findings)
{
    for (const TriangleRefPair& pair : found)
        findings.expect(
            !mirror.just_cut.contains(pair), "fresh_cut", named(pair) + " have just come apart, and are listed");
    for (const TriangleRefPair& pair : found)
        findings.expect(
            std::binary_search(truth.begin(), truth.end(), pair), name,
            named(pair) + " do not meet, or may, but are listed");
    if (all)
        for (const TriangleRefPair& pair : truth)
            findings.expect(
                std::binary_search(found.begin(), found.end(), pair) || mirror.fresh_cuts.contains(pair), name,
                named(pair) + " meet, and are not listed");
}

} // namespace

void check_pairs(Stage& stage, const std::vector<TriangleRefPair>& truth, Findings& findings)
{
    const PairReport& report = stage.find_pairs();
    ++findings.counts.queries;
    findings.counts.pairs += truth.size();
    findings.expect(
        report.complete && report.open_pairs == 0, "pair_counts", "a query without a limit is not complete");
    compare(stage.mirror(), truth, reported(stage.mirror(), report, findings), true, "pairs", findings);

    if (stage.mirror().fresh_cuts.empty())
        findings.expect(
            stage.world().any_pair() == !truth.empty(), "first_hit", "any_pair differs from whether there are pairs");
    const PairReport& hits = stage.world().find_pairs(PairOptions{.first_hit_only = true});
    findings.expect(
        hits.complete && hits.open_pairs == 0, "first_hit", "a query for first hits without a limit is not complete");
    const std::vector<TriangleRefPair> some = reported(stage.mirror(), hits, findings);
    compare(stage.mirror(), truth, some, false, "first_hit", findings);
    std::set<BodyPlaces> hit;
    for (const TriangleRefPair& pair : some)
        hit.insert({pair.first.first, pair.second.first});
    for (const TriangleRefPair& pair : truth)
        findings.expect(
            hit.contains({pair.first.first, pair.second.first}) || !stage.mirror().fresh_cuts.empty(), "first_hit",
            "bodies that meet have no first hit: " + named(pair));
    findings.counts.queries += 2;

    const Mirror& mirror = stage.mirror();
    for (std::uint32_t a = 0; findings.wants("closest") && a < mirror.bodies.size(); ++a)
        for (std::uint32_t b = a + 1; b < mirror.bodies.size(); ++b) {
            if (!mirror.collide(a, b) || mirror.fresh_bodies.contains({a, b}) || !mirror.attached.empty())
                continue;
            const bool meet = std::any_of(truth.begin(), truth.end(), [&](const TriangleRefPair& p) {
                return p.first.first == a && p.second.first == b;
            });
            const Result<ClosestPoints> closest =
                stage.world().closest_points(mirror.bodies[a].id, mirror.bodies[b].id);
            ++findings.counts.queries;
            if (closest)
                findings.expect(
                    (closest.value().distance == 0.0f) == meet, "closest",
                    "bodies " + std::to_string(a) + " and " + std::to_string(b) + (meet ? " meet" : " do not meet")
                        + ", but are said to be " + std::to_string(closest.value().distance) + " m apart");
        }
}

void check_pair_cuts(Stage& stage, const std::vector<TriangleRefPair>& truth, std::uint64_t units, Findings& findings)
{
    const PairReport& report = stage.find_pairs(Budget::work_units(units));
    ++findings.counts.queries;
    compare(stage.mirror(), truth, reported(stage.mirror(), report, findings), report.complete, "pair_cuts", findings);
    findings.expect(report.work_units_spent <= units, "pair_cuts", "more work units were spent than there were");
    findings.expect(
        report.complete == (report.open_pairs == 0), "pair_cuts", "complete and open_pairs contradict each other");
}

} // namespace tactus::fuzz
