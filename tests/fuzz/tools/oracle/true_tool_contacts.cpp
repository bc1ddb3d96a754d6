// SPDX-License-Identifier: MIT
#include "true_tool_contacts.h"

#include <cmath>

#include "../../oracle/contacts/surface_ends.h"

namespace tactus::fuzz::tools {

namespace {

using Triangle = std::array<ExactPoint, 3>;

ExactPoint moved(const ExactPoint& p, const ExactPoint& along, const mpq_class& by)
{
    return {mpq_class(p.x + by * along.x), mpq_class(p.y + by * along.y), mpq_class(p.z + by * along.z)};
}

Place rounded(const ExactPoint& p) { return {p.x.get_d(), p.y.get_d(), p.z.get_d()}; }

class Finder {
public:
    Finder(const SceneBody& tool, const MirrorBody& mesh, float limit)
        : mesh_(mesh), table_(mesh), axis_{exact(tool.pivot), exact(tool.tip)},
          limit_(mpq_class(limit) * mpq_class(limit))
    {
        for (const Vec3& p : mesh.positions)
            at_.push_back(exact(p));
    }

    bool is_plain() const
    {
        const ExactPoint along = axis_[1] - axis_[0];
        if (dot(along, along) == 0)
            return false;
        for (const auto& [face, around] : table_.faces)
            if (around.size() > 1 || size_of(face) < 3)
                return false;
        for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
            if (mesh_.removed[t])
                continue;
            const Triangle corners = triangle(t);
            const ExactPoint normal = cross(ExactPoint(corners[1] - corners[0]), ExactPoint(corners[2] - corners[0]));
            if (dot(normal, normal) == 0 || segment_meets_triangle(axis_[0], axis_[1], corners))
                return false;
        }
        return true;
    }

    std::vector<TrueToolContact> find()
    {
        for (const int end : {0, 1})
            ends(end);
        for (const auto& [vertex, around] : table_.vertices)
            shaft_and_vertex(vertex[0], around);
        for (const auto& [edge, around] : table_.edges)
            shaft_and_edge(edge, around);
        return found_;
    }

private:
    Triangle triangle(std::uint32_t t) const
    {
        const TriangleIndices& corners = mesh_.triangles[t];
        return {at_[corners[0]], at_[corners[1]], at_[corners[2]]};
    }

    void add(const mpq_class& part, const ExactPoint& on_mesh, int corners, bool required)
    {
        const ExactPoint on_axis = between(axis_[0], axis_[1], part);
        const ExactPoint way = on_mesh - on_axis;
        if (const mpq_class squared = dot(way, way); squared <= limit_)
            found_.push_back(
                {part.get_d(), rounded(on_axis), rounded(on_mesh), std::sqrt(squared.get_d()), corners, required});
    }

    /// Where on a feature a point is nearest to, which is one of its inner points.
    ExactPoint foot(const ExactPoint& p, const Feature& f) const
    {
        if (size_of(f) == 1)
            return at_[f[0]];
        const ExactPoint along = at_[f[1]] - at_[f[0]], from = p - at_[f[0]];
        if (size_of(f) == 2)
            return moved(at_[f[0]], along, mpq_class(dot(from, along) / dot(along, along)));
        const ExactPoint normal = cross(along, ExactPoint(at_[f[2]] - at_[f[0]]));
        return moved(p, normal, mpq_class(-dot(from, normal) / dot(normal, normal)));
    }

    void ends(int end)
    {
        const ExactPoint &p = axis_[static_cast<std::size_t>(end)], &other = axis_[static_cast<std::size_t>(1 - end)];
        std::map<std::uint32_t, Feature> nearest;
        for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
            if (mesh_.removed[t])
                continue;
            const unsigned corners = point_triangle(p, triangle(t)).corners;
            std::uint32_t vertices[3];
            int count = 0;
            for (std::size_t k = 0; k < 3; ++k)
                if (corners >> k & 1u)
                    vertices[count++] = mesh_.triangles[t][k];
            nearest[t] = feature(vertices, count);
        }
        std::set<Feature> kept;
        for (const auto& [t, f] : nearest) {
            bool all = true;
            for (const std::uint32_t around : table_.around(f))
                all = all && nearest.at(around) == f;
            const ExactPoint way = foot(p, f) - p;
            if (all && dot(way, ExactPoint(other - p)) <= 0 && kept.insert(f).second)
                add(mpq_class(end), foot(p, f), size_of(f), true);
        }
    }

    void shaft_and_vertex(std::uint32_t vertex, const std::vector<std::uint32_t>& around)
    {
        const ExactPoint along = axis_[1] - axis_[0];
        const mpq_class part = dot(ExactPoint(at_[vertex] - axis_[0]), along) / dot(along, along);
        if (part <= 0 || part >= 1)
            return;
        const ExactPoint on_axis = between(axis_[0], axis_[1], part), way = at_[vertex] - on_axis;
        bool required = true;
        for (const std::uint32_t t : around) {
            const TriangleIndices& corners = mesh_.triangles[t];
            const unsigned nearest = point_triangle(on_axis, triangle(t)).corners;
            for (std::size_t k = 0; k < 3; ++k) {
                if ((nearest >> k & 1u) != (corners[k] == vertex))
                    return;
                if (corners[k] != vertex && dot(ExactPoint(at_[corners[k]] - at_[vertex]), way) == 0)
                    required = false;
            }
        }
        add(part, at_[vertex], 1, required);
    }

    void shaft_and_edge(const Feature& edge, const std::vector<std::uint32_t>& around)
    {
        const ExactPoint u = axis_[1] - axis_[0], v = at_[edge[1]] - at_[edge[0]], w = axis_[0] - at_[edge[0]];
        const mpq_class uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
        const mpq_class below = uu * vv - uv * uv;
        if (below == 0)
            return;
        const mpq_class s = (uv * vw - vv * uw) / below, t = (uu * vw - uv * uw) / below;
        if (s <= 0 || s >= 1 || t <= 0 || t >= 1)
            return;
        const ExactPoint on_edge = moved(at_[edge[0]], v, t), way = on_edge - between(axis_[0], axis_[1], s);
        if (dot(way, way) == 0)
            return;
        std::vector<ExactPoint> thirds;
        for (const std::uint32_t face : around)
            for (const std::uint32_t corner : mesh_.triangles[face])
                if (corner != edge[0] && corner != edge[1])
                    thirds.push_back(at_[corner] - at_[edge[0]]);
        // The way leads from the shaft to the edge, and the surface is seen from the shaft.
        if (surface_ends(v, thirds, u, way, -1))
            add(s, on_edge, 2, true);
    }

    const MirrorBody& mesh_;
    FeatureTable table_;
    std::array<ExactPoint, 2> axis_;
    mpq_class limit_;
    std::vector<ExactPoint> at_;
    std::vector<TrueToolContact> found_;
};

} // namespace

std::optional<std::vector<TrueToolContact>>
true_tool_contacts(const ToolScene& scene, std::uint32_t tool, std::uint32_t mesh, float limit)
{
    const Mirror mirror = scene.mirror(false);
    Finder finder(scene.bodies[tool], mirror.bodies[mesh], limit);
    if (!finder.is_plain())
        return {};
    return finder.find();
}

} // namespace tactus::fuzz::tools
