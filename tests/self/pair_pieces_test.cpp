// SPDX-License-Identifier: MIT
#include "search/self/windows/pair_pieces.h"

#include <vector>

#include <gtest/gtest.h>

#include "geometry/triangle_pairs/triangle_batch.h"
#include "scenes/random.h"

namespace tactus {
namespace {

/// Pieces of one array in a random order, and the batches that they are to be cut into.
class ScatteredPieces {
public:
    ScatteredPieces(scenes::Random& random, std::uint32_t max_piece, std::uint32_t ended_in_a_hundred)
    {
        for (std::uint32_t k = 0; k < pairs_.size(); ++k)
            pairs_[k] = {k, 2 * k};
        bool has_ended = true;
        for (int k = 0; k < 200; ++k) {
            if (random.below(100) < ended_in_a_hundred) {
                list.end_batch();
                has_ended = true;
            }
            const std::uint32_t count = random.below(max_piece + 1);
            const std::uint32_t begin = random.below(static_cast<std::uint32_t>(pairs_.size()) - count);
            list.append(pairs_.data() + begin, count);
            for (std::uint32_t i = begin; i < begin + count; ++i) {
                if (has_ended || batches.back().size() == per_unit::self_node_pairs)
                    batches.emplace_back();
                has_ended = false;
                batches.back().push_back(pairs_[i]);
            }
        }
    }

    PairPieces<IndexPair> list;
    std::vector<std::vector<IndexPair>> batches;

private:
    std::vector<IndexPair> pairs_ = std::vector<IndexPair>(5000);
};

TEST(PairPieces, AreCutIntoBatchesWhereverTheyStand)
{
    scenes::Random random(11);
    for (const std::uint32_t max_piece : {1u, 7u, 64u, 65u, 500u})
        for (const std::uint32_t ended_in_a_hundred : {0u, 5u, 60u}) {
            const ScatteredPieces scattered(random, max_piece, ended_in_a_hundred);
            ASSERT_EQ(scattered.list.batch_count(), scattered.batches.size());
            for (std::size_t k = 0; k < scattered.batches.size(); ++k) {
                IndexPair room[per_unit::self_node_pairs];
                const auto batch = scattered.list.batch(k, room);
                EXPECT_EQ(std::vector<IndexPair>(batch.begin(), batch.end()), scattered.batches[k]) << max_piece;
            }
        }
}

TEST(PairPieces, ThatFollowEachOtherAreNotCopied)
{
    const std::vector<IndexPair> pairs(300);
    PairPieces<IndexPair> list;
    EXPECT_EQ(list.batch_count(), 0u);
    list.end_batch();
    for (std::size_t begin = 0; begin < pairs.size(); begin += 10)
        list.append(pairs.data() + begin, 10);
    EXPECT_EQ(list.size(), pairs.size());
    ASSERT_EQ(list.batch_count(), 5u);
    for (std::size_t k = 0; k < list.batch_count(); ++k) {
        IndexPair room[per_unit::self_node_pairs];
        const auto batch = list.batch(k, room);
        EXPECT_EQ(batch.data(), pairs.data() + 64 * k);
        EXPECT_EQ(batch.size(), k < 4 ? 64u : 44u);
    }
    list.clear();
    EXPECT_EQ(list.batch_count(), 0u);
    EXPECT_EQ(list.size(), 0u);
}

} // namespace
} // namespace tactus
