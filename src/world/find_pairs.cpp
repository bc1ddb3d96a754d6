// SPDX-License-Identifier: MIT
#include "base/check.h"
#include "base/work_meter.h"
#include "world/parts.h"

namespace tactus {

const PairReport& World::find_pairs(const PairOptions& options)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr) {
        static constexpr PairReport no_answer = {.bodies = {}, .complete = false};
        return no_answer;
    }
    Parts& parts = *parts_;
    return parts.reported(parts.pairs.report(), [&] {
        WorkMeter meter(options.budget);
        parts.encounters.list();
        parts.begin_query();
        parts.pairs.find(parts.cuts.known(), options.first_hit_only, meter);
    });
}

bool World::any_pair()
{
    const PairReport& report = find_pairs(PairOptions{.first_hit_only = true});
    return report.pair_count > 0 || report.out_of_memory;
}

} // namespace tactus
