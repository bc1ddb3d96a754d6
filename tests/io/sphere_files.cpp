// SPDX-License-Identifier: MIT
#include <cmath>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "io/file_bytes.h"
#include "io/mesh_file.h"
#include "io/sphere_file.h"
#include "scenes/random.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

/// A root with up to `branch` children on each of so many levels, some without any.
SphereTree random_tree(std::uint64_t seed, std::uint32_t levels, std::uint32_t branch)
{
    scenes::Random random(seed);
    const auto any = [&] { return static_cast<float>(random.between(-1.0, 1.0) * 1e-3); };
    SphereTree tree;
    tree.closed = true;
    const auto add = [&](std::uint32_t parent) {
        SphereNode node;
        node.sphere = {{any(), 1e20f * any(), any()}, std::abs(any()) + 1e-30f};
        node.error = std::abs(any());
        node.parent = parent;
        if (random.below(2) == 0)
            node.inner = {{any(), any(), any()}, std::abs(any())};
        tree.nodes.push_back(node);
    };
    add(UINT32_MAX);
    tree.first_of_level = {0, 1};
    for (std::uint32_t level = 0; level < levels; ++level) {
        for (std::uint32_t n = tree.first_of_level[level]; n < tree.first_of_level[level + 1]; ++n) {
            const std::uint32_t children = level == 0 ? branch : random.below(branch + 1);
            if (children == 0)
                continue;
            tree.nodes[n].first_child = static_cast<std::uint32_t>(tree.nodes.size());
            tree.nodes[n].child_count = children;
            for (std::uint32_t c = 0; c < children; ++c)
                add(n);
        }
        tree.first_of_level.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    }
    for (SphereNode& node : tree.nodes)
        if (node.child_count == 0) {
            node.first_triangle = static_cast<std::uint32_t>(tree.triangles.size());
            node.triangle_count = 1 + random.below(4);
            for (std::uint32_t i = 0; i < node.triangle_count; ++i)
                tree.triangles.push_back(random.below(1000));
        }
    return tree;
}

void expect_equal_spheres(const SphereTree& a, const SphereTree& b)
{
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    EXPECT_EQ(a.first_of_level, b.first_of_level);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        EXPECT_EQ(a.nodes[i].sphere, b.nodes[i].sphere) << i;
        EXPECT_EQ(a.nodes[i].parent, b.nodes[i].parent) << i;
        EXPECT_EQ(a.nodes[i].child_count, b.nodes[i].child_count) << i;
        if (a.nodes[i].child_count > 0) {
            EXPECT_EQ(a.nodes[i].first_child, b.nodes[i].first_child) << i;
        }
    }
}

Result<SphereTree> read_text(const TemporaryFolder& folder, const std::string& name, const std::string& text)
{
    std::ofstream(folder.path() / name, std::ios::binary) << text;
    return read_spheres(folder.path() / name);
}

std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SphereFiles, JsonLosesNothing)
{
    const TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const SphereTree tree = random_tree(seed, 3, 8);
        const auto path = folder.path() / "tree.json";
        ASSERT_TRUE(write_spheres(path, tree, {.format = SphereFormat::json}).ok());
        const Result<SphereTree> read = read_spheres(path);
        ASSERT_TRUE(read.ok()) << read.error().message;
        expect_equal_spheres(tree, read.value());
        EXPECT_EQ(tree.closed, read.value().closed);
        EXPECT_EQ(tree.triangles, read.value().triangles);
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            EXPECT_EQ(tree.nodes[i].error, read.value().nodes[i].error);
            EXPECT_EQ(tree.nodes[i].inner, read.value().nodes[i].inner);
            EXPECT_EQ(tree.nodes[i].triangle_count, read.value().nodes[i].triangle_count);
        }
    }
}

TEST(SphereFiles, SphKeepsTheTree)
{
    const TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const SphereTree tree = random_tree(seed, 3, 2 + static_cast<std::uint32_t>(seed) % 7);
        const auto path = folder.path() / "tree.sph";
        ASSERT_TRUE(write_spheres(path, tree, {.format = SphereFormat::sph}).ok());
        const Result<SphereTree> read = read_spheres(path);
        ASSERT_TRUE(read.ok()) << read.error().message;
        expect_equal_spheres(tree, read.value());
        EXPECT_TRUE(std::isinf(read.value().nodes[0].error));
    }
}

