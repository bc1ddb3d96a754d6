// SPDX-License-Identifier: MIT
// tactus run SCENE: a named scene from its first frame to its last.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/pair_hash.h"
#include "cli/measure/playback.h"
#include "cli/measure/summary.h"
#include "cli/options/number_option.h"
#include "cli/options/playback_options.h"
#include "cli/output/edit_summary.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/scene_list.h"
#include "cli/output/streams.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/run_contacts.h"
#include "cli/scenes/recording.h"
#include "cli/scenes/scene_world.h"
#include "cli/verbs.h"
#include "scenes/scene.h"

namespace tactus::cli {

namespace {

struct RunOptions {
    std::string scene;
    scenes::SceneOptions making;
    PlaybackOptions playback;
    ContactOptions contacts;
    std::string record;
    std::string pictures;
    bool check = false;
    bool list = false;
    bool json = false;
};

/// Where brute force plays beside: refuses a frame that has other pairs by it.
Result<void> check_frame(std::uint32_t frame, const FrameResult& found, std::optional<Playback>& brute_force)
{
    if (!brute_force)
        return {};
    const Result<FrameResult> expected = brute_force->step(frame);
    if (!expected.ok())
        return expected.error();
    if (expected.value().pairs != found.pairs || expected.value().hash != found.hash)
        return refusal(fmt::format(
            "frame {} has {} pairs of hash {}, but by brute force {} of hash {}: this is a bug of Tactus, please "
            "report "
            "it",
            frame, found.pairs, hash_text(found.hash), expected.value().pairs, hash_text(expected.value().hash)));
    return {};
}

Result<std::vector<FrameResult>>
play_scene(const scenes::Scene& scene, Playback& playback, Recording& recording, std::optional<Playback>& brute_force)
{
    std::vector<FrameResult> frames;
    Progress progress(scene.name, scene.frame_count);
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
        const Result<FrameResult> result = playback.step(frame);
        if (!result.ok())
            return result.error();
        frames.push_back(result.value());
        if (Result<void> added = recording.add_frame(playback.scene_bodies()); !added.ok())
            return added.error();
        if (Result<void> same = check_frame(frame, result.value(), brute_force); !same.ok())
            return same.error();
        progress.set(frame + 1);
    }
    if (Result<void> finished = recording.finish(); !finished.ok())
        return finished.error();
    return frames;
}

void print_words(
    const RunOptions& options, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const Playback& playback, const std::vector<std::filesystem::path>& pictures)
{
    say("{}: {}\n", scene.name, scene.description);
    say("{} of {} in all, {}, {} with {}\n\n", counted(scene.meshes.size(), "mesh"),
        counted(triangle_count(scene), "triangle"), counted(frames.size(), "frame"),
        structure_name(options.playback.structure), counted(options.playback.threads, "thread"));
    say_text(summary_text(summarise(frames), frames));
    say("times are {}; built in {} ms, keeps {}, works in {} of scratch\n",
        options.playback.threads > 1 ? "wall time" : "CPU time of the process", milliseconds_text(playback.build_ms()),
        bytes_text(playback.structure_bytes()), bytes_text(playback.scratch_bytes()));
    if (const std::vector<std::uint32_t> levels = playback.octree_levels(); !levels.empty())
        say("levels of the trees: {}\n", fmt::join(levels, ", "));
    say_text(edits_text(playback.scene_bodies().edits()));
    if (options.check)
        say("brute force finds the same pairs in every frame\n");
    say_text(recording_text(options.record, scene));
    for (const std::filesystem::path& picture : pictures)
        say("picture: {}\n", picture.string());
}

void print_json(
    const RunOptions& options, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const Playback& playback, const std::vector<std::filesystem::path>& pictures)
{
    Json json = summary_json(frames, playback);
    json["scene"] = scene.name;
    json["meshes"] = scene.meshes.size();
    json["triangles"] = triangle_count(scene);
    json["structure"] = structure_name(options.playback.structure);
    json["threads"] = options.playback.threads;
    if (const std::vector<std::uint32_t> levels = playback.octree_levels(); !levels.empty())
        json["octree_levels"] = levels;
    if (!scene.edits.empty())
        json["edits"] = edits_json(playback.scene_bodies().edits());
    if (options.check)
        json["checked"] = true;
    json["pictures"] = pictures_json(pictures);
    say_json(json);
}

Result<int> run(const RunOptions& options)
{
    if (options.list) {
        if (options.json)
            say_json(scene_list_json());
        else
            say_text(scene_list_text());
        return exit_done;
    }
    if (options.scene.empty())
        return refusal("SCENE is missing; tactus run --list shows what there is");
    if (Result<void> possible = can_draw_into(options.pictures); !possible.ok())
        return possible.error();
    const Result<scenes::Scene> scene = scenes::make_scene(options.scene, options.making);
    if (!scene.ok())
        return scene.error();
    if (options.contacts.any() && options.check)
        return refusal("--check goes with pairs; leave it or the options about contacts out");
    if (options.contacts.any() || (is_haptic(scene.value()) && !options.check)) {
        const Result<std::size_t> found = run_contacts(
            scene.value(), options.playback, options.contacts, {options.record, options.pictures, options.json});
        return found.ok() ? Result<int>(exit_done) : found.error();
    }
    Result<Playback> playback = Playback::create(scene.value(), options.playback);
    if (!playback.ok())
        return playback.error();
    std::optional<Playback> brute_force;
    if (options.check) {
        Result<Playback> made = Playback::create(scene.value(), {.structure = Structure::brute_force});
        if (!made.ok())
            return made.error();
        brute_force.emplace(std::move(made).value());
    }
    Result<Recording> recording = Recording::create(options.record, scene.value());
    if (!recording.ok())
        return recording.error();
    const Result<std::vector<FrameResult>> frames =
        play_scene(scene.value(), playback.value(), recording.value(), brute_force);
    if (!frames.ok())
        return frames.error();
    std::vector<std::filesystem::path> pictures;
    if (!options.pictures.empty()) {
        Result<std::vector<std::filesystem::path>> drawn =
            draw_scene_pictures(options.pictures, scene.value(), frames.value(), options.playback);
        if (!drawn.ok())
            return drawn.error();
        pictures = std::move(drawn).value();
    }
    if (options.json)
        print_json(options, scene.value(), frames.value(), playback.value(), pictures);
    else
        print_words(options, scene.value(), frames.value(), playback.value(), pictures);
    return exit_done;
}

} // namespace

