// SPDX-License-Identifier: MIT
#ifdef TACTUS_HAS_OPENGL

#include "opengl/occlusion/cell_asker.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

#include <malloc.h>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "opengl/asked_cells.h"
#include "opengl/drawn_picture.h"

namespace tactus {
namespace {

constexpr AskedCell unit_cell = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};

// Opening the driver takes longer than a test, so that those who can share an asker.
class CellAskers : public testing::Test {
protected:
    static void TearDownTestSuite() { shared.reset(); }

    static std::optional<CellAsker> open(const CellAskerOptions& options)
    {
        Result<CellAsker> opened = CellAsker::open(options);
        if (opened)
            return std::move(opened).value();
        EXPECT_EQ(opened.error().code, ErrorCode::unavailable) << opened.error().message;
        EXPECT_FALSE(opened.error().message.empty());
        std::printf("No card can be asked here: %s\n", opened.error().message.c_str());
        return std::nullopt;
    }

    void SetUp() override
    {
        if (!shared)
            shared = open({.pixels = pixels});
        if (!shared)
            GTEST_SKIP();
        shared->forget_cells();
    }

    struct Told {
        CellAnswer answer;
        std::uint32_t views;
        friend bool operator==(const Told&, const Told&) = default;
    };

    static std::vector<Told> told(const CellAsker& asker, std::size_t count)
    {
        std::vector<Told> all;
        for (std::size_t k = 0; k < count; ++k)
            all.push_back({asker.answer(k), asker.views(k)});
        return all;
    }

    static std::vector<Told> ask(CellAsker& asker, const AskedMesh& mesh, const std::vector<AskedCell>& cells)
    {
        asker.forget_cells();
        const Result<std::uint32_t> number = asker.add_mesh(mesh.view());
        EXPECT_TRUE(number.ok());
        EXPECT_EQ(asker.ask(number.value(), cells).value(), 0u);
        asker.finish();
        return told(asker, cells.size());
    }

    static Told ask_one(const Triangle& triangle, const AskedCell& cell = unit_cell)
    {
        AskedMesh mesh;
        mesh.add(triangle);
        return ask(*shared, mesh, {cell}).front();
    }

    static constexpr std::uint32_t pixels = 32;
    static std::optional<CellAsker> shared;
};

std::optional<CellAsker> CellAskers::shared;

constexpr CellAnswer seen = CellAnswer::shows_surface, unseen = CellAnswer::shows_nothing;

// A disc whose radius is more than half a pixel's diagonal has a pixel's centre in it. Along the axis that a triangle
// faces most, a disc in it is narrower by no more than the square root of 3: 1.3 pixels are enough in any direction.
TEST_F(CellAskers, NeverLoseATriangleThatIsFatterThanAPixel)
{
    CellChance chance(1);
    const std::size_t count = cases(256);
    constexpr float pixel = 1.0f / static_cast<float>(pixels);
    AskedMesh mesh;
    std::vector<AskedCell> cells;
    for (std::size_t k = 0; k < count; ++k) {
        cells.push_back(lattice_cell(k));
        const float radius = chance.between(1.3f * pixel, 0.3f);
        const Vec3 centre = chance.within(widened(cells.back(), -radius));
        const Vec3 normal = chance.direction();
        const Vec3 other = std::abs(normal.x) < 0.6f ? Vec3{1.0f, 0.0f, 0.0f} : Vec3{0.0f, 1.0f, 0.0f};
        const Vec3 u = cross(normal, other) * (1.0f / std::sqrt(dot(cross(normal, other), cross(normal, other))));
        const Vec3 v = cross(normal, u);
        // The triangle around the disc with sides of equal length.
        const float reach = 2.0f * radius;
        mesh.add(
            {centre + u * reach, centre + u * (-0.5f * reach) + v * (0.8660254f * reach),
             centre + u * (-0.5f * reach) - v * (0.8660254f * reach)});
    }
    const std::vector<Told> all = ask(*shared, mesh, cells);
    for (std::size_t k = 0; k < count; ++k)
        EXPECT_EQ(all[k].answer, seen) << "triangle " << k;
}

TEST_F(CellAskers, ShowNothingThatIsNotThereOnSampledCellsAndTriangles)
{
    CellChance chance(2);
    std::size_t shown = 0, lost = 0, wrong = 0;
    const auto judge = [&](const AskedMesh& mesh, const std::vector<AskedCell>& cells) {
        const std::vector<Told> all = ask(*shared, mesh, cells);
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const bool is_there = mesh.meets(cells[k]);
            shown += all[k].answer == seen ? 1 : 0;
            lost += is_there && all[k].answer == unseen ? 1 : 0;
            if (!is_there && all[k].answer == seen) {
                ++wrong;
                EXPECT_TRUE(mesh.meets(widened(cells[k], 1e-6f))) << "cell " << k << " is empty by more than rounding";
            }
        }
    };
    // Cells of all sizes around a sphere, and far from the origin.
    for (const float away : {0.0f, 40.0f}) {
        const DrawnSphere sphere = make_sphere({away, 0.0f, -away}, 1.0f, 12, 16);
        const AskedMesh mesh = {sphere.triangles, sphere.positions};
        std::vector<AskedCell> cells;
        for (std::size_t k = 0; k < cases(200); ++k) {
            const Vec3 at = Vec3{away, 0.0f, -away} + chance.direction() * chance.between(0.9f, 1.1f);
            const float size = std::ldexp(1.0f, -static_cast<int>(k % 7));
            cells.push_back({at, at + Vec3{size, size, size}});
        }
        judge(mesh, cells);
    }
    // Triangles that pass close by the faces, edges and corners of cells.
    AskedMesh near_misses;
    std::vector<AskedCell> cells;
    for (std::size_t k = 0; k < cases(400); ++k) {
        cells.push_back(lattice_cell(k));
        const AskedCell around = widened(cells.back(), 0.4f);
        near_misses.add({chance.within(around), chance.within(around), chance.within(around)});
    }
    judge(near_misses, cells);
    EXPECT_GT(shown, cases(400)) << "the test asks too little";
    EXPECT_GT(lost, 0u) << "pixels lose some of these, or this card does not count pixels";
    EXPECT_EQ(wrong, 0u) << "none of these lie as close as rounding";
}

