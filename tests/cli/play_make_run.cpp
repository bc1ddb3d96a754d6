// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>

#include "cli_fixture.h"
#include "io/mesh_file.h"
#include "io/sequence_file.h"

namespace {

using tactus::io::Sequence;

/// A triangle that sinks through another: apart, touching, through, touching, apart.
Sequence sinking_triangle()
{
    Sequence sequence;
    sequence.meshes.resize(2);
    for (Sequence::Part& part : sequence.meshes)
        part.triangles = {{0, 1, 2}};
    for (const float height : {2.0f, 0.0f, -0.5f, -1.0f, -2.0f}) {
        sequence.meshes[0].frames.push_back({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
        sequence.meshes[1].frames.push_back({{0, 0, height}, {0.25f, 0, height + 1}, {-0.25f, 0, height + 1}});
    }
    return sequence;
}

double middle(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

TEST_F(Cli, PlayGivesTheStatedNumbersForEveryFrame)
{
    ASSERT_TRUE(write_sequence(folder.path() / "a.seq", sinking_triangle()).ok());
    for (const char* structure :
         {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "medial_sphere_tree",
          "brute_force"})
        for (const char* threads : {"1", "2"}) {
            const nlohmann::json json = json_of(
                {"play", "a.seq", "--structure", structure, "--threads", threads, "--repeat", "3", "--pairs", "pairs"});
            ASSERT_EQ(json["frames"].size(), 5u);
            std::vector<double> updates, queries, totals;
            for (std::size_t frame = 0; frame < 5; ++frame) {
                const nlohmann::json& row = json["frames"][frame];
                const bool contact = frame >= 1 && frame <= 3;
                EXPECT_EQ(row["frame"], frame);
                EXPECT_EQ(row["pairs"], contact ? 1 : 0);
                EXPECT_EQ(row["pair_hash"], contact ? hash_of_pairs({{0, 0}}) : "0000000000000000");
                EXPECT_EQ(
                    bytes_of(folder.path() / "pairs" / ("frame_0000" + std::to_string(frame) + ".txt")),
                    contact ? "0 0\n" : "");
                updates.push_back(row["update_ms"]);
                queries.push_back(row["query_ms"]);
                totals.push_back(updates.back() + queries.back());
            }
            EXPECT_DOUBLE_EQ(json["median_update_ms"], middle(updates));
            EXPECT_DOUBLE_EQ(json["median_query_ms"], middle(queries));
            EXPECT_DOUBLE_EQ(json["median_total_ms"], middle(totals));
            EXPECT_DOUBLE_EQ(json["worst_total_ms"], *std::max_element(totals.begin(), totals.end()));
            EXPECT_GE(json["build_ms"].get<double>(), 0.0);
            EXPECT_TRUE(json["structure_bytes"].is_number_unsigned());
        }
    const CommandResult words = tactus({"play", "a.seq"});
    EXPECT_EQ(words.exit_code, 0);
    EXPECT_EQ(words.errors, "") << "the progress bar must be silent where stderr is not a terminal";
    for (const char* word : {"median", "worst", "pair hash", "update ms", "3 of 5 frames in contact"})
        EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
}

TEST_F(Cli, PlayTestsOneMeshAgainstItselfAndTwoOnlyAgainstEachOther)
{
    // Two crossing triangles in one mesh; a far one as second mesh.
    Sequence sequence;
    sequence.meshes.push_back(
        {{{0, 1, 2}, {3, 4, 5}}, {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0.25f, 0, 1}, {-0.25f, 0, 1}}}});
    ASSERT_TRUE(write_sequence(folder.path() / "one.seq", sequence).ok());
    sequence.meshes.push_back({{{0, 1, 2}}, {{{9, 9, 9}, {8, 9, 9}, {9, 8, 9}}}});
    ASSERT_TRUE(write_sequence(folder.path() / "two.seq", sequence).ok());
    const nlohmann::json one = json_of({"play", "one.seq"});
    EXPECT_EQ(one["frames"][0]["pairs"], 1);
    EXPECT_EQ(one["frames"][0]["pair_hash"], hash_of_pairs({{0, 1}}));
    EXPECT_EQ(json_of({"play", "two.seq"})["frames"][0]["pairs"], 0);
}

TEST_F(Cli, PlayReadsAFolderOfNumberedMeshes)
{
    std::filesystem::create_directory(folder.path() / "frames");
    for (int frame = 0; frame < 3; ++frame)
        folder.write(
            "frames/f" + std::to_string(frame) + ".obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 "
                                                             + std::to_string(frame - 1)
                                                             + "\nv 0.25 0 9\nv -0.25 0 9\nf 1 2 3\nf 4 5 6\n");
    const nlohmann::json json = json_of({"play", "frames"});
    ASSERT_EQ(json["frames"].size(), 3u);
    EXPECT_EQ(json["frames"][0]["pairs"], 1);
    EXPECT_EQ(json["frames"][1]["pairs"], 1);
    EXPECT_EQ(json["frames"][2]["pairs"], 0);
}

TEST_F(Cli, PlayRefusesDamagedSequences)
{
    ASSERT_TRUE(write_sequence(folder.path() / "a.seq", sinking_triangle()).ok());
    const std::string good = bytes_of(folder.path() / "a.seq");
    folder.write("cut.seq", good.substr(0, good.size() - 3));
    folder.write("long.seq", good + "123");
    folder.write("magic.seq", "x" + good.substr(1));
    expect_refusal({"play", "cut.seq"}, "cut.seq: ends at");
    expect_refusal({"play", "long.seq"}, "long.seq: goes on for 3 bytes");
    expect_refusal({"play", "magic.seq"}, "magic.seq: does not begin with PBSEQ1");
    expect_refusal({"play", "missing.seq"}, "missing.seq: there is no such file");
    expect_refusal({"play", "."}, "holds no numbered meshes");
    expect_refusal({"play", "a.seq", "--repeat", "0"}, "--repeat");
    expect_refusal({"play", "a.seq", "--pairs", "a.seq"}, "a.seq: cannot be made a folder");
}

TEST_F(Cli, MakeGivesTheSameBytesForTheSameSeedAndOthersForAnother)
{
    for (const char* name : {"a.seq", "b.seq"})
        ASSERT_EQ(
            tactus({"make", "bumpy_spheres", "--triangles", "320", "--frames", "3", "--seed", "5", "-o", name})
                .exit_code,
            0);
    ASSERT_EQ(
        tactus({"make", "bumpy_spheres", "--triangles", "320", "--frames", "3", "--seed", "6", "-o", "c.seq"})
            .exit_code,
        0);
    EXPECT_EQ(bytes_of(folder.path() / "a.seq"), bytes_of(folder.path() / "b.seq"));
    EXPECT_NE(bytes_of(folder.path() / "a.seq"), bytes_of(folder.path() / "c.seq"));
    const auto sequence = tactus::io::read_sequence(folder.path() / "a.seq");
    ASSERT_TRUE(sequence.ok());
    EXPECT_EQ(sequence.value().frame_count(), 3u);
    EXPECT_EQ(sequence.value().meshes.size(), 2u);
    EXPECT_EQ(sequence.value().meshes[0].triangles.size(), 320u);
}

TEST_F(Cli, MakeWritesEveryShapeItListsAsAMesh)
{
    const CommandResult list = tactus({"make", "--list"});
    ASSERT_EQ(list.exit_code, 0);
    for (const char* shape : {"bumpy_sphere", "liver", "kidney", "tool", "sheet", "cube_lattice", "sphere"}) {
        EXPECT_NE(list.output.find(shape), std::string::npos) << shape;
        for (const char* file : {"a.obj", "a.ply", "a.stl"}) {
            const nlohmann::json json = json_of({"make", shape, "-o", file});
            const auto mesh = tactus::io::read_mesh(folder.path() / file);
            ASSERT_TRUE(mesh.ok()) << mesh.error().message;
            EXPECT_EQ(json["meshes"][0]["triangles"], mesh.value().triangles.size()) << shape;
        }
    }
    ASSERT_EQ(tactus({"make", "folded_cloth", "--triangles", "200", "--frame", "2", "-o", "cloth.obj"}).exit_code, 0);
    ASSERT_EQ(tactus({"make", "organ_tool", "--mesh", "tool", "-o", "tool.obj"}).exit_code, 0);
}

TEST_F(Cli, MakeRefusesWhatItCannotMake)
{
    expect_refusal({"make"}, "SHAPE is missing");
    expect_refusal({"make", "sphere"}, "add -o FILE");
    expect_refusal({"make", "sfere", "-o", "a.obj"}, "no shape or scene is called 'sfere'");
    expect_refusal({"make", "sphere", "-o", "a.seq"}, "sphere is a mesh at rest");
    expect_refusal({"make", "sphere", "-o", "a.xyz"}, "\"xyz\" is not a format that is written");
    expect_refusal({"make", "sphere", "-o", "no/where.obj"}, "no/where.obj: cannot be written");
    expect_refusal({"make", "sphere", "--triangles", "1000000000", "-o", "a.obj"}, "1,000,000,000 triangles asked for");
    expect_refusal({"make", "sphere", "--triangles", "-5", "-o", "a.obj"}, "--triangles");
    expect_refusal({"make", "many_bodies", "-o", "a.seq"}, "a sequence holds 1 or 2");
    expect_refusal(
        {"make", "organ_tool", "--mesh", "hammer", "-o", "a.obj"},
        "organ_tool has no mesh called 'hammer'; it has: organ, tool");
    expect_refusal({"make", "organ_tool", "--frame", "999", "-o", "a.obj"}, "frame 999 was asked for");
}

TEST_F(Cli, RunFindsWhatPlayFindsInItsRecording)
{
    const nlohmann::json ran =
        json_of({"run", "bumpy_spheres", "--triangles", "320", "--frames", "12", "--record", "a.seq"});
    const nlohmann::json played = json_of({"play", "a.seq", "--structure", "brute_force"});
    ASSERT_EQ(ran["frames"].size(), 12u);
    EXPECT_EQ(ran["scene"], "bumpy_spheres");
    std::size_t contacts = 0;
    for (std::size_t frame = 0; frame < 12; ++frame) {
        EXPECT_EQ(ran["frames"][frame]["pairs"], played["frames"][frame]["pairs"]);
        EXPECT_EQ(ran["frames"][frame]["pair_hash"], played["frames"][frame]["pair_hash"]);
        contacts += ran["frames"][frame]["pairs"] > 0 ? 1 : 0;
    }
    EXPECT_GE(contacts, 6u) << "half of the frames or more are in contact";
}

TEST_F(Cli, RunPrintsASummaryAndListsItsScenes)
{
    const CommandResult words = tactus({"run", "organ_tool", "--triangles", "320", "--frames", "8"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.errors, "");
    for (const char* word : {"organ_tool", "median", "worst", "update ms", "query ms", "pairs", "in contact"})
        EXPECT_NE(words.output.find(word), std::string::npos) << word << " is not in\n" << words.output;
    const CommandResult list = tactus({"run", "--list"});
    EXPECT_NE(list.output.find("soft_organs"), std::string::npos);
    expect_refusal({"run"}, "SCENE is missing");
    expect_refusal({"run", "soft_orgams"}, "no scene is called 'soft_orgams'");
    expect_refusal({"run", "many_bodies", "--record", "a.seq"}, "cannot be recorded");
}

TEST_F(Cli, RunDrawsThreePicturesWhereTheBuildCan)
{
    const CommandResult result =
        tactus({"run", "bumpy_spheres", "--triangles", "320", "--frames", "12", "--pictures", "pictures", "--json"});
    if (result.exit_code == 2) {
        // A build or a machine without OpenGL must say so; anything else is a failure.
        EXPECT_NE(result.errors.find("OpenGL"), std::string::npos) << result.errors;
        std::cout << "left out: drawing pictures, because " << result.errors;
        return;
    }
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const nlohmann::json json = nlohmann::json::parse(result.output);
    ASSERT_EQ(json["pictures"].size(), 3u);
    for (const auto& picture : json["pictures"]) {
        const std::string bytes = bytes_of(folder.path() / picture.get<std::string>());
        EXPECT_EQ(bytes.substr(1, 3), "PNG");
        EXPECT_GT(bytes.size(), 1000u);
    }
}

TEST_F(Cli, RunPlaysCutScenesByEveryStructureAndChecksThem)
{
    for (const char* scene : {"torn_cloth", "cut_organ", "falling_pieces"}) {
        const nlohmann::json expected =
            json_of({"run", scene, "--triangles", "80", "--frames", "40", "--structure", "brute_force"});
        EXPECT_GE(expected["edits"]["batches"], 1) << scene;
        EXPECT_GE(expected["edits"]["pieces"], 1) << scene;
        EXPECT_GT(expected["edits"]["triangles_added"], 0) << scene;
        for (const char* structure :
             {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "medial_sphere_tree"}) {
            const nlohmann::json ran =
                json_of({"run", scene, "--triangles", "80", "--frames", "40", "--structure", structure, "--check"});
            EXPECT_EQ(ran["checked"], true);
            for (std::size_t frame = 0; frame < 40; ++frame)
                EXPECT_EQ(ran["frames"][frame]["pair_hash"], expected["frames"][frame]["pair_hash"])
                    << scene << ' ' << structure << ' ' << frame;
        }
    }
}

TEST_F(Cli, RunSaysWhatEditsDidAlsoWithContacts)
{
    const CommandResult pairs = tactus({"run", "torn_cloth", "--triangles", "80", "--frames", "30", "--check"});
    EXPECT_EQ(pairs.exit_code, 0) << pairs.errors;
    EXPECT_NE(pairs.output.find("1 piece came off"), std::string::npos) << pairs.output;
    EXPECT_NE(pairs.output.find("brute force finds the same pairs in every frame"), std::string::npos);
    const CommandResult contacts =
        tactus({"run", "cut_organ", "--triangles", "80", "--frames", "30", "--budget", "500units", "--forces"});
    EXPECT_EQ(contacts.exit_code, 0) << contacts.errors;
    EXPECT_NE(contacts.output.find("1 piece came off"), std::string::npos) << contacts.output;
    const nlohmann::json json = json_of({"run", "cut_organ", "--triangles", "80", "--frames", "30", "--contacts"});
    EXPECT_EQ(json["edits"]["pieces"], 1);
    EXPECT_EQ(json["complete_share"], 1.0);
}

TEST_F(Cli, MakeWritesAFrameOfACutScene)
{
    ASSERT_EQ(
        tactus({"make", "cut_organ", "--triangles", "320", "--frames", "50", "--frame", "49", "-o", "cut.obj"})
            .exit_code,
        0);
    ASSERT_EQ(tactus({"make", "cut_organ", "--triangles", "320", "--frames", "50", "-o", "whole.obj"}).exit_code, 0);
    const auto cut = tactus::io::read_mesh(folder.path() / "cut.obj", {.weld = false});
    const auto whole = tactus::io::read_mesh(folder.path() / "whole.obj", {.weld = false});
    ASSERT_TRUE(cut.ok() && whole.ok());
    EXPECT_GT(cut.value().triangles.size(), whole.value().triangles.size() + 50);
}

TEST_F(Cli, SequencesOfCutScenesAreRefused)
{
    expect_refusal({"make", "cut_organ", "-o", "a.seq"}, "a sequence keeps its triangles");
    expect_refusal({"run", "torn_cloth", "--record", "a.seq"}, "torn_cloth cannot be recorded: its meshes are cut");
}

} // namespace
