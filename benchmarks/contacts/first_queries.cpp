// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdint>

#include <fmt/format.h>

#include "cli/measure/thread_clock.h"
#include "measurements.h"
#include "sequences/played_scene.h"

namespace tactus::contacts {

namespace {

constexpr std::chrono::microseconds allowed{200};
/// Enough for every answer to have its first contact.
constexpr std::uint64_t queries = 600;

/// The first queries of a world, of which each is given the same time. Times are microseconds of the thread.
struct Beginning {
    double first_us = 0.0;
    double worst_us = 0.0;                ///< The longest of all queries.
    std::uint64_t queries_to_contact = 0; ///< Until an answer has a contact, that one included; 0 if none has.
};

Beginning begin_within(const PlayedScene& scene, PlayedWorld& played)
{
    Beginning beginning;
    for (std::uint64_t query = 0; query < queries; ++query) {
        succeed_or_throw(played.give(scene, scene.to_and_fro(query)));
        const double begin = cli::thread_microseconds();
        const ContactReport& report = played.world.find_contacts(Budget::within(allowed));
        const double took = cli::thread_microseconds() - begin;
        if (query == 0)
            beginning.first_us = took;
        beginning.worst_us = std::max(beginning.worst_us, took);
        if (beginning.queries_to_contact == 0 && !report.contacts.empty())
            beginning.queries_to_contact = query + 1;
    }
    return beginning;
}

TableRow row_of(const PlayedScene& scene, const Tell& tell)
{
    const ContactSettings settings{.contact_distance = scene.contact_distance()};
    PlayedWorld whole = value_or_throw(scene.make_fresh_world(settings));
    double begin = cli::thread_microseconds();
    (void)whole.world.find_contacts();
    const double without_limit_us = cli::thread_microseconds() - begin;
    tell(0.2);
    PlayedWorld fresh = value_or_throw(scene.make_fresh_world(settings));
    const Beginning beginning = begin_within(scene, fresh);
    tell(0.6);
    PlayedWorld prepared = value_or_throw(scene.make_fresh_world(settings));
    begin = cli::thread_microseconds();
    prepared.world.prepare_contacts();
    const double preparing_us = cli::thread_microseconds() - begin;
    const Beginning after = begin_within(scene, prepared);
    return {
        fmt::format(
            "| {} | {} | {:.0f} | **{:.0f}** | {:.0f} | {} | {:.0f} | {:.0f} | {:.0f} | {} |\n", scene.name(),
            scene.triangle_count(), without_limit_us, beginning.first_us, beginning.worst_us,
            beginning.queries_to_contact, preparing_us, after.first_us, after.worst_us, after.queries_to_contact),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"without_limit_us", without_limit_us},
         {"first_us", beginning.first_us},
         {"worst_us", beginning.worst_us},
         {"queries_to_contact", beginning.queries_to_contact},
         {"preparing_us", preparing_us},
         {"prepared_first_us", after.first_us},
         {"prepared_worst_us", after.worst_us},
         {"prepared_queries_to_contact", after.queries_to_contact}}};
}

} // namespace

void measure_first_queries(const Choices& choices, Table& table)
{
    table.add_text(fmt::format(
        "## The first queries of a world\n\nBodies that touch, in a world that has not been asked for contacts yet: "
        "one "
        "query without a limit, and {} queries of {} microseconds, a frame each, with nothing prepared and after "
        "`prepare_contacts`. CPU microseconds of the thread.\n\n"
        "| scene | triangles | without a limit | first query | slowest | queries until a contact | `prepare_contacts` "
        "| "
        "first query after it | slowest after it | queries until a contact after it |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n",
        queries, allowed.count()));
    for (const std::uint32_t triangles : {5120u, 20480u, 81920u}) {
        if (choices.quick && triangles > 5120)
            break;
        RowProgress progress(fmt::format("first_queries {}", triangles));
        const PlayedScene scene = value_or_throw(PlayedScene::make("bumpy_spheres", triangles, 15, 20));
        table.add(row_of(scene, progress.tell()));
    }
}

} // namespace tactus::contacts
