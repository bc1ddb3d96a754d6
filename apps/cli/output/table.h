// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tactus::cli {

/// Rows of text in columns: the first column flush left, the others flush right.
class Table {
public:
    explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

    /// One cell per heading; missing ones stay blank.
    void add_row(std::vector<std::string> cells);

    /// The table as text, a line per row. The last `prose_columns` hold words and stand flush left too.
    std::string text(std::size_t prose_columns = 0) const;

private:
    std::vector<std::string> headings_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tactus::cli
