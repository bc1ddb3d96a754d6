// SPDX-License-Identifier: MIT
// Positions that are lent, and end where readable memory ends.
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "scenes/scene.h"

namespace tactus {
namespace {

/// Floats right before a page that nobody may touch.
class FloatsAtAPageEnd {
public:
    explicit FloatsAtAPageEnd(std::size_t count)
    {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t bytes = (count * sizeof(float) + page - 1) / page * page;
        mapped_bytes_ = bytes + page;
        mapped_ = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped_ == MAP_FAILED || mprotect(static_cast<std::byte*>(mapped_) + bytes, page, PROT_NONE) != 0)
            return;
        floats_ = reinterpret_cast<float*>(static_cast<std::byte*>(mapped_) + bytes) - count;
    }
    ~FloatsAtAPageEnd()
    {
        if (mapped_ != MAP_FAILED)
            munmap(mapped_, mapped_bytes_);
    }
    FloatsAtAPageEnd(const FloatsAtAPageEnd&) = delete;
    FloatsAtAPageEnd& operator=(const FloatsAtAPageEnd&) = delete;

    float* data() const { return floats_; }

private:
    void* mapped_ = MAP_FAILED;
    std::size_t mapped_bytes_ = 0;
    float* floats_ = nullptr;
};

std::vector<TrianglePair> pairs_of(World& world)
{
    std::vector<TrianglePair> all;
    for (const BodyPairs& both : world.find_pairs().bodies)
        all.insert(all.end(), both.pairs.begin(), both.pairs.end());
    return all;
}

void expect_lent_positions_to_be_read_to_their_end_alone(const char* name, std::uint32_t triangles)
{
    const scenes::Scene scene = scenes::make_scene(name, {.triangles = triangles}).value();
    World lent = World::create({.contacts = {.contact_distance = 0.01f}}).value();
    World copied = World::create({.contacts = {.contact_distance = 0.01f}}).value();
    std::vector<std::unique_ptr<FloatsAtAPageEnd>> floats[2];
    std::vector<BodyId> bodies;
    const auto put = [&](std::size_t frame, std::size_t mesh, const std::vector<Vec3>& positions) {
        float* to = floats[frame % 2][mesh]->data();
        std::memcpy(to, positions.data(), positions.size() * sizeof(Vec3));
        return PositionsView(to, positions.size());
    };
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
        const scenes::SceneMesh& from = scene.meshes[mesh];
        for (auto& of_frame : floats) {
            of_frame.push_back(std::make_unique<FloatsAtAPageEnd>(3 * from.positions.size()));
            ASSERT_NE(of_frame.back()->data(), nullptr);
        }
        BodyDesc desc = {.triangles = from.triangles, .positions = from.positions};
        desc.self_collision = from.self_collision;
        bodies.push_back(copied.add_body(desc).value());
        desc.positions = put(0, mesh, from.positions);
        desc.storage = PositionStorage::borrowed;
        ASSERT_EQ(lent.add_body(desc).value(), bodies.back());
    }
    for (std::uint32_t frame = 1; frame < std::min(scene.frame_count, 6u); ++frame) {
        for (std::size_t mesh = 0; mesh < bodies.size(); ++mesh) {
            std::vector<Vec3> positions(scene.meshes[mesh].positions.size());
            scene.positions(frame * scene.frame_count / 6, mesh, positions);
            ASSERT_TRUE(copied.set_positions(bodies[mesh], positions).ok());
            ASSERT_TRUE(lent.set_positions(bodies[mesh], put(frame, mesh, positions)).ok());
        }
        EXPECT_EQ(pairs_of(lent), pairs_of(copied)) << name << ", frame " << frame;
        EXPECT_EQ(lent.find_contacts().contacts.size(), copied.find_contacts().contacts.size());
        EXPECT_EQ(
            lent.closest_points(bodies[0], bodies.back()).ok(), copied.closest_points(bodies[0], bodies.back()).ok());
        EXPECT_EQ(lent.positions(bodies[0]).value(), copied.positions(bodies[0]).value());
    }
    // A coordinate that is none is refused, and what was there before stays.
    const std::vector<Vec3> now = lent.positions(bodies[0]).value();
    std::vector<Vec3> bad = now;
    bad.back().x = std::numeric_limits<float>::quiet_NaN();
    FloatsAtAPageEnd elsewhere(3 * bad.size());
    std::memcpy(elsewhere.data(), bad.data(), bad.size() * sizeof(Vec3));
    EXPECT_FALSE(lent.set_positions(bodies[0], PositionsView(elsewhere.data(), bad.size())).ok());
    EXPECT_EQ(lent.positions(bodies[0]).value(), now);
    EXPECT_EQ(pairs_of(lent), pairs_of(copied));
}

TEST(LentPositions, AreNotReadBeyondTheirLastVertex)
{
    for (const std::uint32_t triangles : {64u, 700u})
        expect_lent_positions_to_be_read_to_their_end_alone("bumpy_spheres", triangles);
    expect_lent_positions_to_be_read_to_their_end_alone("folded_cloth", 700);
}

} // namespace
} // namespace tactus
