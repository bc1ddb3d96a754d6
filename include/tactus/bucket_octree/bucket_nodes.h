// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/bucket_octree/bucket_box.h>
#include <tactus/bucket_octree/bucket_grid.h>
#include <tactus/bucket_octree/bucket_marks.h>

namespace tactus {

/// The octree over primitives that have been given their cells, made anew at every update.
///
/// Only what is occupied exists: buckets, the nodes above them level by level, and the root. They are named by numbers:
/// buckets from 0 in the order of their cells, then the nodes of the next level, the root last. A node's children follow
/// each other, and so do the children of the next. A node's box covers the boxes of all primitives below it. Strays have
/// the cell after the last, and a chain of nodes above them that meets the others at the root.
///
/// Making it can be cut into steps: begin, then advance until it says that all is done.
class BucketNodes {
public:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::size_t chunk_size = 64;

    /// The names of a node's children, one to eight.
    struct Children {
        std::uint32_t begin;
        std::uint32_t end;
    };

    void begin(const BucketGrid& grid, std::size_t primitive_count)
    {
        levels_ = grid.levels();
        primitive_count_ = primitive_count;
        marks_.begin(grid.stray() + 1);
        order_.resize(std::max(order_.size(), primitive_count));
        runs_.resize(std::max(runs_.size(), primitive_count + 1));
        run_boxes_.resize(std::max(run_boxes_.size(), primitive_count + 1));
        run_count_ = 0;
        places_.clear();
        boxes_.clear();
        cells_.clear();
        first_child_.clear();
        bucket_count_ = 0;
        begin_phase(primitive_count > 0 ? Phase::filling : Phase::done, primitive_count);
        root_ = none;
    }

    /// Goes on for so many steps of a few nanoseconds each; true when nothing is left to do. chunk_at(begin, count, boxes,
    /// keys) writes the boxes of some primitives and the keys of their reference points in the grid, up to chunk_size of
    /// them; all primitives are asked for in turn, once each.
    template <class ChunkAt>
    bool advance(std::size_t steps, const BucketGrid& grid, ChunkAt chunk_at)
    {
        while (phase_ != Phase::done && steps > 0) {
            const std::size_t count = std::min(steps, phase_end_ - next_);
            steps -= std::max<std::size_t>(count, 1);
            switch (phase_) {
            case Phase::filling: fill(next_ + count, chunk_at); break;
            case Phase::marking: mark(next_ + count, grid); break;
            case Phase::naming: name(next_ + count); break;
            case Phase::counting: count_runs(next_ + count); break;
            case Phase::placing: place(next_ + count); break;
            case Phase::sorting: sort(next_ + count); break;
            case Phase::joining: join(next_ + count); break;
            case Phase::done: break;
            }
        }
        return phase_ == Phase::done;
    }

    bool is_empty() const { return primitive_count_ == 0; }
    /// None if there are no primitives.
    std::uint32_t root() const { return root_; }
    bool is_bucket(std::uint32_t name) const { return name < bucket_count_; }
    std::uint32_t bucket_count() const { return bucket_count_; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(boxes_.size()); }
    const BucketLanes& box(std::uint32_t name) const { return boxes_[name]; }
    /// Of a node that is no bucket.
    Children children(std::uint32_t name) const
    {
        return {first_child_[name - bucket_count_], first_child_[name - bucket_count_ + 1]};
    }
    /// Of a bucket, ascending.
    std::span<const std::uint32_t> primitives(std::uint32_t name) const
    {
        const std::uint32_t begin = name > 0 ? places_[name - 1] : 0;
        return {order_.data() + begin, places_[name] - begin};
    }
    /// The cell of a bucket or of a node, on its own level.
    std::uint32_t cell(std::uint32_t name) const { return cells_[name]; }
    std::size_t bytes() const
    {
        return marks_.bytes() + run_boxes_.capacity() * sizeof(BucketLanes) + boxes_.capacity() * sizeof(BucketLanes)
            + runs_.capacity() * sizeof(Run)
            + (order_.capacity() + places_.capacity() + cells_.capacity() + first_child_.capacity())
            * sizeof(std::uint32_t);
    }

private:
    enum class Phase { filling, marking, naming, counting, placing, sorting, joining, done };
    /// Primitives that follow each other and lie in one cell, up to where the next begin: those of a mesh often do.
    struct Run {
        std::uint32_t key; ///< then their cell, then the name of its bucket
        std::uint32_t begin;
    };

    void begin_phase(Phase phase, std::size_t end)
    {
        phase_ = phase;
        next_ = 0;
        phase_end_ = end;
    }

