// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/threads/parallel.h"
#include "base/work_account.h"
#include "geometry/triangle_pairs/triangle_batch.h"
#include "search/nodes/opened_tree.h"

namespace tactus {

/// Pairs of leaves, each a block of triangles, that are compared together: by the boxes of the triangles, eight at a
/// time, and by the exact test. Keeps its memory.
class LeafBatch {
public:
    /// What is looked for among the triangles of two trees.
    struct Question {
        const OpenedTree& a;
        const OpenedTree& b;
        bool is_self = false;          ///< The two are one tree: pairs come with the smaller number first.
        bool wants_neighbours = false; ///< Of one tree, triangles that share a vertex count too.
        bool only_near = false;        ///< Whatever is at most the distance away counts, untested.
        float distance = 0.0f;         ///< Metres; 0 for what intersects.
        bool first_hit_only = false;
    };

    void clear() { blocks_.clear(); }
    void add(IndexPair blocks) { blocks_.push_back(blocks); }
    std::size_t size() const { return blocks_.size(); }
    /// Compares all of them, shared among the workers, and forgets them. Appends what counts, in an order that does not
    /// depend on the workers. Gives how many were compared before the budget ended, or the first hit was found.
    std::size_t compare(const Question& question, Workers& workers, WorkAccount& account, Buffer<TrianglePair>& pairs);

    std::size_t bytes() const;

private:
    /// What one worker needs.
    struct Comparison {
        Buffer<IndexPair> candidates;
        Buffer<IndexPair> neighbours; ///< candidates that share a vertex
        Buffer<TrianglePair> hits;

        std::size_t bytes() const { return candidates.bytes() + neighbours.bytes() + hits.bytes(); }
    };
    /// The hits of one chunk: a piece of its worker's list.
    struct ChunkHits {
        std::uint32_t worker = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    struct Job;

    Buffer<IndexPair> blocks_;
    std::vector<Comparison> comparisons_;
    Buffer<ChunkHits> chunk_hits_;
};

} // namespace tactus
