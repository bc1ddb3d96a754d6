// SPDX-License-Identifier: MIT
#include "cli/output/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace tactus::cli {

std::string readable(double number, int digits)
{
    if (number == 0.0 || !std::isfinite(number))
        return fmt::format("{:g}", number + 0.0);
    // The power of ten of the first digit, after rounding to that many: 9.99 has 1 where two are wanted.
    const std::string scientific = fmt::format("{:.{}e}", number, digits - 1);
    const std::size_t exponent_begin = scientific.find('e');
    const int power = std::atoi(scientific.c_str() + exponent_begin + 1);
    const auto without_zeros = [](std::string text) {
        if (text.find('.') != std::string::npos)
            text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.'))
            text.pop_back();
        return text;
    };
    if (power < -6 || power >= digits + 6)
        return fmt::format("{}e{}", without_zeros(scientific.substr(0, exponent_begin)), power);
    const double rounded = std::strtod(scientific.c_str(), nullptr);
    const std::string text = without_zeros(fmt::format("{:.{}f}", std::abs(rounded), std::max(0, digits - 1 - power)));
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string whole = readable(std::uint64_t{std::strtoull(text.c_str(), nullptr, 10)});
    return (number < 0.0 ? "-" : "") + whole + text.substr(point);
}

std::string point_text(const Vec3& point)
{
    return fmt::format("({}, {}, {})", readable(point.x, 6), readable(point.y, 6), readable(point.z, 6));
}

std::string counted(std::size_t count, const std::string& noun)
{
    if (count == 1)
        return "1 " + noun;
    if (noun.ends_with("ex"))
        return fmt::format("{} {}ices", readable(count), noun.substr(0, noun.size() - 2));
    return fmt::format("{} {}{}", readable(count), noun, noun.ends_with("sh") ? "es" : "s");
}

std::string milliseconds_text(double milliseconds)
{
    return milliseconds < 10.0 ? fmt::format("{:.4f}", milliseconds) : fmt::format("{:.2f}", milliseconds);
}

std::string duration_text(double microseconds)
{
    if (microseconds < 1e3)
        return readable(microseconds, 4) + " us";
    return microseconds < 1e6 ? readable(microseconds * 1e-3, 4) + " ms" : readable(microseconds * 1e-6, 4) + " s";
}

std::string bytes_text(std::size_t bytes)
{
    const auto in_units = [&](double unit) { return fmt::format("{:.1f}", static_cast<double>(bytes) / unit); };
    if (bytes < 10'000)
        return fmt::format("{} bytes", bytes);
    if (bytes < 10'000'000)
        return in_units(1e3) + " kB";
    return bytes < 10'000'000'000 ? in_units(1e6) + " MB" : in_units(1e9) + " GB";
}

} // namespace tactus::cli
