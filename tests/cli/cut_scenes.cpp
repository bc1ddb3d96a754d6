// SPDX-License-Identifier: MIT
// What users see of scenes whose meshes are cut.
#include "cli_fixture.h"
#include "io/mesh_file.h"

namespace {

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
