// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/out_of_memory.h"
#include "base/work_prices.h"
#include "tree/refit/refit_bvh.h"
#include "world/bodies/body.h"
#include "world/bodies/body_contacts.h"
#include "world/input/checked_input.h"
#include "world/parts.h"

namespace tactus {
namespace {

// Bodies with more vertices are shared among the workers; where there are fewer bodies than workers, also those whose
// update is worth sharing.
constexpr std::uint32_t many_vertices = 50'000;
constexpr std::uint32_t vertices_worth_sharing = Workers::worth_sharing / price::streamed_vertex;
// Small bodies are handed out several at a time.
constexpr std::uint64_t price_of_some_bodies = 5'000;

const PositionsView& place_of(const BodyPositions& entry) { return entry.positions; }
const Pose& place_of(const BodyPose& entry) { return entry.pose; }

Result<void> put(Body& body, const PositionsView& positions, Workers& workers)
{
    return body.update(positions, workers);
}
Result<void> put(Body& body, const Pose& pose, Workers& workers) { return body.set_pose(pose, workers); }

std::optional<Error> check_place(const PositionsView&) { return std::nullopt; }
std::optional<Error> check_place(const Pose& pose) { return check_pose(pose); }

/// What a body of the batch takes that is not shared, by some of the bodies.
template <class Entry, class IsShared>
std::uint64_t price_of_a_move(std::span<const Entry> batch, const BodyTable& bodies, IsShared is_shared)
{
    constexpr std::size_t asked = 8;
    std::uint64_t vertices = 0, count = 0;
    for (std::size_t k = 0; k < batch.size(); k += batch.size() / asked + 1, ++count) {
        const Body& body = bodies.body(batch[k].body.index);
        vertices += is_shared(body) ? 0 : body.vertex_count;
    }
    return price::moved_body + vertices / std::max<std::uint64_t>(1, count) * price::streamed_vertex;
}

} // namespace

template <class Place>
Result<void> World::Parts::move(BodyId id, Body& body, const Place& place)
{
    end_reads();
    const bool has_cuts = cuts.names(id);
    if (has_cuts)
        at_risk([&] { cuts.look_before_move(id); });
    contacts.begin_moves();
    contacts.begin_move(body);
    Result<void> moved = put(body, place, workers);
    if (!moved)
        return moved;
    contacts.end_move(body);
    contacts.end_moves();
    bodies.place(body);
    if (has_cuts)
        cuts.note_move(id);
    return moved;
}

/// Moves several large bodies in one loop. Those that cannot be moved so are left as they are.
template <class IsShared>
void World::Parts::move_in_pieces(std::span<const BodyPositions> batch, IsShared is_shared)
{
    Buffer<InPieces>& in_pieces = moved_together.in_pieces;
    in_pieces.clear();
    std::size_t vertices = 0, pieces = 0;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        if (moved_together.is_moved[k] != 0)
            continue;
        const Body& body = bodies.body(batch[k].body.index);
        if (!is_shared(body) || cuts.names(batch[k].body))
            continue;
        in_pieces.push_back({k});
        vertices += body.vertex_count;
    }
    if (in_pieces.size() < 2)
        return;
    const auto body_of = [&](const InPieces& some) -> Body& { return bodies.body(batch[some.entry].body.index); };
    const std::size_t size = RefitBvh::vertices_of_a_piece(vertices, workers);
    for (InPieces& some : in_pieces) {
        some.begin = pieces;
        some.end = pieces += body_of(some).begin_update(batch[some.entry].positions, size);
        contacts.begin_move(body_of(some));
    }
    workers.for_each_chunk(
        pieces, 1, size * price::streamed_vertex, [&](std::size_t piece, std::size_t, std::size_t, std::uint32_t) {
            const auto ends_after = [](std::size_t number, const InPieces& some) { return number < some.end; };
            const InPieces& some = *std::upper_bound(in_pieces.begin(), in_pieces.end(), piece, ends_after);
            body_of(some).update_piece(piece - some.begin);
        });
    for (const InPieces& some : in_pieces) {
        Body& body = body_of(some);
        if (some.begin == some.end || !body.end_update(workers))
            continue;
        contacts.end_move(body);
        bodies.place(body);
        moved_together.is_moved[some.entry] = 1;
    }
}

