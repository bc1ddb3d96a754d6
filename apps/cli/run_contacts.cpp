// SPDX-License-Identifier: MIT
#include "cli/run_contacts.h"

#include <fmt/format.h>

#include "cli/measure/contact_summary.h"
#include "cli/output/edit_summary.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/verbs.h"

namespace tactus::cli {

namespace {

constexpr const char* haptic_budget = "200us";

} // namespace

bool is_haptic(const scenes::Scene& scene) { return scene.frames_per_second >= 500.0; }

Result<int>
run_contacts(const scenes::Scene& scene, const PlaybackOptions& playback, const ContactOptions& contacts, bool json)
{
    ContactRunOptions options;
    std::string budget = contacts.budget.empty() && is_haptic(scene) ? haptic_budget : contacts.budget;
    const Result<BudgetOption> parsed = parse_budget(budget.empty() ? "unlimited" : budget);
    if (!parsed.ok())
        return parsed.error();
    options.budget = parsed.value();
    options.world.structure = playback.structure;
    options.world.threads = playback.threads;
    options.world.contacts.order = contacts.order.value_or(RefinementOrder::worst_error_first);
    options.world.contacts.which = contacts.which.value_or(options.world.contacts.which);
    options.world.contacts.contact_distance = contacts.distance.value_or(static_cast<float>(0.5 * mean_edge(scene)));
    options.with_forces = contacts.forces;
    options.rate = contacts.rate.value_or(is_haptic(scene) ? scene.frames_per_second : 0.0);

    const Result<ContactRun> run = [&] {
        Progress progress(scene.name, scene.frame_count);
        return play_contacts(scene, options, [&](std::size_t done) { progress.set(done); });
    }();
    if (!run.ok())
        return run.error();
    const std::vector<ContactFrame>& frames = run.value().frames;
    const ContactSummary summary = summarise(frames, options.budget);
    if (json) {
        Json all = {
            {"scene", scene.name},
            {"meshes", scene.meshes.size()},
            {"triangles", triangle_count(scene)},
            {"structure", structure_name(playback.structure)},
            {"threads", playback.threads}};
        all.update(contact_summary_json(summary, options, frames));
        if (!scene.edits.empty())
            all["edits"] = edits_json(run.value().edits);
        say_json(all);
        return exit_done;
    }
    say("{}: {}\n", scene.name, scene.description);
    say("{} of {} in all, {}, {}, {} contacts up to {} mm apart, {}, budget {}\n\n",
        counted(scene.meshes.size(), "mesh"), counted(triangle_count(scene), "triangle"),
        counted(frames.size(), "frame"), structure_name(playback.structure),
        selection_name(options.world.contacts.which),
        readable(1e3 * double{options.world.contacts.contact_distance}, 3), order_words(options.world.contacts.order),
        options.budget.words());
    say("{}{}", contact_summary_text(summary, options), edits_text(run.value().edits));
    return exit_done;
}

} // namespace tactus::cli
