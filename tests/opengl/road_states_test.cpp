// SPDX-License-Identifier: MIT
#ifdef TACTUS_HAS_OPENGL

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <unistd.h>

#include <epoxy/gl.h>

#include <EGL/egl.h>

#include "opengl/picture/picture.h"
#include "opengl/road_scene.h"

namespace tactus {
namespace {

constexpr std::array all_roads = {
    ToolRoad::selection, ToolRoad::feedback, ToolRoad::feedback_with_ids, ToolRoad::compute_shader};

class RoadStates : public RoadTest {};

TEST_F(RoadStates, AnswersDoNotDependOnWhatWasAskedBefore)
{
    scenes::Random random(21);
    const RoadOrgan organ = bumpy_organ(22);
    const RoadOrgan small = bumpy_organ(23, 80);
    const ToolVolume sweep = random_sweep(random);
    const ToolVolume stand = standing(random_sweep(random));
    for (const ToolRoad road : all_roads) {
        GraphicsRoad fresh = open(road);
        const std::vector<std::uint32_t> expected = proposals(fresh, stand, organ.view());
        EXPECT_EQ(fresh.road(), road);
        EXPECT_FALSE(fresh.renderer().empty());
        EXPECT_GT(fresh.seconds(), 0.0);
        EXPECT_EQ(fresh.depths().empty(), road != ToolRoad::selection);
        EXPECT_EQ(fresh.points().empty(), road != ToolRoad::feedback);
        proposals(fresh, sweep, organ.view());
        proposals(fresh, sweep, small.view());
        EXPECT_EQ(proposals(fresh, stand, organ.view()), expected);
    }
}

TEST_F(RoadStates, RoadsAndPicturesLiveSideBySide)
{
    scenes::Random random(24);
    const RoadOrgan organ = bumpy_organ(25);
    const ToolVolume tool = random_sweep(random);
    std::vector<GraphicsRoad> roads;
    std::vector<std::vector<std::uint32_t>> alone;
    for (const ToolRoad road : all_roads) {
        GraphicsRoad single = open(road);
        alone.push_back(proposals(single, tool, organ.view()));
        roads.push_back(open(road));
    }
    Result<PictureBook> book = PictureBook::open();
    ASSERT_TRUE(book.ok());
    const RoadOrgan small = bumpy_organ(25, 80);
    const PictureMesh mesh{small.triangles, small.positions};
    PictureOptions options;
    options.width = options.height = 16;
    for (int round = 0; round < 3; ++round) {
        for (std::size_t k = 0; k < roads.size(); ++k)
            EXPECT_EQ(proposals(roads[k], tool, organ.view()), alone[k]);
        EXPECT_TRUE(book.value().draw({&mesh, 1}, options).ok());
        roads.erase(roads.begin());
        alone.erase(alone.begin());
    }
}

TEST_F(RoadStates, WhatIsCurrentBeforeStaysCurrent)
{
    scenes::Random random(26);
    const RoadOrgan organ = bumpy_organ(27);
    const ToolVolume tool = random_sweep(random);
    for (const ToolRoad kind : all_roads) {
        GraphicsRoad road = open(kind);
        EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
        const std::vector<std::uint32_t> expected = proposals(road, tool, organ.view());
        EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);

        const Result<Context> other = Context::open();
        ASSERT_TRUE(other.ok());
        const ContextScope scope(other.value());
        ASSERT_TRUE(scope.ok());
        const EGLContext current = eglGetCurrentContext();
        glViewport(1, 2, 3, 4);
        glEnable(GL_CULL_FACE);
        glCullFace(GL_FRONT_AND_BACK);
        EXPECT_EQ(proposals(road, tool, organ.view()), expected);
        EXPECT_EQ(eglGetCurrentContext(), current);
        std::array<GLint, 4> viewport = {};
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        EXPECT_EQ(viewport, (std::array<GLint, 4>{1, 2, 3, 4}));
    }
}

TEST_F(RoadStates, AnotherThreadMayAsk)
{
    scenes::Random random(28);
    const RoadOrgan organ = bumpy_organ(29);
    const ToolVolume tool = random_sweep(random);
    GraphicsRoad road = open(ToolRoad::feedback_with_ids);
    const std::vector<std::uint32_t> expected = proposals(road, tool, organ.view());
    std::vector<std::uint32_t> found;
    std::thread([&] { found = proposals(road, tool, organ.view()); }).join();
    EXPECT_EQ(found, expected);
}

std::size_t open_files()
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

std::size_t resident_bytes()
{
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST_F(RoadStates, FiftyRoadsOneAfterTheOtherLeaveNothingBehind)
{
    if (!std::filesystem::exists("/proc/self/statm"))
        GTEST_SKIP() << "the system does not say what a process holds";
    scenes::Random random(30);
    const RoadOrgan organ = bumpy_organ(31);
    const ToolVolume tool = random_sweep(random);
    const auto use_roads = [&](int count) {
        for (int k = 0; k < count; ++k) {
            GraphicsRoad road = open(all_roads[static_cast<std::size_t>(k) % all_roads.size()]);
            for (int frame = 0; frame < 4; ++frame)
                EXPECT_FALSE(proposals(road, tool, organ.view()).empty());
        }
    };
    use_roads(10);
    const std::size_t files = open_files();
    const std::size_t bytes = resident_bytes();
    use_roads(40);
    EXPECT_EQ(open_files(), files);
#ifndef TACTUS_SANITIZED
    // The address sanitizer keeps what is given back for a while, and finds by itself what is not.
    EXPECT_LT(resident_bytes(), bytes + 8u * 1024 * 1024) << "a road takes more than a megabyte while it is there";
#else
    static_cast<void>(bytes);
#endif
}

TEST_F(RoadStates, ACoreProfileIsRefusedWhereThePaperNeedsMore)
{
    for (const ToolRoad road : all_roads) {
        Result<Context> core = Context::open(ContextProfile::core);
        ASSERT_TRUE(core.ok()) << core.error().message;
        EXPECT_FALSE(core.value().is_compatibility());
        const bool has_shaders = core.value().has_compute_shaders();
        Result<GraphicsRoad> opened = GraphicsRoad::open_on(std::move(core).value(), road);
        if (road == ToolRoad::compute_shader && has_shaders) {
            ASSERT_TRUE(opened.ok()) << opened.error().message;
            GraphicsRoad best = open(road);
            scenes::Random random(32);
            const ToolVolume tool = random_sweep(random);
            const RoadOrgan organ = bumpy_organ(33);
            EXPECT_EQ(proposals(opened.value(), tool, organ.view()), proposals(best, tool, organ.view()));
            continue;
        }
        ASSERT_FALSE(opened.ok());
        EXPECT_EQ(opened.error().code, ErrorCode::unavailable);
        const char* missing = road == ToolRoad::compute_shader ? "compute shaders" : "compatibility profile";
        EXPECT_NE(opened.error().message.find(missing), std::string::npos);
        EXPECT_NE(opened.error().message.find("the processor's road goes on without it"), std::string::npos);
    }
}

// Opens a road and ends this process: with 0 if it was refused, after its sentence.
[[noreturn]] void end_at_opened(ToolRoad road)
{
    const Result<GraphicsRoad> opened = GraphicsRoad::open(road);
    if (!opened.ok())
        std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    std::exit(opened.ok() ? 1 : 0);
}

TEST(RoadDeathTest, WithoutADriverIsRefusedWithASentence)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            // The loader then finds no vendor, as on a machine without any driver.
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
            end_at_opened(ToolRoad::selection);
        },
        testing::ExitedWithCode(0), "no OpenGL without a window: [^\n]+; the processor's road goes on without it");
}

TEST(RoadDeathTest, WithoutComputeShadersIsRefusedWithASentence)
{
    // Mesa reads the setting once: it must be there when the process that dies begins, which comes here again.
    constexpr const char* setting = "MESA_GL_VERSION_OVERRIDE";
    if (std::getenv(setting) == nullptr) {
        const Result<Context> context = Context::open();
        if (!context || context.value().version().find("Mesa") == std::string::npos)
            GTEST_SKIP() << "only Mesa plays an older version of itself";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    setenv(setting, "3.3", 1);
    EXPECT_EXIT(
        end_at_opened(ToolRoad::compute_shader), testing::ExitedWithCode(0),
        "no compute shaders; the processor's road goes on without it");
    unsetenv(setting);
}

} // namespace
} // namespace tactus

#endif
