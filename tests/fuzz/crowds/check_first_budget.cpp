// SPDX-License-Identifier: MIT
// docs/contacts.md, "Budgets": the first queries of a world make tables of its bodies within their budgets, a piece at
// a time, whatever happens to the bodies in between.
#include "check_crowds.h"

#include <cmath>
#include <exception>
#include <optional>

#include "crowd_answer.h"

namespace tactus::fuzz::crowds {

namespace {

class FirstBudget {
public:
    FirstBudget(Crowd crowd, Random random, bool told, Findings& findings)
        : crowd_(std::move(crowd)), random_(random), told_(told), findings_(findings)
    {
    }

    void look()
    {
        const CrowdWorld none(crowd_);
        const CrowdAnswer whole = whole_answer(none, {});
        if (!whole.complete)
            return add("first_same", "a query without a limit is not complete");
        cut_everywhere(whole);
        repeat(whole);
        change_in_between();
    }

private:
    void add(const std::string& check, const std::string& message)
    {
        findings_.add(check, message + (told_ ? "\n    " + history_ + told(crowd_) : ""));
    }

    /// Gives what was found among findings of its own a tail.
    void pass_on(const Findings& own)
    {
        for (const Finding& finding : own.found())
            add(finding.check, finding.message);
    }

    /// The answer without a limit of a new world in the same state.
    CrowdAnswer whole_answer(const CrowdWorld& like, const Choice& choice)
    {
        CrowdWorld twin(crowd_, like, choice);
        ++findings_.counts.worlds;
        return {twin, twin.world.find_contacts()};
    }

    /// Notes the same about every answer: that it spends no more than it was given, and what it leaves out.
    void look_at(const CrowdAnswer& whole, const CrowdAnswer& cut, std::uint64_t units, const std::string& at)
    {
        ++findings_.counts.queries;
        findings_.counts.contacts += cut.confirmed.size();
        if (cut.spent > units)
            add("first_units",
                at + "spent " + std::to_string(cut.spent) + " of " + std::to_string(units) + " work units");
        Findings own;
        check_covered(crowd_, whole, cut, at, "first", own);
        if (cut.complete)
            check_alike(crowd_, whole, cut, false, at, "first", own);
        pass_on(own);
    }

    /// New worlds, each cut at one place: every one of them where there are few.
    void cut_everywhere(const CrowdAnswer& whole)
    {
        CrowdWorld counted(crowd_);
        needed_ = CrowdAnswer(counted, counted.world.find_contacts(Budget::work_units(1u << 30))).spent;
        const std::uint64_t step = 1 + needed_ / 40;
        float worst = INFINITY;
        for (std::uint64_t units = 0; units <= needed_;
             units += units < 12 ? 1 : 1 + random_.below(static_cast<std::uint32_t>(2 * step))) {
            CrowdWorld fresh(crowd_);
            ++findings_.counts.worlds;
            const CrowdAnswer cut(fresh, fresh.world.find_contacts(Budget::work_units(units)));
            const std::string at = "cut at " + std::to_string(units) + " of " + std::to_string(needed_) + ": ";
            look_at(whole, cut, units, at);
            if (cut.worst_error > worst)
                add("first_rises",
                    at + "worst_error rises from " + std::to_string(worst) + " to " + std::to_string(cut.worst_error));
            worst = cut.worst_error;
        }
        CrowdWorld enough(crowd_);
        const CrowdAnswer same(enough, enough.world.find_contacts(Budget::work_units(needed_)));
        if (!same.complete || same.spent != needed_)
            add("first_units", "a query takes " + std::to_string(needed_) + " work units, and another of a new world "
                                   + std::to_string(same.spent) + (same.complete ? "" : " without an end"));
        CrowdWorld prepared(crowd_);
        prepared.world.prepare_contacts();
        const CrowdAnswer whole_again(prepared, prepared.world.find_contacts());
        Findings own;
        check_alike(crowd_, whole, same, true, "with just enough work units: ", "first", own);
        check_alike(crowd_, whole, whole_again, true, "prepared: ", "first", own);
        pass_on(own);
    }

