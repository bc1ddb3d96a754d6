// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "base/check.h"
#include "base/stages/room_stages.h"

namespace tactus {

/// Disjoint sets of unknown integers whose differences within a set are known. Without differences, plain sets.
class OffsetSets {
public:
    /// A member is worth what the root of its set is worth, and the offset.
    struct Place {
        std::uint32_t root = 0;
        std::int32_t offset = 0;
    };

    void clear()
    {
        members_.clear();
        set_count_ = 0;
    }
    /// Takes the memory for so many members in stages.
    void make_room(std::size_t members, RoomStages& stages) { stages.add_room(members_, members); }
    std::size_t size() const { return members_.size(); }
    std::size_t set_count() const { return set_count_; }
    std::size_t bytes() const { return members_.bytes(); }

    /// A new member in a set of its own. Members are numbered from 0.
    std::uint32_t add()
    {
        const auto member = static_cast<std::uint32_t>(members_.size());
        members_.push_back({member, 1, 0});
        ++set_count_;
        return member;
    }

    Place find(std::uint32_t member) const
    {
        // The smaller set goes under the larger one, so no way is longer than the logarithm of the size.
        Place place{member, 0};
        while (members_[place.root].parent != place.root) {
            place.offset += members_[place.root].offset;
            place.root = members_[place.root].parent;
        }
        return place;
    }

    /// One set, in which `a` is worth `difference` more than `b`. What is known already stays as it is.
    void join(std::uint32_t a, std::uint32_t b, std::int32_t difference = 0)
    {
        Place of_a = find(a), of_b = find(b);
        if (of_a.root == of_b.root) {
            TACTUS_CHECK(of_a.offset - of_b.offset == difference);
            return;
        }
        difference += of_b.offset - of_a.offset; // of root a over root b
        if (members_[of_a.root].size > members_[of_b.root].size) {
            std::swap(of_a, of_b);
            difference = -difference;
        }
        members_[of_a.root].parent = of_b.root;
        members_[of_a.root].offset = difference;
        members_[of_b.root].size += members_[of_a.root].size;
        --set_count_;
    }

private:
    struct Member {
        std::uint32_t parent;
        std::uint32_t size;  ///< of a root's set
        std::int32_t offset; ///< over the parent
    };

    Buffer<Member> members_;
    std::size_t set_count_ = 0;
};

} // namespace tactus
