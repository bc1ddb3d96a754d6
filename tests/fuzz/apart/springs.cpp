// SPDX-License-Identifier: MIT
#include "springs.h"

#include <algorithm>

namespace tactus::fuzz {

Springs::VertexName Springs::vertex_of(const Mirror& mirror, const Contact& c)
{
    const std::uint32_t a = mirror.place_of(c.body_a), b = mirror.place_of(c.body_b);
    if (mirror.bodies[a].is_sphere || mirror.bodies[b].is_sphere)
        return mirror.bodies[a].is_sphere ? VertexName{a, UINT32_MAX, b} : VertexName{b, UINT32_MAX, a};
    switch (c.kind) {
    case ContactKind::vertex_face:
    case ContactKind::vertex_inside:
    case ContactKind::vertex_plane:
        return {a, c.vertices_a[0], b};
    case ContactKind::face_vertex:
    case ContactKind::inside_vertex:
    case ContactKind::plane_vertex:
        return {b, c.vertices_b[0], a};
    default:
        return {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    }
}

Arrow Springs::turned_rest(const Spring& spring, const Arrow& normal)
{
    const Arrow rest = across(spring.rest, normal);
    const double size = length(rest);
    // Where it is along the normal up to the rounding of a float, it has no direction across it.
    return size > 1e-6 * length(spring.rest) ? (length(spring.rest) / size) * rest : Arrow{};
}

Arrow Springs::stretch(const Mirror& mirror, const Spring& spring, const Arrow& normal)
{
    return across(spring.b.now(mirror) - spring.a.now(mirror), normal) - turned_rest(spring, normal);
}

Springs::Spring Springs::begun(const Mirror& mirror, const Contact& c, const Arrow& left)
{
    Spring spring{side_a(mirror, c), side_b(mirror, c), {}};
    spring.rest = across(spring.b.now(mirror) - spring.a.now(mirror), arrow(c.normal)) - left;
    return spring;
}

Springs::Memory Springs::remembered(const Mirror& mirror, const Contact& c) const
{
    const auto own = by_id_.find(c.id);
    Memory memory;
    if (own != by_id_.end()) {
        memory = own->second;
        if (memory.last_push + 1 == call_)
            return memory;
    }
    // Whether a spring outlasts a call in which its contact is there and does not push is not said.
    memory.may_be_none = true;
    const VertexName vertex = vertex_of(mirror, c);
    const auto before = by_vertex_.find(vertex);
    if (vertex[0] == UINT32_MAX || before == by_vertex_.end())
        return memory;
    // A vertex that pushed with one contact in the call before goes on with that, by one of those that it comes with.
    // It is not said with which of several, nor what becomes of it if that contact is still there, nor whether a sphere
    // is like a vertex.
    bool is_doubtful = false;
    for (const std::uint64_t id : before->second)
        if (const auto known = by_id_.find(id); known != by_id_.end()) {
            is_doubtful = is_doubtful || known->second.may_be_none;
            memory.springs.insert(memory.springs.end(), known->second.springs.begin(), known->second.springs.end());
        }
    const auto come = comers_.find(vertex);
    memory.may_be_none = is_doubtful || (come != comers_.end() && come->second > 1) || own != by_id_.end()
                         || memory.springs.empty() || before->second.size() != 1
                         || listed_.contains(*before->second.begin()) || vertex[1] == UINT32_MAX;
    return memory;
}

void Springs::begin_call(const Mirror& mirror, const std::vector<Contact>& listed)
{
    ++call_;
    listed_.clear();
    comers_.clear();
    for (const Contact& c : listed) {
        listed_.insert(c.id);
        comers_[vertex_of(mirror, c)] += by_id_.contains(c.id) ? 0 : 1;
    }
}

std::vector<Arrow> Springs::expected(const Mirror& mirror, const Contact& c) const
{
    std::vector<Arrow> all;
    const Memory memory = remembered(mirror, c);
    for (const Spring& spring : memory.springs)
        all.push_back(stretch(mirror, spring, arrow(c.normal)));
    if (memory.may_be_none)
        all.push_back({});
    return all;
}

void Springs::take(
    const Mirror& mirror, const Contact& c, const Arrow& told, const Arrow& left, bool pushes, double rounding)
{
    const Memory memory = remembered(mirror, c);
    // Of what may be remembered, all that agrees with what the law was told of: what is left over is told apart later.
    std::vector<Spring> held;
    for (const Spring& spring : memory.springs)
        if (length(told - stretch(mirror, spring, arrow(c.normal))) <= rounding)
            held.push_back(spring);
    if (memory.may_be_none && length(told) <= rounding)
        held.push_back(begun(mirror, c, {}));
    Memory next;
    next.last_push = call_;
    const bool sticks = told.x == left.x && told.y == left.y && told.z == left.z;
    if (sticks)
        next.springs = held;
    else
        next.springs.push_back(begun(mirror, c, left));
    if (!pushes) {
        // A contact that is deep and does not push may have slid, or have nothing to remember.
        next.springs.insert(next.springs.end(), held.begin(), held.end());
        next.may_be_none = true;
    }
    taken_[c.id] = next;
    if (const VertexName vertex = vertex_of(mirror, c); vertex[0] != UINT32_MAX)
        now_by_vertex_[vertex].insert(c.id);
}

void Springs::end_call()
{
    for (auto& [id, memory] : taken_)
        by_id_[id] = memory;
    taken_.clear();
    // What a contact had that has ended counts once more, for a vertex that comes with another id.
    std::erase_if(
        by_id_, [&](const auto& known) { return !listed_.contains(known.first) && known.second.last_push != call_; });
    by_vertex_ = std::move(now_by_vertex_);
    now_by_vertex_.clear();
}

void Springs::forget(std::uint32_t place)
{
    std::erase_if(by_id_, [&](const auto& known) { return is_of(known.second, place); });
}

void Springs::doubt(std::uint32_t place)
{
    for (auto& [id, memory] : by_id_)
        memory.may_be_none = memory.may_be_none || is_of(memory, place);
}

bool Springs::is_of(const Memory& memory, std::uint32_t place)
{
    return std::ranges::any_of(
        memory.springs, [&](const Spring& s) { return s.a.place == place || s.b.place == place; });
}

} // namespace tactus::fuzz
