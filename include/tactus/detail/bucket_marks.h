// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Which cells are occupied, in ascending order.
///
/// A cell is a bit in a word of 64, and a word that has any bit set is itself one in a word above. Every word has the
/// time at which it was last begun, and means nothing if that is not now: so nothing is ever cleared, and what is empty
/// is never visited. The paper has such a mark for every node; words of 64 are two levels of an octree at once.
class BucketMarks {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Begins anew with so many cells, none of them occupied.
    void begin(std::uint32_t cell_count)
    {
        if (cell_count == cell_count_ && ++time_ != 0)
            return;
        cell_count_ = cell_count;
        time_ = 1;
        level_begin_.clear();
        std::size_t sum = 0;
        for (std::uint32_t count = cell_count; count > 1 || sum == 0;) {
            count = (count + 63) / 64;
            level_begin_.push_back(sum);
            sum += count;
        }
        words_.assign(sum, {});
    }

    void add(std::uint32_t cell)
    {
        for (std::size_t level = 0; level < level_begin_.size(); ++level, cell >>= 6) {
            Word& word = words_[level_begin_[level] + (cell >> 6)];
            const std::uint64_t bit = std::uint64_t{1} << (cell & 63);
            if (word.time == time_) {
                word.bits |= bit;
                return;
            }
            word = {bit, time_};
        }
    }

    /// The first occupied cell that is no smaller; none if there is none.
    std::uint32_t next(std::uint32_t cell) const { return next(0, cell); }

    std::size_t bytes() const { return words_.capacity() * sizeof(Word); }

private:
    struct Word {
        std::uint64_t bits = 0;
        std::uint32_t time = 0;
    };

    std::uint32_t next(std::size_t level, std::uint32_t from) const
    {
        if (level == level_begin_.size())
            return none;
        const std::size_t begin = level_begin_[level];
        const std::size_t end = level + 1 < level_begin_.size() ? level_begin_[level + 1] : words_.size();
        if (begin + (from >> 6) >= end)
            return none;
        const Word& here = words_[begin + (from >> 6)];
        const std::uint64_t rest = here.time == time_ ? here.bits >> (from & 63) : 0;
        if (rest != 0)
            return from + static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t word = next(level + 1, (from >> 6) + 1);
        if (word == none)
            return none;
        return 64 * word + static_cast<std::uint32_t>(std::countr_zero(words_[begin + word].bits));
    }

    std::uint32_t cell_count_ = 0;
    std::uint32_t time_ = 0;
    std::vector<std::size_t> level_begin_; ///< of words
    std::vector<Word> words_;              ///< of cells, then of words of cells, and so on
};

} // namespace tactus
