// SPDX-License-Identifier: MIT
#include "sequences/draped_cloth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/point.h"

namespace tactus::contacts {

namespace {

using scenes::Point;

constexpr double full_turn = 6.283185307179586;
constexpr std::uint32_t side_count = 60;
constexpr double cloth_width = 2.0;
constexpr double spacing = cloth_width / (side_count - 1);
constexpr double ball_radius = 0.55;
constexpr double bump = 0.08; ///< of the radius
constexpr double turns_a_second = 0.25;
constexpr double rest_offset = 0.010;
constexpr double fold_offset = 0.027; ///< more than half a square's diagonal, so that no vertex slips through a square
constexpr double friction = 0.3;      ///< the share of what slides that is taken back at each step
constexpr double floor_friction = 0.7;
constexpr std::uint32_t resting_frames = 100; ///< before the ball begins to turn
constexpr std::uint32_t frames_before = 150;  ///< those that are not played
constexpr std::uint32_t substeps = 8;
constexpr double step_seconds = 1.0 / (60.0 * substeps);

/// The distance of the ball's surface from its centre in a unit direction: bumps and hollows, ten around the axis and
/// six from pole to pole. It is sin(6 theta) cos(5 phi) sin(theta) times the bump in spherical coordinates, without
/// sines.
double surface_radius(Point direction)
{
    const double sine = std::sqrt(direction.x * direction.x + direction.y * direction.y);
    if (sine == 0.0)
        return ball_radius;
    const Point turned{direction.x / sine, direction.y / sine, 0.0};
    Point power{1.0, 0.0, 0.0};
    for (int k = 0; k < 5; ++k)
        power = {power.x * turned.x - power.y * turned.y, power.x * turned.y + power.y * turned.x, 0.0};
    const double z = direction.z, square = z * z;
    return ball_radius * (1.0 + bump * power.x * sine * sine * z * (6.0 - 32.0 * square * (1.0 - square)));
}

/// Two vertices that are held at a distance, or pushed apart to it.
struct Link {
    std::uint32_t a, b;
    double length;
    double share; ///< of the error that is taken away at each step
};

/// The cloth and the ball that it lies on.
class Drape {
public:
    Drape()
    {
        for (std::uint32_t row = 0; row < side_count; ++row)
            for (std::uint32_t column = 0; column < side_count; ++column)
                positions_.push_back(
                    {column * spacing - 0.5 * cloth_width, row * spacing - 0.5 * cloth_width, ball_radius + 0.1});
        velocities_.resize(positions_.size());
        for (std::uint32_t row = 0; row < side_count; ++row)
            for (std::uint32_t column = 0; column < side_count; ++column) {
                add_link(row, column, 0, 1, 1.0);
                add_link(row, column, 1, 0, 1.0);
                add_link(row, column, 1, 1, 0.3);
                add_link(row + 1, column, -1, 1, 0.3);
                add_link(row, column, 0, 2, 0.02);
                add_link(row, column, 2, 0, 0.02);
            }
    }

    void go_on_a_frame()
    {
        for (std::uint32_t step = 0; step < substeps; ++step) {
            before_ = positions_;
            const double turned = frame_ < resting_frames ? 0.0 : turns_a_second * step_seconds;
            ball_turns_ += turned;
            carry_ = {0.0, 0.0, full_turn * turned};
            ball_ = scenes::turned({0.0, 0.0, 1.0}, ball_turns_);
            for (std::size_t i = 0; i < positions_.size(); ++i) {
                velocities_[i] = velocities_[i] * 0.999;
                velocities_[i].z -= 9.81 * step_seconds;
                positions_[i] = positions_[i] + velocities_[i] * step_seconds;
            }
            for (const Link& link : links_)
                correct(link);
            part_folds();
            for (std::size_t i = 0; i < positions_.size(); ++i) {
                leave_floor(i);
                leave_ball(i);
            }
            for (std::size_t i = 0; i < positions_.size(); ++i)
                velocities_[i] = (positions_[i] - before_[i]) * (1.0 / step_seconds);
        }
        ++frame_;
    }

    std::vector<Vec3> cloth_positions() const
    {
        std::vector<Vec3> rounded;
        for (const Point& position : positions_)
            rounded.push_back(scenes::rounded(position));
        return rounded;
    }

    /// Where these unit directions from its centre come out of the ball as it has turned.
    std::vector<Vec3> ball_positions(const std::vector<Point>& directions) const
    {
        std::vector<Vec3> rounded;
        for (const Point& direction : directions)
            rounded.push_back(scenes::rounded(ball_(direction * surface_radius(direction))));
        return rounded;
    }

