// SPDX-License-Identifier: MIT
// What users see of reproduce: a paper's numbers beside ours, and figures.
#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <span>

#include "base/cases.h"
#include "cli/output/papers/on_demand/on_demand_claims.h"
#include "cli/output/papers/on_demand/on_demand_report.h"
#include "cli_fixture.h"
#include "quick_run.h"
#include "well_formed.h"

namespace {

using namespace tactus::cli;

/// Expects counts that can be: every cell takes one to three queries, and one in which nothing is seen takes three.
void expect_tally(const nlohmann::json& tally)
{
    const std::uint64_t cells = tally["cells_asked"], with_surface = tally["cells_with_surface"];
    const std::uint64_t lost = tally["cells_lost"], wrong = tally["cells_wrong"], queries = tally["queries"];
    EXPECT_LE(with_surface, cells);
    EXPECT_LE(lost, with_surface);
    EXPECT_LE(wrong, cells - with_surface);
    const std::uint64_t seen = with_surface - lost + wrong;
    EXPECT_GE(queries, seen + 3 * (cells - seen));
    EXPECT_LE(queries, 3 * cells);
    for (const char* time : {"microseconds_a_cell", "cpu_microseconds_a_cell", "exact_microseconds_a_cell"})
        EXPECT_TRUE(tally[time].is_number()) << time;
}

/// What occlusion queries give in a quick run of the on-demand paper.
void expect_occlusion_queries(const nlohmann::json& json, std::span<const Claim> claims)
{
    EXPECT_NE(json["renderer"], "");
    ASSERT_EQ(json["table_1"].size(), 7u);
    for (const nlohmann::json& row : json["table_1"]) {
        expect_tally(row);
        EXPECT_EQ(row["cells_asked"], 8) << "one level";
        EXPECT_EQ(row["cells_wrong"], 0);
    }
    EXPECT_EQ(json["table_1"][3]["paper_queries"], 13);
    ASSERT_EQ(json["table_2"].size(), 14u);
    std::uint64_t asked = 0, touching = 0, lost_in_tables = 0, most_queries = 0;
    for (const nlohmann::json& row : json["table_1"]) {
        lost_in_tables += row["cells_lost"].get<std::uint64_t>();
        most_queries = std::max<std::uint64_t>(most_queries, row["queries"]);
    }
    for (const nlohmann::json& row : json["table_2"]) {
        expect_tally(row);
        lost_in_tables += row["cells_lost"].get<std::uint64_t>();
        EXPECT_EQ(row["cells_asked"].get<std::uint64_t>() % 8, 0u) << "nodes are divided in eight";
        asked += row["cells_asked"].get<std::uint64_t>();
        touching += row["frames_in_touch"].get<std::uint64_t>();
    }
    EXPECT_GT(asked, 200u);
    EXPECT_GT(touching, 10u);
    EXPECT_EQ(json["table_2"][0]["queries"], 0) << "they are apart at first";
    EXPECT_EQ(json["table_2"][0]["nodes"], 4) << "and have only their roots";
    EXPECT_GT(json["table_2"][7]["nodes"], 100) << "some are made";
    EXPECT_EQ(json["table_2"][13]["nodes"], 4) << "and all of them dropped";

    std::map<std::string, std::map<std::uint32_t, std::uint64_t>> lost;
    for (const nlohmann::json& row : json["resolutions"]) {
        expect_tally(row);
        lost[row["name"]][row["pixels"]] = row["cells_lost"];
        EXPECT_GT(row["cells_with_surface"], 10) << row["name"];
    }
    ASSERT_EQ(lost.size(), 12u) << "four meshes, one of them twice, and seven kinds of triangles";
    EXPECT_EQ(lost["organ"], lost["organ, boxes drawn too"]) << "the box occludes nothing";
    for (const auto& [name, by_pixels] : lost)
        EXPECT_GE(by_pixels.begin()->second, by_pixels.rbegin()->second) << name << ": more pixels lose no more";
    EXPECT_EQ(lost["fat"].begin()->second, 0u);
    EXPECT_GT(lost["thin, 1 : 300"].begin()->second, 10u);
    EXPECT_EQ(lost["without an area"].rbegin()->second, 40u) << "no viewport is large enough";

    EXPECT_EQ(json["polling"]["says_the_same"], true);
    EXPECT_GE(json["polling"]["work_units"], 4) << "three views, and one unit to read the last";
    ASSERT_EQ(claims.size(), 4u);
    EXPECT_EQ(claims[0].holds, most_queries <= 13) << "counts decide";
    EXPECT_EQ(claims[3].holds, lost_in_tables == 0) << "counts decide";
}

/// Expects that nodes are made where bodies meet, kept while they do, and dropped after, down to the roots: the paper's
/// point.
void expect_trees_that_come_and_go(const nlohmann::json& seconds, const char* trees)
{
    std::uint64_t asked = 0, made = 0, dropped = 0, touching = 0, max_nodes = 0, nodes = 4;
    for (std::size_t k = 0; k < 14; ++k) {
        const nlohmann::json& row = seconds[k][trees];
        if (touching == 0 && row["frames_in_touch"] == 0 && std::string(trees) == "own_trees") {
            EXPECT_EQ(row["cells_asked"], 0) << "they are apart in second " << k + 1;
        }
        EXPECT_LE(row["nodes_made"], row["cells_asked"]) << k;
        EXPECT_EQ(row["cells_asked"].get<std::uint64_t>() % 8, 0u) << "nodes are divided in eight";
        asked += row["cells_asked"].get<std::uint64_t>();
        made += row["nodes_made"].get<std::uint64_t>();
        dropped += row["nodes_dropped"].get<std::uint64_t>();
        touching += row["frames_in_touch"].get<std::uint64_t>();
        nodes = row["nodes"];
        EXPECT_EQ(nodes, 4 + made - dropped) << k;
        max_nodes = std::max(max_nodes, nodes);
    }
    EXPECT_EQ(seconds[0][trees]["nodes"], 4) << "only the roots";
    EXPECT_GT(asked, 1000u);
    EXPECT_GT(touching, 20u);
    EXPECT_GT(max_nodes, 100u);
    EXPECT_EQ(seconds[13][trees]["frames_in_touch"], 0) << "they are apart in the end";
    EXPECT_EQ(nodes, 4u) << "an object that is in no collision any more goes back to its root alone";
}

TEST_F(Cli, ReproduceMeasuresTheTablesOfTheOnDemandSpheresPaper)
{
    const OnDemandFigures figures = reproduce_on_demand(true, "", [](double) {}).value();
    const nlohmann::json json = nlohmann::json::parse(on_demand_report_json(figures).text());
    ASSERT_EQ(json["table_1"].size(), 7u);
    for (const nlohmann::json& row : json["table_1"]) {
        const std::uint64_t occupied = row["cells_with_surface"], queries = row["queries"];
        EXPECT_EQ(occupied, 8u) << "the root is the box around the model";
        EXPECT_EQ(queries, 8u) << "and each is seen in the first view";
    }
    EXPECT_EQ(json["table_1"][3]["paper"]["queries"], 13);
    EXPECT_EQ(json["table_1"][3]["paper"]["min_cells_with_surface"], 6) << "three queries for an empty one";
    EXPECT_EQ(json["table_1"][1]["paper"]["min_cells_with_surface"], 8);
    ASSERT_EQ(json["table_2"].size(), 14u);
    for (const char* trees : {"paper_trees", "own_trees"})
        expect_trees_that_come_and_go(json["table_2"], trees);
    for (const nlohmann::json& row : json["table_2"]) {
        const std::uint64_t cells = row["paper_trees"]["cells_asked"], with_surface = row["paper_trees"]["nodes_made"];
        EXPECT_GE(row["queries"], with_surface + 3 * (cells - with_surface)) << "one to three views a cell";
        EXPECT_LE(row["queries"], 3 * cells);
    }
    const std::vector<Claim> claims = on_demand_claims(figures);
    ASSERT_GE(claims.size(), 4u);
    for (const Claim& claim : std::span(claims).first(4))
        EXPECT_TRUE(claim.holds) << claim.sentence << ": " << claim.figure;
    ASSERT_EQ(json["moments"].size(), 6u) << "two collisions, three moments each";
    for (const nlohmann::json& moment : json["moments"])
        EXPECT_GT(moment["nodes"][0], 1) << moment["seconds"];
    if (!json["occlusion"].contains("unavailable"))
        expect_occlusion_queries(json["occlusion"], std::span(claims).subspan(4));
}

TEST_F(Cli, ReproduceTakesThePapersModelsFromAFolder)
{
    std::filesystem::create_directory(folder.path() / "models");
    ASSERT_EQ(tactus({"make", "sphere", "--triangles", "1500", "-o", "models/Bunny-1500.obj"}).exit_code, 0);
    ASSERT_EQ(tactus({"make", "sphere", "--triangles", "300", "-o", "models/cow.ply"}).exit_code, 0);
    const CommandResult result =
        tactus({"reproduce", "on_demand_spheres", "--quick", "--meshes", "models", "--out", "figures"}, hide_opengl);
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const nlohmann::json json =
        nlohmann::json::parse(bytes_of(folder.path() / "figures" / "on_demand_spheres.json"), nullptr, false);
    EXPECT_EQ(json["files"], (nlohmann::json{"Bunny-1500.obj", "cow.ply"}));
    EXPECT_EQ(json["table_1"][1]["name"], "Bunny-1500.obj");
    EXPECT_EQ(json["table_1"][0]["name"], "bumpy_sphere") << "what the folder lacks is one of our shapes";
    EXPECT_EQ(json["table_1"][2]["name"], "torus") << "the cow has too few triangles";
}

TEST_F(Cli, ReproduceRefusesFoldersWithoutThePapersModelsBeforeItMeasuresAnything)
{
    ASSERT_EQ(tactus({"make", "liver", "--triangles", "80", "-o", "liver.obj"}).exit_code, 0);
    for (const auto& [place, what] :
         {std::pair("nowhere", "is not there"), {"liver.obj", "is no folder"}, {".", "has none of the papers' models"}})
        expect_refusal(
            {"reproduce", "--all", "--quick", "--meshes", place, "--out", "figures"},
            std::string("--meshes ") + place + ": " + what + "; name a folder with the papers' models");
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "figures"));
}

