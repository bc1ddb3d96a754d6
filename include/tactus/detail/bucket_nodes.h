// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <tactus/detail/bucket_box.h>
#include <tactus/detail/bucket_grid.h>
#include <tactus/detail/bucket_marks.h>

namespace tactus {

/// The octree over primitives that have been given their cells, made anew at every update.
///
/// Only what is occupied exists: buckets, the nodes above them level by level, and the root. They are named by numbers:
/// buckets from 0 in the order of their cells, then the nodes of the next level, the root last. A node's children
/// follow each other, and so do the children of the next. A node's box covers the boxes of all primitives below it.
/// Strays have the cell after the last, and a chain of nodes above them that meets the others at the root.
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
        slot_of_key_.resize(std::max<std::size_t>(slot_of_key_.size(), grid.stray() + 1));
        const std::size_t max_buckets = std::min<std::size_t>(primitive_count, grid.stray() + 1);
        slot_keys_.resize(std::max(slot_keys_.size(), max_buckets));
        slot_places_.resize(slot_keys_.size());
        slot_boxes_.resize(slot_keys_.size());
        seats_.resize(std::max(seats_.size(), primitive_count));
        order_.resize(std::max(order_.size(), primitive_count));
        ends_.clear();
        boxes_.clear();
        cells_.clear();
        first_child_.clear();
        slot_count_ = 0;
        bucket_count_ = 0;
        placed_ = 0;
        begin_phase(primitive_count > 0 ? Phase::filling : Phase::done, primitive_count);
        root_ = none;
    }

    /// Goes on for so many steps of a few nanoseconds each; true when nothing is left to do. chunk_at(begin, count,
    /// boxes, keys) writes the boxes of some primitives and the keys of their reference points in the grid, up to
    /// chunk_size of them; all primitives are asked for in turn, once each.
    template <class ChunkAt>
    bool advance(std::size_t steps, const BucketGrid& grid, ChunkAt chunk_at)
    {
        while (phase_ != Phase::done && steps > 0) {
            const std::size_t count = std::min(steps, phase_end_ - next_);
            steps -= std::max<std::size_t>(count, 1);
            switch (phase_) {
            case Phase::filling:
                fill(next_ + count, grid, chunk_at);
                break;
            case Phase::naming:
                name(next_ + count, grid);
                break;
            case Phase::sorting:
                sort(next_ + count);
                break;
            case Phase::joining:
                join(next_ + count);
                break;
            case Phase::done:
                break;
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
        const std::uint32_t begin = name > 0 ? ends_[name - 1] : 0;
        return {order_.data() + begin, ends_[name] - begin};
    }
    /// The cell of a bucket or of a node, on its own level.
    std::uint32_t cell(std::uint32_t name) const { return cells_[name]; }
    std::size_t bytes() const
    {
        return marks_.bytes() + (slot_boxes_.capacity() + boxes_.capacity()) * sizeof(BucketLanes)
               + seats_.capacity() * sizeof(Seat)
               + (slot_of_key_.capacity() + slot_keys_.capacity() + slot_places_.capacity() + order_.capacity()
                  + ends_.capacity() + cells_.capacity() + first_child_.capacity())
                     * sizeof(std::uint32_t);
    }

private:
    enum class Phase { filling, naming, sorting, joining, done };
    /// Where a primitive has come to stand: buckets have slots in the order in which they got their first.
    struct Seat {
        std::uint32_t slot;
        std::uint32_t rank; ///< so many came before it
    };

    void begin_phase(Phase phase, std::size_t end)
    {
        phase_ = phase;
        next_ = 0;
        phase_end_ = end;
    }

    template <class ChunkAt>
    void fill(std::size_t end, const BucketGrid& grid, ChunkAt& chunk_at)
    {
        BucketLanes boxes[chunk_size];
        std::uint32_t keys[chunk_size];
        while (next_ < end) {
            const std::size_t count = std::min(chunk_size, end - next_);
            chunk_at(next_, count, boxes, keys);
            seat(keys, count, grid);
            // Neighbours often go to one bucket, and would have to wait for each other.
            const Seat* seats = seats_.data() + next_;
            BucketLanes* into = slot_boxes_.data();
            const auto include_strands = [&](auto strand) {
                for (std::size_t k = 0; k < strand; ++k)
                    for (std::size_t place = k; place < 4 * strand; place += strand)
                        include(into[seats[place].slot], boxes[place]);
            };
            const std::size_t strand = count / 4;
            // Most chunks are full, and theirs is known when this is compiled.
            if (count == chunk_size)
                include_strands(std::integral_constant<std::size_t, chunk_size / 4>());
            else
                include_strands(strand);
            for (std::size_t place = 4 * strand; place < count; ++place)
                include(into[seats[place].slot], boxes[place]);
            next_ += count;
        }
        if (end == primitive_count_) {
            next_cell_ = marks_.next(0);
            begin_phase(Phase::naming, slot_count_);
        }
    }

    void seat(const std::uint32_t* keys, std::size_t count, const BucketGrid& grid)
    {
        std::uint32_t* slot_of_key = slot_of_key_.data();
        std::uint32_t* slot_keys = slot_keys_.data();
        std::uint32_t* counts = slot_places_.data();
        Seat* seats = seats_.data() + next_;
        std::uint32_t slot_count = slot_count_;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t key = keys[k];
            std::uint32_t slot = slot_of_key[key];
            // What a key's entry says is true if the slot says so too: entries are never cleared.
            if (slot >= slot_count || slot_keys[slot] != key) {
                slot = slot_count++;
                slot_of_key[key] = slot;
                slot_keys[slot] = key;
                counts[slot] = 0;
                slot_boxes_[slot] = BucketLanes::none();
                marks_.add(grid.cell_of_key(key));
            }
            seats[k] = {slot, counts[slot]++};
        }
        slot_count_ = slot_count;
    }

    void name(std::size_t end, const BucketGrid& grid)
    {
        for (; next_ < end; ++next_) {
            const std::uint32_t slot = slot_of_key_[grid.key_of_cell(next_cell_)];
            cells_.push_back(next_cell_);
            boxes_.push_back(slot_boxes_[slot]);
            const std::uint32_t count = slot_places_[slot];
            slot_places_[slot] = placed_;
            placed_ += count;
            ends_.push_back(placed_);
            next_cell_ = marks_.next(next_cell_ + 1);
        }
        bucket_count_ = static_cast<std::uint32_t>(cells_.size());
        if (next_ == slot_count_)
            begin_phase(Phase::sorting, primitive_count_);
    }

    void sort(std::size_t end)
    {
        for (; next_ < end; ++next_)
            order_[slot_places_[seats_[next_].slot] + seats_[next_].rank] = static_cast<std::uint32_t>(next_);
        if (next_ < primitive_count_)
            return;
        level_ = 0;
        begin_phase(Phase::joining, bucket_count_);
        if (bucket_count_ == 1 && levels_ == 0)
            finish();
    }

    /// The parents of what there is on a level.
    void join(std::size_t end)
    {
        while (next_ < end) {
            const std::size_t first = next_;
            const std::uint32_t parent = cells_[first] >> 3;
            BucketLanes box = boxes_[first];
            while (++next_ < end && cells_[next_] >> 3 == parent)
                include(box, boxes_[next_]);
            if (is_first_ || cells_.back() != parent) {
                cells_.push_back(parent);
                boxes_.push_back(box);
                first_child_.push_back(static_cast<std::uint32_t>(first));
                is_first_ = false;
            } else {
                // The steps before ended among its children.
                include(boxes_.back(), box);
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
    std::vector<std::uint32_t> slot_of_key_;
    std::vector<std::uint32_t> slot_keys_;
    std::vector<std::uint32_t> slot_places_; ///< how many primitives it has, then where its bucket begins
    std::vector<BucketLanes> slot_boxes_;
    std::uint32_t slot_count_ = 0;
    std::vector<Seat> seats_;          ///< per primitive
    std::vector<std::uint32_t> order_; ///< the primitives, bucket after bucket
    std::vector<std::uint32_t> ends_;  ///< per bucket, where it ends in that
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