    /// The same question again and again comes to an end, with as much as a prepared world needs for it, and going on
    /// unit by unit as well.
    void repeat(const CrowdAnswer& whole)
    {
        CrowdWorld prepared(crowd_);
        prepared.world.prepare_contacts();
        const std::uint64_t enough =
            CrowdAnswer(prepared, prepared.world.find_contacts(Budget::work_units(1u << 30))).spent * 2 + 20;
        CrowdWorld again(crowd_);
        bool is_complete = false;
        const std::uint64_t most = needed_ / enough + 4;
        for (std::uint64_t k = 0; k < most && !is_complete; ++k) {
            const CrowdAnswer cut(again, again.world.find_contacts(Budget::work_units(enough)));
            look_at(
                whole, cut, enough,
                "asked " + std::to_string(k + 1) + " times for " + std::to_string(enough) + " units: ");
            is_complete = cut.complete;
        }
        if (!is_complete)
            add("first_end", std::to_string(most) + " queries of " + std::to_string(enough)
                                 + " work units do not come to an end, of which one needs " + std::to_string(needed_));
        CrowdWorld chain(crowd_);
        float worst = INFINITY;
        const std::uint64_t step = 1 + random_.below(3);
        std::uint64_t asked = 0;
        for (is_complete = false; !is_complete && asked < 3 * needed_ + 20; ++asked) {
            const CrowdAnswer cut(chain, chain.world.refine_contacts(Budget::work_units(step)));
            const std::string at = "refined " + std::to_string(asked) + " times by " + std::to_string(step) + ": ";
            look_at(whole, cut, step, at);
            if (cut.worst_error > worst)
                add("first_rises",
                    at + "worst_error rises from " + std::to_string(worst) + " to " + std::to_string(cut.worst_error));
            worst = cut.worst_error;
            is_complete = cut.complete;
        }
        if (!is_complete)
            add("first_end",
                "refining by " + std::to_string(step) + " does not come to an end, of " + std::to_string(needed_));
    }

    /// One world that is asked for a little again and again while its bodies change.
    void change_in_between()
    {
        // On which side of an open surface a tool has been seen a new world does not know.
        crowd_.may_edit = random_.one_in(2);
        if (crowd_.may_edit || crowd_.has_open_mesh())
            std::erase_if(crowd_.members, [](const Member& member) { return member.kind == Kind::tool; });
        if (crowd_.members.empty())
            return;
        CrowdWorld kept(crowd_);
        bool has_changed = true;
        std::optional<CrowdAnswer> whole;
        for (int k = 0; k < 12; ++k) {
            if (random_.one_in(2)) {
                const std::string what = change(crowd_, kept, random_);
                history_ += what.empty() ? "" : what + "\n    ";
                has_changed = has_changed || !what.empty();
            }
            ask_something_else(kept);
            if (has_changed) {
                const Structure all = random_.one_in(2) ? Structure::brute_force : Structure::bucket_octree;
                whole = whole_answer(kept, {random_.one_in(3), all, random_.one_in(4) ? 3u : 1u});
                has_changed = false;
            }
            const std::uint64_t units = random_.below(random_.one_in(3) ? 60 : 6);
            const bool refines = random_.one_in(3);
            const CrowdAnswer cut(
                kept, refines ? kept.world.refine_contacts(Budget::work_units(units))
                              : kept.world.find_contacts(Budget::work_units(units)));
            const std::string did = (refines ? "refine_contacts " : "find_contacts ") + std::to_string(units);
            history_ += did + "\n    ";
            look_at(*whole, cut, units, "query " + std::to_string(k) + ", " + did + ": ");
        }
        look_at(*whole, {kept, kept.world.find_contacts()}, UINT64_MAX, "without a limit after small ones: ");
    }

    /// Other calls between two contact queries change no answer.
    void ask_something_else(CrowdWorld& kept)
    {
        switch (random_.below(10)) {
        case 0:
            (void)kept.world.find_pairs(Budget::work_units(random_.below(20)));
            history_ += "find_pairs\n    ";
            break;
        case 1:
            (void)kept.world.contact_forces({.policy = static_cast<ForcePolicy>(random_.below(3))});
            history_ += "contact_forces\n    ";
            break;
        case 2:
            if (random_.one_in(3)) {
                kept.world.prepare_contacts();
                history_ += "prepare_contacts\n    ";
            }
            break;
        case 3:
            (void)kept.world.prepare_reads().ok();
            history_ += "prepare_reads\n    ";
            break;
        default:
            break;
        }
    }

    Crowd crowd_;
    Random random_;
    bool told_;
    Findings& findings_;
    std::uint64_t needed_ = 0;
    std::string history_;
};

} // namespace

void check_first_budget(std::uint64_t seed, bool told, Findings& findings)
{
    findings.context = "first budget";
    Random random(seed ^ 0x6669727374u);
    try {
        const std::uint32_t members = 2 + random.below(random.one_in(4) ? 6 : 2);
        Crowd crowd = random_crowd(random, members, random.one_in(3));
        FirstBudget(crowd, Random(random.next()), told, findings).look();
    } catch (const std::exception& refusal) {
        findings.add("first_refused", refusal.what());
    }
}

} // namespace tactus::fuzz::crowds
