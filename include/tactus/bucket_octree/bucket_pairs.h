// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/bucket_octree/bucket_nodes.h>

namespace tactus {

/// Which of two nodes that overlap is opened. The pairs found are the same.
enum class BucketOrder {
    smaller_first, ///< the paper's: the children of the one with the smaller volume are tested with the larger one
    larger_first,
};

/// Goes down two bucket octrees, or one against itself, to the pairs of buckets whose boxes overlap. `visit(a, b)` gets
/// their names, each pair once, and says whether to go on. Takes no memory.
template <class Visit>
class BucketPairs {
public:
    BucketPairs(const BucketNodes& a, const BucketNodes& b, BucketOrder order, Visit& visit)
        : a_(a), b_(b), order_(order), visit_(visit)
    {
    }

    /// False where a visit has ended it.
    bool find()
    {
        if (a_.is_empty() || b_.is_empty() || !overlap(a_.box(a_.root()), b_.box(b_.root())))
            return true;
        return open(a_.root(), b_.root());
    }
    /// Of a tree with itself: pairs of buckets that are near each other, and each bucket with itself.
    bool find_self() { return a_.is_empty() || open_self(a_.root()); }

    std::uint64_t box_tests() const { return box_tests_; }

private:
    static float volume(const BucketLanes& box)
    {
        return (box.upper[0] - box.lower[0]) * (box.upper[1] - box.lower[1]) * (box.upper[2] - box.lower[2]);
    }

    bool opens_a(std::uint32_t a, std::uint32_t b) const
    {
        if (a_.is_bucket(a) || b_.is_bucket(b))
            return b_.is_bucket(b);
        const bool a_is_smaller = volume(a_.box(a)) < volume(b_.box(b));
        return a_is_smaller == (order_ == BucketOrder::smaller_first);
    }

    /// Which of the eight overlap a box.
    static std::uint32_t overlapping(const BucketNodes::Children& eight, const BucketLanes& box)
    {
        std::uint32_t hit[8];
        for (int k = 0; k < 8; ++k)
            hit[k] = std::uint32_t(eight.lower[0][k] <= box.upper[0]) & std::uint32_t(eight.upper[0][k] >= box.lower[0])
                & std::uint32_t(eight.lower[1][k] <= box.upper[1]) & std::uint32_t(eight.upper[1][k] >= box.lower[1])
                & std::uint32_t(eight.lower[2][k] <= box.upper[2]) & std::uint32_t(eight.upper[2][k] >= box.lower[2]);
        std::uint32_t set = 0;
        for (int k = 0; k < 8; ++k)
            set |= hit[k] << k;
        return set;
    }

    bool open(std::uint32_t a, std::uint32_t b)
    {
        if (a_.is_bucket(a) && b_.is_bucket(b))
            return visit_(a, b);
        const bool of_a = opens_a(a, b);
        const BucketNodes::Children& eight = of_a ? a_.children(a) : b_.children(b);
        box_tests_ += 8;
        const std::uint32_t hits = overlapping(eight, of_a ? b_.box(b) : a_.box(a));
        for (int k = 0; k < 8; ++k)
            if ((hits >> k & 1) != 0 && !(of_a ? open(eight.name[k], b) : open(a, eight.name[k])))
                return false;
        return true;
    }

    bool open_self(std::uint32_t name)
    {
        if (a_.is_bucket(name))
            return visit_(name, name);
        const BucketNodes::Children& eight = a_.children(name);
        for (int i = 0; i < 8; ++i) {
            if (eight.name[i] == BucketNodes::none)
                continue;
            if (!open_self(eight.name[i]))
                return false;
            box_tests_ += 8;
            const std::uint32_t later = overlapping(eight, a_.box(eight.name[i])) >> i >> 1;
            for (int j = i + 1; j < 8; ++j)
                if ((later >> (j - i - 1) & 1) != 0 && !open(eight.name[i], eight.name[j]))
                    return false;
        }
        return true;
    }

    const BucketNodes& a_;
    const BucketNodes& b_;
    BucketOrder order_;
    Visit& visit_;
    std::uint64_t box_tests_ = 0;
};

} // namespace tactus
