// SPDX-License-Identifier: MIT
#include "true_touch.h"

#include <algorithm>
#include <cmath>

#include "../../oracle/scaled.h"

namespace tactus::fuzz::tools {

namespace {

template <class N>
using Corners = std::array<Point<N>, 3>;

template <class N>
bool is_inside(const Point<N>& p, const std::array<Point<N>, 4>& h)
{
    const auto side = [](const Point<N>& a, const Point<N>& b, const Point<N>& c, const Point<N>& d) {
        return sign(dot(cross(Point<N>(b - a), Point<N>(c - a)), Point<N>(d - a)));
    };
    const int whole = side(h[0], h[1], h[2], h[3]);
    return whole != 0 && side(p, h[1], h[2], h[3]) * whole >= 0 && side(h[0], p, h[2], h[3]) * whole >= 0
           && side(h[0], h[1], p, h[3]) * whole >= 0 && side(h[0], h[1], h[2], p) * whole >= 0;
}

/// Whether the hull of four points, which may be flat, comes within a distance of a triangle. A flat hull of four
/// points is covered by the four triangles between them.
template <class N>
bool is_within(const std::array<Point<N>, 4>& h, const Corners<N>& t, const N& distance)
{
    if (is_inside(t[0], h))
        return true;
    for (const Corners<N>& face :
         {Corners<N>{h[0], h[1], h[2]}, Corners<N>{h[0], h[1], h[3]}, Corners<N>{h[0], h[2], h[3]},
          Corners<N>{h[1], h[2], h[3]}})
        if (triangle_triangle(face, t).at_most(N(distance * distance)))
            return true;
    return false;
}

template <class N>
std::vector<std::uint32_t>
touched(const SceneBody& mesh, const std::array<Vec3, 4>& hull, float radius, const Scale& scale)
{
    const auto whole = [&](const Vec3& p) {
        Point<N> to;
        set_scaled(to, p, scale.power);
        return to;
    };
    const std::array<Point<N>, 4> h = {whole(hull[0]), whole(hull[1]), whole(hull[2]), whole(hull[3])};
    N distance;
    set_scaled(distance, radius, scale.power);
    std::vector<std::uint32_t> found;
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t) {
        const TriangleIndices& corners = mesh.mesh.triangles[t];
        const std::vector<Vec3>& at = mesh.mesh.positions;
        if (!mesh.removed[t]
            && is_within<N>(h, {whole(at[corners[0]]), whole(at[corners[1]]), whole(at[corners[2]])}, distance))
            found.push_back(t);
    }
    return found;
}

} // namespace

std::vector<std::uint32_t> true_touched(const SceneBody& mesh, const std::array<Vec3, 4>& hull, float radius)
{
    UsedBits bits;
    for (const Vec3& p : mesh.mesh.positions)
        bits.take(p);
    for (const Vec3& p : hull)
        bits.take(p);
    bits.take(radius);
    const Scale scale = bits.scale();
    return scale.bits <= 9 ? touched<Int128>(mesh, hull, radius, scale) : touched<mpz_class>(mesh, hull, radius, scale);
}

bool volumes_meet(const SceneBody& tool, const SceneBody& other)
{
    const std::array<Vec3, 4> hull = tool.hull();
    const auto as_mesh = [](const std::vector<Vec3>& points) {
        SceneBody mesh;
        mesh.mesh.positions = points;
        mesh.mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
        mesh.removed.assign(4, 0);
        return mesh;
    };
    if (other.kind == SceneKind::ground) {
        const ExactPoint normal = exact(other.centre);
        const mpq_class radius(tool.radius), reach = radius * radius * dot(normal, normal);
        for (const Vec3& p : hull) {
            const mpq_class height = dot(normal, exact(p)) - mpq_class(other.offset);
            if (height <= 0 || height * height <= reach)
                return true;
        }
        return false;
    }
    // Radii are added up as they are: both are floats on a lattice, or far from a tie.
    const auto radii = static_cast<float>(static_cast<double>(tool.radius) + static_cast<double>(other.radius));
    if (other.kind == SceneKind::ball)
        return !true_touched(as_mesh({other.centre, other.centre, other.centre, other.centre}), hull, radii).empty();
    const std::array<Vec3, 4> theirs = other.hull();
    if (!true_touched(as_mesh({theirs[0], theirs[1], theirs[2], theirs[3]}), hull, radii).empty())
        return true;
    return !true_touched(as_mesh({hull[0], hull[1], hull[2], hull[3]}), theirs, radii).empty();
}

