// SPDX-License-Identifier: MIT
#include "cli/tool/touch_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "cli/measure/playback.h"
#include "cli/measure/stopwatch.h"
#include "cli/tool/tool_roads.h"

namespace tactus::cli {

namespace {

constexpr std::size_t max_frames = 100;
constexpr double max_milliseconds = 500.0;

/// Stopwatches for more than one thread go by the wall clock: drivers work on threads of their own.
Stopwatch wall_clock() { return Stopwatch(2); }

/// Asks a road, with the clock running.
class TimedRoad final : public ToolProposer {
public:
    explicit TimedRoad(std::unique_ptr<ToolProposer> road) : road_(std::move(road)) {}

    bool propose(const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept override
    {
        watch_.start();
        answered_ = road_->propose(volume, mesh, proposed);
        microseconds_ = 1e3 * watch_.milliseconds();
        return answered_;
    }

    bool answered() const { return answered_; }
    double microseconds() const { return microseconds_; }

private:
    std::unique_ptr<ToolProposer> road_;
    Stopwatch watch_ = wall_clock();
    bool answered_ = true;
    double microseconds_ = 0.0;
};

/// The organ a thousandth smaller: what it was in the frame before the one that is timed.
std::vector<Vec3> shrunk(std::span<const Vec3> positions)
{
    std::vector<Vec3> smaller;
    smaller.reserve(positions.size());
    for (const Vec3& p : positions)
        smaller.push_back({p.x * 0.999f, p.y * 0.999f, p.z * 0.999f});
    return smaller;
}

/// The world with the organ and the tool in it.
struct ToolWorld {
    World world;
    BodyId organ;
    BodyId tool;

    static Result<ToolWorld> create(const ToolOptions& options, const ToolMotion& motion, const io::Mesh& organ)
    {
        Result<World> world = World::create({.worker_count = options.playback.threads});
        if (!world.ok())
            return world.error();
        ToolWorld made = {std::move(world).value(), {}, {}};
        BodyDesc desc = body_with(options.playback.structure, options.playback.threads);
        desc.triangles = organ.triangles;
        desc.positions = organ.positions;
        const Result<BodyId> body = made.world.add_body(desc);
        if (!body.ok())
            return body.error();
        const Result<BodyId> tool = made.world.add_tool(
            {.pivot = motion.pivot, .tip = motion.begin, .radius = motion.radius, .sweep = motion.sweeps});
        if (!tool.ok())
            return tool.error();
        made.organ = body.value();
        made.tool = tool.value();
        const Result<void> set = made.world.set_contact_settings({.contact_distance = options.contact_distance});
        return set.ok() ? Result<ToolWorld>(std::move(made)) : set.error();
    }
};

/// The contacts where the tool stands now, and what they push it with.
void find_tool_contacts(ToolWorld& in, const ToolOptions& options, const Budget& budget, TouchRun& run)
{
    const ContactReport& found = in.world.find_contacts(budget);
    run.contacts_complete = found.complete;
    const std::vector<Contact> contacts(found.contacts.begin(), found.contacts.end());
    std::map<std::uint64_t, Vec3> force_of;
    if (options.forces) {
        const ForceReport& forces = in.world.contact_forces({.policy = options.policy_or_default()});
        for (const ContactForce& push : forces.contacts)
            force_of[push.id] = push.force;
        for (const Wrench& wrench : forces.bodies)
            if (wrench.body == in.tool)
                run.force = wrench.force;
    }
    for (const Contact& contact : contacts) {
        const bool is_a = contact.body_a == in.tool;
        const auto on_tool = [&](Vec3 v) { return is_a ? Vec3{-v.x, -v.y, -v.z} : v; };
        run.contacts.push_back(
            {is_a ? contact.triangle_b : contact.triangle_a, contact.point, on_tool(contact.normal), contact.separation,
             on_tool(force_of[contact.id])});
    }
}

} // namespace

Result<TouchRun> run_touch(const ToolOptions& options, const ToolMotion& motion, const io::Mesh& organ)
{
    const Result<BudgetOption> budget = parse_budget(options.budget);
    if (!budget.ok())
        return budget.error();
    Result<ToolWorld> made = ToolWorld::create(options, motion, organ);
    if (!made.ok())
        return made.error();
    ToolWorld& in = made.value();

    TouchRun run;
    run.road = options.road;
    std::unique_ptr<TimedRoad> road;
    if (options.road != the_processor) {
        Result<OpenedRoad> opened = open_road(options.road, options.form);
        if (opened.ok()) {
            run.renderer = opened.value().renderer;
            road = std::make_unique<TimedRoad>(std::move(opened.value().proposer));
        } else {
            run.no_road = opened.error().message;
        }
    }

    const std::vector<Vec3> before = shrunk(organ.positions);
    std::vector<double> updates, queries, proposals, in_parts;
    Stopwatch watch = wall_clock(), whole = wall_clock();
    whole.start();
    const std::size_t wanted = options.repeat > 0 ? options.repeat : max_frames;
    while (run.frames < wanted && (options.repeat > 0 || run.frames == 0 || whole.milliseconds() < max_milliseconds)) {
        // A frame before each that is timed, so that all of the organ has moved since.
        if (Result<void> set = in.world.set_positions(in.organ, before); !set.ok())
            return set.error();
        if (Result<void> set = in.world.set_tool(in.tool, motion.pivot, motion.begin); !set.ok())
            return set.error();
        watch.start();
        if (Result<void> set = in.world.set_positions(in.organ, organ.positions); !set.ok())
            return set.error();
        if (Result<void> set = in.world.set_tool(in.tool, motion.pivot, motion.end); !set.ok())
            return set.error();
        updates.push_back(1e3 * watch.milliseconds());
        const TouchOptions plain{budget.value().begin(), false, false, road.get()};
        watch.start();
        const Result<TouchReport> touched = in.world.find_touched(in.tool, plain);
        queries.push_back(1e3 * watch.milliseconds());
        if (!touched.ok())
            return touched.error();
        if (road)
            proposals.push_back(road->microseconds());
        const TouchOptions in_full{.budget = budget.value().begin()};
        watch.start();
        const Result<TouchReport> full = in.world.find_touched(in.tool, in_full);
        in_parts.push_back(1e3 * watch.milliseconds());
        if (!full.ok())
            return full.error();
        run.report = full.value();
        run.report.proposed = touched.value().proposed;
        run.report.proposed_in_vain = touched.value().proposed_in_vain;
        run.report.not_proposed = touched.value().not_proposed;
        run.faces.assign(run.report.faces.begin(), run.report.faces.end());
        run.report.faces = {};
        ++run.frames;
    }
    run.update_us = median(updates);
    run.query_us = median(queries);
    run.parts_us = median(in_parts);
    if (road && road->answered())
        run.propose_us = median(proposals);
    else if (road)
        run.no_road = run.renderer + " has no answer for this organ and this tool";
    if (!run.no_road.empty())
        run.road = the_processor;
    if (options.wants_contacts()) {
        // The tables that contacts need are made once, and not within a budget.
        in.world.prepare_contacts();
        find_tool_contacts(in, options, budget.value().begin(), run);
    }
    return run;
}

} // namespace tactus::cli
