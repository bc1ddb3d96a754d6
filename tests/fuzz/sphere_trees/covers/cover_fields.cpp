// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "cover_pushes.h"

namespace tactus::fuzz::sphere_trees {

namespace {

std::string figure(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/// The area that a sphere presses away from a plane, by its depth.
double area_of_sphere(double radius, double depth)
{
    const double h = std::min(depth, 2.0 * radius);
    return 3.14159265358979323846 * h * (radius - h / 3.0);
}

/// A third of the triangles around a vertex, as far as they face a way.
double area_of_vertex(const PushedBody& body, std::uint32_t vertex, const Arrow& way)
{
    double facing = 0.0, all = 0.0;
    for (const TriangleIndices& t : body.own.triangles) {
        if (t[0] != vertex && t[1] != vertex && t[2] != vertex)
            continue;
        const Arrow a = arrow(body.at[t[0]]), b = arrow(body.at[t[1]]), c = arrow(body.at[t[2]]);
        const Arrow area = 0.5 * body.outwards * cross(b - a, c - a);
        facing += body.is_closed() ? std::max(0.0, dot(area, way)) : std::fabs(dot(area, way));
        all += length(area);
    }
    return std::max(facing, all / 8.0) / 3.0;
}

/// The area of one side of a contact, by its weights.
double area_of_side(
    const PushedBody& body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights,
    const Arrow& way)
{
    double area = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] > 0.0f)
            area += static_cast<double>(weights[k]) * area_of_vertex(body, vertices[k], way);
    return area;
}

/// The vertex with the largest weight, and none where two have nearly as much.
std::optional<std::uint32_t> heaviest(const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights)
{
    std::array<std::size_t, 3> order = {0, 1, 2};
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return weights[i] > weights[j]; });
    if (weights[order[0]] - weights[order[1]] < 1e-6f)
        return {};
    return vertices[order[0]];
}

/// One side of an unrefined contact that pushes: a triangle of the body, and on it the point that is nearest to the
/// contact's, where it is a part.
void check_side(
    const PushedBody& body, const Contact& contact, const std::array<std::uint32_t, 3>& vertices,
    const std::array<float, 3>& weights, const std::string& about, Findings& findings)
{
    double sum = 0.0, least = 0.0;
    for (const float weight : weights) {
        sum += static_cast<double>(weight);
        least = std::min(least, static_cast<double>(weight));
    }
    if (!body.is_mesh()) {
        findings.expect(sum == 0.0, "covers_named", "a sphere or a half-space has weights: " + about);
        return;
    }
    const auto holds = [&](const TriangleIndices& t) { return std::ranges::is_permutation(t, vertices); };
    findings.expect(
        least >= -1e-6 && std::fabs(sum - 1.0) <= 1e-5 && std::ranges::any_of(body.own.triangles, holds),
        "covers_named", "a part that pushes does not act on a triangle: " + about);
    if (contact.silent || !std::ranges::any_of(body.own.triangles, holds))
        return;
    Corners corners;
    Arrow point;
    double reach = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = arrow(body.at[vertices[k]]);
        point = point + static_cast<double>(weights[k]) * corners[k];
        reach = std::max(reach, length(corners[k]) + length(arrow(contact.point)));
    }
    const double nearest = length(nearest_on(corners, arrow(contact.point)) - arrow(contact.point));
    findings.expect(
        length(point - arrow(contact.point)) <= nearest + 1e-5 * reach, "covers_named",
        "a part acts on a point that is " + figure(length(point - arrow(contact.point)))
            + " from where it is, and its triangle is " + figure(nearest) + " away: " + about);
}

