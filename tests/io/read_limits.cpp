// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "io/file_bytes.h"
#include "io/mesh_file.h"
#include "io/sequence_file.h"
#include "io/sphere_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

TEST(ReadLimits, AnEndlessDeviceIsRefusedAfterAStatedSize)
{
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/zero", folder.path() / "endless.obj");
    const Result<Mesh> mesh = read_mesh(folder.path() / "endless.obj");
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.error().code, ErrorCode::too_large);
    EXPECT_NE(mesh.error().message.find("goes on after 1 GiB"), std::string::npos) << mesh.error().message;
}

TEST(ReadLimits, AHugeFileIsRefusedBeforeItIsRead)
{
    const TemporaryFolder folder;
    for (const char* name : {"huge.obj", "huge.stl", "huge.gltf", "huge.seq", "huge.sph", "huge.json"}) {
        const std::filesystem::path path = folder.write(name, "x");
        // A hole, which takes no room on the disk.
        std::error_code code;
        std::filesystem::resize_file(path, largest_file + 1, code);
        if (code) {
            std::filesystem::remove(path);
            GTEST_SKIP() << "this disk has no files with holes";
        }
        const std::string extension = extension_of(path);
        const std::string message = extension == "seq"                          ? read_sequence(path).error().message
                                    : extension == "sph" || extension == "json" ? read_spheres(path).error().message
                                                                                : read_mesh(path).error().message;
        EXPECT_NE(message.find("files are read up to 16 GiB"), std::string::npos) << message;
    }
}

/// A reader that goes back and forth would wait for a second writer, for ever.
TEST(ReadLimits, PipesAreRefusedByFormatsThatCannotUseThem)
{
    const TemporaryFolder folder;
    for (const char* name : {"pipe.glb", "pipe.seq"})
        ASSERT_EQ(mkfifo((folder.path() / name).c_str(), 0600), 0);
    const Result<Mesh> mesh = read_mesh(folder.path() / "pipe.glb");
    ASSERT_FALSE(mesh.ok());
    EXPECT_NE(mesh.error().message.find("is a pipe or a device"), std::string::npos) << mesh.error().message;
    const Result<Sequence> sequence = read_sequence(folder.path() / "pipe.seq");
    ASSERT_FALSE(sequence.ok());
    EXPECT_NE(sequence.error().message.find("is a pipe or a device"), std::string::npos) << sequence.error().message;
}

} // namespace
} // namespace tactus::io