    static std::vector<TriangleIndices> cloth_triangles()
    {
        std::vector<TriangleIndices> triangles;
        for (std::uint32_t row = 0; row + 1 < side_count; ++row)
            for (std::uint32_t column = 0; column + 1 < side_count; ++column) {
                const std::uint32_t a = row * side_count + column, b = a + 1, c = a + side_count, d = c + 1;
                if ((row + column) % 2 == 1) {
                    triangles.push_back({a, b, d});
                    triangles.push_back({a, d, c});
                } else {
                    triangles.push_back({a, b, c});
                    triangles.push_back({b, d, c});
                }
            }
        return triangles;
    }

private:
    void add_link(std::uint32_t row, std::uint32_t column, int down, int right, double share)
    {
        const std::uint32_t other_row = row + std::uint32_t(down), other_column = column + std::uint32_t(right);
        if (row >= side_count || column >= side_count || other_row >= side_count || other_column >= side_count)
            return;
        const std::uint32_t a = row * side_count + column, b = other_row * side_count + other_column;
        links_.push_back({a, b, scenes::norm(positions_[a] - positions_[b]), share});
    }

    void correct(const Link& link)
    {
        const Point apart = positions_[link.b] - positions_[link.a];
        const double distance = scenes::norm(apart);
        const Point way = apart * (0.5 * link.share * (distance - link.length) / distance);
        positions_[link.a] = positions_[link.a] + way;
        positions_[link.b] = positions_[link.b] - way;
    }

    /// Pushes vertices apart that are too near each other, and takes away what they slide.
    void part_folds()
    {
        // Cells as wide as the offset, in the order of their numbers: those that are near are in cells side by side.
        cells_.clear();
        for (std::uint32_t i = 0; i < positions_.size(); ++i)
            cells_.emplace_back(cell_of(positions_[i]), i);
        std::sort(cells_.begin(), cells_.end());
        for (std::uint32_t i = 0; i < positions_.size(); ++i) {
            const std::array<std::int64_t, 3> cell = cell_of(positions_[i]);
            for (std::int64_t x = cell[0] - 1; x <= cell[0] + 1; ++x)
                for (std::int64_t y = cell[1] - 1; y <= cell[1] + 1; ++y) {
                    const std::array<std::int64_t, 3> first{x, y, cell[2] - 1}, last{x, y, cell[2] + 1};
                    auto near = std::lower_bound(cells_.begin(), cells_.end(), std::pair(first, std::uint32_t{0}));
                    for (; near != cells_.end() && near->first <= last; ++near)
                        if (near->second > i && scenes::norm(positions_[i] - positions_[near->second]) < fold_offset) {
                            correct({i, near->second, fold_offset, 1.0});
                            rub(i, near->second);
                        }
                }
        }
    }

    static std::array<std::int64_t, 3> cell_of(Point p)
    {
        const auto number = [](double coordinate) { return std::int64_t(std::floor(coordinate / fold_offset)); };
        return {number(p.x), number(p.y), number(p.z)};
    }

    void rub(std::uint32_t a, std::uint32_t b)
    {
        const Point slid = (positions_[b] - before_[b]) - (positions_[a] - before_[a]);
        positions_[a] = positions_[a] + slid * (0.5 * friction);
        positions_[b] = positions_[b] - slid * (0.5 * friction);
    }

    void leave_floor(std::size_t i)
    {
        if (positions_[i].z >= 0.0)
            return;
        const Point slid = positions_[i] - before_[i];
        positions_[i] = {positions_[i].x - floor_friction * slid.x, positions_[i].y - floor_friction * slid.y, 0.0};
    }

    void leave_ball(std::size_t i)
    {
        const double distance = scenes::norm(positions_[i]);
        const Point direction = positions_[i] * (1.0 / distance);
        const Point own{scenes::dot(direction, ball_.x_axis), scenes::dot(direction, ball_.y_axis), direction.z};
        const double least = surface_radius(own) + rest_offset;
        if (distance >= least)
            return;
        const Point moved = direction * least - before_[i] - scenes::cross(carry_, positions_[i]);
        const Point slid = moved - direction * scenes::dot(moved, direction);
        positions_[i] = direction * least - slid * friction;
    }

    std::uint32_t frame_ = 0;
    double ball_turns_ = 0.0;
    scenes::Pose ball_;
    Point carry_; ///< the way a step takes the ball's surface is the cross product of this and a point of it
    std::vector<Point> positions_, before_, velocities_;
    std::vector<Link> links_;
    std::vector<std::pair<std::array<std::int64_t, 3>, std::uint32_t>> cells_;
};

} // namespace

scenes::Scene draped_cloth(std::uint32_t frames)
{
    scenes::Scene scene;
    scene.name = "draped_cloth";
    scene.frame_count = frames;
    const scenes::Shape ball = scenes::icosphere(5120);
    Drape drape;
    for (std::uint32_t frame = 0; frame < frames_before; ++frame)
        drape.go_on_a_frame();
    using Positions = std::array<std::vector<Vec3>, 2>;
    auto played = std::make_shared<std::vector<Positions>>();
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        played->push_back({drape.cloth_positions(), drape.ball_positions(ball.points)});
        drape.go_on_a_frame();
    }
    const Positions& first = played->front();
    scene.meshes.push_back({"cloth", Drape::cloth_triangles(), first[0], true, {}});
    scene.meshes.push_back({"ball", ball.triangles, first[1], false, {}});
    scene.positions = [played](std::uint32_t frame, std::size_t mesh, std::span<Vec3> out) {
        std::ranges::copy((*played)[frame][mesh], out.begin());
    };
    return scene;
}

} // namespace tactus::contacts