// With all there is in script/test --all, and without a driver on other days too.
TEST_F(Cli, ReproducePutsTheOnDemandSpheresPaperInWordsWithOpenGLAndWithout)
{
    for (std::size_t run = 0; run < tactus::on_most_days(1, 2); ++run) {
        const CommandResult words = tactus({"reproduce", "on_demand_spheres", "--quick", "--out", "figures"}, [&] {
            if (run == 0)
                hide_opengl();
        });
        EXPECT_EQ(words.exit_code, 0) << words.errors;
        EXPECT_EQ(words.errors, "");
        const auto expect_words = [&](std::initializer_list<const char*> expected) {
            for (const char* word : expected)
                EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
        };
        expect_words({"Table 1", "Table 2", "Pentium M", "bunny", "1596", "begin to touch", "on_demand_spheres.svg"});
        EXPECT_EQ(fault_in_markup(bytes_of(folder.path() / "figures" / "on_demand_spheres.svg")), "");
        const bool has_none =
            words.output.find("no OpenGL here, so that no occlusion query is asked: ") != std::string::npos;
        EXPECT_NE(words.output.find("by occlusion queries") != std::string::npos, has_none) << words.output;
        EXPECT_TRUE(has_none || run > 0) << words.output;
        if (!has_none)
            expect_words(
                {"Table 1 by occlusion queries", "Table 2 by occlusion queries", "without an area",
                 "a work unit at a time", "without loss of accuracy"});
    }
}

