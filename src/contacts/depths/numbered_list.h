// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/stages/room_stages.h"

namespace tactus {

/// A list of things that have numbers, each number once: vertices, edges or triangles of a mesh. What has a number is
/// found in no time, and the list is emptied in no time. It keeps four bytes for every number that there may be.
template <class Item, std::uint32_t Item::*number>
class NumberedList {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Takes the memory for so many items in stages, with numbers below another number. What it holds stays.
    void make_room(std::size_t items, std::size_t number_count, RoomStages& stages)
    {
        stages.add_room(items_, items);
        stages.add_copies(places_, number_count, std::uint32_t{0});
    }
    /// Empties the list. All numbers are below this.
    void clear(std::size_t number_count)
    {
        items_.clear();
        expect(number_count);
    }

    /// Where the item with a number stands, or none.
    std::uint32_t find(std::uint32_t wanted) const
    {
        // Places of before mean nothing, and then another item is there, or none.
        const std::uint32_t place = places_[wanted];
        return place < items_.size() && items_.data()[place].*number == wanted ? place : none;
    }
    /// Where the item with this one's number stands; if there is none, it is put behind all others.
    std::uint32_t find_or_add(const Item& item)
    {
        return find_or_make(item.*number, [&] { return item; });
    }
    /// Finds the item with a number, or puts it there if there is none: make() gives it, and is called only then.
    template <class Make>
    std::uint32_t find_or_make(std::uint32_t wanted, Make make)
    {
        std::uint32_t& place = places_[wanted];
        if (place < items_.size() && items_.data()[place].*number == wanted)
            return place;
        place = static_cast<std::uint32_t>(items_.size());
        items_.push_back(make());
        return place;
    }

    std::size_t size() const { return items_.size(); }
    Item& operator[](std::size_t place) { return items_[place]; }
    const Item& operator[](std::size_t place) const { return items_[place]; }
    std::span<const Item> span() const { return items_.span(); }
    std::size_t bytes() const { return items_.bytes() + places_.bytes(); }

private:
    void expect(std::size_t number_count)
    {
        const std::size_t known = places_.size();
        if (known >= number_count)
            return;
        places_.resize_uninitialised(number_count);
        std::fill(places_.begin() + known, places_.end(), 0u);
    }

    Buffer<Item> items_;
    Buffer<std::uint32_t> places_; ///< for each number
};

} // namespace tactus
