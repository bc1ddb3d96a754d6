// SPDX-License-Identifier: MIT
#include "table.h"

#include <cstdio>

#include <fmt/format.h>

namespace tactus::contacts {

void Table::add_text(const std::string& text)
{
    report_ += text;
    fmt::print("{}", text);
    std::fflush(stdout);
}

void Table::add(const TableRow& row)
{
    add_text(row.text);
    rows_.push_back(row.json);
}

std::string cells(const cli::Percentiles& values)
{
    return fmt::format("{:.2f} | {:.2f} | {:.2f} | {:.2f}", values.p50, values.p99, values.p99_9, values.worst);
}

cli::Json numbers(const cli::Percentiles& values)
{
    return {{"median", values.p50}, {"p99", values.p99}, {"p99.9", values.p99_9}, {"worst", values.worst}};
}

} // namespace tactus::contacts
