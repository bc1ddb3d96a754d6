// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <tactus/tactus.h>

int main()
{
    // A ground of two triangles, and a tetrahedron that falls through it.
    const std::vector<tactus::Vec3> ground = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const std::vector<tactus::TriangleIndices> ground_triangles = {{0, 1, 2}, {0, 2, 3}};
    std::vector<tactus::Vec3> drop = {{0, 0, 1}, {0.5f, 0, 1.5f}, {-0.25f, 0.5f, 1.5f}, {-0.25f, -0.5f, 1.5f}};
    const std::vector<tactus::TriangleIndices> drop_triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};

    tactus::World world = tactus::World::create().value();
    (void)world.add_body({.triangles = ground_triangles, .positions = ground}).value();
    const tactus::BodyId body = world.add_body({.triangles = drop_triangles, .positions = drop}).value();

    for (int frame = 0; frame < 4; ++frame) {
        if (const tactus::Result<void> set = world.set_positions(body, drop); !set) {
            std::fprintf(stderr, "%s\n", set.error().message.c_str());
            return 1;
        }
        const tactus::PairReport& report = world.find_pairs();
        std::printf("frame %d: %zu pairs\n", frame, report.pair_count);
        for (const tactus::BodyPairs& both : report.bodies)
            for (const tactus::TrianglePair& pair : both.pairs)
                std::printf("  ground triangle %u, drop triangle %u\n", pair.a, pair.b);
        for (tactus::Vec3& vertex : drop)
            vertex.z -= 0.5f;
    }
}
