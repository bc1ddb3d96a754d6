// SPDX-License-Identifier: MIT
#include "search/self/self_pairs.h"

#include "base/work_prices.h"

namespace tactus {

RefinementOutcome SelfQuery::find_pairs(
    const SelfBody& body, Workers& workers, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    if (body.tree.cluster_count() == 0)
        return {};
    const std::uint64_t units =
        per_unit::self_cluster_units * SelfBatches::count_for(body.tree.cluster_count(), per_unit::self_clusters);
    if (meter.take(units) != units)
        return {false, 1};
    if (!blocks_.update(body.tree, body.positions, body.root, workers, meter)) {
        meter.give_back(units);
        return {false, units};
    }
    uncertain_.certify(body, blocks_, workers, meter);
    const SelfTask task{{body, blocks_}, uncertain_, workers, meter, pairs};
    if (meter.is_limited() || first_hit_only)
        return waves_.find_pairs(task, first_hit_only);
    descent_.find_pairs(task);
    return {};
}

std::size_t SelfQuery::scratch_bytes() const
{
    return blocks_.bytes() + uncertain_.bytes() + waves_.bytes() + descent_.bytes();
}

} // namespace tactus
