// SPDX-License-Identifier: MIT
#include "tree/posed_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/planted_fault.h"
#include "mesh/removed_triangle.h"
#include "mesh/used_vertices.h"

namespace tactus {

bool stands_at(const PositionsView& given, std::span<const Vec3> positions)
{
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex)
        if (!(given[vertex] == positions[vertex]))
            return false;
    return true;
}

PosedMesh::PosedMesh(std::vector<TriangleIndices> triangles, std::span<const Vec3> positions)
    : triangles_(std::move(triangles)), posed_(positions.size()), next_(positions.size()),
      face_boxes_(triangles_.size()), boxed_at_(triangles_.size())
{
    std::vector<std::uint32_t> used = used_vertices(triangles_, positions.size());
    uses_all_vertices_ = used.size() == positions.size();
    if (!uses_all_vertices_)
        used_vertices_ = std::move(used);
    numbers_ = number_remaining(triangles_, TriangleList::no_triangle);
    std::fill(boxed_at_.begin(), boxed_at_.end(), 0u);
    std::copy(positions.begin(), positions.end(), next_.begin());
    take_next();
}

/// Of the next positions.
void PosedMesh::add_travel()
{
    double farthest = 0.0;
    for (std::size_t v = 0; v < next_.size(); ++v) {
        const DoubleVector moved = to_double(next_[v]) - to_double(posed_[v]);
        farthest = std::max({farthest, std::abs(moved.x), std::abs(moved.y), std::abs(moved.z)});
    }
    if (farthest == 0.0)
        return;
    // Even the smallest move must show in the sum.
    const double sum = travel_ + farthest * (1.0 + 0x1p-50);
    travel_ = std::max(sum, std::nextafter(travel_, std::numeric_limits<double>::infinity()));
}

/// The next positions become the present ones.
void PosedMesh::take_next()
{
    if (moves_ > 0)
        add_travel();
    std::swap(posed_, next_);
    has_previous_ = moves_ > 0 && !next_.empty();
    make_box();
    if (++moves_ == 0) {
        std::fill(boxed_at_.begin(), boxed_at_.end(), 0u);
        moves_ = 1;
    }
}

void PosedMesh::make_box()
{
    box_ = {};
    if (uses_all_vertices_)
        for (const Vec3 p : posed_)
            box_ = include(box_, p);
    for (const std::uint32_t vertex : used_vertices_)
        box_ = include(box_, posed_[vertex]);
}

bool PosedMesh::update(const PositionsView& positions)
{
    TACTUS_CHECK(positions.size() == next_.size());
    has_previous_ = false;
    for (std::size_t v = 0; v < next_.size(); ++v) {
        next_[v] = positions[v];
        if (!is_finite(next_[v]))
            return false;
    }
    pose_ = {};
    take_next();
    return true;
}

bool PosedMesh::set_pose(const RigidPose& pose, std::span<const Vec3> reference)
{
    TACTUS_CHECK(reference.size() == next_.size());
    has_previous_ = false;
    if (!pose_vertices(pose, reference, next_.data()))
        return false;
    pose_ = pose;
    take_next();
    return true;
}

/// Around what reaches so far, along each axis of the world, from where the pose puts a point.
///
/// What is posed is rounded to float, and may stand out by a float's step of the numbers that it is computed from.
Box PosedMesh::rounded_box(const DoubleVector& point, const DoubleVector& reached) const
{
    const DoubleVector centre = pose_(point);
    const auto along = [&](double DoubleVector::*axis) {
        const double numbers = std::abs(pose_.position.*axis) + std::abs(pose_.axes[0].*axis * point.x)
                               + std::abs(pose_.axes[1].*axis * point.y) + std::abs(pose_.axes[2].*axis * point.z);
        return reached.*axis + (numbers + reached.*axis) * 0x1p-22 + 0x1p-140;
    };
    constexpr double largest = std::numeric_limits<float>::max();
    const auto rounded = [&](double value) { return static_cast<float>(std::clamp(value, -largest, largest)); };
    const DoubleVector reach = {along(&DoubleVector::x), along(&DoubleVector::y), along(&DoubleVector::z)};
    const Box around = {
        {rounded(centre.x - reach.x), rounded(centre.y - reach.y), rounded(centre.z - reach.z)},
        {rounded(centre.x + reach.x), rounded(centre.y + reach.y), rounded(centre.z + reach.z)}};
    return intersection(around, box_);
}

Box PosedMesh::posed(const Box& box) const
{
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const DoubleVector middle = (lower + upper) * 0.5, half = (upper - lower) * 0.5;
    const auto reach = [&](double DoubleVector::*axis) {
        return std::abs(pose_.axes[0].*axis) * half.x + std::abs(pose_.axes[1].*axis) * half.y
               + std::abs(pose_.axes[2].*axis) * half.z;
    };
    return rounded_box(middle, {reach(&DoubleVector::x), reach(&DoubleVector::y), reach(&DoubleVector::z)});
}

