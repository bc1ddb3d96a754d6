// SPDX-License-Identifier: MIT
#include "true_overlaps.h"

#include <optional>

namespace tactus::fuzz {

namespace {

using Fraction = mpq_class;
using FractionPoint = Point<Fraction>;

struct Plane {
    FractionPoint normal;
    Fraction offset;

    /// Above zero outside the half-space.
    Fraction height(const FractionPoint& p) const { return Fraction(dot(normal, p) - offset); }
};

FractionPoint fractions(const Vec3& p)
{
    return {Fraction(static_cast<double>(p.x)), Fraction(static_cast<double>(p.y)), Fraction(static_cast<double>(p.z))};
}

FractionPoint moved_along(const FractionPoint& p, const Fraction& by, const FractionPoint& direction)
{
    return {Fraction(p.x + by * direction.x), Fraction(p.y + by * direction.y), Fraction(p.z + by * direction.z)};
}

/// What is left of a convex polygon, which may be a segment or a point, in a half-space.
std::vector<FractionPoint> clipped(const std::vector<FractionPoint>& polygon, const Plane& plane)
{
    std::vector<FractionPoint> left;
    std::vector<Fraction> heights;
    for (const FractionPoint& p : polygon)
        heights.push_back(plane.height(p));
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const std::size_t next = (k + 1) % polygon.size();
        if (sgn(heights[k]) <= 0)
            left.push_back(polygon[k]);
        if (sgn(heights[k]) * sgn(heights[next]) < 0) {
            const Fraction share = heights[k] / Fraction(heights[k] - heights[next]);
            left.push_back(moved_along(polygon[k], share, FractionPoint(polygon[next] - polygon[k])));
        }
    }
    return left;
}

bool triangle_in(const std::array<Vec3, 3>& corners, const std::vector<Plane>& planes)
{
    std::vector<FractionPoint> polygon;
    for (const Vec3& corner : corners)
        polygon.push_back(fractions(corner));
    for (const Plane& plane : planes) {
        polygon = clipped(polygon, plane);
        if (polygon.empty())
            return false;
    }
    return true;
}

/// The point nearest to p of those where up to three planes meet; none if their normals depend on each other.
std::optional<FractionPoint> foot(const FractionPoint& p, const std::vector<const Plane*>& planes)
{
    // p + sum of w_k n_k, where the products of the normals times the weights are the heights to lose.
    const std::size_t count = planes.size();
    std::vector<std::vector<Fraction>> rows(count, std::vector<Fraction>(count + 1));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
            rows[i][j] = dot(planes[i]->normal, planes[j]->normal);
        rows[i][count] = -planes[i]->height(p);
    }
    for (std::size_t i = 0; i < count; ++i) {
        // The matrix is that of a square form, so that a zero here means that normals depend on each other.
        if (sgn(rows[i][i]) == 0)
            return std::nullopt;
        for (std::size_t j = 0; j < count; ++j) {
            if (j == i)
                continue;
            const Fraction factor = rows[j][i] / rows[i][i];
            for (std::size_t k = i; k <= count; ++k)
                rows[j][k] -= Fraction(factor * rows[i][k]);
        }
    }
    FractionPoint result = p;
    for (std::size_t i = 0; i < count; ++i)
        result = moved_along(result, Fraction(rows[i][count] / rows[i][i]), planes[i]->normal);
    return result;
}

/// Whether a ball has a point in all half-spaces. The point of them that is nearest to the centre is where some of the
/// planes meet, at most three, so all such points are looked at.
bool ball_in(const Sphere& ball, const std::vector<Plane>& planes)
{
    const FractionPoint centre = fractions(ball.centre);
    const Fraction radius(static_cast<double>(ball.radius));
    const auto reaches = [&](const std::vector<const Plane*>& some) {
        const std::optional<FractionPoint> p = foot(centre, some);
        if (!p)
            return false;
        const FractionPoint way = *p - centre;
        if (dot(way, way) > Fraction(radius * radius))
            return false;
        for (const Plane& plane : planes)
            if (sgn(plane.height(*p)) > 0)
                return false;
        return true;
    };
    if (reaches({}))
        return true;
    std::vector<const Plane*> all, outside;
    for (const Plane& plane : planes) {
        all.push_back(&plane);
        const Fraction height = plane.height(centre);
        if (sgn(height) <= 0)
            continue;
        outside.push_back(&plane);
        if (Fraction(height * height) > Fraction(radius * radius * dot(plane.normal, plane.normal)))
            return false;
    }
    // The centre lies outside one of the planes that meet there.
    for (const Plane* one : outside) {
        if (reaches({one}))
            return true;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (reaches({one, all[i]}))
                return true;
            for (std::size_t j = 0; j < i; ++j)
                if (reaches({one, all[i], all[j]}))
                    return true;
        }
    }
    return false;
}

} // namespace

std::vector<TriangleRef>
true_overlaps(const std::vector<SurfacePart>& parts, std::span<const HalfSpace> half_spaces, std::uint32_t mask)
{
    std::vector<Plane> planes;
    for (const HalfSpace& half_space : half_spaces)
        planes.push_back({fractions(half_space.normal), Fraction(static_cast<double>(half_space.offset))});
    std::vector<TriangleRef> found;
    for (const SurfacePart& part : parts)
        if ((part.group & mask)
            && (part.is_sphere ? ball_in({part.corners[0], part.radius}, planes) : triangle_in(part.corners, planes)))
            found.push_back(part.name);
    return found;
}

std::vector<TriangleRef> true_overlaps(const std::vector<SurfacePart>& parts, const Sphere& ball, std::uint32_t mask)
{
    WholeNumbers whole(parts);
    whole.take(ball.centre), whole.take(ball.radius);
    const Point<mpz_class> centre = whole(ball.centre);
    const mpz_class radius = whole(ball.radius);
    std::vector<TriangleRef> found;
    for (const SurfacePart& part : parts) {
        if (!(part.group & mask))
            continue;
        const mpz_class reach = mpz_class(radius + whole(part.radius));
        if (point_triangle(centre, whole(part.corners)).squared.at_most(mpz_class(reach * reach)))
            found.push_back(part.name);
    }
    return found;
}

} // namespace tactus::fuzz
