// SPDX-License-Identifier: MIT
#include "spheres/judge/outside_volume.h"

namespace tactus::sphere_check {

namespace {

// Two Fibonacci numbers that follow each other.
constexpr std::uint32_t line_count = 121'393;
constexpr std::uint32_t lattice_step = 75'025;
constexpr std::uint32_t lines_per_strip = 512;
static_assert(VolumeLines::strip_count == (line_count + lines_per_strip - 1) / lines_per_strip);

} // namespace

struct VolumeLines::Scratch {
    std::vector<LineCrossing> crossings;
    std::vector<Span> spans;
};

VolumeLines::VolumeLines(const JudgedSurface& surface, const JudgedSpheres& spheres)
    : surface_(surface), spheres_(spheres)
{
}

double VolumeLines::outside_volume(std::uint32_t strip) const
{
    if (spheres_.empty())
        return 0.0;
    const PointBox& box = spheres_.tree().box();
    const Point size = box.upper - box.lower;
    Scratch scratch;
    double length = 0.0;
    const std::uint32_t begin = strip * lines_per_strip, end = std::min(begin + lines_per_strip, line_count);
    for (std::uint32_t line = begin; line < end; ++line) {
        const auto turned = static_cast<std::uint32_t>(std::uint64_t{line} * lattice_step % line_count);
        const double x = (line + 0.5) / line_count, y = (turned + 0.5) / line_count;
        length += outside_length({box.lower.x + x * size.x, box.lower.y + y * size.y, box.lower.z}, scratch);
    }
    return length * (size.x * size.y / line_count);
}

double VolumeLines::outside_length(const Point& on_line, Scratch& scratch) const
{
    scratch.spans.clear();
    const auto meets_line = [&](const PointBox& box) {
        return box.lower.x <= on_line.x && on_line.x <= box.upper.x && box.lower.y <= on_line.y
               && on_line.y <= box.upper.y;
    };
    spheres_.tree().visit(meets_line, [&](std::uint32_t sphere) {
        const Ball& ball = spheres_.balls()[sphere];
        const double x = on_line.x - ball.centre.x, y = on_line.y - ball.centre.y;
        const double square = ball.radius * ball.radius - x * x - y * y;
        if (square > 0.0)
            scratch.spans.push_back({ball.centre.z - std::sqrt(square), ball.centre.z + std::sqrt(square)});
    });
    if (scratch.spans.empty())
        return 0.0;
    std::sort(
        scratch.spans.begin(), scratch.spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::size_t joined = 0;
    for (std::size_t i = 1; i < scratch.spans.size(); ++i) {
        if (scratch.spans[i].begin <= scratch.spans[joined].end)
            scratch.spans[joined].end = std::max(scratch.spans[joined].end, scratch.spans[i].end);
        else
            scratch.spans[++joined] = scratch.spans[i];
    }
    scratch.spans.resize(joined + 1);
    double length = 0.0;
    for (const Span& span : scratch.spans)
        length += span.end - span.begin;
    if (!surface_.is_closed())
        return length;

    // A line that rounding cannot place among the edges is moved a little.
    Point moved = on_line;
    const double step = 1e-7 * (surface_.extent() + spheres_.extent());
    for (int attempt = 0; attempt < 8 && !surface_.crossings(moved, 2, scratch.crossings); ++attempt)
        moved = moved + Point{step * (1 + attempt), 0.7 * step * (1 + attempt), 0.0};
    std::sort(scratch.crossings.begin(), scratch.crossings.end(), [](const LineCrossing& a, const LineCrossing& b) {
        return a.height != b.height ? a.height < b.height : a.turns < b.turns;
    });
    int winding = 0;
    for (std::size_t i = 0; i + 1 < scratch.crossings.size(); ++i) {
        winding -= scratch.crossings[i].turns;
        if (winding == 0)
            continue;
        const double begin = scratch.crossings[i].height, end = scratch.crossings[i + 1].height;
        for (const Span& span : scratch.spans)
            length -= std::max(0.0, std::min(end, span.end) - std::max(begin, span.begin));
    }
    return std::max(0.0, length);
}

} // namespace tactus::sphere_check
