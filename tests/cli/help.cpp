// SPDX-License-Identifier: MIT
#include "cli_fixture.h"

namespace {

TEST_F(Cli, EveryVerbHasHelpWithAnExample)
{
    for (const char* verb : {"check", "play", "make", "info", "run", "curve", "spheres", "tool"}) {
        const CommandResult help = tactus({verb, "--help"});
        EXPECT_EQ(help.exit_code, 0) << verb;
        EXPECT_EQ(help.errors, "") << verb;
        const std::size_t example = help.output.find("Example:");
        ASSERT_NE(example, std::string::npos) << help.output;
        EXPECT_NE(help.output.find(std::string("tactus ") + verb, example), std::string::npos) << help.output;
        EXPECT_NE(help.output.find("--json"), std::string::npos) << help.output;
    }
    const CommandResult all = tactus({"--help"});
    EXPECT_EQ(all.exit_code, 0);
    for (const char* verb : {"check", "play", "make", "info", "run", "curve", "spheres", "tool", "Example:"})
        EXPECT_NE(all.output.find(verb), std::string::npos) << verb;
}

TEST_F(Cli, ShowsItsHelpToThoseWhoSayNothingOrHelp)
{
    const std::string help = tactus({"--help"}).output;
    for (const std::vector<std::string>& words : {std::vector<std::string>{}, std::vector<std::string>{"help"}}) {
        const CommandResult shown = tactus(words);
        EXPECT_EQ(shown.exit_code, 0);
        EXPECT_EQ(shown.errors, "");
        EXPECT_EQ(shown.output, help);
    }
    EXPECT_EQ(tactus({"help", "check"}).output, tactus({"check", "--help"}).output);
    expect_refusal({"help", "chekc"}, "no verb is called 'chekc'; did you mean 'check'? see tactus --help");
}

TEST_F(Cli, TellsItsVersion)
{
    const CommandResult version = tactus({"--version"});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_EQ(version.output.find("tactus "), 0u) << version.output;
    EXPECT_NE(version.output.find('.'), std::string::npos);
}

TEST_F(Cli, RefusesUnknownVerbsAndOptions)
{
    expect_refusal({"chekc"}, "no verb is called 'chekc'; did you mean 'check'? see tactus --help");
    expect_refusal({"sphere", "a.obj"}, "did you mean 'spheres'?");
    expect_refusal({"nosuch"}, "no verb is called 'nosuch'; did you mean '");
    expect_refusal({std::string(100'000, 'x')}, "see tactus --help");
    expect_refusal({"check", "a.obj", "--colour"}, "see tactus check --help");
    expect_refusal({"run", "soft_organs", "--triangle", "80"}, "did you mean '--triangles'? see tactus run --help");
    expect_refusal({"run", "soft_organs", "--budgte=200us"}, "did you mean '--budget'? see tactus run --help");
    expect_refusal({"--versoin"}, "; did you mean '--version'? see tactus --help");
    EXPECT_EQ(tactus({"check", "a.obj", "--colour"}).errors.find("did you mean"), std::string::npos);
}

TEST_F(Cli, SuggestsTheWordThatWasMeantWhereverOneOfSeveralIsAskedFor)
{
    const auto suggest = [&](const std::vector<std::string>& words, const std::string& meant) {
        expect_refusal(words, ": " + words.back() + " is none of ");
        expect_refusal(words, "; did you mean '" + meant + "'? see tactus " + words[0] + " --help");
    };
    suggest({"check", "a.obj", "--structure", "refti_bvh"}, "refit_bvh");
    suggest({"play", "a.seq", "--structure", "bvh"}, "refit_bvh");
    suggest({"curve", "soft_organs", "--structure", "Brute-Force"}, "brute_force");
    suggest({"run", "soft_organs", "--order", "wrost"}, "worst");
    suggest({"run", "soft_organs", "--which", "locla"}, "local");
    suggest({"run", "soft_organs", "--forces", "--force-policy", "certified"}, "certified_lower");
    suggest({"tool", "liver", "--road", "procesor"}, "processor");
    suggest({"tool", "liver", "--form", "perspectiv"}, "perspective");
    suggest({"spheres", "a.obj", "--method", "medail"}, "medial");
    suggest({"spheres", "a.obj", "--quality", "bst"}, "best");
    suggest({"spheres", "a.obj", "--format", "jsno"}, "json");
    suggest({"reproduce", "bucket-tree"}, "bucket_tree");
    // All of them are named where none is near, and where several are equally so.
    expect_refusal(
        {"run", "soft_organs", "--order", "best"}, "--order: best is none of worst, breadth, depth; see tactus run");
    expect_refusal({"check", "a.obj", "--structure", "octree"}, "brute_force; see tactus check --help");
    expect_refusal({"check", "a.obj", "--structure", std::string(100'000, 'x')}, "brute_force; see tactus check");
    expect_refusal({"check", "a.obj", "--structure", ""}, "--structure:  is none of refit_bvh");
}

} // namespace
