// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <utility>

#include "base/buffer.h"
#include "base/stages/stages.h"
#include "base/work_prices.h"

namespace tactus {

/// Takes memory that is likely to be needed, in stages. What it is for must stay where it is until they are done.
class RoomStages : public Stages {
public:
    /// Whether memory is used for the first time now, where there is time for that, or when it is needed.
    void begin(bool uses_memory)
    {
        clear();
        uses_memory_ = uses_memory;
    }
    bool uses_memory() const { return uses_memory_; }

    void add_step(std::function<void()> step)
    {
        add(
            price::taken_memory, [] { return 1; }, [step = std::move(step)](std::size_t, std::size_t) { step(); });
    }
    /// Appends a step that takes room for so many elements in all.
    template <class T>
    void add_room(Buffer<T>& buffer, std::size_t count)
    {
        add_step([this, &buffer, count] { uses_memory_ ? buffer.reserve_touched(count) : buffer.reserve(count); });
    }
    /// Appends steps that lengthen a buffer to so many elements, by copies of a value.
    template <class T>
    void add_copies(Buffer<T>& buffer, std::size_t count, T value)
    {
        constexpr std::uint64_t price = (sizeof(T) * price::wiped_line + 63) / 64;
        tactus::add_copies(*this, price, buffer, count, value);
    }

private:
    bool uses_memory_ = true;
};

} // namespace tactus