/// Areas of covers: no less than those of a vertex and a face where they act. Areas of parts: those of spheres, shared
/// by the parts at the same vertex.
void check_areas(const MatchedAnswer& matched, const std::string& about, Findings& findings)
{
    const CoverAnswer& answer = matched.answer;
    std::map<std::pair<BodyId, std::uint32_t>, std::uint32_t> parts_at;
    std::map<BodyId, bool> unclear;
    for (std::size_t k = 0; k < answer.unrefined.size(); ++k) {
        const Contact& contact = answer.unrefined[k];
        if (contact.silent || !matched.told_of_unrefined[k])
            continue;
        const auto count = [&](BodyId id, const auto& vertices, const auto& weights) {
            if (!matched.world.body(id).is_mesh())
                return;
            const std::optional<std::uint32_t> vertex = heaviest(vertices, weights);
            if (vertex)
                ++parts_at[{id, *vertex}];
            else
                unclear[id] = true;
        };
        count(contact.body_a, contact.vertices_a, contact.weights_a);
        count(contact.body_b, contact.vertices_b, contact.weights_b);
    }
    for (std::size_t k = 0; k < answer.unrefined.size(); ++k) {
        const Contact& contact = answer.unrefined[k];
        const TellingLaw::Told* told = matched.told_of_unrefined[k];
        if (!told)
            continue;
        const PushedBody &a = matched.world.body(contact.body_a), &b = matched.world.body(contact.body_b);
        const double of_sphere = area_of_sphere(0.5 * static_cast<double>(contact.point_bound), told->load.depth);
        if (contact.silent) {
            double expected = of_sphere;
            for (const PushedBody* body : {&a, &b})
                if (body->form == PushedBody::Form::ball)
                    expected = area_of_sphere(body->size, told->load.depth);
            if (a.is_mesh() && b.is_mesh()) {
                const Arrow normal = arrow(contact.normal);
                const double p = area_of_side(a, contact.vertices_a, contact.weights_a, normal);
                const double q = area_of_side(b, contact.vertices_b, contact.weights_b, -1.0 * normal);
                expected = std::max(expected, p > 0.0 && q > 0.0 ? 1.0 / (1.0 / p + 1.0 / q) : 0.0);
            }
            findings.expect(
                std::fabs(told->load.area - expected) <= 1e-4 * expected, "covers_area",
                "a cover stands for " + figure(told->load.area) + " m2, and the page says " + figure(expected)
                    + " (the sphere " + figure(of_sphere) + "): " + about);
            continue;
        }
        std::uint32_t sharing = 1;
        bool known = !unclear[contact.body_a] && !unclear[contact.body_b];
        if (known && a.is_mesh())
            sharing = std::max(sharing, parts_at[{a.id, *heaviest(contact.vertices_a, contact.weights_a)}]);
        if (known && b.is_mesh())
            sharing = std::max(sharing, parts_at[{b.id, *heaviest(contact.vertices_b, contact.weights_b)}]);
        known = known && a.is_mesh() && b.is_mesh();
        findings.expect(
            told->load.area <= of_sphere * (1.0 + 1e-4)
                && (!known || std::fabs(told->load.area * sharing - of_sphere) <= 1e-4 * of_sphere),
            "covers_part_area",
            "one of " + std::to_string(sharing) + " parts stands for " + figure(told->load.area)
                + " m2, and its sphere for " + figure(of_sphere) + ": " + about);
    }
}

/// The sphere or the box that a body is as a whole, where the page says which.
struct RootForm {
    Arrow middle, half;
    bool is_sphere = false;

    /// How far it reaches from its middle along a way: the half of its shadow on that line.
    double reach(const Arrow& way) const
    {
        if (is_sphere)
            return half.x;
        return length({way.x * half.x, way.y * half.y, way.z * half.z});
    }
};

std::optional<RootForm> root_of(const CoverWorld& world, const PushedBody& body, bool as_spheres)
{
    if (body.form == PushedBody::Form::ground)
        return {};
    if (body.form == PushedBody::Form::ball)
        return RootForm{arrow(body.at[0]), {body.size, body.size, body.size}, true};
    if (as_spheres && body.has_spheres() && body.only_posed) {
        if (body.structure.kind() != Structure::medial_sphere_tree)
            return {};
        const Sphere& root = body.tree.nodes[0].sphere;
        const auto radius = static_cast<double>(root.radius);
        return RootForm{placed(body.pose, arrow(root.centre)), {radius, radius, radius}, true};
    }
    const BodyInfo info = world.world.info(body.id).value();
    const Arrow lower = arrow(info.lower_corner), upper = arrow(info.upper_corner);
    return RootForm{0.5 * (lower + upper), 0.5 * (upper - lower)};
}

/// Whether a body of two may lie inside the other in parts, with depths that have to be measured.
bool may_lie_inside(const PushedBody& a, const PushedBody& b)
{
    return (a.is_closed() || b.is_closed()) && a.id != b.id && a.form != PushedBody::Form::ground
           && b.form != PushedBody::Form::ground;
}

