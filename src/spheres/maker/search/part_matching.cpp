// SPDX-License-Identifier: MIT
// Shortest augmenting paths, with several places in each group (after N. Tomizawa, "On some techniques useful for
// solution of transportation network problems", 1971). Parts are put in one after the other, each by the cheapest chain
// of parts that make room for one another, so that the sum is the least one at every moment.
#include "spheres/maker/search/part_matching.h"

#include <limits>

#include "base/check.h"

namespace tactus {
namespace {

class PartMatching {
public:
    PartMatching(std::span<const double> costs, std::uint32_t group_count, std::uint32_t capacity)
        : costs_(costs), group_count_(group_count), capacity_(capacity), members_(group_count),
          moves_(std::size_t{group_count} * group_count)
    {
    }

    void put(std::uint32_t part)
    {
        std::vector<double> sums(group_count_);
        std::vector<std::uint32_t> from(group_count_, group_count_);
        for (std::uint32_t group = 0; group < group_count_; ++group)
            sums[group] = cost(part, group);
        // Chains in which nobody moves twice are no longer than there are groups.
        bool shorter = true;
        for (std::uint32_t round = 0; shorter && round < group_count_; ++round) {
            shorter = false;
            for (std::uint32_t group = 0; group < group_count_; ++group) {
                if (members_[group].size() < capacity_)
                    continue; // a chain ends where there is room
                for (std::uint32_t to = 0; to < group_count_; ++to) {
                    const double sum = sums[group] + move(group, to).cost;
                    if (sum < sums[to] - 1e-12 * (sums[to] < 0.0 ? -sums[to] : sums[to]) - least_) {
                        sums[to] = sum;
                        from[to] = group;
                        shorter = true;
                    }
                }
            }
        }
        std::uint32_t end = group_count_;
        for (std::uint32_t group = 0; group < group_count_; ++group)
            if (members_[group].size() < capacity_ && (end == group_count_ || sums[group] < sums[end]))
                end = group;
        for (std::uint32_t to = end, steps = 0; to != group_count_ && steps <= group_count_; to = from[to], ++steps) {
            const std::uint32_t before = from[to];
            std::uint32_t mover = part;
            if (before != group_count_) {
                mover = move(before, to).part;
                std::erase(members_[before], mover);
            }
            members_[to].push_back(mover);
        }
        for (std::uint32_t to = end, steps = 0; to != group_count_ && steps <= group_count_; to = from[to], ++steps)
            list_moves(to);
    }

    std::vector<std::uint32_t> group_of_part() const
    {
        std::vector<std::uint32_t> groups(costs_.size() / group_count_, 0);
        for (std::uint32_t group = 0; group < group_count_; ++group)
            for (const std::uint32_t part : members_[group])
                groups[part] = group;
        return groups;
    }

private:
    struct Move {
        double cost = std::numeric_limits<double>::infinity();
        std::uint32_t part = 0;
    };

    double cost(std::uint32_t part, std::uint32_t group) const
    {
        return costs_[std::size_t{part} * group_count_ + group];
    }
    Move& move(std::uint32_t from, std::uint32_t to) { return moves_[std::size_t{from} * group_count_ + to]; }

    void list_moves(std::uint32_t group)
    {
        for (std::uint32_t to = 0; to < group_count_; ++to) {
            Move& best = move(group, to);
            best = {};
            if (to == group)
                continue;
            for (const std::uint32_t part : members_[group]) {
                const double more = cost(part, to) - cost(part, group);
                if (more < best.cost)
                    best = {more, part};
            }
        }
    }

    // Chains must not go round in circles for the sake of a rounding.
    static constexpr double least_ = 1e-300;

    std::span<const double> costs_;
    std::uint32_t group_count_;
    std::uint32_t capacity_;
    std::vector<std::vector<std::uint32_t>> members_;
    std::vector<Move> moves_; ///< per pair of groups, the part that goes over most cheaply
};

} // namespace

std::vector<std::uint32_t> match_parts(std::span<const double> costs, std::uint32_t group_count, std::uint32_t capacity)
{
    TACTUS_CHECK(group_count > 0 && costs.size() / group_count <= std::size_t{group_count} * capacity);
    PartMatching matching(costs, group_count, capacity);
    for (std::uint32_t part = 0; part < costs.size() / group_count; ++part)
        matching.put(part);
    return matching.group_of_part();
}

} // namespace tactus
