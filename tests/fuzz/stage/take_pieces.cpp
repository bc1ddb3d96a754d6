// SPDX-License-Identifier: MIT
// What becomes of a mirror when pieces come off a body, and what is silent after an edit.
#include <algorithm>
#include <map>

#include "../oracle/true_pairs.h"
#include "stage.h"

namespace tactus::fuzz {

namespace {

/// Things that were said about a body hold for its pieces too.
void inherit(Mirror& mirror, std::uint32_t from, std::uint32_t to)
{
    std::vector<BodyPlaces> more;
    for (const BodyPlaces& both : mirror.allowed)
        if (both.first == from || both.second == from)
            more.push_back(Mirror::both(to, both.first == from ? both.second : both.first));
    if (mirror.allowed.contains({from, from}))
        more.push_back({to, to});
    mirror.allowed.insert(more.begin(), more.end());
}

/// Whether a triangle has corners on both sides of another's plane.
bool straddles(const std::array<Vec3, 3>& t, const std::array<Vec3, 3>& plane)
{
    const auto less = [](const Vec3& a, const Vec3& b) {
        return std::array{
            static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
            static_cast<double>(a.z) - static_cast<double>(b.z)};
    };
    const auto u = less(plane[1], plane[0]), v = less(plane[2], plane[0]);
    const std::array normal = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    bool above = false, below = false;
    for (const Vec3& corner : t) {
        const auto w = less(corner, plane[0]);
        const double height = w[0] * normal[0] + w[1] * normal[1] + w[2] * normal[2];
        above = above || height > 0.0;
        below = below || height < 0.0;
    }
    return above && below;
}

} // namespace

void Mirror::rename_triangles(const std::map<TriangleRef, TriangleRef>& names)
{
    std::set<TriangleRefPair> renamed;
    const auto name = [&](const TriangleRef& t) { return names.contains(t) ? names.at(t) : t; };
    for (const TriangleRefPair& pair : fresh_cuts) {
        const TriangleRef a = name(pair.first), b = name(pair.second);
        renamed.insert(a < b ? TriangleRefPair{a, b} : TriangleRefPair{b, a});
    }
    fresh_cuts = std::move(renamed);
}

std::string Stage::take_pieces(std::uint32_t place, const EditedBody& edited)
{
    for (const BodyPiece& piece : edited.pieces) {
        const std::uint32_t to = static_cast<std::uint32_t>(mirror_.bodies.size());
        note(
            "const BodyId " + name_ + std::to_string(to) + "{" + std::to_string(piece.body.index) + ", "
            + std::to_string(piece.body.generation) + "}; // the piece");
        MirrorBody off = mirror_.bodies[place];
        off.id = piece.body;
        off.triangles.clear(), off.removed.clear(), off.origin.clear(), off.part.clear(), off.own.clear(),
            off.positions.clear();
        MirrorBody& body = mirror_.bodies[place];
        std::map<std::uint32_t, std::uint32_t> number_of;
        std::map<TriangleRef, TriangleRef> names;
        for (const std::uint32_t v : piece.vertex_of) {
            if (v >= body.own.size())
                return "a piece names a vertex that its body never had";
            number_of[v] = static_cast<std::uint32_t>(off.own.size());
            off.own.push_back(body.own[v]);
            off.positions.push_back(body.positions[v]);
        }
        for (const std::uint32_t t : piece.triangle_of) {
            if (t >= body.triangles.size() || body.removed[t])
                return "a piece names a triangle that its body did not have";
            TriangleIndices indices = body.triangles[t];
            for (std::uint32_t& v : indices) {
                if (!number_of.contains(v))
                    return "a piece lacks a vertex of its triangle";
                v = number_of[v];
            }
            body.removed[t] = 1;
            names[{place, t}] = {to, static_cast<std::uint32_t>(off.triangles.size())};
            off.triangles.push_back(indices);
            off.removed.push_back(0);
            off.part.push_back(0);
        }
        mirror_.rename_triangles(names);
        inherit(mirror_, place, to);
        std::set<std::array<std::uint32_t, 4>> more;
        for (std::array<std::uint32_t, 4> a : mirror_.attached)
            for (const int side : {0, 2})
                if (a[side] == place && number_of.contains(a[side + 1])) {
                    std::array<std::uint32_t, 4> copy = a;
                    copy[side] = to, copy[side + 1] = number_of[a[side + 1]];
                    more.insert(copy[0] < copy[2] ? copy : std::array{copy[2], copy[3], copy[0], copy[1]});
                }
        mirror_.attached.insert(more.begin(), more.end());
        for (std::uint32_t k = 0; k < to; ++k)
            if (k == place || mirror_.fresh_bodies.contains(Mirror::both(place, k)))
                mirror_.fresh_bodies.insert(Mirror::both(k, to));
        mirror_.fresh_bodies.insert({to, to});
        mirror_.bodies.push_back(std::move(off));
    }
    for (std::size_t a = 0; a < edited.pieces.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const auto last = static_cast<std::uint32_t>(mirror_.bodies.size() - 1);
            mirror_.fresh_bodies.insert(
                Mirror::both(last - static_cast<std::uint32_t>(a), last - static_cast<std::uint32_t>(b)));
        }
    for (const BodyPiece& piece : edited.pieces)
        if (piece.triangle_of.size() > mirror_.bodies[place].live_triangles())
            return "a piece that came off has more triangles than what stays";
    return {};
}

void Stage::mark_fresh_cuts(
    const std::vector<TriangleRef>& made, const std::vector<std::uint32_t>& pieces, const EditedBody& edited)
{
    // Two triangles were neighbours before the cut if they have a vertex of the same number or one that was doubled.
    const auto before = [&](std::uint32_t place, std::uint32_t vertex) {
        for (std::size_t k = 1; k < pieces.size(); ++k)
            if (pieces[k] == place)
                vertex = edited.pieces[k - 1].vertex_of[vertex];
        return doubled_.contains(vertex) ? doubled_.at(vertex) : vertex;
    };
    const auto were_neighbours = [&](const TriangleRefPair& pair) {
        for (const std::uint32_t v : mirror_.bodies[pair.first.first].triangles[pair.first.second])
            for (const std::uint32_t w : mirror_.bodies[pair.second.first].triangles[pair.second.second])
                if (before(pair.first.first, v) == before(pair.second.first, w))
                    return true;
        return false;
    };
    for (const TriangleRefPair& pair : true_pairs(mirror_, TrueOf::all_bodies)) {
        const bool between = pair.first.first != pair.second.first
                             && std::find(pieces.begin(), pieces.end(), pair.first.first) != pieces.end()
                             && std::find(pieces.begin(), pieces.end(), pair.second.first) != pieces.end();
        const bool within = pair.first.first == pair.second.first
                            && (std::find(made.begin(), made.end(), pair.first) != made.end()
                                || std::find(made.begin(), made.end(), pair.second) != made.end());
        // What was made and came off right away has another name by now.
        const bool came_off = pieces.size() > 1 && pair.first.first == pair.second.first && !made.empty()
                              && std::find(pieces.begin(), pieces.end(), pair.first.first) != pieces.end();
        if (between || within || came_off)
            mirror_.fresh_cuts.insert(pair);
        const auto corners = [&](const TriangleRef& t) {
            const MirrorBody& body = mirror_.bodies[t.first];
            const TriangleIndices& i = body.triangles[t.second];
            return std::array{body.positions[i[0]], body.positions[i[1]], body.positions[i[2]]};
        };
        // What goes through each other counts at once.
        const auto may_cross = [&] {
            const auto a = corners(pair.first), b = corners(pair.second);
            return straddles(a, b) && straddles(b, a);
        };
        if (between && were_neighbours(pair) && !mirror_.bodies[pieces[0]].self_collision && !may_cross())
            mirror_.just_cut.insert(pair);
    }
}

} // namespace tactus::fuzz
