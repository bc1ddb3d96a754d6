// SPDX-License-Identifier: MIT
// tactus play SEQUENCE: every frame of a sequence, with its times and its pairs.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/pair_hash.h"
#include "cli/measure/playback.h"
#include "cli/measure/summary.h"
#include "cli/options/number_option.h"
#include "cli/options/playback_options.h"
#include "cli/output/files/pair_file.h"
#include "cli/output/json.h"
#include "cli/output/number_text.h"
#include "cli/output/progress.h"
#include "cli/output/streams.h"
#include "cli/output/table.h"
#include "cli/pictures/scene_pictures.h"
#include "cli/run_contacts.h"
#include "cli/scenes/file_scene.h"
#include "cli/verbs.h"
#include "io/sequence_file.h"

namespace tactus::cli {

namespace {

struct PlayOptions {
    std::string sequence;
    PlaybackOptions playback;
    ContactOptions contacts;
    std::uint32_t repeat = 1;
    std::string pairs_folder;
    std::string pictures;
    bool json = false;
};

Result<std::vector<FrameResult>> play_once(
    const PlayOptions& options, const io::Sequence& sequence, Playback& playback, bool write, Progress& progress,
    std::size_t done)
{
    std::vector<FrameResult> frames;
    std::vector<std::span<const Vec3>> positions(sequence.meshes.size());
    for (std::size_t frame = 0; frame < sequence.frame_count(); ++frame) {
        for (std::size_t m = 0; m < positions.size(); ++m)
            positions[m] = sequence.meshes[m].frames[frame];
        const Result<FrameResult> result = playback.step(positions);
        if (!result.ok())
            return result.error();
        frames.push_back(result.value());
        if (write) {
            const std::filesystem::path file =
                std::filesystem::path(options.pairs_folder) / fmt::format("frame_{:05}.txt", frame);
            if (Result<void> written = write_pairs(file, playback.sorted_pairs()); !written.ok())
                return written.error();
        }
        progress.set(done + frame + 1);
    }
    return frames;
}

/// Each frame's median over the repeats. Refuses if a frame's pairs differed.
Result<std::vector<FrameResult>> combined(const std::vector<std::vector<FrameResult>>& repeats)
{
    std::vector<FrameResult> frames = repeats[0];
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        std::vector<double> updates, queries;
        for (const std::vector<FrameResult>& repeat : repeats) {
            if (repeat[frame].pairs != frames[frame].pairs || repeat[frame].hash != frames[frame].hash)
                return Error{
                    ErrorCode::invalid_argument, fmt::format(
                                                     "frame {} gave {} and then {} pairs: this is a bug of Tactus, "
                                                     "please report it with the sequence",
                                                     frame, frames[frame].pairs, repeat[frame].pairs)};
            updates.push_back(repeat[frame].update_ms);
            queries.push_back(repeat[frame].query_ms);
        }
        frames[frame].update_ms = median(updates);
        frames[frame].query_ms = median(queries);
    }
    return frames;
}

void print_words(
    const PlayOptions& options, const io::Sequence& sequence, const std::vector<FrameResult>& frames,
    const Playback& playback)
{
    Table table({"frame", "update ms", "query ms", "pairs", "pair hash"});
    for (std::size_t frame = 0; frame < frames.size(); ++frame)
        table.add_row(
            {std::to_string(frame), milliseconds_text(frames[frame].update_ms),
             milliseconds_text(frames[frame].query_ms), std::to_string(frames[frame].pairs),
             hash_text(frames[frame].hash)});
    say_text(table.text());
    const Summary summary = summarise(frames);
    say("\n{}", summary_text(summary, frames));
    say("\n{} of {}, {} with {}; times are {}\n", options.sequence, counted(frames.size(), "frame"),
        structure_name(options.playback.structure), counted(options.playback.threads, "thread"),
        options.playback.threads > 1 ? "wall time" : "CPU time of the process");
    say("built in {} ms, keeps {}, works in {} of scratch\n", milliseconds_text(playback.build_ms()),
        bytes_text(playback.structure_bytes()), bytes_text(playback.scratch_bytes()));
    if (sequence.welded_vertices > 0)
        say("{} at equal positions in every frame welded\n", counted(sequence.welded_vertices, "vertex"));
}

Result<int> play_contacts_of(const PlayOptions& options, const io::Sequence& sequence)
{
    if (!options.pairs_folder.empty() || options.repeat > 1)
        return refusal(
            "--pairs and --repeat go with pairs; leave them or the options about contacts out (--export FILE.jsonl "
            "writes contacts)");
    const Result<std::size_t> found = run_contacts(
        scene_of_sequence(options.sequence, sequence), options.playback, options.contacts,
        {{}, options.pictures, options.json});
    return found.ok() ? Result<int>(exit_done) : found.error();
}

Result<int> play(const PlayOptions& options)
{
    if (Result<void> possible = can_draw_into(options.pictures); !possible.ok())
        return possible.error();
    const Result<io::Sequence> sequence = io::read_sequence(options.sequence);
    if (!sequence.ok())
        return sequence.error();
    if (options.contacts.any())
        return play_contacts_of(options, sequence.value());
    std::vector<PlaybackBody> bodies;
    for (const io::Sequence::Part& part : sequence.value().meshes)
        bodies.push_back({part.triangles, part.frames[0], sequence.value().meshes.size() == 1});
    Result<Playback> playback = Playback::create(bodies, options.playback);
    if (!playback.ok())
        return playback.error();
    const bool write = !options.pairs_folder.empty();
    if (write)
        if (Result<void> made = make_folder(options.pairs_folder); !made.ok())
            return made.error();

    std::vector<std::vector<FrameResult>> repeats;
    {
        const std::size_t frame_count = sequence.value().frame_count();
        Progress progress("playing", frame_count * options.repeat);
        for (std::uint32_t k = 0; k < options.repeat; ++k) {
            Result<std::vector<FrameResult>> frames =
                play_once(options, sequence.value(), playback.value(), write && k == 0, progress, k * frame_count);
            if (!frames.ok())
                return frames.error();
            repeats.push_back(std::move(frames).value());
        }
    }
    const Result<std::vector<FrameResult>> frames = combined(repeats);
    if (!frames.ok())
        return frames.error();
    std::vector<std::filesystem::path> pictures;
    if (!options.pictures.empty()) {
        Result<std::vector<std::filesystem::path>> drawn = draw_scene_pictures(
            options.pictures, scene_of_sequence(options.sequence, sequence.value()), frames.value(), options.playback);
        if (!drawn.ok())
            return drawn.error();
        pictures = std::move(drawn).value();
    }
    if (options.json) {
        Json json = summary_json(frames.value(), playback.value());
        json["pictures"] = pictures_json(pictures);
        say_json(json);
    } else {
        print_words(options, sequence.value(), frames.value(), playback.value());
        for (const std::filesystem::path& picture : pictures)
            say("picture: {}\n", picture.string());
    }
    return exit_done;
}

} // namespace

