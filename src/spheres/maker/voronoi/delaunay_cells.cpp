// SPDX-License-Identifier: MIT
#include "spheres/maker/voronoi/delaunay_cells.h"

#include <algorithm>

#include "spheres/maker/voronoi/grid_predicates.h"

namespace tactus {

DelaunayCells::DelaunayCells()
{
    // Corners of a cube, every second one. What is three times nearer to the middle along every axis lies between them.
    constexpr double far = 4.0 * largest_coordinate;
    sites_ = {{far, far, far}, {far, -far, -far}, {-far, far, -far}, {-far, -far, far}};
    cells_.push_back({{0, 1, 2, 3}, {none, none, none, none}});
    if (grid_orientation(sites_[0], sites_[1], sites_[2], sites_[3]) < 0)
        std::swap(cells_[0].sites[0], cells_[0].sites[1]);
    seen_.push_back(0);
}

bool DelaunayCells::is_enclosing(std::uint32_t number) const
{
    return std::ranges::any_of(cells_[number].sites, [](std::uint32_t site) { return site < enclosing_count; });
}

bool DelaunayCells::has_inside(std::uint32_t number, DoubleVector point) const
{
    const Cell& c = cells_[number];
    return grid_in_sphere(sites_[c.sites[0]], sites_[c.sites[1]], sites_[c.sites[2]], sites_[c.sites[3]], point) > 0;
}

DoubleVector DelaunayCells::centre_of(std::uint32_t number) const
{
    const Cell& c = cells_[number];
    const DoubleVector from = sites_[c.sites[0]];
    const DoubleVector u = sites_[c.sites[1]] - from, v = sites_[c.sites[2]] - from, w = sites_[c.sites[3]] - from;
    const DoubleVector across = cross(v, w);
    const DoubleVector sum = across * dot(u, u) + cross(w, u) * dot(v, v) + cross(u, v) * dot(w, w);
    return from + sum * (0.5 / dot(u, across));
}

/// +1 where a point lies on the same side of a face as the corner that the face does not have.
int DelaunayCells::side(const Cell& cell, std::size_t corner, DoubleVector point) const
{
    std::array<DoubleVector, 4> at;
    for (std::size_t k = 0; k < 4; ++k)
        at[k] = k == corner ? point : sites_[cell.sites[k]];
    return grid_orientation(at[0], at[1], at[2], at[3]);
}

// Goes from cell to cell through a face that has the point beyond it. Among Delaunay cells that never leads back.
std::uint32_t DelaunayCells::cell_around(DoubleVector point, std::uint32_t near) const
{
    std::uint32_t here = near < cells_.size() && !is_gone(near) ? near : born_.back();
    for (;;) {
        std::uint32_t next = none;
        for (std::size_t k = 0; k < 4 && next == none; ++k)
            if (side(cells_[here], k, point) < 0)
                next = cells_[here].neighbours[k];
        if (next == none)
            return here;
        here = next;
    }
}

// All cells whose spheres have the site inside hang together.
void DelaunayCells::find_gone(std::uint32_t first, DoubleVector site)
{
    const auto stamp = static_cast<std::uint32_t>(sites_.size());
    gone_.assign(1, first);
    rim_.clear();
    seen_[first] = stamp;
    for (std::size_t i = 0; i < gone_.size(); ++i)
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t next = cells_[gone_[i]].neighbours[k];
            const bool is_new = next != none && seen_[next] != stamp;
            if (is_new && has_inside(next, site)) {
                seen_[next] = stamp;
                gone_.push_back(next);
            }
        }
    for (const std::uint32_t cell : gone_)
        for (std::uint32_t k = 0; k < 4; ++k)
            if (const std::uint32_t next = cells_[cell].neighbours[k]; next == none || seen_[next] != stamp)
                rim_.push_back({cell, k});
}

std::uint32_t DelaunayCells::free_number()
{
    if (free_.empty()) {
        cells_.emplace_back();
        seen_.push_back(0);
        return cell_count() - 1;
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
}

// A cell between the new site and every face of the hole.
void DelaunayCells::fill(std::uint32_t site)
{
    born_.clear();
    open_faces_.clear();
    for (const auto& rim : rim_) {
        const std::uint32_t number = free_number();
        const std::uint32_t corner = rim.second;
        Cell made = cells_[rim.first];
        const std::uint32_t beyond = made.neighbours[corner];
        made.sites[corner] = site;
        made.neighbours = {none, none, none, none};
        made.neighbours[corner] = beyond;
        if (beyond != none)
            *std::ranges::find(cells_[beyond].neighbours, rim.first) = number;
        for (std::uint32_t k = 0; k < 4; ++k) {
            if (k == corner)
                continue;
            std::array<std::uint32_t, 2> edge = {};
            std::size_t found = 0;
            for (std::uint32_t other = 0; other < 4; ++other)
                if (other != k && other != corner)
                    edge[found++] = made.sites[other];
            open_faces_.push_back(
                {std::uint64_t{std::min(edge[0], edge[1])} << 32 | std::max(edge[0], edge[1]), number, k});
        }
        cells_[number] = made;
        born_.push_back(number);
    }
}

// Every edge of the hole's rim belongs to two of its faces, and so does the face that it spans with the new site.
void DelaunayCells::join_new_cells()
{
    std::ranges::sort(open_faces_, {}, [](const OpenFace& face) { return std::pair(face.edge, face.cell); });
    for (std::size_t i = 0; i + 1 < open_faces_.size(); i += 2) {
        const OpenFace &one = open_faces_[i], &other = open_faces_[i + 1];
        cells_[one.cell].neighbours[one.opposite] = other.cell;
        cells_[other.cell].neighbours[other.opposite] = one.cell;
    }
}

bool DelaunayCells::add(DoubleVector site, std::uint32_t near)
{
    const bool goes = near < cells_.size() && !is_gone(near) && has_inside(near, site);
    const std::uint32_t first = goes ? near : cell_around(site, near);
    for (const std::uint32_t corner : cells_[first].sites)
        if (const DoubleVector at = sites_[corner]; at.x == site.x && at.y == site.y && at.z == site.z)
            return false;
    find_gone(first, site);
    sites_.push_back(site);
    fill(static_cast<std::uint32_t>(sites_.size() - 1));
    join_new_cells();
    for (const std::uint32_t cell : gone_)
        cells_[cell].sites[0] = none;
    free_.insert(free_.end(), gone_.begin(), gone_.end());
    return true;
}

} // namespace tactus
