// SPDX-License-Identifier: MIT
#include "checks.h"

#include <cmath>
#include <exception>

#include "../apart/check_apart.h"
#include "../cases/random.h"
#include "../cases/random_structure.h"
#include "../surfaces/check_surfaces.h"

namespace tactus::fuzz {

namespace {

/// One case while it is played: a world that is kept from frame to frame, and new ones beside it.
class Play {
public:
    Play(const FuzzCase& fuzz_case, Findings& findings, Transcript* transcript)
        : case_(fuzz_case), findings_(findings), transcript_(transcript), kept_(fuzz_case, transcript)
    {
        ++findings.counts.worlds;
        turned_.look(kept_.mirror());
    }

    void frame(std::size_t number)
    {
        Random random(case_.frames[number].salt);
        for (const Step& step : case_.frames[number].steps) {
            const std::string wrong = kept_.play(step);
            findings_.expect(wrong.empty(), "edits", wrong);
            turned_.look(kept_.mirror());
            if (step.kind == StepKind::ask_contacts) {
                history_.missed();
                ground_ids_.missed();
            }
            if (step.kind >= StepKind::remove && step.kind <= StepKind::join)
                ground_ids_.edited();
        }
        forget_cuts_that_came_apart();
        at_ = ", frame " + std::to_string(number);
        findings_.context = "kept world" + at_;
        const Mirror& mirror = kept_.mirror();
        truth_.pairs = true_pairs(mirror);
        truth_.contacts = true_contacts(mirror, case_.settings.contact_distance);
        truth_.insides = true_insides(mirror);
        list_all();
        if (random.one_in(2))
            check_pair_cuts(kept_, truth_.pairs, random.below(8), findings_);
        check_pairs(kept_, truth_.pairs, findings_);
        check_planes(kept_, findings_);
        check_rays(kept_, random.next(), findings_);
        check_surfaces(kept_, case_, case_.frames[number].salt + 2, transcript_, findings_);
        Stage fresh(mirror, case_, {.settings = case_.settings}, transcript_);
        ++findings_.counts.worlds;
        findings_.context = "fresh world" + at_;
        const Answer expected(fresh.mirror(), fresh.find_contacts());
        judge(fresh, expected, case_.settings);
        small_room(expected);
        kept_contacts(random, expected, number);
        if (Random(case_.frames[number].salt + 3).one_in(4))
            ask_for_both();
        others(random, expected);
        cuts(random, expected);
        forces(random, fresh, expected);
        around_queries(Random(case_.frames[number].salt + 1), expected);
    }

private:
    void forget_cuts_that_came_apart()
    {
        Mirror& mirror = kept_.mirror();
        if (mirror.fresh_cuts.empty())
            return;
        const std::vector<TriangleRefPair> touching = true_pairs(mirror, TrueOf::all_bodies);
        std::erase_if(mirror.fresh_cuts, [&](const TriangleRefPair& pair) {
            return !std::binary_search(touching.begin(), touching.end(), pair);
        });
    }

    /// Where there is room for the whole answer, little room changes nothing about it.
    void small_room(const Answer& expected)
    {
        if (case_.settings.max_contacts > 1000)
            return;
        StageChanges changes{.settings = case_.settings};
        changes.settings.max_contacts = ContactSettings{}.max_contacts;
        Stage roomy(kept_.mirror(), case_, changes, transcript_);
        const Answer all(roomy.mirror(), roomy.find_contacts());
        if (all.entries <= case_.settings.max_contacts)
            findings_.expect(
                expected.complete && expected.confirmed.size() == all.confirmed.size(), "room_enough",
                std::to_string(all.entries) + " contacts, room for " + std::to_string(case_.settings.max_contacts)
                    + ", and a query without a limit ends with " + std::to_string(expected.confirmed.size())
                    + " of them and " + std::to_string(expected.open.size()) + " parts");
    }

