// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include <tactus/queries.h>

namespace tactus::peers {

/// Sorts pairs that contacts name, and leaves each in the list once: several contacts may name the same two triangles.
inline void keep_each_once(std::vector<TrianglePair>& pairs)
{
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

} // namespace tactus::peers
