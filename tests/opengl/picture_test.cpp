// SPDX-License-Identifier: MIT
#ifdef TACTUS_HAS_OPENGL

#include "opengl/picture/picture.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "opengl/context.h"
#include "opengl/drawn_picture.h"

#ifdef __SANITIZE_THREAD__
#define TACTUS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TACTUS_THREAD_SANITIZER 1
#endif
#endif

namespace tactus {
namespace {

using Pixel = DrawnPicture::Pixel;

bool is_background(Pixel p) { return p.red > 190 && p.green > 195 && p.blue > 205 && p.blue - p.red < 30; }
bool is_blue(Pixel p) { return p.blue > p.red + 40; }
bool is_red(Pixel p) { return p.red > p.blue + 40 && p.red > p.green + 30; }
bool is_highlight(Pixel p) { return p.red > 200 && p.green > 120 && p.green < 215 && p.blue < 90; }

PictureOptions small_picture()
{
    PictureOptions options;
    options.width = 320;
    options.height = 180;
    return options;
}

// Two spheres that overlap, of colours that do not look like the highlight.
class Picture : public testing::Test {
protected:
    void SetUp() override
    {
#ifdef TACTUS_THREAD_SANITIZER
        // The thread sanitizer cannot see how Mesa's own threads, which it did not compile, wait for each other.
        setenv("LP_NUM_THREADS", "0", 1);
#endif
        Result<PictureBook> opened = PictureBook::open();
        if (!opened) {
            EXPECT_EQ(opened.error().code, ErrorCode::unavailable);
            EXPECT_FALSE(opened.error().message.empty());
            std::printf("No picture can be drawn here: %s\n", opened.error().message.c_str());
            GTEST_SKIP();
        }
        book.emplace(std::move(opened).value());
    }

    DrawnPicture draw(std::span<const PictureMesh> meshes, const PictureOptions& options = small_picture())
    {
        const Result<std::string> drawn = book->draw(meshes, options);
        EXPECT_TRUE(drawn.ok()) << (drawn.ok() ? "" : drawn.error().message);
        DrawnPicture picture = drawn.ok() ? read_picture(drawn.value()) : DrawnPicture{};
        EXPECT_EQ(picture.width, options.width);
        EXPECT_EQ(picture.height, options.height);
        return picture;
    }

    std::string refusal(std::span<const PictureMesh> meshes, const PictureOptions& options = small_picture())
    {
        const Result<std::string> drawn = book->draw(meshes, options);
        EXPECT_FALSE(drawn.ok());
        return drawn.ok() ? "" : drawn.error().message;
    }

