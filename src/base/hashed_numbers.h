// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.h"

namespace tactus {

/// Steps a 64-bit number on so that no bit of the result is plainly one of its own (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/// Finds numbers by the hash of what they stand for, which others keep. It grows with what it holds; forgetting
/// everything costs nothing.
///
/// Eight numbers stand in a bucket, which is a cache line, with some bits of their hashes side by side: most others are
/// passed over unseen and all at once.
class HashedNumbers {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Forgets all, and expects about so many, or as many as there were before: what it once had to grow for comes
    /// again, and growing takes long.
    void clear(std::size_t expected)
    {
        peak_ = std::max(peak_ - peak_ / 64, static_cast<std::uint32_t>(count_));
        expected = std::max<std::size_t>(expected, peak_);
        reserve(expected);
        if (const std::size_t wanted = buckets_for(expected); wanted > last_ + 1 || 4 * wanted <= last_ + 1)
            last_ = wanted - 1;
        count_ = 0;
        if (++era_ == 0) {
            std::fill(buckets_.begin(), buckets_.end(), Bucket{});
            era_ = 1;
        }
    }

    /// Takes the memory for so many in stages, which are expected from the next time on that it is cleared. What it
    /// holds stays.
    template <class RoomStages>
    void make_room(std::size_t expected, RoomStages& stages)
    {
        stages.add_copies(buckets_, buckets_for(expected), Bucket{});
        stages.add_step([this, expected] { peak_ = std::max(peak_, static_cast<std::uint32_t>(expected)); });
    }

    /// Brings the place nearer where a hash will be looked for soon.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(buckets_.data() + (hash & last_)); }

    /// A number with this hash for which `is_it(number)` holds, or none.
    template <class IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt is_it) const
    {
        for (std::size_t place = hash & last_; count_ > 0; place = (place + 1) & last_) {
            const Bucket& bucket = buckets_.data()[place];
            if (bucket.era != era_)
                break;
            for (Lanes lanes = matches(bucket, hash >> 48, ~Lanes{0}); lanes != 0; lanes &= lanes - 1)
                if (const std::uint32_t k = first_of(lanes); k < bucket.count && is_it(bucket.numbers[k]))
                    return bucket.numbers[k];
            if (bucket.count < bucket_size)
                break;
        }
        return none;
    }

    /// False if there is certainly no number whose hash is the same but for its eight highest bits.
    bool may_have_similar(std::uint64_t hash) const
    {
        if (count_ == 0)
            return false;
        const Bucket& bucket = buckets_.data()[hash & last_];
        return bucket.era == era_
               && (bucket.count == bucket_size || matches(bucket, hash >> 48 & 255, 0x00ff00ff00ff00ffu) != 0);
    }

    /// Calls see(number) for all whose hash is the same but for its eight highest bits, and for few others.
    template <class See>
    void visit_similar(std::uint64_t hash, See see) const
    {
        for (std::size_t place = hash & last_; count_ > 0; place = (place + 1) & last_) {
            const Bucket& bucket = buckets_.data()[place];
            const std::uint32_t count = bucket.era == era_ ? bucket.count : 0;
            for (Lanes lanes = matches(bucket, hash >> 48 & 255, 0x00ff00ff00ff00ffu); lanes != 0; lanes &= lanes - 1)
                if (const std::uint32_t k = first_of(lanes); k < count)
                    see(bucket.numbers[k]);
            if (count < bucket_size)
                break;
        }
    }

    /// The number with this hash for which `is_it(number)` holds; if there is none, puts this one in and gives it.
    /// `hash_of(number)` says the hash of any number in it.
    template <class IsIt, class HashOf>
    std::uint32_t find_or_insert(std::uint64_t hash, std::uint32_t number, IsIt is_it, HashOf hash_of)
    {
        if (count_ >= 4 * last_ + 4) [[unlikely]]
            grow(hash_of);
        for (std::size_t place = hash & last_;; place = (place + 1) & last_) {
            Bucket& bucket = buckets_.data()[place];
            const std::uint32_t count = bucket.era == era_ ? bucket.count : 0;
            for (Lanes lanes = matches(bucket, hash >> 48, ~Lanes{0}); lanes != 0; lanes &= lanes - 1)
                if (const std::uint32_t k = first_of(lanes); k < count && is_it(bucket.numbers[k]))
                    return bucket.numbers[k];
            if (count == bucket_size)
                continue;
            ++count_;
            write(bucket, count, hash, number);
            return number;
        }
    }

