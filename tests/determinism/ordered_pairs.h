// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "agreement/scene_player.h"

namespace tactus {

/// A report copied as it is, order included.
struct OrderedReport {
    struct Bodies {
        BodyId a;
        BodyId b;
        std::vector<TrianglePair> pairs;

        friend bool operator==(const Bodies&, const Bodies&) = default;
    };

    std::vector<Bodies> bodies;
    bool complete = true;
    std::uint64_t work_units_spent = 0;
    std::uint64_t open_pairs = 0;

    friend bool operator==(const OrderedReport&, const OrderedReport&) = default;
};

inline OrderedReport ordered(const PairReport& report)
{
    OrderedReport copy{{}, report.complete, report.work_units_spent, report.open_pairs};
    for (const BodyPairs& bodies : report.bodies)
        copy.bodies.push_back({bodies.body_a, bodies.body_b, {bodies.pairs.begin(), bodies.pairs.end()}});
    return copy;
}

/// The sum over the pairs of one splitmix64 step from a and b: the same for every order.
inline std::uint64_t pair_hash(const PairReport& report)
{
    std::uint64_t sum = 0;
    for (const BodyPairs& bodies : report.bodies)
        for (const TrianglePair& pair : bodies.pairs)
            sum += scenes::splitmix64(std::uint64_t{pair.a} << 32 | pair.b);
    return sum;
}

} // namespace tactus
