// SPDX-License-Identifier: MIT
// Random commands from a grammar: whatever is asked for, the answer is an exit code and at most one sentence.
#include <random>

#include "cli_fixture.h"
#include "io/fuzz_rounds.h"

namespace {

class CommandGrammar {
public:
    explicit CommandGrammar(std::uint64_t seed) : random_(seed) {}

    std::vector<std::string> command()
    {
        words_.clear();
        // Sizes come first, so that nothing takes long; what follows may contradict them, which is refused.
        switch (random_() % 9) {
        case 0:
            begin({"check", mesh()});
            maybe(mesh());
            options(
                {{"--structure", structure()}, {"--threads", number()}, {"--pairs", output("txt")}},
                {"--neighbours", "--fail-on-contact", "--no-weld"});
            break;
        case 1:
            begin({"play", pick({"a.seq", "cut.seq", "frames", "a.obj", "nowhere"})});
            options(
                {{"--structure", structure()},
                 {"--threads", number()},
                 {"--repeat", number()},
                 {"--pairs", output("d")}},
                {});
            break;
        case 2:
            begin(
                {"make", pick({"sphere", "liver", "organ_tool", "torn_cloth", "many_bodies", "nosuch", ""}), "-o",
                 output(pick({"obj", "ply", "stl", "seq", "xyz"})), "--triangles", "80"});
            options(
                {{"--frames", pick({"1", "3", "0", "nan"})},
                 {"--seed", number()},
                 {"--frame", number()},
                 {"--mesh", pick({"tool", "organ", "nosuch", ""})}},
                {"--list"});
            break;
        case 3:
            begin({"info", mesh()});
            options({}, {"--self", "--octree", "--no-weld"});
            break;
        case 4:
            begin(
                {"run",
                 pick(
                     {"organ_tool", "bumpy_spheres", "torn_cloth", "haptic_probe", "empty_mesh", "mixed_scales",
                      "nosuch"}),
                 "--triangles", "40", "--frames", pick({"1", "3", "-1"})});
            options(
                {{"--structure", structure()},
                 {"--seed", number()},
                 {"--budget", pick({"1us", "10units", "unlimited", "nan", "1e9s", ""})},
                 {"--contact-distance", number()},
                 {"--rate", pick({"0", "100000", "nan", "-1"})},
                 {"--order", pick({"worst", "depth", "best"})},
                 {"--which", pick({"local", "all", "some"})},
                 {"--force-policy", pick({"held", "certified_lower", "spheres", "hled"})},
                 {"--record", output("seq")}},
                {"--contacts", "--forces", "--check"});
            break;
        case 5:
            begin(
                {"curve", pick({"organ_tool", "nosuch"}), "--triangles", "40", "--cuts", "2", "--repeat", "1",
                 "--structure", structure()});
            options(
                {{"--frame", number()},
                 {"--seed", number()},
                 {"--contact-distance", number()},
                 {"--svg", output("svg")}},
                {});
            break;
        case 6:
            begin({"spheres", mesh(), "--levels", pick({"0", "1", "2", "99"})});
            options(
                {{"-o", output(pick({"json", "sph", "urdf", "yaml", "xrdf", "obj", "stl"}))},
                 {"--level", number()},
                 {"--branch", number()},
                 {"--method", pick({"medial", "octree", "magic"})},
                 {"--scale", number()},
                 {"--link", pick({"finger", "left finger", ""})},
                 {"--max-error", pick({"50%", "0", "nan", "-1", "1e99"})}},
                {"--inner", "--layered", "--no-judge", "--no-weld"});
            break;
        case 7:
            begin({"tool", pick({mesh(), "sphere", "livre"}), "--pivot", point(), "--tip", point(), "--repeat", "1"});
            options(
                {{"--radius", number()},
                 {"--to", point()},
                 {"--structure", structure()},
                 {"--budget", pick({"1us", "10units", "unlimited", "nan", ""})},
                 {"--road", pick({"processor", "teleport"})},
                 {"--form", pick({"perspective", "sphere"})},
                 {"--contact-distance", number()},
                 {"--force-policy", pick({"held", "spheres", "hled"})},
                 {"--triangles", pick({"80", "0", "x"})}},
                {"--contacts", "--forces", "--no-weld"});
            break;
        default:
            begin({"spheres", "--check", mesh(), pick({"one.sph", "bad.sph", "a.json", "a.obj"})});
            options({{"--level", number()}, {"--scale", number()}}, {"--centred"});
        }
        if (random_() % 3 == 0)
            words_.push_back("--json");
        if (random_() % 12 == 0)
            words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(random_() % (words_.size() + 1)), junk());
        return words_;
    }

private:
    std::string pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
    std::string mesh()
    {
        return pick(
            {"a.obj", "b.obj", "a.obj", "nan.obj", "empty.obj", "\xff.obj", "missing.obj", "frames", "/dev/null"});
    }
    std::string number()
    {
        return pick(
            {"0", "1", "2", "7", "0.5", "-1", "nan", "inf", "-0", "1e-40", "1e400", "4294967296",
             "18446744073709551616", "x", ""});
    }
    std::string point()
    {
        return pick({"0,0,2", "0,0,0", "-1,0.5,1e-40", "3e38,-3e38,3e38", "1,2", "nan,0,0", "0,0,1e39", "x", ""});
    }
    std::string structure()
    {
        return pick(
            {"refit_bvh", "spherical_octree", "bucket_octree", "on_demand_sphere_tree", "brute_force", "magic"});
    }
    std::string output(const std::string& ending)
    {
        return pick({"out." + ending, "nowhere/out." + ending, "/dev/null", "/dev/full", ".", ""});
    }
    std::string junk()
    {
        return pick(
            {"--", "-", "--nosuch", "--json=3", "-o", "--threads", "\xff\xfe", "--help", "{}", "%s%n",
             std::string(5000, 'x'), "--seed=", "@a", "\n"});
    }

