// SPDX-License-Identifier: MIT
#include <sstream>

#include "cli_fixture.h"

namespace {

// Two unit squares of two triangles each, the second upright through the first's middle.
constexpr const char* flat_square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
constexpr const char* upright_square = "v 0.25 0.5 -1\nv 0.75 0.5 -1\nv 0.75 0.5 1\nv 0.25 0.5 1\nf 1 2 3\nf 1 3 4\n";
constexpr const char* far_triangle = "v 5 5 5\nv 6 5 5\nv 5 6 5\nf 1 2 3\n";

std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs_in(const std::string& text)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
    std::istringstream stream(text);
    for (std::uint64_t i = 0, j = 0; stream >> i >> j;)
        pairs.emplace_back(i, j);
    return pairs;
}

TEST_F(Cli, CheckFindsThePairsOfTwoMeshes)
{
    folder.write("a.obj", flat_square);
    folder.write("b.obj", upright_square);
    for (const char* structure :
         {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "medial_sphere_tree",
          "brute_force"}) {
        const nlohmann::json json =
            json_of({"check", "a.obj", "b.obj", "--structure", structure, "--pairs", "pairs.txt"});
        // Upright, the two triangles meet the plane z = 0 from x = 0.25 to 0.5 and from 0.5 to 0.75, at y = 0.5:
        // both meet the diagonal at x = 0.5, so all four pairs intersect.
        const auto pairs = pairs_in(bytes_of(folder.path() / "pairs.txt"));
        EXPECT_EQ(pairs, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
        EXPECT_EQ(json["pairs"], 4);
        EXPECT_EQ(json["pair_hash"], hash_of_pairs(pairs));
        EXPECT_EQ(json["structure"], structure);
        EXPECT_EQ(json["a"]["triangles"], 2);
        EXPECT_EQ(json["b"]["file"], "b.obj");
        EXPECT_GE(json["query_ms"].get<double>(), 0.0);
    }
}

TEST_F(Cli, CheckFailsOnContactOnlyWhereThereIsContact)
{
    folder.write("a.obj", flat_square);
    folder.write("b.obj", upright_square);
    folder.write("c.obj", far_triangle);
    EXPECT_EQ(tactus({"check", "a.obj", "b.obj", "--fail-on-contact"}).exit_code, 1);
    EXPECT_EQ(tactus({"check", "a.obj", "b.obj"}).exit_code, 0);
    const CommandResult apart = tactus({"check", "a.obj", "c.obj", "--fail-on-contact"});
    EXPECT_EQ(apart.exit_code, 0);
    EXPECT_NE(apart.output.find("no triangles intersect between the two meshes"), std::string::npos) << apart.output;
}

TEST_F(Cli, CheckOfOneMeshLeavesOutNeighboursUnlessAsked)
{
    // A triangle, one folded back over it along their common edge, and one through the first that shares nothing.
    folder.write(
        "a.obj",
        "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 0\nv 3 0.5 -1\nv 3 0.5 1\nv 3.5 0.25 1\nf 1 2 3\nf 1 2 4\nf 5 6 7\n");
    const nlohmann::json alone = json_of({"check", "a.obj", "--pairs", "pairs.txt"});
    EXPECT_EQ(
        pairs_in(bytes_of(folder.path() / "pairs.txt")),
        (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 2}}));
    EXPECT_EQ(alone["pairs"], 1);
    const nlohmann::json neighbours = json_of({"check", "a.obj", "--neighbours", "--pairs", "pairs.txt"});
    EXPECT_EQ(
        pairs_in(bytes_of(folder.path() / "pairs.txt")),
        (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 1}, {0, 2}}));
    EXPECT_EQ(neighbours["pair_hash"], hash_of_pairs({{0, 1}, {0, 2}}));
}

