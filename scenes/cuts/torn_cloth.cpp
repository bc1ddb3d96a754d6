// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double torn_through = 0.62; ///< of the scene

/// 1 at the middle, 0 at a distance and beyond.
double bump(double progress, double middle, double distance)
{
    return smooth_step(1.0 - std::abs(progress - middle) / distance);
}

/// A cloth of a metre whose middle column of vertices follows the line along which it will tear. Points are across and
/// down from the upper edge. The vertices of the line come once more at the end, for the right side.
struct TornSheet {
    std::uint32_t columns = 2;
    std::uint32_t rows = 1;
    Shape shape;

    TornSheet(std::uint32_t triangles, std::uint64_t seed)
    {
        const double squares = triangles / 2.0;
        columns = std::max(2u, 2 * static_cast<std::uint32_t>(0.5 * std::sqrt(squares) + 0.5));
        rows = std::max(1u, static_cast<std::uint32_t>(squares / columns + 0.5));
        shape = sheet_of_squares(columns, rows, 1.0, 1.0);
        Random random(seed, 81);
        std::vector<Point> line;
        for (std::uint32_t j = 0; j <= rows; ++j) {
            const double down = static_cast<double>(j) / rows;
            const double wave = 0.05 * sine_of_turns(1.4 * down + 0.1) + 0.02 * sine_of_turns(3.7 * down);
            const double frayed = random.between(-0.3, 0.3) / columns;
            for (std::uint32_t i = 0; i <= columns; ++i) {
                Point& p = shape.points[vertex(i, j)];
                p.x += wave * (1.0 - std::abs(2.0 * p.x - 1.0)) + (i == columns / 2 ? frayed : 0.0);
            }
            line.push_back(shape.points[vertex(columns / 2, j)]);
        }
        shape.points.insert(shape.points.end(), line.begin(), line.end());
    }

    std::uint32_t vertex(std::uint32_t column, std::uint32_t row) const { return column * (rows + 1) + row; }
    std::uint32_t sheet_vertices() const { return (columns + 1) * (rows + 1); }
    /// What lies left comes before it, with the line as it is until it is torn.
    std::uint32_t first_right_vertex() const { return vertex(columns / 2 + 1, 0); }
};

/// How far down the cloth is torn. Beyond its length the halves go on moving apart.
double tip(double progress)
{
    const double share = std::clamp((progress - 0.08) / (torn_through - 0.08), 0.0, 1.0);
    // In bursts, as cloth tears.
    return -0.02 + 1.04 * (share - 0.03 * sine_of_turns(4.0 * share))
           + 0.9 * smooth_step((progress - torn_through) / 0.15);
}

/// How far the halves are apart, as a share: they swing back and over each other half way down, and again at the end.
double swing(double progress)
{
    return 1.0 - 1.5 * bump(progress, 0.42, 0.12) + 0.2 * bump(progress, 0.75, 0.08) - 1.7 * bump(progress, 0.93, 0.14);
}

/// One edit for every frame in which the tip passes vertices of the line: what lies right of them gets them anew.
std::vector<MeshEdit> tears(const TornSheet& sheet, std::uint32_t frame_count)
{
    struct Beside {
        std::uint32_t number;
        TriangleIndices vertices;
    };
    const std::uint32_t line = sheet.vertex(sheet.columns / 2, 0);
    std::vector<Beside> right;
    for (std::uint32_t t = 0; t < sheet.shape.triangles.size(); ++t) {
        const TriangleIndices& vertices = sheet.shape.triangles[t];
        const auto on_line = [&](std::uint32_t v) { return v >= line && v <= line + sheet.rows; };
        const auto is_right = [&](std::uint32_t v) { return v > line + sheet.rows; };
        if (std::ranges::any_of(vertices, on_line) && std::ranges::any_of(vertices, is_right))
            right.push_back({t, vertices});
    }
    std::vector<MeshEdit> edits;
    auto next_number = static_cast<std::uint32_t>(sheet.shape.triangles.size());
    std::uint32_t torn = 0;
    for (std::uint32_t frame = 1; frame < frame_count && torn <= sheet.rows; ++frame) {
        const double reached = tip(moment_of(frame, frame_count).progress);
        const std::uint32_t before = torn;
        while (torn <= sheet.rows && sheet.shape.points[line + torn].y < reached)
            ++torn;
        if (torn == before)
            continue;
        MeshEdit& edit = edits.emplace_back(MeshEdit{.frame = frame, .add_vertices = torn - before});
        for (Beside& triangle : right) {
            const TriangleIndices old = triangle.vertices;
            for (std::uint32_t& v : triangle.vertices)
                if (v >= line + before && v < line + torn)
                    v = sheet.sheet_vertices() + (v - line);
            if (triangle.vertices == old)
                continue;
            edit.remove_triangles.push_back(triangle.number);
            edit.add_triangles.push_back(triangle.vertices);
            triangle.number = next_number++;
        }
        edit.split = torn > sheet.rows;
    }
    return edits;
}

} // namespace

Scene torn_cloth(const SceneOptions& options)
{
    TornSheet sheet(options.triangles, options.seed);
    std::vector<MeshEdit> edits = tears(sheet, options.frames);
    const auto waves = [&](std::uint64_t stream) {
        return TravellingWaves(
            Random(options.seed, stream),
            {.count = 5, .shortest = 0.3, .longest = 1.0, .slowest = 0.3, .fastest = 1.0, .height = 1.0});
    };
    const TravellingWaves ripples = waves(82), left = waves(83), right = waves(84);
    const std::size_t first_right = sheet.first_right_vertex();
    const auto move = [=](const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
        const double progress = moment.progress;
        const double reached = tip(progress);
        const double aside = swing(progress);
        // Forth and back comes after to and fro, so that they meet while one hangs before the other, and stay for a
        // while.
        const double together = bump(progress, 0.43, 0.06) + smooth_step((progress - 0.9) / 0.05);
        const double forth = (1.0 - 0.95 * together) * swing(progress - 0.03);
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const Point p = rest[i];
            const bool is_right = i >= first_right;
            const double side = is_right ? 1.0 : -1.0;
            const double torn = std::max(0.0, reached - p.y);
            const double open = torn * torn / (0.3 + torn);
            const double loose = torn * torn / (0.02 + torn * torn);
            const double inner = std::max(0.0, 1.0 - std::abs(2.0 * p.x - 1.0));
            const double own = (is_right ? right : left).height(p, moment.seconds);
            Point at = {p.x - 0.5, 0.03 * ripples.height(p, moment.seconds), 0.0};
            at.x += side * 0.4 * aside * open;
            at.y -= side * (0.2 * forth * open + 0.01 * (1.0 - together) * loose * inner * inner);
            at.y += 0.08 * loose * own;
            // Hands hold the upper corners: between them it sags, and more where it is torn.
            at.z = -p.y - (0.05 * inner + 0.12 * open * inner * inner) * (1.0 - 0.6 * p.y);
            out[i] = rounded(at);
        }
    };
    return moving_scene(options.frames, {{"cloth", std::move(sheet.shape), move, true, std::move(edits)}});
}

} // namespace tactus::scenes