    std::optional<PictureBook> book;
    DrawnSphere left = make_sphere({-0.7f, 0.0f, 0.0f}, 1.0f);
    DrawnSphere right = make_sphere({0.7f, 0.0f, 0.0f}, 1.0f);
    PictureMesh blue{left.triangles, left.positions, {0.25f, 0.40f, 0.85f}};
    PictureMesh red{right.triangles, right.positions, {0.80f, 0.25f, 0.30f}};
};

TEST_F(Picture, OfTwoSpheresShowsBothBeforeTheBackground)
{
    const PictureMesh meshes[] = {blue, red};
    const DrawnPicture picture = draw(meshes);
    for (const std::uint32_t x : {0u, picture.width - 1})
        for (const std::uint32_t y : {0u, picture.height - 1})
            EXPECT_TRUE(is_background(picture.at(x, y))) << x << ' ' << y;
    EXPECT_GT(picture.at(160, 0).red, picture.at(160, 179).red) << "the background is lighter at the top";
    const std::size_t area = std::size_t{picture.width} * picture.height;
    EXPECT_GT(picture.count(is_blue), area / 12);
    EXPECT_GT(picture.count(is_red), area / 12);
    EXPECT_LT(picture.count(is_blue) + picture.count(is_red), area * 3 / 4);
    EXPECT_EQ(picture.count(is_highlight), 0u);
}

TEST_F(Picture, ShowsHighlightedTrianglesEvenBehindABody)
{
    // The far side of a sphere, and nothing of the near side.
    std::vector<std::uint32_t> far;
    for (std::uint32_t t = 0; t < left.triangles.size(); ++t)
        if (left.positions[left.triangles[t][0]].y > 0.8f)
            far.push_back(t);
    ASSERT_FALSE(far.empty());
    PictureMesh marked = blue;
    marked.highlighted = far;
    const PictureMesh meshes[] = {marked, red};
    EXPECT_GT(draw(meshes).count(is_highlight), 100u);
}

TEST_F(Picture, ShowsASingleTinyHighlightedTriangle)
{
    left = make_sphere({-0.7f, 0.0f, 0.0f}, 1.0f, 200, 300);
    const std::vector<std::uint32_t> one = {200 * 300};
    const PictureMesh meshes[] = {{left.triangles, left.positions, blue.colour, one}, red};
    const auto is_warm = [](Pixel p) { return p.red > 180 && p.red > p.blue + 90 && p.green > 60; };
    const PictureMesh plain[] = {{left.triangles, left.positions, blue.colour}, red};
    PictureOptions options;
    options.width = 640;
    options.height = 360;
    EXPECT_GT(draw(meshes, options).count(is_warm), draw(plain, options).count(is_warm) + 3);
}

TEST_F(Picture, IsTheSameWhenDrawnTwice)
{
    const PictureMesh meshes[] = {blue, red};
    EXPECT_EQ(draw(meshes).rgb, draw(meshes).rgb);
}

TEST_F(Picture, KeepsTheCameraStillOnAGivenFrame)
{
    PictureOptions options = small_picture();
    options.frame = PictureFrame{{-4.0f, -2.0f, -2.0f}, {4.0f, 2.0f, 2.0f}};
    const PictureMesh both[] = {blue, red};
    const PictureMesh alone[] = {blue};
    const DrawnPicture with_other = draw(both, options);
    const DrawnPicture without = draw(alone, options);
    // The left quarter of the sphere's outline does not move when the other sphere goes.
    for (std::uint32_t y = 0; y < 180; ++y)
        for (std::uint32_t x = 0; x < 120; ++x)
            if (is_blue(with_other.at(x, y)) != is_blue(without.at(x, y)))
                ADD_FAILURE() << x << ' ' << y;
    EXPECT_LT(without.count(is_blue), draw(alone).count(is_blue) / 2);
}

TEST_F(Picture, CarriesItsCaptionAtTheBottomLeft)
{
    PictureOptions options = small_picture();
    const auto is_ink = [](Pixel p) { return p.red < 60 && p.green < 70 && p.blue < 80; };
    EXPECT_EQ(draw({}, options).count(is_ink), 0u);
    options.caption = "Il";
    const DrawnPicture picture = draw({}, options);
    EXPECT_EQ(picture.count(is_ink), 11u + 10u) << "a serifed I has 11 dots, an l 10";
    std::size_t ink_in_corner = 0;
    for (std::uint32_t y = 150; y < 180; ++y)
        for (std::uint32_t x = 0; x < 40; ++x)
            ink_in_corner += is_ink(picture.at(x, y)) ? 1 : 0;
    EXPECT_EQ(ink_in_corner, 21u);
}

TEST_F(Picture, CarriesItsLegendAtTheTopLeft)
{
    PictureOptions options = small_picture();
    options.legend = {{{1.0f, 0.0f, 0.0f}, "Il"}, {{0.0f, 0.0f, 1.0f}, ""}};
    const DrawnPicture picture = draw({}, options);
    EXPECT_EQ(picture.count([](Pixel p) { return p.red == 255 && p.green == 0 && p.blue == 0; }), 49u);
    EXPECT_EQ(picture.count([](Pixel p) { return p.red == 0 && p.green == 0 && p.blue == 255; }), 49u);
    const auto is_ink = [](Pixel p) { return p.red < 60 && p.red > 40 && p.green < 70 && p.blue < 80; };
    EXPECT_EQ(picture.count(is_ink), 11u + 10u) << "a serifed I has 11 dots, an l 10";
    EXPECT_EQ(picture.at(8, 8).red, 255);
    EXPECT_EQ(picture.at(8, 20).blue, 255) << "the second line is twelve dots below the first";
}

TEST_F(Picture, TakesCaptionsOfAnyBytesAndLength)
{
    PictureOptions options = small_picture();
    options.caption = std::string(5000, 'W') + "\n\xc3\xa4 \xff\t\x01\n\n" + std::string(300, '\n') + "end";
    const DrawnPicture picture = draw({}, options);
    EXPECT_EQ(picture.width, 320u);
}

TEST_F(Picture, OfNothingIsTheBackground)
{
    const DrawnPicture nothing = draw({});
    EXPECT_EQ(nothing.count(is_background), std::size_t{320} * 180);
    const PictureMesh empty[] = {{}, {}};
    EXPECT_EQ(draw(empty).rgb, nothing.rgb);
    const Vec3 lonely[] = {{1.0f, 2.0f, 3.0f}};
    const PictureMesh point[] = {{{}, lonely}};
    EXPECT_EQ(draw(point).rgb, nothing.rgb);
}

TEST_F(Picture, TakesTrianglesWithoutSize)
{
    const TriangleIndices triangles[] = {{0, 0, 0}, {0, 1, 1}, {0, 1, 2}};
    const Vec3 same[] = {{5.0f, 5.0f, 5.0f}, {5.0f, 5.0f, 5.0f}, {5.0f, 5.0f, 5.0f}};
    const std::uint32_t all[] = {0, 1, 2, 2, 0};
    const PictureMesh spot[] = {{triangles, same, {0.5f, 0.5f, 0.5f}, all}};
    EXPECT_TRUE(is_background(draw(spot).at(0, 0)));
    const Vec3 line[] = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, {2.0f, 2.0f, 2.0f}};
    const PictureMesh needle[] = {{triangles, line, {0.5f, 0.5f, 0.5f}, all}};
    EXPECT_TRUE(is_background(draw(needle).at(0, 0)));
}

TEST_F(Picture, LooksTheSameAtEveryScale)
{
    const PictureMesh plain[] = {blue, red};
    const std::size_t blue_pixels = draw(plain).count(is_blue);
    for (const float scale : {1e-30f, 1e30f, 1e38f}) {
        DrawnSphere a = left;
        DrawnSphere b = right;
        for (DrawnSphere* sphere : {&a, &b})
            for (Vec3& p : sphere->positions)
                p = {p.x * scale, p.y * scale, p.z * scale};
        const PictureMesh meshes[] = {{a.triangles, a.positions, blue.colour}, {b.triangles, b.positions, red.colour}};
        EXPECT_NEAR(static_cast<double>(draw(meshes).count(is_blue)), static_cast<double>(blue_pixels), 20.0) << scale;
    }
}

TEST_F(Picture, TakesStrangeCamerasAndColours)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    PictureMesh strange = blue;
    strange.colour = {nan, -3.0f, 1e30f};
    const PictureMesh meshes[] = {strange};
    PictureOptions options = small_picture();
    for (const Vec3 from : {Vec3{0, 0, 0}, Vec3{0, 0, 1}, Vec3{nan, 0, 0}, Vec3{1e-30f, 0, -1e30f}}) {
        options.view_from = from;
        EXPECT_GT(draw(meshes, options).count(is_blue), 1000u) << from.x << ' ' << from.y << ' ' << from.z;
    }
    options.frame = PictureFrame{{1e30f, 1e30f, 1e30f}, {nan, 0.0f, -1e30f}};
    EXPECT_EQ(draw(meshes, options).width, 320u);
}