TEST_F(Cli, CheckWeldsUnlessToldOtherwise)
{
    // Two triangles side by side, each with vertices of its own: welded they are neighbours, unwelded they touch.
    folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 4 5 6\n");
    EXPECT_EQ(json_of({"check", "a.obj"})["pairs"], 0);
    EXPECT_EQ(json_of({"check", "a.obj"})["a"]["welded_vertices"], 2);
    EXPECT_EQ(json_of({"check", "a.obj", "--no-weld"})["pairs"], 1);
    EXPECT_NE(tactus({"check", "a.obj"}).output.find("2 vertices at equal positions welded"), std::string::npos);
}

TEST_F(Cli, CheckRefusesBadInputWithOneSentence)
{
    folder.write("a.obj", flat_square);
    folder.write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("range.obj", "v 0 0 0\nf 1 1 9\n");
    folder.write("empty.obj", "");
    expect_refusal({"check", "missing.obj"}, "missing.obj: there is no such file");
    expect_refusal({"check", "a.obj", "nan.obj"}, "nan.obj: line 2: vertex 1: y is nan");
    expect_refusal({"check", "range.obj"}, "range.obj: line 2: the face names vertex 9");
    expect_refusal({"check", "empty.obj"}, "empty.obj: is empty");
    expect_refusal({"check", "."}, "is a folder");
    expect_refusal({"check", "a.obj", "a.obj", "--neighbours"}, "--neighbours is about one mesh");
    expect_refusal({"check", "a.obj", "--pairs", "no/where.txt"}, "no/where.txt: cannot be written");
    expect_refusal({"check", "a.obj", "--structure", "magic"}, "--structure");
    expect_refusal({"check", "a.obj", "--threads", "0"}, "--threads");
    expect_refusal({"check", "a.obj", "--threads", "many"}, "--threads");
    expect_refusal({"check"}, "A is required");
    expect_refusal({"check", "a.obj", "a.obj", "a.obj"}, "see tactus check --help");
}

