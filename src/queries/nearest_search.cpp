// SPDX-License-Identifier: MIT
#include "queries/nearest_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/features/sphere_features.h"
#include "geometry/half_spaces/plane_heights.h"
#include "search/walk/winding_count.h"

namespace tactus {

/// The triangles of one body as NearestPoint asks for them.
class NearestSearch::OnTriangles {
public:
    explicit OnTriangles(const QueriedBody& body) : triangles_(body.tree->triangles()) {}
    std::uint32_t number(std::uint32_t place) const { return triangles_.number(place); }
    /// Where the point lies on the triangle the distance is 0, and nothing else.
    VertexFaceClosest closest(std::uint32_t place, Vec3 point) const
    {
        const Triangle triangle = triangles_.given(place);
        VertexFaceClosest found = tactus::closest(point, triangle);
        const Box both = include(box_of(triangle), point);
        const Vec3 reach = max(both.upper, both.lower * -1.0f);
        constexpr double doubtful = 1e-12;
        if (found.distance > doubtful * (double(reach.x) + double(reach.y) + double(reach.z)))
            return found;
        if (compare_distance(point, triangle, {}) <= 0) {
            found.on_face = to_double(point);
            found.offset = {};
            found.distance = 0.0;
        } else {
            found.distance = std::max(found.distance, std::numeric_limits<double>::min());
        }
        return found;
    }

private:
    TriangleList triangles_;
};

void NearestSearch::start(Vec3 point, double max_distance)
{
    point_ = point;
    limit_ = max_distance;
    nearest_ = {};
    open_bound_ = std::numeric_limits<double>::infinity();
}

/// If it is nearer than what there is.
void NearestSearch::take(const Nearest& found)
{
    if (!(found.distance <= limit_))
        return;
    if (std::tie(found.distance, found.body, found.triangle)
        >= std::tie(nearest_.distance, nearest_.body, nearest_.triangle))
        return;
    nearest_ = found;
    limit_ = found.distance;
}

bool NearestSearch::find(const QueriedBody& body, WorkAccount& account)
{
    open_bound_ = std::numeric_limits<double>::infinity();
    if (body.tree->is_shape()) {
        if (!account.pay(price::walked_node)) {
            open_bound_ = 0.0;
            return false;
        }
        body.tree->ball() != nullptr ? find_on_ball(body) : find_on_plane(body);
        return true;
    }
    NearestPoint<OnTriangles> found(point_, limit_, OnTriangles(body));
    walk_.begin(body.begun_nodes(), TreeWalk::Order::nearest_first, found);
    const bool is_done = walk_.run(found, account);
    open_bound_ = walk_.open_bound();
    if (std::isfinite(found.nearest().distance))
        take(
            {found.nearest().distance, found.nearest().on_face, found.nearest().offset, body.number, found.triangle()});
    return is_done;
}

void NearestSearch::find_on_ball(const QueriedBody& body)
{
    const Sphere& ball = *body.tree->ball();
    const DoubleVector centre = to_double(ball.centre), offset = to_double(point_) - centre;
    const double distance = std::sqrt(dot(offset, offset));
    // From the centre all of it is equally near.
    const DoubleVector outwards = distance > 0.0 ? offset * (1.0 / distance) : DoubleVector{1.0, 0.0, 0.0};
    take({std::fabs(distance - double(ball.radius)), centre + outwards * double(ball.radius), {}, body.number, 0});
}

void NearestSearch::find_on_plane(const QueriedBody& body)
{
    const PlaneHeights heights(*body.tree->half_space());
    const double height = heights.of(point_);
    take({std::fabs(height), to_double(point_) - heights.up() * height, {}, body.number, 0});
}

bool InsideSearch::find(Vec3 point, const QueriedBody& body, WorkAccount& account)
{
    result_ = {};
    if (const Sphere* ball = body.tree->ball()) {
        if (!account.pay(price::walked_node))
            return false;
        const int side = compare_distance(point, ball->centre, {ball->radius, 0.0f, 0.0f});
        result_ = {side < 0 ? 1 : 0, side == 0};
        return true;
    }
    if (const Plane* plane = body.tree->half_space()) {
        if (!account.pay(price::walked_node))
            return false;
        const int side = PlaneHeights(*plane).compare(point, 0.0f, 0.0f);
        result_ = {side < 0 ? 1 : 0, side == 0};
        return true;
    }
    WindingCount count(point, body.tree->triangles());
    walk_.begin(body.begun_nodes(), TreeWalk::Order::depth_first, count);
    if (!walk_.run(count, account))
        return false;
    result_ = count.result();
    return true;
}

} // namespace tactus
