// SPDX-License-Identifier: MIT
// The measurements as they are shown: tables that are printed row by row while they are made, and the same numbers as
// JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <tactus/result.h>

#include "cli/measure/contact_summary.h"
#include "cli/output/json.h"
#include "cli/output/progress.h"

namespace tactus::contacts {

/// Is told what share is done, from 0 to 1.
using Tell = std::function<void(double)>;

/// A row of a table, and its numbers.
struct TableRow {
    std::string text;
    cli::Json json;
};

/// Prints a table while it is made, adds it to the report, and keeps the numbers of its rows under its name.
class Table {
public:
    Table(const std::string& name, std::string& report, cli::Json& json, std::vector<std::string>& problems)
        : report_(report), rows_(json[name] = cli::Json::array()), problems_(problems)
    {
    }
    ~Table() { add_text("\n"); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    /// Heads, rules, and what is said beside the rows.
    void add_text(const std::string& text);
    void add(const TableRow& row);
    /// An answer that is not as it must be: the program says so at its end, and fails.
    void add_problem(const std::string& problem) { problems_.push_back(problem); }

private:
    std::string& report_;
    cli::Json& rows_;
    std::vector<std::string>& problems_;
};

/// Shows how far one row of a table is.
class RowProgress {
public:
    explicit RowProgress(const std::string& label) : bar_(label, ticks) {}
    Tell tell()
    {
        return [this](double share) { bar_.set(static_cast<std::size_t>(share * double(ticks))); };
    }

private:
    static constexpr std::size_t ticks = 1000;
    cli::Progress bar_;
};

/// Four cells: the median, 99 %, 99.9 % and the worst.
std::string cells(const cli::Percentiles& values);
cli::Json numbers(const cli::Percentiles& values);

template <class T>
T value_or_throw(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message);
    return std::move(result).value();
}

inline void succeed_or_throw(const Result<void>& result)
{
    if (!result)
        throw std::runtime_error(result.error().message);
}

} // namespace tactus::contacts
