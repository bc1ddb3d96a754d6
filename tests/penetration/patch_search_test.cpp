// SPDX-License-Identifier: MIT
// The triangles of a patch that may be closest to a point, by steps and at once, against all of its triangles.
#include "contacts/depths/patches/patch_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "base/cases.h"
#include "contacts/depths/patches/patch_tree.h"
#include "penetration/bodies.h"

namespace tactus::penetration {
namespace {

/// Triangles in regions, and points that look for the nearest one of a region.
class Patch {
public:
    /// A patch has some triangles of a bumpy sphere, others that are flat, thin or the same, and maybe a single one.
    explicit Patch(std::uint32_t seed)
        : random_(seed), body_(sphere(1.0, seed % 16 == 6 ? 4 : 1 + static_cast<int>(seed % 3)))
    {
        for (Vec3& p : body_.positions)
            p = p * static_cast<float>(between(random_, 0.9, 1.1));
        const double odd = seed % 4 == 0 ? 0.3 : 0.02;
        for (TriangleIndices& t : body_.triangles)
            if (uniform(random_) < odd)
                spoil(t);
        scale_ = std::ldexp(1.0f, seed % 5 == 0 ? static_cast<int>(random_() % 181) - 90 : 0);
        for (Vec3& p : body_.positions)
            p = p * scale_;
        region_count_ = 1 + seed % 3;
        const double share = seed % 7 == 0 ? 0.02 : between(random_, 0.2, 1.0);
        for (std::uint32_t t = 0; t < body_.triangles.size(); ++t)
            regions_.push_back(uniform(random_) < share ? random_() % region_count_ : none);
        // Positions are read 16 bytes at a time.
        body_.positions.reserve(body_.positions.size() + 1);
    }

    /// Looks for the nearest triangles of every region, and compares them with all.
    void expect_nearest(bool at_once)
    {
        const BodySurface surface = {body_.triangles, &body_.positions.data()->x};
        PatchTree tree;
        tree.begin(surface, {});
        for (std::uint32_t t = 0; t < regions_.size(); ++t)
            if (regions_[t] != none)
                tree.add(t, regions_[t]);
        build(tree, at_once);
        for (std::uint32_t region = 0; region < region_count_; ++region)
            if (tree.has_region(region))
                for (int round = 0; round < 4; ++round)
                    expect_nearest(surface, tree.part_of(region), region, at_once);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    void spoil(TriangleIndices& t)
    {
        Vec3* p = body_.positions.data();
        switch (random_() % 4) {
        case 0:
            t[1] = t[0];
            break;
        case 1:
            t = {t[0], t[0], t[0]};
            break;
        case 2:
            p[t[2]] = (p[t[0]] + p[t[1]]) * 0.5f;
            break;
        default:
            p[t[2]] = p[t[0]] + (p[t[2]] - p[t[0]]) * 1e-5f;
        }
    }

    static void build(PatchTree& tree, bool at_once)
    {
        tree.begin_build();
        Workers workers(1);
        if (at_once) {
            tree.plan_build();
            tree.finish_build(workers);
        }
        while (!tree.is_built())
            (void)tree.build_step();
    }

    /// Inside, far away, or where a triangle is.
    Vec3 any_point()
    {
        const Vec3 somewhere = to_float(any_direction(random_) * between(random_, 0.0, 1.2)) * scale_;
        switch (random_() % 8) {
        case 0:
            return somewhere * 1e4f;
        case 1:
            return body_.positions[random_() % body_.positions.size()];
        case 2:
            return body_.positions[random_() % body_.positions.size()] * 0.999f;
        default:
            return somewhere;
        }
    }

    void expect_nearest(const BodySurface& surface, const PatchPart& part, std::uint32_t region, bool at_once)
    {
        PatchSearch search;
        search.begin(part);
        std::vector<Vec3> points;
        const std::size_t count = 1 + random_() % PatchSearch::max_points;
        while (points.size() < count) {
            points.push_back(any_point());
            if (points.size() > 1 && random_() % 2 == 0)
                search.add_beside(points.back(), random_() % (points.size() - 1));
            else
                search.add(points.back(), random_());
        }
        if (at_once)
            search.find_at_once();
        while (!search.found())
            (void)search.step(400);
        std::vector<std::set<std::uint32_t>> found(count);
        search.for_each_found([&](std::size_t point, Vec3 at, std::uint32_t triangle) {
            EXPECT_EQ(at, points[point]);
            found[point].insert(triangle);
        });
        for (std::size_t k = 0; k < count; ++k)
            ASSERT_TRUE(found[k].contains(nearest_to(surface, points[k], region))) << k << " of " << count;
    }

    /// The lowest numbered of the nearest triangles that have an area.
    std::uint32_t nearest_to(const BodySurface& surface, Vec3 point, std::uint32_t region) const
    {
        double least = std::numeric_limits<double>::infinity();
        std::uint32_t nearest = none;
        for (std::uint32_t t = 0; t < regions_.size(); ++t) {
            if (regions_[t] != region || !has_direction(normal_of(surface.triangle(t))))
                continue;
            const double distance = closest_on(surface, t, point).distance;
            if (distance < least) {
                least = distance;
                nearest = t;
            }
        }
        return nearest;
    }

    std::mt19937 random_;
    Body body_;
    float scale_ = 1.0f;
    std::uint32_t region_count_ = 1;
    std::vector<std::uint32_t> regions_; ///< for each triangle; none if it is not in the patch
};

class PatchSearches : public testing::TestWithParam<bool> {
protected:
    void TearDown() override { use_only(0); }

    /// Zero means all that there are.
    static void use_only(std::int64_t targets)
    {
        hwy::SetSupportedTargetsForTest(targets);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

TEST_P(PatchSearches, FindTheNearestTriangleOnEveryMachine)
{
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        use_only(target);
        for (std::uint32_t seed = 0; seed < cases(120); ++seed) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << " target " << target);
            Patch(seed).expect_nearest(GetParam());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(ByStepsAndAtOnce, PatchSearches, testing::Bool(), [](const auto& way) {
    return way.param ? "at_once" : "by_steps";
});

} // namespace
} // namespace tactus::penetration
