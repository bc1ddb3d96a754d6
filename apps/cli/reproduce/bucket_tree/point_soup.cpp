// SPDX-License-Identifier: MIT
#include "cli/reproduce/bucket_tree/point_soup.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::cli {

namespace {

constexpr double mean_speed = 1e-3;
constexpr std::uint64_t way_seed = 2000;

} // namespace

PointSoup::PointSoup(SoupShape shape, std::size_t count, double alpha_degrees, std::uint64_t seed)
    : random_(seed), way_(way_seed), least_cosine_(std::cos(alpha_degrees * std::numbers::pi / 180.0)), points_(count)
{
    for (Vec3& point : points_)
        point = scenes::rounded((shape == SoupShape::cube ? random_.in_cube() : random_.direction()) * 0.5);
}

void PointSoup::move()
{
    const scenes::Point main = way_.direction();
    const double speed = way_.between(0.0, 2.0 * mean_speed);
    for (Vec3& point : points_) {
        const scenes::Point way = within_alpha(main) * speed;
        point = {
            static_cast<float>(point.x + way.x), static_cast<float>(point.y + way.y),
            static_cast<float>(point.z + way.z)};
    }
}

void PointSoup::shift(double x)
{
    for (Vec3& point : points_)
        point.x = static_cast<float>(point.x + x);
}

scenes::Point PointSoup::within_alpha(const scenes::Point& main)
{
    const double cosine = random_.between(least_cosine_, 1.0);
    const double sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
    const scenes::Point any = random_.direction();
    const scenes::Point across = any - main * dot(any, main);
    const double length = std::sqrt(dot(across, across));
    return length > 1e-9 ? main * cosine + across * (sine / length) : main;
}

} // namespace tactus::cli
