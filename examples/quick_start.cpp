// SPDX-License-Identifier: MIT
// The quick start of the README: a blanket sinks onto a hill, and every intersecting pair of triangles is found.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <tactus/tactus.h>

namespace {

struct Mesh {
    std::vector<tactus::TriangleIndices> triangles;
    std::vector<tactus::Vec3> positions;
};

// A square sheet of 2 * cells * cells triangles, two metres wide, at height z = 0.
Mesh make_sheet(std::uint32_t cells)
{
    Mesh sheet;
    const std::uint32_t row = cells + 1;
    const float step = 2.0f / static_cast<float>(cells);
    for (std::uint32_t y = 0; y < row; ++y) {
        for (std::uint32_t x = 0; x < row; ++x)
            sheet.positions.push_back({static_cast<float>(x) * step - 1.0f, static_cast<float>(y) * step - 1.0f, 0.0f});
    }
    for (std::uint32_t y = 0; y < cells; ++y) {
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t corner = y * row + x;
            sheet.triangles.push_back({corner, corner + 1, corner + row + 1});
            sheet.triangles.push_back({corner, corner + row + 1, corner + row});
        }
    }
    return sheet;
}

// Highest in the middle, zero at the rim.
float bulge(const tactus::Vec3& p) { return (1.0f - p.x * p.x) * (1.0f - p.y * p.y); }

} // namespace

int main()
{
    Mesh hill = make_sheet(50);
    for (tactus::Vec3& vertex : hill.positions)
        vertex.z = 0.5f * bulge(vertex);
    Mesh blanket = make_sheet(70);

    tactus::World world = tactus::World::create().value();
    const tactus::BodyId ground = world.add_body({.triangles = hill.triangles, .positions = hill.positions}).value();
    const tactus::BodyId cloth =
        world.add_body({.triangles = blanket.triangles, .positions = blanket.positions}).value();

    for (int frame = 0; frame < 5; ++frame) {
        // Your simulation moves the vertices, every one of them if it likes.
        for (tactus::Vec3& vertex : blanket.positions)
            vertex.z = 0.7f - 0.1f * static_cast<float>(frame) + 0.05f * bulge(vertex);

        if (const auto done = world.set_positions(cloth, blanket.positions); !done)
            return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 1;
        const tactus::PairReport& report = world.find_pairs();

        std::printf("frame %d: %zu intersecting pairs\n", frame, report.pair_count);
        for (const tactus::BodyPairs& both : report.bodies) {
            const tactus::TrianglePair first = both.pairs.front();
            std::printf("  the first: triangle %u of the hill, triangle %u of the blanket\n", first.a, first.b);
        }
    }
    std::printf("the hill holds %zu triangles\n", world.info(ground).value().triangles);
}
