// SPDX-License-Identifier: MIT
// Trees of spheres by every method, against what tactus/spheres.h says of them: by points of the surface and of the
// spheres, and by what the judge certifies.
#include <algorithm>

#include "check_sphere_trees.h"
#include "tree_scene.h"

#include <tactus/spheres.h>

namespace tactus::fuzz::sphere_trees {

namespace {

constexpr SphereMethod methods[] = {SphereMethod::adaptive, SphereMethod::adaptive, SphereMethod::adaptive,
                                    SphereMethod::medial,   SphereMethod::merge,    SphereMethod::burst,
                                    SphereMethod::expand,   SphereMethod::octree};

struct MadeTree {
    FuzzMesh mesh;
    SphereTreeOptions options;
    bool is_set = false;     ///< One flat set.
    std::uint32_t count = 0; ///< Of its spheres, at the most.
    SphereTree tree;
    double size = 0.0; ///< The largest coordinate.
    std::vector<Corners> triangles;

    explicit MadeTree(Random& random)
    {
        mesh = any_mesh(random);
        if (mesh.triangles.size() > 100)
            mesh = round_ball(random, 1, 0.4);
        options.levels = random.one_in(24) ? 2 : random.below(2);
        options.branch = 2 + random.below(7);
        options.method = methods[random.below(std::size(methods))];
        options.layered = random.one_in(4);
        options.inner = random.one_in(2);
        if (random.one_in(3))
            options.max_error = 0.3 * random.unit();
        is_set = random.one_in(6);
        count = 1 + random.below(30);
        tree = make(1);
        size = extent(mesh.positions);
        for (const TriangleIndices& t : mesh.triangles)
            triangles.push_back(
                {arrow(mesh.positions[t[0]]), arrow(mesh.positions[t[1]]), arrow(mesh.positions[t[2]])});
    }

