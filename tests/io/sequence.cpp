// SPDX-License-Identifier: MIT
#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "io/sequence_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

Sequence small_sequence(std::size_t mesh_count, std::size_t frame_count)
{
    Sequence sequence;
    for (std::size_t m = 0; m < mesh_count; ++m) {
        Sequence::Part& part = sequence.meshes.emplace_back();
        part.triangles = {{0, 1, 2}, {2, 1, 3}};
        if (m == 1)
            part.triangles.push_back({3, 3, 3});
        for (std::size_t frame = 0; frame < frame_count; ++frame) {
            const float shift = 0.1f * static_cast<float>(frame + 10 * m);
            part.frames.push_back({{0, 0, shift}, {1, 0, shift}, {0, 1, shift}, {1, 1, -shift}});
        }
    }
    return sequence;
}

std::string number(std::uint64_t value)
{
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>((value >> shift) & 0xff);
    return bytes;
}

TEST(SequenceFile, GivesBackWhatWasWritten)
{
    const TemporaryFolder folder;
    for (const std::size_t meshes : {1u, 2u}) {
        const Sequence sequence = small_sequence(meshes, 3);
        ASSERT_TRUE(write_sequence(folder.path() / "a.seq", sequence).ok());
        const Result<Sequence> back = read_sequence(folder.path() / "a.seq");
        ASSERT_TRUE(back.ok()) << back.error().message;
        ASSERT_EQ(back.value().meshes.size(), meshes);
        EXPECT_EQ(back.value().frame_count(), 3u);
        for (std::size_t m = 0; m < meshes; ++m) {
            EXPECT_EQ(back.value().meshes[m].triangles, sequence.meshes[m].triangles);
            EXPECT_EQ(back.value().meshes[m].frames, sequence.meshes[m].frames);
        }
    }
}

TEST(SequenceFile, HasTheStatedBytes)
{
    const TemporaryFolder folder;
    Sequence sequence;
    sequence.meshes.push_back({{{0, 1, 2}}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, -2}}}});
    ASSERT_TRUE(write_sequence(folder.path() / "a.seq", sequence).ok());
    const std::string one = number(0x3f800000), zero = number(0), minus_two = number(0xc0000000);
    EXPECT_EQ(
        bytes_of(folder.path() / "a.seq"), std::string("PBSEQ1\0\0", 8) + number(1) + number(1) + number(3) + number(1)
                                               + number(0) + number(1) + number(2) + one + zero + zero + zero + one
                                               + zero + zero + zero + minus_two);
}

TEST(SequenceFile, RefusesEachKindOfDamageWithItsOwnSentence)
{
    const TemporaryFolder folder;
    ASSERT_TRUE(write_sequence(folder.path() / "good.seq", small_sequence(2, 2)).ok());
    const std::string good = bytes_of(folder.path() / "good.seq");
    const auto with = [&](std::size_t place, std::uint32_t value) {
        std::string bytes = good;
        bytes.replace(place, 4, number(value));
        return bytes;
    };
    const std::size_t first_index = 32, first_position = 32 + 12 * (2 + 3);
    const std::string huge =
        std::string("PBSEQ1\0\0", 8) + number(1) + number(0xffffffff) + number(0xffffffff) + number(0xffffffff);
    const struct {
        std::string bytes;
        const char* sentence;
    } cases[] = {
        {"hello, this is no sequence", "does not begin with PBSEQ1"},
        {"PB", "ends inside its header"},
        {good.substr(0, 14), "ends inside its header"},
        {good.substr(0, 30), "ends inside its header"},
        {with(8, 3), "its header announces 3 meshes"},
        {with(8, 0), "its header announces 0 meshes"},
        {with(12, 0), "its header announces 0 frames"},
        {with(16, 0), "mesh 0 has 0 vertices"},
        {with(28, 0), "mesh 1 has 4 vertices and 0 triangles"},
        {huge, "more bytes than 64-bit numbers can count"},
        {with(16, 0xffffffff), "bytes that its header announces; it is cut short"},
        {good.substr(0, good.size() - 1), "of the 284 bytes that its header announces; it is cut short"},
        {good + "x", "goes on for 1 bytes after the 284"},
        {with(first_index + 16, 4), "mesh 0, triangle 1: it names vertex 4, but there are only 4"},
        {with(first_index + 24, 77), "mesh 1, triangle 0: it names vertex 77"},
        {with(first_position + 4, 0x7fc00000), "frame 0, mesh 0, vertex 0: y is nan"},
        {with(first_position + 48 * 3 + 12, 0xff800000), "frame 1, mesh 1, vertex 1: x is -inf"},
    };
    for (const auto& damage : cases) {
        const Result<Sequence> sequence = read_sequence(folder.write("bad.seq", damage.bytes));
        ASSERT_FALSE(sequence.ok()) << damage.sentence;
        EXPECT_NE(sequence.error().message.find(damage.sentence), std::string::npos) << sequence.error().message;
        EXPECT_NE(sequence.error().message.find("bad.seq: "), std::string::npos);
    }
    for (std::size_t size = 0; size < good.size(); ++size)
        EXPECT_FALSE(read_sequence(folder.write("cut.seq", good.substr(0, size))).ok()) << "cut at " << size;
    EXPECT_FALSE(read_sequence(folder.path() / "missing.seq").ok());
}

