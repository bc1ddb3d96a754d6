// SPDX-License-Identifier: MIT
// Numbers that the command is given, and numbers that it prints.
#include <regex>

#include "base/cases.h"
#include "cli_fixture.h"

namespace {

struct NumberOption {
    std::vector<std::string> command; ///< what stands before the option
    const char* name;
    bool is_whole = true;
};

std::vector<NumberOption> all_number_options()
{
    const std::vector<std::string> check = {"check", "a.obj"}, play = {"play", "a.seq"},
                                   make = {"make", "organ_tool", "-o", "out.obj"}, run = {"run", "organ_tool"},
                                   curve = {"curve", "organ_tool"}, spheres = {"spheres", "a.obj"},
                                   tool = {"tool", "a.obj"};
    return {
        {check, "--threads"},
        {play, "--threads"},
        {play, "--repeat"},
        {make, "--triangles"},
        {make, "--frames"},
        {make, "--seed"},
        {make, "--frame"},
        {run, "--triangles"},
        {run, "--frames"},
        {run, "--bodies"},
        {run, "--seed"},
        {run, "--threads"},
        {run, "--contact-distance", false},
        {run, "--rate", false},
        {curve, "--triangles"},
        {curve, "--seed"},
        {curve, "--frame"},
        {curve, "--cuts"},
        {curve, "--repeat"},
        {curve, "--contact-distance", false},
        {spheres, "--levels"},
        {spheres, "--branch"},
        {spheres, "--count"},
        {spheres, "--level"},
        {spheres, "--threads"},
        {spheres, "--scale", false},
        {tool, "--radius", false},
        {tool, "--contact-distance", false},
        {tool, "--triangles"},
        {tool, "--seed"},
        {tool, "--repeat"},
        {tool, "--threads"}};
}

TEST_F(Cli, EveryNumberOptionRefusesWhatIsNoNumberOrTooLargeForOne)
{
    folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    std::size_t turn = 0;
    for (const auto& [command, name, is_whole] : all_number_options()) {
        std::vector<std::string> values = {"nan", "inf", "-inf", "-1", "1e31", "1e400", "x", "1x"};
        if (is_whole)
            values.insert(values.end(), {"1.5", "0x10", "18446744073709551616", "1e3", "+1"});
        for (const std::string& value : tactus::some_on_most_days(values, 3, turn++)) {
            std::vector<std::string> arguments = command;
            arguments.insert(arguments.end(), {name, value});
            SCOPED_TRACE(command[0] + " " + name + " " + value);
            expect_refusal(arguments, std::string(name) + ": " + value + " is not a ");
        }
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.obj"));
}

TEST_F(Cli, NumbersAreDecimalAndSeedsUseAll64Bits)
{
    const auto make = [&](const char* seed, const char* file) {
        ASSERT_EQ(tactus({"make", "bumpy_sphere", "--triangles", "80", "--seed", seed, "-o", file}).exit_code, 0);
    };
    make("010", "padded.obj");
    make("10", "ten.obj");
    make("8", "eight.obj");
    make("18446744073709551615", "largest.obj");
    EXPECT_EQ(bytes_of(folder.path() / "padded.obj"), bytes_of(folder.path() / "ten.obj"));
    EXPECT_NE(bytes_of(folder.path() / "padded.obj"), bytes_of(folder.path() / "eight.obj"));
    EXPECT_NE(bytes_of(folder.path() / "largest.obj"), bytes_of(folder.path() / "ten.obj"));
}

TEST_F(Cli, RefusesFramesMeshesAndLevelsThatAreNotThere)
{
    folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refusal(
        {"make", "organ_tool", "--frame", "99", "-o", "a.ply"}, "frame 99 was asked for, but organ_tool has");
    expect_refusal({"make", "organ_tool", "--frame", "99", "-o", "a.seq"}, "leave --frame and --mesh out");
    expect_refusal({"make", "organ_tool", "--mesh", "nosuch", "-o", "a.seq"}, "leave --frame and --mesh out");
    expect_refusal({"make", "sphere", "--mesh", "nosuch", "-o", "a.ply"}, "leave --frame and --mesh out");
    expect_refusal({"make", "sphere", "--frame", "99", "-o", "a.ply"}, "leave --frame and --mesh out");
    expect_refusal({"make", "organ_tool", "--mesh", "nosuch", "-o", "a.ply"}, "no mesh called 'nosuch'");
    expect_refusal(
        {"spheres", "a.obj", "--levels", "1", "--level", "7", "-o", "out.urdf"},
        "the tree of a.obj: level 7 was asked for, but the deepest is 1");
    expect_refusal({"spheres", "a.obj", "--count", "4", "--level", "2"}, "but the deepest is 1");
    // The tree may end above what it was allowed.
    expect_refusal(
        {"spheres", "a.obj", "--max-error", "90%", "--level", "5", "-o", "out.urdf"}, "level 5 was asked for");
    expect_refusal({"spheres", "a.obj", "--scale", "1e30", "--levels", "30"}, "--levels: 30 is not a whole number");
    EXPECT_EQ(files(), std::vector<std::string>{"a.obj"});
}

TEST_F(Cli, SpheresRefusesASetThatWouldTakeHoursAndSaysWhy)
{
    folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string range = " is not a whole number from 1 to 10,000";
    expect_refusal(
        {"spheres", "a.obj", "--count", "10001"},
        "--count: 10001" + range + ": the time to find a flat set grows with the square of their number");
    for (const char* more : {"2000000000", "18446744073709551616"})
        expect_refusal({"spheres", "a.obj", "--count", more}, "for more, make a tree with --levels");
    expect_refusal({"spheres", "a.obj", "--count", "0"}, "--count: 0" + range + "; see tactus spheres --help");
    EXPECT_NE(tactus({"spheres", "--help"}).output.find("from 1 to 10,000"), std::string::npos);
    folder.write("large.obj", "v 0 0 0\nv 1e20 0 0\nv 0 1e20 0\nf 1 2 3\n");
    expect_refusal({"spheres", "large.obj", "--scale", "1e25"}, "--scale 1e25 makes large.obj too large for floats");
}

TEST_F(Cli, PrintsNumbersForPeople)
{
    folder.write("a.obj", "v 0.3 0 0\nv 1234567 0 0\nv 0.3 0.00001 0\nf 1 2 3\n");
    folder.write("small.obj", "v 0 0 0\nv 0.0001 0 0\nv 0 0.0002 0\nf 1 2 3\n");
    const CommandResult info = tactus({"info", "a.obj"});
    EXPECT_NE(info.output.find("box: (0.3, 0, 0) to (1,234,570, 0.00001, 0), size 1,235,000"), std::string::npos)
        << info.output;
    const CommandResult made = tactus({"make", "sphere", "--triangles", "81920", "-o", "b.ply"});
    EXPECT_NE(made.output.find("81,920 triangles"), std::string::npos) << made.output;
    const CommandResult contacts = tactus(
        {"run", "organ_tool", "--triangles", "80", "--frames", "2", "--budget", "1000ms", "--contact-distance", "0.3",
         "--rate", "100000"});
    EXPECT_EQ(contacts.exit_code, 0) << contacts.errors;
    EXPECT_NE(contacts.output.find("contacts up to 300 mm apart"), std::string::npos) << contacts.output;
    EXPECT_NE(contacts.output.find("budget 1 s\n"), std::string::npos) << contacts.output;
    EXPECT_NE(contacts.output.find("100,000 a second"), std::string::npos) << contacts.output;
    const CommandResult spheres = tactus({"spheres", "small.obj", "--levels", "1"});
    EXPECT_NE(spheres.output.find("diagonal, 0.000223607 m"), std::string::npos) << spheres.output;
    for (const CommandResult& result : {info, made, contacts}) {
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_FALSE(std::regex_search(result.output, std::regex(R"([0-9]e\+?[0-9]|[0-9]{10})"))) << result.output;
    }
}

} // namespace