    template <class ChunkAt>
    void fill(std::size_t end, ChunkAt& chunk_at)
    {
        BucketLanes boxes[chunk_size];
        std::uint32_t keys[chunk_size + 1];
        while (next_ < end) {
            const std::size_t count = std::min(chunk_size, end - next_);
            chunk_at(next_, count, boxes, keys);
            keys[count] = none;
            for (std::size_t k = 0; k < count;) {
                const std::size_t begin = k;
                BucketLanes box = boxes[k++];
                for (; keys[k] == keys[begin]; ++k)
                    include(box, boxes[k]);
                runs_[run_count_] = {keys[begin], static_cast<std::uint32_t>(next_ + begin)};
                run_boxes_[run_count_++] = box;
            }
            next_ += count;
        }
        if (end == primitive_count_) {
            runs_[run_count_].begin = static_cast<std::uint32_t>(primitive_count_);
            begin_phase(Phase::marking, run_count_);
        }
    }

    void mark(std::size_t end, const BucketGrid& grid)
    {
        for (; next_ < end; ++next_) {
            runs_[next_].key = grid.cell_of_key(runs_[next_].key);
            marks_.add(runs_[next_].key);
        }
        if (next_ == run_count_) {
            begin_phase(Phase::naming, run_count_);
            next_cell_ = marks_.next(0);
        }
    }

    /// Names as many buckets as it is to go further, or a few more.
    void name(std::size_t end)
    {
        while (next_ < end && next_cell_ != BucketMarks::none) {
            const std::size_t old = cells_.size();
            const std::uint32_t after = marks_.number_word(
                next_cell_, static_cast<std::uint32_t>(old), [&](std::uint32_t cell) { cells_.push_back(cell); });
            next_cell_ = marks_.next(after);
            next_ = std::min(next_ + cells_.size() - old, phase_end_);
        }
        if (next_cell_ != BucketMarks::none)
            return;
        bucket_count_ = static_cast<std::uint32_t>(cells_.size());
        places_.resize(bucket_count_, 0);
        boxes_.resize(bucket_count_, BucketLanes::none());
        begin_phase(Phase::counting, run_count_);
    }

    void count_runs(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const std::uint32_t bucket = marks_.number(runs_[next_].key);
            runs_[next_].key = bucket;
            places_[bucket] += runs_[next_ + 1].begin - runs_[next_].begin;
            include(boxes_[bucket], run_boxes_[next_]);
        }
        placed_ = 0;
        if (next_ == run_count_)
            begin_phase(Phase::placing, bucket_count_);
    }

    void place(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const std::uint32_t count = places_[next_];
            places_[next_] = placed_;
            placed_ += count;
        }
        if (next_ == bucket_count_)
            begin_phase(Phase::sorting, run_count_);
    }

    /// Leaves in each bucket's place where it ends.
    void sort(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const Run run = runs_[next_];
            std::uint32_t place = places_[run.key];
            for (std::uint32_t primitive = run.begin; primitive < runs_[next_ + 1].begin; ++primitive)
                order_[place++] = primitive;
            places_[run.key] = place;
        }
        if (next_ < run_count_)
            return;
        level_ = 0;
        begin_phase(Phase::joining, bucket_count_);
        if (bucket_count_ == 1 && levels_ == 0)
            finish();
    }

    /// The parents of what there is on a level.
    void join(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const std::uint32_t parent = cells_[next_] >> 3;
            if (is_first_ || cells_.back() != parent) {
                cells_.push_back(parent);
                boxes_.push_back(boxes_[next_]);
                first_child_.push_back(static_cast<std::uint32_t>(next_));
                is_first_ = false;
            } else {
                include(boxes_.back(), boxes_[next_]);
            }
        }
        if (next_ < phase_end_)
            return;
        is_first_ = true;
        ++level_;
        // Strays have a root of their own on the last level.
        if (level_ >= levels_ && boxes_.size() - phase_end_ == 1)
            finish();
        phase_end_ = boxes_.size();
    }

    void finish()
    {
        root_ = static_cast<std::uint32_t>(boxes_.size() - 1);
        first_child_.push_back(root_);
        phase_ = Phase::done;
    }

    std::uint32_t levels_ = 0;
    std::size_t primitive_count_ = 0;
    BucketMarks marks_;
    std::vector<Run> runs_;
    std::vector<BucketLanes> run_boxes_;
    std::size_t run_count_ = 0;
    std::vector<std::uint32_t> order_;  ///< the primitives, bucket after bucket
    std::vector<std::uint32_t> places_; ///< per bucket, where it ends in that
    std::vector<BucketLanes> boxes_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::uint32_t> first_child_; ///< per node that is no bucket, and an end
    std::uint32_t bucket_count_ = 0;
    std::uint32_t root_ = none;

    Phase phase_ = Phase::done;
    std::size_t next_ = 0; ///< of what the phase goes through
    std::size_t phase_end_ = 0;
    std::uint32_t next_cell_ = 0;
    std::uint32_t placed_ = 0;
    std::uint32_t level_ = 0;
    bool is_first_ = true; ///< of a level
};

} // namespace tactus
