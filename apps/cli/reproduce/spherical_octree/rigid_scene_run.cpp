// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/rigid_scene_run.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"

namespace tactus::cli {

namespace {

/// Newtons per metre, and per metre a second: of a hand-held object of about a kilogram.
constexpr Material paper_material = {.stiffness = 1000.0f, .damping = 5.0f, .friction = 2.0f};

float radius_of(const scenes::SceneMesh& ball)
{
    double squared = 0.0;
    for (const auto& [x, y, z] : ball.own_positions)
        squared = std::max(squared, double{x} * x + double{y} * y + double{z} * z);
    return static_cast<float>(std::sqrt(squared));
}

/// A world with the bodies of a rigid scene.
class RigidWorld {
public:
    /// Depths are measured through the whole overlap, or are those of single contacts, as the paper has them.
    static Result<RigidWorld> create(const scenes::Scene& scene, const RigidEntry& entry, bool measure_depths = false)
    {
        Result<World> world = World::create({.contacts = {.measure_depths = measure_depths}});
        if (!world.ok())
            return world.error();
        RigidWorld made(scene, std::move(world).value());
        made.world_.prepare_contacts();
        const papers::Options as_paper = {.traversal = entry.traversal};
        for (const scenes::SceneMesh& mesh : scene.meshes) {
            const Result<BodyId> id = mesh.name == sphere_of_scene ? made.world_.add_sphere({.radius = radius_of(mesh)})
                                                                   : made.world_.add_body(
                                                                       {.triangles = mesh.triangles,
                                                                        .positions = mesh.own_positions,
                                                                        .structure = entry.structure,
                                                                        .papers = &as_paper});
            if (!id.ok())
                return id.error();
            made.ids_.push_back(id.value());
            if (made.ids_.size() == 1)
                continue;
            const Result<void> set = made.world_.set_pair(made.ids_[0], id.value(), {.material = paper_material});
            if (!set.ok())
                return set.error();
        }
        made.poses_.resize(made.ids_.size());
        return made;
    }

    /// Bodies that stand still are left alone.
    Result<void> move(std::uint32_t frame)
    {
        for (std::size_t body = 0; body < ids_.size(); ++body) {
            const Pose pose = scene_->pose(frame, body);
            if (poses_[body] == pose)
                continue;
            if (Result<void> set = world_.set_pose(ids_[body], pose); !set.ok())
                return set;
            poses_[body] = pose;
        }
        return {};
    }

    World& world() { return world_; }
    const ForceReport& forces()
    {
        return world_.contact_forces({.step_seconds = static_cast<float>(1.0 / scene_->frames_per_second)});
    }

private:
    RigidWorld(const scenes::Scene& scene, World world) : scene_(&scene), world_(std::move(world)) {}

