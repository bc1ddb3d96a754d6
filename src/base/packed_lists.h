// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/buffer.h"
#include "base/check.h"

namespace tactus {

/// Lists of numbers, one after the other in one array, that can be changed later. One that has outgrown its place moves
/// to the end, and once half of the array is left behind, all are packed anew.
class PackedLists {
public:
    PackedLists() = default;
    /// The numbers of lists that are still to be added, by append.
    PackedLists(Buffer<std::uint32_t> numbers, std::size_t list_count)
        : numbers_(std::move(numbers)), number_count_(numbers_.size())
    {
        places_.reserve(list_count);
    }
    /// One more of them, which holds so many numbers, behind the one before.
    void append(std::uint32_t count)
    {
        const std::uint32_t begin = places_.empty() ? 0 : places_.back().begin + places_.back().count;
        places_.push_back({begin, count, count});
    }
    /// List k is numbers begins[k] to begins[k + 1].
    PackedLists(Buffer<std::uint32_t> numbers, std::span<const std::uint32_t> begins)
        : places_(begins.size() - 1), numbers_(std::move(numbers)), number_count_(numbers_.size())
    {
        for (std::size_t list = 0; list + 1 < begins.size(); ++list) {
            const std::uint32_t count = begins[list + 1] - begins[list];
            places_[list] = {begins[list], count, count};
        }
    }

    std::size_t size() const { return places_.size(); }
    std::span<const std::uint32_t> operator[](std::size_t list) const
    {
        return {numbers_.data() + places_[list].begin, places_[list].count};
    }
    /// Of all lists.
    std::size_t number_count() const { return number_count_; }
    std::size_t bytes() const { return places_.bytes() + numbers_.bytes() + packed_.bytes(); }

    /// One more list, which is empty.
    void add() { places_.push_back({static_cast<std::uint32_t>(numbers_.size()), 0, 0}); }
    /// One more number for the list that was added last, if none has been changed since.
    void push(std::uint32_t number)
    {
        numbers_.push_back(number);
        ++places_.back().count;
        ++places_.back().room;
        ++number_count_;
    }
    /// So many lists; new ones are empty.
    void resize(std::size_t count)
    {
        while (places_.size() < count)
            places_.push_back({});
        places_.resize_uninitialised(count);
    }
    /// Changes a list. The numbers must stand elsewhere.
    void set(std::size_t list, std::span<const std::uint32_t> numbers)
    {
        TACTUS_CHECK(numbers.empty() || numbers.data() < numbers_.begin() || numbers.data() >= numbers_.end());
        Place& place = places_[list];
        number_count_ += numbers.size() - place.count;
        place.count = 0;
        if (numbers.size() > place.room) {
            const std::size_t room = numbers.size() + numbers.size() / 4 + 2;
            if (numbers_.size() + room > 2 * number_count_ + 1024)
                pack();
            place.begin = static_cast<std::uint32_t>(numbers_.size());
            place.room = static_cast<std::uint32_t>(room);
            numbers_.resize_uninitialised(numbers_.size() + room);
        }
        std::copy(numbers.begin(), numbers.end(), numbers_.begin() + place.begin);
        place.count = static_cast<std::uint32_t>(numbers.size());
    }
    /// Each number becomes another.
    void renumber(std::span<const std::uint32_t> other)
    {
        for (const Place& place : places_)
            for (std::uint32_t k = place.begin; k < place.begin + place.count; ++k)
                numbers_[k] = other[numbers_[k]];
    }
    /// One list gets the other's place, which is empty then.
    void move(std::size_t from, std::size_t to)
    {
        if (from == to)
            return;
        number_count_ -= places_[to].count;
        places_[to] = std::exchange(places_[from], Place{});
    }
    /// Gives back the memory that was taken ahead.
    void fit()
    {
        Buffer<Place> places(places_.size());
        std::copy(places_.begin(), places_.end(), places.begin());
        places_ = std::move(places);
        pack();
        packed_ = {};
    }

private:
    struct Place {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };

    void pack()
    {
        packed_.clear();
        packed_.reserve(number_count_);
        for (Place& place : places_) {
            const auto begin = static_cast<std::uint32_t>(packed_.size());
            packed_.resize_uninitialised(begin + place.count);
            std::copy_n(numbers_.begin() + place.begin, place.count, packed_.begin() + begin);
            place.begin = begin;
            place.room = place.count;
        }
        std::swap(numbers_, packed_);
    }

    Buffer<Place> places_;
    Buffer<std::uint32_t> numbers_;
    Buffer<std::uint32_t> packed_; ///< kept for the next time
    std::size_t number_count_ = 0;
};

} // namespace tactus
