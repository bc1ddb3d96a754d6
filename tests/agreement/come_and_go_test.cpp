// SPDX-License-Identifier: MIT
// Bodies that are added and removed, filters, and contacts that are allowed, against plain loops.
#include <optional>

#include "agreement/plain_loop.h"
#include "agreement/scene_player.h"

namespace tactus {
namespace {

/// A body as the test remembers it.
struct Remembered {
    BodyId id;
    const scenes::SceneMesh* mesh = nullptr;
    std::vector<Vec3> positions;
    CollisionFilter filter;
    bool self_collision = false;

    PlainMesh plain() const { return {mesh->triangles, positions}; }
};

class Crowd {
public:
    Crowd(const scenes::Scene& scene, std::uint32_t workers, std::uint64_t seed)
        : scene_(scene), world_(make_world(workers)), random_(seed)
    {
    }

    void add()
    {
        Remembered body;
        body.mesh = &scene_.meshes[random_.below(std::uint32_t(scene_.meshes.size()))];
        body.positions = somewhere(*body.mesh);
        body.filter = some_filter();
        body.self_collision = random_.below(3) == 0;
        const Result<BodyId> id = world_.add_body(
            {.triangles = body.mesh->triangles,
             .positions = body.positions,
             .structure = random_.below(4) == 0 ? Structure::brute_force : Structure::refit_bvh,
             .self_collision = body.self_collision,
             .filter = body.filter});
        ASSERT_TRUE(id.ok());
        body.id = id.value();
        bodies_.push_back(std::move(body));
    }

    void remove()
    {
        const std::uint32_t k = random_.below(std::uint32_t(bodies_.size()));
        const BodyId id = bodies_[k].id;
        ASSERT_TRUE(world_.remove_body(id).ok());
        EXPECT_FALSE(world_.remove_body(id).ok());
        bodies_.erase(bodies_.begin() + k);
        std::erase_if(allowed_, [id](const auto& two) { return two.first == id || two.second == id; });
    }

    void move()
    {
        Remembered& body = any();
        body.positions = somewhere(*body.mesh);
        ASSERT_TRUE(world_.set_positions(body.id, body.positions).ok());
    }

    void set_filter()
    {
        Remembered& body = any();
        body.filter = some_filter();
        ASSERT_TRUE(world_.set_filter(body.id, body.filter).ok());
    }

    void allow_or_forbid()
    {
        const BodyId a = any().id, b = any().id;
        const bool allowed = random_.below(2) == 0;
        ASSERT_TRUE(world_.ignore_contacts(a, b, allowed).ok());
        std::erase(allowed_, std::pair{std::min(a, b), std::max(a, b)});
        if (allowed)
            allowed_.emplace_back(std::min(a, b), std::max(a, b));
    }

    void step()
    {
        const std::uint32_t what = random_.below(8);
        if (bodies_.size() < 3 || (what == 0 && bodies_.size() < 9))
            add();
        else if (what == 1)
            remove();
        else if (what == 2)
            set_filter();
        else if (what == 3)
            allow_or_forbid();
        else
            move();
    }

    void expect_agreement()
    {
        EXPECT_EQ(world_.body_count(), bodies_.size());
        Answer expected;
        for (const Remembered& a : bodies_)
            for (const Remembered& b : bodies_) {
                if (a.id.index > b.id.index || (a.id == b.id && !a.self_collision))
                    continue;
                if (std::ranges::count(allowed_, std::pair{std::min(a.id, b.id), std::max(a.id, b.id)}) > 0)
                    continue;
                const bool collide = (a.filter.group & b.filter.mask) != 0 && (b.filter.group & a.filter.mask) != 0;
                if (a.id != b.id && !collide)
                    continue;
                std::vector<TrianglePair> pairs =
                    a.id == b.id ? plain_self_pairs(a.plain()) : plain_pairs(a.plain(), b.plain());
                if (!pairs.empty())
                    expected[{a.id.index, b.id.index}] = std::move(pairs);
            }
        const PairReport& report = world_.find_pairs();
        EXPECT_TRUE(report.complete);
        for (const BodyPairs& two : report.bodies)
            for (const BodyId id : {two.body_a, two.body_b})
                EXPECT_TRUE(std::ranges::any_of(bodies_, [id](const Remembered& body) { return body.id == id; }));
        EXPECT_TRUE(agree(answer_of(report), expected));
        seen_ += pair_count(expected);
    }

    std::size_t pairs_seen() const { return seen_; }

private:
    Remembered& any() { return bodies_[random_.below(std::uint32_t(bodies_.size()))]; }

    CollisionFilter some_filter()
    {
        if (random_.below(2) == 0)
            return {};
        return {.group = 1u << random_.below(3), .mask = random_.below(8)};
    }

    std::vector<Vec3> somewhere(const scenes::SceneMesh& mesh)
    {
        std::vector<Vec3> positions = mesh.positions;
        Vec3 low = positions[0], high = positions[0];
        for (const Vec3& p : positions) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        const float size = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
        const scenes::Point to = random_.in_cube();
        const Vec3 by = {
            float(to.x) * size - 0.5f * (low.x + high.x), float(to.y) * size - 0.5f * (low.y + high.y),
            float(to.z) * size - 0.5f * (low.z + high.z)};
        for (Vec3& p : positions)
            p = {p.x + by.x, p.y + by.y, p.z + by.z};
        return positions;
    }

    const scenes::Scene& scene_;
    World world_;
    scenes::Random random_;
    std::vector<Remembered> bodies_;
    std::vector<std::pair<BodyId, BodyId>> allowed_;
    std::size_t seen_ = 0;
};

class ComeAndGo : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Workers, ComeAndGo, testing::Values(1u, 2u, 5u, 8u), testing::PrintToStringParamName());

TEST_P(ComeAndGo, BodiesFiltersAndAllowedContactsAreFollowed)
{
    const scenes::Scene scene = scene_called("many_bodies", {.triangles = 80, .bodies = 4});
    Crowd crowd(scene, GetParam(), 100 + GetParam());
    for (int step = 0; step < 120; ++step) {
        crowd.step();
        if (step % 3 == 0)
            crowd.expect_agreement();
    }
    EXPECT_GT(crowd.pairs_seen(), 100u);
}

} // namespace
} // namespace tactus
