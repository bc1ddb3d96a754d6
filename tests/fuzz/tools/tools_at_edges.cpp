// SPDX-License-Identifier: MIT
#include "tools_at_edges.h"

#include <algorithm>
#include <cmath>

#include "oracle/true_touch.h"

namespace tactus::fuzz::tools {

namespace {

/// The corners of a face of a mesh, in their order, from any of them on.
std::array<Place, 3> pick_face(Random& random, const SceneBody& mesh)
{
    const std::uint32_t triangle = random.below(static_cast<std::uint32_t>(mesh.mesh.triangles.size()));
    const std::array<Place, 3> corners = corners_of(mesh, triangle);
    const std::size_t k = random.below(3);
    return {corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]};
}

Place across_both(const Place& u, const Place& v)
{
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

Vec3 on_lattice(const Lattice& lattice, const Place& p) { return lattice.at(DoubleVec3{p.x, p.y, p.z}); }

/// Lays a tool across the first edge of a face at a small angle and rolls it about the edge. The sine of the face's
/// angle to the plane through the edge across the way to the tool is then about 1/4, or that of its angle to the tool
/// is about 1/32: up to these the surface may end at the edge although the face comes nearer to the tool.
void lay_at_limit(Random& random, const Lattice& lattice, const std::array<Place, 3>& face, SceneBody& tool)
{
    const auto& [a, b, c] = face;
    const Place edge = b - a, normal = across_both(edge, c - a);
    const double size = length(edge), area = length(normal);
    if (area == 0.0)
        return;
    const Place along = (1 / size) * edge, out = (1 / area) * normal, in = across_both(out, along);
    // The sines of 30, 10, 7, 5, 2 and 1 degrees.
    constexpr double sines[] = {0.5, 0.17364818, 0.12186934, 0.08715574, 0.03489950, 0.01745241};
    constexpr double shares[] = {0.0, 1e-6, 1e-4, 1e-2, 0.1};
    const double crossing = sines[random.below(6)];
    // The sine to the tool is that to the plane times that of the crossing. So the smaller of these two decides.
    const auto [smaller, larger] = std::minmax({1.0 / 4, 1.0 / 32 / crossing});
    const double limit = random.one_in(8) ? larger : smaller;
    const double share = (random.one_in(2) ? 1 : -1) * shares[random.below(5)];
    const double lift = (random.one_in(4) ? -1 : 1) * random.unit() * (static_cast<double>(tool.radius) + 0.05);
    // The tool comes nearer to the face where it goes down over it, but is not to pass through.
    const bool goes_down = !random.one_in(4);
    const double rise = (goes_down == (lift > 0) ? -1 : 1) * std::min(1.0, limit * (1 + share));
    const double run = std::sqrt(1 - rise * rise);
    const double ahead = (random.one_in(2) ? 1 : -1) * std::sqrt(1 - crossing * crossing);
    const Place shaft = ahead * along + crossing * (run * in + rise * out);
    const Place middle = a + (0.2 + 0.6 * random.unit()) * edge + lift * (run * out - rise * in);
    const double before = size * (0.2 + random.unit()), after = size * (0.2 + random.unit());
    const double room = goes_down ? 0.9 * std::abs(lift * run / (crossing * rise)) : after;
    tool.pivot = on_lattice(lattice, middle - before * shaft);
    tool.tip = on_lattice(lattice, middle + std::min(after, room) * shaft);
    if (random.one_in(2))
        std::swap(tool.pivot, tool.tip);
}

/// Whether the larger of a face's two sines, each as a multiple of its limit, is about 1 for a tool at its first edge.
bool is_about_at_limit(const std::array<Place, 3>& face, const SceneBody& tool)
{
    const Place edge = face[1] - face[0], normal = across_both(edge, face[2] - face[0]);
    const Place shaft = place_of(tool.tip) - place_of(tool.pivot);
    const double rise = std::abs(product(normal, shaft)) / length(normal);
    const double to_plane = rise * length(edge) / length(across_both(edge, shaft)), to_tool = rise / length(shaft);
    const double larger = std::max(4 * to_plane, 32 * to_tool);
    return larger > 0.85 && larger < 1.15;
}

/// Whether no face goes on beyond the first edge of another one, or only at an angle of more than 45 degrees.
bool bends_at_edge(const SceneBody& mesh, const std::array<Place, 3>& face)
{
    const Place edge = face[1] - face[0];
    const auto away_from_edge = [&](const Place& p) {
        const Place from = p - face[0];
        return from - (product(from, edge) / product(edge, edge)) * edge;
    };
    const Place own = away_from_edge(face[2]);
    for (std::uint32_t t = 0; t < mesh.mesh.triangles.size(); ++t) {
        const std::array<Place, 3> corners = corners_of(mesh, t);
        for (std::size_t k = 0; k < 3; ++k) {
            const Place &p = corners[(k + 1) % 3], &q = corners[(k + 2) % 3];
            const bool is_there =
                length(p - face[0]) + length(q - face[1]) == 0.0 || length(p - face[1]) + length(q - face[0]) == 0.0;
            const Place other = away_from_edge(corners[k]);
            if (is_there && product(own, other) < -std::sqrt(0.5) * length(own) * length(other))
                return false;
        }
    }
    return true;
}

} // namespace

const SceneBody& pick_body(Random& random, const ToolScene& scene)
{
    return scene.bodies[random.below(static_cast<std::uint32_t>(scene.bodies.size()))];
}

void lay_across_edge(Random& random, const Lattice& lattice, const ToolScene& scene, SceneBody& tool)
{
    const SceneBody& other = pick_body(random, scene);
    if (other.kind != SceneKind::mesh)
        return;
    const auto [a, b, c] = pick_face(random, other);
    const Place middle = 0.5 * (a + b), u = b - a, v = c - middle, n = across_both(u, v);
    const double size = length(n);
    if (size == 0.0)
        return;
    constexpr double slopes[] = {0.0, 1.0 / 90, 1.0 / 33, 1.0 / 32, 1.0 / 31, 1.0 / 15};
    const double rise = (random.one_in(2) ? 1 : -1) * slopes[random.below(6)] * size / length(u);
    const double lift = (random.one_in(4) ? -0.2 : 0.2) * random.unit();
    const auto end = [&](double along) {
        return on_lattice(lattice, middle + along * v + ((lift + along * rise) / size) * n);
    };
    tool.pivot = end(-0.2 - random.unit());
    tool.tip = end(0.2 + random.unit());
}

void lay_along_edge(Random& random, const Lattice& lattice, const ToolScene& scene, SceneBody& tool)
{
    for (int tries = 0; tries < 40; ++tries) {
        const SceneBody& other = pick_body(random, scene);
        if (other.kind != SceneKind::mesh)
            continue;
        const std::array<Place, 3> face = pick_face(random, other);
        lay_at_limit(random, lattice, face, tool);
        if (is_about_at_limit(face, tool) && bends_at_edge(other, face))
            return;
    }
}

} // namespace tactus::fuzz::tools
