// SPDX-License-Identifier: MIT
#include "tree/buckets/bucket_body.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "mesh/removed_triangle.h"
#include "mesh/used_vertices.h"
#include "tree/stream_positions.h"

namespace tactus {

BucketBody::BucketBody(
    std::vector<TriangleIndices> triangles, std::size_t vertex_count, const structures::BucketOctree& options,
    bool always_insert)
    : triangles_(std::move(triangles)), options_(options), always_insert_(always_insert), tree_(options, always_insert)
{
    std::vector<std::uint32_t> remaining = remaining_triangles(triangles_);
    if (remaining.size() < triangles_.size()) {
        numbers_ = std::move(remaining);
        std::erase_if(triangles_, is_removed);
    }
    used_vertices_ = used_vertices(triangles_, vertex_count);
    if (used_vertices_.size() == vertex_count)
        used_vertices_.clear();
    for (Buffer<Vec3>* buffer : {&positions_, &next_}) {
        buffer->resize_uninitialised(vertex_count);
        std::fill(buffer->begin(), buffer->end(), Vec3{});
    }
}

bool BucketBody::update(const PositionsView& positions)
{
    TACTUS_CHECK(positions.size() == next_.size());
    has_previous_ = false;
    const std::size_t count = next_.size();
    StreamedPositions seen;
    if (count > 0 && positions.is_packed_float()) {
        seen =
            take_positions(static_cast<const float*>(positions.data()), &positions_.data()->x, &next_.data()->x, count);
    } else if (count > 0) {
        for (std::size_t vertex = 0; vertex < count; ++vertex)
            next_[vertex] = positions[vertex];
        seen = look_at_positions(&next_.data()->x, count);
    }
    if (!seen.surely_finite && !std::all_of(next_.begin(), next_.end(), [](Vec3 p) { return is_finite(p); }))
        return false;
    std::swap(positions_, next_);
    has_previous_ = moves_ > 0 && count > 0;
    find_box(seen.box);
    moves_ += TACTUS_FAULT(46) && moves_ > 0 ? 0 : 1;
    // The first one takes the memory that queries would have to take.
    if (moves_ == 1)
        made_tree();
    else if (options_.algorithm == BucketAlgorithm::sorted_lists)
        begin_if_memory_holds();
    return true;
}

/// Vertices that no triangle uses may lie anywhere: it is the box of the others.
void BucketBody::find_box(const Box& box_of_all)
{
    box_ = triangles_.empty() || !used_vertices_.empty() ? Box{} : box_of_all;
    for (const std::uint32_t vertex : used_vertices_)
        box_ = include(box_, positions_[vertex]);
}

/// The next query begins it otherwise.
void BucketBody::begin_if_memory_holds()
{
    try {
        begun_tree();
    } catch (const std::bad_alloc&) {
        forget_tree();
    }
}

void BucketBody::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added,
    std::uint32_t first_number)
{
    if (place_of_.empty()) {
        place_of_.resize(first_number);
        for (std::uint32_t place = 0; place < triangles_.size(); ++place)
            place_of_[triangles().number(place)] = place;
    }
    if (numbers_.empty()) {
        numbers_.resize(triangles_.size());
        std::iota(numbers_.begin(), numbers_.end(), 0u);
    }
    if (uses_.empty()) {
        uses_.resize(positions_.size());
        for (const TriangleIndices& triangle : triangles_)
            for (const std::uint32_t vertex : triangle)
                ++uses_[vertex];
    }
    uses_.resize(positions_.size() + new_vertices.size(), 0);
    // The last one takes the place of one that goes.
    for (const std::uint32_t number : removed) {
        const std::uint32_t place = place_of_[number];
        TACTUS_CHECK(place < numbers_.size() && numbers_[place] == number);
        for (const std::uint32_t vertex : triangles_[place])
            --uses_[vertex];
        triangles_[place] = triangles_.back();
        numbers_[place] = numbers_.back();
        if (!TACTUS_FAULT(47))
            place_of_[numbers_[place]] = place;
        triangles_.pop_back();
        numbers_.pop_back();
    }
    place_of_.resize(first_number + added.size());
    for (std::uint32_t k = 0; k < added.size(); ++k) {
        place_of_[first_number + k] = static_cast<std::uint32_t>(triangles_.size());
        numbers_.push_back(first_number + k);
        triangles_.push_back(added[k]);
        for (const std::uint32_t vertex : added[k])
            ++uses_[vertex];
    }
    for (Buffer<Vec3>* buffer : {&positions_, &next_})
        for (const Vec3 p : new_vertices)
            buffer->push_back(p);
    used_vertices_.clear();
    if (std::find(uses_.begin(), uses_.end(), 0u) != uses_.end())
        for (std::uint32_t vertex = 0; vertex < uses_.size(); ++vertex)
            if (uses_[vertex] > 0)
                used_vertices_.push_back(vertex);
    find_box(positions_.empty() ? Box{} : look_at_positions(&positions_.data()->x, positions_.size()).box);
    ++moves_;
    if (options_.algorithm == BucketAlgorithm::sorted_lists)
        begun_tree();
}

TriangleList BucketBody::triangles() const
{
    return {positions_.empty() ? nullptr : &positions_.data()->x, triangles_, numbers_};
}

std::size_t BucketBody::bytes() const
{
    return triangles_.capacity() * sizeof(TriangleIndices)
           + (numbers_.capacity() + place_of_.capacity() + uses_.capacity() + used_vertices_.capacity())
                 * sizeof(std::uint32_t)
           + positions_.bytes() + next_.bytes() + tree_.bytes() + (nodes_ != nullptr ? nodes_->bytes() : 0);
}

} // namespace tactus
