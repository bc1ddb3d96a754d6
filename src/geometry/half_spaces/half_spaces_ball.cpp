// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/half_spaces.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/check.h"
#include "geometry/half_spaces/half_space_values.h"

namespace tactus {
namespace {

using detail::BoundedDouble;
using detail::determinant;
using detail::power_of_two;
using detail::Row;
using detail::sign_at;
using detail::value_at;
using detail::Whole;
using detail::WholeValues;

/// What decides about the point of a flat that is nearest to a centre: the flat is where up to three planes meet. All
/// of it comes from products of their normals, and their values at the centre.
template <class N>
struct Flat {
    std::size_t count = 0;
    std::array<Row<N>, 3> products; ///< Each two of the planes' normals, multiplied.
    Row<N> values;                  ///< What each plane's function is at the centre.

    /// The determinant of the products.
    N size(const N& one) const
    {
        if (count == 0)
            return one;
        if (count == 1)
            return products[0][0];
        if (count == 2)
            return products[0][0] * products[1][1] - products[0][1] * products[1][0];
        return determinant(products[0], products[1], products[2]);
    }
    /// The products' inverse, times their determinant, times the values.
    Row<N> weights() const
    {
        const auto& p = products;
        if (count == 1)
            return {values[0], N{}, N{}};
        if (count == 2)
            return {p[1][1] * values[0] - p[0][1] * values[1], p[0][0] * values[1] - p[1][0] * values[0], N{}};
        return {
            determinant<N>({values[0], p[0][1], p[0][2]}, {values[1], p[1][1], p[1][2]}, {values[2], p[2][1], p[2][2]}),
            determinant<N>({p[0][0], values[0], p[0][2]}, {p[1][0], values[1], p[1][2]}, {p[2][0], values[2], p[2][2]}),
            determinant<N>(
                {p[0][0], p[0][1], values[0]}, {p[1][0], p[1][1], values[1]}, {p[2][0], p[2][1], values[2]})};
    }
    N weighted(const Row<N>& with) const
    {
        const Row<N> own = weights();
        N sum{};
        for (std::size_t k = 0; k < count; ++k)
            sum = sum + own[k] * with[k];
        return sum;
    }
};

/// Finds the point of a convex set that is nearest to a ball's centre.
class NearestOfSet {
public:
    NearestOfSet(std::span<const Plane> all, const Sphere& ball) : all_(all), ball_(ball)
    {
        for (const Plane& space : all)
            whole_.see(space);
        whole_.see(ball.centre);
        whole_.see(ball.radius);
        whole_.begin();
    }

    bool is_within() const
    {
        const Basis nearest = find(all_.size(), {});
        return nearest.exists && (nearest.count == 0 || distance_sign(nearest) <= 0);
    }

private:
    struct Basis {
        std::size_t count = 0;
        std::array<std::uint8_t, 3> planes = {};
        bool exists = true;
    };

    // Looks at the first so many half-spaces, and at points on all planes of a basis.
    Basis find(std::size_t spaces, const Basis& on) const
    {
        Basis nearest = on;
        for (std::size_t next = 0; next < spaces && nearest.exists; ++next) {
            const auto end = nearest.planes.begin() + nearest.count;
            if (std::find(nearest.planes.begin(), end, next) != end || outside_sign(nearest, next) <= 0)
                continue;
            Basis more = on;
            if (more.count == 3)
                return {0, {}, false};
            more.planes[more.count++] = static_cast<std::uint8_t>(next);
            if (size_sign(more) == 0)
                return {0, {}, false};
            nearest = find(next, more);
        }
        return nearest;
    }

    Flat<BoundedDouble> near_flat(const Basis& basis) const
    {
        Flat<BoundedDouble> flat;
        flat.count = basis.count;
        for (std::size_t i = 0; i < basis.count; ++i) {
            flat.values[i] = value_at(all_[basis.planes[i]], ball_.centre);
            for (std::size_t k = 0; k < basis.count; ++k)
                flat.products[i][k] = product(basis.planes[i], basis.planes[k]);
        }
        return flat;
    }
    Flat<Whole> whole_flat(const Basis& basis) const
    {
        Flat<Whole> flat;
        flat.count = basis.count;
        for (std::size_t i = 0; i < basis.count; ++i) {
            flat.values[i] = whole_.value(all_[basis.planes[i]], ball_.centre);
            for (std::size_t k = 0; k < basis.count; ++k)
                flat.products[i][k] = whole_product(basis.planes[i], basis.planes[k]);
        }
        return flat;
    }
    BoundedDouble product(std::size_t a, std::size_t b) const
    {
        return value_at({all_[a].normal, 0.0f}, all_[b].normal);
    }
    Whole whole_product(std::size_t a, std::size_t b) const
    {
        return dot(whole_.normal(all_[a]), whole_.normal(all_[b]));
    }

    int size_sign(const Basis& basis) const
    {
        const int sign = near_flat(basis).size({1.0, 0.0}).sign();
        return sign != BoundedDouble::unknown ? sign : whole_flat(basis).size(power_of_two(0)).sign();
    }
    // Whether the point of a flat that is nearest to the centre is outside of a half-space.
    int outside_sign(const Basis& basis, std::size_t space) const
    {
        if (basis.count == 0)
            return sign_at(all_[space], ball_.centre);
        Row<BoundedDouble> with;
        for (std::size_t k = 0; k < basis.count; ++k)
            with[k] = product(space, basis.planes[k]);
        const Flat<BoundedDouble> flat = near_flat(basis);
        const int sign = (value_at(all_[space], ball_.centre) * flat.size({1.0, 0.0}) - flat.weighted(with)).sign();
        if (sign != BoundedDouble::unknown)
            return sign;
        Row<Whole> whole_with;
        for (std::size_t k = 0; k < basis.count; ++k)
            whole_with[k] = whole_product(space, basis.planes[k]);
        const Flat<Whole> whole = whole_flat(basis);
        return (whole_.value(all_[space], ball_.centre) * whole.size(power_of_two(0)) - whole.weighted(whole_with))
            .sign();
    }
    // The sign of the distance between the centre and the nearest point of a flat, less the radius.
    int distance_sign(const Basis& basis) const
    {
        const Flat<BoundedDouble> flat = near_flat(basis);
        const BoundedDouble radius = {ball_.radius, 0.0};
        const int sign = (flat.weighted(flat.values) - radius * radius * flat.size({1.0, 0.0})).sign();
        if (sign != BoundedDouble::unknown)
            return sign;
        const Flat<Whole> whole = whole_flat(basis);
        const Whole length = whole_.length(ball_.radius);
        return (whole.weighted(whole.values) - length * length * whole.size(power_of_two(0))).sign();
    }

    std::span<const Plane> all_;
    Sphere ball_;
    WholeValues whole_;
};

} // namespace

bool HalfSpaces::meet(const Sphere& ball) const
{
    TACTUS_CHECK(all_.size() <= max_planes);
    bool holds_centre = true;
    for (const Plane& space : all_) {
        if (sign_at(space, ball.centre) <= 0)
            continue;
        holds_centre = false;
        // Far enough away that no rounding matters.
        const BoundedDouble value = value_at(space, ball.centre), radius = {ball.radius, 0.0};
        const BoundedDouble squared = value_at({space.normal, 0.0f}, space.normal);
        if ((value * value - radius * radius * squared).sign() == 1)
            return false;
    }
    return holds_centre || NearestOfSet(all_, ball).is_within();
}

} // namespace tactus
