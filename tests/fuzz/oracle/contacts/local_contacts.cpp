// SPDX-License-Identifier: MIT
#include "local_contacts.h"

#include <algorithm>

#include "../scaled.h"
#include "surface_ends.h"

namespace tactus::fuzz {

namespace {

/// A vertex, and a body, maybe its own, that is looked at from there.
struct Onlooker {
    std::uint32_t body = 0;
    std::uint32_t vertex = 0;
    std::uint32_t other = 0;
};

template <class N>
class LocalOracle {
public:
    LocalOracle(const Mirror& mirror, const Scaled<N>& exact, const AllContacts& all, BodyOrder order)
        : mirror_(mirror), exact_(exact), all_(all), order_(order)
    {
        for (const MirrorBody& body : mirror.bodies)
            tables_.emplace_back(body.alive && body.is_mesh() ? body : MirrorBody{});
    }

    bool keeps(const ContactName& name, const Meeting& meeting) const
    {
        const ContactKey& key = name.key;
        if (key.inside || !mirror_.bodies[key.body_a].is_mesh() || !mirror_.bodies[key.body_b].is_mesh())
            return true;
        if (size_of(key.a) == 2)
            return (meeting.crosses && meeting.pushes && has_normals(key.body_a, key.a)
                    && has_normals(key.body_b, key.b))
                   || keeps_edges(key, meeting.crosses);
        return size_of(key.a) == 1 ? keeps_vertex({key.body_a, key.a[0], key.body_b}, name.face)
                                   : keeps_vertex({key.body_b, key.b[0], key.body_a}, name.face);
    }

private:
    bool keeps_vertex(const Onlooker& from, std::uint32_t face) const
    {
        if (is_nearest_within(from, face))
            return true;
        // A face without area can be nearest at an inner point of one edge and at another edge or a corner at once.
        const TriangleIndices& corners = mirror_.bodies[from.other].triangles[face];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t ends[2] = {corners[k], corners[(k + 1) % 3]};
            const Feature edge = feature(ends, 2), corner = feature(ends, 1);
            if (is_local_at(from, edge) && is_lowest(from, edge, face))
                return true;
            if (is_local_at(from, corner) && is_lowest(from, corner, face) && !is_left_to(from, corner[0]))
                return true;
        }
        return false;
    }

    /// Whether a face is nearest at an inner point: none of its edges is as near.
    bool is_nearest_within(const Onlooker& from, std::uint32_t face) const
    {
        const Ratio<N> nearest = squared_to_face(from, face);
        const TriangleIndices& corners = mirror_.bodies[from.other].triangles[face];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t ends[2] = {corners[k], corners[(k + 1) % 3]};
            if (!(nearest < squared_to(from, feature(ends, 2))))
                return false;
        }
        return true;
    }

    /// Whether a corner, or an inner point of an edge, is where every triangle around it is nearest.
    bool is_local_at(const Onlooker& from, const Feature& place) const
    {
        const Ratio<N> here = squared_to(from, place);
        if (size_of(place) == 2)
            for (const std::uint32_t end : {place[0], place[1]})
                if (!(here < squared_to(from, feature(&end, 1))))
                    return false;
        const std::vector<std::uint32_t>& around = tables_[from.other].around(place);
        return std::all_of(
            around.begin(), around.end(), [&](std::uint32_t t) { return here == squared_to_face(from, t); });
    }

    /// Whether no triangle around a place has a lower number, of those with which the vertex is in contact.
    bool is_lowest(const Onlooker& from, const Feature& place, std::uint32_t face) const
    {
        const std::vector<std::uint32_t>& around = tables_[from.other].around(place);
        return std::none_of(
            around.begin(), around.end(), [&](std::uint32_t t) { return t < face && is_in_contact(from, t); });
    }

    /// Whether a vertex and a corner are each nearest to the other, and the corner keeps their contact.
    bool is_left_to(const Onlooker& from, std::uint32_t corner) const
    {
        const Onlooker back = {from.other, corner, from.body};
        if (!is_local_at(back, feature(&from.vertex, 1)))
            return false;
        const std::vector<std::uint32_t>& around = tables_[from.body].around(feature(&from.vertex, 1));
        if (std::none_of(around.begin(), around.end(), [&](std::uint32_t t) { return is_in_contact(back, t); }))
            return false;
        if (from.body == from.other)
            return corner < from.vertex;
        return order_ == BodyOrder::by_place ? from.other < from.body
                                             : mirror_.bodies[from.other].id < mirror_.bodies[from.body].id;
    }

