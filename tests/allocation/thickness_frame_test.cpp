// SPDX-License-Identifier: MIT
// Frames in which thick cloths are pressed through each other allocate nothing once the world has seen some.
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "allocation/counting_new.h"
#include "thickness/sheets.h"

namespace tactus {
namespace {

class EvenTriangles final : public ContactFilter {
public:
    bool keeps_triangles(BodyId, std::uint32_t a, BodyId, std::uint32_t b) const noexcept override
    {
        return a % 2 == 0 || b % 2 == 0;
    }
    bool keeps_contact(const Contact& contact) const noexcept override { return contact.vertices_a[0] % 7 != 0; }
};

/// A sheet that goes down through another one and comes back.
class PressedCloth {
public:
    PressedCloth()
    {
        low_ = world_.add_body(FlatSheet(0.0f, 1.0f, 8).desc(thickness)).value();
        high_ = world_.add_body(moving_.desc(thickness)).value();
        for (int frame = 0; frame < 20; ++frame)
            places_.push_back(moving_.raised_by(0.005f * float(std::abs(frame - 10)) - 0.02f));
    }

    /// Plays all frames; gives how often memory was asked for.
    std::size_t play(Budget budget)
    {
        const std::size_t before = allocation_count();
        std::size_t pushes = 0;
        bool ok = true;
        for (const std::vector<Vec3>& place : places_) {
            ok = world_.set_positions(high_, place).ok() && ok;
            world_.find_contacts(budget);
            pushes += world_.contact_forces().contacts.size();
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(pushes, 0u);
        return allocations;
    }

private:
    static constexpr Thickness thickness = {.contact_distance = 0.04f, .rest_offset = 0.02f};

    EvenTriangles filter_;
    World world_ = World::create({.contacts = {.filter = &filter_}}).value();
    FlatSheet moving_{0.0f, 0.9f, 7};
    std::vector<std::vector<Vec3>> places_;
    BodyId low_;
    BodyId high_;
};

TEST(ThickCloth, AllocatesNothingOnceItIsSettled)
{
    PressedCloth cloth;
    EXPECT_GT(cloth.play(Budget::unlimited()), 0u) << "the first time takes memory; if not, this test counts nothing";
    for (const Budget budget : {Budget::unlimited(), Budget::work_units(10), Budget::work_units(100000)}) {
        for (int round = 0; round < 4; ++round)
            cloth.play(budget);
        EXPECT_EQ(cloth.play(budget), 0u);
    }
}

} // namespace
} // namespace tactus
