// SPDX-License-Identifier: MIT
#include "cli/run_contacts.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/contact_summary.h"
#include "cli/output/edit_summary.h"
#include "cli/output/files/contact_file.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/scenes/recording.h"
#include "cli/verbs.h"

namespace tactus::cli {

namespace {

constexpr const char* haptic_budget = "200us";

FrameContacts contacts_of_frame(
    std::size_t frame, const scenes::Scene& scene, const SceneWorld& world, const ContactReport& found,
    const ForceReport* forces)
{
    const scenes::SceneBodies& bodies = world.scene_bodies();
    FrameContacts all;
    all.frame = frame;
    all.contacts = found.contacts;
    all.unrefined = found.unrefined;
    if (forces != nullptr)
        all.forces = forces->contacts;
    all.mesh_of = [&](BodyId body) { return scene.meshes[bodies.find(body)->mesh].name; };
    all.triangle_of = [&](BodyId body, std::uint32_t triangle) { return bodies.find(body)->mesh_triangle(triangle); };
    return all;
}

} // namespace

bool is_haptic(const scenes::Scene& scene) { return scene.frames_per_second >= 500.0; }

Result<std::size_t> run_contacts(
    const scenes::Scene& scene, const PlaybackOptions& playback, const ContactOptions& contacts,
    const ContactOutputs& outputs)
{
    if (Result<void> possible = check_force_options(contacts.forces, contacts.policy); !possible.ok())
        return possible.error();
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
    options.policy = contacts.policy.value_or(options.policy);
    options.rate = contacts.rate.value_or(is_haptic(scene) ? scene.frames_per_second : 0.0);

    Result<Recording> recording = Recording::create(outputs.record, scene);
    if (!recording.ok())
        return recording.error();
    std::optional<ContactFile> file;
    if (!contacts.file.empty()) {
        Result<ContactFile> begun = ContactFile::create(contacts.file, scene.frame_count);
        if (!begun.ok())
            return begun.error();
        file.emplace(std::move(begun).value());
    }
    if (file || !outputs.record.empty())
        options.after_frame = [&](std::size_t frame, const SceneWorld& world, const ContactReport& found,
                                  const ForceReport* forces) -> Result<void> {
            if (Result<void> added = recording.value().add_frame(world.scene_bodies()); !added.ok())
                return added;
            return file ? file->add_frame(contacts_of_frame(frame, scene, world, found, forces)) : Result<void>();
        };

    const Result<ContactRun> run = [&] {
        Progress progress(scene.name, scene.frame_count);
        return play_contacts(scene, options, [&](std::size_t done) { progress.set(done); });
    }();
    if (!run.ok())
        return run.error();
    if (Result<void> finished = recording.value().finish(); !finished.ok())
        return finished.error();
    if (file)
        if (Result<void> finished = file->finish(); !finished.ok())
            return finished.error();
    const std::vector<ContactFrame>& frames = run.value().frames;
    const ContactSummary summary = summarise(frames, options.budget);
    std::vector<std::filesystem::path> pictures;
    if (!outputs.pictures.empty()) {
        Result<std::vector<std::filesystem::path>> drawn =
            draw_contact_pictures(outputs.pictures, scene, frames, options);
        if (!drawn.ok())
            return drawn.error();
        pictures = std::move(drawn).value();
    }
    if (outputs.json) {
        Json all = {
            {"scene", scene.name},
            {"meshes", scene.meshes.size()},
            {"triangles", triangle_count(scene)},
            {"structure", structure_name(playback.structure)},
            {"threads", playback.threads}};
        all.update(contact_summary_json(summary, options, frames));
        if (!scene.edits.empty())
            all["edits"] = edits_json(run.value().edits);
        all["pictures"] = pictures_json(pictures);
        say_json(all);
        return summary.max_contacts;
    }
    say("{}: {}\n", scene.name, scene.description);
    say("{} of {} in all, {}, {}, {} contacts up to {} mm apart, {}, budget {}\n\n",
        counted(scene.meshes.size(), "mesh"), counted(triangle_count(scene), "triangle"),
        counted(frames.size(), "frame"), structure_name(playback.structure),
        selection_name(options.world.contacts.which),
        readable(1e3 * double{options.world.contacts.contact_distance}, 3), order_words(options.world.contacts.order),
        options.budget.words());
    say("{}{}", contact_summary_text(summary, options), edits_text(run.value().edits));
    say_text(recording_text(outputs.record, scene));
    if (file)
        say("contacts in {}\n", file->words());
    for (const std::filesystem::path& picture : pictures)
        say("picture: {}\n", picture.string());
    return summary.max_contacts;
}

} // namespace tactus::cli
