// SPDX-License-Identifier: MIT
#include "broad_phase/collision_filter.h"

#include <algorithm>
#include <utility>

namespace tactus {

namespace {

std::uint64_t body_key(std::uint32_t body_a, std::uint32_t body_b)
{
    return std::uint64_t{std::min(body_a, body_b)} << 32 | std::max(body_a, body_b);
}

bool names(std::uint64_t bodies, std::uint32_t body)
{
    return static_cast<std::uint32_t>(bodies >> 32) == body || static_cast<std::uint32_t>(bodies) == body;
}

} // namespace

bool AttachedVertices::search(const TriangleIndices& triangle_a, const TriangleIndices& triangle_b) const
{
    for (std::uint32_t a : triangle_a) {
        auto pair = std::ranges::lower_bound(pairs_, AttachedPair{a, 0});
        for (; pair != pairs_.end() && pair->a == a; ++pair)
            if (std::ranges::find(triangle_b, pair->b) != triangle_b.end())
                return true;
    }
    return false;
}

void ContactExemptions::allow_contact(std::uint32_t body_a, std::uint32_t body_b, bool allowed)
{
    const std::uint64_t bodies = body_key(body_a, body_b);
    const auto place = std::ranges::lower_bound(allowed_, bodies);
    const bool present = place != allowed_.end() && *place == bodies;
    if (allowed && !present)
        allowed_.insert(place, bodies);
    else if (!allowed && present)
        allowed_.erase(place);
}

bool ContactExemptions::is_allowed(std::uint32_t body_a, std::uint32_t body_b) const
{
    return std::ranges::binary_search(allowed_, body_key(body_a, body_b));
}

void ContactExemptions::attach_vertices(
    std::uint32_t body_a, std::uint32_t vertex_a, std::uint32_t body_b, std::uint32_t vertex_b)
{
    if (body_b < body_a)
        std::swap(vertex_a, vertex_b);
    const std::uint64_t bodies = body_key(body_a, body_b);
    auto place = std::ranges::lower_bound(attachments_, bodies, {}, &Attachments::bodies);
    if (place == attachments_.end() || place->bodies != bodies)
        place = attachments_.insert(place, Attachments{bodies, true, {}});
    place->pairs.reserve(place->pairs.size() + 2 <= place->pairs.capacity() ? 0 : 2 * place->pairs.size() + 2);
    place->sorted = false;
    place->pairs.push_back({vertex_a, vertex_b});
    // Within one body either triangle may hold either vertex.
    if (body_a == body_b && vertex_a != vertex_b)
        place->pairs.push_back({vertex_b, vertex_a});
}

AttachedVertices ContactExemptions::attached_vertices(std::uint32_t body_a, std::uint32_t body_b)
{
    if (attachments_.empty())
        return {};
    const std::uint64_t bodies = body_key(body_a, body_b);
    const auto place = std::ranges::lower_bound(attachments_, bodies, {}, &Attachments::bodies);
    if (place == attachments_.end() || place->bodies != bodies)
        return {};
    if (!place->sorted) {
        std::ranges::sort(place->pairs);
        place->pairs.erase(std::unique(place->pairs.begin(), place->pairs.end()), place->pairs.end());
        place->sorted = true;
    }
    return {place->pairs, body_b < body_a};
}

void ContactExemptions::inherit(std::uint32_t child, std::uint32_t parent, std::span<const std::uint32_t> vertex_of)
{
    const auto other_of = [](std::uint64_t bodies, std::uint32_t body) {
        const auto first = static_cast<std::uint32_t>(bodies >> 32), second = static_cast<std::uint32_t>(bodies);
        return first == body ? second : first;
    };
    const std::vector<std::uint64_t> allowed = allowed_;
    for (const std::uint64_t bodies : allowed)
        if (names(bodies, parent)) {
            const std::uint32_t other = other_of(bodies, parent);
            allow_contact(child, other, true);
            if (other == parent)
                allow_contact(child, child, true);
        }
    if (attachments_.empty())
        return;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places; // of the parent's vertices in the child
    for (std::uint32_t vertex = 0; vertex < vertex_of.size(); ++vertex)
        places.emplace_back(vertex_of[vertex], vertex);
    std::ranges::sort(places);
    const auto for_each_in_child = [&](std::uint32_t vertex, auto visit) {
        auto place = std::ranges::lower_bound(places, std::pair{vertex, 0u});
        for (; place != places.end() && place->first == vertex; ++place)
            visit(place->second);
    };
    const std::vector<Attachments> known = attachments_;
    for (const Attachments& attachments : known) {
        if (!names(attachments.bodies, parent))
            continue;
        const std::uint32_t other = other_of(attachments.bodies, parent);
        const bool parent_first = parent < other;
        for (const AttachedPair& pair : attachments.pairs) {
            const std::uint32_t own = parent_first ? pair.a : pair.b, its = parent_first ? pair.b : pair.a;
            for_each_in_child(own, [&](std::uint32_t vertex) {
                attach_vertices(child, vertex, other, its);
                if (other == parent)
                    for_each_in_child(
                        its, [&](std::uint32_t second) { attach_vertices(child, vertex, child, second); });
            });
        }
    }
}

void ContactExemptions::move_attachments(std::uint32_t from, std::uint32_t to, std::uint32_t first_vertex)
{
    const std::vector<Attachments> known = attachments_;
    for (const Attachments& attachments : known) {
        if (!names(attachments.bodies, from))
            continue;
        const auto first = static_cast<std::uint32_t>(attachments.bodies >> 32);
        const auto second = static_cast<std::uint32_t>(attachments.bodies);
        const auto moved = [&](std::uint32_t body, std::uint32_t vertex) {
            return body == from ? std::pair{to, vertex + first_vertex} : std::pair{body, vertex};
        };
        for (const AttachedPair& pair : attachments.pairs) {
            const auto [body_a, vertex_a] = moved(first, pair.a);
            const auto [body_b, vertex_b] = moved(second, pair.b);
            attach_vertices(body_a, vertex_a, body_b, vertex_b);
        }
    }
}

void ContactExemptions::forget_body(std::uint32_t body)
{
    std::erase_if(allowed_, [body](std::uint64_t bodies) { return names(bodies, body); });
    std::erase_if(attachments_, [body](const Attachments& attachments) { return names(attachments.bodies, body); });
}

std::size_t ContactExemptions::bytes() const
{
    std::size_t bytes = allowed_.capacity() * sizeof(std::uint64_t) + attachments_.capacity() * sizeof(Attachments);
    for (const Attachments& attachments : attachments_)
        bytes += attachments.pairs.capacity() * sizeof(AttachedPair);
    return bytes;
}

} // namespace tactus
