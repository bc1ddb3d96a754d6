// SPDX-License-Identifier: MIT
// What users see of reproduce tool_query: counts that are the same on every machine, and times that are numbers.
#include <cstdlib>
#include <set>

#include "quick_run.h"
#include "well_formed.h"

namespace {

TEST_F(Cli, ReproduceMeasuresTheFiguresOfTheToolQueryPaperAndJudgesItByCounts)
{
    const QuickRun run("tool_query");
    const nlohmann::json json = run.numbers("tool_query");
    ASSERT_EQ(json["paper"].size(), 4u);
    EXPECT_EQ(json["paper"][0]["milliseconds"]["standing"], 0.13);
    EXPECT_EQ(json["paper"][2]["tree_build_milliseconds"], 35.6);
    EXPECT_EQ(json["paper"][3]["times_faster_deforming"]["sweeping"], 16.0);

    // The trials touch different numbers of faces, as many as the paper's.
    ASSERT_EQ(json["liver_trials"].size(), 10u);
    ASSERT_EQ(json["tetrahedron_trials"].size(), 10u);
    std::set<int> liver, tetrahedron;
    for (std::size_t k = 0; k < 10; ++k) {
        liver.insert(json["liver_trials"][k]["sweeping_faces"].get<int>());
        tetrahedron.insert(json["tetrahedron_trials"][k]["sweeping_faces"].get<int>());
    }
    EXPECT_EQ(liver.size(), 10u);
    EXPECT_GE(*liver.begin(), 5);
    EXPECT_LE(*liver.rbegin(), 25);
    EXPECT_EQ(tetrahedron, (std::set<int>{0, 1, 2, 3}));

    std::set<std::string> names;
    for (const nlohmann::json& road : json["roads"]) {
        names.insert(road["name"]);
        ASSERT_EQ(road["sizes"].size(), 3u);
        EXPECT_EQ(road["sizes"][0]["triangles"], 4);
        EXPECT_EQ(road["sizes"][2]["triangles"], 1224);
        for (const nlohmann::json& size : road["sizes"]) {
            EXPECT_TRUE(size["microseconds"]["standing"].is_number());
            EXPECT_TRUE(size["microseconds"]["sweeping"].is_number());
        }
    }
    for (const char* name : {"the library", "OBB tree, rebuilt", "OBB tree, kept"})
        EXPECT_TRUE(names.contains(name)) << name;

    // A card proposes, and nothing is lost, whatever it proposes. One that is absent says why.
    ASSERT_EQ(json["cards"].size(), 5u);
    for (const nlohmann::json& card : json["cards"]) {
        EXPECT_NE(card.contains("absence"), card.contains("sweeping"));
        if (card.contains("absence")) {
            EXPECT_GT(card["absence"].get<std::string>().size(), 20u);
            continue;
        }
        EXPECT_TRUE(names.contains(card["name"]));
        for (const char* tool : {"standing", "sweeping"}) {
            EXPECT_GT(card[tool]["proposed"], 0);
            EXPECT_EQ(card[tool]["lost"], 0);
        }
    }

    ASSERT_EQ(json["angles"].size(), 10u);
    for (const nlohmann::json& angle : json["angles"]) {
        EXPECT_GE(angle["naive_in_view"], angle["in_volume"]);
        EXPECT_GE(angle["perspective_in_view"], angle["in_volume"]);
        EXPECT_EQ(
            angle["touched"].get<int>() - angle["missed"].get<int>(),
            angle["in_volume"].get<int>() - angle["added"].get<int>());
    }
    EXPECT_GT(json["angles"][9]["missed"], 0) << "the paper's volume is no superset of the swept tool";
    EXPECT_GT(json["faces_touched_on_the_way_alone"], 0);
    EXPECT_GT(json["tree"]["fitted_triangles"], 1224);
    EXPECT_LT(json["tree"]["triangle_tests"], 1224);
    ASSERT_EQ(json["claims"].size(), 7u);
    const std::string svg = run.bytes("tool_query.svg");
    EXPECT_EQ(fault_in_markup(svg), "");
    EXPECT_NE(svg.find("OBB tree, kept"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    const bool draws = json.contains("renderer");
    for (const char* name : {"tool_query_standing.png", "tool_query_sweeping.png"})
        EXPECT_EQ(draws, std::filesystem::exists(run.figures() / name)) << name;

    // Without any driver the roads through OpenGL say so in a sentence, and all else is as before.
    const CommandResult words = tactus({"reproduce", "tool_query", "--quick", "--out", "without"}, [] {
        setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
    });
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    for (const char* word :
         {"Figure 11", "Figure 12", "Figures 5 to 8", "Onyx2", "3Dfx", "24.1", "here: the library", "4.75",
          "not judged", "too short for conclusions", "without/tool_query.svg", "compute shader cannot be taken here: "})
        EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
    // Numbers, and with them what holds, are the same in every run.
    for (const nlohmann::json& claim : json["claims"])
        EXPECT_NE(words.output.find(claim["figure"].get<std::string>()), std::string::npos) << claim;
}

} // namespace
