// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "scenes/bodies/closed_tube.h"
#include "scenes/makers.h"
#include "scenes/random.h"

namespace tactus::scenes {
namespace {

constexpr double tube_radius = 0.08;

// The centre line of a rope that winds through a room of about two metres and is never twice in the same place.
// Loops that lie side by side now are far apart a minute later, so nearness of rest says nothing.
class Rope {
public:
    explicit Rope(Random random)
    {
        for (std::size_t i = 0; i < strands_.size(); ++i) {
            Strand& strand = strands_[i];
            const double loops = 0.6 + 0.55 * static_cast<double>(i);
            strand.turns_along = {
                loops * random.between(0.8, 1.2), loops * random.between(0.8, 1.2), loops * random.between(0.8, 1.2)};
            strand.turns_per_second = {
                random.between(0.04, 0.16), random.between(0.04, 0.16), random.between(0.04, 0.16)};
            strand.phase = {random.uniform(), random.uniform(), random.uniform()};
            strand.width = 0.36 / (1.0 + 0.25 * static_cast<double>(i));
        }
        slide_rate_ = random.between(0.05, 0.1);
        breath_rate_ = random.between(0.1, 0.3);
    }

    /// `along` runs from 0 to 1.
    Point centre(double along, double seconds) const
    {
        // The material also slides to and fro along the rope, which stretches one half and bunches up the other.
        const double s = along + 0.12 * sine_of_turns(along + slide_rate_ * seconds);
        Point sum;
        for (const Strand& strand : strands_) {
            const Point turns = strand.turns_along * s + strand.turns_per_second * seconds + strand.phase;
            sum = sum + Point{sine_of_turns(turns.x), sine_of_turns(turns.y), sine_of_turns(turns.z)} * strand.width;
        }
        return sum;
    }

    double radius(double along, double seconds) const
    {
        return tube_radius * (1.0 + 0.3 * sine_of_turns(3.0 * along - breath_rate_ * seconds));
    }

private:
    struct Strand {
        Point turns_along;
        Point turns_per_second;
        Point phase;
        double width = 0.0;
    };
    std::array<Strand, 5> strands_;
    double slide_rate_ = 0.0;
    double breath_rate_ = 0.0;
};

Point at_right_angles(Point wanted, Point tangent)
{
    Point side = wanted - tangent * dot(wanted, tangent);
    if (dot(side, side) < 1e-6) {
        const Point other = tangent.x * tangent.x < 0.5 ? Point{1.0, 0.0, 0.0} : Point{0.0, 1.0, 0.0};
        side = other - tangent * dot(other, tangent);
    }
    return unit(side);
}

MovingMesh rope_body(std::string name, std::uint32_t triangles, Random random)
{
    // Rings stand about as far apart as the points on them.
    const auto sides = std::max(3u, static_cast<std::uint32_t>(std::sqrt(triangles / 40.0) + 0.5));
    const auto ring_count = std::max(4u, static_cast<std::uint32_t>(triangles / (2.0 * sides) + 0.5));
    std::vector<Ring> rings;
    for (std::uint32_t i = 0; i < ring_count; ++i)
        rings.push_back({(i + 1.0) / (ring_count + 1.0), 1.0});
    const Rope rope(random);
    // A point at rest has its place along the rope as z and its direction from the centre line as x and y.
    const auto move = [rope, sides](const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
        Point centre;
        Point side = {0.0, 0.0, 1.0};
        Point other_side;
        double radius = 0.0;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const double along = rest[i].z;
            const bool begins_ring = i % sides == 1 || i == 0 || i + 1 == rest.size();
            if (begins_ring) {
                const double step = 1e-4;
                centre = rope.centre(along, moment.seconds);
                const Point way = rope.centre(along + step, moment.seconds) - rope.centre(along - step, moment.seconds);
                const double length_squared = dot(way, way);
                const Point tangent = length_squared > 1e-20 ? unit(way) : Point{0.0, 1.0, 0.0};
                // Carried on from ring to ring, so that the tube is not wrung.
                side = at_right_angles(side, tangent);
                other_side = cross(tangent, side);
                radius = rope.radius(along, moment.seconds);
            }
            out[i] = rounded(centre + (side * rest[i].x + other_side * rest[i].y) * radius);
        }
    };
    return {std::move(name), closed_tube(0.0, rings, 1.0, sides), move};
}

} // namespace

Scene large_deformation(const SceneOptions& options)
{
    return moving_scene(
        options.frames, {rope_body("first rope", options.triangles, Random(options.seed, 31)),
                         rope_body("second rope", options.triangles, Random(options.seed, 32))});
}

} // namespace tactus::scenes
