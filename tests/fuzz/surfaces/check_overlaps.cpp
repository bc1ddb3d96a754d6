// SPDX-License-Identifier: MIT
#include "scene.h"

#include <algorithm>
#include <functional>

#include "../oracle/surfaces/true_overlaps.h"

namespace tactus::fuzz {

namespace {

/// Takes triangles until it has enough.
class EnoughTriangles : public OverlapCollector {
public:
    explicit EnoughTriangles(std::size_t enough) : enough_(enough) {}

    bool take(const SurfaceTriangle& found) override
    {
        after_the_end = after_the_end || taken.size() >= enough_;
        taken.push_back(found);
        return taken.size() < enough_;
    }

    bool ended() const { return taken.size() >= enough_; }

    std::vector<SurfaceTriangle> taken;
    bool after_the_end = false; ///< Whether something came after it had said that it had enough.

private:
    std::size_t enough_;
};

using AskOverlap = std::function<Result<OverlapReport>(World&, const OverlapOptions&, OverlapCollector*)>;

struct NamedOverlaps {
    std::vector<TriangleRef> names; ///< By place and number.
    bool complete = false;
    std::uint64_t open_nodes = 0;
    std::uint64_t units = 0;
};

/// A shape, asked of one world.
class OverlapCheck {
public:
    OverlapCheck(
        Scene& scene, AskedWorld& asked, std::string call, const AskOverlap& ask, std::uint32_t mask,
        const std::vector<TriangleRef>& truth)
        : scene_(scene), asked_(asked), call_(std::move(call)), ask_(ask), mask_(mask), truth_(truth),
          findings_(scene.findings)
    {
    }

    void check()
    {
        const NamedOverlaps all = ask(Budget::unlimited());
        compare(all.names, true, "overlap_set", call_);
        findings_.expect(
            all.complete && all.open_nodes == 0, "overlap_set", call_ + " has no limit and is not complete");
        const std::uint64_t units = counted_units(findings_, call_, [&](const Budget& budget) {
            const NamedOverlaps overlaps = ask(budget);
            return Cost{overlaps.units, overlaps.complete};
        });
        NamedOverlaps before;
        for (const Budget& budget : growing_budgets(scene_, units)) {
            const NamedOverlaps cut = ask(budget);
            const std::string name = call_ + ", " + cpp(budget);
            compare(cut.names, cut.complete, "overlap_cut", name);
            findings_.expect(
                cut.complete == (cut.open_nodes == 0), "overlap_cut", name + ": complete and open_nodes contradict");
            findings_.expect(
                cut.complete >= before.complete
                    && std::includes(cut.names.begin(), cut.names.end(), before.names.begin(), before.names.end()),
                "overlap_cut", name + " knows less than with fewer work units");
            before = cut;
        }
        collect(truth_.size() + 1);
        collect(1 + scene_.random.below(static_cast<std::uint32_t>(truth_.size() + 1)));
    }

private:
    void collect(std::size_t enough)
    {
        EnoughTriangles collector(enough);
        asked_.note(call_ + ", &collector)");
        const Result<OverlapReport> report = ask_(asked_.world(), {.mask = mask_}, &collector);
        if (!report)
            return;
        std::vector<TriangleRef> names;
        for (const SurfaceTriangle& found : collector.taken)
            names.push_back(named(found));
        std::sort(names.begin(), names.end());
        const std::string name = call_ + " with a collector";
        compare(names, !collector.ended(), "overlap_collector", name);
        findings_.expect(
            std::adjacent_find(names.begin(), names.end()) == names.end(), "overlap_collector",
            name + " takes a triangle twice");
        findings_.expect(report.value().triangles.empty(), "overlap_collector", name + " is listed as well");
        findings_.expect(!collector.after_the_end, "overlap_collector", name + " goes on after the end");
        findings_.expect(
            report.value().complete == !collector.ended(), "overlap_collector",
            name + (collector.ended() ? " ended" : " did not end") + ", and the report says otherwise");
    }

    TriangleRef named(const SurfaceTriangle& found) const
    {
        return asked_.name_of(found.body, found.triangle).value_or(TriangleRef{UINT32_MAX, found.triangle});
    }