    SphereTree make(std::uint32_t workers)
    {
        options.worker_count = workers;
        const MeshView view{mesh.triangles, mesh.positions};
        return is_set ? make_sphere_set(view, count, options).value() : make_sphere_tree(view, options).value();
    }
    std::string about() const
    {
        return std::to_string(triangles.size()) + " triangles, method "
               + std::to_string(static_cast<int>(options.method)) + ", levels " + std::to_string(options.levels)
               + ", branch " + std::to_string(options.branch) + (options.layered ? ", layered" : "")
               + (is_set ? ", set of " + std::to_string(count) : "");
    }
};

bool is_in(const Arrow& p, const Sphere& sphere, double slack)
{
    return length(p - arrow(sphere.centre)) <= static_cast<double>(sphere.radius) + slack;
}

double distance_to(const std::vector<Corners>& triangles, const Arrow& p)
{
    double least = INFINITY;
    for (const Corners& triangle : triangles)
        least = std::fmin(least, length(nearest_on(triangle, p) - p));
    return least;
}

/// How often the surface winds around a point, by solid angles.
double winding(const std::vector<Corners>& triangles, const Arrow& p)
{
    double sum = 0.0;
    for (const Corners& t : triangles) {
        const Arrow a = t[0] - p, b = t[1] - p, c = t[2] - p;
        const double la = length(a), lb = length(b), lc = length(c);
        sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (2.0 * 3.14159265358979323846);
}

/// The points of a triangle that are looked at: corners, middles of edges, and some at random.
std::vector<Arrow> samples(const Corners& t, Random& random)
{
    std::vector<Arrow> points(t.begin(), t.end());
    for (int k = 0; k < 3; ++k)
        points.push_back(0.5 * (t[k] + t[(k + 1) % 3]));
    for (int k = 0; k < 20; ++k) {
        double u = random.unit(), v = random.unit();
        if (u + v > 1.0)
            u = 1.0 - u, v = 1.0 - v;
        points.push_back(t[0] + u * Arrow(t[1] - t[0]) + v * Arrow(t[2] - t[0]));
    }
    return points;
}

void check_shape(const MadeTree& made, Findings& findings)
{
    const SphereTree& tree = made.tree;
    const auto expect = [&](bool holds, const std::string& message) {
        findings.expect(holds, "paper_tree_shape", message + ": " + made.about());
    };
    expect(!tree.nodes.empty() && tree.first_of_level.back() == tree.nodes.size(), "levels do not end with the nodes");
    expect(
        tree.closed == (validate({made.mesh.triangles, made.mesh.positions}).is_closed() && tree.closed),
        "a mesh with a boundary counts as closed");
    std::size_t lowest = 0;
    for (std::uint32_t k = 0; k < tree.nodes.size(); ++k) {
        const SphereNode& node = tree.nodes[k];
        lowest += node.child_count == 0;
        expect(made.is_set || node.child_count <= made.options.branch, "a node has more children than are allowed");
        expect(
            node.child_count == 0 || made.options.max_error == 0.0
                || static_cast<double>(node.error) > made.options.max_error || made.is_set,
            "a node that stands out by no more than max_error has children");
        expect((node.parent == UINT32_MAX) == (k == 0), "a node without a parent is not the root");
        for (std::uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            expect(child < tree.nodes.size() && tree.nodes[child].parent == k, "a child has another parent");
            if (made.options.layered && child < tree.nodes.size()) {
                const Sphere& inside = tree.nodes[child].sphere;
                expect(
                    length(arrow(inside.centre) - arrow(node.sphere.centre)) + static_cast<double>(inside.radius)
                        <= static_cast<double>(node.sphere.radius) * (1.0 + 1e-6),
                    "a child of a layered tree is not in its parent");
            }
        }
    }
    expect(!made.is_set || lowest <= made.count, "a set has more spheres than were asked for");
}

/// Every point of the surface that is looked at is in a sphere of each level, and in a leaf that names its triangle.
void check_covered(const MadeTree& made, Random& random, Findings& findings)
{
    const double slack = 1e-12 * made.size;
    std::vector<std::vector<Sphere>> around(made.triangles.size());
    for (const SphereNode& node : made.tree.nodes)
        if (node.child_count == 0)
            for (std::uint32_t k = 0; k < node.triangle_count; ++k)
                around[made.tree.triangles[node.first_triangle + k]].push_back(node.sphere);
    const auto levels = static_cast<std::uint32_t>(made.tree.first_of_level.size() - 1);
    for (std::uint32_t t = 0; t < made.triangles.size(); ++t)
        for (const Arrow& p : samples(made.triangles[t], random)) {
            const auto holds = [&](const Sphere& sphere) { return is_in(p, sphere, slack); };
            findings.expect(
                std::ranges::any_of(around[t], holds), "paper_tree_covers",
                "a point of triangle " + std::to_string(t) + " is in no leaf that names it: " + made.about());
        }
    for (std::uint32_t level = 0; level < levels; ++level) {
        const std::vector<SphereNode> nodes = spheres_of_level(made.tree, level);
        for (std::uint32_t t = 0; t < made.triangles.size(); ++t)
            for (const Arrow& p : samples(made.triangles[t], random)) {
                const auto holds = [&](const SphereNode& node) { return is_in(p, node.sphere, slack); };
                findings.expect(
                    std::ranges::any_of(nodes, holds), "paper_tree_covers",
                    "a point of triangle " + std::to_string(t) + " is in no sphere of level " + std::to_string(level)
                        + ": " + made.about());
            }
        std::vector<Sphere> spheres;
        float worst = 0.0f;
        for (const SphereNode& node : nodes) {
            spheres.push_back(node.sphere);
            worst = std::max(worst, node.error);
        }
        const SphereCheck judged = check_spheres({made.mesh.triangles, made.mesh.positions}, spheres).value();
        findings.expect(
            judged.uncovered_area.upper <= 1e-9 * judged.surface_area + 1e-18
                && judged.largest_gap.lower <= 1e-12 * made.size,
            "paper_tree_judge",
            std::to_string(judged.uncovered_area.upper) + " of level " + std::to_string(level)
                + " may be uncovered: " + made.about());
        findings.expect(
            judged.largest_protrusion.lower <= static_cast<double>(worst), "paper_tree_judge",
            "a sphere stands out by " + std::to_string(judged.largest_protrusion.lower) + ", and by at most "
                + std::to_string(static_cast<double>(worst)) + " as it says: " + made.about());
        // A sheet that is folded onto itself is closed for the judge, and has no inside.
        const bool has_inside = std::fabs(judged.body_volume) > 1e-12 * made.size * made.size * made.size;
        findings.expect(
            judged.closed == made.tree.closed || !has_inside, "paper_tree_judge",
            std::string("the judge takes it for ") + (judged.closed ? "closed" : "open") + ": " + made.about());
    }
}

/// No point of a sphere that is looked at is farther out than the sphere says, and inner spheres are inside.
void check_errors(const MadeTree& made, Random& random, Findings& findings)
{
    for (const SphereNode& node : made.tree.nodes) {
        const Arrow centre = arrow(node.sphere.centre);
        for (int k = 0; k < 12; ++k) {
            const double out = k == 0 ? 0.0 : k < 10 ? 1.0 : random.unit();
            const Arrow p = centre + out * static_cast<double>(node.sphere.radius) * any_direction(random);
            const double distance = distance_to(made.triangles, p);
            if (distance <= static_cast<double>(node.error) + 1e-12 * made.size)
                continue;
            const bool inside = made.tree.closed && std::fabs(winding(made.triangles, p)) > 0.5;
            findings.expect(
                inside, "paper_tree_error",
                "a sphere stands out by " + std::to_string(distance) + ", and says "
                    + std::to_string(static_cast<double>(node.error)) + ": " + made.about());
        }
        if (node.inner.radius < 0.0f)
            continue;
        const Arrow within = arrow(node.inner.centre);
        findings.expect(
            made.tree.closed && made.options.inner
                && static_cast<double>(node.inner.radius) <= distance_to(made.triangles, within) + 1e-12 * made.size
                && (node.inner.radius == 0.0f || std::fabs(winding(made.triangles, within)) > 0.5),
            "paper_tree_inner", "an inner sphere is not inside: " + made.about());
    }
}

bool same_tree(const SphereTree& one, const SphereTree& other)
{
    return one.first_of_level == other.first_of_level && one.triangles == other.triangles
           && std::ranges::equal(one.nodes, other.nodes, [](const SphereNode& a, const SphereNode& b) {
                  return a.sphere == b.sphere && a.error == b.error && a.inner == b.inner && a.parent == b.parent;
              });
}

} // namespace

void check_covers(Random random, Findings& findings)
{
    MadeTree made(random);
    check_shape(made, findings);
    check_covered(made, random, findings);
    check_errors(made, random, findings);
    if (random.one_in(6))
        findings.expect(
            same_tree(made.tree, made.make(3)), "paper_tree_workers",
            "three workers make another tree: " + made.about());
}

} // namespace tactus::fuzz::sphere_trees