    /// Finds out which contacts are local: of all that a world of the same state lists, those that the oracle keeps.
    void list_all()
    {
        if (case_.settings.which == ContactSelection::all)
            return;
        findings_.context = "world of all contacts" + at_;
        ContactSettings settings = case_.settings;
        settings.which = ContactSelection::all;
        settings.max_contacts = ContactSettings{}.max_contacts;
        Stage stage(kept_.mirror(), case_, {.settings = settings}, transcript_);
        ++findings_.counts.worlds;
        Answer all(stage.mirror(), stage.find_contacts());
        // Which triangle around a place keeps a contact follows from all that are in contact: there has to be room.
        while (all.contacts_merged) {
            settings.max_contacts *= 2;
            stage.set_settings(settings);
            all = Answer(stage.mirror(), stage.find_contacts());
        }
        judge(stage, all, settings);
        truth_.local = local_contacts(kept_.mirror(), contacts_of(all), BodyOrder::by_place);
        truth_.local_in_kept = local_contacts(kept_.mirror(), contacts_of(all), BodyOrder::by_id);
    }

    /// Asks the kept world for all contacts, and for the local ones again. What an edit has silenced is silent in both,
    /// so contacts between these bodies are compared as well.
    void ask_for_both()
    {
        if (case_.settings.which == ContactSelection::all)
            return;
        findings_.context = "kept world with both settings" + at_;
        ContactSettings settings = case_.settings;
        settings.which = ContactSelection::all;
        kept_.set_settings(settings);
        const Answer all(kept_.mirror(), kept_.find_contacts());
        check_fields(kept_.mirror(), settings, all, findings_);
        take_ids(all);
        kept_.set_settings(case_.settings);
        const Answer local(kept_.mirror(), kept_.find_contacts());
        judge(kept_, local, case_.settings);
        take_ids(local);
        Mirror nothing_fresh = kept_.mirror();
        nothing_fresh.fresh_bodies.clear();
        if (!all.contacts_merged)
            check_local(
                nothing_fresh, local_contacts(nothing_fresh, contacts_of(all), BodyOrder::by_id), local, findings_);
    }

    void judge(Stage& stage, const Answer& answer, const ContactSettings& settings)
    {
        check_fields(stage.mirror(), settings, answer, findings_);
        check_confirmed_ones(stage, answer, settings);
        if (answer.complete)
            check_all(kept_.mirror(), truth_, settings, answer, findings_, &turned_);
    }

    /// A report's confirmed contacts, whether it was cut or not.
    void check_confirmed_ones(const Stage& stage, const Answer& answer, const ContactSettings& settings)
    {
        check_true(kept_.mirror(), truth_, answer, findings_);
        if (settings.which == ContactSelection::local)
            check_local(kept_.mirror(), &stage == &kept_ ? truth_.local_in_kept : truth_.local, answer, findings_);
    }

    /// The ids of one of the kept world's answers.
    void take_ids(const Answer& answer)
    {
        history_.check(answer, findings_);
        ground_ids_.check(kept_.mirror(), truth_.contacts, answer, findings_);
    }

    /// Contacts that the kept world and new ones have by different names: of two vertices that are each nearest to the
    /// other, body a's keeps the contact, and which body that is can be different.
    std::set<ContactKey> named_otherwise() const
    {
        std::set<ContactKey> keys;
        for (const auto& [one, other] :
             {std::pair(&truth_.local, &truth_.local_in_kept), std::pair(&truth_.local_in_kept, &truth_.local)})
            for (const ContactName& name : *one)
                if (!other->contains(name))
                    keys.insert(name.key);
        return keys;
    }

