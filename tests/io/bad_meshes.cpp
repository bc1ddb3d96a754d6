// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

struct BadFile {
    const char* name;
    std::string bytes;
    const char* sentence; ///< what the refusal must say after the file's name
};

const std::string ply_header =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
const std::string whole_facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

const std::vector<BadFile>& bad_files()
{
    static const std::vector<BadFile> files = {
        {"empty.obj", "", "is empty"},
        {"blank.obj", "# nothing\n", "holds no triangles"},
        {"points.obj", "v 0 0 0\nv 1 0 0\n", "holds no triangles"},
        {"nan.obj", "v 0 0 0\nv 1 nan 0\n", "line 2: vertex 1: y is nan"},
        {"inf.obj", "v 0 0 0\nv 1 0 -inf\n", "line 2: vertex 1: z is -inf"},
        {"huge.obj", "v 0 1e39 0\n", "line 1: vertex 0: y is 1e39"},
        {"very_huge.obj", "v 0 1e4000 0\n", "line 1: vertex 0: y is 1e4000"},
        {"word.obj", "v 0 0 0\nv 1 x7 0\n", "line 2: vertex 1: y is \"x7\", not a number"},
        {"short.obj", "v 0 0 0\nv 1 0\n", "line 2: vertex 1: z is missing"},
        {"zero.obj", "v 0 0 0\nf 0 1 1\n", "line 2: the face names vertex 0, but OBJ files count vertices from 1"},
        {"range.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n", "line 3: the face names vertex 9, but the file has only 2"},
        {"back.obj", "v 0 0 0\nv 1 0 0\nf 1 2 -3\n", "line 3: the face names the vertex 3 back"},
        {"wide.obj", "v 0 0 0\nf 1 1 4294967297\n", "line 2: the face names vertex 4294967297"},
        {"wider.obj", "v 0 0 0\nf 1 1 99999999999999999999\n", "line 2: \"99999999999999999999\" is not a corner"},
        {"corner.obj", "v 0 0 0\nf 1 1 a\n", "line 2: \"a\" is not a corner"},
        {"two.obj", "v 0 0 0\nv 1 0 0\nf 1 2", "line 3: a face with 2 corners"},
        {"not.off", "v 0 0 0\n", "line 1: the file does not begin with OFF"},
        {"binary.off", "OFF BINARY\n", "line 1: binary OFF is not read"},
        {"counts.off", "OFF\nx 1 0\n", "line 2: \"x 1\" are not the counts"},
        {"large.off", "OFF\n4000000000 1 0\n0 0 0\n", "line 2: the header counts 4000000000 vertices"},
        {"vertex.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n", "line 4: the file ends at vertex 2 of 3"},
        {"face.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "line 6: the file ends at face 1 of 2"},
        {"range.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
         "line 6: face 0: it names vertex 3, but there are only 3"},
        {"cut.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1",
         "line 6: face 0: 3 corners were announced, but there are only 2"},
        {"two.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "line 6: face 0: it has 2 corners"},
        {"more.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n",
         "line 7: the file goes on after the 3 vertices and 1 faces"},
        {"not.ply", "plx\n", "line 1: the file does not begin with ply"},
        {"header.ply", "ply\nformat ascii 1.0\nelement vertex 3\n", "the file ends inside its header"},
        {"format.ply", "ply\nformat octal 1.0\nend_header\n", "line 2: \"octal\" is not a format of PLY"},
        {"type.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty quad x\n", "line 4: \"quad\" is not a type"},
        {"count.ply", "ply\nformat ascii 1.0\nelement vertex -3\n", "line 3: \"-3\" is not a count"},
        {"cut.ply", ply_header + "0 0 0\n1 0 0\n0", "the file ends at vertex 2 of 3"},
        {"cut_face.ply", ply_header + "0 0 0\n1 0 0\n0 1 0\n3 0 1", "the file ends at face 0 of 1"},
        {"nan.ply", ply_header + "0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n", "vertex 2: y is nan"},
        {"range.ply", ply_header + "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "face 0: it names vertex 3, but there are only 3"},
        {"negative.ply", ply_header + "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", "face 0: it names vertex -1"},
        {"word.ply", ply_header + "0 0 0\n1 zz 0\n0 1 0\n3 0 1 2\n", "vertex 1: \"zz\" is not a number"},
        {"more.ply", ply_header + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n",
         "bytes after everything its header announces"},
        {"long.ply", ply_header + "0 0 0\n1 0 0\n0 1 0\n200 0 1 2\n", "face 0: a list of 200 entries does not fit"},
        {"tiny.stl", "abc", "has 3 bytes, less than the 84"},
        {"cut.stl", std::string(80, ' ') + std::string("\2\0\0\0", 4) + std::string(60, '\0'),
         "its header counts 2 triangles, which take 184 bytes, but the file has 144; it is cut short"},
        {"none.stl", std::string(80, ' ') + std::string(4, '\0'), "holds no triangles"},
        {"nan.stl",
         std::string(80, ' ') + std::string("\1\0\0\0", 4) + std::string(12, '\0') + std::string(8, '\0')
             + std::string("\0\0\xc0\x7f", 4) + std::string(26, '\0'),
         "triangle 0, vertex 0: z is nan"},
        {"text.stl", "solid a\n" + whole_facet, "the file ends before endsolid, at triangle 1"},
        {"word.stl", "solid a\n" + whole_facet + "facets\nendsolid\n", "\"facets\" does not belong in an STL file"},
        {"corner.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\nendsolid\n",
         "triangle 0 has 1 vertices, but needs 3"},
        {"mesh.msh", "$MeshFormat\n", "\"msh\" is not a mesh format that is read"},
        {"mesh", "v 0 0 0\n", "is not a mesh format that is read"},
        {"broken.gltf", "{", "cannot be read"},
        {"chunk.glb", std::string("glTF\2\0\0\0\x18\0\0\0\xff\xff\xff\xffJSON{}  ", 24),
         "its chunk 0 announces 4294967295 bytes, but only 4 follow; it is cut short"},
    };
    return files;
}

TEST(ReadMesh, RefusesEveryBadFileWithASentenceThatNamesFileAndPlace)
{
    const TemporaryFolder folder;
    for (const BadFile& file : bad_files()) {
        SCOPED_TRACE(file.name);
        const std::filesystem::path path = folder.write(file.name, file.bytes);
        const Result<Mesh> mesh = read_mesh(path);
        ASSERT_FALSE(mesh.ok());
        const std::string& message = mesh.error().message;
        EXPECT_EQ(mesh.error().code, ErrorCode::unreadable_file);
        EXPECT_EQ(message.rfind(path.string() + ": ", 0), 0u) << message;
        EXPECT_NE(message.find(file.sentence), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(ReadMesh, RefusesWhatIsNotThereAndWhatIsAFolder)
{
    const TemporaryFolder folder;
    const Result<Mesh> missing = read_mesh(folder.path() / "missing.obj");
    ASSERT_FALSE(missing.ok());
    EXPECT_NE(missing.error().message.find("missing.obj: there is no such file"), std::string::npos);
    std::filesystem::create_directory(folder.path() / "folder.obj");
    const Result<Mesh> is_folder = read_mesh(folder.path() / "folder.obj");
    ASSERT_FALSE(is_folder.ok());
    EXPECT_NE(is_folder.error().message.find("is a folder where a file is expected"), std::string::npos);
}

/// Cutting a good file anywhere must end in a refusal or in a mesh, never in a crash.
TEST(ReadMesh, SurvivesAFileCutAtEveryByte)
{
    const TemporaryFolder folder;
    Mesh mesh{{{0, 1, 2}, {0, 2, 3}}, {{0.5f, 0, 0}, {1, 0.25f, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (const char* name : {"mesh.obj", "mesh.ply", "mesh.stl"}) {
        const auto path = folder.path() / name;
        ASSERT_TRUE(write_mesh(path, mesh).ok());
        const std::string bytes = bytes_of(path);
        const bool is_obj = path.extension() == ".obj";
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const Result<Mesh> cut = read_mesh(folder.write("cut" + path.extension().string(), bytes.substr(0, size)));
            // OBJ says nowhere how long it is, so some cuts leave a smaller mesh; the others always show.
            EXPECT_TRUE(!cut.ok() || is_obj) << name << " cut at byte " << size;
        }
    }
}

} // namespace
} // namespace tactus::io
