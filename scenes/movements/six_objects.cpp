// SPDX-License-Identifier: MIT
// After the experiment of C. Tzafestas and P. Coiffet, "Real-Time Collision Detection using Spherical Octrees", 1996:
// a polyhedron that a hand leads, the FOLLOWER, among five others. Its text names rectangular objects, cylinders and
// spheres; which five stood in its figure, and where, is not known, so these are ours. All are made from grids of
// points.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "scenes/bodies/grid_body.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

struct RigidBody {
    std::string name;
    Shape shape;
    tactus::Pose (*pose)(const Moment& moment);
};

/// Turned by some turns about a unit axis, then moved.
tactus::Pose place(Point origin, Point axis = {0.0, 0.0, 1.0}, double turns = 0.0)
{
    const double s = sine_of_turns(0.5 * turns);
    return {{origin.x, origin.y, origin.z}, {s * axis.x, s * axis.y, s * axis.z, cosine_of_turns(0.5 * turns)}};
}

/// Round the room and out to each of the objects, down to the floor now and then, with the tremor of a hand.
tactus::Pose follower_pose(const Moment& moment)
{
    const double round = moment.progress;
    const double reach = 0.36 + 0.09 * cosine_of_turns(4.0 * round);
    const double height = 0.02 + 0.16 * cosine_of_turns(6.0 * round + 0.1);
    const double tremor = 0.003 * sine_of_turns(2.7 * moment.seconds) + 0.002 * sine_of_turns(7.1 * moment.seconds);
    return place(
        {reach * cosine_of_turns(round), reach * sine_of_turns(round), height + tremor}, unit({0.3, 1.0, 0.4}),
        1.5 * round + 0.05);
}

/// None of the others touch each other.
std::vector<RigidBody> bodies(std::uint32_t triangles)
{
    std::vector<RigidBody> list;
    list.push_back({"follower", grid_ellipsoid(triangles, {0.12, 0.15, 0.2}), follower_pose});
    list.push_back({"box", grid_box({0.4, 0.5, 0.4}), [](const Moment&) { return place({0.7, 0.0, 0.0}); }});
    list.push_back({"cylinder", grid_cylinder(triangles, 0.22, 0.5), [](const Moment&) {
                        return place({0.0, 0.7, 0.05}, {0.0, 1.0, 0.0}, 0.15);
                    }});
    list.push_back({"cone", grid_cone(triangles, 0.3, 0.6), [](const Moment&) { return place({-0.7, 0.0, 0.05}); }});
    list.push_back({"ball", grid_ellipsoid(triangles, {0.25, 0.25, 0.25}), [](const Moment&) {
                        return place({0.0, -0.7, 0.0});
                    }});
    list.push_back({"floor", grid_box({2.2, 2.2, 0.1}), [](const Moment&) { return place({0.0, 0.0, -0.35}); }});
    return list;
}

/// The formula of tactus::Pose.
Vec3 posed(const tactus::Pose& pose, Vec3 p)
{
    auto [x, y, z, w] = pose.rotation;
    const double largest = std::max({std::abs(x), std::abs(y), std::abs(z), std::abs(w)});
    x /= largest, y /= largest, z /= largest, w /= largest;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    x /= length, y /= length, z /= length, w /= length;
    const scenes::Pose columns = {
        {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)},
        {2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)},
        {2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)},
        {pose.position.x, pose.position.y, pose.position.z}};
    return rounded(columns({p.x, p.y, p.z}));
}

} // namespace

Scene six_objects(const SceneOptions& options)
{
    const auto list = std::make_shared<const std::vector<RigidBody>>(bodies(options.triangles));
    std::vector<MovingMesh> meshes;
    for (const RigidBody& body : *list)
        meshes.push_back(
            {body.name, body.shape,
             [pose = body.pose](const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
                 const tactus::Pose now = pose(moment);
                 for (std::size_t i = 0; i < rest.size(); ++i)
                     out[i] = posed(now, rounded(rest[i]));
             }});
    Scene scene = moving_scene(options.frames, std::move(meshes));
    for (std::size_t mesh = 0; mesh < list->size(); ++mesh)
        for (const Point& p : (*list)[mesh].shape.points)
            scene.meshes[mesh].own_positions.push_back(rounded(p));
    scene.pose = [list, frames = options.frames](std::uint32_t frame, std::size_t mesh) {
        return (*list)[mesh].pose(moment_of(frame, frames));
    };
    return scene;
}

} // namespace tactus::scenes