    const scenes::Scene* scene_;
    World world_;
    std::vector<BodyId> ids_;
    std::vector<std::optional<Pose>> poses_;
};

/// The worlds of one entry: pairs and contacts each have their own, so that neither warms the other's memory.
struct Player {
    RigidWorld pairs;
    RigidWorld contacts;
    std::vector<std::vector<double>> pair_times = {}; ///< per frame, of each repeat
    std::vector<std::vector<double>> contact_times = {};
};

double sum_of_pushes(const ForceReport& forces)
{
    double sum = 0.0;
    for (const ContactForce& contact : forces.contacts)
        sum += std::hypot(double{contact.force.x}, double{contact.force.y}, double{contact.force.z});
    return sum;
}

/// What touches where most does, with depths that are measured, and velocities from the frame before.
Result<RigidMoment> moment_of_most_contacts(const scenes::Scene& scene, const std::vector<std::size_t>& contacts)
{
    const auto most = static_cast<std::uint32_t>(std::ranges::max_element(contacts) - contacts.begin());
    Result<RigidWorld> world = RigidWorld::create(scene, {.name = "measured"}, true);
    if (!world.ok())
        return world.error();
    RigidMoment moment;
    moment.frame = most;
    for (std::uint32_t frame = most > 0 ? most - 1 : 0; frame <= most; ++frame) {
        if (Result<void> moved = world.value().move(frame); !moved.ok())
            return moved.error();
        const std::span<const Contact> found = world.value().world().find_contacts().contacts;
        moment.contacts.assign(found.begin(), found.end());
    }
    const std::span<const ContactForce> forces = world.value().forces().contacts;
    moment.forces.assign(forces.begin(), forces.end());
    return moment;
}

Error disagreement(
    const std::string& name, std::uint32_t frame, const char* what, std::size_t found, std::size_t others)
{
    return {
        ErrorCode::invalid_argument, fmt::format(
                                         "{} found {} {} at frame {}, and others {}; this is a fault of the library",
                                         name, found, what, frame, others)};
}

} // namespace

std::size_t RigidRun::frames_with_pairs() const
{
    return static_cast<std::size_t>(std::ranges::count_if(pairs_found, [](std::size_t count) { return count > 0; }));
}

std::size_t RigidRun::frames_without_contacts() const
{
    return static_cast<std::size_t>(std::ranges::count(contacts_found, std::size_t{0}));
}

Result<RigidRun> run_rigid_scene(
    const scenes::Scene& scene, const std::vector<RigidEntry>& entries, std::uint32_t repeat,
    const std::function<void(double)>& progress)
{
    RigidRun run;
    for (const scenes::SceneMesh& mesh : scene.meshes) {
        if (!scene.pose || mesh.own_positions.empty())
            return Error{ErrorCode::invalid_argument, fmt::format("{}: {} is not rigid", scene.name, mesh.name)};
        if (mesh.name == sphere_of_scene)
            continue;
        run.vertices += mesh.positions.size();
        run.triangles += mesh.triangles.size();
    }
    std::vector<Player> players;
    for (const RigidEntry& entry : entries) {
        Result<RigidWorld> pairs = RigidWorld::create(scene, entry);
        if (!pairs.ok())
            return pairs.error();
        Result<RigidWorld> contacts = RigidWorld::create(scene, entry);
        if (!contacts.ok())
            return contacts.error();
        Player& player = players.emplace_back(Player{std::move(pairs).value(), std::move(contacts).value()});
        player.pair_times.resize(scene.frame_count);
        player.contact_times.resize(scene.frame_count);
    }
    run.pairs_found.resize(scene.frame_count);
    run.contacts_found.resize(scene.frame_count);
    run.push.resize(scene.frame_count);
    // The first round takes the memory that all others reuse.
    for (std::uint32_t round = 0; round <= repeat; ++round)
        for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
            for (std::size_t k = 0; k < players.size(); ++k) {
                Player& player = players[k];
                const double begin = thread_microseconds();
                if (Result<void> moved = player.pairs.move(frame); !moved.ok())
                    return moved.error();
                const std::size_t pairs = player.pairs.world().find_pairs().pair_count;
                const double middle = thread_microseconds();
                if (Result<void> moved = player.contacts.move(frame); !moved.ok())
                    return moved.error();
                const std::size_t contacts = player.contacts.world().find_contacts().contacts.size();
                const ForceReport& forces = player.contacts.forces();
                const double end = thread_microseconds();
                if (round == 0 && k == 0) {
                    run.pairs_found[frame] = pairs;
                    run.contacts_found[frame] = contacts;
                    run.push[frame] = sum_of_pushes(forces);
                }
                if (pairs != run.pairs_found[frame])
                    return disagreement(entries[k].name, frame, "pairs", pairs, run.pairs_found[frame]);
                if (contacts != run.contacts_found[frame])
                    return disagreement(entries[k].name, frame, "contacts", contacts, run.contacts_found[frame]);
                if (round > 0) {
                    player.pair_times[frame].push_back(middle - begin);
                    player.contact_times[frame].push_back(end - middle);
                }
            }
            progress(
                static_cast<double>(round * scene.frame_count + frame + 1)
                / static_cast<double>((repeat + 1) * scene.frame_count));
        }
    Result<RigidMoment> moment = moment_of_most_contacts(scene, run.contacts_found);
    if (!moment.ok())
        return moment.error();
    run.most_contacts = std::move(moment).value();
    for (std::size_t k = 0; k < players.size(); ++k) {
        RigidTimes& times = run.entries.emplace_back();
        times.name = entries[k].name;
        for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame) {
            times.pairs.push_back(median(players[k].pair_times[frame]));
            times.contacts.push_back(median(players[k].contact_times[frame]));
        }
    }
    return run;
}

} // namespace tactus::cli