    void begin(const std::vector<std::string>& words) { words_ = words; }
    void maybe(const std::string& word)
    {
        if (random_() % 2 == 0)
            words_.push_back(word);
    }
    void
    options(const std::vector<std::pair<std::string, std::string>>& with_value, const std::vector<std::string>& flags)
    {
        for (const auto& [name, value] : with_value)
            if (random_() % 3 == 0)
                words_.insert(words_.end(), {name, value});
        for (const std::string& flag : flags)
            if (random_() % 4 == 0)
                words_.push_back(flag);
    }

    std::mt19937_64 random_;
    std::vector<std::string> words_;
};

TEST_F(Cli, AnswersRandomCommandsWithAnExitCodeAndAtMostOneSentence)
{
    const std::string two = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 -1\nv 0.25 0 1\nv -0.25 0 1\nf 1 2 3\nf 4 5 6\n";
    folder.write("a.obj", two);
    folder.write("\xff.obj", two);
    folder.write("nan.obj", "v 0 nan 0\n");
    folder.write("empty.obj", "");
    folder.write("one.sph", "1 8\n0 0 0 2 1\n");
    folder.write("bad.sph", "1 8\n0 nan 0 2 1\n");
    folder.write("a.json", "{\"format\": [[[[");
    std::filesystem::create_directory(folder.path() / "frames");
    folder.write("frames/0.obj", two);
    ASSERT_EQ(tactus({"make", "bumpy_sphere", "--triangles", "80", "-o", "b.obj"}).exit_code, 0);
    ASSERT_EQ(tactus({"make", "bumpy_spheres", "--triangles", "80", "--frames", "2", "-o", "a.seq"}).exit_code, 0);
    folder.write("cut.seq", bytes_of(folder.path() / "a.seq").substr(0, 100));

    const std::uint64_t rounds = fuzz_rounds(150);
    std::size_t done = 0;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
        const std::vector<std::string> arguments = CommandGrammar(seed).command();
        std::string shown = "seed " + std::to_string(seed) + ": tactus";
        for (const std::string& word : arguments)
            shown += " '" + word.substr(0, 60) + "'";
        SCOPED_TRACE(shown);
        const CommandResult result = tactus(arguments);
        done += result.exit_code == 0 ? 1 : 0;
        ASSERT_TRUE(result.exit_code >= 0 && result.exit_code <= 2) << result.exit_code << ": " << result.errors;
        const std::size_t lines =
            static_cast<std::size_t>(std::count(result.errors.begin(), result.errors.end(), '\n'));
        EXPECT_EQ(lines, result.exit_code == 2 ? 1u : 0u) << result.errors;
        EXPECT_EQ(result.errors.starts_with("tactus: "), result.exit_code == 2) << result.errors;
        for (const char* word : {"exception", "std::", "basic_string", "vector", "bad_", "terminate", "stoi", "what()"})
            EXPECT_EQ(result.errors.find(word), std::string::npos) << result.errors;
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GE(done, rounds / 10) << "most commands are refused, but some must get through";
}

} // namespace