TEST_F(CellAskers, AskAsManyViewsAsItTakesToSeeSomething)
{
    const std::uint64_t before = shared->counts().queries;
    const Triangle across_x = {{0.5f, 0.1f, 0.1f}, {0.5f, 0.9f, 0.1f}, {0.5f, 0.1f, 0.9f}};
    const Triangle across_y = {{0.1f, 0.5f, 0.1f}, {0.9f, 0.5f, 0.1f}, {0.1f, 0.5f, 0.9f}};
    const Triangle across_z = {{0.1f, 0.1f, 0.5f}, {0.9f, 0.1f, 0.5f}, {0.1f, 0.9f, 0.5f}};
    EXPECT_EQ(ask_one(across_x), (Told{seen, 1}));
    EXPECT_EQ(ask_one(across_y), (Told{seen, 2})) << "it is edge-on along x";
    EXPECT_EQ(ask_one(across_z), (Told{seen, 3})) << "it is edge-on along x and y";
    EXPECT_EQ(ask_one(across_x, {{2.0f, 0.0f, 0.0f}, {3.0f, 1.0f, 1.0f}}), (Told{unseen, 3}));
    // A cell wraps around nothing: what lies before or behind it does not show.
    EXPECT_EQ(ask_one(across_x, {{0.6f, 0.0f, 0.0f}, {1.6f, 1.0f, 1.0f}}), (Told{unseen, 3}));
    EXPECT_EQ(ask_one(across_x, {{-0.6f, 0.0f, 0.0f}, {0.4f, 1.0f, 1.0f}}), (Told{unseen, 3}));
    EXPECT_EQ(shared->counts().queries - before, 1u + 2u + 3u + 3u + 3u + 3u);
    EXPECT_EQ(ask(*shared, {}, {unit_cell}).front(), (Told{unseen, 3})) << "an empty mesh";
}

