// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "base/buffer.h"

namespace tactus {

/// Work in stages, one after the other, that can stop anywhere and go on later. Each is a loop over numbered items.
class Stages {
public:
    using Count = std::function<std::size_t()>;
    using Piece = std::function<void(std::size_t begin, std::size_t end)>;

    /// Appends a loop over as many items as `count` says. An item costs so many nanoseconds of a slow
    /// core (base/work_prices.h), and `piece` does some that follow each other. Not to be called by a piece.
    void add(std::uint64_t price, Count count, Piece piece)
    {
        stages_.push_back({std::max<std::uint64_t>(price, 1), std::move(count), std::move(piece)});
    }

    /// Does what can be had for what is left of an allowance, of which the last item may take more than there is. True
    /// when nothing is left to do.
    bool advance(std::uint64_t& left)
    {
        for (; stage_ < stages_.size(); ++stage_, next_ = 0) {
            const Stage& stage = stages_[stage_];
            for (std::size_t count = stage.count(); next_ < count; count = stage.count()) {
                if (left == 0)
                    return false;
                const std::size_t items =
                    std::min<std::uint64_t>(count - next_, std::max<std::uint64_t>(left / stage.price, 1));
                stage.piece(next_, next_ + items);
                next_ += items;
                left -= std::min(left, items * stage.price);
            }
        }
        clear();
        return true;
    }
    void finish()
    {
        for (bool is_done = false; !is_done;) {
            std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
            is_done = advance(unlimited);
        }
    }

    bool is_done() const { return stages_.empty(); }
    /// Leaves out what is not done yet.
    void clear()
    {
        stages_.clear();
        stage_ = next_ = 0;
    }

private:
    struct Stage {
        std::uint64_t price = 1;
        Count count;
        Piece piece;
    };

    std::vector<Stage> stages_;
    std::size_t stage_ = 0;
    std::size_t next_ = 0; ///< The next item of that stage.
};

/// Appends the lengthening of a buffer to so many elements, if it is shorter, by copies of a value. The buffer must
/// stay where it is; another may be swapped into its place meanwhile.
template <class T>
void add_copies(Stages& stages, std::uint64_t price, Buffer<T>& buffer, std::size_t count, T value)
{
    const auto left = [&buffer, count] {
        return buffer.size() < count ? std::numeric_limits<std::size_t>::max() : std::size_t{0};
    };
    stages.add(price, left, [&buffer, count, value](std::size_t first, std::size_t last) {
        buffer.reserve(count);
        for (std::size_t k = first; k < last && buffer.size() < count; ++k)
            buffer.push_back(value);
    });
}

} // namespace tactus
