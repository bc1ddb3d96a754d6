// SPDX-License-Identifier: MIT
#include "contacts/depths/ways_in.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {
namespace {

constexpr double steps_of_a_normal = 0x1p30;
// A sum that is shorter, as a share of the number of its normals, says nothing.
constexpr double least_share = 0.5;
// The cosine below which a normal faces away. No two faces of usual shapes are at just this angle.
constexpr double facing_away = -0.6;

DoubleVector vector_of(const std::array<std::int64_t, 3>& sum)
{
    return DoubleVector{double(sum[0]), double(sum[1]), double(sum[2])} * (1.0 / steps_of_a_normal);
}

} // namespace

DoubleVector unit_normal(const BodySurface& surface, std::uint32_t triangle)
{
    const TriangleIndices& corners = surface.triangles[triangle];
    const auto first = static_cast<std::size_t>(std::min_element(corners.begin(), corners.end()) - corners.begin());
    return unit(normal_of(Triangle{
        surface.vertex(corners[first]), surface.vertex(corners[(first + 1) % 3]),
        surface.vertex(corners[(first + 2) % 3])}));
}

void WaysIn::clear()
{
    crossed_.clear();
    cursor_ = 0;
    way_of_root_.clear();
    ways_.clear();
}

void WaysIn::begin(const OverlapSide& closed, const OffsetSets& regions)
{
    closed_ = &closed;
    regions_ = &regions;
    cursor_ = 0;
}

std::uint64_t WaysIn::step()
{
    const std::uint32_t triangle = crossed_[cursor_++];
    const DoubleVector normal = unit_normal(closed_->surface(), triangle);
    if (!has_direction(normal))
        return price::patch_triangle;
    const std::uint32_t root = regions_->find(closed_->patch_region(triangle)).root;
    const std::uint32_t way = way_of_root_.find_or_put(root, static_cast<std::uint32_t>(ways_.size()));
    if (way == ways_.size())
        ways_.push_back({});
    const auto add = [](double component, std::int64_t& sum) {
        sum += static_cast<std::int64_t>(std::lround(component * steps_of_a_normal));
    };
    add(normal.x, ways_[way].sum[0]);
    add(normal.y, ways_[way].sum[1]);
    add(normal.z, ways_[way].sum[2]);
    ++ways_[way].count;
    return price::patch_triangle;
}

std::uint32_t WaysIn::way_of(std::uint32_t region) const
{
    const std::uint32_t way = way_of_root_.find(regions_->find(region).root);
    if (way == NumberMap::none)
        return unknown;
    const Way& known = ways_[way];
    return length(vector_of(known.sum)) < least_share * double(known.count) ? unknown : way;
}

bool WaysIn::may_leave(std::uint32_t way, std::uint32_t triangle) const
{
    TACTUS_CHECK(done());
    const DoubleVector normal = unit_normal(closed_->surface(), triangle);
    if (!has_direction(normal))
        return false;
    if (way == unknown || TACTUS_FAULT(58))
        return true;
    const DoubleVector in = vector_of(ways_[way].sum);
    if (dot(normal, in) >= facing_away * length(in))
        return true;
    // What the piece itself goes through leads out, wherever it faces: there depths begin at zero.
    const std::uint32_t region = closed_->patch_region(triangle);
    return region != OverlapSide::none && way_of_root_.find(regions_->find(region).root) == way;
}

} // namespace tactus