TEST_F(Cli, InfoSaysWhatKindOfSurfaceAMeshIs)
{
    folder.write("tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    nlohmann::json json = json_of({"info", "tetra.obj", "--self"});
    EXPECT_EQ(json["triangles"], 4);
    EXPECT_EQ(json["vertices"], 4);
    EXPECT_EQ(json["closed"], true);
    EXPECT_EQ(json["manifold"], true);
    EXPECT_EQ(json["components"], 1);
    EXPECT_EQ(json["flipped_edges"], 0);
    EXPECT_EQ(json["self_pairs"], 0);
    EXPECT_EQ(json["box"]["upper"], nlohmann::json::array({1.0, 1.0, 1.0}));

    // Three triangles at one edge, a bow tie in a point, a triangle twice, one without area, a vertex nobody uses.
    folder.write(
        "odd.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 5 0 0\nv 6 0 0\nv 6 1 0\nv 4 0 1\nv 4 1 1\nv 9 9 9\nv 7 0 0\n"
        "f 1 2 3\nf 1 2 4\nf 1 2 5\nf 6 7 8\nf 6 9 10\nf 8 6 7\nf 6 7 12\n");
    json = json_of({"info", "odd.obj"});
    EXPECT_EQ(json["closed"], false);
    EXPECT_EQ(json["manifold"], false);
    EXPECT_EQ(json["non_manifold_edges"], 2);
    EXPECT_EQ(json["non_manifold_vertices"], 1);
    EXPECT_EQ(json["duplicate_faces"], 1);
    EXPECT_EQ(json["degenerate_faces"], 1);
    EXPECT_EQ(json["unused_vertices"], 1);
    EXPECT_EQ(json["components"], 2);
    const std::string words = tactus({"info", "odd.obj"}).output;
    for (const char* sentence :
         {"7 triangles", "not manifold", "open", "1 degenerate triangle", "1 duplicate triangle", "box"})
        EXPECT_NE(words.find(sentence), std::string::npos) << sentence << " is not in\n" << words;
    expect_refusal({"info", "missing.obj"}, "missing.obj: there is no such file");
}

TEST_F(Cli, InfoAgreesWithWhatIsKnownAboutTheDataFiles)
{
    const std::filesystem::path data = data_folder();
    if (data.empty())
        GTEST_SKIP() << "TACTUS_DATA names no folder";
    const struct {
        const char* file;
        int border_edges, non_manifold_edges, non_manifold_vertices, duplicate_faces, components;
    } known[] = {
        {"nasty/beetle.obj", 296, 47, 0, 0, 2},
        {"nasty/cgal-bad_cube.off", 1, 2, 0, 0, 1},
        {"nasty/cgal-isolated_vertices.off", 6, 0, 1, 0, 1},
        {"nasty/cgal-many_umbrellas.off", 18, 0, 2, 0, 3},
        {"nasty/cgal-nm_vertex_and_edge.off", 2, 1, 2, 0, 1},
        {"nasty/gen-duplicate-faces.obj", 0, 77, 0, 40, 1},
        {"nasty/gen-soup-unwelded.obj", 864, 0, 0, 0, 288},
        {"surface/dragon_vrip_res4.ply", 0, 803, 7, 502, 1},
        {"surface/teapot.obj", 1036, 0, 38, 0, 4},
    };
    for (const auto& mesh : known) {
        SCOPED_TRACE(mesh.file);
        if (!std::filesystem::exists(data / mesh.file))
            GTEST_SKIP() << "TACTUS_DATA does not have " << mesh.file;
        const nlohmann::json json = json_of({"info", (data / mesh.file).string(), "--no-weld"});
        EXPECT_EQ(json["border_edges"], mesh.border_edges);
        EXPECT_EQ(json["non_manifold_edges"], mesh.non_manifold_edges);
        EXPECT_EQ(json["non_manifold_vertices"], mesh.non_manifold_vertices);
        EXPECT_EQ(json["duplicate_faces"], mesh.duplicate_faces);
        EXPECT_EQ(json["components"], mesh.components);
    }
}

TEST_F(Cli, CheckGivesBruteForcesPairsOnTheNastyFilesOrRefusesThem)
{
    const std::filesystem::path nasty = data_folder() / "nasty";
    if (data_folder().empty() || !std::filesystem::is_directory(nasty))
        GTEST_SKIP() << "TACTUS_DATA names no folder with nasty/ in it";
    std::size_t refused = 0;
    for (const auto& entry : std::filesystem::directory_iterator(nasty)) {
        SCOPED_TRACE(entry.path().filename().string());
        const std::string file = entry.path().string();
        const CommandResult tree = tactus({"check", file, "--neighbours", "--json"});
        const CommandResult brute = tactus({"check", file, "--neighbours", "--json", "--structure", "brute_force"});
        ASSERT_EQ(tree.exit_code, brute.exit_code);
        if (tree.exit_code == 2) {
            ++refused;
            EXPECT_EQ(tree.errors.find("tactus: " + file + ": "), 0u) << tree.errors;
            continue;
        }
        ASSERT_EQ(tree.exit_code, 0) << tree.errors;
        const auto a = nlohmann::json::parse(tree.output), b = nlohmann::json::parse(brute.output);
        EXPECT_EQ(a["pairs"], b["pairs"]);
        EXPECT_EQ(a["pair_hash"], b["pair_hash"]);
    }
    EXPECT_LT(refused, 12u);
}

TEST_F(Cli, InfoSaysHowOctreesWouldDivideAMesh)
{
    ASSERT_EQ(tactus({"make", "liver", "-o", "liver.obj"}).exit_code, 0);
    const nlohmann::json json = json_of({"info", "liver.obj", "--octree"});
    EXPECT_GT(json["octree"]["leaves"], 0);
    EXPECT_GT(json["bucket_octree"]["levels"], 1);
    EXPECT_GT(json["bucket_octree"]["buckets"], 8);
    EXPECT_GT(json["bucket_octree"]["nodes"], json["bucket_octree"]["buckets"]);
    const CommandResult words = tactus({"info", "liver.obj", "--octree"});
    for (const char* word : {"spherical octree:", "bucket octree:", "of them buckets"})
        EXPECT_NE(words.output.find(word), std::string::npos) << word;
}

} // namespace
