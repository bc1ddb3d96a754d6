// SPDX-License-Identifier: MIT
// The meshes that TACTUS_DATA names: real ones, and ones that are broken in every way known.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "io/sequence_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

/// The folder under TACTUS_DATA; empty if there is none.
std::filesystem::path part_of_data(const char* name)
{
    const std::filesystem::path folder = data_folder();
    return folder.empty() || !std::filesystem::is_directory(folder / name) ? std::filesystem::path() : folder / name;
}

TEST(NastyFiles, AreReadWithAllTheirTrianglesOrRefusedWithASentence)
{
    const std::filesystem::path folder = part_of_data("nasty");
    if (folder.empty())
        GTEST_SKIP() << "TACTUS_DATA names no folder with nasty/ in it";
    const std::map<std::string, const char*> refused = {
        {"6_tetra_bad.msh", "is not a mesh format that is read"},
        {"liver_for_test_broken.vtk", "is not a mesh format that is read"},
        {"gen-empty.obj", "holds no triangles"},
        {"trimesh-empty.obj", "holds no triangles"},
        {"gen-nan.obj", "line 147: vertex 145: x is nan"},
        {"gen-out-of-range-index.obj", "line 436: the face names vertex 100000, but the file has only 146"},
        {"gen-truncated.obj", "line 6: a face with 2 corners"},
    };
    const std::map<std::string, std::size_t> triangles = {
        {"beetle.obj", 2053},
        {"cgal-bad_cube.off", 13},
        {"cgal-caps_and_needles.off", 3},
        {"cgal-degtri_edge.off", 1},
        {"cgal-degtri_four.off", 4},
        {"cgal-degtri_nullface.off", 7},
        {"cgal-degtri_single.off", 1},
        {"cgal-incompatible_orientation.off", 16},
        {"cgal-isolated_singular_vertex_one_cc.off", 16},
        {"cgal-isolated_vertices.off", 2},
        {"cgal-many_umbrellas.off", 8},
        {"cgal-nm_vertex_and_edge.off", 13},
        {"cgal-non_manifold_face_graph.off", 21},
        {"cgal-non_manifold_vertex.off", 106},
        {"cgal-non_manifold_vertex_duplicated.off", 8},
        {"cgal-one_duplicated_edge.off", 4},
        {"cgal-partial_overlap.off", 16},
        {"cgal-tetrahedron_duplicates.off", 8},
        {"cgal-trihole.off", 7},
        {"gen-bowtie-vertex.obj", 2},
        {"gen-degenerate.obj", 291},
        {"gen-duplicate-faces-flipped.obj", 328},
        {"gen-duplicate-faces.obj", 328},
        {"gen-flat.obj", 32},
        {"gen-flipped-winding.obj", 288},
        {"gen-huge-coords.obj", 288},
        {"gen-isolated-vertices.obj", 288},
        {"gen-needle-caps.obj", 4},
        {"gen-nm-edge.obj", 3},
        {"gen-open-hemisphere.obj", 144},
        {"gen-quads-ngons-neg-idx.obj", 5},
        {"gen-self-intersecting.obj", 336},
        {"gen-single-triangle.obj", 1},
        {"gen-soup-unwelded.obj", 288},
        {"gen-tiny.obj", 288},
        {"gen-zero-area.obj", 290},
        {"trimesh-busted.STL", 3878},
        {"trimesh-nancolor.obj", 12},
        {"trimesh-soup.stl", 100}};
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        SCOPED_TRACE(name);
        const Result<Mesh> mesh = read_mesh(entry.path());
        if (const auto expected = refused.find(name); expected != refused.end()) {
            ASSERT_FALSE(mesh.ok());
            EXPECT_NE(mesh.error().message.find(expected->second), std::string::npos) << mesh.error().message;
        } else if (const auto count = triangles.find(name); count != triangles.end()) {
            ASSERT_TRUE(mesh.ok()) << mesh.error().message;
            EXPECT_EQ(mesh.value().triangles.size(), count->second);
        } else if (!mesh.ok()) {
            EXPECT_NE(mesh.error().message.find(name + ": "), std::string::npos) << mesh.error().message;
        }
    }
}

TEST(RealFiles, SurviveARoundTripThroughEveryWrittenFormat)
{
    const std::filesystem::path surface = part_of_data("surface");
    if (surface.empty())
        GTEST_SKIP() << "TACTUS_DATA names no folder with surface/ in it";
    const TemporaryFolder folder;
    for (const auto& entry : std::filesystem::directory_iterator(surface)) {
        SCOPED_TRACE(entry.path().filename().string());
        const Result<Mesh> mesh = read_mesh(entry.path());
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        for (const char* extension : {".obj", ".ply"}) {
            const auto copy = folder.path() / (std::string("copy") + extension);
            ASSERT_TRUE(write_mesh(copy, mesh.value()).ok());
            const Result<Mesh> back = read_mesh(copy);
            ASSERT_TRUE(back.ok()) << back.error().message;
            EXPECT_EQ(back.value().triangles, mesh.value().triangles);
            EXPECT_EQ(back.value().positions, mesh.value().positions);
        }
    }
}

TEST(RealFiles, OfABakedRunMakeASequence)
{
    const std::filesystem::path deform = part_of_data("deform");
    if (deform.empty())
        GTEST_SKIP() << "TACTUS_DATA names no folder with deform/ in it";
    const Result<Sequence> fox = read_sequence(deform / "fox-run");
    ASSERT_TRUE(fox.ok()) << fox.error().message;
    EXPECT_EQ(fox.value().frame_count(), 24u);
    EXPECT_EQ(fox.value().meshes[0].triangles.size(), 576u);
}

} // namespace
} // namespace tactus::io
