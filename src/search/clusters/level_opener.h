// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.h"
#include "base/threads/parallel.h"
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

    /// The same without a limit, for a search that goes on below each slice of the list: opens the trees until there
    /// are pairs enough for all workers, or only pairs of clusters.
    void begin_slices(
        const BlockTree& a, const BlockTree& b, const Workers& workers, WorkMeter& meter, BoxPairList& pairs,
        BoxPairList& opened);
    /// How many pairs of the list are in a slice, the last one perhaps shorter.
    std::size_t slice_size() const { return slice_size_; }
    /// What opening all slices is expected to cost, in the nanoseconds of base/work_prices.h.
    std::uint64_t expected_price(const BoxPairList& pairs) const { return expected_price(pairs.count, levels_); }
    /// Opens pairs [begin, end) down to clusters, on any thread. The list lives until the worker's next slice.
    const BoxPairList& open_slice(
        const BlockTree& a, const BlockTree& b, const BoxPairList& pairs, std::size_t begin, std::size_t end,
        std::uint32_t worker);
    /// Pays for all slices.
    void end_slices(WorkMeter& meter) const;

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
        BoxPairList found;                             ///< of all its slices, or of the last one
        std::array<std::uint64_t, max_steps> opened{}; ///< pairs that were opened in each step, of all its slices
    };

    static std::uint64_t expected_price(std::size_t count, const Levels& levels);
    bool open_until_long(
        const BlockTree& a, const BlockTree& b, std::size_t enough, std::uint64_t min_price, WorkMeter& meter,
        BoxPairList& pairs, BoxPairList& opened);
    void cut(std::size_t pairs, std::size_t wanted_slices, const Workers& workers);
    void append_slice(
        const BlockTree& a, const BlockTree& b, const BoxPairList& pairs, std::size_t begin, std::size_t end,
        Descender& descender) const;
    void gather(BoxPairList& pairs);

    std::uint64_t min_shared_price_;
    Levels levels_; ///< of the list that is long enough
    std::size_t slice_size_ = 1;
    std::vector<Descender> descenders_;
    Buffer<PairPart> slices_;
};

} // namespace tactus
