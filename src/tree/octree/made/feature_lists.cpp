// SPDX-License-Identifier: MIT
#include "tree/octree/made/feature_lists.h"

#include <algorithm>

#include "mesh/feature_owners.h"

namespace tactus {

FeatureLists make_feature_lists(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const FeatureOwners owners(triangles, vertex_count);
    FeatureLists lists;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k)
            if (owners.owns_corner(t, k))
                lists.vertices.push_back(triangles[t][k]);
    std::sort(lists.vertices.begin(), lists.vertices.end());
    lists.edges.assign(owners.edges().begin(), owners.edges().end());
    return lists;
}

} // namespace tactus
