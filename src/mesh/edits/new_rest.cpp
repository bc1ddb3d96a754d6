// SPDX-License-Identifier: MIT
#include "mesh/edits/new_rest.h"

#include <cstddef>
#include <cstdint>

#include "geometry/double_vector.h"

namespace tactus {

std::vector<Vec3> rest_of_new_vertices(
    std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const Vec3> new_vertices,
    std::span<const TriangleIndices> added)
{
    struct Mean {
        DoubleVector sum;
        double count = 0.0;
    };
    const std::size_t known = rest.size();
    std::vector<Mean> moves(new_vertices.size()), found;
    const auto move_of = [&](std::uint32_t vertex) -> Mean {
        if (vertex < known)
            return {to_double(now[vertex]) - to_double(rest[vertex]), 1.0};
        const Mean& mean = moves[vertex - known];
        return mean.count > 0.0 ? Mean{mean.sum * (1.0 / mean.count), 1.0} : Mean{};
    };
    // From triangle to triangle, until all that hangs together is known.
    for (bool goes_on = !new_vertices.empty(); goes_on;) {
        goes_on = false;
        found.assign(moves.size(), {});
        for (const TriangleIndices& corners : added)
            for (const std::uint32_t vertex : corners) {
                if (vertex < known || moves[vertex - known].count > 0.0)
                    continue;
                for (const std::uint32_t other : corners) {
                    const Mean move = move_of(other);
                    found[vertex - known] = {
                        found[vertex - known].sum + move.sum, found[vertex - known].count + move.count};
                }
            }
        for (std::size_t k = 0; k < moves.size(); ++k)
            if (found[k].count > 0.0) {
                moves[k] = found[k];
                goes_on = true;
            }
    }
    std::vector<Vec3> result(new_vertices.begin(), new_vertices.end());
    for (std::size_t k = 0; k < result.size(); ++k)
        if (moves[k].count > 0.0)
            result[k] = to_float(to_double(result[k]) - moves[k].sum * (1.0 / moves[k].count));
    return result;
}

} // namespace tactus