TEST_F(Cli, ReproduceAllGivesTheClaimsOfAllPapersAndJudgesNoneInAQuickRun)
{
    const QuickRun run("--all", tactus::on_most_days(0, 1) > 0);
    const nlohmann::json& claims = run.claims;
    ASSERT_TRUE(claims.is_array());
    std::map<std::string, nlohmann::json> by_paper;
    for (const nlohmann::json& claim : claims) {
        EXPECT_EQ(claim.size(), 4u) << claim;
        EXPECT_TRUE(claim["holds"].is_null()) << claim;
        EXPECT_GT(claim["claim"].get<std::string>().size(), 20u) << claim;
        EXPECT_TRUE(
            std::ranges::any_of(claim["figure"].get<std::string>(), [](char c) { return c >= '0' && c <= '9'; }))
            << claim << ": a figure has counts";
        by_paper[claim["paper"]].push_back(claim);
    }
    ASSERT_EQ(by_paper.size(), 5u);
    // The file of each paper has its claims too.
    for (const auto& [paper, listed] : by_paper) {
        EXPECT_GE(listed.size(), 2u) << paper;
        EXPECT_EQ(run.numbers(paper)["claims"], listed) << paper;
    }
}

TEST_F(Cli, ReproducePutsSeveralPapersInWordsAndEndsWithOneTable)
{
    const CommandResult words = tactus({"reproduce", "spherical_octree", "bucket_tree", "--quick", "--out", "figures"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    std::size_t place = 0;
    for (const char* word :
         {"BucketTree", "Figure 3", "Figure 4", "Table 1", "Pentium II, 300 MHz", "95", "325", "Spherical Octrees",
          "Figure 4", "Figure 5", "Six objects", "HP 715, 50 MHz", "about 20", "What the papers say", "not judged",
          "too short for conclusions", "written: figures/bucket_tree_levels.svg",
          "written: figures/spherical_octree.json"}) {
        const std::size_t next = words.output.find(word, place);
        ASSERT_NE(next, std::string::npos) << word << " is not in\n" << words.output.substr(place);
        place = next;
    }
}

TEST_F(Cli, ReproduceHasHelpWithAnExample)
{
    const CommandResult help = tactus({"reproduce", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.errors, "");
    for (const char* word :
         {"spherical_octree", "bucket_tree", "interruptible_spheres", "on_demand_spheres", "tool_query", "--all",
          "--out", "--quick", "--json", "Example:"})
        EXPECT_NE(help.output.find(word), std::string::npos) << word;
    EXPECT_NE(tactus({"--help"}).output.find("reproduce"), std::string::npos);
}

TEST_F(Cli, ReproduceRefusesUnknownPapersAndPlacesThatCannotBeWritten)
{
    expect_refusal({"reproduce"}, "PAPER is required");
    expect_refusal(
        {"reproduce", "bucket_tree", "tool_query", "--quick", "--meshes", "."},
        "--meshes .: not used by bucket_tree, tool_query, only by interruptible_spheres, on_demand_spheres; leave it "
        "out, or name one of these too");
    expect_refusal({"reproduce", "bucket_trees"}, "did you mean 'bucket_tree'? see tactus reproduce --help");
    expect_refusal(
        {"reproduce", "--all", "bucket_tree", "--quick"},
        "--all measures all papers, and bucket_tree is named too; leave --all or the name out");
    ASSERT_EQ(tactus({"make", "liver", "-o", "liver.obj"}).exit_code, 0);
    expect_refusal({"reproduce", "spherical_octree", "--quick", "--out", "liver.obj/in"}, "liver.obj/in: is no folder");
}

} // namespace
