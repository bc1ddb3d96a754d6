// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "cli/output/papers/tool_query/tool_query_report.h"

namespace tactus::cli {

namespace {

double percent(std::size_t part, std::size_t whole) { return whole == 0 ? 0.0 : 100.0 * double(part) / double(whole); }

/// The share of the faces in view that the planes drop.
double dropped_percent(std::size_t in_view, std::size_t left) { return percent(in_view - left, in_view); }

} // namespace

std::vector<Claim> tool_query_claims(const ToolQueryFigures& figures)
{
    std::size_t naive = 0, perspective = 0, left = 0, better = 0;
    VolumeCounts sweeps = figures.sweeping_volume;
    for (const ToolQueryFigures::Angle& angle : figures.angles) {
        naive += angle.naive_in_view;
        perspective += angle.perspective_in_view;
        left += angle.volume.clipped;
        better += angle.perspective_in_view < angle.naive_in_view;
        sweeps.touched += angle.volume.touched;
        sweeps.missed += angle.volume.missed;
        sweeps.added += angle.volume.added;
    }
    // The longest sweeps, at right angles to the shaft and nearly along it.
    const ToolQueryFigures::Angle& slanted = figures.angles.back();
    const auto is_as_long = [&](const ToolQueryFigures::Angle& angle) { return angle.metres == slanted.metres; };
    const ToolQueryFigures::Angle& straight = *std::ranges::find_if(figures.angles, is_as_long);
    const double dropped_straight = dropped_percent(straight.naive_in_view, straight.volume.clipped);
    const double dropped_slanted = dropped_percent(slanted.naive_in_view, slanted.volume.clipped);
    const double looked_at = figures.tree.box_tests + figures.tree.triangle_tests;
    const auto triangles = double(figures.sizes.back().triangles);
    return {
        {paper_names::tool_query, "the naive box lets many faces pass that its planes then drop (Figures 5 and 6)",
         naive > 2 * left,
         fmt::format(
             "{} faces pass the box, {} are left: the planes drop {:.0f} %", naive, left,
             dropped_percent(naive, left))},
        {paper_names::tool_query,
         "the pyramid is as small as possible: fewer faces pass it than the box (Figures 7 and 8)",
         better == figures.angles.size(),
         fmt::format(
             "{} faces pass the pyramid, fewer than the box in {} of {} kinds of sweeps", perspective, better,
             figures.angles.size())},
        {paper_names::tool_query,
         "the box is much too large where the tip moves far from at right angles to the shaft (Figure 6)",
         dropped_slanted > dropped_straight,
         fmt::format(
             "the planes drop {:.0f} % of what it holds at {:.0f} degrees and {:.0f} % at {:.0f}", dropped_straight,
             straight.degrees, dropped_slanted, slanted.degrees)},
        {paper_names::tool_query, "the hexahedron of Figure 4 is the volume that the tool covers", sweeps.missed == 0,
         fmt::format(
             "it misses {} of {} faces that sweeps touch, and holds {} that they do not", sweeps.missed, sweeps.touched,
             sweeps.added)},
        {paper_names::tool_query, "a tool that only stands at every time step may cross the organ unnoticed",
         figures.passed_faces > 0,
         fmt::format(
             "{} of {} faces are touched on the way alone", figures.passed_faces, figures.sweeping_volume.touched)},
        {paper_names::tool_query,
         "clipping needs no precomputation, and a tree of oriented boxes for an organ that deforms does",
         figures.tree.fitted_triangles > triangles,
         fmt::format(
             "boxes are fitted to {:.0f} triangles before the first question, {:.1f} times each",
             figures.tree.fitted_triangles, figures.tree.fitted_triangles / triangles)},
        {paper_names::tool_query, "clipping all triangles is less to look at than searching a tree that is kept",
         triangles < looked_at,
         fmt::format(
             "{:.0f} triangles against {:.0f} tests of boxes and {:.0f} of triangles", triangles,
             figures.tree.box_tests, figures.tree.triangle_tests)}};
}

} // namespace tactus::cli
