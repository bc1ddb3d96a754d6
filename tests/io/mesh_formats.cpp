// SPDX-License-Identifier: MIT
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

using Triangles = std::vector<TriangleIndices>;
using Points = std::vector<Vec3>;

Mesh read_text(const char* name, std::string_view text, const ReadOptions& options = {})
{
    const TemporaryFolder folder;
    Result<Mesh> mesh = read_mesh(folder.write(name, text), options);
    EXPECT_TRUE(mesh.ok()) << (mesh.ok() ? "" : mesh.error().message);
    return mesh.ok() ? std::move(mesh).value() : Mesh{};
}

TEST(ObjReader, KeepsTheFilesTriangleOrderAcrossGroupsAndMaterials)
{
    const Mesh mesh = read_text(
        "a.obj",
        "mtllib x.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl a\nf 1 2 3\nusemtl b\nf 2 3 4\nusemtl a\nf 1 3 4\n"
        "g x\nf 1 2 2\no y\nl 1 2\np 1\nf 1 1 1\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {1, 2, 3}, {0, 2, 3}, {0, 1, 1}, {0, 0, 0}}));
}

TEST(ObjReader, ReadsEveryKindOfCornerAndSplitsPolygonsIntoFans)
{
    const Mesh mesh = read_text(
        "a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 1.5 0\nvt 0 0\nvn 0 0 1\n"
                 "f -5//1 -4//1 -3//1 -2//1\nf 1/1/1 2/1/1 3/1/1 5/1/1 4/1/1\nf 1/1 2/1 3/1\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {0, 2, 4}, {0, 4, 3}, {0, 1, 2}}));
    EXPECT_EQ(mesh.split_polygons, 2u);
}

TEST(ObjReader, ReadsColoursWeightsPlusSignsContinuationsAndForeignLineEnds)
{
    const Mesh mesh = read_text(
        "a.obj", "# a comment\r\nv +1 0 -0.5e1 nan nan nan\r\n\r\nv 1 0 0 1.0 # another\r\nv 0 \\\r\n 1 \\\r\n 0\r\nf "
                 "1 \\\r\n 2 3\r\n");
    EXPECT_EQ(mesh.positions, (Points{{1, 0, -5}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(ObjReader, TakesFacesThatNameVerticesFurtherDown)
{
    const Mesh mesh = read_text("a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(ObjReader, RoundsDecimalsToTheNearestFloat)
{
    // Between two floats, a hair above the middle: reading it as a double first would round down to the even one.
    const Mesh mesh = read_text(
        "a.obj",
        "v 1.000000178813934326171875000000000000000000000000000001 1e-46 1e-400\nv 1 0 0\nv 0 1 1e-45\nf 1 2 3\n");
    EXPECT_EQ(mesh.positions[0].x, 1.0f + 2 * 0x1p-23f);
    EXPECT_EQ(mesh.positions[0].y, 0.0f);
    EXPECT_EQ(mesh.positions[0].z, 0.0f);
    EXPECT_EQ(mesh.positions[2].z, 0x1p-149f);
}

TEST(OffReader, ReadsColoursCommentsAndPolygons)
{
    const Mesh mesh = read_text(
        "a.off", "# made by hand\nCOFF\n4 2 0\n\n0 0 0 255 0 0\n1 0 0 255 0 0 # red\n1 1 0 0 0 0\n0 1 0 0 0 0\n4 0 1 2 "
                 "3 255 0 0\n3 0 1 2\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}}));
    EXPECT_EQ(mesh.positions.size(), 4u);
    EXPECT_EQ(read_text("b.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").triangles.size(), 1u);
}

TEST(PlyReader, ReadsTextWithOtherElementsAndPropertiesAround)
{
    const Mesh mesh = read_text(
        "a.ply",
        "ply\nformat ascii 1.0\ncomment hello\nelement camera 1\nproperty float fov\nelement face 2\n"
        "property uchar flags\nproperty list uchar int vertex_index\nproperty list uchar float texcoord\n"
        "element vertex 4\nproperty float nx\nproperty double x\nproperty float y\nproperty int z\nend_header\n"
        "45\n7 4 0 1 2 3 2 0.5 0.5\n7 3 3 2 1 0\n9 0 0 0\n9 1 0 0\n9 1 1 0\n9 0 1 2\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {3, 2, 1}}));
    EXPECT_EQ(mesh.positions, (Points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 2}}));
}

TEST(PlyReader, ReadsBigEndianDoublesRoundedOnce)
{
    std::string text = "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\n"
                       "property double z\nelement face 1\nproperty list uchar ushort vertex_indices\nend_header\n";
    const auto append_big = [&](double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, 8);
        for (int shift = 56; shift >= 0; shift -= 8)
            text += static_cast<char>((bits >> shift) & 0xff);
    };
    for (const double value : {0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1e-300})
        append_big(value);
    text += std::string("\3\0\0\0\1\0\2", 7);
    const Mesh mesh = read_text("a.ply", text);
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(mesh.positions, (Points{{0.1f, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(StlReader, ReadsTextWithSeveralSolidsAndBinaryThatBeginsWithSolid)
{
    const std::string facet =
        "facet normal nan 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    const Mesh text =
        read_text("a.stl", "solid one\n" + facet + facet + "endsolid one\nsolid\n" + facet + "endsolid\n");
    EXPECT_EQ(text.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}));
    EXPECT_EQ(text.welded_vertices, 6u);

    std::string binary = "solid but binary";
    binary.resize(80, ' ');
    binary += std::string("\1\0\0\0", 4) + std::string(50, '\0');
    EXPECT_EQ(read_text("b.STL", binary).triangles.size(), 1u);
}

TEST(Welding, JoinsEqualPositionsInOrderAndCanBeTurnedOff)
{
    const char* text = "v 1 0 0\nv 0 0 0\nv 1 0 0\nv -0 0 -0\nv 0 1 0\nv 1e-45 0 0\nf 1 2 5\nf 3 4 5\nf 6 2 5\n";
    const Mesh welded = read_text("a.obj", text);
    EXPECT_EQ(welded.welded_vertices, 2u);
    EXPECT_EQ(welded.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {3, 1, 2}}));
    EXPECT_EQ(welded.positions, (Points{{1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0x1p-149f, 0, 0}}));
    const Mesh apart = read_text("a.obj", text, {.weld = false});
    EXPECT_EQ(apart.welded_vertices, 0u);
    EXPECT_EQ(apart.triangles, (Triangles{{0, 1, 4}, {2, 3, 4}, {5, 1, 4}}));
}

/// A GLB file of one triangle, shown by two nodes, one inside the other.
std::string glb(std::string_view positions, const char* index_count)
{
    std::string json = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"children":[1],"scale":[2,2,2],"mesh":0},{"translation":[0.1,0,0],"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
                     {"bufferView":1,"componentType":5123,"count":)"
                       + std::string(index_count) + R"(,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
        "buffers":[{"byteLength":44}]})";
    while (json.size() % 4 != 0)
        json += ' ';
    const std::string indices("\0\0\1\0\2\0\0\0", 8);
    const auto number = [](std::size_t value) {
        std::string bytes;
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>((value >> shift) & 0xff);
        return bytes;
    };
    const std::string binary = std::string(positions) + indices;
    return "glTF" + number(2) + number(12 + 8 + json.size() + 8 + binary.size()) + number(json.size()) + "JSON" + json
           + number(binary.size()) + std::string("BIN\0", 4) + binary;
}

std::string float_bytes(const std::vector<float>& values)
{
    return {reinterpret_cast<const char*>(values.data()), 4 * values.size()};
}

TEST(GltfReader, AppliesTheTransformsOfNodesOnceInDouble)
{
    const Mesh mesh = read_text("a.glb", glb(float_bytes({0, 0, 0, 0.3f, 0, 0, 0, 0.7f, 0}), "3"), {.weld = false});
    ASSERT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.positions[1].x, 2 * 0.3f);
    EXPECT_EQ(mesh.positions[5].y, 2 * 0.7f);
    EXPECT_EQ(mesh.positions[4].x, static_cast<float>(2.0 * double{0.3f} + 2.0 * double{0.1f}));
}

TEST(GltfReader, RefusesNanAndCutFiles)
{
    const TemporaryFolder folder;
    const std::string good = glb(float_bytes({0, 0, 0, 1, 0, 0, 0, 1, 0}), "3");
    const Result<Mesh> with_nan = read_mesh(folder.write(
        "nan.glb", glb(float_bytes({0, 0, 0, 1, 0, 0, 0, std::numeric_limits<float>::quiet_NaN(), 0}), "3")));
    ASSERT_FALSE(with_nan.ok());
    EXPECT_NE(with_nan.error().message.find("vertex 2: y is nan"), std::string::npos) << with_nan.error().message;
    EXPECT_FALSE(read_mesh(folder.write("cut.glb", good.substr(0, good.size() - 20))).ok());
    EXPECT_FALSE(read_mesh(folder.write("cut2.glb", good.substr(0, 100))).ok());
    EXPECT_FALSE(read_mesh(folder.write("text.gltf", "{\"asset\":")).ok());
}

} // namespace
} // namespace tactus::io
