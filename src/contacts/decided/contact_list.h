// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/check.h"

namespace tactus {

/// The contacts of a report: confirmed ones, which are written as they come, and the places of open parts, which are
/// written when the query ends. Confirmed ones go upwards from the middle of the memory, open ones downwards from it.
/// What is never used of the memory is never touched.
class ContactList {
public:
    /// Room for so many in all; empties the list.
    void make_room(std::size_t most)
    {
        if (most != most_)
            contacts_.resize_uninitialised(2 * most);
        most_ = most;
        clear();
    }
    void clear() { open_count_ = confirmed_count_ = 0; }
    /// Room for so many in all, unless there is some already, and the memory of `expected` of each kind is touched now.
    /// What the list holds stays.
    void touch(std::size_t most, std::size_t expected)
    {
        if (most_ == 0)
            make_room(most);
        const auto wipe = [](Contact* begin, Contact* end) {
            if (begin < end)
                std::fill(begin, end, Contact{});
        };
        Contact* middle = contacts_.data() + most_;
        expected = std::min(expected, most_);
        wipe(middle - expected, middle - open_count_);
        wipe(middle + confirmed_count_, middle + expected);
    }

    std::size_t room() const { return most_ + lent_ - open_count_ - confirmed_count_; }
    /// So many of the open ones will be gone when all is done: until this is called again, confirmed ones may have
    /// their places. At most the open count.
    void lend(std::size_t count)
    {
        TACTUS_CHECK(count <= open_count_);
        lent_ = count;
    }
    std::size_t open_count() const { return open_count_; }
    std::size_t confirmed_count() const { return confirmed_count_; }

    /// Number i of the open ones; the order in which they are numbered is not that in the span.
    Contact& open(std::size_t i) { return contacts_.data()[most_ - 1 - i]; }
    Contact& confirmed(std::size_t i) { return contacts_.data()[most_ + i]; }
    const Contact& confirmed(std::size_t i) const { return contacts_.data()[most_ + i]; }

    /// So many open ones are there, whatever they say, no more than there is room for.
    void set_open_count(std::size_t count)
    {
        TACTUS_CHECK(count <= open_count_ || (count <= most_ && count - open_count_ <= room()));
        open_count_ = count;
    }
    /// What they say means nothing yet.
    void add_confirmed(std::size_t count)
    {
        TACTUS_CHECK(confirmed_count_ + count <= most_ && count <= room());
        confirmed_count_ += count;
    }
    /// Only the first so many of the confirmed ones stay.
    void keep_confirmed(std::size_t count)
    {
        TACTUS_CHECK(count <= confirmed_count_);
        confirmed_count_ = count;
    }

    std::span<const Contact> all_open() const { return contacts_.span().subspan(most_ - open_count_, open_count_); }
    std::span<const Contact> all_confirmed() const { return contacts_.span().subspan(most_, confirmed_count_); }
    std::size_t bytes() const { return contacts_.bytes(); }

private:
    Buffer<Contact> contacts_;
    std::size_t most_ = 0;
    std::size_t lent_ = 0;
    std::size_t open_count_ = 0;
    std::size_t confirmed_count_ = 0;
};

} // namespace tactus
