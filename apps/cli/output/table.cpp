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

} // namespace tactus::cli
