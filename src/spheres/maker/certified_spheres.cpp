// SPDX-License-Identifier: MIT
#include "spheres/maker/certified_spheres.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "spheres/maker/balls/certified_error.h"

namespace tactus {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

struct CertificateEffort {
    std::size_t parts;
    double close_enough;
};

// The few large spheres at the top of a tree deserve a close look.
CertificateEffort certificate_effort(SphereQuality quality, std::size_t node)
{
    const bool fast = quality == SphereQuality::fast;
    if (node < (fast ? 10 : 100))
        return {20'000, 0.999};
    return {fast ? std::size_t{400} : std::size_t{1500}, 0.995};
}

float rounded_up(double value)
{
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) < value ? std::nextafter(nearest, infinite) : nearest;
}

float rounded_down(double value)
{
    const auto nearest = static_cast<float>(value);
    return static_cast<double>(nearest) > value ? std::nextafter(nearest, -infinite) : nearest;
}

// More than the value by what a few operations in double can be off.
double a_little_more(double value) { return value * (1.0 + 0x1p-48); }

std::vector<SphereNode> nodes_of(const BallTree& balls)
{
    std::vector<SphereNode> nodes;
    nodes.reserve(balls.size());
    for (std::size_t number = 0; number < balls.levels.size(); ++number) {
        const BallLevel& level = balls.levels[number];
        for (std::size_t i = 0; i < level.balls.size(); ++i) {
            SphereNode node;
            node.sphere.centre = level.balls[i].centre;
            if (number > 0)
                node.parent = balls.first_of_level[number - 1] + level.parents[i];
            if (number + 1 < balls.levels.size()) {
                const BallLevel& below = balls.levels[number + 1];
                node.first_child = balls.first_of_level[number + 1] + below.first_child[i];
                node.child_count = below.first_child[i + 1] - below.first_child[i];
            }
            if (node.child_count == 0)
                node.first_child = 0;
            nodes.push_back(node);
        }
    }
    return nodes;
}

// Each sphere holds the corners of its pieces, and with them the pieces.
void set_radii(std::vector<SphereNode>& nodes, const SurfacePieces& pieces, const BallTree& balls)
{
    std::vector<double> squared(nodes.size(), 0.0);
    for (std::size_t i = 0; i < pieces.pieces().size(); ++i)
        for (std::uint32_t node = balls.leaf_of_piece[i]; node != LevelSearch::none; node = nodes[node].parent) {
            const DoubleVector centre = to_double(nodes[node].sphere.centre);
            for (const std::uint32_t corner : pieces.pieces()[i].corners) {
                const DoubleVector away = pieces.points()[corner] - centre;
                squared[node] = std::max(squared[node], dot(away, away));
            }
        }
    for (std::size_t node = 0; node < nodes.size(); ++node)
        nodes[node].sphere.radius =
            rounded_up(a_little_more(std::sqrt(squared[node]) + pieces.rounding()) * (TACTUS_FAULT(38) ? 0.999 : 1.0));
}

// From the last level up, spheres grow until they hold those of their children.
void enclose_children(std::vector<SphereNode>& nodes)
{
    for (std::size_t node = nodes.size(); node-- > 1;) {
        const Sphere& child = nodes[node].sphere;
        Sphere& parent = nodes[nodes[node].parent].sphere;
        const double apart = distance(to_double(child.centre), to_double(parent.centre));
        parent.radius = std::max(parent.radius, rounded_up(a_little_more(apart + child.radius)));
    }
}

void list_triangles(SphereTree& tree, const SurfacePieces& pieces, const BallTree& balls)
{
    std::vector<std::uint64_t> listed(pieces.pieces().size());
    for (std::size_t i = 0; i < listed.size(); ++i)
        listed[i] = std::uint64_t{balls.leaf_of_piece[i]} << 32 | pieces.pieces()[i].triangle;
    std::sort(listed.begin(), listed.end());
    listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    tree.triangles.reserve(listed.size());
    for (const std::uint64_t entry : listed) {
        SphereNode& leaf = tree.nodes[entry >> 32];
        if (leaf.triangle_count++ == 0)
            leaf.first_triangle = static_cast<std::uint32_t>(tree.triangles.size());
        tree.triangles.push_back(static_cast<std::uint32_t>(entry));
    }
}

} // namespace

SphereTree certified_spheres(
    const SurfaceDistance& surface, const SurfacePieces& pieces, const BallTree& balls,
    const SphereTreeOptions& options, Workers& workers)
{
    SphereTree tree;
    tree.closed = surface.is_closed();
    tree.first_of_level = balls.first_of_level;
    tree.nodes = nodes_of(balls);
    set_radii(tree.nodes, pieces, balls);
    if (options.layered)
        enclose_children(tree.nodes);
    list_triangles(tree, pieces, balls);
    workers.for_each(tree.nodes.size(), 4, [&](std::size_t i, std::uint32_t) {
        SphereNode& node = tree.nodes[i];
        const CertificateEffort effort = certificate_effort(options.quality, i);
        node.error = rounded_up(certified_error(surface, node.sphere, effort.parts, effort.close_enough));
        if (options.inner && tree.closed && surface.is_inside(node.sphere.centre)) {
            const double depth = surface.distance_at_least(to_double(node.sphere.centre));
            if (depth > 0.0)
                node.inner = {node.sphere.centre, rounded_down(depth * (1.0 - 0x1p-48))};
        }
    });
    return tree;
}

} // namespace tactus