TEST(SphereFiles, ListsAreTreesOfOneLevel)
{
    const TemporaryFolder folder;
    const Result<SphereTree> list = read_text(
        folder, "list.sph", "sph 1.0\n#nums 2\n# a word\n\nsphe 1 -4 1.25 0 0.85\r\nsphe 1 1 2 3 4 # behind\n");
    ASSERT_TRUE(list.ok()) << list.error().message;
    ASSERT_EQ(list.value().nodes.size(), 2u);
    EXPECT_EQ(list.value().nodes[1].sphere, (Sphere{{1, 2, 3}, 4}));
    const auto path = folder.path() / "again.sph";
    ASSERT_TRUE(write_spheres(path, list.value(), {.format = SphereFormat::sph}).ok());
    const Result<SphereTree> again = read_spheres(path);
    ASSERT_TRUE(again.ok()) << again.error().message;
    expect_equal_spheres(list.value(), again.value());
}

TEST(SphereFiles, PlacesThatAreNotUsedAreLeftOut)
{
    const TemporaryFolder folder;
    const Result<SphereTree> tree =
        read_text(folder, "holes.sph", "2 3\r\n0 0 0 2 1\r\n1 0 0 1 1\r\n5 5 5 -1 1\r\n0 1 0 1\r\n\r\n");
    ASSERT_TRUE(tree.ok()) << tree.error().message;
    EXPECT_EQ(tree.value().first_of_level, (std::vector<std::uint32_t>{0, 1, 3}));
    EXPECT_EQ(tree.value().nodes[0].child_count, 2u);
}

TEST(SphereFiles, RobotsGetTheSpheresOfALevel)
{
    const TemporaryFolder folder;
    SphereTree tree;
    tree.nodes = {
        {.sphere = {{0, 0, 0}, 2}, .first_child = 1, .child_count = 2},
        {.sphere = {{0.5f, -1, 0.1f}, 1}, .parent = 0},
        {.sphere = {{-0.5f, 0, 0}, 0.25f}, .parent = 0}};
    tree.first_of_level = {0, 1, 3};
    const auto written = [&](SphereFormat format, std::uint32_t level) {
        const auto path = folder.path() / "robot";
        EXPECT_TRUE(write_spheres(path, tree, {.format = format, .level = level, .link = "hand"}).ok());
        return text_of(path);
    };
    EXPECT_EQ(
        written(SphereFormat::urdf, UINT32_MAX),
        "<?xml version=\"1.0\"?>\n<robot name=\"hand_spheres\">\n  <link name=\"hand\">\n"
        "    <collision name=\"sphere_0\">\n      <origin xyz=\"0.5 -1 0.10000000149011612\" rpy=\"0 0 0\"/>\n"
        "      <geometry><sphere radius=\"1\"/></geometry>\n    </collision>\n"
        "    <collision name=\"sphere_1\">\n      <origin xyz=\"-0.5 0 0\" rpy=\"0 0 0\"/>\n"
        "      <geometry><sphere radius=\"0.25\"/></geometry>\n    </collision>\n  </link>\n</robot>\n");
    EXPECT_EQ(
        written(SphereFormat::curobo, 0), "collision_spheres:\n  hand:\n    - center: [0, 0, 0]\n      radius: 2\n");
    EXPECT_EQ(
        written(SphereFormat::xrdf, 0),
        "format: xrdf\nformat_version: 1.0\n\ncollision:\n  geometry: tactus_spheres\n\ngeometry:\n  tactus_spheres:\n"
        "    spheres:\n      hand:\n        - center: [0, 0, 0]\n          radius: 2\n");
    const auto refused = write_spheres(folder.path() / "x.urdf", tree, {.format = SphereFormat::urdf, .link = "a\"b"});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("no name of a link"), std::string::npos);

    const auto obj = folder.path() / "look.obj";
    ASSERT_TRUE(write_spheres(obj, tree, {.format = SphereFormat::obj}).ok());
    const Result<Mesh> mesh = read_mesh(obj);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh.value().triangles.size(), 1280u + 1280u);
    for (std::size_t i = 0; i < mesh.value().positions.size() / 2; ++i) {
        const Vec3 p = mesh.value().positions[i];
        EXPECT_NEAR(std::hypot(p.x - 0.5f, p.y + 1.0f, p.z - 0.1f), 1.0f, 1e-6f);
    }
}

