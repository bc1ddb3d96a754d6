// SPDX-License-Identifier: MIT
// The fuzzer with fixed seeds. `script/fuzz` runs it with new ones.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "fuzz/checks/checks.h"

namespace tactus::fuzz {
namespace {

/// How many worlds each seed stands for.
std::uint64_t cases_of_a_run()
{
#ifdef TACTUS_SANITIZED
    return 2;
#else
    return on_most_days(4, 25);
#endif
}

class RandomWorlds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomWorlds, KeepEveryPromiseThatIsChecked)
{
    for (std::uint64_t k = 0; k < cases_of_a_run(); ++k) {
        const std::uint64_t seed = GetParam() * 1000 + k;
        Findings findings;
        check_case(random_case(seed), findings);
        std::set<std::string> told;
        for (const Finding& finding : findings.found())
            if (told.insert(finding.check).second)
                ADD_FAILURE() << "tactus_fuzz --case " << seed << ": " << finding.check << ": " << finding.message;
    }
}

INSTANTIATE_TEST_SUITE_P(FixedSeeds, RandomWorlds, testing::Range<std::uint64_t>(1, 9));

/// A tetrahedron in a box that touches the bottom with one vertex: the depths of the others are measured to the
/// triangle that it is on, and the oracle has to see that it touches this.
TEST(Oracles, TakeATriangleThatIsTouchedInOnePointForOneOfTheOverlap)
{
    FuzzBody tetrahedron, box;
    tetrahedron.parts = {
        {{{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {1, 0, 3}},
         {{0.5f, -0.5f, -1.25f}, {1.25f, -0.25f, -1.5f}, {1.0f, 0.25f, -1.25f}, {0.75f, 0.0f, -1.25f}}}};
    FuzzMesh& mesh = box.parts.emplace_back();
    mesh.triangles = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {5, 7, 6}, {0, 2, 4}, {2, 5, 4},
                      {1, 6, 3}, {3, 6, 7}, {0, 4, 1}, {1, 4, 6}, {2, 3, 5}, {3, 7, 5}};
    for (const float z : {-1.5f, 1.0f})
        mesh.positions.insert(
            mesh.positions.end(), {{-1.0f, -1.25f, z}, {-1.0f, 1.0f, z}, {1.75f, -1.25f, z}, {1.75f, 1.0f, z}});
    std::swap(mesh.positions[5], mesh.positions[6]);
    FuzzCase touching;
    touching.bodies = {tetrahedron, box};
    touching.frames.resize(1);
    Findings findings;
    findings.only = {"depth_convex"};
    check_case(touching, findings);
    for (const Finding& finding : findings.found())
        ADD_FAILURE() << finding.message;
    EXPECT_GT(findings.counts.contacts, 0u);
}

} // namespace
} // namespace tactus::fuzz
