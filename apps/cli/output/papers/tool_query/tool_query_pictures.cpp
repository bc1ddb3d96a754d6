// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/papers/tool_query/tool_query_report.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

/// A segment as a thin box.
PaperHalfSpaces drawn_segment(const Vec3& begin, const Vec3& end)
{
    return standing_volume({.pivot = begin, .tip = end, .old_pivot = begin, .old_tip = end, .radius = 0.0008f})
        .value_or(PaperHalfSpaces{});
}

Result<std::string> draw_trial(PictureBook& book, const ToolQueryFigures& figures, bool sweeps, bool small)
{
    constexpr Vec3 organ_colour{0.80f, 0.42f, 0.38f}, tool_colour{0.25f, 0.42f, 0.70f},
        sweep_colour{0.52f, 0.70f, 0.42f};
    // The trial that touches most shows most.
    const ToolTrial& trial = *std::ranges::max_element(
        figures.liver_trials, {}, [&](const ToolTrial& t) { return sweeps ? t.sweeping_faces : t.standing_faces; });
    const TrialBody body = TrialBody::liver(rings_of_paper_liver);
    const std::vector<Vec3> positions = body.positions_at(trial.seconds);
    Result<FaceCounter> counter = FaceCounter::create(body.triangles(), positions, trial.volume.radius);
    if (!counter.ok())
        return counter.error();
    const Result<FaceList> touched = counter.value().touched(sweeps ? trial.volume : standing(trial.volume));
    if (!touched.ok())
        return touched.error();
    const PaperHalfSpaces segment = drawn_segment(trial.volume.pivot, trial.volume.tip);
    const std::array<TriangleIndices, 12> surface = volume_surface();
    const std::array<TriangleIndices, 1> swept = {{{0, 1, 2}}};
    const std::array<Vec3, 3> swept_corners = {trial.volume.pivot, trial.volume.old_tip, trial.volume.tip};
    std::vector<PictureMesh> meshes = {{body.triangles(), positions, organ_colour, touched.value()}};
    if (sweeps)
        meshes.push_back({swept, swept_corners, sweep_colour, {}});
    else
        meshes.push_back({surface, segment.corners, tool_colour, {}});
    PictureOptions options;
    if (small) {
        options.width = 384;
        options.height = 216;
    }
    options.caption = fmt::format(
        "Figure {}: a tool of {} mm radius {}\ntouches {} of {} triangles of a liver that deforms", sweeps ? 10 : 9,
        readable(1e3 * double{trial.volume.radius}, 2), sweeps ? "on its way between two frames" : "that stands",
        touched.value().size(), body.triangles().size());
    return book.draw(meshes, options);
}

} // namespace

std::vector<std::pair<std::string, std::string>> tool_query_pictures(const ToolQueryFigures& figures, bool small)
{
    std::vector<std::pair<std::string, std::string>> pictures;
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return pictures;
    for (const bool sweeps : {false, true})
        if (Result<std::string> png = draw_trial(book.value(), figures, sweeps, small); png.ok())
            pictures.emplace_back(
                sweeps ? "tool_query_sweeping.png" : "tool_query_standing.png", std::move(png).value());
    return pictures;
}

#else

std::vector<std::pair<std::string, std::string>> tool_query_pictures(const ToolQueryFigures&, bool) { return {}; }

#endif

} // namespace tactus::cli
