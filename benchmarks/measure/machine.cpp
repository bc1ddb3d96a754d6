// SPDX-License-Identifier: MIT
#include "measure/machine.h"

#include <array>
#include <ctime>
#include <fstream>
#include <utility>

namespace tactus::benchmarks {

namespace {

/// arm64 kernels give numbers where x86-64 ones give a name. From Arm's list of part numbers.
std::string arm_core_name(const std::string& part)
{
    static constexpr std::array<std::pair<const char*, const char*>, 6> cores{{
        {"0xd08", "Cortex-A72"},
        {"0xd0b", "Cortex-A76"},
        {"0xd0c", "Neoverse N1"},
        {"0xd40", "Neoverse V1"},
        {"0xd49", "Neoverse N2"},
        {"0xd4f", "Neoverse V2"},
    }};
    for (const auto& [number, name] : cores)
        if (part == number)
            return name;
    return "arm64 core, part " + part;
}

} // namespace

std::string processor_name()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name"))
            return value;
        if (line.starts_with("CPU part"))
            return arm_core_name(value);
    }
    return "unknown processor";
}

std::string date_today()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 16> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
    return {text.data(), length};
}

std::string compiler_name()
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "unknown compiler";
#endif
}

} // namespace tactus::benchmarks