TEST_F(CellAskers, SeeSurfaceOnAnyFaceOfACellFromBothSides)
{
    for (const float at : {0.0f, 1.0f}) {
        EXPECT_EQ(ask_one({{at, 0.1f, 0.1f}, {at, 0.9f, 0.1f}, {at, 0.1f, 0.9f}}).answer, seen) << at;
        EXPECT_EQ(ask_one({{at, 0.1f, 0.1f}, {at, 0.1f, 0.9f}, {at, 0.9f, 0.1f}}).answer, seen) << at;
        EXPECT_EQ(ask_one({{0.1f, at, 0.1f}, {0.9f, at, 0.1f}, {0.1f, at, 0.9f}}).answer, seen) << at;
        EXPECT_EQ(ask_one({{0.1f, 0.1f, at}, {0.9f, 0.1f, at}, {0.1f, 0.9f, at}}).answer, seen) << at;
    }
    // Outside by a millionth is outside.
    for (const float at : {-0x1p-20f, 1.0f + 0x1p-20f}) {
        EXPECT_EQ(ask_one({{at, 0.1f, 0.1f}, {at, 0.9f, 0.1f}, {at, 0.1f, 0.9f}}).answer, unseen) << at;
        EXPECT_EQ(ask_one({{0.1f, at, 0.1f}, {0.9f, at, 0.1f}, {0.1f, at, 0.9f}}).answer, unseen) << at;
        EXPECT_EQ(ask_one({{0.1f, 0.1f, at}, {0.9f, 0.1f, at}, {0.1f, 0.9f, at}}).answer, unseen) << at;
    }
    // A box without a thickness still sees what lies in it.
    EXPECT_EQ(
        ask_one({{0.1f, 0.1f, 0.5f}, {0.9f, 0.1f, 0.5f}, {0.1f, 0.9f, 0.5f}}, {{0.0f, 0.0f, 0.5f}, {1.0f, 1.0f, 0.5f}})
            .answer,
        seen);
}

// Why the library asks exactly: each of these has a point in the cell.
TEST_F(CellAskers, LoseTrianglesThatMissEveryPixel)
{
    constexpr float pixel = 1.0f / static_cast<float>(pixels);
    const Vec3 a = {0.2f * pixel, 0.2f * pixel, 0.2f * pixel};
    for (const Triangle& triangle :
         {Triangle{{0.1f, 0.2f, 0.3f}, {0.9f, 0.8f, 0.7f}, {0.5f, 0.5f, 0.5f}}, // without an area
          Triangle{a, a + Vec3{0.2f * pixel, 0.0f, 0.0f}, a + Vec3{0.0f, 0.2f * pixel, 0.1f * pixel}}, // tiny
          Triangle{{0.1f, 0.25f, 0.5f}, {0.9f, 0.25f, 0.5f}, {0.9f, 0.2501f, 0.5f}}}) {                // thin
        AskedMesh mesh;
        mesh.add(triangle);
        EXPECT_TRUE(mesh.meets(unit_cell));
        EXPECT_EQ(ask_one(triangle), (Told{unseen, 3}));
    }
}

TEST_F(CellAskers, SayTheSameWhoeverWaitsAndHoweverManyQueriesAreOut)
{
    const DrawnSphere sphere = make_sphere({0.5f, 0.5f, 0.5f}, 0.4f, 8, 12);
    const AskedMesh mesh = {sphere.triangles, sphere.positions};
    std::vector<AskedCell> cells;
    for (std::size_t k = 0; k < 64; ++k) {
        const Vec3 lower = {
            0.25f * static_cast<float>(k % 4), 0.25f * static_cast<float>(k / 4 % 4),
            0.25f * static_cast<float>(k / 16)};
        cells.push_back({lower, lower + Vec3{0.25f, 0.25f, 0.25f}});
    }
    const std::vector<Told> expected = ask(*shared, mesh, cells);
    std::uint64_t queries = 0;
    for (const Told& one : expected)
        queries += one.views;
    EXPECT_GT(queries, cells.size());
    EXPECT_LT(queries, 3 * cells.size());
    // Without the box as well: nothing occludes.
    for (const CellAskerOptions& options :
         {CellAskerOptions{.pixels = pixels, .max_queries = 5},
          CellAskerOptions{.pixels = pixels, .max_queries = 1000, .draws_box = false}}) {
        std::optional<CellAsker> asker = open(options);
        ASSERT_TRUE(asker.has_value());
        const std::uint32_t number = asker->add_mesh(mesh.view()).value();
        // Some of the cells come later, and others are forgotten while they are with the card.
        asker->ask(number, cells).value();
        asker->work();
        asker->forget_cells();
        const std::uint64_t forgotten = asker->counts().queries;
        EXPECT_EQ(forgotten, std::min<std::uint64_t>(cells.size(), options.max_queries));
        asker->ask(number, std::span(cells).first(40)).value();
        for (std::size_t k = 0; k < 40; ++k)
            EXPECT_EQ(asker->answer(k), CellAnswer::open) << "nothing is drawn before there is work";
        EXPECT_EQ(asker->work(), 40u) << "a work unit does not wait for what it has drawn";
        EXPECT_EQ(asker->ask(number, std::span(cells).subspan(40)).value(), 40u);
        std::size_t open_cells = cells.size(), units = 1;
        for (; open_cells > 0; ++units) {
            const std::size_t now = asker->work();
            EXPECT_LE(now, open_cells);
            open_cells = now;
        }
        EXPECT_GE(units, 4u) << "three views, and one unit to read the last";
        EXPECT_EQ(told(*asker, cells.size()), expected);
        EXPECT_EQ(asker->counts().queries - forgotten, queries);
        EXPECT_EQ(asker->counts().cells, cells.size());
        EXPECT_LE(asker->counts().vain_units, asker->counts().work_units);
    }
}