void add_play(CommandLine& command_line)
{
    const auto options = std::make_shared<PlayOptions>();
    Options verb = command_line.add_verb(
        "play", "Play a sequence: times and intersecting pairs of every frame", [options] { return play(*options); });
    verb.required_argument(
        "SEQUENCE", options->sequence, "A .seq file, or a folder of numbered meshes of one topology");
    add_playback_options(verb, options->playback);
    verb.number(
        "--repeat", "N", options->repeat, WholeNumbers{1, 1'000'000},
        "Play this many times; times are each frame's median");
    verb.text(
        "--pairs", "DIR", options->pairs_folder, "Write frame_00000.txt and so on here, a line \"a b\" for each pair");
    verb.text(
        "--pictures", "DIR", options->pictures,
        "Draw three frames here, as PNG: the first in contact, one in the middle, the one with most pairs or contacts");
    verb.flag("--json", options->json, "Print numbers as JSON");
    add_contact_options(verb, options->contacts);
    verb.footer(
        "One mesh is tested against itself, two against each other. Times are CPU time of the process\n"
        "with one thread, wall time with more.\n\n"
        "Example:\n  tactus make folded_cloth -o cloth.seq\n  tactus play cloth.seq --threads 2 --repeat 5 --json\n"
        "  tactus play cloth.seq --contacts --pictures pictures --export contacts.jsonl");
}

} // namespace tactus::cli
