// SPDX-License-Identifier: MIT
// Every file that the command writes is there as a whole or not at all.
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>

#include "cli_fixture.h"

namespace {

/// A disk that is full after so many bytes, as far as the command can see.
std::function<void()> with_room_for(rlim_t bytes)
{
    return [bytes] {
        const rlimit limit{bytes, bytes};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(127);
        std::signal(SIGXFSZ, SIG_DFL);
    };
}

struct Writing {
    std::vector<std::string> arguments;
    std::string file;
};

std::vector<Writing> all_writings()
{
    return {
        {{"make", "sphere", "--triangles", "1280", "-o", "out.obj"}, "out.obj"},
        {{"make", "sphere", "--triangles", "1280", "-o", "out.ply"}, "out.ply"},
        {{"make", "sphere", "--triangles", "1280", "-o", "out.stl"}, "out.stl"},
        {{"make", "bumpy_spheres", "--triangles", "320", "--frames", "4", "-o", "out.seq"}, "out.seq"},
        {{"run", "bumpy_spheres", "--triangles", "320", "--frames", "4", "--record", "out.seq"}, "out.seq"},
        {{"check", "a.obj", "b.obj", "--pairs", "out.txt"}, "out.txt"},
        {{"play", "a.seq", "--pairs", "pairs"}, "pairs/frame_00003.txt"},
        {{"curve", "organ_tool", "--triangles", "80", "--cuts", "2", "--repeat", "1", "--structure", "refit_bvh",
          "--svg", "out.svg"},
         "out.svg"},
        {{"spheres", "a.obj", "--levels", "1", "--no-judge", "-o", "out.json"}, "out.json"},
        {{"spheres", "a.obj", "--levels", "2", "--no-judge", "-o", "out.sph"}, "out.sph"},
        {{"spheres", "a.obj", "--levels", "2", "--no-judge", "-o", "out.urdf"}, "out.urdf"},
    };
}

class OutputFiles : public Cli {
protected:
    void SetUp() override
    {
        ASSERT_EQ(tactus({"make", "bumpy_sphere", "--triangles", "320", "-o", "a.obj"}).exit_code, 0);
        ASSERT_EQ(tactus({"make", "bumpy_sphere", "--triangles", "320", "--seed", "3", "-o", "b.obj"}).exit_code, 0);
        ASSERT_EQ(
            tactus({"make", "bumpy_spheres", "--triangles", "1280", "--frames", "4", "-o", "a.seq"}).exit_code, 0);
    }
};

TEST_F(OutputFiles, AreNotThereAtAllWhereTheDiskIsFull)
{
    const std::vector<std::string> before = files();
    for (const auto& [arguments, file] : all_writings()) {
        SCOPED_TRACE(arguments[0] + " " + file);
        expect_refused(tactus(arguments, with_room_for(256)), ": cannot be written to its end (File too large)");
        std::filesystem::remove_all(folder.path() / "pairs");
        EXPECT_EQ(files(), before) << "nothing is left, neither a part nor a file beside";
    }
}

TEST_F(OutputFiles, KeepWhatTheyHeldWhereTheDiskIsFull)
{
    std::filesystem::create_directory(folder.path() / "pairs");
    for (const auto& [arguments, file] : all_writings()) {
        SCOPED_TRACE(arguments[0] + " " + file);
        folder.write(file, "what was here before");
        EXPECT_EQ(tactus(arguments, with_room_for(256)).exit_code, 2);
        EXPECT_EQ(bytes_of(folder.path() / file), "what was here before");
        ASSERT_EQ(tactus(arguments).exit_code, 0);
        EXPECT_NE(bytes_of(folder.path() / file), "what was here before");
    }
}

TEST_F(OutputFiles, AreNotThereWhereTheCommandIsKilledOnItsWay)
{
    const std::vector<std::string> before = files();
    for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
        // An hour's frames, so that no machine is done before the signal.
        const pid_t child = fork();
        if (child == 0) {
            if (chdir(folder.path().c_str()) != 0)
                _exit(127);
            // Whoever is started in the background by a shell ignores interrupts, and so would the command.
            ::signal(signal, SIG_DFL);
            if (dup2(open("/dev/null", O_WRONLY), 1) < 0)
                _exit(127);
            const std::string program = std::string(TACTUS_BINARY_DIR) + "/tactus";
            execl(
                program.c_str(), program.c_str(), "run", "soft_organs", "--frames", "10000", "--record", "out.seq",
                static_cast<char*>(nullptr));
            _exit(127);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        kill(child, signal);
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        EXPECT_EQ(files(), before);
    }
}

TEST_F(OutputFiles, GoThroughPipesAndDevicesAsTheyAre)
{
    expect_refusal({"check", "a.obj", "b.obj", "--pairs", "/dev/full"}, "/dev/full: cannot be written to its end");
    struct stat device {};
    ASSERT_EQ(stat("/dev/full", &device), 0);
    EXPECT_TRUE(S_ISCHR(device.st_mode)) << "the device itself is still there";
    EXPECT_EQ(tactus({"check", "a.obj", "b.obj", "--pairs", "/dev/null"}).exit_code, 0);

    ASSERT_EQ(tactus({"check", "a.obj", "b.obj", "--pairs", "pairs.txt"}).exit_code, 0);
    const std::string pairs = bytes_of(folder.path() / "pairs.txt");
    ASSERT_FALSE(pairs.empty());
    const CommandResult both = tactus({"check", "a.obj", "b.obj", "--pairs", "/dev/stdout"});
    EXPECT_EQ(both.exit_code, 0);
    EXPECT_EQ(both.output.find(pairs), 0u) << "first the file, then the words";
    EXPECT_NE(both.output.find("of intersecting triangles", pairs.size()), std::string::npos) << both.output;

    ASSERT_EQ(mkfifo((folder.path() / "fifo").c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = bytes_of(folder.path() / "fifo"); });
    EXPECT_EQ(tactus({"check", "a.obj", "b.obj", "--pairs", "fifo"}).exit_code, 0);
    reader.join();
    EXPECT_EQ(read, pairs);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path() / "fifo"));
}

} // namespace
