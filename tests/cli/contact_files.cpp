// SPDX-License-Identifier: MIT
// Contacts of one's own meshes and sequences: files, pictures and recordings.
#include <sstream>

#include "cli_fixture.h"

namespace {

/// Two cubes of two metres, the second moved by 1.9 metres upwards and turned a little: its corners are inside.
class CliContacts : public Cli {
protected:
    void SetUp() override
    {
        const std::string faces = "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\nf 1 5 3\nf "
                                  "3 5 7\nf 2 4 6\nf 4 8 6\n";
        std::string lower, upper;
        for (int i = 0; i < 8; ++i) {
            const double x = (i & 1) != 0 ? 1 : -1, y = (i & 2) != 0 ? 1 : -1, z = (i & 4) != 0 ? 1 : -1;
            lower += "v " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
            upper +=
                "v " + std::to_string(0.5 * x) + " " + std::to_string(0.5 * y) + " " + std::to_string(z + 1.9) + "\n";
        }
        folder.write("lower.obj", lower + faces);
        folder.write("upper.obj", upper + faces);
    }

    /// What the file holds, line by line.
    std::vector<nlohmann::json> lines_of(const std::string& file) const
    {
        std::istringstream text(bytes_of(folder.path() / file));
        std::vector<nlohmann::json> lines;
        for (std::string line; std::getline(text, line);)
            lines.push_back(nlohmann::json::parse(line, nullptr, false));
        return lines;
    }
};

TEST_F(CliContacts, CheckWritesTheContactsOfTwoMeshesAsJsonLines)
{
    const nlohmann::json json = json_of(
        {"check", "lower.obj", "upper.obj", "--contacts", "--contact-distance", "0", "--forces", "--export",
         "c.jsonl"});
    EXPECT_GT(json["max_contacts"], 0);
    EXPECT_GT(json["largest_force"], 0.0);
    const std::vector<nlohmann::json> lines = lines_of("c.jsonl");
    ASSERT_EQ(lines.size(), json["max_contacts"].get<std::size_t>());
    std::size_t deep = 0;
    for (const nlohmann::json& line : lines) {
        ASSERT_TRUE(line.is_object());
        EXPECT_EQ(line["frame"], 0);
        EXPECT_EQ(line["a"], "lower.obj");
        EXPECT_EQ(line["b"], "upper.obj");
        EXPECT_LT(line["triangle_a"], 12);
        if (line["separation"] < 0.0) {
            ++deep;
            EXPECT_NEAR(line["separation"], -0.1, 1e-5);
            EXPECT_NEAR(line["normal"][2], 1.0, 1e-5) << "the upper one is pushed up";
            EXPECT_GT(line["force"][2], 0.0);
        }
    }
    EXPECT_EQ(deep, 4u) << "the four lower corners of the upper one";
}

TEST_F(CliContacts, CheckWritesContactsAsObjAndVtk)
{
    const std::vector<std::string> check = {"check", "lower.obj", "upper.obj", "--contact-distance", "0"};
    const auto exported = [&](const std::string& file) {
        std::vector<std::string> words = check;
        words.insert(words.end(), {"--export", file, "--forces"});
        const std::size_t count = json_of(words)["max_contacts"];
        return std::pair(count, bytes_of(folder.path() / file));
    };
    const auto count_of = [](const std::string& text, const std::string& part) {
        std::size_t count = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
            ++count;
        return count;
    };
    const auto [in_obj, obj] = exported("c.obj");
    EXPECT_GT(in_obj, 0u);
    EXPECT_EQ(count_of(obj, "\np "), in_obj);
    EXPECT_EQ(count_of(obj, "\nl "), in_obj);
    EXPECT_EQ(count_of(obj, "\nv "), 2 * in_obj);
    const auto [in_vtk, vtk] = exported("c.vtk");
    const std::string number = std::to_string(in_vtk);
    EXPECT_EQ(vtk.find("# vtk DataFile Version 3.0\n"), 0u);
    for (const std::string& words :
         {"POINTS " + number + " float", "VERTICES " + number + " ", "POINT_DATA " + number,
          std::string("NORMALS normal float"), std::string("SCALARS separation float 1"),
          std::string("VECTORS force float")})
        EXPECT_NE(vtk.find(words), std::string::npos) << words;
    EXPECT_EQ(count_of(vtk, "\n"), 5 + 6 * in_vtk + in_vtk + 1 + 1 + 1 + 3 * 2 + 1)
        << "points, five columns of data, the cells, and their headings";
}

TEST_F(CliContacts, CheckSaysWhatDoesNotGoTogether)
{
    expect_refusal(
        {"check", "lower.obj", "upper.obj", "--export", "c.txt"},
        "c.txt: cannot hold contacts; end its name with .obj, .vtk or .jsonl");
    expect_refusal({"check", "lower.obj", "upper.obj", "--contacts", "--pairs", "p.txt"}, "--pairs and --neighbours");
    expect_refusal({"check", "lower.obj", "upper.obj", "--export", "no/where.jsonl"}, "no/where.jsonl");
    EXPECT_EQ(tactus({"check", "lower.obj", "upper.obj", "--contacts", "--fail-on-contact"}).exit_code, 1);
    EXPECT_EQ(tactus({"check", "lower.obj", "--contacts", "--contact-distance", "0", "--fail-on-contact"}).exit_code, 0)
        << "a cube does not touch itself";
}

TEST_F(CliContacts, RunRecordsWithContactsAndPlayFindsThemAgain)
{
    const nlohmann::json run = json_of(
        {"run", "haptic_probe", "--triangles", "320", "--frames", "12", "--budget", "unlimited", "--rate", "0",
         "--contact-distance", "0.002", "--record", "probe.seq", "--export", "run.jsonl"});
    const nlohmann::json play = json_of({"play", "probe.seq", "--contact-distance", "0.002", "--export", "play.jsonl"});
    ASSERT_EQ(play["frames"].size(), 12u);
    EXPECT_GT(play["max_contacts"], 0);
    for (std::size_t k = 0; k < 12; ++k)
        EXPECT_EQ(play["frames"][k]["contacts"], run["frames"][k]["contacts"]) << k;
    EXPECT_EQ(lines_of("play.jsonl").size(), lines_of("run.jsonl").size());
    EXPECT_EQ(lines_of("run.jsonl").front()["a"], "organ");
    expect_refusal({"play", "probe.seq", "--contacts", "--repeat", "2"}, "--pairs and --repeat go with pairs");
}

TEST_F(CliContacts, PlayNumbersTheFilesOfItsFrames)
{
    ASSERT_EQ(tactus({"make", "organ_tool", "--triangles", "80", "--frames", "3", "-o", "a.seq"}).exit_code, 0);
    const CommandResult played = tactus({"play", "a.seq", "--contacts", "--export", "c.vtk"});
    EXPECT_EQ(played.exit_code, 0) << played.errors;
    EXPECT_NE(played.output.find("contacts in c_00000.vtk to c_00002.vtk"), std::string::npos) << played.output;
    for (const char* file : {"c_00000.vtk", "c_00001.vtk", "c_00002.vtk"})
        EXPECT_EQ(bytes_of(folder.path() / file).find("# vtk"), 0u) << file;
}

TEST_F(CliContacts, ACutAnswerHasItsUnrefinedPartsInTheLines)
{
    ASSERT_EQ(tactus({"check", "lower.obj", "upper.obj", "--budget", "1units", "--export", "cut.jsonl"}).exit_code, 0);
    const std::vector<nlohmann::json> lines = lines_of("cut.jsonl");
    ASSERT_FALSE(lines.empty());
    for (const nlohmann::json& line : lines) {
        EXPECT_EQ(line["kind"], "unrefined");
        EXPECT_LE(line["separation_lower"], line["separation_upper"]);
        EXPECT_GT(line["error_bound"], 0.0);
    }
}

TEST_F(CliContacts, CheckPlayAndRunDrawContacts)
{
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"check", "lower.obj", "upper.obj", "--contacts", "--pictures", "drawn"},
          std::vector<std::string>{"check", "lower.obj", "upper.obj", "--pictures", "drawn"},
          std::vector<std::string>{
              "run", "organ_tool", "--triangles", "80", "--frames", "3", "--forces", "--pictures", "drawn"}}) {
        const CommandResult result = tactus(words);
        if (result.errors.find("without OpenGL") != std::string::npos || result.errors.find("EGL") != std::string::npos)
            GTEST_SKIP() << result.errors;
        ASSERT_EQ(result.exit_code, 0) << result.errors;
        const std::size_t named = result.output.find("picture: drawn/");
        ASSERT_NE(named, std::string::npos) << result.output;
        const std::string file = result.output.substr(named + 9, result.output.find('\n', named) - named - 9);
        EXPECT_EQ(bytes_of(folder.path() / file).find("\x89PNG"), 0u) << file;
    }
}

TEST_F(CliContacts, ListsScenesAsJson)
{
    const nlohmann::json run = json_of({"run", "--list"});
    const nlohmann::json make = json_of({"make", "--list"});
    EXPECT_GT(run["scenes"].size(), 10u);
    EXPECT_EQ(make["scenes"], run["scenes"]);
    EXPECT_GT(make["meshes"].size(), 1u);
    for (const nlohmann::json& scene : run["scenes"])
        EXPECT_TRUE(scene["scene"].is_string() && scene["frames"].is_number() && scene["description"].is_string());
}

} // namespace