TEST(SphereFiles, FormatsGoByEnding)
{
    EXPECT_EQ(sphere_format_of("a.JSON"), SphereFormat::json);
    EXPECT_EQ(sphere_format_of("a.b.sph"), SphereFormat::sph);
    EXPECT_EQ(sphere_format_of("a.yml"), SphereFormat::curobo);
    EXPECT_EQ(sphere_format_of("a.yaml"), SphereFormat::curobo);
    EXPECT_EQ(sphere_format_of("a.stl"), std::nullopt);
    EXPECT_FALSE(read_spheres("a.stl").ok());
}

struct BadSpheres {
    const char* name;
    std::string bytes;
    const char* sentence;
};

TEST(SphereFiles, RefuseWhatIsBrokenAndSayWhere)
{
    const std::string head = "{\"format\": \"tactus spheres\",\n\"levels\": [[\n";
    const std::string good = "{\"centre\": [0, 0, 0], \"radius\": 1}";
    const std::vector<BadSpheres> files = {
        {"empty.sph", "", "is empty"},
        {"blank.sph", "\n \n", "only blanks"},
        {"words.sph", "four eight\n", "line 1: \"four eight\" are not the numbers of levels and of children"},
        {"negative.sph", "-1 8\n", "line 1: \"-1 8\" are not"},
        {"none.sph", "1 0\n0 0 0 1 1\n", "line 1: \"1 0\" are not"},
        {"deep.sph", "4000000000 8\n0 0 0 1 1\n", "line 1: a tree of 4000000000 levels with 8 children each has more"},
        {"wide.sph", "9 2000000000\n0 0 0 1 1\n", "line 1: a tree of 9 levels with 2000000000 children"},
        {"chain.sph", "9000000000000000000 1\n0 0 0 1 1\n", "line 1: a tree of 9000000000000000000 levels"},
        {"short.sph", "2 2\n0 0 0 1 1\n0 0 0.000 1 1\n",
         "line 3: the file ends at sphere 2; the file may be cut short"},
        {"nan.sph", "1 2\n0 nan 0 1 1\n", "line 2: sphere 0: y is nan"},
        {"inf.sph", "1 2\n0 0 0 inf 1\n", "line 2: sphere 0: the radius is inf"},
        {"huge.sph", "1 2\n1e39 0 0 1 1\n", "line 2: sphere 0: x is 1e39"},
        {"word.sph", "1 2\n0 0 z 1 1\n", "line 2: sphere 0: z is \"z\", not a number"},
        {"three.sph", "1 2\n0 0 0.00\n", "line 2: sphere 0: the radius is missing"},
        {"long.sph", "1 2\n0 0 0 1 1\n0 0 0 1 1\n", "line 3: the file goes on after the 1 spheres"},
        {"unused.sph", "1 2\n0 0 0 -1 1\n", "no sphere has a radius above 0"},
        {"list.sph", "sph 1.0\nspheres\n",
         "line 2: \"spheres\" was found where a line \"sphe 1 x y z radius\" should begin"},
        {"list_short.sph", "sph 1.0\nsphe 1 0 0 0\n", "line 2: sphere 0: the radius is missing"},
        {"list_below.sph", "sph 1.0\nsphe 1 0 0 0 -1\n", "line 2: sphere 0: the radius is below 0"},
        {"list_none.sph", "sph 1.0\n", "the list holds no spheres"},
        {"empty.json", "", "is empty"},
        {"text.json", "spheres", "line 1: \"spheres\" is no value"},
        {"other.json", "{\n\"a\": 1}", "line 1: the file does not say \"format\": \"tactus spheres\""},
        {"cut.json", head + good + ",\n", "line 4: the file ends too soon"},
        {"comma.json", head + good + "\n" + good + "]]}", "line 4: a list goes on without a comma"},
        {"more.json", head + good + "]]}\n{}", "line 4: the file goes on after its end"},
        {"deep.json", std::string(100000, '['), "line 1: lists are nested too deeply"},
        {"none.json", "{\"format\": \"tactus spheres\", \"levels\": []}",
         "line 1: the list \"levels\" is missing or empty"},
        {"level.json", "{\"format\": \"tactus spheres\", \"levels\": [\n1]}", "line 2: a level is no list of spheres"},
        {"sphere.json", head + "1]]}", "line 3: sphere 0: it is no object"},
        {"nan.json", head + "{\"centre\": [0, NaN, 0], \"radius\": 1}]]}", "line 3: \"NaN"},
        {"big.json", head + "{\"centre\": [0, 1e39, 0], \"radius\": 1}]]}", "line 3: sphere 0: y is no finite float"},
        {"two.json", head + "{\"centre\": [0, 0], \"radius\": 1}]]}",
         "line 3: sphere 0: \"centre\" is no list of three numbers"},
        {"below.json", head + "{\"centre\": [0, 0, 0], \"radius\": -1}]]}", "line 3: sphere 0: the radius is below 0"},
        {"bare.json", head + "{\"centre\": [0, 0, 0]}]]}", "line 3: sphere 0: \"radius\" is missing"},
        {"parent.json", head + good + "],\n[{\"centre\": [0, 0, 0], \"radius\": 1, \"parent\": 7}]]}",
         "sphere 1: its parent, 7, is not on the level above"},
        {"minus.json", head + "{\"centre\": [0, 0, 0], \"radius\": 1, \"parent\": -1}]]}",
         "line 3: sphere 0: the parent is no number"},
    };
    const TemporaryFolder folder;
    for (const BadSpheres& file : files) {
        const Result<SphereTree> read = read_text(folder, file.name, file.bytes);
        ASSERT_FALSE(read.ok()) << file.name;
        EXPECT_NE(read.error().message.find(file.name), std::string::npos) << read.error().message;
        EXPECT_NE(read.error().message.find(file.sentence), std::string::npos)
            << file.name << ": " << read.error().message;
    }
    EXPECT_FALSE(read_spheres(folder.path() / "missing.sph").ok());
}

