// SPDX-License-Identifier: MIT
#include "contacts/tables/place_search.h"

#include <algorithm>
#include <limits>

#include "base/work_prices.h"
#include "geometry/box.h"

namespace tactus {
namespace {

constexpr int bits_of_axis = 10;

/// Puts two zeros behind each of the ten lowest bits.
constexpr std::uint64_t spread(std::uint64_t bits)
{
    bits = (bits | bits << 16) & 0x30000ff;
    bits = (bits | bits << 8) & 0x300f00f;
    bits = (bits | bits << 4) & 0x30c30c3;
    return (bits | bits << 2) & 0x9249249;
}

/// Where a point lies between the sides of a box across an axis, in whole numbers.
std::uint64_t cell(double at, double lower, double upper)
{
    constexpr double cells = 1 << bits_of_axis;
    const double share = upper > lower ? (at - lower) / (upper - lower) * cells : 0.0;
    return static_cast<std::uint64_t>(std::clamp(share, 0.0, cells - 1.0));
}

/// How far along the curve the middle of a triangle is.
std::uint64_t place_on_curve(const Triangle& triangle, const Box& box)
{
    const auto middle = [](float a, float b, float c) { return (double(a) + double(b) + double(c)) / 3.0; };
    const auto& [a, b, c] = triangle;
    return spread(cell(middle(a.x, b.x, c.x), double(box.lower.x), double(box.upper.x)))
           | spread(cell(middle(a.y, b.y, c.y), double(box.lower.y), double(box.upper.y))) << 1
           | spread(cell(middle(a.z, b.z, c.z), double(box.lower.z), double(box.upper.z))) << 2;
}

} // namespace

void PlaceSearch::find(const Tree& tree, std::size_t triangle_count, Stages& stages)
{
    places_.clear();
    next_ = 0;
    stages.add(
        price::glance, [triangle_count] { return triangle_count; },
        [=, this](std::size_t, std::size_t last) {
            places_.reserve(triangle_count);
            places_.resize(last);
        });
    if (!tree.has_patches())
        return find_on_curve(tree, stages);
    stages.add(
        price::entry, [&tree] { return tree.triangles().size(); },
        [this, &tree](std::size_t first, std::size_t last) {
            const TriangleList list = tree.triangles();
            for (std::size_t place = first; place < last; ++place)
                if (list.number(place) < places_.size())
                    places_[list.number(place)] = next_++;
        });
}

void PlaceSearch::find_on_curve(const Tree& tree, Stages& stages)
{
    sort_.clear();
    stages.add(
        price::placed, [&tree] { return tree.triangles().size(); },
        [this, &tree](std::size_t first, std::size_t last) {
            const TriangleList list = tree.triangles();
            for (std::size_t place = first; place < last; ++place)
                if (list.number(place) < places_.size())
                    sort_.add(place_on_curve(list[place], tree.box()), list.number(place));
            if (last == list.size())
                sort_.begin(3 * bits_of_axis);
        });
    stages.add(
        price::sorted_numbers, [this] { return sort_.done() ? 0 : std::numeric_limits<std::size_t>::max(); },
        [this](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last && !sort_.done(); ++k)
                sort_.step();
        });
    stages.add(
        price::entry, [this] { return sort_.items().size(); },
        [this](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k)
                places_[sort_.items()[k].value] = static_cast<std::uint32_t>(k);
        });
}

} // namespace tactus
