// SPDX-License-Identifier: MIT
#include "cli/output/edit_summary.h"

#include <fmt/format.h>

#include "cli/output/json.h"
#include "cli/output/number_text.h"

namespace tactus::cli {

namespace {

double mean_ms(const scenes::EditTotals& edits)
{
    return edits.batches == 0 ? 0.0 : 1e3 * edits.seconds / static_cast<double>(edits.batches);
}

} // namespace

std::string edits_text(const scenes::EditTotals& edits)
{
    if (edits.batches == 0)
        return {};
    return fmt::format(
        "{}: {} triangles removed, {} added, {} came off; {} ms each, the worst {} ms of wall time, in no frame's "
        "times\n",
        counted(edits.batches, "edit"), edits.triangles_removed, edits.triangles_added, counted(edits.pieces, "piece"),
        milliseconds_text(mean_ms(edits)), milliseconds_text(1e3 * edits.worst_seconds));
}

Json edits_json(const scenes::EditTotals& edits)
{
    return {
        {"batches", edits.batches},
        {"triangles_removed", edits.triangles_removed},
        {"triangles_added", edits.triangles_added},
        {"triangles_rebuilt", edits.triangles_rebuilt},
        {"pieces", edits.pieces},
        {"mean_ms", mean_ms(edits)},
        {"worst_ms", 1e3 * edits.worst_seconds}};
}

} // namespace tactus::cli
