// SPDX-License-Identifier: MIT
#include "cli/measure/error_curve.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/scenes/structures.h"

namespace tactus::cli {

namespace {

constexpr int bound_count = 20;
constexpr double largest_bound = 0.20;
constexpr double smallest_bound = 0.01;

/// Asks the same question again and again, from scratch.
class Asker {
public:
    Asker(SceneWorld& bodies, const CurveOptions& options) : bodies_(bodies), options_(options) {}

    Result<void> set_order(RefinementOrder order)
    {
        order_ = order;
        return bodies_.world().set_contact_settings(
            {.contact_distance = options_.contact_distance, .order = order, .keep_front = false});
    }

    Result<Cut> ask(const Budget& budget)
    {
        std::vector<double> times;
        Cut cut;
        for (std::uint32_t k = 0; k < options_.repeat; ++k) {
            if (Result<void> forgot = forget(); !forgot.ok())
                return forgot.error();
            const double begin = thread_microseconds();
            const ContactReport& report = bodies_.world().find_contacts(budget);
            times.push_back(thread_microseconds() - begin);
            cut = {report.work_units_spent, 0.0,
                   report.worst_error,      report.contacts.size(),
                   report.open_pairs,       report.node_tests,
                   report.complete};
        }
        cut.microseconds = median(times);
        return cut;
    }

    /// Work units until the worst error is at most each of the bounds, which are given from large to small.
    Result<std::vector<std::uint64_t>> work_to_reach(const std::vector<double>& bounds)
    {
        if (Result<void> forgot = forget(); !forgot.ok())
            return forgot.error();
        std::vector<std::uint64_t> units;
        std::uint64_t spent = 0;
        const ContactReport* report = &bodies_.world().find_contacts(Budget::work_units(0));
        while (units.size() < bounds.size()) {
            if (report->worst_error <= bounds[units.size()])
                units.push_back(spent);
            else {
                report = &bodies_.world().refine_contacts(Budget::work_units(1));
                ++spent;
                // Where the buffer is full the error stays as it is.
                if (report->work_units_spent == 0)
                    break;
            }
        }
        return units;
    }

private:
    /// A query without work forgets the contacts of the one before it, new positions what the trees know, and settings
    /// how long queries take.
    Result<void> forget()
    {
        bodies_.world().find_contacts(Budget::work_units(0));
        if (Result<void> given = bodies_.give_positions(); !given.ok())
            return given;
        return set_order(order_);
    }

    SceneWorld& bodies_;
    const CurveOptions& options_;
    RefinementOrder order_ = RefinementOrder::worst_error_first;
};

/// Whole numbers from 1 to the last, log-spaced, each once.
std::vector<std::uint64_t> spaced_units(std::uint64_t last, std::uint32_t count)
{
    std::set<std::uint64_t> units;
    for (std::uint32_t k = 0; k < count; ++k)
        units.insert(static_cast<std::uint64_t>(
            std::llround(std::pow(static_cast<double>(last), count > 1 ? double(k) / (count - 1) : 1.0))));
    return {units.begin(), units.end()};
}

std::vector<double> error_bounds()
{
    std::vector<double> bounds;
    for (int k = 0; k < bound_count; ++k)
        bounds.push_back(largest_bound * std::pow(smallest_bound / largest_bound, double(k) / (bound_count - 1)));
    return bounds;
}

Result<std::vector<WorkToReach>> compare_orders(Asker& asker, double diagonal)
{
    const std::vector<double> bounds = error_bounds();
    std::vector<double> metres = bounds;
    for (double& bound : metres)
        bound *= diagonal;
    std::vector<WorkToReach> reached;
    for (const double bound : bounds)
        reached.push_back({.bound = bound});
    std::size_t count = bounds.size();
    for (const RefinementOrder order : {RefinementOrder::worst_error_first, RefinementOrder::breadth_first}) {
        if (Result<void> set = asker.set_order(order); !set.ok())
            return set.error();
        const Result<std::vector<std::uint64_t>> units = asker.work_to_reach(metres);
        if (!units.ok())
            return units.error();
        count = std::min(count, units.value().size());
        for (std::size_t k = 0; k < units.value().size(); ++k)
            (order == RefinementOrder::breadth_first ? reached[k].breadth_first : reached[k].worst_error_first) =
                units.value()[k];
    }
    reached.resize(count);
    for (WorkToReach& one : reached)
        if (one.breadth_first > 0)
            one.ratio = static_cast<double>(one.worst_error_first) / static_cast<double>(one.breadth_first);
    return reached;
}

} // namespace

double StructureCurves::mean_ratio() const
{
    double sum = 0.0;
    std::size_t count = 0;
    for (const WorkToReach& one : reached)
        if (one.ratio) {
            sum += *one.ratio;
            ++count;
        }
    return count == 0 ? 1.0 : sum / static_cast<double>(count);
}

double StructureCurves::largest_ratio() const
{
    double largest = 0.0;
    for (const WorkToReach& one : reached)
        largest = std::max(largest, one.ratio.value_or(0.0));
    return largest;
}

double CurveReport::share_found(const Cut& cut) const
{
    return contacts == 0 ? 1.0 : static_cast<double>(cut.confirmed) / static_cast<double>(contacts);
}

Result<CurveReport> measure_curves(
    const scenes::Scene& scene, const CurveOptions& options, const std::vector<Structure>& structures,
    const std::function<void(double)>& progress)
{
    CurveReport report;
    const double steps = static_cast<double>(structures.size() * (all_orders().size() + 1));
    double done = 0.0;
    for (const Structure structure : structures) {
        Result<SceneWorld> made = SceneWorld::create(scene, {.structure = structure});
        if (!made.ok())
            return made.error();
        if (Result<void> there = made.value().go_to(options.frame); !there.ok())
            return there.error();
        report.diagonal = made.value().diagonal();
        Asker asker(made.value(), options);
        StructureCurves& all = report.structures.emplace_back();
        all.structure = structure;
        for (const RefinementOrder order : all_orders()) {
            if (Result<void> set = asker.set_order(order); !set.ok())
                return set.error();
            ErrorCurve& curve = all.curves.emplace_back();
            curve.order = order;
            // A query without a limit goes another way, and counts few units.
            const Result<Cut> whole = asker.ask(Budget::work_units(std::uint64_t{1} << 62));
            if (!whole.ok())
                return whole.error();
            curve.whole = whole.value();
            report.contacts = std::max(report.contacts, curve.whole.confirmed);
            const std::vector<std::uint64_t> units = spaced_units(curve.whole.work_units, options.cuts);
            for (std::size_t k = 0; k < units.size() && units[k] < curve.whole.work_units; ++k) {
                const Result<Cut> cut = asker.ask(Budget::work_units(units[k]));
                if (!cut.ok())
                    return cut.error();
                curve.cuts.push_back(cut.value());
                progress((done + double(k + 1) / double(units.size())) / steps);
            }
            progress(++done / steps);
        }
        Result<std::vector<WorkToReach>> reached = compare_orders(asker, report.diagonal);
        if (!reached.ok())
            return reached.error();
        all.reached = std::move(reached).value();
        progress(++done / steps);
    }
    return report;
}

} // namespace tactus::cli
