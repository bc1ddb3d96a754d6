// SPDX-License-Identifier: MIT
// What docs/contacts.md says of forces whose query was cut: "Forces from unfinished answers".
#include <algorithm>

#include "check_pushed.h"

namespace tactus::fuzz {

namespace {

/// What the page adds up as the estimate, from the least to the most that it can mean, and how much of it is by
/// unrefined parts that push.
struct Estimate {
    double least = 0.0;
    double most = 0.0;
    double of_parts = 0.0;
};

Estimate estimate(const Mirror& mirror, const Answer& answer, const ForcesSaid& said, ForcePolicy policy)
{
    Estimate result;
    std::map<BodyPlaces, double> errors;
    for (std::size_t k = 0; k < answer.open.size(); ++k) {
        double& error = errors[answer.open_places[k]];
        error = std::fmax(error, static_cast<double>(answer.open[k].error_bound));
    }
    std::map<std::uint64_t, const Contact*> confirmed;
    for (const Contact& c : answer.confirmed)
        confirmed[c.id] = &c;
    for (const ToldPush& told : said.told) {
        const BodyPlaces bodies = Mirror::both(mirror.place_of(told.load.body_a), mirror.place_of(told.load.body_b));
        const auto unfinished = errors.find(bodies);
        if (unfinished == errors.end())
            continue;
        const double push = std::hypot(told.push.normal, length(arrow(told.push.tangential)));
        const auto contact = confirmed.find(told.load.id);
        const bool is_confirmed = contact != confirmed.end();
        const double own_depth = is_confirmed ? static_cast<double>(contact->second->depth()) : 0.0;
        // What only resists is told to the law as 0 deep.
        const double depth = told.load.depth > 0.0 ? told.load.depth : own_depth;
        const double share = push * (unfinished->second < depth ? unfinished->second / depth : 1.0);
        const bool is_open = is_confirmed && contact->second->depth_state == DepthState::open;
        // Under the other policies a push without an id is by a vertex that is followed.
        const bool is_part = told.load.id == 0 && policy == ForcePolicy::spheres;
        // A push that is held from before may go by the id of a contact which says something else by now.
        const bool is_held = std::fabs(depth - own_depth) > 1e-6 * depth;
        result.least += share * (is_part || (is_open && !is_held) ? 2.0 : 1.0);
        result.most += share * (is_part || is_open ? 2.0 : 1.0);
        if (is_part)
            result.of_parts += share;
    }
    return result;
}

/// The law is told what each part would push with alone, in the order of the report. Leaves of that what parts push
/// with. Says whether it was told about every part that overlaps.
bool share_pushes_of_parts(const Mirror& mirror, const Answer& answer, std::vector<ToldPush>& told)
{
    std::vector<const Contact*> parts;
    std::vector<BodyPlaces> bodies;
    for (std::size_t k = 0; k < answer.open.size(); ++k)
        if (answer.open[k].separation < 0.0f) {
            parts.push_back(&answer.open[k]);
            bodies.push_back(answer.open_places[k]);
        }
    std::map<BodyPlaces, PushesOfParts> pushes;
    std::vector<ToldPush*> of_parts;
    for (ToldPush& one : told) {
        const BodyPlaces pair = Mirror::both(mirror.place_of(one.load.body_a), mirror.place_of(one.load.body_b));
        const double turn = mirror.place_of(one.load.body_a) == pair.first ? 1.0 : -1.0;
        const Arrow force = turn * (one.push.normal * arrow(one.load.normal) + arrow(one.push.tangential));
        if (one.load.id != 0) {
            pushes[pair].confirmed = pushes[pair].confirmed + force;
            continue;
        }
        if (of_parts.size() == parts.size() || pair != bodies[of_parts.size()])
            return false;
        pushes[pair].add_part(parts[of_parts.size()]->silent, force);
        of_parts.push_back(&one);
    }
    for (std::size_t k = 0; k < of_parts.size(); ++k) {
        const double share = pushes[bodies[k]].share(parts[k]->silent);
        of_parts[k]->push.normal *= share;
        of_parts[k]->push.tangential = vector_of(share * arrow(of_parts[k]->push.tangential));
    }
    return of_parts.size() == parts.size();
}

void check_cut_answer(
    const Mirror& mirror, const Answer& answer, const ForcesSaid& said, ForcePolicy policy, Findings& findings)
{
    std::set<BodyPlaces> unfinished(answer.open_places.begin(), answer.open_places.end());
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        if (!answer.complete && answer.confirmed[k].depth_state == DepthState::open)
            unfinished.insert(Mirror::both(answer.places[k].first, answer.places[k].second));
    std::set<BodyPlaces> silent = unfinished;
    double listed = 0.0, told = 0.0;
    for (const ContactForce& f : said.contacts) {
        if (length(arrow(f.force)) > 0.0)
            silent.erase(Mirror::both(mirror.place_of(f.body_a), mirror.place_of(f.body_b)));
        listed += length(arrow(f.force));
    }
    for (const ToldPush& push : said.told)
        told += std::hypot(push.push.normal, length(arrow(push.push.tangential)));
    findings.expect(
        said.numbers.open_pairs == unfinished.size() && said.numbers.unknown_pairs == silent.size(), "law_estimate",
        std::to_string(said.numbers.open_pairs) + " pairs are said to be unfinished and "
            + std::to_string(said.numbers.unknown_pairs) + " unknown, and are " + std::to_string(unfinished.size())
            + " and " + std::to_string(silent.size()));
    findings.expect(
        std::fabs(listed - told) <= 1e-4 * told + 1e-9, "law_force",
        "the law pushes with " + std::to_string(told) + " N in all, and contacts with " + std::to_string(listed));
    std::set<std::uint64_t> ids;
    bool once = true;
    for (const ToldPush& push : said.told)
        if (push.load.id && !ids.insert(push.load.id).second) {
            once = false;
            findings.add("law_asked_twice", "the law was asked twice about contact " + std::to_string(push.load.id));
        }
    if (!once)
        return;
    const Estimate expected = estimate(mirror, answer, said, policy);
    const double said_error = static_cast<double>(said.numbers.estimated_error);
    const double rounding = 1e-4 * expected.most + 1e-9;
    findings.expect(
        said_error >= expected.least - rounding && said_error <= expected.most + rounding,
        expected.of_parts > 0.0 ? "law_estimate_parts" : "law_estimate",
        "the estimated error is " + std::to_string(said_error) + " N, and by the page " + std::to_string(expected.least)
            + " to " + std::to_string(expected.most));
}

} // namespace

void check_cut_forces(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
{
    Random random(fuzz_case.seed ^ 0x637574u);
    Stage stage(fuzz_case, transcript);
    ++findings.counts.worlds;
    for (std::size_t number = 0; number < fuzz_case.frames.size(); ++number) {
        findings.context = "world of cut forces, frame " + std::to_string(number);
        for (const Step& step : fuzz_case.frames[number].steps)
            (void)stage.play(step);
        if (random.one_in(2)) {
            (void)stage.find_contacts();
            (void)stage.contact_forces({});
        }
        for (int k = 0; k < 3; ++k) {
            const Budget budget = Budget::work_units(random.below(random.one_in(2) ? 8 : 40));
            const Answer answer(stage.mirror(), k ? stage.refine_contacts(budget) : stage.find_contacts(budget));
            ToldLaw law;
            const auto policy = static_cast<ForcePolicy>(random.below(3));
            ForcesSaid said(
                stage.contact_forces({.policy = policy, .step_seconds = random.one_in(2) ? 0.0f : 0.01f, .law = &law}));
            said.told = law.take();
            ++findings.counts.queries;
            if (policy == ForcePolicy::spheres)
                findings.expect(
                    share_pushes_of_parts(stage.mirror(), answer, said.told), "law_force",
                    "the law is not asked once about every part that overlaps, in the order of the report");
            check_cut_answer(stage.mirror(), answer, said, policy, findings);
        }
    }
}

} // namespace tactus::fuzz
