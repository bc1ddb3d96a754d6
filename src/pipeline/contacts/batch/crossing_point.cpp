// SPDX-License-Identifier: MIT
#include "pipeline/contacts/batch/crossing_point.h"

#include <algorithm>

namespace tactus {
namespace {

struct Mean {
    DoubleVector sum;
    int count = 0;

    void add(const Triangle& of, std::uint8_t edges, const Triangle& through)
    {
        if (edges == 0)
            return;
        const DoubleVector normal = normal_of(through), origin = to_double(through.a);
        for (int k = 0; k < 3; ++k) {
            if ((edges >> k & 1) == 0)
                continue;
            const Segment piercing = edge(of, k);
            const DoubleVector begin = to_double(piercing.begin), end = to_double(piercing.end);
            const double from = dot(normal, begin - origin), to = dot(normal, end - origin);
            const double t = from != to ? std::clamp(from / (from - to), 0.0, 1.0) : 0.5;
            sum = sum + begin + (end - begin) * t;
            ++count;
        }
    }
};

} // namespace

DoubleVector crossing_point(const Triangle& a, const Triangle& b, EdgeSets piercing)
{
    Mean mean;
    mean.add(a, piercing.of_a, b);
    mean.add(b, piercing.of_b, a);
    return mean.count > 0 ? mean.sum * (1.0 / mean.count) : to_double(a.a);
}

} // namespace tactus