    void
    compare(const std::vector<TriangleRef>& names, bool whole, const std::string& check, const std::string& call) const
    {
        for (const TriangleRef& name : names)
            findings_.expect(
                std::binary_search(truth_.begin(), truth_.end(), name), check,
                call + ": " + text(name) + " is listed and has no point in it");
        for (const TriangleRef& name : truth_)
            findings_.expect(
                !whole || std::binary_search(names.begin(), names.end(), name), check,
                call + ": " + text(name) + " has a point in it and is not listed");
    }

    NamedOverlaps ask(const Budget& budget)
    {
        asked_.note(call_ + ", {.mask = " + std::to_string(mask_) + "u, .budget = " + cpp(budget) + "})");
        const Result<OverlapReport> report = ask_(asked_.world(), {mask_, budget}, nullptr);
        ++findings_.counts.queries;
        NamedOverlaps result;
        if (!report) {
            findings_.add("overlap_set", call_ + " is refused: " + report.error().message);
            return result;
        }
        for (const SurfaceTriangle& found : report.value().triangles)
            result.names.push_back(named(found));
        const auto& list = report.value().triangles;
        for (std::size_t k = 1; k < list.size(); ++k)
            findings_.expect(
                std::pair(list[k - 1].body.index, list[k - 1].triangle)
                    < std::pair(list[k].body.index, list[k].triangle),
                "overlap_order", call_ + " lists triangles out of order");
        std::sort(result.names.begin(), result.names.end());
        result.complete = report.value().complete;
        result.open_nodes = report.value().open_nodes;
        result.units = report.value().work_units_spent;
        check_units(findings_, call_, budget, result.units);
        return result;
    }

    Scene& scene_;
    AskedWorld& asked_;
    std::string call_; ///< The call, without the bracket at its end.
    const AskOverlap& ask_;
    std::uint32_t mask_;
    const std::vector<TriangleRef>& truth_;
    Findings& findings_;
};

/// A box as what it is: six half-spaces.
std::vector<HalfSpace> sides_of(const BoxQuestion& box)
{
    return {{{1, 0, 0}, box.upper.x},   {{0, 1, 0}, box.upper.y},   {{0, 0, 1}, box.upper.z},
            {{-1, 0, 0}, -box.lower.x}, {{0, -1, 0}, -box.lower.y}, {{0, 0, -1}, -box.lower.z}};
}

std::string listed(const std::vector<HalfSpace>& half_spaces)
{
    std::string list = "std::vector<HalfSpace>{";
    for (const HalfSpace& half_space : half_spaces)
        list += "{" + cpp(half_space.normal) + ", " + cpp(half_space.offset) + "}, ";
    return list + "}";
}

} // namespace

void check_overlaps(Scene& scene)
{
    const std::uint32_t mask = scene.questions.mask();
    std::string call;
    AskOverlap ask;
    std::vector<TriangleRef> truth;
    switch (scene.random.below(3)) {
    case 0: {
        const BoxQuestion box = scene.questions.box();
        truth = true_overlaps(scene.parts, sides_of(box), mask);
        call = "overlap_box(" + cpp(box.lower) + ", " + cpp(box.upper);
        ask = [box](World& world, const OverlapOptions& options, OverlapCollector* collector) {
            return world.overlap_box(box.lower, box.upper, options, collector);
        };
        break;
    }
    case 1: {
        const Sphere ball = scene.questions.ball();
        truth = true_overlaps(scene.parts, ball, mask);
        call = "overlap_sphere({" + cpp(ball.centre) + ", " + cpp(ball.radius) + "}";
        ask = [ball](World& world, const OverlapOptions& options, OverlapCollector* collector) {
            return world.overlap_sphere(ball, options, collector);
        };
        break;
    }
    default: {
        const std::vector<HalfSpace> half_spaces = scene.questions.half_spaces();
        truth = true_overlaps(scene.parts, half_spaces, mask);
        call = "overlap_convex(" + listed(half_spaces);
        // The documentation does not say what a half-space without a normal is, and it is refused.
        for (const HalfSpace& half_space : half_spaces)
            if (half_space.normal == Vec3{})
                return;
        ask = [half_spaces](World& world, const OverlapOptions& options, OverlapCollector* collector) {
            return world.overlap_convex(half_spaces, options, collector);
        };
        break;
    }
    }
    for (AskedWorld& asked : scene.worlds)
        OverlapCheck(scene, asked, call, ask, mask, truth).check();
}

} // namespace tactus::fuzz
