// SPDX-License-Identifier: MIT
// The bucket tree paper: the counts that decide its conclusions, at its own sizes, and what users see of a run.
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/output/papers/bucket_tree/bucket_report.h"
#include "cli/reproduce/bucket_tree/cell_pairs.h"
#include "held_claims.h"
#include "quick_run.h"
#include "well_formed.h"

namespace {

using namespace tactus;
using namespace tactus::cli;

/// The paper's 15 000 primitives and as many levels as decide, over a few steps.
const BucketFigures& counted_buckets()
{
    static const BucketFigures figures = reproduce_buckets(
        {.steps = 4, .sizes = {5000, 15000, 30000}, .max_levels = 5, .max_table_levels = 5}, [](double) {});
    return figures;
}

TEST(BucketTreePaper, PlacingCountsDecideFigure3)
{
    for (const BucketFigures::Size& size : counted_buckets().sizes) {
        const std::vector<Placing>& placing = size.update.placing;
        ASSERT_EQ(placing.size(), 4u);
        EXPECT_EQ(placing[0].operations, 9.0) << "a key takes what the paper says";
        EXPECT_LT(placing[1].operations, 3.1) << "nothing is out of order where all points go the same way";
        EXPECT_GT(placing[2].operations, placing[1].operations) << "wider angles leave more out of order";
        EXPECT_GT(placing[3].operations, 2.0 * placing[2].operations);
    }
    // Without coherence a primitive passes by a fixed share of all others.
    const std::vector<BucketFigures::Size>& sizes = counted_buckets().sizes;
    EXPECT_GT(sizes[2].update.placing[3].operations, 4.0 * sizes[0].update.placing[3].operations);
}

TEST(BucketTreePaper, NodesDecideFigure4)
{
    const std::vector<BucketFigures::Level>& levels = counted_buckets().levels;
    ASSERT_EQ(levels.size(), 5u);
    std::size_t cells = 1;
    for (const BucketFigures::Level& level : levels) {
        cells *= 8;
        EXPECT_LE(level.update.buckets, cells);
        EXPECT_LE(level.update.buckets, 15000u) << "only occupied buckets are there";
    }
    EXPECT_EQ(levels[2].update.buckets, 512u) << "up to 3 levels every cell holds something";
    EXPECT_LT(levels[3].update.nodes, 7500u);
    EXPECT_GT(levels[4].update.nodes, 15000u);
}

TEST(BucketTreePaper, TestsOfCellsDecideTable1)
{
    const std::vector<BucketFigures::Collisions>& table = counted_buckets().table;
    ASSERT_EQ(table.size(), 3u);
    for (std::size_t k = 1; k < 3; ++k) {
        EXPECT_GT(table[k].cells.tests, table[k - 1].cells.tests);
        EXPECT_GT(table[k].shells.tests, 1.5 * table[k - 1].shells.tests);
    }
    EXPECT_GT(table[2].cells.tests, 2.0 * table[0].cells.tests);
    EXPECT_LT(table[2].cells.tests, 7.2 * table[0].cells.tests) << "less steep than the paper's";
    // With 3 levels every cell is occupied, and the third that overlaps has 3 of 8 layers: 8 x 8 cells of each of them
    // against 3 layers of the other, and their neighbours across.
    EXPECT_GT(table[0].cells.pairs, 3 * 64);
    EXPECT_LT(table[0].cells.tests, 9000.0);
}

TEST(BucketTreePaper, IsJudgedByCountsAndNeverByTimes)
{
    BucketFigures figures = counted_buckets();
    const std::vector<Claim> claims = bucket_claims(figures);
    EXPECT_EQ(holding(claims), (std::vector<bool>{true, true, false, false, true, true, true}));
    const auto slow_down = [](UpdateFigures& update) {
        for (Placing& placing : update.placing)
            placing.milliseconds *= 1000.0;
        update.common_milliseconds = 0.0;
    };
    for (BucketFigures::Size& size : figures.sizes)
        slow_down(size.update);
    for (BucketFigures::Level& level : figures.levels)
        slow_down(level.update);
    for (BucketFigures::Collisions& row : figures.table)
        row.cells.milliseconds = row.covers.milliseconds = 1e6 / double(row.levels);
    EXPECT_EQ(holding(bucket_claims(figures)), holding(claims));
    // Counts change it.
    figures.sizes[1].update.placing[1].operations = 9.5;
    figures.levels[3].update.nodes = 15000;
    figures.table[2].cells.tests = figures.table[1].cells.tests;
    figures.stray.fullest_as_in_paper = 100;
    EXPECT_EQ(holding(bucket_claims(figures)), (std::vector<bool>{false, true, false, false, false, false, false}));
    for (const Claim& claim : claims) {
        EXPECT_EQ(claim.paper, "bucket_tree");
        EXPECT_NE(claim.figure, "");
    }
}

TEST(BucketTreePaper, CellsThatOverlapAreThoseThatAreFound)
{
    PointSoup soup_a(SoupShape::shell, 300, 15.0, 1), soup_b(SoupShape::cube, 300, 15.0, 2);
    soup_b.shift(0.6);
    BucketOctree<Vec3> tree_a({.levels = 3}), tree_b({.levels = 2});
    tree_a.update(soup_a.points());
    tree_b.update(soup_b.points());
    // Every bucket's cell, by going down from the root without a partner.
    const auto cells_of = [](const CellBuckets& tree) {
        std::vector<CellBuckets::Node> cells, open = {tree.root()};
        while (!open.empty()) {
            const CellBuckets::Node node = open.back();
            open.pop_back();
            if (tree.is_bucket(node)) {
                cells.push_back(node);
                continue;
            }
            const BucketNodes::Children children = tree.children(node);
            for (std::uint32_t name = children.begin; name < children.end; ++name)
                open.push_back(tree.child(node, name));
        }
        return cells;
    };
    const CellBuckets a(tree_a), b(tree_b);
    const auto holds = [](const CellBuckets::Node& cell, const Vec3& p) {
        const double at[3] = {p.x, p.y, p.z};
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (at[axis] < cell.lower[axis] - 1e-5 || at[axis] > cell.lower[axis] + cell.size[axis] + 1e-5)
                return false;
        return true;
    };
    for (const CellBuckets::Node& cell : cells_of(a))
        for (const std::uint32_t k : tree_a.nodes().primitives(cell.name))
            EXPECT_TRUE(holds(cell, soup_a.points()[k])) << "a point lies in the cell of its bucket";
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected, found;
    for (const CellBuckets::Node& x : cells_of(a))
        for (const CellBuckets::Node& y : cells_of(b)) {
            bool meets = true;
            for (std::size_t axis = 0; axis < 3; ++axis)
                meets = meets && x.lower[axis] <= y.lower[axis] + y.size[axis]
                        && y.lower[axis] <= x.lower[axis] + x.size[axis];
            if (meets)
                expected.insert({x.name, y.name});
        }
    CellPairs pairs(a, b, [&](std::uint32_t x, std::uint32_t y) {
        EXPECT_TRUE(found.insert({x, y}).second) << "each once";
    });
    EXPECT_GE(pairs.find(), found.size());
    EXPECT_EQ(found, expected);
    EXPECT_GT(found.size(), 20u);
}

TEST(BucketTreePaper, WritesItsFiguresAndNumbers)
{
    const QuickRun run("bucket_tree");
    const nlohmann::json json = run.numbers("bucket_tree");
    EXPECT_EQ(json["quick"], true);
    ASSERT_EQ(json["figure_3"].size(), 3u);
    for (const nlohmann::json& size : json["figure_3"]) {
        ASSERT_EQ(size["placing"].size(), 4u) << "keys, and lists with three angles";
        for (const nlohmann::json& placing : size["placing"])
            EXPECT_GE(placing["operations_a_primitive"], 3.0);
        EXPECT_TRUE(size["common_milliseconds"].is_number());
    }
    ASSERT_EQ(json["figure_4"].size(), 4u);
    ASSERT_EQ(json["table_1"].size(), 2u);
    EXPECT_EQ(json["table_1"][0]["paper_milliseconds"], 95.0);
    EXPECT_EQ(json["table_1"][1]["paper_milliseconds"], 325.0);
    // A level more divides each bucket: more pairs of them collide, though not eight times eight as many.
    const double pairs = json["table_1"][0]["covering_boxes"]["pairs"],
                 pairs_a_level_deeper = json["table_1"][1]["covering_boxes"]["pairs"];
    EXPECT_GT(pairs, 1000.0);
    EXPECT_GT(pairs_a_level_deeper, 1.5 * pairs);
    EXPECT_LT(pairs_a_level_deeper, 8.0 * pairs);
    for (const char* name : {"bucket_tree_primitives.svg", "bucket_tree_levels.svg"}) {
        const std::string svg = run.bytes(name);
        EXPECT_EQ(svg.find("<svg "), 0u) << name;
        EXPECT_EQ(fault_in_markup(svg), "") << name;
        EXPECT_NE(svg.find("Algorithm 2"), std::string::npos) << name;
        EXPECT_NE(svg.find("common to both"), std::string::npos) << name;
        EXPECT_EQ(svg.find("nan"), std::string::npos) << name;
    }
}

} // namespace
