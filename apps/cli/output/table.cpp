// SPDX-License-Identifier: MIT
#include "cli/output/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace tactus::cli {

void Table::add_row(std::vector<std::string> cells)
{
    cells.resize(headings_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t prose_columns) const
{
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < headings_.size(); ++column) {
        std::size_t width = headings_[column].size();
        for (const std::vector<std::string>& row : rows_)
            width = std::max(width, row[column].size());
        widths.push_back(width);
    }
    std::string text;
    const auto append_row = [&](const std::vector<std::string>& row) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const bool is_words = column == 0 || column + prose_columns >= row.size();
            line += column == 0 ? "" : "  ";
            line += is_words ? fmt::format("{:<{}}", row[column], widths[column])
                             : fmt::format("{:>{}}", row[column], widths[column]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    append_row(headings_);
    for (const std::vector<std::string>& row : rows_)
        append_row(row);
    return text;
}

std::string milliseconds_text(double milliseconds)
{
    return milliseconds < 10.0 ? fmt::format("{:.4f}", milliseconds) : fmt::format("{:.2f}", milliseconds);
}

std::string bytes_text(std::size_t bytes)
{
    if (bytes < 10'000)
        return fmt::format("{} bytes", bytes);
    if (bytes < 10'000'000)
        return fmt::format("{:.1f} kB", static_cast<double>(bytes) * 1e-3);
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
}

std::string counted(std::size_t count, const std::string& noun)
{
    if (count == 1)
        return fmt::format("1 {}", noun);
    if (noun.ends_with("ex"))
        return fmt::format("{} {}ices", count, noun.substr(0, noun.size() - 2));
    return fmt::format("{} {}{}", count, noun, noun.ends_with("sh") ? "es" : "s");
}

} // namespace tactus::cli
