// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/threads/parallel.h"

namespace tactus {

/// Cuts two lists into chunks of `chunk` items, the last one of each shorter, and calls f(list, begin, end) once for
/// each chunk, in one loop of the workers. One worker alone takes each list whole. The price is that of all items.
template <class F>
void for_each_chunk_of_both(
    Workers& workers, const std::size_t (&counts)[2], std::size_t chunk, std::uint64_t price, F&& f)
{
    if (workers.count() == 1) {
        for (std::size_t list = 0; list < 2; ++list)
            if (counts[list] > 0)
                f(list, std::size_t{0}, counts[list]);
        return;
    }
    const auto chunks = [&](std::size_t list) { return counts[list] / chunk + (counts[list] % chunk != 0 ? 1 : 0); };
    const std::size_t of_first = chunks(0), all = of_first + chunks(1);
    workers.for_each_chunk(
        all, 1, all > 0 ? price / all : 0, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t) {
            const std::size_t list = index < of_first ? 0 : 1;
            const std::size_t begin = (list == 0 ? index : index - of_first) * chunk;
            f(list, begin, counts[list] - begin > chunk ? begin + chunk : counts[list]);
        });
}

} // namespace tactus
