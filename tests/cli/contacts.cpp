// SPDX-License-Identifier: MIT
// What users see of contact queries: run with a budget, and curve.
#include <set>

#include "cli_fixture.h"
#include "well_formed.h"

namespace {

TEST_F(Cli, RunFindsContactsWithinABudgetOfWorkUnits)
{
    const nlohmann::json whole = json_of({"run", "bumpy_spheres", "--triangles", "320", "--frames", "8", "--contacts"});
    const nlohmann::json cut =
        json_of({"run", "bumpy_spheres", "--triangles", "320", "--frames", "8", "--budget", "20 units"});
    EXPECT_EQ(whole["complete_share"], 1.0);
    EXPECT_EQ(whole["worst_error"], 0.0);
    EXPECT_EQ(whole["frame_count"], 8);
    EXPECT_EQ(whole["order"], "worst");
    EXPECT_TRUE(whole["budget"].empty());
    EXPECT_FALSE(whole.contains("deadline_misses")) << "there is no deadline to miss";
    EXPECT_EQ(cut["budget"]["work_units"], 20);
    EXPECT_LT(cut["complete_share"], 1.0);
    EXPECT_GT(cut["worst_error"], 0.0);
    ASSERT_EQ(cut["frames"].size(), 8u);
    std::uint64_t node_tests = 0;
    for (std::size_t frame = 0; frame < 8; ++frame) {
        const nlohmann::json& row = cut["frames"][frame];
        EXPECT_LE(row["work_units"], 20);
        EXPECT_EQ(row["complete"], row["open_pairs"] == 0 && row["worst_error"] == 0.0 && row["complete"]);
        EXPECT_LE(row["contacts"], whole["frames"][frame]["contacts"]);
        node_tests += row["node_tests"].get<std::uint64_t>();
    }
    EXPECT_EQ(cut["node_tests"], node_tests);
    EXPECT_GT(whole["max_contacts"], 20);
}

TEST_F(Cli, RunFindsTheSameContactsWithEveryStructureAndOrder)
{
    std::set<std::size_t> most;
    for (const char* structure :
         {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "medial_sphere_tree",
          "brute_force"})
        for (const char* order : {"worst", "breadth", "depth"})
            most.insert(json_of(
                            {"run", "bumpy_spheres", "--triangles", "80", "--frames", "3", "--structure", structure,
                             "--order", order, "--contact-distance", "0.01"})["max_contacts"]
                            .get<std::size_t>());
    EXPECT_EQ(most.size(), 1u);
    EXPECT_GT(*most.begin(), 0u);
}

TEST_F(Cli, RunFindsFewContactsOrAllOfThem)
{
    const std::vector<std::string> run = {"run", "bumpy_spheres", "--triangles", "320", "--frames", "3", "--contacts"};
    const auto most_with = [&](const char* which) {
        std::vector<std::string> words = run;
        words.insert(words.end(), {"--which", which});
        const nlohmann::json json = json_of(words);
        EXPECT_EQ(json["which"], which);
        return json["max_contacts"].get<std::size_t>();
    };
    EXPECT_GT(most_with("local"), 0u);
    EXPECT_GT(most_with("all"), 3 * most_with("local"));
    EXPECT_EQ(json_of(run)["which"], "local");
    expect_refusal({"run", "organ_tool", "--which", "some"}, "--which");
}

TEST_F(Cli, CheckOfContactsSaysHowDeepTheDeepestIsOrHowNearTheNearest)
{
    // A corner over the middle of a large triangle of a tetrahedron, and then below it.
    folder.write("ground.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nv 0 0 -9\nf 1 2 3\nf 2 1 4\nf 3 2 4\nf 1 3 4\n");
    for (const bool is_deep : {false, true}) {
        folder.write(
            "tip.obj", std::string("v 0.5 0 ") + (is_deep ? "-0.25" : "0.25")
                           + "\nv 1 0 2\nv 0 1 2\nv 0 -1 2\nf 2 1 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
        const std::vector<std::string> check = {"check",      "ground.obj",         "tip.obj",
                                                "--contacts", "--contact-distance", "0.5"};
        const CommandResult words = tactus(check);
        EXPECT_NE(words.output.find("contacts: 1, the whole answer\n"), std::string::npos) << words.output;
        const char* line = is_deep ? "deepest: 250 mm deep, at (0.5, " : "nearest: 250 mm apart, at (0.5, ";
        EXPECT_NE(words.output.find(line), std::string::npos) << words.output;
        const nlohmann::json deepest = json_of(check)["deepest"];
        const double separation = is_deep ? -0.25 : 0.25;
        EXPECT_EQ(deepest["separation"], separation);
        EXPECT_NEAR(deepest["point"][2].get<double>(), separation / 2.0, 1e-5);
    }
    const std::vector<std::string> alone = {"check", "tip.obj", "--contacts", "--contact-distance", "0"};
    EXPECT_TRUE(json_of(alone)["deepest"].is_null());
    EXPECT_EQ(tactus(alone).output.find("nearest"), std::string::npos);
}

TEST_F(Cli, RunOfTheHapticProbeKeepsABudgetAndABeatByItself)
{
    const nlohmann::json json = json_of({"run", "haptic_probe", "--triangles", "1280", "--frames", "30", "--forces"});
    EXPECT_EQ(json["budget"]["microseconds"], 200.0);
    EXPECT_EQ(json["rate"], 1000.0);
    EXPECT_EQ(json["frame_count"], 30);
    // How much of it a slow machine finds in that time is not for a test to say.
    const nlohmann::json whole = json_of(
        {"run", "haptic_probe", "--triangles", "1280", "--frames", "30", "--forces", "--budget", "100000units"});
    EXPECT_GT(whole["frames_in_contact"], 0);
    EXPECT_LE(json["frames_in_contact"], whole["frames_in_contact"]);
    for (const char* key :
         {"deadline_misses", "late_frames", "complete_share", "median_error", "worst_error", "largest_force",
          "largest_force_change", "median_update_us"})
        EXPECT_TRUE(json[key].is_number()) << key;
    for (const char* key : {"p50", "p99", "p99_9", "worst"}) {
        EXPECT_GE(json["overrun_us"][key], 0.0) << key;
        EXPECT_GT(json["query_us"][key], 0.0) << key;
    }
    EXPECT_LE(json["overrun_us"]["p50"], json["overrun_us"]["worst"]);
    const CommandResult words = tactus({"run", "haptic_probe", "--triangles", "320", "--frames", "5", "--rate", "0"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    for (const char* word :
         {"budget 200 us", "deadline misses", "overrun", "99.9 %", "complete answers", "error bound", "node tests",
          "CPU time of the thread"})
        EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
    EXPECT_EQ(words.output.find("late frames"), std::string::npos);
}

TEST_F(Cli, SaysHowManyNodeTestsThereWereOnlyWhereTheyWereCounted)
{
    const auto work_of = [&](const char* budget) {
        const CommandResult words =
            tactus({"run", "bumpy_spheres", "--triangles", "320", "--frames", "8", "--contacts", "--budget", budget});
        EXPECT_EQ(words.exit_code, 0) << words.errors;
        const std::size_t begin = words.output.find("\nwork: ") + 1;
        return words.output.substr(begin, words.output.find('\n', begin) - begin);
    };
    const std::string whole = work_of("unlimited"), cut = work_of("20units");
    EXPECT_EQ(whole.find("node test"), std::string::npos) << whole;
    EXPECT_TRUE(whole.ends_with(" work units a frame")) << whole;
    EXPECT_NE(cut.find(" node tests and 20 work units a frame, "), std::string::npos) << cut;
}

TEST_F(Cli, ForcesOfCutAnswersFollowThePolicyThatIsAskedFor)
{
    const std::vector<std::string> run = {"run",      "haptic_probe", "--triangles", "1280",   "--frames", "30",
                                          "--forces", "--budget",     "24units",     "--rate", "0"};
    const auto forces_with = [&](const char* policy) {
        std::vector<std::string> words = run;
        words.insert(words.end(), {"--force-policy", policy});
        const nlohmann::json json = json_of(words);
        EXPECT_EQ(json["force_policy"], policy);
        return json["largest_force"].get<double>();
    };
    // Nothing is final where so little was looked into, so nothing pushes for certain.
    EXPECT_EQ(forces_with("certified_lower"), 0.0);
    EXPECT_GT(forces_with("held"), 0.0);
    EXPECT_NE(forces_with("spheres"), forces_with("held"));
    EXPECT_EQ(json_of(run)["force_policy"], "held");
    const std::vector<std::string> tool = {"tool",      "liver",    "--pivot", "0,0,0.25", "--tip",
                                           "0,0,0.063", "--radius", "0.005",   "--repeat", "1"};
    std::vector<std::string> pushed = tool;
    pushed.insert(pushed.end(), {"--forces", "--budget", "0units", "--force-policy", "spheres"});
    const nlohmann::json parts = json_of(pushed);
    EXPECT_EQ(parts["force_policy"], "spheres");
    EXPECT_TRUE(parts["contacts"].empty());
    EXPECT_NE(tactus(pushed).output.find("the tool is pushed with ("), std::string::npos);
    for (std::vector<std::string> words : {std::vector<std::string>{"run", "organ_tool"}, tool}) {
        words.insert(words.end(), {"--force-policy", "held"});
        expect_refusal(words, "--force-policy says what forces come of an answer that was cut; add --forces");
    }
}

TEST_F(Cli, RunRefusesBudgetsThatAreNone)
{
    const auto refuse = [&](const char* budget, const char* sentence) {
        expect_refusal({"run", "organ_tool", "--frames", "1", "--budget", budget}, sentence);
    };
    refuse("200", "--budget 200: has no unit");
    refuse("us", "does not begin with a number");
    refuse("nanus", "does not begin with a number");
    refuse("-5us", "is less than nothing");
    refuse("1.2.3us", "1.2.3 is not a number");
    refuse("5 parsecs", "there is no unit called parsecs");
    refuse("1.5units", "1.5 is not a number of work units");
    refuse("99999999999s", "longer than a million seconds");
    for (const char* budget : {"200us", "0.5ms", "1s", "7units", "7 units", "unlimited", "0us", "0units"})
        EXPECT_EQ(tactus({"run", "organ_tool", "--triangles", "80", "--frames", "1", "--budget", budget}).exit_code, 0)
            << budget;
    expect_refusal({"run", "organ_tool", "--order", "best"}, "--order");
    expect_refusal({"run", "organ_tool", "--contact-distance", "-1"}, "--contact-distance");
    expect_refusal(
        {"run", "organ_tool", "--contact-distance", "nan"}, "--contact-distance: nan is not a number from 0");
    expect_refusal(
        {"run", "organ_tool", "--contacts", "--check"},
        "--check goes with pairs; leave it or the options about contacts out");
}

TEST_F(Cli, CurveMeasuresEveryOrderAndStructureUpToTheExactAnswer)
{
    const nlohmann::json json =
        json_of({"curve", "soft_organs", "--triangles", "320", "--cuts", "12", "--repeat", "1", "--svg", "curve.svg"});
    EXPECT_EQ(json["frame"], 60);
    EXPECT_GT(json["diagonal"], 0.1);
    ASSERT_EQ(json["structures"].size(), 6u);
    std::set<std::size_t> exact;
    for (const nlohmann::json& structure : json["structures"]) {
        ASSERT_EQ(structure["curves"].size(), 3u);
        for (const nlohmann::json& curve : structure["curves"]) {
            EXPECT_EQ(curve["whole"]["complete"], true);
            EXPECT_EQ(curve["whole"]["worst_error"], 0.0);
            EXPECT_EQ(curve["whole"]["confirmed_share"], 1.0);
            exact.insert(curve["whole"]["confirmed"].get<std::size_t>());
            double before = json["diagonal"];
            std::uint64_t units_before = 0;
            ASSERT_GE(curve["cuts"].size(), 5u);
            for (const nlohmann::json& cut : curve["cuts"]) {
                EXPECT_EQ(cut["complete"], false);
                EXPECT_LE(cut["worst_error"], before) << "an error bound rose with the work";
                EXPECT_GT(cut["work_units"], units_before);
                EXPECT_GE(cut["microseconds"], 0.0);
                before = cut["worst_error"];
                units_before = cut["work_units"];
            }
            EXPECT_EQ(curve["cuts"][0]["work_units"], 1) << "the first cut knows nothing of the queries before it";
            EXPECT_EQ(curve["cuts"][0]["confirmed"], 0);
        }
        EXPECT_EQ(structure["work_to_reach"]["bounds"].size(), 20u);
        EXPECT_GT(structure["work_to_reach"]["mean_ratio"], 0.0);
        // Where all ratios are the same, their mean may be rounded up.
        EXPECT_GE(
            structure["work_to_reach"]["largest_ratio"].get<double>(),
            structure["work_to_reach"]["mean_ratio"].get<double>() * (1.0 - 1e-12));
    }
    EXPECT_EQ(exact.size(), 1u) << "every order and structure ends with the same contacts";

    const std::string svg = bytes_of(folder.path() / "curve.svg");
    EXPECT_EQ(svg.find("<svg "), 0u);
    EXPECT_EQ(fault_in_markup(svg), "");
    for (const char* word :
         {"worst error first, refit_bvh", "breadth first, brute_force", "soft_organs, frame 60", "microseconds",
          "% of the diagonal", "prefers-color-scheme: dark", "clip-path"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST_F(Cli, CurveDrawsScenesInWhichNothingTouches)
{
    const CommandResult words = tactus(
        {"curve", "separate_bodies", "--triangles", "20", "--cuts", "3", "--repeat", "1", "--svg", "a.svg",
         "--structure", "refit_bvh"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    const std::string svg = bytes_of(folder.path() / "a.svg");
    EXPECT_EQ(fault_in_markup(svg), "");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST_F(Cli, CurvePrintsTablesAndRefusesWhatItCannotMeasure)
{
    const CommandResult words = tactus(
        {"curve", "organ_tool", "--triangles", "320", "--cuts", "6", "--repeat", "1", "--structure", "refit_bvh"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    for (const char* word :
         {"worst error first", "breadth first", "depth first", "complete", "error %", "work to reach"})
        EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
    EXPECT_EQ(words.output.find("brute_force"), std::string::npos);
    expect_refusal({"curve"}, "SCENE is required");
    expect_refusal({"curve", "soft_orgams"}, "no scene is called 'soft_orgams'");
    expect_refusal(
        {"curve", "organ_tool", "--frame", "60"}, "frame 60 was asked for, but organ_tool has frames 0 to 59");
    expect_refusal({"curve", "organ_tool", "--structure", "magic"}, "--structure");
    expect_refusal({"curve", "organ_tool", "--cuts", "1"}, "--cuts");
    expect_refusal({"curve", "organ_tool", "--svg", "a.png"}, "--svg a.png: the curves are drawn as SVG");
    expect_refusal(
        {"curve", "organ_tool", "--triangles", "80", "--cuts", "2", "--repeat", "1", "--svg", "no/where.svg"},
        "no/where.svg: cannot be written");
}

} // namespace
