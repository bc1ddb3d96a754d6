// SPDX-License-Identifier: MIT
// The bucket octree by itself: over primitives of your own, without a world.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <tactus/bucket_octree.h>

namespace mine {

struct Bubble {
    tactus::Vec3 centre;
    float radius = 0.0f;
};

tactus::Vec3 reference_point(const Bubble& bubble) { return bubble.centre; }

tactus::BucketBox bounding_box(const Bubble& b)
{
    const auto [x, y, z] = b.centre;
    return {{x - b.radius, y - b.radius, z - b.radius}, {x + b.radius, y + b.radius, z + b.radius}};
}

} // namespace mine

int main()
{
    std::vector<mine::Bubble> bubbles;
    for (int k = 0; k < 1000; ++k)
        bubbles.push_back({{float(k % 10), float(k / 10 % 10), float(k / 100)}, 0.4f});
    bubbles[500].centre.x += 0.3f;

    tactus::BucketOctree<mine::Bubble> tree;
    tree.update(bubbles); // whenever they have moved; some may have come or gone
    int pairs = 0;
    tree.for_each_self_pair([&](std::uint32_t a, std::uint32_t b) {
        std::printf("bubbles %u and %u are near each other\n", a, b);
        ++pairs;
    });
    return pairs == 1 ? 0 : 1;
}