Box PosedMesh::posed(const Sphere& sphere) const
{
    const double radius = sphere.radius;
    return rounded_box(to_double(sphere.centre), {radius, radius, radius});
}

Sphere PosedMesh::posed_sphere(const Sphere& sphere) const
{
    const DoubleVector point = to_double(sphere.centre);
    const double radius = sphere.radius;
    const auto sum = [](DoubleVector v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
    // Both the centre and what lies in the sphere are rounded. No coordinate is larger than all of the point's together
    // where it is turned.
    const double slack = (sum(pose_.position) + 3.0 * sum(point) + radius) * 0x1p-21 + 0x1p-138;
    return {to_float(pose_(point)), rounded_up(radius + slack)};
}

void PosedMesh::count_uses()
{
    uses_.resize_uninitialised(posed_.size());
    std::fill(uses_.begin(), uses_.end(), 0u);
    const TriangleList list = triangles();
    for (std::size_t face = 0; face < triangles_.size(); ++face)
        if (list.number(face) != TriangleList::no_triangle)
            for (const std::uint32_t vertex : triangles_[face])
                ++uses_[vertex];
}

void PosedMesh::list_used_vertices()
{
    used_vertices_.clear();
    for (std::uint32_t vertex = 0; vertex < uses_.size(); ++vertex)
        if (uses_[vertex] > 0)
            used_vertices_.push_back(vertex);
    uses_all_vertices_ = used_vertices_.size() == posed_.size();
    if (uses_all_vertices_)
        used_vertices_.clear();
    make_box();
}

void PosedMesh::add(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles)
{
    if (uses_.empty())
        count_uses();
    const std::size_t old_count = posed_.size(), old_faces = triangles_.size();
    posed_.resize_uninitialised(old_count + vertices.size());
    next_.resize_uninitialised(posed_.size());
    pose_vertices(pose_, vertices, posed_.data() + old_count);
    has_previous_ = false;
    uses_.resize_uninitialised(posed_.size());
    std::fill(uses_.begin() + old_count, uses_.end(), 0u);
    triangles_.insert(triangles_.end(), triangles.begin(), triangles.end());
    for (std::size_t face = old_faces; face < triangles_.size() && !numbers_.empty(); ++face)
        numbers_.push_back(static_cast<std::uint32_t>(face));
    face_boxes_.resize_uninitialised(triangles_.size());
    boxed_at_.resize_uninitialised(triangles_.size());
    std::fill(boxed_at_.begin() + old_faces, boxed_at_.end(), 0u);
    bool is_used_anew = !vertices.empty();
    for (const TriangleIndices& corners : triangles)
        for (const std::uint32_t vertex : corners)
            is_used_anew = uses_[vertex]++ == 0 || is_used_anew;
    if (is_used_anew)
        list_used_vertices();
}

void PosedMesh::remove(std::span<const std::uint32_t> triangles)
{
    if (triangles.empty())
        return;
    if (uses_.empty())
        count_uses();
    if (numbers_.empty()) {
        numbers_.resize(triangles_.size());
        std::iota(numbers_.begin(), numbers_.end(), 0u);
    }
    bool is_one_unused = false;
    for (const std::uint32_t face : triangles) {
        for (const std::uint32_t vertex : triangles_[face])
            is_one_unused = --uses_[vertex] == 0 || is_one_unused;
        numbers_[face] = TriangleList::no_triangle;
        triangles_[face] = {0, 0, 0};
    }
    if (is_one_unused)
        list_used_vertices();
}

bool PosedMesh::can_pose(std::span<const Vec3> vertices) const
{
    Buffer<Vec3> posed(vertices.size());
    return pose_vertices(pose_, vertices, posed.data());
}

std::vector<TriangleIndices> PosedMesh::given_triangles() const
{
    std::vector<TriangleIndices> given = triangles_;
    for (std::size_t face = 0; face < numbers_.size(); ++face)
        if (numbers_[face] == TriangleList::no_triangle)
            given[face] = removed_triangle;
    return given;
}

void PosedMesh::make_face_box(std::uint32_t face)
{
    const auto [a, b, c] = triangles_[face];
    face_boxes_[face] = box_of(Triangle{posed_[a], posed_[b], posed_[c]});
    if (TACTUS_FAULT(6))
        face_boxes_[face].upper.y = std::nextafter(face_boxes_[face].upper.y, face_boxes_[face].lower.y);
    boxed_at_[face] = moves_;
}

TriangleList PosedMesh::triangles() const
{
    return {posed_.empty() ? nullptr : &posed_.data()->x, triangles_, numbers_};
}

std::size_t PosedMesh::bytes() const
{
    return triangles_.capacity() * sizeof(TriangleIndices)
           + (numbers_.capacity() + used_vertices_.capacity()) * sizeof(std::uint32_t) + posed_.bytes() + next_.bytes()
           + uses_.bytes() + face_boxes_.bytes() + boxed_at_.bytes();
}

} // namespace tactus
