// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/thread_clock.h"
#include "measurements.h"
#include "sequences/played_scene.h"

namespace tactus::contacts {

namespace {

constexpr double budget_us = 200.0;
/// So many consecutive frames are played with one world, then with the next: a haptic loop has its caches to itself.
constexpr std::uint32_t window = 100;

/// One world that plays the whole scene, with a time limit for every query or without one.
class Loop {
public:
    Loop(ContactSelection which, bool has_limit) : which_(which), has_limit_(has_limit) {}

    void play(const PlayedScene& frames)
    {
        if (!world_) {
            world_ =
                value_or_throw(frames.make_world({.contact_distance = frames.contact_distance(), .which = which_}));
        }
        for (std::uint32_t frame = 0; frame < frames.frame_count(); ++frame) {
            succeed_or_throw(world_->give(frames, frame));
            const double begin = cli::thread_microseconds();
            const ContactReport& report = world_->world.find_contacts(
                has_limit_ ? Budget::within(std::chrono::microseconds(std::int64_t(budget_us))) : Budget::unlimited());
            const double query_us = cli::thread_microseconds() - begin;
            query_us_.push_back(query_us);
            overrun_us_.push_back(std::max(0.0, query_us - budget_us));
            complete_ += report.complete ? 1 : 0;
            contacts_ += report.contacts.size();
        }
    }

    TableRow row() const
    {
        const auto queries = double(query_us_.size());
        double mean_us = 0.0;
        for (const double us : query_us_)
            mean_us += us / queries;
        const std::string which = which_ == ContactSelection::local ? "local" : "all";
        const double complete_share = double(complete_) / queries;
        const cli::Percentiles query_us = cli::percentiles(query_us_);
        const cli::Percentiles overrun_us = cli::percentiles(overrun_us_);
        TableRow row{
            fmt::format(
                "| {} | {} | **{:.2f}** | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |", which,
                has_limit_ ? "200 us" : "none", 100.0 * complete_share, mean_us, query_us.p50, query_us.p99,
                query_us.p99_9, query_us.worst),
            {{"contacts", which},
             {"budget_us", has_limit_ ? cli::Json(budget_us) : cli::Json()},
             {"queries", query_us_.size()},
             {"complete_share", complete_share},
             {"mean_query_us", mean_us},
             {"query_us", numbers(query_us)},
             {"contacts_a_frame", double(contacts_) / queries}}};
        if (has_limit_) {
            row.text +=
                fmt::format(" {:.1f} | **{:.1f}** | {:.1f} |", overrun_us.p99, overrun_us.p99_9, overrun_us.worst);
            row.json["overrun_us"] = numbers(overrun_us);
        } else {
            row.text += " - | - | - |";
        }
        row.text += fmt::format(" {:.0f} |\n", double(contacts_) / queries);
        return row;
    }

private:
    ContactSelection which_;
    bool has_limit_;
    std::optional<PlayedWorld> world_;
    std::vector<double> query_us_, overrun_us_;
    std::size_t complete_ = 0;
    std::size_t contacts_ = 0;
};

} // namespace

void measure_haptic_loop(const Choices& choices, Table& table)
{
    const scenes::Scene scene = value_or_throw(scenes::make_scene("haptic_probe"));
    const std::uint32_t frames = choices.quick ? 5 * window : scene.frame_count;
    table.add_text(fmt::format(
        "## A haptic loop\n\n`haptic_probe`, {} frames of 1 kHz, a query a frame with a budget of 200 microseconds and "
        "without one: depths measured, contacts up to half a mean edge apart, CPU microseconds of the thread. Worlds "
        "take turns after every {} frames. An overrun is what a query takes beyond its budget, and 0 if that is "
        "nothing: as `tactus run haptic_probe --budget 200us` counts it.\n\n"
        "| contacts | budget | complete, % | mean | median | 99 % | 99.9 % | worst | overrun 99 % | 99.9 % | worst | "
        "contacts a frame |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        frames, window));
    std::vector<Loop> loops;
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all})
        for (const bool has_limit : {true, false})
            loops.emplace_back(which, has_limit);
    {
        RowProgress progress("haptic_loop");
        const Tell tell = progress.tell();
        // Where only some are played, they are those in which the probe presses, and not the first.
        const std::uint32_t first = choices.quick ? scene.frame_count / 2 : 0;
        for (std::uint32_t begin = 0; begin < frames; begin += window) {
            const PlayedScene played(scene, std::min(window, frames - begin), first + begin);
            for (Loop& loop : loops)
                loop.play(played);
            tell(double(begin + window) / double(frames));
        }
    }
    for (const Loop& loop : loops)
        table.add(loop.row());
}

} // namespace tactus::contacts
