// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/half_spaces.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/check.h"
#include "geometry/half_spaces/half_space_values.h"

namespace tactus {
namespace detail {
namespace {

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

/// Some planes and a ball, measured in doubles that know their errors.
struct InDoubles {
    std::span<const Plane> all;
    Sphere ball;

    BoundedDouble one() const { return {1.0, 0.0}; }
    BoundedDouble radius() const { return {ball.radius, 0.0}; }
    BoundedDouble value(std::size_t plane) const { return value_at(all[plane], ball.centre); }
    BoundedDouble product(std::size_t a, std::size_t b) const { return value_at({all[a].normal, 0.0f}, all[b].normal); }
};

/// The values of planes and of a ball that the formula asks for, in whole numbers.
struct InWholes {
    std::span<const Plane> all;
    Sphere ball;
    WholeValues values;

    InWholes(std::span<const Plane> planes, const Sphere& sphere) : all(planes), ball(sphere)
    {
        for (const Plane& space : all)
            values.see(space);
        values.see(ball.centre);
        values.see(ball.radius);
        values.begin();
    }

    Whole one() const { return power_of_two(0); }
    Whole radius() const { return values.length(ball.radius); }
    Whole value(std::size_t plane) const { return values.value(all[plane], ball.centre); }
    Whole product(std::size_t a, std::size_t b) const { return dot(values.normal(all[a]), values.normal(all[b])); }
};

/// Finds the point of a convex set that is nearest to a ball's centre.
class NearestOfSet {
public:
    NearestOfSet(std::span<const Plane> all, const Sphere& ball)
        : all_(all), ball_(ball), in_doubles_{all, ball}, in_wholes_(all, ball)
    {
    }

    bool is_within() const
    {
        const Basis nearest = find(all_.size(), {});
        return nearest.exists && (nearest.count == 0 || distance_sign(nearest) <= 0);
    }

    /// Whether there is a nearest point: whether the set has any.
    bool exists() const { return find(all_.size(), {}).exists; }

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

    template <class Measures>
    static auto flat(const Measures& in, const Basis& basis)
    {
        Flat<decltype(in.one())> flat;
        flat.count = basis.count;
        for (std::size_t i = 0; i < basis.count; ++i) {
            flat.values[i] = in.value(basis.planes[i]);
            for (std::size_t k = 0; k < basis.count; ++k)
                flat.products[i][k] = in.product(basis.planes[i], basis.planes[k]);
        }
        return flat;
    }
    template <class Value>
    int sign_of(Value value) const
    {
        const int sign = value(in_doubles_).sign();
        return sign != BoundedDouble::unknown ? sign : value(in_wholes_).sign();
    }

    int size_sign(const Basis& basis) const
    {
        return sign_of([&](const auto& in) { return flat(in, basis).size(in.one()); });
    }
    // Whether the point of a flat that is nearest to the centre is outside of a half-space.
    int outside_sign(const Basis& basis, std::size_t space) const
    {
        if (basis.count == 0)
            return sign_at(all_[space], ball_.centre);
        return sign_of([&](const auto& in) {
            Row<decltype(in.one())> with;
            for (std::size_t k = 0; k < basis.count; ++k)
                with[k] = in.product(space, basis.planes[k]);
            const auto on = flat(in, basis);
            return in.value(space) * on.size(in.one()) - on.weighted(with);
        });
    }
    // The sign of the distance between the centre and the nearest point of a flat, less the radius.
    int distance_sign(const Basis& basis) const
    {
        return sign_of([&](const auto& in) {
            const auto on = flat(in, basis);
            return on.weighted(on.values) - in.radius() * in.radius() * on.size(in.one());
        });
    }

    std::span<const Plane> all_;
    Sphere ball_;
    InDoubles in_doubles_;
    InWholes in_wholes_;
};

} // namespace
} // namespace detail

bool HalfSpaces::meet(const Plane& half_space) const
{
    TACTUS_CHECK(all_.size() <= max_planes);
    std::array<Plane, max_planes + 1> planes;
    planes[std::size_t(std::copy(all_.begin(), all_.end(), planes.begin()) - planes.begin())] = half_space;
    return detail::NearestOfSet({planes.data(), all_.size() + 1}, {{}, 0.0f}).exists();
}

bool HalfSpaces::meet(const Sphere& ball) const
{
    TACTUS_CHECK(all_.size() <= max_planes);
    bool holds_centre = true;
    for (const Plane& space : all_) {
        if (detail::sign_at(space, ball.centre) <= 0)
            continue;
        holds_centre = false;
        // Far enough away that no rounding matters.
        const detail::BoundedDouble value = detail::value_at(space, ball.centre), radius = {ball.radius, 0.0};
        const detail::BoundedDouble squared = detail::value_at({space.normal, 0.0f}, space.normal);
        if ((value * value - radius * radius * squared).sign() == 1)
            return false;
    }
    return holds_centre || detail::NearestOfSet(all_, ball).is_within();
}

} // namespace tactus