bool boxes_overlap(const CoverWorld& world, const PushedBody& a, const PushedBody& b)
{
    const BodyInfo one = world.world.info(a.id).value(), other = world.world.info(b.id).value();
    return one.lower_corner.x <= other.upper_corner.x && other.lower_corner.x <= one.upper_corner.x
           && one.lower_corner.y <= other.upper_corner.y && other.lower_corner.y <= one.upper_corner.y
           && one.lower_corner.z <= other.upper_corner.z && other.lower_corner.z <= one.upper_corner.z;
}

/// Whether the one vertex that a cover stands for is a corner of a triangle that intersects the other body. Nothing if
/// it stands for several, or it cannot be said for which.
std::optional<bool>
covers_a_corner(const CoverWorld& world, const Contact& cover, const std::optional<CrossedCorners>& corners)
{
    const Arrow point = arrow(cover.point);
    std::optional<std::pair<BodyId, std::uint32_t>> vertex;
    const auto look_at = [&](BodyId id, const auto& vertices, const auto& weights) {
        const PushedBody& body = world.body(id);
        if (!body.is_mesh())
            return true;
        const std::optional<std::uint32_t> at = heaviest(vertices, weights);
        if (!at || length(arrow(body.at[*at]) - point) > 1e-5 * body.size)
            return true;
        const bool is_first = !vertex;
        vertex = {id, *at};
        return is_first;
    };
    const bool is_one = look_at(cover.body_a, cover.vertices_a, cover.weights_a)
                        && look_at(cover.body_b, cover.vertices_b, cover.weights_b);
    if (!corners || !is_one || !vertex
        || cover.point_bound > 1e-5f * static_cast<float>(world.body(vertex->first).size))
        return {};
    const auto found = corners->find(std::minmax(cover.body_a, cover.body_b));
    return found != corners->end() && found->second.contains(*vertex);
}

} // namespace

CrossedCorners crossed_corners(CoverWorld& world)
{
    CrossedCorners corners;
    for (const BodyPairs& both : world.world.find_pairs().bodies) {
        auto& list = corners[std::minmax(both.body_a, both.body_b)];
        const auto add = [&](BodyId id, std::uint32_t triangle) {
            const PushedBody& body = world.body(id);
            if (body.is_mesh())
                for (const std::uint32_t vertex : body.own.triangles[triangle])
                    list.insert({id, vertex});
        };
        for (const TrianglePair& pair : both.pairs) {
            add(both.body_a, pair.a);
            add(both.body_b, pair.b);
        }
    }
    return corners;
}

