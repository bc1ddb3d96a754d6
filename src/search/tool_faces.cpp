// SPDX-License-Identifier: MIT
#include "search/tool_faces.h"

#include <algorithm>
#include <limits>

#include "base/work_account.h"
#include "geometry/simplices/core_slabs.h"
#include "geometry/simplices/simplex_distance.h"

namespace tactus {
namespace {

/// Collects what is within a distance of a hull.
class NearCore {
public:
    static constexpr std::uint64_t leaf_price = price::tool_leaf;

    NearCore(
        const Simplex& core, float distance, const TriangleList& triangles, bool first_hit_only,
        Buffer<std::uint32_t>& places)
        : core_(core), slabs_(core, double(distance)), distance_(distance), triangles_(triangles),
          first_hit_only_(first_hit_only), places_(places)
    {
    }

    Box reach() const { return slabs_.reach(); }
    double bound(const Box& box) const { return slabs_.may_meet(box) ? 0.0 : std::numeric_limits<double>::infinity(); }
    double limit() const { return has_enough_ ? -1.0 : 0.0; }
    void take(std::uint32_t place)
    {
        if (compare_distance(core_, triangles_[place], {distance_, 0.0f, 0.0f}) > 0)
            return;
        places_.push_back(place);
        has_enough_ = first_hit_only_;
    }
    bool has_enough() const { return has_enough_; }

private:
    const Simplex& core_;
    CoreSlabs slabs_;
    float distance_;
    TriangleList triangles_;
    bool first_hit_only_;
    Buffer<std::uint32_t>& places_;
    bool has_enough_ = false;
};

} // namespace

RefinementOutcome ToolFaces::find(
    Tree& mesh, const Simplex& core, float distance, WorkMeter& meter, bool first_hit_only,
    Buffer<std::uint32_t>& places)
{
    const std::size_t begin = places.size();
    NearCore found(core, distance, mesh.triangles(), first_hit_only, places);
    WorkAccount account(meter);
    mesh.nodes().begin();
    walk_.begin(mesh.nodes(), TreeWalk::Order::depth_first, found);
    const bool is_done = walk_.run(found, account);
    if (found.has_enough())
        return {false, walk_.open_count() + 1};
    std::sort(places.begin() + begin, places.end());
    const std::uint32_t* end = std::unique(places.begin() + begin, places.end());
    places.resize_uninitialised(static_cast<std::size_t>(end - places.begin()));
    return {is_done, walk_.open_count()};
}

} // namespace tactus
