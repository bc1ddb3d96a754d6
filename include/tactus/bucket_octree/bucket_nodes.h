// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/bucket_octree/bucket_box.h>
#include <tactus/bucket_octree/bucket_grid.h>

namespace tactus {

/// The octree over primitives that have been given their cells, made anew at every update.
///
/// Only what is occupied exists: buckets, the nodes above them level by level, and the root. They are named by numbers:
/// buckets from 0, then the nodes of the next level, the root last. Which name a cell has is kept with a time mark, and
/// counts if the mark is of this update; so nothing is ever cleared, and what is empty is never visited. A node's box
/// covers the boxes of all primitives below it, and a node holds the boxes of its eight children side by side.
///
/// Making it can be cut into steps: begin, then advance until it says that all is done.
class BucketNodes {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The children of a node that is no bucket, by octant; inverted boxes and no name where there is none.
    struct alignas(64) Children {
        float lower[3][8];
        float upper[3][8];
        std::uint32_t name[8];
    };

    void begin(const BucketGrid& grid, std::size_t primitive_count)
    {
        make_marks(grid);
        primitive_count_ = primitive_count;
        stray_ = grid.stray();
        order_.resize(std::max(order_.size(), primitive_count));
        buckets_.clear();
        boxes_.clear();
        cells_.clear();
        children_.clear();
        runs_.clear();
        phase_ = primitive_count > 0 ? Phase::filling : Phase::done;
        next_ = 0;
        root_ = none;
    }

