// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/threads/parallel.h"
#include "search/brute_force_pairs.h"
#include "search/self/self_pairs.h"
#include "tree/triangle_list.h"

#include "hierarchy/surfaces.h"

namespace tactus {

/// A surface's vertices, each where `where` puts it.
template <class Where>
std::vector<Vec3> bent(const surfaces::Surface& s, Where where)
{
    std::vector<Vec3> positions;
    for (const Vec3& p : s.positions)
        positions.push_back(where(p));
    return positions;
}

/// A sheet pressed into pleats that go through each other.
inline std::vector<Vec3> crossing_pleats(const surfaces::Surface& s, float depth)
{
    std::vector<Vec3> positions = s.positions;
    for (Vec3& p : positions) {
        const float whole = std::floor(p.x / 8.0f), rest = p.x - 8.0f * whole;
        const float up = rest < 4.0f ? rest : 8.0f - rest;
        p = {whole * (3.0f - depth) + 0.25f * rest + 0.01f * p.y * p.y * depth, p.y + 0.1f * up, up + 0.02f * p.y};
    }
    return positions;
}

/// One mesh, searched against itself by the query under test and by brute force.
class SelfSearch {
public:
    explicit SelfSearch(surfaces::Surface surface, bool neighbours = false)
        : surface_(std::move(surface)), tree_(surfaces::tree_over(surface_)), neighbours_(neighbours)
    {
        place();
        tables_ = make_self_tables(tree_, places_.data(), neighbours);
    }

    const ClusterTree& tree() const { return tree_; }
    const SelfTables& tables() const { return tables_; }
    const float* places() const { return places_.data(); }
    const Box& root() const { return root_; }

    void move(const std::vector<Vec3>& positions)
    {
        surface_.positions = positions;
        place();
    }

    std::vector<TrianglePair> pairs(std::uint32_t worker_count = 1)
    {
        Workers workers(worker_count);
        WorkMeter meter(Budget::unlimited());
        outcome = search(workers, meter, false);
        units = meter.spent();
        return sorted();
    }

    RefinementOutcome search(Workers& workers, WorkMeter& meter, bool first_hit_only)
    {
        found_.clear();
        return query_.find_pairs({tree_, tables_, places_.data(), root_}, workers, meter, first_hit_only, found_);
    }

    std::vector<TrianglePair> unsorted() const { return {found_.begin(), found_.end()}; }
    std::vector<TrianglePair> sorted() const
    {
        std::vector<TrianglePair> list = unsorted();
        std::sort(list.begin(), list.end());
        return list;
    }

    std::vector<TrianglePair> brute_force() const
    {
        Buffer<TrianglePair> found;
        WorkMeter meter(Budget::unlimited());
        const float* positions = surface_.positions.empty() ? nullptr : &surface_.positions[0].x;
        const TriangleList list{positions, surface_.triangles, {}};
        brute_force_self_pairs(list, meter, false, neighbours_, found);
        std::vector<TrianglePair> all(found.begin(), found.end());
        std::sort(all.begin(), all.end());
        return all;
    }

    RefinementOutcome outcome;
    std::uint64_t units = 0;

private:
    void place()
    {
        places_.clear();
        root_ = {};
        for (std::uint32_t vertex : tree_.vertex_order) {
            const Vec3 p = surface_.positions[vertex];
            places_.insert(places_.end(), {p.x, p.y, p.z});
            root_ = include(root_, p);
        }
        places_.resize(places_.size() + 4);
    }

    surfaces::Surface surface_;
    ClusterTree tree_;
    bool neighbours_;
    SelfTables tables_;
    std::vector<float> places_;
    Box root_;
    SelfQuery query_;
    Buffer<TrianglePair> found_;
};

} // namespace tactus
