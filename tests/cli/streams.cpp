// SPDX-License-Identifier: MIT
// What the command does where its streams are closed, full or not read, and with names that are no text.
#include <csignal>
#include <cstdlib>
#include <poll.h>

#include "cli_fixture.h"

namespace {

const char* const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

void lead_stream_to(int stream, const char* path)
{
    const int file = open(path, O_WRONLY);
    if (file < 0 || dup2(file, stream) < 0)
        _exit(127);
}

TEST_F(Cli, RefusesAlsoWhereStderrIsClosedOrFull)
{
    folder.write("a.obj", triangle);
    EXPECT_EQ(tactus({"nosuch"}, [] { close(2); }).exit_code, 2);
    EXPECT_EQ(tactus({"info", "missing.obj"}, [] { close(2); }).exit_code, 2);
    EXPECT_EQ(tactus({"nosuch"}, [] { lead_stream_to(2, "/dev/full"); }).exit_code, 2);
    const CommandResult done = tactus({"info", "a.obj"}, [] { close(2); });
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_NE(done.output.find("1 triangle"), std::string::npos);
}

TEST_F(Cli, WritesNothingOfItsMessagesIntoAFileThatTookTheNumberOfAClosedStream)
{
    const CommandResult made = tactus({"make", "sphere", "--triangles", "80", "-o", "a.obj"}, [] {
        close(0);
        close(1);
        close(2);
    });
    EXPECT_EQ(made.exit_code, 2) << "nobody gets what it prints, and a closed stdout is a failure";
    ASSERT_EQ(tactus({"make", "sphere", "--triangles", "80", "-o", "b.obj"}).exit_code, 0);
    EXPECT_EQ(bytes_of(folder.path() / "a.obj"), bytes_of(folder.path() / "b.obj"));
}

TEST_F(Cli, SaysThatItsOutputIsNotWritten)
{
    folder.write("a.obj", triangle);
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"info", "a.obj"}, {"info", "a.obj", "--json"}, {"--help"}, {"make", "--list"}}) {
        expect_refused(
            tactus(arguments, [] { lead_stream_to(1, "/dev/full"); }),
            "the output could not be written (No space left on device)");
        expect_refused(tactus(arguments, [] { close(1); }), "the output could not be written");
    }
}

TEST_F(Cli, EndsQuietlyWhereItsReaderHasHadEnough)
{
    folder.write("a.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 -1\nv 0.25 0 1\nv -0.25 0 1\nf 1 2 3\nf 4 5 6\n");
    const auto into_a_closed_pipe = [] {
        int ends[2];
        if (pipe(ends) != 0 || dup2(ends[1], 1) < 0)
            _exit(127);
        close(ends[0]);
        close(ends[1]);
        std::signal(SIGPIPE, SIG_DFL);
    };
    for (const char* verb : {"--help", "--version"}) {
        const CommandResult result = tactus({verb}, into_a_closed_pipe);
        EXPECT_EQ(result.exit_code, 0) << verb;
        EXPECT_EQ(result.errors, "") << verb;
    }
    EXPECT_EQ(tactus({"make", "--list"}, into_a_closed_pipe).exit_code, 0);
    // What was found is told by the exit code, whoever reads the rest.
    const CommandResult contact = tactus({"check", "a.obj", "--fail-on-contact"}, into_a_closed_pipe);
    EXPECT_EQ(contact.exit_code, 1);
    EXPECT_EQ(contact.errors, "");
}

TEST_F(Cli, ShowsOnATerminalAloneHowFarTheSpheresOfABodyAre)
{
    ASSERT_EQ(tactus({"make", "sphere", "--triangles", "80", "-o", "a.obj"}).exit_code, 0);
    const auto on_terminal = [&](const std::vector<std::string>& arguments) {
        const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
        if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
            return std::string("no terminal");
        // Held open here too, so that what was written stays there after the command's end.
        const int command_side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
        EXPECT_EQ(tactus(arguments, [&] { dup2(command_side, STDERR_FILENO); }).exit_code, 0);
        // A terminal hands on what it was given bit by bit, also after the command's end.
        std::string shown;
        pollfd more = {terminal, POLLIN, 0};
        const auto is_whole = [&] {
            return shown.find("making spheres [") != std::string::npos && shown.ends_with("\r\x1b[K");
        };
        while (!is_whole() && poll(&more, 1, 5000) > 0) {
            char bytes[4096];
            const ssize_t count = read(terminal, bytes, sizeof bytes);
            if (count <= 0)
                break;
            shown.append(bytes, static_cast<std::size_t>(count));
        }
        close(command_side);
        close(terminal);
        return shown;
    };
    for (std::vector<std::string> words :
         {std::vector<std::string>{"check", "a.obj"},
          {"check", "a.obj", "a.obj", "--contacts"},
          {"tool", "a.obj", "--pivot", "0,0,2", "--tip", "0,0,0.9", "--radius", "0.1", "--repeat", "1"}}) {
        words.insert(words.end(), {"--structure", "medial_sphere_tree"});
        EXPECT_EQ(tactus(words).errors, "") << words[0];
        const std::string shown = on_terminal(words);
        if (shown == "no terminal")
            GTEST_SKIP() << "this system has no pseudo terminals";
        EXPECT_NE(shown.find("making spheres ["), std::string::npos) << words[0] << ": " << shown;
        EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << "the line is given back";
    }
}

TEST_F(Cli, TakesFileNamesThatAreNoText)
{
    const std::string name = "bad\xff\xfename.obj";
    folder.write(name, triangle);
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"info", name},
          {"check", name},
          {"spheres", name, "--levels", "1"},
          {"make", "sphere", "--triangles", "80", "-o", "\xff.obj"}}) {
        const nlohmann::json json = json_of(arguments);
        EXPECT_FALSE(json.is_discarded()) << arguments[0];
        EXPECT_NE(json.dump().find("\xef\xbf\xbd"), std::string::npos) << "the replacement character: " << json;
        const CommandResult words = tactus(arguments);
        EXPECT_EQ(words.exit_code, 0) << words.errors;
    }
    expect_refusal({"info", "\xff.obj\n\x1b[31m", "--json"}, "there is no such file");
}

} // namespace