ExactPoint exact(const Vec3& p) { return {mpq_class(p.x), mpq_class(p.y), mpq_class(p.z)}; }

ExactPoint between(const ExactPoint& a, const ExactPoint& b, const mpq_class& part)
{
    return {
        mpq_class(a.x + part * (b.x - a.x)), mpq_class(a.y + part * (b.y - a.y)), mpq_class(a.z + part * (b.z - a.z))};
}

mpq_class squared_gap(const ExactPoint& p, const ExactPoint& q, const std::array<ExactPoint, 3>& triangle)
{
    const Ratio<mpq_class> squared = triangle_triangle<mpq_class>({p, q, q}, triangle);
    return squared.above / squared.below;
}

Place place_of(const Vec3& p) { return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)}; }
double product(const Place& a, const Place& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(const Place& a) { return std::sqrt(product(a, a)); }

namespace {

Place cross_product(const Place& a, const Place& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double gap_to_segment(const Place& p, const Place& a, const Place& b)
{
    const Place along = b - a;
    const double squared = product(along, along);
    const double t = squared > 0 ? std::clamp(product(p - a, along) / squared, 0.0, 1.0) : 0.0;
    return length(p - (a + t * along));
}

double gap_to_triangle(const Place& p, const std::array<Place, 3>& t)
{
    double least =
        std::min({gap_to_segment(p, t[0], t[1]), gap_to_segment(p, t[1], t[2]), gap_to_segment(p, t[2], t[0])});
    const Place normal = cross_product(t[1] - t[0], t[2] - t[0]);
    const double size = length(normal);
    if (size == 0)
        return least;
    for (std::size_t k = 0; k < 3; ++k)
        if (product(cross_product(t[(k + 1) % 3] - t[k], p - t[k]), normal) < 0)
            return least;
    return std::min(least, std::abs(product(normal, p - t[0])) / size);
}

} // namespace

double gap_of_segments(const Place& p0, const Place& p1, const Place& q0, const Place& q1)
{
    double least = std::min(
        {gap_to_segment(p0, q0, q1), gap_to_segment(p1, q0, q1), gap_to_segment(q0, p0, p1),
         gap_to_segment(q1, p0, p1)});
    const Place u = p1 - p0, v = q1 - q0, w = p0 - q0;
    const double a = product(u, u), b = product(u, v), c = product(v, v), d = product(u, w), e = product(v, w);
    const double below = a * c - b * b;
    if (below > 1e-12 * a * c) {
        const double s = (b * e - c * d) / below, t = (a * e - b * d) / below;
        if (s > 0 && s < 1 && t > 0 && t < 1)
            least = std::min(least, length((p0 + s * u) - (q0 + t * v)));
    }
    return least;
}

double gap(const Place& p, const Place& q, const std::array<Place, 3>& t)
{
    const Place normal = cross_product(t[1] - t[0], t[2] - t[0]);
    const double over_p = product(normal, p - t[0]), over_q = product(normal, q - t[0]);
    if (over_p * over_q < 0) {
        const Place meets = p + (over_p / (over_p - over_q)) * (q - p);
        bool inside = true;
        for (std::size_t k = 0; k < 3; ++k)
            inside = inside && product(cross_product(t[(k + 1) % 3] - t[k], meets - t[k]), normal) >= 0;
        if (inside)
            return 0.0;
    }
    double least = std::min(gap_to_triangle(p, t), gap_to_triangle(q, t));
    for (std::size_t k = 0; k < 3; ++k)
        least = std::min(least, gap_of_segments(p, q, t[k], t[(k + 1) % 3]));
    return least;
}

std::array<Place, 3> corners_of(const SceneBody& mesh, std::uint32_t triangle)
{
    const TriangleIndices& t = mesh.mesh.triangles[triangle];
    const std::vector<Vec3>& at = mesh.mesh.positions;
    return {place_of(at[t[0]]), place_of(at[t[1]]), place_of(at[t[2]])};
}

} // namespace tactus::fuzz::tools
