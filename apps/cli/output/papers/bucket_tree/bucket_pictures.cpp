// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "cli/output/papers/bucket_tree/bucket_report.h"
#include "cli/pictures/line_chart.h"
#include "cli/reproduce/bucket_tree/cell_pairs.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

namespace {

template <class Points, class X>
std::vector<ChartSeries> series_of(const Points& points, const X& x)
{
    std::vector<ChartSeries> all;
    for (std::size_t runner = 0; runner < bucket_runners().size(); ++runner) {
        ChartSeries& series = all.emplace_back();
        series.name = bucket_runners()[runner].name;
        series.has_dots = true;
        for (const auto& point : points)
            series.points.push_back({x(point), point.update.placing[runner].milliseconds});
    }
    ChartSeries& common = all.emplace_back();
    common.name = "common to both";
    common.has_dots = true;
    for (const auto& point : points)
        common.points.push_back({x(point), point.update.common_milliseconds});
    return all;
}

} // namespace

std::string bucket_sizes_svg(const BucketFigures& figures)
{
    LineChart chart{
        .title = "Placing primitives, 4 levels (the paper's Figure 3)",
        .x = {.label = "primitives of the object", .lower = 0.0},
        .y = {.label = "CPU time, ms", .lower = 0.0},
        .series = series_of(figures.sizes, [](const BucketFigures::Size& size) { return double(size.primitives); })};
    chart.marks.push_back({double(bucket_paper::primitives), "15 000"});
    return svg_text({&chart, 1});
}

std::string bucket_levels_svg(const BucketFigures& figures)
{
    LineChart chart{
        .title = "Placing primitives, against levels (the paper's Figure 4)",
        .x = {.label = "levels of the octree"},
        .y = {.label = "CPU time, ms", .lower = 0.0},
        .series = series_of(figures.levels, [](const BucketFigures::Level& level) { return double(level.levels); })};
    chart.marks.push_back({double(figures.chosen_levels), "chosen"});
    return svg_text({&chart, 1});
}

#if TACTUS_HAS_OPENGL

namespace {

/// What a picture shows of a soup: a small tetrahedron for each point, and the bars of its box.
struct DrawnSoup {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> highlighted;

    void add_solid(std::span<const Vec3> corners, std::span<const TriangleIndices> faces, bool is_highlighted)
    {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), corners.begin(), corners.end());
        for (const auto& [a, b, c] : faces) {
            if (is_highlighted)
                highlighted.push_back(static_cast<std::uint32_t>(triangles.size()));
            triangles.push_back({first + a, first + b, first + c});
        }
    }
    void add_point(const Vec3& p, float reach, bool is_highlighted)
    {
        const float r = is_highlighted ? 1.5f * reach : reach;
        const std::array<Vec3, 4> corners = {
            {{p.x + r, p.y + r, p.z + r},
             {p.x - r, p.y - r, p.z + r},
             {p.x - r, p.y + r, p.z - r},
             {p.x + r, p.y - r, p.z - r}}};
        constexpr std::array<TriangleIndices, 4> faces = {{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
        add_solid(corners, faces, is_highlighted);
    }
    /// A box from corner to corner.
    void add_bar(const Vec3& lower, const Vec3& upper)
    {
        std::array<Vec3, 8> corners;
        for (std::size_t k = 0; k < 8; ++k)
            corners[k] = {
                (k & 1) != 0 ? upper.x : lower.x, (k & 2) != 0 ? upper.y : lower.y, (k & 4) != 0 ? upper.z : lower.z};
        constexpr std::array<TriangleIndices, 12> faces = {
            {{0, 2, 1},
             {1, 2, 3},
             {4, 5, 6},
             {5, 7, 6},
             {0, 1, 4},
             {1, 5, 4},
             {2, 6, 3},
             {3, 6, 7},
             {0, 4, 2},
             {2, 4, 6},
             {1, 3, 5},
             {3, 7, 5}}};
        add_solid(corners, faces, false);
    }
    /// The twelve edges of a box.
    void add_frame(const BucketBox& box, float reach)
    {
        const std::array<std::array<float, 3>, 2> ends = {
            {{box.lower.x, box.lower.y, box.lower.z}, {box.upper.x, box.upper.y, box.upper.z}}};
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t side = 0; side < 4; ++side) {
                std::array<float, 3> lower = ends[0], upper = ends[1];
                for (std::size_t other = 0; other < 2; ++other) {
                    const std::size_t across = (axis + 1 + other) % 3;
                    const float at = ends[side >> other & 1][across];
                    lower[across] = at - reach;
                    upper[across] = at + reach;
                }
                add_bar({lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]});
            }
    }
};

} // namespace

std::vector<std::pair<std::string, std::string>> bucket_pictures(bool small)
{
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return {};
    constexpr std::size_t primitives = 1200;
    constexpr std::uint32_t levels = 3;
    PointSoup soup_a(SoupShape::shell, primitives, 15.0, 7), soup_b(SoupShape::shell, primitives, 15.0, 8);
    soup_b.shift(0.97);
    BucketOctree<Vec3> tree_a({.levels = levels}), tree_b({.levels = levels});
    tree_a.update(soup_a.points());
    tree_b.update(soup_b.points());
    std::array<std::vector<bool>, 2> collides = {std::vector<bool>(primitives), std::vector<bool>(primitives)};
    std::size_t pair_count = 0;
    const CellBuckets a(tree_a), b(tree_b);
    CellPairs pairs(a, b, [&](std::uint32_t bucket_a, std::uint32_t bucket_b) {
        ++pair_count;
        for (const std::uint32_t k : tree_a.nodes().primitives(bucket_a))
            collides[0][k] = true;
        for (const std::uint32_t k : tree_b.nodes().primitives(bucket_b))
            collides[1][k] = true;
    });
    pairs.find();
    std::array<DrawnSoup, 2> drawn;
    std::size_t side = 0;
    for (const PointSoup* soup : {&soup_a, &soup_b}) {
        for (std::size_t k = 0; k < primitives; ++k)
            drawn[side].add_point(soup->points()[k], 0.005f, collides[side][k]);
        drawn[side].add_frame((side == 0 ? tree_a : tree_b).box(), 0.002f);
        ++side;
    }
    const std::array<PictureMesh, 2> meshes = {
        {{drawn[0].triangles, drawn[0].positions, {0.25f, 0.42f, 0.70f}, drawn[0].highlighted},
         {drawn[1].triangles, drawn[1].positions, {0.80f, 0.42f, 0.38f}, drawn[1].highlighted}}};
    PictureOptions options;
    if (small) {
        options.width = 384;
        options.height = 216;
    }
    options.caption = fmt::format(
        "Figure 5: two soups of {} points, {} levels of buckets\n{} pairs of buckets collide; their points are bright",
        primitives, levels, pair_count);
    Result<std::string> png = book.value().draw(meshes, options);
    if (!png.ok())
        return {};
    return {{"bucket_tree_collision.png", std::move(png).value()}};
}

#else

std::vector<std::pair<std::string, std::string>> bucket_pictures(bool) { return {}; }

#endif

} // namespace tactus::cli