    /// Goes on for so many steps of a few nanoseconds each; true when nothing is left to do. The functions give the box
    /// of a primitive, and then its cell, once each: box_at(k) and cell_at(k, box).
    template <class BoxAt, class CellAt>
    bool advance(std::size_t steps, BoxAt box_at, CellAt cell_at)
    {
        while (phase_ != Phase::done && steps > 0) {
            const std::size_t cost = phase_ == Phase::joining ? joining_cost : 1;
            const std::size_t count = std::min((steps + cost - 1) / cost, phase_end() - next_);
            steps -= std::min(steps, std::max<std::size_t>(1, count * cost));
            switch (phase_) {
            case Phase::filling: fill(next_ + count, box_at, cell_at); break;
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
    bool is_bucket(std::uint32_t name) const { return name < buckets_.size(); }
    std::uint32_t bucket_count() const { return static_cast<std::uint32_t>(buckets_.size()); }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(boxes_.size()); }
    const BucketLanes& box(std::uint32_t name) const { return boxes_[name]; }
    /// Of a node that is no bucket.
    const Children& children(std::uint32_t name) const { return children_[name - buckets_.size()]; }
    /// Of a bucket, ascending.
    std::span<const std::uint32_t> primitives(std::uint32_t name) const
    {
        return {order_.data() + buckets_[name].begin, buckets_[name].end - buckets_[name].begin};
    }
    /// The cell of a bucket or of a node, on its own level.
    std::uint32_t cell(std::uint32_t name) const { return cells_[name]; }
    std::size_t bytes() const
    {
        return marks_.capacity() * sizeof(Mark) + order_.capacity() * sizeof(std::uint32_t)
            + buckets_.capacity() * sizeof(Bucket) + boxes_.capacity() * sizeof(BucketLanes)
            + cells_.capacity() * sizeof(std::uint32_t) + children_.capacity() * sizeof(Children)
            + runs_.capacity() * sizeof(Run);
    }

private:
    enum class Phase { filling, placing, sorting, joining, done };
    static constexpr std::size_t joining_cost = 4;

    struct Mark {
        std::uint32_t time = 0;
        std::uint32_t name = 0;
    };
    struct Bucket {
        std::uint32_t begin = 0;
        std::uint32_t end = 0; ///< until buckets are placed, how many it holds
    };
    /// Primitives that follow each other and lie in one bucket: those of a mesh often do.
    struct Run {
        std::uint32_t bucket;
        std::uint32_t begin;
        std::uint32_t end;
    };

    std::size_t phase_end() const
    {
        switch (phase_) {
        case Phase::filling: return primitive_count_;
        case Phase::placing: return buckets_.size();
        case Phase::sorting: return runs_.size();
        default: return level_end_;
        }
    }

    void make_marks(const BucketGrid& grid)
    {
        if (++time_ == 0 || marks_.empty() || grid.levels() != levels_) {
            levels_ = grid.levels();
            std::size_t sum = 0;
            for (std::uint32_t level = 0; level <= levels_; ++level) {
                level_begin_[level] = sum;
                sum += std::size_t{1} << (3 * (levels_ - level));
                sum += level == 0 ? 1 : 0;
            }
            marks_.assign(sum, {});
            time_ = 1;
        }
    }

    /// The node of a cell, made if it is not marked yet.
    std::uint32_t name_of(std::uint32_t level, std::uint32_t cell)
    {
        Mark& mark = marks_[level_begin_[level] + cell];
        if (mark.time != time_) {
            mark = {time_, static_cast<std::uint32_t>(boxes_.size())};
            boxes_.push_back(BucketLanes::none());
            cells_.push_back(cell);
            if (level == 0)
                buckets_.push_back({});
            else
                add_children();
        }
        return mark.name;
    }

    void add_children()
    {
        children_.emplace_back();
        Children& made = children_.back();
        const BucketLanes far = BucketLanes::none();
        for (int axis = 0; axis < 3; ++axis)
            for (int k = 0; k < 8; ++k) {
                made.lower[axis][k] = far.lower[axis];
                made.upper[axis][k] = far.upper[axis];
            }
        for (std::uint32_t& name : made.name)
            name = none;
    }

    void put_child(std::uint32_t parent, std::uint32_t octant, std::uint32_t child)
    {
        Children& all = children_[parent - buckets_.size()];
        all.name[octant] = child;
        for (int axis = 0; axis < 3; ++axis) {
            all.lower[axis][octant] = boxes_[child].lower[axis];
            all.upper[axis][octant] = boxes_[child].upper[axis];
        }
        include(boxes_[parent], boxes_[child]);
    }

    template <class BoxAt, class CellAt>
    void fill(std::size_t end, BoxAt& box_at, CellAt& cell_at)
    {
        BucketLanes box = box_at(next_);
        std::uint32_t cell = cell_at(next_, box);
        for (std::size_t k = next_ + 1; next_ < end; ++k) {
            BucketLanes box_of_k;
            std::uint32_t cell_of_k = none;
            if (k < end) {
                box_of_k = box_at(k);
                cell_of_k = cell_at(k, box_of_k);
                if (cell_of_k == cell) {
                    include(box, box_of_k);
                    continue;
                }
            }
            const std::uint32_t name = name_of(0, cell);
            buckets_[name].end += static_cast<std::uint32_t>(k - next_);
            include(boxes_[name], box);
            runs_.push_back({name, static_cast<std::uint32_t>(next_), static_cast<std::uint32_t>(k)});
            next_ = k;
            box = box_of_k;
            cell = cell_of_k;
        }
        if (next_ == primitive_count_)
            begin_phase(Phase::placing);
    }

    void place(std::size_t end)
    {
        if (next_ == 0)
            placed_ = 0;
        for (; next_ < end; ++next_) {
            const std::uint32_t count = buckets_[next_].end;
            buckets_[next_] = {placed_, placed_};
            placed_ += count;
        }
        if (next_ == buckets_.size())
            begin_phase(Phase::sorting);
    }

    void sort(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const Run run = runs_[next_];
            std::uint32_t* place = order_.data() + buckets_[run.bucket].end;
            for (std::uint32_t primitive = run.begin; primitive < run.end; ++primitive)
                *place++ = primitive;
            buckets_[run.bucket].end += run.end - run.begin;
        }
        if (next_ < runs_.size())
            return;
        begin_phase(Phase::joining);
        level_ = 0;
        level_end_ = buckets_.size();
        if (levels_ == 0)
            finish();
    }

    /// Marks the parents of what there is on a level.
    void join(std::size_t end)
    {
        for (; next_ < end; ++next_) {
            const auto child = static_cast<std::uint32_t>(next_);
            const std::uint32_t cell = cells_[child];
            if (level_ == 0 && cell == stray_)
                continue;
            put_child(name_of(level_ + 1, cell >> 3), cell & 7u, child);
        }
        if (next_ < level_end_)
            return;
        level_end_ = boxes_.size();
        if (++level_ == levels_ || next_ == level_end_)
            finish();
    }

    /// Strays and all the others get a root in common.
    void finish()
    {
        phase_ = Phase::done;
        root_ = static_cast<std::uint32_t>(boxes_.size() - 1);
        const Mark& strays = marks_[level_begin_[0] + stray_];
        if (strays.time != time_ || boxes_.size() == 1)
            return;
        const std::uint32_t others = levels_ == 0 ? 1 - strays.name : root_;
        root_ = static_cast<std::uint32_t>(boxes_.size());
        boxes_.push_back(BucketLanes::none());
        cells_.push_back(0);
        add_children();
        put_child(root_, 0, others);
        put_child(root_, 1, strays.name);
    }

    void begin_phase(Phase phase)
    {
        phase_ = phase;
        next_ = 0;
    }

    std::uint32_t levels_ = 0;
    std::uint32_t stray_ = 1;
    std::uint32_t time_ = 0;
    std::size_t primitive_count_ = 0;
    std::array<std::size_t, BucketGrid::most_levels + 1> level_begin_ = {}; ///< in marks_
    std::vector<Mark> marks_; ///< of all cells of all levels, occupied or not
    std::vector<std::uint32_t> order_;
    std::vector<Bucket> buckets_;
    std::vector<BucketLanes> boxes_;
    std::vector<std::uint32_t> cells_;
    std::vector<Children> children_;
    std::vector<Run> runs_;
    std::uint32_t root_ = none;

    Phase phase_ = Phase::done;
    std::size_t next_ = 0; ///< of what the phase goes through
    std::uint32_t placed_ = 0;
    std::uint32_t level_ = 0;
    std::size_t level_end_ = 0;
};

} // namespace tactus