void add_run(CommandLine& command_line)
{
    const auto options = std::make_shared<RunOptions>();
    Options verb = command_line.add_verb(
        "run", "Run a named scene and say what was found and how long it took", [options] { return run(*options); });
    verb.argument("SCENE", options->scene, "A name from --list");
    verb.number("--frames", "N", options->making.frames, counts, "Frames to run");
    verb.number("--triangles", "N", options->making.triangles, counts, "Triangles of each mesh, about");
    verb.number("--bodies", "N", options->making.bodies, counts, "Bodies, in the scenes of many");
    verb.number(
        "--seed", "N", options->making.seed, WholeNumbers{0, UINT64_MAX},
        "Another seed gives another scene of the same kind (default 0)");
    add_playback_options(verb, options->playback);
    verb.text("--record", "FILE.seq", options->record, "Write the frames to a sequence that tactus play plays");
    verb.text(
        "--pictures", "DIR", options->pictures,
        "Draw three frames here, as PNG: the first in contact, one in the middle, the one with most pairs or contacts");
    verb.flag(
        "--check", options->check, "Find every frame's pairs by brute force too, and fail where they differ; slow");
    add_contact_options(verb, options->contacts);
    verb.flag("--list", options->list, "Show the scenes there are");
    verb.flag("--json", options->json, "Print numbers as JSON");
    verb.footer("Example:\n"
                "  tactus run soft_organs --triangles 5120 --record organs.seq --pictures pictures\n"
                "  tactus run haptic_probe --budget 200us --forces\n"
                "  tactus run haptic_probe --budget 50units --forces --force-policy certified_lower\n"
                "  tactus run soft_organs --contacts --pictures pictures --export contacts.jsonl");
}

} // namespace tactus::cli