TEST_F(Picture, RefusesBadMeshesWithASentence)
{
    left.triangles[7] = {0, 1, 9999};
    const PictureMesh bad_index[] = {red, blue};
    EXPECT_EQ(refusal(bad_index), "mesh 1: triangle 7 names vertex 9999 of " + std::to_string(left.positions.size()));
    right.positions[12].y = std::numeric_limits<float>::quiet_NaN();
    const PictureMesh bad_position[] = {red};
    EXPECT_EQ(refusal(bad_position), "mesh 0: vertex 12: y is nan");
    right = make_sphere({}, 1.0f, 4, 4);
    const std::uint32_t far[] = {32};
    const PictureMesh bad_highlight[] = {{right.triangles, right.positions, {}, far}};
    EXPECT_EQ(refusal(bad_highlight), "mesh 0: highlighted triangle 32 of 32");
}

TEST_F(Picture, RefusesBadSizesWithASentence)
{
    PictureOptions options;
    options.width = 0;
    EXPECT_EQ(refusal({}, options), "a picture of 0 by 720 pixels has nothing to draw on");
    options.width = 4000000000u;
    EXPECT_NE(refusal({}, options).find("4000000000 by 720 pixels is too large"), std::string::npos);
}

TEST_F(Picture, NeedsNoBook)
{
    const PictureMesh meshes[] = {blue, red};
    const Result<std::string> single = draw_picture(meshes, small_picture());
    ASSERT_TRUE(single.ok());
    EXPECT_EQ(read_picture(single.value()).rgb, draw(meshes).rgb);
    EXPECT_FALSE(book->renderer().empty());
}

TEST_F(Picture, BooksLiveSideBySide)
{
    const PictureMesh meshes[] = {blue, red};
    const DrawnPicture before = draw(meshes);
    {
        Result<PictureBook> other = PictureBook::open();
        ASSERT_TRUE(other.ok());
        ASSERT_TRUE(other.value().draw(meshes, small_picture()).ok());
    }
    EXPECT_EQ(draw(meshes).rgb, before.rgb);
}

TEST(PictureDeathTest, WithoutADriverIsRefusedWithASentence)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            // The loader then finds no vendor, as on a machine without any driver.
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json", 1);
            const Result<std::string> drawn = draw_picture({});
            if (!drawn.ok())
                std::fprintf(stderr, "%s\n", drawn.error().message.c_str());
            std::exit(drawn.ok() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "no OpenGL without a window: [^\n]+");
}

} // namespace
} // namespace tactus

#endif
