// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <png.h>

#include <tactus/geometry.h>

namespace tactus {

/// The bytes of a PNG file read back: three bytes a pixel. Width 0 where it cannot be read.
struct DrawnPicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;

    struct Pixel {
        int red, green, blue;
    };

    Pixel at(std::uint32_t x, std::uint32_t y) const
    {
        const std::uint8_t* p = &rgb[3 * (std::size_t{y} * width + x)];
        return {p[0], p[1], p[2]};
    }

    template <class Predicate>
    std::size_t count(const Predicate& wanted) const
    {
        std::size_t found = 0;
        for (std::uint32_t y = 0; y < height; ++y)
            for (std::uint32_t x = 0; x < width; ++x)
                found += wanted(at(x, y)) ? 1 : 0;
        return found;
    }
};

inline DrawnPicture read_picture(const std::string& bytes)
{
    DrawnPicture picture;
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0)
        return picture;
    png.format = PNG_FORMAT_RGB;
    picture.rgb.resize(PNG_IMAGE_SIZE(png));
    if (png_image_finish_read(&png, nullptr, picture.rgb.data(), 0, nullptr) == 0)
        return {};
    picture.width = png.width;
    picture.height = png.height;
    return picture;
}

struct DrawnSphere {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// A sphere of rings and sectors, both poles included.
inline DrawnSphere make_sphere(Vec3 centre, float radius, std::uint32_t rings = 24, std::uint32_t sectors = 32)
{
    constexpr float pi = 3.14159265f;
    DrawnSphere sphere;
    for (std::uint32_t r = 0; r <= rings; ++r)
        for (std::uint32_t s = 0; s < sectors; ++s) {
            const float polar = pi * static_cast<float>(r) / static_cast<float>(rings);
            const float around = 2.0f * pi * static_cast<float>(s) / static_cast<float>(sectors);
            sphere.positions.push_back(
                {centre.x + radius * std::sin(polar) * std::cos(around), centre.y + radius * std::cos(polar),
                 centre.z + radius * std::sin(polar) * std::sin(around)});
        }
    for (std::uint32_t r = 0; r < rings; ++r)
        for (std::uint32_t s = 0; s < sectors; ++s) {
            const std::uint32_t next = (s + 1) % sectors;
            const std::uint32_t a = r * sectors + s;
            const std::uint32_t b = r * sectors + next;
            sphere.triangles.push_back({a, b, a + sectors});
            sphere.triangles.push_back({b, b + sectors, a + sectors});
        }
    return sphere;
}

} // namespace tactus