void check_cover_fields(
    const MatchedAnswer& matched, const Wholes& wholes, const std::optional<CrossedCorners>& corners,
    const std::string& about, Findings& findings)
{
    const CoverAnswer& answer = matched.answer;
    const CoverWorld& world = matched.world;
    findings.expect(
        !answer.complete || answer.unrefined.empty(), "covers_gone", "a complete answer has parts: " + about);
    for (const auto& [pair, contents] : matched.pairs) {
        const PushedBody &a = world.body(pair.first), &b = world.body(pair.second);
        findings.expect(
            contents.covers.empty() || may_lie_inside(a, b), "covers_gone",
            "a cover is between bodies where nothing lies inside the other: " + about);
        for (const std::size_t k : contents.covers) {
            const Contact &cover = answer.unrefined[k], &first = answer.unrefined[contents.covers[0]];
            findings.expect(cover.normal == first.normal, "covers_normal", "covers have several normals: " + about);
            const auto whole = wholes.find(pair);
            if (whole == wholes.end())
                continue;
            // A whole that does not overlap says nothing of how deep vertices may be.
            const bool limits = whole->second.separation < 0.0f;
            const double deep = limits ? -static_cast<double>(whole->second.separation) : INFINITY;
            findings.expect(
                length(arrow(cover.normal) - arrow(whole->second.normal)) <= 1e-5, "covers_normal",
                "a cover has another normal than the whole: " + about);
            const auto separation = static_cast<double>(cover.separation);
            const double largest = std::min(deep, -static_cast<double>(cover.separation_lower));
            const double least = std::max(0.0, -static_cast<double>(cover.separation_upper));
            const double within = static_cast<double>(cover.separation_upper);
            const double middle = std::min(-0.5 * (least + largest), within), slack = 1e-5 * (largest + least) + 1e-30;
            const bool is_whole = contents.covers.size() == 1 && cover.separation == whole->second.separation;
            const std::optional<bool> is_corner = covers_a_corner(world, cover, corners);
            findings.expect(
                is_whole || (!is_corner.value_or(false) && std::fabs(separation - middle) <= slack)
                    || (is_corner.value_or(true) && std::fabs(separation - std::min(-0.25 * largest, within)) <= slack),
                "covers_group",
                "a cover's separation is " + figure(separation) + " within " + figure(cover.separation_lower) + " and "
                    + figure(cover.separation_upper) + ", and the whole's " + figure(whole->second.separation) + ", of "
                    + std::to_string(contents.covers.size()) + " covers"
                    + (!is_corner   ? ": "
                       : *is_corner ? ", at a corner of what intersects: "
                                    : ", at no corner of what intersects: ")
                    + about);
        }
    }
    for (std::size_t k = 0; k < answer.unrefined.size(); ++k) {
        const Contact& contact = answer.unrefined[k];
        findings.expect(
            contact.separation_lower <= contact.separation && contact.separation <= contact.separation_upper,
            "covers_bounds",
            std::string(contact.silent ? "a cover" : "a part") + " has the separation " + figure(contact.separation)
                + ", and is certified to be within " + figure(contact.separation_lower) + " and "
                + figure(contact.separation_upper) + ": " + about);
        findings.expect(
            std::fabs(length(arrow(contact.normal)) - 1.0) <= 1e-5, "covers_normal",
            "an unrefined contact's normal is not of unit length: " + about);
        const TellingLaw::Told* told = matched.told_of_unrefined[k];
        if (!told)
            continue;
        findings.expect(
            told->load.approach_speed == 0.0 && told->load.sliding_velocity == DoubleVec3{}
                && told->load.stretch == DoubleVec3{},
            "covers_still", "the law is told how fast a part moves: " + about);
        check_side(matched.world.body(contact.body_a), contact, contact.vertices_a, contact.weights_a, about, findings);
        check_side(matched.world.body(contact.body_b), contact, contact.vertices_b, contact.weights_b, about, findings);
    }
    check_areas(matched, about, findings);
}

Wholes check_cover_wholes(const MatchedAnswer& matched, bool is_fresh, const std::string& about, Findings& findings)
{
    Wholes wholes;
    for (const auto& [pair, contents] : matched.pairs) {
        if (contents.covers.size() == 1) {
            const Contact& cover = matched.answer.unrefined[contents.covers[0]];
            wholes[pair] = {cover.normal, cover.separation};
        }
        const PushedBody &first = matched.world.body(pair.first), &second = matched.world.body(pair.second);
        if (is_fresh && matched.answer.merged == 0 && matched.world.settings.measure_depths
            && may_lie_inside(first, second) && boxes_overlap(matched.world, first, second))
            findings.expect(
                contents.covers.size() == 1, "covers_stand",
                std::to_string(contents.covers.size()) + " covers are between two bodies as a whole: " + about);
        const bool as_spheres = first.has_spheres() && first.only_posed && second.has_spheres() && second.only_posed;
        const std::optional<RootForm> a = root_of(matched.world, first, as_spheres),
                                      b = root_of(matched.world, second, as_spheres);
        if (!a || !b || pair.first == pair.second || matched.answer.merged > 0)
            continue;
        const Arrow way = b->middle - a->middle;
        const double far = length(way), size = length(a->half) + length(b->half) + length(a->middle);
        if (far < 1e-3 * size)
            continue;
        const Arrow normal = 1.0 / far * way;
        const double apart = far - a->reach(normal) - b->reach(normal);
        for (const auto* list : {&contents.covers, &contents.parts})
            for (const std::size_t k : *list) {
                const Contact& contact = matched.answer.unrefined[k];
                const double expected = std::clamp(
                    apart, static_cast<double>(contact.separation_lower),
                    static_cast<double>(contact.separation_upper));
                findings.expect(
                    length(arrow(contact.normal) - normal) <= 1e-3
                        && std::fabs(static_cast<double>(contact.separation) - expected) <= 1e-4 * size,
                    "covers_whole",
                    std::string(contact.silent ? "a cover" : "a part") + " of two bodies as a whole is "
                        + figure(contact.separation) + " apart, and the page says " + figure(expected)
                        + "; the normals differ by " + figure(length(arrow(contact.normal) - normal)) + ": " + about);
            }
    }
    return wholes;
}

} // namespace tactus::fuzz::sphere_trees
