// SPDX-License-Identifier: MIT
#include <cmath>
#include <fstream>

#include "cli_fixture.h"

namespace {

class Spheres : public Cli {
protected:
    void write(const std::string& name, const std::string& text) { std::ofstream(folder.path() / name) << text; }

    void make_liver() { ASSERT_EQ(tactus({"make", "liver", "--triangles", "640", "-o", "liver.obj"}).exit_code, 0); }

    void make_cube()
    {
        write(
            "cube.obj", "v 9 9 9\nv 10 9 9\nv 10 10 9\nv 9 10 9\nv 9 9 10\nv 10 9 10\nv 10 10 10\nv 9 10 10\n"
                        "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    }
};

TEST_F(Spheres, AreMadeJudgedAndWrittenInEveryFormat)
{
    make_liver();
    const CommandResult made = tactus(
        {"spheres", "liver.obj", "--levels", "2", "-o", "a.json", "-o", "a.sph", "-o", "a.urdf", "-o", "a.yaml", "-o",
         "a.xrdf", "-o", "a.obj"});
    EXPECT_EQ(made.exit_code, 0) << made.errors;
    EXPECT_EQ(made.errors, "");
    EXPECT_NE(made.output.find("level"), std::string::npos) << made.output;
    EXPECT_NE(made.output.find("nothing"), std::string::npos) << made.output;
    for (const char* name : {"a.json", "a.sph", "a.urdf", "a.yaml", "a.xrdf", "a.obj"})
        EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
    for (const char* name : {"a.json", "a.sph"}) {
        const nlohmann::json check = json_of({"spheres", "--check", "liver.obj", name});
        EXPECT_EQ(check["covered"], true);
        EXPECT_EQ(check["uncovered_area"], nlohmann::json({0.0, 0.0}));
        EXPECT_EQ(check["level"], 2);
        EXPECT_EQ(check["closed"], true);
    }
    EXPECT_EQ(tactus({"info", "a.obj"}).exit_code, 0);
}

TEST_F(Spheres, TheTableSaysWhatTheTreePromisesAndTheJudgeFinds)
{
    make_liver();
    const nlohmann::json json = json_of({"spheres", "liver.obj", "--levels", "2", "--branch", "4"});
    ASSERT_EQ(json["levels"].size(), 3u);
    for (const nlohmann::json& level : json["levels"]) {
        EXPECT_EQ(level["check"]["uncovered_area"][1], 0.0);
        EXPECT_LE(level["check"]["largest_protrusion"][0], level["worst_error"]);
        EXPECT_GT(level["mean_error"], 0.0);
        EXPECT_LE(level["mean_error"], level["worst_error"]);
    }
    EXPECT_EQ(json["levels"][0]["spheres"], 1);
    EXPECT_LE(json["levels"][2]["spheres"], 16);
    EXPECT_GT(json["levels"][2]["spheres"], 4);
    EXPECT_FALSE(json_of({"spheres", "liver.obj", "--levels", "1", "--no-judge"})["levels"][1].contains("check"));
    const std::string words = tactus({"spheres", "liver.obj", "--levels", "1", "--no-judge"}).output;
    EXPECT_NE(words.find("mean error"), std::string::npos) << words;
    EXPECT_EQ(words.find("judged worst"), std::string::npos) << "a column that nothing is in";
}

TEST_F(Spheres, TheAdaptiveMedialAxisIsAMethod)
{
    make_cube();
    const nlohmann::json json =
        json_of({"spheres", "cube.obj", "--levels", "1", "--method", "adaptive", "-o", "a.json"});
    EXPECT_EQ(json["levels"][1]["check"]["uncovered_area"][1], 0.0);
    EXPECT_LT(json["levels"][1]["worst_error"], json["levels"][0]["worst_error"]);
    ASSERT_EQ(tactus({"spheres", "cube.obj", "--levels", "1", "-o", "m.json"}).exit_code, 0);
    const auto text = [&](const char* name) {
        std::ifstream file(folder.path() / name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    EXPECT_NE(text("a.json"), text("m.json"));
}

TEST_F(Spheres, AFlatSetHasTheNumberAskedFor)
{
    make_liver();
    const nlohmann::json json = json_of({"spheres", "liver.obj", "--count", "20", "-o", "set.yaml", "--link", "box"});
    const nlohmann::json& last = json["levels"].back();
    EXPECT_LE(last["spheres"], 20);
    EXPECT_GT(last["spheres"], 8);
    std::ifstream file(folder.path() / "set.yaml");
    std::string line;
    std::size_t centres = 0;
    while (std::getline(file, line))
        centres += line.find("center:") != std::string::npos ? 1 : 0;
    EXPECT_EQ(centres, last["spheres"]);
}

TEST_F(Spheres, ALengthIsInMetresOrInPerCent)
{
    make_liver();
    const std::string per_cent =
        json_of({"spheres", "liver.obj", "--levels", "2", "--max-error", "10%"})["levels"].dump();
    const double diagonal = json_of({"spheres", "liver.obj", "--levels", "0"})["diagonal"];
    const std::string length = nlohmann::json(0.1 * diagonal).dump();
    const std::string metres =
        json_of({"spheres", "liver.obj", "--levels", "2", "--max-error", length})["levels"].dump();
    EXPECT_EQ(per_cent, metres);
    EXPECT_NE(per_cent, json_of({"spheres", "liver.obj", "--levels", "2"})["levels"].dump());
}

TEST_F(Spheres, TheJudgeSaysWhatIsMissing)
{
    make_cube();
    // Around the cube, and too small for its corners.
    write("around.sph", "1 8\n9.5 9.5 9.5 0.8661 1\n");
    const CommandResult covered = tactus({"spheres", "--check", "cube.obj", "around.sph"});
    EXPECT_EQ(covered.exit_code, 0) << covered.errors;
    EXPECT_NE(covered.output.find("Covered"), std::string::npos) << covered.output;

    write("small.sph", "1 8\n9.5 9.5 9.5 0.8 1\n");
    const CommandResult open = tactus({"spheres", "--check", "cube.obj", "small.sph"});
    EXPECT_EQ(open.exit_code, 1) << open.errors;
    EXPECT_EQ(open.errors, "");
    EXPECT_NE(open.output.find("Not covered"), std::string::npos) << open.output;
    EXPECT_EQ(open.output.find("--centred"), std::string::npos) << open.output;
    const CommandResult numbers = tactus({"spheres", "--check", "cube.obj", "small.sph", "--json"});
    EXPECT_EQ(numbers.exit_code, 1);
    const nlohmann::json json = nlohmann::json::parse(numbers.output);
    EXPECT_EQ(json["covered"], false);
    EXPECT_NEAR(json["largest_gap"][0], std::sqrt(0.75) - 0.8, 1e-6);
    EXPECT_NEAR(json["largest_protrusion"][1], 0.3, 1e-5);
}

TEST_F(Spheres, TheJudgeKnowsSpheresThatWereMovedToTheOrigin)
{
    make_cube();
    write("centred.sph", "1 8\n0 0 0 0.8661 1\n");
    const CommandResult apart = tactus({"spheres", "--check", "cube.obj", "centred.sph"});
    EXPECT_EQ(apart.exit_code, 1);
    EXPECT_NE(apart.output.find("--centred"), std::string::npos) << apart.output;
    const CommandResult back = tactus({"spheres", "--check", "cube.obj", "centred.sph", "--centred"});
    EXPECT_EQ(back.exit_code, 0) << back.output;
}

TEST_F(Spheres, RefuseWhatTheyCannotDo)
{
    make_cube();
    write("bad.sph", "1 8\n0 nan 0 1 1\n");
    write("one.sph", "1 8\n9.5 9.5 9.5 1 1\n");
    expect_refusal({"spheres", "missing.obj"}, "missing.obj");
    expect_refusal({"spheres", "--check", "cube.obj"}, "--check needs two files");
    expect_refusal({"spheres", "cube.obj", "one.sph"}, "add --check");
    expect_refusal({"spheres", "--check", "cube.obj", "bad.sph"}, "line 2: sphere 0: y is nan");
    expect_refusal({"spheres", "--check", "cube.obj", "cube.obj"}, ".json and .sph");
    expect_refusal({"spheres", "--check", "cube.obj", "one.sph", "--level", "3"}, "the deepest is 0");
    expect_refusal({"spheres", "cube.obj", "-o", "a.stl"}, "no format of spheres has this ending");
    expect_refusal({"spheres", "cube.obj", "--max-error", "x"}, "no length");
    expect_refusal({"spheres", "cube.obj", "--max-error", "0"}, "above 0");
    expect_refusal({"spheres", "cube.obj", "--count", "4", "--levels", "2"}, "leave --levels");
    expect_refusal({"spheres", "cube.obj", "--levels", "1", "-o", "cube.obj"}, "the mesh itself");
    expect_refusal({"spheres", "cube.obj", "--levels", "1", "-o", "nowhere/a.json"}, "no folder nowhere");
    expect_refusal({"spheres", "cube.obj", "--levels", "1", "-o", "a.urdf", "--link", "left finger"}, "left finger");
    expect_refusal({"spheres", "cube.obj", "--branch", "9"}, "--branch: 9 is not a whole number from 2 to 8");
    expect_refusal({"spheres", "cube.obj", "--method", "magic"}, "see tactus spheres --help");
    expect_refusal({"spheres", "cube.obj", "--centred"}, "--centred goes with --check");
    expect_refusal({"spheres", "cube.obj", "--levels", "1", "-o", "nowhere/a.json"}, "nowhere");
}

} // namespace
