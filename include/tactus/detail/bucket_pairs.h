// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <tactus/body.h>
#include <tactus/detail/bucket_nodes.h>

namespace tactus {

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

    bool open(std::uint32_t a, std::uint32_t b)
    {
        if (a_.is_bucket(a) && b_.is_bucket(b))
            return visit_(a, b);
        const bool of_a = opens_a(a, b);
        const BucketNodes& opened = of_a ? a_ : b_;
        const BucketLanes& other = of_a ? b_.box(b) : a_.box(a);
        const auto [begin, end] = opened.children(of_a ? a : b);
        box_tests_ += end - begin;
        for (std::uint32_t child = begin; child < end; ++child)
            if (overlap(opened.box(child), other) && !(of_a ? open(child, b) : open(a, child)))
                return false;
        return true;
    }

    bool open_self(std::uint32_t name)
    {
        if (a_.is_bucket(name))
            return visit_(name, name);
        const auto [begin, end] = a_.children(name);
        for (std::uint32_t i = begin; i < end; ++i) {
            if (!open_self(i))
                return false;
            box_tests_ += end - i - 1;
            for (std::uint32_t j = i + 1; j < end; ++j)
                if (overlap(a_.box(i), a_.box(j)) && !open(i, j))
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
