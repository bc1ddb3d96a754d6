// SPDX-License-Identifier: MIT
#include "contacts/decided/pair_decider.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/work_prices.h"

namespace tactus {

void PairDecider::begin(std::span<const ContactEncounter> encounters, ContactSelection which)
{
    encounters_ = encounters;
    which_ = which;
    lists_.resize_uninitialised(encounters.size());
    std::fill(lists_.begin(), lists_.end(), Lists{});
    contact_before_.clear();
    chained_.clear();
    verified_table_.clear(verified_.size());
    verified_.clear();
    maybe_verified_.fill(0);
}

void PairDecider::make_room(std::size_t expected, RoomStages& stages)
{
    stages.add_room(contact_before_, expected);
    stages.add_room(chained_, expected);
    stages.add_room(verified_, expected);
    verified_table_.make_room(expected, stages);
}

/// Leaves what it finds in own_.
void PairDecider::find(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    own_.clear();
    own_.find(encounters_[encounter], pairs, which_);
}

std::uint32_t PairDecider::confirm(std::uint32_t encounter, std::span<const DecidedContact> found, bool are_new)
{
    const std::size_t known = confirmed_->list().confirmed_count();
    lists_[encounter].has_confirmed = true;
    const std::uint32_t without_room = confirmed_->confirm(encounters_[encounter], found, are_new);
    // Nobody asks for the others.
    if (encounters_[encounter].has_inside())
        note_contacts(encounter, known);
    return without_room;
}

std::uint32_t PairDecider::decide(std::uint32_t index, std::span<const TrianglePair> pairs)
{
    find(index, pairs);
    note_intersecting(index, own_.intersecting());
    return confirm(index, own_.found());
}

void PairDecider::verify(std::uint32_t encounter, Buffer<TrianglePair>& pairs)
{
    const std::size_t known = verified_.size();
    const auto end =
        std::remove_if(pairs.begin(), pairs.end(), [&](TrianglePair pair) { return !note_verified(encounter, pair); });
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
    find(encounter, pairs.span());
    // Where contacts find no room, the parts that cover them have to be known.
    if (confirm(encounter, own_.found()) > 0) {
        verified_.resize_uninitialised(known);
        verified_table_.clear(known);
        for (std::uint32_t index = 0; index < known; ++index)
            insert_verified(index);
        return;
    }
    note_intersecting(encounter, own_.intersecting());
}

void PairDecider::insert_verified(std::uint32_t index)
{
    verified_table_.insert(
        verified_[index].hash(), index, [&](std::uint32_t number) { return verified_[number].hash(); });
}

/// False if they are verified already.
bool PairDecider::note_verified(std::uint32_t encounter, TrianglePair pair)
{
    if (is_verified(encounter, pair))
        return false;
    const VerifiedPair verified = named(encounter, pair);
    const std::uint32_t bit = bit_of(pair);
    maybe_verified_[bit / 64] |= std::uint64_t(1) << bit % 64;
    verified_.push_back(verified);
    insert_verified(static_cast<std::uint32_t>(verified_.size()) - 1);
    return true;
}

PairDecider::VerifiedPair PairDecider::named(std::uint32_t encounter, TrianglePair pair) const
{
    return {encounter, encounters_[encounter].is_self() ? in_order(pair) : pair};
}

bool PairDecider::has_verified(std::uint32_t encounter, TrianglePair pair) const
{
    const VerifiedPair wanted = named(encounter, pair);
    const auto is_it = [&](std::uint32_t index) { return verified_[index] == wanted; };
    return verified_table_.find(wanted.hash(), is_it) != HashedNumbers::none;
}

void PairDecider::drop_verified(std::uint32_t encounter, std::size_t first, Buffer<TrianglePair>& pairs) const
{
    if (verified_.empty())
        return;
    const auto end = std::remove_if(
        pairs.begin() + first, pairs.end(), [&](TrianglePair pair) { return is_verified(encounter, pair); });
    pairs.resize_uninitialised(static_cast<std::size_t>(end - pairs.begin()));
}

bool PairDecider::decide_all(
    std::uint32_t encounter, std::span<const TrianglePair> pairs, std::size_t pairs_per_piece, Workers& workers)
{
    others_.resize(std::max<std::size_t>(others_.size(), workers.count() - 1));
    for (std::uint32_t worker = 0; worker < workers.count(); ++worker)
        lane(worker).clear();
    pieces_.resize_uninitialised((pairs.size() + pairs_per_piece - 1) / pairs_per_piece);
    workers.for_each_chunk(
        pairs.size(), pairs_per_piece, price::compared_pair,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            PairFeatures& features = lane(worker);
            const std::size_t first_found = features.found().size();
            const std::size_t first_intersecting = features.intersecting().size();
            features.find(encounters_[encounter], pairs.subspan(begin, end - begin), which_);
            pieces_[index] = {
                worker, first_found, features.found().size() - first_found, first_intersecting,
                features.intersecting().size() - first_intersecting};
        });
    std::size_t found = 0;
    for (const Piece& piece : pieces_)
        found += piece.found_count;
    if (found > confirmed_->list().room())
        return false;
    for (const Piece& piece : pieces_) {
        const PairFeatures& features = lane(piece.worker);
        note_intersecting(
            encounter, features.intersecting().subspan(piece.first_intersecting, piece.intersecting_count));
        confirm(encounter, features.found().subspan(piece.first_found, piece.found_count), lists_[encounter].are_new);
    }
    return true;
}

/// The contacts from a number on are this encounter's.
void PairDecider::note_contacts(std::uint32_t encounter, std::size_t first)
{
    const std::size_t known = contact_before_.size(), end = confirmed_->list().confirmed_count();
    TACTUS_CHECK(known <= first);
    contact_before_.resize_uninitialised(end);
    // Vertices inside, of encounters that are finished, are in no chain.
    std::fill(contact_before_.begin() + known, contact_before_.begin() + first, none);
    std::uint32_t last = lists_[encounter].last_contact;
    for (std::size_t contact = first; contact < end; ++contact)
        contact_before_.data()[contact] = std::exchange(last, static_cast<std::uint32_t>(contact));
    lists_[encounter].last_contact = last;
}

void PairDecider::note_intersecting(std::uint32_t encounter, std::span<const IntersectingPair> pairs)
{
    if (!encounters_[encounter].measures_depths)
        return;
    for (const IntersectingPair& pair : pairs) {
        chained_.push_back({pair, lists_[encounter].last_pair});
        lists_[encounter].last_pair = static_cast<std::uint32_t>(chained_.size()) - 1;
    }
}

bool PairDecider::list_intersecting(std::uint32_t encounter, std::size_t most, Buffer<IntersectingPair>& pairs)
{
    if (pairs.empty())
        next_listed_ = lists_[encounter].last_pair;
    for (std::size_t k = 0; k < most && next_listed_ != none; ++k) {
        pairs.push_back(chained_[next_listed_].pair);
        next_listed_ = chained_[next_listed_].before;
    }
    return next_listed_ == none;
}

std::size_t PairDecider::bytes() const
{
    std::size_t bytes = own_.bytes() + pieces_.bytes() + lists_.bytes() + contact_before_.bytes() + chained_.bytes()
                        + verified_.bytes() + verified_table_.bytes();
    for (const PairFeatures& features : others_)
        bytes += features.bytes();
    return bytes;
}

} // namespace tactus