template <class Entry>
Result<void> World::Parts::move_all(std::span<const Entry> batch)
{
    if (batch.empty())
        return {};
    Buffer<std::uint8_t>&is_named = moved_together.is_named, &is_moved = moved_together.is_moved;
    is_named.resize_uninitialised(bodies.slots().size());
    std::fill(is_named.begin(), is_named.end(), std::uint8_t{0});
    is_moved.resize_uninitialised(batch.size());
    std::fill(is_moved.begin(), is_moved.end(), std::uint8_t{0});
    for (const Entry& entry : batch) {
        if (bodies.find(entry.body) == nullptr)
            return bodies.stale(entry.body);
        if (std::exchange(is_named[entry.body.index], std::uint8_t{1}) != 0)
            return invalid_input("body " + std::to_string(entry.body.index) + " is named twice");
    }

    end_reads();
    contacts.begin_moves();
    const auto move_alone = [&](const Entry& entry, Body& body) {
        if (check_place(place_of(entry)))
            return false;
        contacts.begin_move(body);
        if (!put(body, place_of(entry), moved_together.nobody))
            return false;
        contacts.end_move(body);
        bodies.place(body);
        return true;
    };
    const std::uint32_t shared_from = batch.size() < workers.count() ? vertices_worth_sharing : many_vertices;
    const auto is_shared = [&](const Body& body) {
        return body.vertex_count > many_vertices || (body.vertex_count > shared_from && body.tree->shares_updates());
    };
    const std::uint64_t price = price_of_a_move(batch, bodies, is_shared);
    workers.for_each_chunk(
        batch.size(), std::max<std::uint64_t>(1, price_of_some_bodies / price), price,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (std::size_t k = begin; k < end; ++k) {
                Body& body = bodies.body(batch[k].body.index);
                if (!is_shared(body) && !cuts.names(batch[k].body))
                    is_moved[k] = unless_memory_ends([&] { return move_alone(batch[k], body); }, [] { return false; });
            }
        });
    if constexpr (std::is_same_v<Entry, BodyPositions>)
        if (workers.count() > 1)
            unless_memory_ends([&] { move_in_pieces(batch, is_shared); }, [] {});
    if (std::find(is_moved.begin(), is_moved.end(), 1) != is_moved.end())
        contacts.end_moves();

    // The others one after the other: a large one, those with fresh cuts, and those that were refused, for the
    // sentence.
    Result<void> all_moved;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        if (is_moved[k] != 0)
            continue;
        const BodyId id = batch[k].body;
        const Result<void> moved = refused_if_memory_ends([&]() -> Result<void> {
            if (auto error = check_place(place_of(batch[k])))
                return *error;
            return move(id, bodies.body(id.index), place_of(batch[k]));
        });
        if (!moved && all_moved)
            all_moved = refused_if_memory_ends([&]() -> Result<void> {
                return Error{moved.error().code, "body " + std::to_string(id.index) + ": " + moved.error().message};
            });
    }
    return all_moved;
}

Result<void> World::set_positions(BodyId id, PositionsView positions)
{
    return Parts::ask_body(
        parts_.get(), id, [&](Body& body) -> Result<void> { return parts_->move(id, body, positions); });
}

Result<void> World::set_pose(BodyId id, const Pose& pose)
{
    return Parts::ask_body(parts_.get(), id, [&](Body& body) -> Result<void> {
        if (auto error = check_pose(pose))
            return *error;
        return parts_->move(id, body, pose);
    });
}

Result<void> World::set_positions(std::span<const BodyPositions> batch)
{
    return Parts::ask(parts_.get(), [&] { return parts_->move_all(batch); });
}

Result<void> World::set_poses(std::span<const BodyPose> batch)
{
    return Parts::ask(parts_.get(), [&] { return parts_->move_all(batch); });
}

} // namespace tactus