TEST_F(CellAskers, SeveralMeshesLieOnTheCardAndEachIsAskedAlone)
{
    AskedMesh left, right;
    left.add({{0.5f, 0.0f, 0.0f}, {0.5f, 1.0f, 0.0f}, {0.5f, 0.0f, 1.0f}});
    right.add({{2.5f, 0.0f, 0.0f}, {2.5f, 1.0f, 0.0f}, {2.5f, 0.0f, 1.0f}});
    const std::uint32_t first = shared->add_mesh(left.view()).value(), second = shared->add_mesh(right.view()).value();
    const std::array<AskedCell, 2> cells = {unit_cell, {{2.0f, 0.0f, 0.0f}, {3.0f, 1.0f, 1.0f}}};
    shared->ask(first, cells).value();
    shared->ask(second, cells).value();
    shared->finish();
    EXPECT_EQ(told(*shared, 4), (std::vector<Told>{{seen, 1}, {unseen, 3}, {unseen, 3}, {seen, 1}}));
}

TEST_F(CellAskers, RefuseWhatIsNoQuestionWithASentence)
{
    const auto refusal = [](const auto& result) { return result.ok() ? std::string() : result.error().message; };
    AskedMesh mesh;
    mesh.add({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}});
    const std::uint32_t number = shared->add_mesh(mesh.view()).value();
    EXPECT_NE(refusal(shared->ask(number + 1, {})).find("mesh " + std::to_string(number + 1)), std::string::npos);
    const std::array<AskedCell, 2> upside_down = {unit_cell, {unit_cell.upper, unit_cell.lower}};
    EXPECT_NE(refusal(shared->ask(number, upside_down)).find("cell 1: "), std::string::npos);
    mesh.triangles[0][2] = 3;
    EXPECT_EQ(refusal(shared->add_mesh(mesh.view())), "triangle 0 names vertex 3 of 3");
    mesh.triangles[0][2] = 2;
    mesh.positions[1].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(refusal(shared->add_mesh(mesh.view())), "vertex 1: y is nan");
    EXPECT_NE(refusal(CellAsker::open({.max_queries = 0})).find("max_queries"), std::string::npos);
    EXPECT_NE(refusal(CellAsker::open({.pixels = 0})).find("0 by 0"), std::string::npos);
    EXPECT_NE(refusal(CellAsker::open({.pixels = 1u << 24})).find("too large"), std::string::npos);
}

std::size_t entries_of(const char* folder)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
        ++count;
    return count;
}

std::size_t allocated_bytes()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

TEST_F(CellAskers, LeaveNoFileNoThreadAndNoMemoryBehind)
{
    // A quarter of a megabyte, and a viewport of half a megabyte.
    const DrawnSphere sphere = make_sphere({0.0f, 0.0f, 0.0f}, 1.0f, 80, 80);
    const AskedMesh mesh = {sphere.triangles, sphere.positions};
    shared.reset();
    std::size_t files = 0, threads = 0, bytes = 0;
    for (int round = 0; round < 4; ++round) {
        {
            std::optional<CellAsker> asker = open({.pixels = 256, .max_queries = 2, .draws_box = false});
            ASSERT_TRUE(asker.has_value());
            asker->ask(asker->add_mesh(mesh.view()).value(), std::vector<AskedCell>(4, unit_cell)).value();
            asker->work();
            CellAsker moved = std::move(*asker);
            EXPECT_GT(moved.work(), 0u) << "it ends while queries are with the card";
        }
        // The driver keeps what it shares between contexts from the first on, and some kilobytes more each time.
        if (round == 0) {
            files = entries_of("/proc/self/fd");
            threads = entries_of("/proc/self/task");
            bytes = allocated_bytes();
        }
        EXPECT_EQ(entries_of("/proc/self/fd"), files) << round;
        EXPECT_EQ(entries_of("/proc/self/task"), threads) << round;
        EXPECT_LT(allocated_bytes(), bytes + 200'000) << round;
    }
}

} // namespace
} // namespace tactus

#endif
