// SPDX-License-Identifier: MIT
// What is said of lists of pairs of triangles, with every instruction set.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "contacts/batch/pair_boxes.h"
#include "contacts/batch/shared_corners.h"
#include "geometry/box.h"

namespace tactus {
namespace {

constexpr std::uint32_t triangle_count = 40;

/// Triangles of few vertices, so that most of them have some in common, and every two of them as a pair.
struct Soup {
    Soup()
    {
        std::mt19937 random(7);
        for (std::uint32_t t = 0; t < triangle_count; ++t) {
            triangles.push_back({});
            do
                for (std::uint32_t& corner : triangles.back())
                    corner = random() % 12;
            while (has_corner_twice(triangles.back()));
            for (std::uint32_t lower = 0; lower < t; ++lower)
                pairs.push_back({lower, t});
        }
        for (std::size_t k = 0; k < 3 * 12 + 1; ++k)
            positions.push_back(static_cast<float>(random() % 2000) / 1000.0f - 1.0f);
    }

    static bool has_corner_twice(const TriangleIndices& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }
    BodySurface surface() const { return {triangles, positions.data(), nullptr, nullptr}; }

    std::vector<TriangleIndices> triangles;
    std::vector<TrianglePair> pairs;
    std::vector<float> positions;
};

template <class Visit>
void with_every_instruction_set(Visit visit)
{
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        visit();
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(PairLists, SayWhichCornersAndEdgesHaveAVertexInCommon)
{
    const Soup soup;
    with_every_instruction_set([&] {
        std::vector<std::uint32_t> shared(soup.pairs.size() + 16);
        contact_batch::find_shared_corners(
            soup.triangles.data()->data(), soup.pairs.data(), soup.pairs.size(), shared.data());
        for (std::size_t i = 0; i < soup.pairs.size(); ++i) {
            const TriangleIndices &a = soup.triangles[soup.pairs[i].a], &b = soup.triangles[soup.pairs[i].b];
            std::uint32_t expected = 0;
            for (unsigned k = 0; k < 3; ++k)
                for (unsigned l = 0; l < 3; ++l) {
                    expected |= a[k] == b[l] ? 1u << k | 8u << l : 0;
                    const bool do_touch = a[k] == b[l] || a[k] == b[(l + 1) % 3] || a[(k + 1) % 3] == b[l]
                                          || a[(k + 1) % 3] == b[(l + 1) % 3];
                    if (do_touch)
                        expected |= (1u << contact_batch::near_edges | 1u << contact_batch::falling_edges)
                                    << (3 * k + l);
                }
            ASSERT_EQ(shared[i], expected) << soup.pairs[i].a << " " << soup.pairs[i].b;
        }
    });
}

TEST(PairLists, HaveTheBoxesOfTheirTriangles)
{
    const Soup soup;
    const BodySurface surface = soup.surface();
    with_every_instruction_set([&] {
        for (std::size_t begin = 0; begin < soup.pairs.size(); begin += 7)
            for (const std::size_t count : {std::size_t{1}, std::min<std::size_t>(30, soup.pairs.size() - begin)}) {
                contact_batch::PairBoxes expected;
                for (std::size_t i = begin; i < begin + count; ++i) {
                    expected.a = include(expected.a, box_of(surface.triangle(soup.pairs[i].a)));
                    expected.b = include(expected.b, box_of(surface.triangle(soup.pairs[i].b)));
                }
                const contact_batch::PairBoxes boxes = contact_batch::boxes_of_pairs(
                    contact_batch::corner_source(surface), contact_batch::corner_source(surface),
                    soup.pairs.data() + begin, count);
                ASSERT_EQ(boxes.a, expected.a);
                ASSERT_EQ(boxes.b, expected.b);
            }
    });
}

} // namespace
} // namespace tactus
