// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "match.h"
#include "measurements.h"
#include "sequences/played_scene.h"

namespace tactus::contacts {

namespace {

constexpr const char* ours = "Tactus local";

struct Sequence {
    std::string title;
    PlayedScene scene;
};

std::vector<Sequence> sequences_of(const Choices& choices)
{
    const auto sequence = [&](const char* name, std::uint32_t triangles) {
        return value_or_throw(PlayedScene::make_sequence(name, triangles, choices.quick));
    };
    return {
        {"bumpy spheres 2 x 1.3k", sequence("bumpy_spheres", 1280)},
        {"bumpy spheres 2 x 5k", sequence("bumpy_spheres", 5120)},
        {"organ 1280, tool 64", sequence("organ_tool", 1280)},
        {"haptic probe, 20.5k and 400",
         value_or_throw(PlayedScene::make_touching("haptic_probe", choices.quick ? 20 : 120))}};
}

std::string head_of(const std::vector<peers::PeerInfo>& libraries)
{
    std::string head = "| sequence |", rule = "|---|";
    for (const peers::PeerInfo& library : libraries)
        if (library.name != ours) {
            head += fmt::format(" {} |", library.name);
            rule += "---|";
        }
    return head
           + fmt::format(" {}: update + query = total | times faster than the fastest peer | in the mean |\n", ours)
           + rule + "---|---|---|\n";
}

TableRow row_of(const std::string& title, const peers::MatchResult& match)
{
    TableRow row{fmt::format("| {} |", title), {{"sequence", title}, {"frames", match.frames}}};
    for (const peers::PeerTimes& times : match.peers) {
        if (times.name != ours)
            row.text += fmt::format(" {:.1f} |", 1e3 * times.total_ms);
        row.json["libraries"].push_back(
            {{"name", times.name},
             {"median_update_us", 1e3 * times.update_ms},
             {"median_query_us", 1e3 * times.query_ms},
             {"median_total_us", 1e3 * times.total_ms},
             {"mean_total_us", 1e3 * times.mean_total_ms},
             {"worst_total_us", 1e3 * times.worst_ms},
             {"frames_played", times.frames_played},
             {"contacts", times.contacts},
             {"max_depth_mm", 1e3 * times.max_depth},
             {"frames_touching_otherwise", times.touch_frames},
             {"missing_pairs", times.difference.missing},
             {"extra_pairs", times.difference.extra}});
    }
    if (const peers::PeerTimes* times = peers::times_of(match, ours))
        row.text += fmt::format(
            " {:.1f} + {:.1f} = {:.1f} |", 1e3 * times->update_ms, 1e3 * times->query_ms, 1e3 * times->total_ms);
    if (const auto ratio = peers::ratio_of(match, ours)) {
        row.text += fmt::format(
            " **{:.2f}** ({}) | {:.2f} |\n", ratio->times_faster, ratio->fastest_peer, ratio->times_faster_in_mean);
        row.json["fastest_peer"] = ratio->fastest_peer;
        row.json["times_faster"] = ratio->times_faster;
        row.json["times_faster_in_mean"] = ratio->times_faster_in_mean;
    } else {
        row.text += " - | - |\n";
    }
    return row;
}

/// What each library gave, and how far that agrees with which triangles intersect.
std::string answers_of(const std::string& title, const peers::MatchResult& match)
{
    std::string text;
    for (const peers::PeerTimes& times : match.peers) {
        if (times.name == match.reference)
            continue;
        text += fmt::format(
            "| {} | {} | {:.0f} | {:.2f} | {} of {} |", title, times.name, times.contacts, 1e3 * times.max_depth,
            times.touch_frames, times.frames_played);
        if (times.name.starts_with("Tactus") || match.all_pairs == 0)
            text += " - | - |\n";
        else
            text += fmt::format(
                " {:.1f} | {} |\n", 100.0 - 100.0 * double(times.difference.missing) / double(match.all_pairs),
                times.difference.extra);
    }
    return text;
}

std::string said_of(const std::vector<peers::PeerInfo>& libraries)
{
    std::string text = "\n";
    for (const peers::PeerInfo& library : libraries)
        text += fmt::format("- {} {}: {}.\n", library.name, library.version, library.setup);
    for (const std::string& name : peers::absent_contact_peers())
        text += fmt::format("- {} was not found when this program was built, and is left out.\n", name);
    return text;
}

} // namespace

void measure_contact_peers(const Choices& choices, Table& table)
{
    const std::vector<peers::PeerInfo> libraries = peers::available_contact_peers();
    table.add_text(
        "## Contacts by other libraries\n\nContacts with depths at distance zero, two meshes that deform, the update "
        "of both included. CPU microseconds a frame, one thread, all in one run on the same frames: the libraries play "
        "the whole sequence in turn, each frame counts with its fastest pass, each library with the median over the "
        "frames. The last column compares means over the frames with those of the same peer. The exact pair query "
        "stands beside them. Depths of the other libraries are those of two triangles, as with our feature depths; "
        "ours are otherwise the ways out of the whole other body.\n\n"
        + head_of(libraries));
    std::string answers;
    for (const Sequence& sequence : sequences_of(choices)) {
        const peers::MatchResult match =
            peers::play_match(sequence.scene.workload(), libraries, {.passes = choices.passes + 2});
        table.add(row_of(sequence.title, match));
        answers += answers_of(sequence.title, match);
    }
    table.add_text(
        "\nWhat they gave: contacts a frame, the deepest of each frame in the mean, on how many frames a library has "
        "contacts though no triangles intersect or has none though some do, and how many of the pairs of triangles "
        "that intersect its contacts name. The triangles that a contact of Tactus names hold its features, and need "
        "not intersect; its sets are checked by `tests/fuzz`.\n\n"
        "| sequence | library | contacts | deepest, mm | frames that say otherwise | pairs named, % | pairs too many "
        "|\n|---|---|---|---|---|---|---|\n"
        + answers + said_of(libraries));
}

} // namespace tactus::contacts