    /// `hash_of(number)` says the hash of any number in it.
    template <class HashOf>
    void insert(std::uint64_t hash, std::uint32_t number, HashOf hash_of)
    {
        // Buckets are half full by then, if all hashes are different.
        if (++count_ > 4 * last_ + 4) [[unlikely]]
            grow(hash_of);
        put(hash, number);
    }

    std::size_t bytes() const { return buckets_.bytes() + larger_.bytes(); }

private:
    void reserve(std::size_t expected)
    {
        const std::size_t known = buckets_.size(), wanted = buckets_for(expected);
        if (wanted > known) {
            buckets_.resize_uninitialised(wanted);
            std::fill(buckets_.begin() + known, buckets_.end(), Bucket{});
        }
    }

    using Lanes = std::uint64_t; ///< four of 16 bits, the first lowest
    static_assert(std::endian::native == std::endian::little);
    static constexpr std::uint32_t bucket_size = 8;

    struct alignas(64) Bucket {
        std::array<std::uint16_t, bucket_size> tags = {}; ///< the highest bits of the hashes
        std::array<std::uint32_t, bucket_size> numbers = {};
        std::uint32_t era = 0; ///< an older one: empty
        std::uint32_t count = 0;
    };

    static std::size_t buckets_for(std::size_t expected)
    {
        return std::bit_ceil(std::max<std::size_t>((expected + 3) / 4, 32));
    }

    /// Bits for the tags that are like the one wanted, which first_of tells apart, and for few others.
    static Lanes matches(const Bucket& bucket, std::uint64_t tag, Lanes mask)
    {
        const auto tags = std::bit_cast<std::array<Lanes, 2>>(bucket.tags);
        const Lanes wanted = tag * 0x0001000100010001u;
        // Where a lane is zero, its highest bit becomes one; and seldom in lanes above such a one.
        const auto zeros = [](Lanes lanes) { return (lanes - 0x0001000100010001u) & ~lanes & 0x8000800080008000u; };
        return zeros((tags[0] & mask) ^ wanted) | zeros((tags[1] & mask) ^ wanted) >> 1;
    }
    static std::uint32_t first_of(Lanes lanes)
    {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(lanes));
        return bit / 16 + (bit % 2 == 0 ? 4 : 0);
    }

    void put(std::uint64_t hash, std::uint32_t number)
    {
        std::size_t place = hash & last_;
        for (;; place = (place + 1) & last_) {
            Bucket& bucket = buckets_.data()[place];
            const std::uint32_t count = bucket.era == era_ ? bucket.count : 0;
            if (count == bucket_size)
                continue;
            write(bucket, count, hash, number);
            return;
        }
    }

    void write(Bucket& bucket, std::uint32_t count, std::uint64_t hash, std::uint32_t number)
    {
        bucket.tags[count] = static_cast<std::uint16_t>(hash >> 48);
        bucket.numbers[count] = number;
        bucket.era = era_;
        bucket.count = count + 1;
    }

    template <class HashOf>
    void grow(HashOf hash_of)
    {
        const std::size_t before = last_ + 1;
        larger_.resize_uninitialised(2 * before);
        std::fill(larger_.begin(), larger_.end(), Bucket{});
        std::swap(buckets_, larger_);
        last_ = 2 * before - 1;
        for (std::size_t place = 0; place < before; ++place) {
            const Bucket& bucket = larger_[place];
            for (std::uint32_t k = 0; k < bucket.count && bucket.era == era_; ++k)
                put(hash_of(bucket.numbers[k]), bucket.numbers[k]);
        }
    }

    Buffer<Bucket> buckets_;
    Buffer<Bucket> larger_; ///< kept for the next time it grows
    std::size_t last_ = 0;  ///< bucket; their number is a power of two
    std::size_t count_ = 0;
    std::uint32_t era_ = 0;
    std::uint32_t peak_ = 0; ///< of what it has held, slowly forgotten
};

} // namespace tactus