    bool is_in_contact(const Onlooker& from, std::uint32_t face) const
    {
        const Feature corners = feature(mirror_.bodies[from.other].triangles[face].data(), 3);
        return all_.contains({make_key(from.body, feature(&from.vertex, 1), from.other, corners), face});
    }

    Ratio<N> squared_to_face(const Onlooker& from, std::uint32_t face) const
    {
        const TriangleIndices& corners = mirror_.bodies[from.other].triangles[face];
        return point_triangle(point(from.body, from.vertex), exact_.bodies[from.other].triangle(corners)).squared;
    }

    Ratio<N> squared_to(const Onlooker& from, const Feature& place) const
    {
        const std::uint32_t last = place[size_of(place) == 1 ? 0 : 1];
        return point_segment(point(from.body, from.vertex), point(from.other, place[0]), point(from.other, last))
            .squared;
    }

    bool keeps_edges(const ContactKey& key, bool crosses) const
    {
        const Point<N>&a = point(key.body_a, key.a[0]), &a_end = point(key.body_a, key.a[1]);
        const Point<N>&b = point(key.body_b, key.b[0]), &b_end = point(key.body_b, key.b[1]);
        // They are nearest at inner points if no end of either is as near, which parallel ones never are.
        const Ratio<N> nearest = segment_segment(a, a_end, b, b_end);
        for (const Ratio<N>& from_end :
             {point_segment(a, b, b_end).squared, point_segment(a_end, b, b_end).squared,
              point_segment(b, a, a_end).squared, point_segment(b_end, a, a_end).squared})
            if (!(nearest < from_end))
                return false;
        const Point<N> along_a = a_end - a, along_b = b_end - b, normal = cross(along_a, along_b);
        const int from_a_to_b = sign(dot(normal, Point<N>(b - a)));
        // The way from a to b goes along the normal or against it, and the way from b to a the other way round.
        const auto both_end = [&](int way) {
            return ends_at(key.body_a, key.a, along_b, normal, way)
                   && ends_at(key.body_b, key.b, along_a, normal, -way);
        };
        if (crosses || from_a_to_b == 0)
            return both_end(1) || both_end(-1);
        return both_end(from_a_to_b);
    }

    /// Whether an edge has one face or two, and none of them is lower over it than a millionth of its side.
    bool has_normals(std::uint32_t body, const Feature& edge) const
    {
        const N million(1000000);
        const Point<N> along = point(body, edge[1]) - point(body, edge[0]);
        std::size_t faces = 0;
        for (const std::uint32_t t : tables_[body].around(edge))
            for (const std::uint32_t corner : mirror_.bodies[body].triangles[t]) {
                if (corner == edge[0] || corner == edge[1])
                    continue;
                const Point<N> side = point(body, corner) - point(body, edge[0]), normal = cross(along, side);
                ++faces;
                if (N(N(million * million) * dot(normal, normal)) <= N(dot(along, along) * dot(side, side)))
                    return false;
            }
        return faces > 0 && faces <= 2;
    }

    /// Whether the surface ends at an edge, as seen along a normal of it and another edge times a sign.
    bool ends_at(std::uint32_t body, const Feature& edge, const Point<N>& other, const Point<N>& normal, int way) const
    {
        const Point<N>& begin = point(body, edge[0]);
        std::vector<Point<N>> thirds;
        for (const std::uint32_t t : tables_[body].around(edge))
            for (const std::uint32_t corner : mirror_.bodies[body].triangles[t])
                if (corner != edge[0] && corner != edge[1])
                    thirds.push_back(point(body, corner) - begin);
        return surface_ends(Point<N>(point(body, edge[1]) - begin), thirds, other, normal, way);
    }

    const Point<N>& point(std::uint32_t body, std::uint32_t vertex) const { return exact_.bodies[body].points[vertex]; }

    const Mirror& mirror_;
    const Scaled<N>& exact_;
    const AllContacts& all_;
    BodyOrder order_;
    std::vector<FeatureTable> tables_;
};

template <class N>
std::set<ContactName>
kept_contacts(const Mirror& mirror, const Scaled<N>& exact, const AllContacts& all, BodyOrder order)
{
    const LocalOracle<N> oracle(mirror, exact, all, order);
    std::set<ContactName> kept;
    for (const auto& [name, meeting] : all)
        if (oracle.keeps(name, meeting))
            kept.insert(name);
    return kept;
}

} // namespace

std::set<ContactName> local_contacts(const Mirror& mirror, const AllContacts& all, BodyOrder order)
{
    std::set<ContactName> kept;
    with_scaled(mirror, 0.0f, [&](const auto& exact) { kept = kept_contacts(mirror, exact, all, order); });
    return kept;
}

} // namespace tactus::fuzz
