// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "base/threads/parallel.h"
#include "measurements.h"
#include "tables/in_turn.h"

namespace tactus::contacts {

namespace {

/// Numbers of workers, by powers of two, up to what this process can run at once.
std::vector<std::uint32_t> worker_counts()
{
    std::vector<std::uint32_t> counts{1};
    while (counts.size() < 5 && counts.back() * 2 <= available_threads())
        counts.push_back(counts.back() * 2);
    return counts;
}

std::string head_of(const std::vector<std::uint32_t>& counts)
{
    std::string head = "| sequence | contacts |", rule = "|---|---|";
    for (const std::uint32_t count : counts) {
        head += fmt::format(" {} |", count);
        rule += "---|";
    }
    for (std::size_t k = 1; k < counts.size(); ++k) {
        head += fmt::format(" {} over 1 |", counts[k]);
        rule += "---|";
    }
    return head + " contacts a frame |\n" + rule + "---|\n";
}

bool are_all_same(const std::vector<WayResult>& ways)
{
    return std::ranges::all_of(ways, [&](const WayResult& way) { return way.fingerprint == ways.front().fingerprint; });
}

TableRow row_of(
    const std::string& title, const std::string& which, const std::vector<std::uint32_t>& counts,
    const std::vector<WayResult>& ways)
{
    TableRow row{
        fmt::format("| {} | {} |", title, which),
        {{"sequence", title},
         {"contacts", which},
         {"same_contacts", are_all_same(ways)},
         {"times", cli::Json::array()}}};
    for (std::size_t k = 0; k < counts.size(); ++k) {
        row.text += fmt::format(" {:.3f} |", 1e-3 * ways[k].query_us);
        row.json["times"].push_back(
            {{"workers", counts[k]}, {"query_us", ways[k].query_us}, {"update_us", ways[k].update_us}});
    }
    for (std::size_t k = 1; k < counts.size(); ++k)
        row.text += fmt::format(" **{:.2f}** |", ways.front().query_us / ways[k].query_us);
    row.text += fmt::format(" {:.0f} |\n", ways.front().found);
    return row;
}

} // namespace

void measure_workers(const Choices& choices, Table& table)
{
    const std::vector<std::uint32_t> counts = worker_counts();
    table.add_text(fmt::format(
        "## Workers\n\nWall milliseconds of a contact query by the number of workers, up to the {} that this process "
        "can run at once: depths measured, contacts up to half a mean edge apart, means over frames, each the fastest "
        "of its passes, all numbers in turn. Every number of workers has to give the same contacts in the same order, "
        "or the program fails.\n\n{}",
        available_threads(), head_of(counts)));
    struct Sequence {
        std::string title;
        std::uint32_t triangles;
    };
    for (const Sequence& sequence :
         {Sequence{"bumpy spheres 2 x 20k", 20480}, Sequence{"bumpy spheres 2 x 82k", 81920}}) {
        if (choices.quick && sequence.triangles > 20480)
            continue;
        const PlayedScene scene =
            value_or_throw(PlayedScene::make_sequence("bumpy_spheres", sequence.triangles, choices.quick));
        for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
            const std::string name = which == ContactSelection::local ? "local" : "all";
            RowProgress progress("workers " + sequence.title + " " + name);
            std::vector<Way> ways;
            for (const std::uint32_t count : counts)
                ways.push_back(
                    {.settings = {.contact_distance = scene.contact_distance(), .which = which}, .workers = count});
            const std::vector<WayResult> results =
                play_in_turn(scene, ways, choices.passes, TimeOf::wall, progress.tell());
            table.add(row_of(sequence.title, name, counts, results));
            check_complete(sequence.title, results, table);
            if (!are_all_same(results))
                table.add_problem("OTHER CONTACTS with another number of workers: " + sequence.title);
        }
    }
}

} // namespace tactus::contacts
