// SPDX-License-Identifier: MIT
#include "options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

namespace tactus::fuzz {

namespace {

constexpr const char* usage = R"(Usage: tactus_fuzz [OPTION]...

Makes random worlds and compares the library's answers with oracles of its own, in exact arithmetic.

--minutes M      how long; 1 if nothing is said
--seed N         of the run; a new one every time if nothing is said
--cases N        ends after so many cases, whatever the time
--jobs N         processes; one for each core if nothing is said
--only A,B,...   makes only these checks
--skip A,B,...   makes all but these
--case N         plays a single case by its seed, says everything that differs, and reduces it
--no-reduce      prints seeds and messages only

Exits 0 if nothing differed, 1 if something did, 2 if the command line is wrong.
)";

std::vector<std::string> split(const std::string& list)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (end > at)
            names.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

} // namespace

Options read_options(int count, char** arguments)
{
    Options options;
    options.seed = std::random_device{}();
    options.jobs = std::max(1u, std::thread::hardware_concurrency());
    for (int k = 1; k < count; ++k) {
        const std::string name = arguments[k];
        if (name == "-h" || name == "--help") {
            std::fputs(usage, stdout);
            std::exit(0);
        }
        if (name == "--no-reduce") {
            options.reduce = false;
            continue;
        }
        const char* value = k + 1 < count ? arguments[++k] : nullptr;
        const auto number = [&] { return std::strtoull(value, nullptr, 0); };
        if (!value) {
            std::fprintf(stderr, "tactus_fuzz: unknown or without a value: '%s' (see --help)\n", name.c_str());
            std::exit(2);
        }
        if (name == "--seed")
            options.seed = number();
        else if (name == "--minutes")
            options.minutes = std::strtod(value, nullptr);
        else if (name == "--cases")
            options.cases = number();
        else if (name == "--jobs")
            options.jobs = static_cast<unsigned>(std::max(1ull, number()));
        else if (name == "--case")
            options.single_case = number();
        else if (name == "--only")
            options.wanted.only = split(value);
        else if (name == "--skip")
            options.wanted.skip = split(value);
        else {
            std::fprintf(stderr, "tactus_fuzz: unknown argument '%s' (see --help)\n", name.c_str());
            std::exit(2);
        }
    }
    return options;
}

} // namespace tactus::fuzz
