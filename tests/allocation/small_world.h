// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "allocation/shortage.h"
#include "base/cases.h"
#include "base/structure_options.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

inline Mesh ball(std::uint32_t triangles, Vec3 centre)
{
    const scenes::Shape shape = scenes::icosphere(triangles);
    Mesh mesh{shape.triangles, {}};
    for (const scenes::Point& p : shape.points)
        mesh.positions.push_back({float(p.x) + centre.x, float(p.y) + centre.y, float(p.z) + centre.z});
    return mesh;
}

/// Two balls that pass through each other, in one mesh.
inline Mesh crossed_balls()
{
    Mesh both = ball(80, {0.1f, 0.2f, 0.0f});
    const Mesh second = ball(20, {1.2f, 0.3f, 0.1f});
    const auto first = static_cast<std::uint32_t>(both.positions.size());
    both.positions.insert(both.positions.end(), second.positions.begin(), second.positions.end());
    for (const auto& [a, b, c] : second.triangles)
        both.triangles.push_back({first + a, first + b, first + c});
    return both;
}

inline std::vector<Vec3> shifted(std::vector<Vec3> positions, float x)
{
    for (Vec3& p : positions)
        p = {p.x + x, p.y + 0.1f * x * p.x, p.z};
    return positions;
}

struct Setting {
    Structure structure;
    std::uint32_t workers;
    std::size_t step; ///< memory ends at every so many-th allocation, on most days at every third one of these

    friend void PrintTo(const Setting& setting, std::ostream* out)
    {
        *out << "structure " << int(setting.structure) << ", " << setting.workers << " workers";
    }
};

/// What all questions about a world come to.
struct Answers {
    std::vector<std::array<std::uint32_t, 4>> pairs;
    std::size_t contacts = 0;
    float force = 0.0f;
    float distance = 0.0f;
    float hit = 0.0f;

    friend bool operator==(const Answers&, const Answers&) = default;
    friend void PrintTo(const Answers& answers, std::ostream* out)
    {
        *out << answers.pairs.size() << " pairs, " << answers.contacts << " contacts, force " << answers.force
             << ", distance " << answers.distance << ", hit " << answers.hit;
    }
};

class OutOfMemory : public testing::TestWithParam<Setting> {
protected:
    struct Made {
        World world = World::create({.worker_count = GetParam().workers, .contacts = {.max_contacts = 4096}}).value();
        BodyId a, b, far, sphere;
    };

    BodyDesc desc(const Mesh& mesh, bool self_collision) const
    {
        BodyDesc made = {.triangles = mesh.triangles, .positions = mesh.positions};
        made.structure = choice_of(
            GetParam().structure, structures::SphericalOctree{.levels = 2},
            structures::OnDemandSphereTree{.enough_triangles = 2}, structures::MedialSphereTree{.tree = &spheres_});
        made.self_collision = self_collision;
        return made;
    }
    std::unique_ptr<Made> make() const
    {
        auto made = std::make_unique<Made>();
        made->a = made->world.add_body(desc(crossed_, true)).value();
        made->b = made->world.add_body(desc(ball_, false)).value();
        made->far = made->world.add_body(desc(far_, false)).value();
        made->sphere = made->world.add_sphere({.centre = {0, 0, 1.1f}, .radius = 0.3f}).value();
        return made;
    }
    static Answers ask(Made& made)
    {
        Answers answers;
        const PairReport& pairs = made.world.find_pairs();
        EXPECT_TRUE(pairs.complete);
        EXPECT_FALSE(pairs.out_of_memory);
        for (const BodyPairs& both : pairs.bodies)
            for (const TrianglePair& pair : both.pairs)
                answers.pairs.push_back({both.body_a.index, pair.a, both.body_b.index, pair.b});
        std::sort(answers.pairs.begin(), answers.pairs.end());
        const ContactReport& contacts = made.world.find_contacts();
        EXPECT_TRUE(contacts.complete);
        EXPECT_FALSE(contacts.out_of_memory);
        answers.contacts = contacts.contacts.size();
        const ForceReport& forces = made.world.contact_forces();
        EXPECT_FALSE(forces.out_of_memory);
        for (const Wrench& wrench : forces.bodies)
            answers.force += std::abs(wrench.force.x) + std::abs(wrench.force.y) + std::abs(wrench.force.z);
        if (made.world.info(made.b).ok())
            answers.distance = made.world.closest_points(made.b, made.far).value().distance;
        answers.hit = made.world.cast_ray({9.0f, 0.1f, 0.05f}, {-1.0f, 0.0f, 0.0f}).value().distance;
        return answers;
    }
    /// Calls `act` on a new world again and again, each time with memory that ends one piece later, until it does not
    /// end any more. `check` says what must hold then, and whether memory has ended.
    void end_memory_everywhere(
        const std::function<void(Made&)>& act, const std::function<void(Made&, bool)>& check, bool warm = false)
    {
        const auto try_with = [&](std::size_t pieces, Shortage shortage) {
            auto made = make();
            if (warm)
                ask(*made);
            bool has_ended = false;
            {
                const MemoryEnds ends(pieces, shortage);
                act(*made);
                has_ended = ends.has_ended();
            }
            check(*made, has_ended);
            return has_ended;
        };
        const std::size_t times = end_memory_after_each(try_with, GetParam().step * on_most_days(6, 1));
        // A world that has seen such frames asks for nothing.
        EXPECT_TRUE(times > 0 || warm);
    }
    const Mesh crossed_ = crossed_balls(), ball_ = ball(80, {-1.0f, 0.1f, 0.2f}), far_ = ball(80, {-4.0f, 0.0f, 0.3f});
    const SphereTree spheres_ =
        make_sphere_tree({ball_.triangles, ball_.positions}, {.levels = 1, .method = SphereMethod::octree}).value();
};

} // namespace tactus