    void kept_contacts(Random& random, const Answer& of_fresh, std::size_t number)
    {
        Answer expected = of_fresh;
        const std::set<ContactKey> other_names = named_otherwise();
        expected.leave_out(other_names);
        const std::string name = number == 0 ? "same" : "kept";
        findings_.context = "kept world" + at_;
        if (random.one_in(2)) {
            Answer cut(kept_.mirror(), kept_.find_contacts(Budget::work_units(random.below(30))));
            check_fields(kept_.mirror(), case_.settings, cut, findings_);
            check_confirmed_ones(kept_, cut, case_.settings);
            cut.leave_out(other_names);
            check_cut(kept_.mirror(), expected, cut, findings_, &turned_);
            take_ids(cut);
            check_pushes(kept_, cut, findings_);
            if (random.one_in(2)) {
                check_forces(
                    kept_, cut, case_.material,
                    {.policy = static_cast<ForcePolicy>(random.below(3)),
                     .step_seconds = random.one_in(2) ? 0.0f : 0.01f},
                    findings_);
            }
            // What is certain pushes no harder than in the complete answer.
            const bool springs = case_.material.damping == 0.0f && case_.material.pressure_damping == 0.0f
                                 && case_.material.friction == 0.0f && case_.material.sticking == 0.0f
                                 && !cut.contacts_merged;
            const std::map<std::uint64_t, double> certain =
                springs ? certified_forces(kept_) : std::map<std::uint64_t, double>{};
            Answer rest(kept_.mirror(), kept_.refine_contacts());
            judge(kept_, rest, case_.settings);
            ground_ids_.check(kept_.mirror(), truth_.contacts, rest, findings_);
            rest.leave_out(other_names);
            if (springs && !rest.contacts_merged) {
                std::map<std::uint64_t, double> complete = certified_forces(kept_);
                for (const auto& [id, size] : certain)
                    findings_.expect(
                        size <= complete[id] * 1.001 + 1e-4, "force_lower",
                        "contact " + std::to_string(id) + " pushes with " + std::to_string(size) + " N when cut, and "
                            + std::to_string(complete[id]) + " N in the end");
            }
            check_same(kept_.mirror(), truth_, expected, rest, name, findings_, &turned_);
            return;
        }
        Answer answer(kept_.mirror(), kept_.find_contacts());
        judge(kept_, answer, case_.settings);
        answer.leave_out(other_names);
        check_same(kept_.mirror(), truth_, expected, answer, name, findings_, &turned_);
        take_ids(answer);
        Answer again(kept_.mirror(), kept_.find_contacts());
        judge(kept_, again, case_.settings);
        again.leave_out(other_names);
        check_same(kept_.mirror(), truth_, expected, again, "again", findings_, &turned_);
        take_ids(again);
        // Bodies that moved before the query before last have rested since.
        if (again.complete) {
            const std::map<std::uint32_t, Wrench> rest = wrenches(kept_, {});
            check_same_wrenches(rest, wrenches(kept_, {.step_seconds = 0.001f}), "force_rest", findings_);
        }
    }

    void others(Random& random, const Answer& expected)
    {
        StageChanges changes{.settings = case_.settings};
        changes.every_structure = true;
        changes.structure = random_structure(random);
        findings_.context = "world of structure " + std::to_string(static_cast<int>(changes.structure)) + at_;
        Stage other(kept_.mirror(), case_, changes, transcript_);
        const Answer answer(other.mirror(), other.find_contacts());
        judge(other, answer, case_.settings);
        check_same(kept_.mirror(), truth_, expected, answer, "structure", findings_);
        check_pairs(other, truth_.pairs, findings_);
        StageChanges workers{.worker_count = case_.worker_count == 1 ? 3u : 1u, .settings = case_.settings};
        Stage fewer(kept_.mirror(), case_, workers, transcript_);
        check_same(
            kept_.mirror(), truth_, expected, Answer(fewer.mirror(), fewer.find_contacts()), "workers", findings_);
        findings_.counts.worlds += 2;
        ++findings_.counts.queries;
    }

    void cuts(Random& random, const Answer& expected)
    {
        StageChanges changes{.settings = case_.settings};
        // One world that goes on from cut to cut.
        findings_.context = "refined world" + at_;
        Stage chain(kept_.mirror(), case_, changes, transcript_);
        if (random.one_in(2)) {
            chain.note("fresh.prepare_contacts();");
            chain.world().prepare_contacts();
        }
        float worst = INFINITY;
        std::uint64_t step = random.below(2);
        for (int k = 0; k < 40; ++k) {
            const Answer cut(
                chain.mirror(),
                k ? chain.refine_contacts(Budget::work_units(step)) : chain.find_contacts(Budget::work_units(step)));
            look_at_cut(chain, expected, cut, worst);
            worst = cut.worst_error;
            findings_.expect(cut.work_units_spent <= step, "units", "more work units were spent than there were");
            if (cut.complete) {
                check_same(kept_.mirror(), truth_, expected, cut, "refine", findings_);
                break;
            }
            step = k < 20 ? 1 : step * 2;
        }
        // Worlds that are cut at one place each: more work units never give a larger error.
        worst = INFINITY;
        findings_.context = "cut world" + at_;
        for (std::uint64_t units = random.below(3), k = 0; k < 4; ++k, units += 1 + random.below(12)) {
            Stage once(kept_.mirror(), case_, changes, transcript_);
            const Answer cut(once.mirror(), once.find_contacts(Budget::work_units(units)));
            look_at_cut(once, expected, cut, worst);
            worst = cut.worst_error;
            if (cut.complete)
                break;
        }
        findings_.context = "world with an error goal" + at_;
        Stage until(kept_.mirror(), case_, changes, transcript_);
        const auto goal = static_cast<float>(std::exp2(-8.0 * random.unit()));
        const Answer good(until.mirror(), until.find_contacts(Budget::until_error(goal)));
        look_at_cut(until, expected, good, INFINITY);
        findings_.expect(
            good.worst_error <= goal || good.contacts_merged, "until",
            "until_error(" + std::to_string(goal) + ") ended with " + std::to_string(good.worst_error));
        findings_.counts.worlds += 4;
    }

