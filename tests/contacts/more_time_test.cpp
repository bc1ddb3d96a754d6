// SPDX-License-Identifier: MIT
// What more time, and going on with a query, may change in its answer.
#include "contacts/promises.h"

namespace tactus {
namespace {

class MoreTime : public testing::Test {
protected:
    void SetUp() override
    {
        EXPECT_TRUE(player_.world().set_contact_settings({.contact_distance = contact_distance_for(scene_)}).ok());
    }

    const scenes::Scene scene_ = scene_to_touch("soft_organs", sized(300));
    const std::uint32_t frame_ = scene_.frame_count / 2;
    ScenePlayer player_{scene_};
};

TEST_F(MoreTime, TakesNoContactBackAndRaisesNoError)
{
    player_.set_frame(frame_);
    std::set<ContactFeatures> known;
    float worst = std::numeric_limits<float>::infinity();
    bool is_first = true, complete = false;
    for (int k = 0; !complete && k < 100000; ++k) {
        World& world = player_.world();
        const ContactReport& report =
            is_first ? world.find_contacts(Budget::work_units(5)) : world.refine_contacts(Budget::work_units(5));
        is_first = false;
        std::set<ContactFeatures> now;
        for (const Contact& contact : report.contacts)
            now.insert(name_of(contact));
        EXPECT_TRUE(std::includes(now.begin(), now.end(), known.begin(), known.end()));
        EXPECT_LE(report.worst_error, worst);
        known = std::move(now);
        worst = report.worst_error;
        complete = report.complete;
    }
    EXPECT_TRUE(complete);
    EXPECT_EQ(worst, 0.0f);
    EXPECT_GT(known.size(), 10u);
}

TEST_F(MoreTime, AfterAChangeBeginsANewQuery)
{
    ScenePlayer asked(scene_);
    EXPECT_TRUE(asked.world().set_contact_settings({.contact_distance = contact_distance_for(scene_)}).ok());
    player_.set_frame(frame_);
    (void)player_.world().find_contacts(Budget::work_units(50));
    for (ScenePlayer* player : {&player_, &asked})
        player->set_frame(frame_ + 1);
    EXPECT_EQ(contact_set(player_.world().refine_contacts()), contact_set(asked.world().find_contacts()));
}

TEST_F(MoreTime, LeavesFewerUnrefinedContactsWhichAreListedApart)
{
    // The first query of a world needs more than those after it.
    player_.set_frame(frame_);
    (void)player_.world().find_contacts();
    player_.set_frame(frame_ + 1);
    const std::uint64_t needed = player_.world().find_contacts(every_unit()).work_units_spent;
    player_.set_frame(frame_ + 2);
    const ContactReport& report = player_.world().find_contacts(Budget::work_units(needed / 2));
    ASSERT_FALSE(report.complete);
    ASSERT_GT(report.contacts.size(), 0u);
    ASSERT_GT(report.unrefined.size(), 0u);
    for (const Contact& contact : report.contacts) {
        EXPECT_TRUE(contact.is_confirmed());
        EXPECT_NE(contact.id, 0u);
        EXPECT_EQ(contact.error_bound, 0.0f);
    }
    for (const Contact& contact : report.unrefined) {
        EXPECT_EQ(contact.kind, ContactKind::unrefined);
        EXPECT_EQ(contact.id, 0u);
        for (const float weight : contact.weights_a)
            EXPECT_EQ(weight, 0.0f);
    }
    EXPECT_LE(report.work_units_spent, needed / 2);
}

} // namespace
} // namespace tactus
