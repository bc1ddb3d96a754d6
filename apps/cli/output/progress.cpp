// SPDX-License-Identifier: MIT
#include "cli/output/progress.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output/streams.h"

namespace tactus::cli {

Progress::Progress(std::string label, std::size_t total)
    : label_(std::move(label)), total_(std::max<std::size_t>(total, 1)), shown_(isatty(STDERR_FILENO) == 1)
{
}

Progress::~Progress()
{
    // Gives the line back to what is printed next.
    if (shown_)
        say_error("\r\x1b[K");
}

void Progress::set(std::size_t done)
{
    if (!shown_)
        return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_drawn_ < std::chrono::milliseconds(50) && done < total_)
        return;
    last_drawn_ = now;
    draw(std::min(done, total_));
}

void Progress::draw(std::size_t done) const
{
    constexpr std::size_t width = 32;
    const std::size_t filled = done * width / total_;
    say_error(fmt::format("\r\x1b[K{} [{:#<{}}{:.<{}}] {}/{}", label_, "", filled, "", width - filled, done, total_));
}

} // namespace tactus::cli