TEST(SphereFiles, SurviveEveryCutAndAnyWrongByte)
{
    const TemporaryFolder folder;
    const SphereTree tree = random_tree(4, 2, 3);
    for (const auto& [name, format] : {std::pair{"t.json", SphereFormat::json}, {"t.sph", SphereFormat::sph}}) {
        ASSERT_TRUE(write_spheres(folder.path() / name, tree, {.format = format}).ok());
        const std::string whole = text_of(folder.path() / name);
        for (std::size_t size = 1; size + 4 < whole.size(); size += 7) {
            // A number that lost its last digits is a number still, but a list without its end is none.
            const bool ok = read_text(folder, name, whole.substr(0, size)).ok();
            EXPECT_TRUE(!ok || format == SphereFormat::sph) << size;
        }
        scenes::Random random(11);
        for (int trial = 0; trial < 300; ++trial) {
            std::string bytes = whole;
            for (std::uint32_t i = 0; i <= random.below(3); ++i)
                bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.below(256));
            const Result<SphereTree> read = read_text(folder, name, bytes);
            for (const SphereNode& node : read.ok() ? read.value().nodes : std::vector<SphereNode>{})
                ASSERT_TRUE(std::isfinite(node.sphere.centre.x) && node.sphere.radius >= 0.0f);
        }
    }
}

TEST(SphereFiles, AnSphFileIsNotWrittenForATreeThatIsTooDeep)
{
    SphereTree chain;
    for (std::uint32_t i = 0; i < 20; ++i) {
        chain.nodes.push_back({.sphere = {{}, 1.0f}, .parent = i == 0 ? UINT32_MAX : i - 1});
        chain.first_of_level.push_back(i);
    }
    chain.first_of_level.push_back(20);
    for (std::uint32_t i = 0; i + 1 < 20; ++i)
        chain.nodes[i].first_child = i + 1, chain.nodes[i].child_count = 1;
    const TemporaryFolder folder;
    EXPECT_TRUE(write_spheres(folder.path() / "chain.sph", chain, {.format = SphereFormat::sph}).ok());
    chain.nodes.push_back({.sphere = {{}, 1.0f}, .parent = 18});
    chain.nodes[18].child_count = 8;
    for (int i = 0; i < 6; ++i)
        chain.nodes.push_back({.sphere = {{}, 1.0f}, .parent = 18});
    chain.first_of_level.back() = 27;
    const auto refused = write_spheres(folder.path() / "wide.sph", chain, {.format = SphereFormat::sph});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    EXPECT_FALSE(write_spheres(folder.path() / "none.sph", {}, {.format = SphereFormat::sph}).ok());
}

} // namespace
} // namespace tactus::io
