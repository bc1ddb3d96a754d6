// SPDX-License-Identifier: MIT
#include "io/output_file.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file_bytes.h"
#include "io/sequence_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

std::size_t files_in(const std::filesystem::path& folder)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
        ++count;
    return count;
}

TEST(OutputFile, AppearsAsAWholeWhenItIsFinished)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.write("a.txt", "before");
    {
        Result<OutputFile> file = OutputFile::create(path);
        ASSERT_TRUE(file.ok());
        ASSERT_TRUE(file.value().write("after").ok());
        EXPECT_EQ(bytes_of(path), "before");
        ASSERT_TRUE(file.value().finish().ok());
    }
    EXPECT_EQ(bytes_of(path), "after");
    EXPECT_EQ(files_in(folder.path()), 1u) << "nothing is left beside it";
}

TEST(OutputFile, ThatIsGivenUpLeavesNothing)
{
    const TemporaryFolder folder;
    {
        Result<OutputFile> file = OutputFile::create(folder.path() / "a.txt");
        ASSERT_TRUE(file.ok());
        ASSERT_TRUE(file.value().write(std::string(100'000, 'x')).ok());
    }
    EXPECT_EQ(files_in(folder.path()), 0u);
    const Result<SequenceWriter> unfinished = [&] {
        const TriangleIndices triangle = {0, 1, 2};
        const SequenceWriter::Part part{{&triangle, 1}, 3};
        return SequenceWriter::create(folder.path() / "a.seq", {&part, 1}, 2);
    }();
    ASSERT_TRUE(unfinished.ok());
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.seq"));
}

TEST(OutputFile, KeepsPermissionsAndFollowsLinks)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.write("a.txt", "before");
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::create_directory(folder.path() / "links");
    std::filesystem::create_symlink("../a.txt", folder.path() / "links" / "b.txt");
    std::filesystem::create_symlink("links/b.txt", folder.path() / "c.txt");
    ASSERT_TRUE(write_bytes(folder.path() / "c.txt", "after").ok());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "c.txt"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "links" / "b.txt"));
    EXPECT_EQ(bytes_of(path), "after");
    EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(path).permissions()), 0600u);
    const mode_t mask = umask(027);
    ASSERT_TRUE(write_bytes(folder.path() / "new.txt", "").ok());
    umask(mask);
    EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(folder.path() / "new.txt").permissions()), 0640u);
}

TEST(OutputFile, WritesToDevicesPipesAndStreamsAsTheyAre)
{
    const TemporaryFolder folder;
    EXPECT_TRUE(write_bytes("/dev/null", "x").ok());
    const Result<void> full = write_bytes("/dev/full", "x");
    ASSERT_FALSE(full.ok());
    EXPECT_EQ(full.error().message.find("/dev/full: cannot be written to its end (No space left on device)"), 0u);

    const std::filesystem::path fifo = folder.path() / "fifo";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = bytes_of(fifo); });
    EXPECT_TRUE(write_bytes(fifo, "through the pipe").ok());
    reader.join();
    EXPECT_EQ(read, "through the pipe");

    // A stream that leads to a file goes on where it stands.
    const std::filesystem::path path = folder.write("a.txt", "");
    const int stream = open(path.c_str(), O_WRONLY);
    ASSERT_EQ(write(stream, "one ", 4), 4);
    EXPECT_TRUE(write_bytes("/dev/fd/" + std::to_string(stream), "two ").ok());
    ASSERT_EQ(write(stream, "three", 5), 5);
    close(stream);
    EXPECT_EQ(bytes_of(path), "one two three");
}

TEST(OutputFile, RefusesPlacesThatCannotBeWritten)
{
    const TemporaryFolder folder;
    for (const std::filesystem::path& path :
         {folder.path() / "missing" / "a.txt", folder.path(), std::filesystem::path(""),
          folder.path() / std::string(300, 'x'), folder.write("file", "x") / "a.txt",
          std::filesystem::path("/dev/fd/9999")}) {
        const Result<void> written = write_bytes(path, "x");
        ASSERT_FALSE(written.ok()) << path;
        EXPECT_EQ(written.error().message.find(path.string() + ": cannot be written"), 0u) << written.error().message;
    }
    EXPECT_EQ(files_in(folder.path()), 1u);
}

} // namespace
} // namespace tactus::io