TEST(SequenceWriter, RefusesWhatIsNotASequence)
{
    const TemporaryFolder folder;
    const auto refused = [&](const Sequence& sequence) {
        const Result<void> written = write_sequence(folder.path() / "a.seq", sequence);
        return written.ok() ? std::string("written") : written.error().message;
    };
    EXPECT_NE(refused({}).find("1 or 2 meshes, not 0"), std::string::npos);
    EXPECT_NE(refused(small_sequence(3, 1)).find("1 or 2 meshes, not 3"), std::string::npos);
    EXPECT_NE(refused(small_sequence(1, 0)).find("frames, not 0"), std::string::npos);
    Sequence sequence = small_sequence(2, 2);
    sequence.meshes[1].frames.pop_back();
    EXPECT_NE(refused(sequence).find("mesh 0 has 2 frames, but mesh 1 has 1"), std::string::npos);
    sequence = small_sequence(2, 2);
    sequence.meshes[1].frames[1].pop_back();
    EXPECT_NE(refused(sequence).find("frame 1, mesh 1 has 3 vertices instead of 4"), std::string::npos);
    sequence = small_sequence(1, 1);
    sequence.meshes[0].frames[0][2].z = std::numeric_limits<float>::infinity();
    EXPECT_NE(refused(sequence).find("frame 0, mesh 0, vertex 2: z is inf"), std::string::npos);
    sequence = small_sequence(1, 1);
    sequence.meshes[0].triangles[1][0] = 4;
    EXPECT_NE(refused(sequence).find("triangle 1: it names vertex 4"), std::string::npos);
}

TEST(SequenceFolder, TakesNumberedMeshesInTheOrderOfTheirNumbers)
{
    const TemporaryFolder folder;
    for (const int frame : {10, 9, 2}) {
        Mesh mesh{{{0, 1, 2}}, {{0, 0, static_cast<float>(frame)}, {1, 0, 0}, {0, 1, 0}}};
        ASSERT_TRUE(write_mesh(folder.path() / ("v2_frame" + std::to_string(frame) + ".obj"), mesh).ok());
    }
    folder.write("notes 1.txt", "not a mesh");
    folder.write("rest.obj", "not numbered, not read");
    const Result<Sequence> sequence = read_sequence(folder.path());
    ASSERT_TRUE(sequence.ok()) << sequence.error().message;
    ASSERT_EQ(sequence.value().frame_count(), 3u);
    EXPECT_EQ(sequence.value().meshes[0].frames[0][0].z, 2.0f);
    EXPECT_EQ(sequence.value().meshes[0].frames[1][0].z, 9.0f);
    EXPECT_EQ(sequence.value().meshes[0].frames[2][0].z, 10.0f);
}

TEST(SequenceFolder, WeldsOnlyVerticesThatStayTogether)
{
    const TemporaryFolder folder;
    // Vertices 1 and 3 coincide always, 2 and 4 only in the first frame.
    folder.write("f0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5\n");
    folder.write("f1.obj", "v 0 0 0\nv 1 0 5\nv 0 1 0\nv 1 0 5\nv 0 1 9\nv 1 1 0\nf 1 2 3\nf 4 6 5\n");
    const Result<Sequence> sequence = read_sequence(folder.path());
    ASSERT_TRUE(sequence.ok()) << sequence.error().message;
    EXPECT_EQ(sequence.value().welded_vertices, 1u);
    EXPECT_EQ(sequence.value().meshes[0].triangles, (std::vector<TriangleIndices>{{0, 1, 2}, {1, 4, 3}}));
    EXPECT_EQ(
        sequence.value().meshes[0].frames[1],
        (std::vector<Vec3>{{0, 0, 0}, {1, 0, 5}, {0, 1, 0}, {0, 1, 9}, {1, 1, 0}}));
}

TEST(SequenceFolder, RefusesOtherTopologiesTwinsAndEmptyFoldersByName)
{
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto refused = [&](const char* name, const std::string& bytes) {
        const TemporaryFolder folder;
        folder.write("f0.obj", triangle);
        folder.write(name, bytes);
        const Result<Sequence> sequence = read_sequence(folder.path());
        return sequence.ok() ? std::string("read") : sequence.error().message;
    };
    EXPECT_NE(
        refused("f1.obj", triangle + "f 1 2 3\n").find("f1.obj: has 2 triangles, but the first mesh has 1"),
        std::string::npos);
    EXPECT_NE(
        refused("f1.obj", "v 2 2 2\n" + triangle).find("f1.obj: has 4 vertices, but the first mesh has 3"),
        std::string::npos);
    EXPECT_NE(
        refused("f1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n").find("f1.obj: triangle 0 has other vertices"),
        std::string::npos);
    EXPECT_NE(refused("f00.obj", triangle).find("has the number 0, as has"), std::string::npos);
    EXPECT_NE(refused("f1.obj", "v 0 0 nan\n").find("f1.obj: line 1: vertex 0: z is nan"), std::string::npos);
    const TemporaryFolder empty;
    const Result<Sequence> none = read_sequence(empty.path());
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message.find("holds no numbered meshes"), std::string::npos);
}

} // namespace
} // namespace tactus::io
