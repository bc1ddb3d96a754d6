// SPDX-License-Identifier: MIT
// tactus tool: what a long thin instrument touches, standing and sweeping.
#include <cstdlib>

#include "cli_fixture.h"

namespace {

/// A unit square at height 0: triangle 0 lies where x > y, triangle 1 where x < y.
class CliTool : public Cli {
protected:
    CliTool() { folder.write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"); }

    static std::vector<std::string> held(const std::vector<std::string>& more)
    {
        std::vector<std::string> words = {"tool", "square.obj", "--repeat", "2", "--radius", "0.1"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    static std::vector<std::uint32_t> triangles_in(const nlohmann::json& json)
    {
        std::vector<std::uint32_t> triangles;
        for (const nlohmann::json& face : json["faces"])
            triangles.push_back(face["triangle"]);
        return triangles;
    }

    const std::vector<std::string> standing = held({"--pivot", "0.75,0.25,1", "--tip", "0.75,0.25,0.05"});
    /// Past the square's corner, across both triangles, and out again on the other side.
    const std::vector<std::string> sweeping = held({"--pivot", "0.5,0.5,1", "--tip", "-1,0.5,-1", "--to", "3,0.5,-1"});
};

TEST_F(CliTool, StandingTouchesTheTriangleBelowWithTheEndOfItsShaft)
{
    std::vector<std::string> words = standing;
    words.insert(words.end(), {"--forces", "--structure", ""});
    for (const char* structure :
         {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "medial_sphere_tree",
          "brute_force"}) {
        words.back() = structure;
        const nlohmann::json json = json_of(words);
        ASSERT_EQ(triangles_in(json), std::vector<std::uint32_t>{0}) << structure;
        // The shaft is 0.95 m long, and within the radius of the square from height 0.1 on.
        EXPECT_NEAR(json["faces"][0]["shaft_begin"].get<double>(), 0.9 / 0.95, 2e-4);
        EXPECT_EQ(json["faces"][0]["shaft_end"], 1.0);
        EXPECT_EQ(json["face_count"], 1);
        EXPECT_EQ(json["complete"], true);
        EXPECT_EQ(json["first_touch"], nullptr);
        EXPECT_EQ(json["road"], "processor");
        EXPECT_EQ(json["frames"], 2);
        EXPECT_GT(json["microseconds"].get<double>(), 0.0);
        ASSERT_EQ(json["contacts"].size(), 1u);
        EXPECT_NEAR(json["contacts"][0]["separation"].get<double>(), -0.05, 1e-6);
        EXPECT_EQ(json["contacts"][0]["normal"], nlohmann::json::array({0.0, 0.0, 1.0}));
        EXPECT_GT(json["force"][2].get<double>(), 0.0);
    }
    const CommandResult said = tactus(standing);
    EXPECT_EQ(said.exit_code, 0) << said.errors;
    for (const char* words_said : {"the tool touches 1 triangle\n", "by the processor", "medians of 2 frames"})
        EXPECT_NE(said.output.find(words_said), std::string::npos) << said.output;
}

TEST_F(CliTool, SweepingTouchesWhatLiesOnItsWayAndSaysWhenItBegan)
{
    EXPECT_EQ(triangles_in(json_of(sweeping)), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(
        json_of({"tool", "square.obj", "--pivot", "0.5,0.5,1", "--tip", "3,0.5,-1", "--radius", "0.1"})["faces"],
        nlohmann::json::array());
    // Straight down from 0.5 m above the square to as far below: its end comes within 0.1 m after two fifths of the
    // way.
    const nlohmann::json stab =
        json_of(held({"--pivot", "0.75,0.25,1", "--tip", "0.75,0.25,0.5", "--to", "0.75,0.25,-0.5"}));
    EXPECT_EQ(triangles_in(stab), std::vector<std::uint32_t>{0});
    const double begin = stab["first_touch"]["begin"], end = stab["first_touch"]["end"];
    EXPECT_LE(begin, 0.4 + 1e-7);
    EXPECT_GE(end, 0.4 - 1e-7);
    EXPECT_LT(end - begin, 1e-3);
    const CommandResult said = tactus(sweeping);
    EXPECT_NE(said.output.find("the tool sweeps through 2 triangles\n"), std::string::npos) << said.output;
    EXPECT_NE(said.output.find("first touch: between "), std::string::npos) << said.output;
}

TEST_F(CliTool, TakesShapesByNameAndBudgets)
{
    const std::vector<std::string> deep = {"tool",  "bumpy_sphere", "--triangles", "5120", "--pivot",  "0,0,3",
                                           "--tip", "0,0,0",        "--radius",    "0.1",  "--repeat", "1"};
    const nlohmann::json whole = json_of(deep);
    EXPECT_GT(whole["face_count"], 10);
    EXPECT_EQ(whole["triangles"], 5120);
    std::vector<std::string> cut = deep;
    cut.insert(cut.end(), {"--budget", "1units"});
    const nlohmann::json less = json_of(cut);
    EXPECT_EQ(less["complete"], false);
    EXPECT_GT(less["open_nodes"], 0);
    EXPECT_LT(less["face_count"], whole["face_count"]);
    EXPECT_NE(tactus(cut).output.find("not complete: "), std::string::npos);
    // The triangles fit into a budget, and what is said of each of them not.
    std::vector<std::string> half = deep;
    half.insert(half.end(), {"--budget", "30units"});
    const nlohmann::json some = json_of(half);
    EXPECT_EQ(some["complete"], false);
    EXPECT_EQ(some["open_nodes"], 0);
    EXPECT_GT(some["open_faces"], 0);
    EXPECT_EQ(some["face_count"], whole["face_count"]);
    EXPECT_EQ(some["faces"].front()["shaft_open"], false);
    EXPECT_EQ(some["faces"].back()["shaft_open"], true);
    EXPECT_EQ(whole["open_faces"], 0);
    EXPECT_NE(tactus(half).output.find("not complete: the part of the shaft for "), std::string::npos);
    cut.push_back("--contacts");
    EXPECT_EQ(json_of(cut)["contacts_complete"], false);
    EXPECT_NE(tactus(cut).output.find("not complete: all contacts did not fit into 1units\n"), std::string::npos);
}

TEST_F(CliTool, EveryRoadHasTheSameTrianglesOrSaysWhyItWasNotTaken)
{
    for (const std::vector<std::string>& words : {standing, sweeping}) {
        const nlohmann::json expected = json_of(words);
        for (const char* road : {"selection", "feedback", "feedback_with_ids", "compute_shader"}) {
            std::vector<std::string> by_road = words;
            by_road.insert(by_road.end(), {"--road", road, "--form", "naive_box"});
            const nlohmann::json json = json_of(by_road);
            EXPECT_EQ(json["faces"], expected["faces"]) << road;
            if (json.contains("road_not_taken")) {
                EXPECT_EQ(json["road"], "processor");
                EXPECT_EQ(json["road_asked_for"], road);
                EXPECT_NE(json["road_not_taken"], "");
                continue;
            }
            EXPECT_EQ(json["road"], road);
            EXPECT_EQ(
                json["proposed"].get<int>() - json["proposed_in_vain"].get<int>() + json["not_proposed"].get<int>(),
                json["face_count"].get<int>())
                << road;
        }
    }
}

TEST_F(CliTool, GoesOnWithTheProcessorWhereThereIsNoOpenGl)
{
    std::vector<std::string> words = standing;
    words.insert(words.end(), {"--road", "feedback_with_ids"});
    const CommandResult result = tactus(words, [] { setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1); });
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.output.find("the tool touches 1 triangle\n"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("feedback_with_ids was not taken: "), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("this is the processor's answer\n"), std::string::npos) << result.output;
}

TEST_F(CliTool, DrawsTheOrganTheToolAndTheSweepWhereTheBuildCan)
{
    std::vector<std::string> words = sweeping;
    words.insert(words.end(), {"--pictures", "drawn"});
    const CommandResult result = tactus(words);
    if (result.errors.find("without OpenGL") != std::string::npos || result.errors.find("EGL") != std::string::npos)
        GTEST_SKIP() << result.errors;
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.output.find("picture: drawn/square_sweep.png\n"), std::string::npos) << result.output;
    EXPECT_EQ(bytes_of(folder.path() / "drawn/square_sweep.png").find("\x89PNG"), 0u);
}

TEST_F(CliTool, RefusesBadInputWithOneSentence)
{
    const auto with = [&](const char* pivot, const char* tip, const std::vector<std::string>& more) {
        std::vector<std::string> words = {"tool", "square.obj", "--pivot", pivot, "--tip", tip};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const std::vector<std::string> thin = {"--radius", "0.1"};
    expect_refusal(with("0,0,1", "0,1", thin), "--tip 0,1: has two numbers; a point is three numbers with commas");
    expect_refusal(with("0,0,1,2", "0,0,0", thin), "--pivot 0,0,1,2: has 4 numbers");
    expect_refusal(with("0,nan,1", "0,0,0", thin), "--pivot 0,nan,1: its y 'nan' is no number that a float holds");
    expect_refusal(with("0,0,1e39", "0,0,0", thin), "its z '1e39' is no number");
    expect_refusal(with("0,0,1", "0,,0", thin), "its y '' is no number");
    expect_refusal(with("0,0,1", "0,0,0", {"--radius", "0.1", "--to", "x"}), "--to x: has one number");
    expect_refusal(with("0,0,1", "0,0,0", {"--radius", "-1"}), "--radius: -1 is not a number from 0 to 1e30");
    expect_refusal(with("0,0,1", "0,0,0", {}), "--radius R is missing: how thick the tool is");
    expect_refusal({"tool", "square.obj", "--tip", "0,0,0", "--radius", "1"}, "--pivot X,Y,Z is missing");
    expect_refusal({"tool", "square.obj", "--pivot", "0,0,0", "--radius", "1"}, "--tip X,Y,Z is missing");
    expect_refusal(with("0,0,1", "0,0,0", {"--radius", "1", "--road", "teleport"}), "--road");
    expect_refusal(
        with("0,0,1", "0,0,0", {"--radius", "1", "--form", "naive_box"}), "--form is about what OpenGL draws");
    expect_refusal(with("0,0,1", "0,0,0", {"--radius", "1", "--budget", "5"}), "--budget 5: has no unit");
    expect_refusal(with("0,0,1", "0,0,0", {"--radius", "1", "--triangles", "80"}), "--triangles goes with the name");
    std::vector<std::string> misspelt = standing;
    misspelt[1] = "livre";
    expect_refusal(misspelt, "no mesh file or shape is called 'livre'; nearest: liver");
    misspelt[1] = "liver.obj";
    expect_refusal(misspelt, "liver.obj: there is no such file");
    misspelt[1] = "soft_organs";
    expect_refusal(misspelt, "soft_organs is a scene, and a tool is held against one mesh");
    expect_refusal({"tool"}, "ORGAN is required");
    // What is too much is told in the order in which it was given.
    expect_refusal(
        {"tool", "square.obj", "--pivot", "0,0,1", "--tip", "0", "0", "0.063", "--radius", "1"},
        "not expected: 0 0.063; a point is three numbers with commas and no spaces between them");
    expect_refusal({"tool", "square.obj", "--piv", "0,0,1"}, "not expected: --piv 0,0,1; did you mean '--pivot'?");
}

TEST_F(CliTool, HelpSaysWhatIsRequired)
{
    const std::string help = tactus({"tool", "--help"}).output;
    for (const char* words : {"--pivot X,Y,Z REQUIRED", "--tip X,Y,Z REQUIRED", "--radius R REQUIRED", "--to X,Y,Z "})
        EXPECT_NE(help.find(words), std::string::npos) << help;
    EXPECT_EQ(help.find("--to X,Y,Z REQUIRED"), std::string::npos);
    EXPECT_EQ(tactus({"help", "tool"}).output, help);
}

} // namespace
