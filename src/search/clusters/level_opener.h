// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.h"
#include "base/parallel.h"
#include "base/work_meter.h"
#include "search/clusters/box_pair_list.h"
#include "search/clusters/pair_parts.h"
#include "tree/clusters/block_tree.h"

namespace tactus {

/// Opens two trees from their roots down to pairs of clusters whose boxes overlap, level by level over lists of pairs,
/// one side at a time.
///
/// Where nothing limits the work and there is enough of it, a list is cut into slices once it is long enough, and
/// workers take each slice all the way down. A slice keeps its order, and slices are put together in theirs, so that
/// the list is the same as that of one worker. Holds scratch memory, which is kept from query to query.
class LevelOpener {
public:
    /// Lists are cut where what is below them is expected to cost this much, in the nanoseconds of base/work_prices.h.
    explicit LevelOpener(std::uint64_t min_shared_price = Workers::worth_sharing) : min_shared_price_(min_shared_price)
    {
    }

    /// False if the budget ended; the list then holds what is still open. The other list is scratch memory.
    bool open(
        const BlockTree& a, const BlockTree& b, Workers& workers, WorkMeter& meter, BoxPairList& pairs,
        BoxPairList& opened);

    /// The same without a limit, where expanding the clusters of a that are found is expected to cost so much. True if
    /// the list was cut into slices: then it stays in parts(), and all clusters of a that it names are expanded.
    bool open_and_expand(
        BlockTree& a, const BlockTree& b, std::uint64_t price_of_expansion, Workers& workers, WorkMeter& meter,
        BoxPairList& pairs, BoxPairList& opened);
    std::span<const PairPart> parts() const { return slices_.span(); }
    const BoxPairList& list_of(std::uint32_t worker) const { return descenders_[worker].found; }
    /// How many clusters of a were expanded.
    std::size_t expanded_count() const;

    /// Bytes held.
    std::size_t bytes() const;

private:
    /// How far above the clusters the two sides of a list are.
    struct Levels {
        std::uint32_t a = 0;
        std::uint32_t b = 0;

        std::uint32_t steps() const { return a + b; }
    };
    static constexpr std::size_t max_steps = 32;

    /// What one worker needs to take slices down.
    struct alignas(64) Descender {
        std::array<BoxPairList, 2> lists;
        BoxPairList found;                             ///< of all its slices
        std::array<std::uint64_t, max_steps> opened{}; ///< pairs that were opened in each step, of all its slices
        std::size_t expanded = 0;                      ///< clusters of a, in all its slices
    };
    enum class Outcome { complete, in_parts, cut };

    static std::uint64_t expected_price(std::size_t count, const Levels& levels);
    template <class OpenSlices>
    Outcome open_until_long(
        const BlockTree& a, const BlockTree& b, std::uint64_t more, Workers& workers, WorkMeter& meter,
        BoxPairList& pairs, BoxPairList& opened, OpenSlices open_slices);
    template <class Found>
    void open_slices(
        const BlockTree& a, const BlockTree& b, const Levels& levels, std::uint64_t more, Workers& workers,
        WorkMeter& meter, const BoxPairList& pairs, Found found);
    void open_slice(
        const BlockTree& a, const BlockTree& b, Levels levels, const BoxPairList& pairs, std::size_t begin,
        std::size_t end, Descender& descender) const;
    void gather(BoxPairList& pairs);

    std::uint64_t min_shared_price_;
    std::vector<Descender> descenders_;
    Buffer<PairPart> slices_;
};

} // namespace tactus
