// SPDX-License-Identifier: MIT
// The oracles where everything is in contact with everything.
#include <gtest/gtest.h>

#include "fuzz/checks/checks.h"

namespace tactus::fuzz {
namespace {

/// A sheet of squares of two triangles each, in a plane across the z axis.
FuzzMesh sheet_of(std::uint32_t columns, std::uint32_t rows, float height)
{
    FuzzMesh mesh;
    for (std::uint32_t k = 0; k < (columns + 1) * (rows + 1); ++k)
        mesh.positions.push_back(
            {0.25f * static_cast<float>(k % (columns + 1)), 0.25f * static_cast<float>(k / (columns + 1)), height});
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t k = row * (columns + 1) + column, above = k + columns + 1;
            mesh.triangles.insert(mesh.triangles.end(), {{k, k + 1, above}, {k + 1, above + 1, above}});
        }
    return mesh;
}

/// Everything is in contact with everything, which is more than a world has room for if nobody says how much. Which
/// triangle keeps a contact follows from all of it.
TEST(Oracles, HaveRoomForAllContactsOfWhichTheyKeepTheLocalOnes)
{
    FuzzCase crowded;
    crowded.bodies.resize(2);
    crowded.bodies[0].parts = {sheet_of(9, 9, 0.0f)};
    crowded.bodies[1].parts = {sheet_of(9, 9, 3.0f)};
    crowded.settings.contact_distance = 8.0f;
    crowded.frames.resize(1);
    Findings findings;
    findings.only = {"local_all", "local_true"};
    check_case(crowded, findings);
    for (const Finding& finding : findings.found())
        ADD_FAILURE() << finding.message;
    EXPECT_GT(findings.counts.contacts, ContactSettings{}.max_contacts);
}

} // namespace
} // namespace tactus::fuzz
