// SPDX-License-Identifier: MIT
#include "check_edges.h"

#include <cmath>
#include <exception>

#include "../cases/reduce.h"
#include "../checks/checks.h"
#include "edge_scene.h"
#include "true_edges.h"

namespace tactus::fuzz::edges {

namespace {

/// The sine of the angle beyond an edge's normals at which it pushes no more, by the page.
constexpr double fading_sine = 0.1;
/// What sines that are computed in doubles may be off by.
constexpr double doubt = 1e-9;

std::string text(double number) { return std::to_string(number); }

class EdgeCheck {
public:
    EdgeCheck(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
        : case_(fuzz_case), findings_(findings), transcript_(transcript),
          all_stage_(with(ContactSelection::all), transcript), local_stage_(with(ContactSelection::local), transcript)
    {
        findings.counts.worlds += 2;
        findings.counts.queries += 2;
    }

    void look()
    {
        const Answer all(mirror(), all_stage_.find_contacts());
        const Answer local(mirror(), local_stage_.find_contacts());
        findings_.counts.contacts += all.confirmed.size();
        truth_ = true_edges(mirror(), case_.settings.contact_distance);
        insides_ = true_insides(mirror());
        look_at_all(all);
        look_at_local(all, local);
        look_at_forces();
        look_at_cuts(local);
    }

private:
    FuzzCase with(ContactSelection which) const
    {
        FuzzCase result = case_;
        result.settings.which = which;
        return result;
    }
    const Mirror& mirror() const { return all_stage_.mirror(); }
    /// Whether both bodies are closed, face outwards and do not meet themselves.
    bool are_clean() const { return insides_.solids[0].clean && insides_.solids[1].clean; }
    bool are_closed() const
    {
        return std::ranges::none_of(insides_.solids, [](const Solid& s) { return s.open || s.has_boundary; });
    }

    void look_at_all(const Answer& all)
    {
        findings_.expect(all.complete && !all.contacts_merged, "edges_near", "a query without a limit is not complete");
        for (const auto& [key, edges] : truth_)
            findings_.expect(
                !(edges.near || edges.crosses) || all.by_key.contains(key), "edges_near",
                "not listed: " + fuzz::text(key) + ", " + text(edges.distance) + " m apart"
                    + (edges.crosses ? ", have crossed" : ""));
        for (const auto& [key, place] : all.by_key) {
            const auto found = truth_.find(key);
            if (found == truth_.end())
                continue;
            const TrueEdges& edges = found->second;
            const Contact& c = all.confirmed[place];
            const std::string which = fuzz::text(key) + ": " + fuzz::text(c);
            findings_.expect(edges.near || edges.crosses, "edges_apart", text(edges.distance) + " m apart: " + which);
            findings_.expect(
                c.crosses == edges.crosses, "edges_apart",
                std::string(edges.crosses ? "have crossed: " : "have not crossed: ") + which);
            if (!edges.crosses)
                findings_.expect(
                    std::fabs(edges.distance - static_cast<double>(c.separation)) < slack(mirror()), "edges_apart",
                    "the distance is " + text(edges.distance) + ": " + which);
            else
                look_at_push(edges, c, all.normals[place], which);
        }
    }

    /// Of edges that have crossed.
    void look_at_push(const TrueEdges& edges, const Contact& c, const Vec3& normal, const std::string& which)
    {
        const double depth = -static_cast<double>(c.separation), eps = slack(mirror());
        const std::string sine = ", the way back is beyond their normals by " + text(edges.beyond) + ": ";
        if (!edges.have_say || edges.may_be_thin)
            return findings_.expect(
                depth <= edges.distance + eps, "edges_push", "pushes more than all the way" + sine + which);
        const bool inwards = case_.settings.measure_depths
                             && ((insides_.solids[0].clean && edges.outwards_a < -doubt)
                                 || (insides_.solids[1].clean && edges.outwards_b < -doubt));
        const double most = inwards ? 0.0 : edges.distance * std::fmax(0.0, 1.0 - (edges.beyond - doubt) / fading_sine);
        findings_.expect(
            depth <= most + (most > 0.0 ? eps : 0.0), "edges_still",
            "is " + text(depth) + " deep, and should be at most " + text(most) + sine + which);
        if (edges.meet || edges.beyond > doubt || !are_clean() || edges.bend_a != Bend::convex
            || edges.bend_b != Bend::convex)
            return;
        const DoublePoint n = to_double(normal);
        const double along = n[0] * edges.back[0] + n[1] * edges.back[1] + n[2] * edges.back[2];
        findings_.expect(along > 1 - 1e-5, "edges_push", "pushes another way" + sine + which);
        findings_.expect(
            std::fabs(edges.distance - depth) < eps, "edges_push",
            "is " + text(edges.distance) + " deep" + sine + which);
    }

    /// Which edges are local: whether crossed ones push is what the world of all contacts says, which has been judged.
    void look_at_local(const Answer& all, const Answer& local)
    {
        findings_.expect(local.complete, "edges_local", "a query without a limit is not complete");
        for (const auto& [key, place] : all.by_key) {
            const auto found = truth_.find(key);
            if (found == truth_.end())
                continue;
            const TrueEdges& edges = found->second;
            const Contact& c = all.confirmed[place];
            const bool end = edges.between && (edges.crosses || edges.meet ? edges.both_end_any : edges.both_end);
            const bool pushes = edges.crosses && c.separation < 0.0f && edges.have_say;
            if (pushes && !end && edges.may_be_thin)
                continue;
            findings_.expect(
                (end || pushes) == local.by_key.contains(key), "edges_local",
                std::string(end || pushes ? "a local contact is not listed: " : "not a local contact: ")
                    + fuzz::text(key) + ": " + fuzz::text(c));
        }
        for (const auto& [key, place] : local.by_key)
            findings_.expect(
                !truth_.contains(key) || all.by_key.contains(key), "edges_local",
                "in no contact: " + fuzz::text(key) + ": " + fuzz::text(local.confirmed[place]));
        const std::set<ContactName> kept = local_contacts(mirror(), contacts_of(all), BodyOrder::by_place);
        for (const ContactName& name : local.names)
            findings_.expect(
                kept.contains(name) || name.key.inside || size_of(name.key.a) == 2, "edges_vertices",
                "not a local contact: " + fuzz::text(name));
        for (const ContactName& name : kept)
            findings_.expect(
                name.key.inside || size_of(name.key.a) == 2 || std::ranges::count(local.names, name) == 1,
                "edges_vertices", "a local contact is not listed once: " + fuzz::text(name));
    }

    using Pushes = std::map<ContactKey, DoublePoint>;

    /// The pushes of the last query by what pushes: a vertex counts by itself, whatever it pushes against.
    Pushes pushes_of(const ForceReport& report, const Answer& answer)
    {
        Pushes pushes;
        std::map<std::uint64_t, std::size_t> by_id;
        for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
            by_id[answer.confirmed[k].id] = k;
        for (const ContactForce& force : report.contacts) {
            const auto found = by_id.find(force.id);
            const DoublePoint newtons = to_double(force.force);
            if (newtons == DoublePoint{})
                continue;
            if (found == by_id.end()) {
                findings_.add("edges_forces", "something pushes that is no contact");
                continue;
            }
            ContactKey key = answer.keys[found->second];
            key.inside = false;
            if (size_of(key.a) == 1)
                key.b = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
            else if (size_of(key.b) == 1)
                key.a = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
            DoublePoint& sum = pushes[key];
            for (std::size_t k = 0; k < 3; ++k)
                sum[k] += newtons[k];
        }
        return pushes;
    }

    static double size(const DoublePoint& p) { return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]); }
    static DoublePoint less(const DoublePoint& a, const DoublePoint& b)
    {
        return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    /// Between two closed bodies whose depths are measured both settings push with the same contacts, but for edges
    /// that have no say in how they push.
    void look_at_forces()
    {
        if (!are_closed() || !case_.settings.measure_depths)
            return;
        const Answer all(mirror(), all_stage_.refine_contacts()), local(mirror(), local_stage_.refine_contacts());
        const ForceReport& of_all = all_stage_.contact_forces();
        const Pushes every = pushes_of(of_all, all);
        std::map<std::uint32_t, Wrench> wrenches;
        for (const Wrench& w : of_all.bodies)
            wrenches[mirror().place_of(w.body)] = w;
        const ForceReport& of_local = local_stage_.contact_forces();
        const Pushes few = pushes_of(of_local, local);
        double total = 0.0;
        for (const auto& [key, push] : every)
            total += size(push);
        const double most = 1e-5 * total;
        bool all_have_say = true;
        for (const auto& [key, push] : every) {
            // Edges that have no say push where all contacts are listed.
            const auto edges = truth_.find(key);
            if (edges != truth_.end() && (!edges->second.have_say || edges->second.may_be_thin)) {
                all_have_say = false;
                continue;
            }
            const auto found = few.find(key);
            const DoublePoint other = found == few.end() ? DoublePoint{} : found->second;
            findings_.expect(
                size(less(push, other)) <= most, "edges_forces",
                fuzz::text(key) + " pushes with " + text(size(push)) + " N, and with " + text(size(other))
                    + " N where local contacts are listed");
        }
        for (const auto& [key, push] : few)
            findings_.expect(
                every.contains(key) || size(push) <= most, "edges_forces",
                fuzz::text(key) + " pushes with " + text(size(push)) + " N, and not where all contacts are listed");
        for (const Wrench& w : of_local.bodies) {
            if (!all_have_say)
                break;
            const Wrench other = wrenches[mirror().place_of(w.body)];
            const double off = size(less(to_double(w.force), to_double(other.force))),
                         twist = size(less(to_double(w.torque), to_double(other.torque)));
            findings_.expect(
                off <= most && twist <= 100 * most, "edges_forces",
                "the wrench is off by " + text(off) + " N and " + text(twist) + " Nm of " + text(total) + " N");
        }
    }

    /// What is confirmed in an answer that was cut is in the complete one.
    void look_at_cuts(const Answer& local)
    {
        const std::set<ContactName> kept(local.names.begin(), local.names.end());
        Stage cut(with(ContactSelection::local), transcript_);
        for (const std::uint64_t units : {3u, 5u, 9u, 17u}) {
            const Answer part(cut.mirror(), cut.refine_contacts(Budget::work_units(units)));
            ++findings_.counts.queries;
            for (std::size_t k = 0; k < part.names.size(); ++k)
                findings_.expect(
                    size_of(part.names[k].key.a) != 2 || kept.contains(part.names[k]), "edges_cut",
                    "confirmed, and not in the complete answer: " + fuzz::text(part.names[k]) + ": "
                        + fuzz::text(part.confirmed[k]));
        }
    }

    const FuzzCase& case_;
    Findings& findings_;
    Transcript* transcript_;
    Stage all_stage_, local_stage_;
    EdgeTruth truth_;
    InsideTruth insides_;
};

void check_case(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
{
    try {
        if (fuzz_case.bodies.size() == 2 && fuzz_case.bodies[0].present && fuzz_case.bodies[1].present)
            EdgeCheck(fuzz_case, transcript, findings).look();
    } catch (const std::exception& refusal) {
        findings.add("edges_refused", refusal.what());
    }
}

} // namespace

void check_edges(std::uint64_t seed, Transcript* transcript, Findings& findings)
{
    FuzzCase fuzz_case = random_edge_case(seed);
    findings.context = "edges";
    if (!transcript)
        return check_case(fuzz_case, nullptr, findings);
    Findings first;
    first.only = findings.only;
    first.skip = findings.skip;
    check_case(fuzz_case, nullptr, first);
    if (first.found().empty())
        return;
    const auto differs = [&](const FuzzCase& smaller) {
        Findings again;
        again.only = {first.found().front().check};
        check_case(smaller, nullptr, again);
        return !again.found().empty();
    };
    check_case(reduced(fuzz_case, differs, 100), transcript, findings);
}

} // namespace tactus::fuzz::edges