    void look_at_cut(Stage& stage, const Answer& expected, const Answer& cut, float worst)
    {
        check_fields(stage.mirror(), case_.settings, cut, findings_);
        check_confirmed_ones(stage, cut, case_.settings);
        check_cut(kept_.mirror(), expected, cut, findings_);
        findings_.expect(
            cut.worst_error <= worst, "worst",
            "worst_error rose from " + std::to_string(worst) + " to " + std::to_string(cut.worst_error));
    }

    void forces(Random& random, Stage& fresh, const Answer& expected)
    {
        findings_.context = "fresh world" + at_;
        check_pushes(fresh, expected, findings_);
        for (int policy = 0; policy < 3; ++policy)
            check_forces(fresh, expected, case_.material, {.policy = static_cast<ForcePolicy>(policy)}, findings_);
        const std::map<std::uint32_t, Wrench> first = wrenches(fresh, {});
        // A body that has not moved since the query before rests, however short a step is.
        (void)fresh.find_contacts();
        const std::map<std::uint32_t, Wrench> rest = wrenches(fresh, {});
        if (expected.complete)
            check_same_wrenches(rest, wrenches(fresh, {.step_seconds = 0.001f}), "force_rest", findings_);
        StageChanges changes{.settings = case_.settings};
        changes.every_structure = true;
        changes.structure = random_structure(random);
        Stage other(kept_.mirror(), case_, changes, transcript_);
        findings_.context = "world of structure " + std::to_string(static_cast<int>(changes.structure)) + at_;
        const Answer others(other.mirror(), other.find_contacts());
        if (expected.complete && others.complete)
            check_same_wrenches(first, wrenches(other, {}), "force_structure", findings_);
        ++findings_.counts.worlds;
    }

    /// One of the checks that have worlds of their own.
    void around_queries(Random random, const Answer& expected)
    {
        findings_.context = "world of its own" + at_;
        const Mirror& mirror = kept_.mirror();
        switch (random.below(4)) {
        case 0:
            return check_velocities(mirror, case_, random, transcript_, findings_);
        case 1:
            return check_refusals(mirror, case_, random, transcript_, findings_);
        case 2:
            return check_goals(mirror, case_, expected, random, transcript_, findings_);
        default:
            findings_.context = "kept world" + at_;
            return check_force_limits(kept_, random, findings_);
        }
    }

    const FuzzCase& case_;
    Findings& findings_;
    Transcript* transcript_;
    Stage kept_;
    Truth truth_;
    std::string at_;
    IdHistory history_;
    GroundIds ground_ids_;
    TurnedBodies turned_;
};

} // namespace

void check_case(const FuzzCase& fuzz_case, Findings& findings, Transcript* transcript)
{
    if (transcript)
        findings.on_first = [transcript] { transcript->frozen = true; };
    try {
        check_apart(fuzz_case, transcript, findings);
        if (!findings.only.empty() && std::ranges::all_of(findings.only, is_made_apart))
            return;
        Play play(fuzz_case, findings, transcript);
        for (std::size_t k = 0; k < fuzz_case.frames.size(); ++k)
            play.frame(k);
    } catch (const std::exception& refusal) {
        findings.add("refused", refusal.what());
    }
}

} // namespace tactus::fuzz
