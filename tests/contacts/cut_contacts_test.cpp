// SPDX-License-Identifier: MIT
// A contact query that is cut after any number of work units covers every contact there is, and says how well.
#include <cstring>

#include "contacts/contact_answers.h"

namespace tactus {
namespace {

/// Whether a contact's point is within the bound of an open part between the same bodies, whose separation can be its.
bool is_covered(const Contact& contact, std::span<const Contact> open)
{
    return std::any_of(open.begin(), open.end(), [&](const Contact& part) {
        const double x = double(contact.point.x) - part.point.x, y = double(contact.point.y) - part.point.y,
                     z = double(contact.point.z) - part.point.z;
        return part.body_a == contact.body_a && part.body_b == contact.body_b
            && std::sqrt(x * x + y * y + z * z) <= double(part.point_bound)
            && (contact.separation <= 0.0f || contact.separation >= part.separation_lower);
    });
}

/// What must hold of any cut, given the whole answer to the same question.
class Promises {
public:
    explicit Promises(const ContactReport& whole) : all_(whole.confirmed().begin(), whole.confirmed().end())
    {
        std::set<std::pair<BodyId, BodyId>> crossed;
        for (const Contact& contact : all_)
            if (contact.crosses && !is_vertex_inside(contact))
                crossed.insert({contact.body_a, contact.body_b});
        // Where surfaces cross, vertices inside only tell how deep.
        for (const Contact& contact : all_)
            if (!is_vertex_inside(contact) || !crossed.contains({contact.body_a, contact.body_b}))
                to_cover_.push_back(contact);
        for (const Contact& contact : all_)
            EXPECT_TRUE(by_id_.try_emplace(contact.id, &contact).second) << "an id is used twice";
    }

    void check(const ContactReport& report, std::uint64_t units)
    {
        std::set<std::uint64_t> confirmed;
        for (const Contact& contact : report.confirmed()) {
            EXPECT_EQ(contact.error_bound, 0.0f);
            EXPECT_TRUE(by_id_.contains(contact.id)) << "a contact that is none, after " << units;
            EXPECT_TRUE(confirmed.insert(contact.id).second);
        }
        float worst = 0.0f;
        for (const Contact& part : report.open()) {
            EXPECT_EQ(part.kind, ContactKind::parts);
            EXPECT_LE(part.separation_lower, part.separation_upper);
            worst = std::max(worst, part.error_bound);
        }
        EXPECT_EQ(worst, report.worst_error);
        EXPECT_LE(report.worst_error, worst_before_) << "after " << units;
        EXPECT_EQ(report.open_pairs, report.open().size());
        worst_before_ = report.worst_error;
        std::size_t uncovered = 0;
        for (const Contact& contact : to_cover_)
            uncovered += !confirmed.contains(contact.id) && !is_covered(contact, report.open()) ? 1 : 0;
        EXPECT_EQ(uncovered, 0u) << "of " << all_.size() << " after " << units;
    }

private:
    static bool is_vertex_inside(const Contact& contact)
    {
        return contact.kind == ContactKind::vertex_inside || contact.kind == ContactKind::inside_vertex;
    }

    std::vector<Contact> all_;
    std::vector<Contact> to_cover_;
    std::map<std::uint64_t, const Contact*> by_id_;
    float worst_before_ = std::numeric_limits<float>::infinity();
};

/// Budgets up to what is needed and one more: every one, or about so many of them, closer together where they are few.
std::vector<std::uint64_t> cuts(std::uint64_t needed, std::size_t count)
{
    std::set<std::uint64_t> list = {0, 1, 2, needed, needed + 1};
    if (needed <= count)
        for (std::uint64_t units = 0; units <= needed; ++units)
            list.insert(units);
    for (std::size_t k = 0; needed > count && k < count; ++k)
        list.insert(static_cast<std::uint64_t>(std::pow(double(needed), double(k) / double(count))));
    return {list.begin(), list.end()};
}

/// A world at one frame of a scene, made anew for every cut, so that no cut knows of another.
ScenePlayer player_at(const scenes::Scene& scene, std::uint32_t frame, const ContactSettings& settings, Structure structure)
{
    Way way = tree_way(1);
    way.structure = [structure](std::size_t) { return structure; };
    ScenePlayer player(scene, way);
    EXPECT_TRUE(player.world().set_contact_settings(settings).ok());
    player.set_frame(frame);
    return player;
}

void cut_everywhere(const scenes::Scene& scene, Structure structure, RefinementOrder order, std::size_t cut_count)
{
    // Where scales are mixed, everything small is near everything else, and does not fit.
    const float distance = scene.name == "mixed_scales" ? 0.0f : 0.3f * mean_edge(scene);
    const ContactSettings settings = {.contact_distance = distance, .order = order};
    const std::uint32_t frame = scene.frame_count / 2;
    ScenePlayer whole = player_at(scene, frame, settings, structure);
    const ContactReport& answer = whole.world().find_contacts();
    EXPECT_TRUE(answer.complete);
    const std::uint64_t needed = answer.work_units_spent;
    const ContactSet all = contact_set(answer);
    Promises promises(answer);
    for (const std::uint64_t units : cuts(needed, cut_count)) {
        ScenePlayer fresh = player_at(scene, frame, settings, structure);
        const ContactReport& cut = fresh.world().find_contacts(Budget::work_units(units));
        promises.check(cut, units);
        EXPECT_LE(cut.work_units_spent, units);
        EXPECT_EQ(cut.complete, units >= needed) << units << " of " << needed;
        const ContactReport& rest = fresh.world().refine_contacts();
        EXPECT_TRUE(rest.complete);
        EXPECT_EQ(rest.work_units_spent + std::min(units, needed), needed);
        EXPECT_TRUE(contact_set(rest) == all) << units << " of " << needed;
    }
}

class CutContacts : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, CutContacts, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(CutContacts, CoverEveryContactAfterEveryUnit)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 120, .bodies = 5});
    cut_everywhere(scene, Structure::refit_bvh, RefinementOrder::worst_error_first, 120);
}

TEST_P(CutContacts, CoverEveryContactInEveryOrderAndStructure)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 60, .bodies = 4});
    for (const RefinementOrder order : {RefinementOrder::breadth_first, RefinementOrder::depth_first})
        cut_everywhere(scene, Structure::refit_bvh, order, 12);
    cut_everywhere(scene, Structure::brute_force, RefinementOrder::worst_error_first, 12);
}

} // namespace
} // namespace tactus
