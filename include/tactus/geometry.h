// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

namespace tactus {

/// A point or a direction, in metres unless a name says otherwise.
struct Vec3 {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;

    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// A point or a direction in double precision, in metres unless a name says otherwise.
struct DoubleVec3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    friend constexpr bool operator==(const DoubleVec3&, const DoubleVec3&) = default;
};

/// All points that are at most `radius` metres from the centre: a point where the radius is 0.
struct Sphere {
    Vec3 centre;
    float radius = 0.0f;

    friend constexpr bool operator==(const Sphere&, const Sphere&) = default;
};

/// A rotation: by the angle t about the unit vector u it is (u sin t/2, cos t/2). Any length but zero will do.
struct Quaternion {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    double w = 1.0;

    friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// Where a body lies: rotated about the origin of its own coordinates, then moved.
///
/// Vertices are computed in double and rounded to float once, each by itself, and the same on every machine: no step is
/// fused with another, and a sum of several goes from left to right. The quaternion is divided by the largest of
/// |x|, |y|, |z|, |w|, and then by sqrt(x x + y y + z z + w w). A vertex p, in the body's own coordinates, goes to
///
///     position + X p.x + Y p.y + Z p.z,
///
///     X = (1 - 2 (y y + z z), 2 (x y + z w), 2 (x z - y w))
///     Y = (2 (x y - z w), 1 - 2 (x x + z z), 2 (y z + x w))
///     Z = (2 (x z + y w), 2 (y z - x w), 1 - 2 (x x + y y)).
struct Pose {
    DoubleVec3 position = {}; ///< Where the origin of the body's own coordinates goes, in metres.
    Quaternion rotation = {};

    friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

namespace detail {

template <class T>
concept Coordinate = std::same_as<T, float> || std::same_as<T, double>;

template <class T>
concept Index = std::integral<T> && sizeof(T) == 4;

/// Three packed values of one kind: Vec3, std::array<T, 3>, or a user's own struct of three.
template <class T, class Scalar>
concept TripleOf = std::is_trivially_copyable_v<T> && sizeof(T) == 3 * sizeof(Scalar) && alignof(T) == alignof(Scalar)
                   && !std::is_arithmetic_v<T>;

template <class R>
using ValueOf = std::remove_cv_t<std::ranges::range_value_t<R>>;

} // namespace detail

/// Where the positions of a mesh's vertices lie: float or double, packed or with a stride.
/// Made from any contiguous range of Vec3, of three-value structs, or of plain numbers xyzxyz...
/// It only looks: the array must live as long as the call that takes it.
class PositionsView {
public:
    constexpr PositionsView() = default;

    /// Structs of 12 bytes hold floats, of 24 bytes doubles.
    template <std::ranges::contiguous_range R>
    requires(detail::TripleOf<detail::ValueOf<R>, float> || detail::TripleOf<detail::ValueOf<R>, double>)
        PositionsView(const R& triples)
        : data_(std::ranges::data(triples)), count_(std::ranges::size(triples)), stride_(sizeof(detail::ValueOf<R>)),
          is_double_(sizeof(detail::ValueOf<R>) == 3 * sizeof(double))
    {
    }

    /// Plain numbers, three to a vertex. A range whose length is not a multiple of three is refused later, with a
    /// sentence.
    template <std::ranges::contiguous_range R>
    requires detail::Coordinate<detail::ValueOf<R>> PositionsView(const R& numbers)
        : data_(std::ranges::data(numbers)), count_(std::ranges::size(numbers) / 3),
          leftover_(std::ranges::size(numbers) % 3), stride_(3 * sizeof(detail::ValueOf<R>)),
          is_double_(sizeof(detail::ValueOf<R>) == sizeof(double))
    {
    }

    /// Vertices that lie `stride_bytes` apart, such as the positions inside an array of larger vertex structs.
    template <detail::Coordinate T>
    PositionsView(const T* first, std::size_t count, std::size_t stride_bytes = 3 * sizeof(T))
        : data_(first), count_(count), stride_(stride_bytes), is_double_(sizeof(T) == sizeof(double))
    {
    }

    constexpr std::size_t size() const { return count_; }
    /// Numbers left over at the end of a plain array: 0 unless the caller's array is broken.
    constexpr std::size_t leftover() const { return leftover_; }
    constexpr const void* data() const { return data_; }
    constexpr std::size_t stride_bytes() const { return stride_; }
    constexpr bool is_double() const { return is_double_; }
    /// True for floats without gaps, which are read fastest.
    constexpr bool is_packed_float() const { return !is_double_ && stride_ == sizeof(Vec3); }

    /// A vertex, rounded to the nearest float (ties to even) where it is a double.
    Vec3 operator[](std::size_t index) const
    {
        const auto* place = static_cast<const std::byte*>(data_) + index * stride_;
        if (is_double_) {
            const auto* p = reinterpret_cast<const double*>(place);
            return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
        }
        const auto* p = reinterpret_cast<const float*>(place);
        return {p[0], p[1], p[2]};
    }

private:
    const void* data_ = nullptr;
    std::size_t count_ = 0;
    std::size_t leftover_ = 0;
    std::size_t stride_ = sizeof(Vec3);
    bool is_double_ = false;
};

/// The three vertex numbers of a triangle.
using TriangleIndices = std::array<std::uint32_t, 3>;

/// Where the triangles of a mesh lie: three 32-bit vertex numbers each, signed or not.
/// Made from any contiguous range of three-index structs or of plain numbers.
class TrianglesView {
public:
    constexpr TrianglesView() = default;

    template <std::ranges::contiguous_range R>
    requires detail::TripleOf<detail::ValueOf<R>, std::uint32_t> TrianglesView(const R& triples)
        : data_(reinterpret_cast<const std::uint32_t*>(std::ranges::data(triples))), count_(std::ranges::size(triples))
    {
    }

    template <std::ranges::contiguous_range R>
    requires detail::Index<detail::ValueOf<R>> TrianglesView(const R& numbers)
        : data_(reinterpret_cast<const std::uint32_t*>(std::ranges::data(numbers))),
          count_(std::ranges::size(numbers) / 3), leftover_(std::ranges::size(numbers) % 3)
    {
    }

    constexpr std::size_t size() const { return count_; }
    constexpr std::size_t leftover() const { return leftover_; }
    TriangleIndices operator[](std::size_t index) const
    {
        return {data_[3 * index], data_[3 * index + 1], data_[3 * index + 2]};
    }

private:
    const std::uint32_t* data_ = nullptr;
    std::size_t count_ = 0;
    std::size_t leftover_ = 0;
};

/// The triangles and vertices of one mesh.
struct MeshView {
    TrianglesView triangles;
    PositionsView positions;
};

/// All points x with normal . x <= offset. The normal need not be of unit length.
struct HalfSpace {
    Vec3 normal;
    float offset = 0.0f;
};

/// The largest number of half-spaces that a convex set can be given by.
inline constexpr std::size_t max_half_spaces = 32;

/// One kind of unusual thing in a mesh: how many there are, and where the first ones are.
struct MeshFinding {
    std::size_t count = 0;
    std::vector<std::uint32_t> first; ///< The smallest numbers, in order, 8 at the most: of triangles or vertices.
};

/// What is unusual in a mesh. Only `out_of_range`, `not_finite` and `leftover_numbers` make add_body refuse it.
///
/// Triangles that are out of range are left out of everything else, and triangles with a vertex that is not finite out
/// of `degenerate` and the box. Of an edge, `first` has the smallest triangle that uses it.
struct MeshReport {
    std::size_t leftover_numbers = 0;  ///< Numbers left over at the ends of plain arrays, which do not make a triple.
    MeshFinding out_of_range;          ///< Triangles with a vertex number that no vertex has.
    MeshFinding not_finite;            ///< Vertices with a coordinate that is nan or infinite, as a float.
    MeshFinding degenerate;            ///< Triangles of exactly no area, by exact arithmetic.
    MeshFinding duplicate;             ///< Triangles whose three vertices an earlier one has, whichever way round.
    MeshFinding boundary_edges;        ///< Edges of one triangle.
    MeshFinding non_manifold_edges;    ///< Edges of three triangles or more.
    MeshFinding inconsistent_edges;    ///< Edges whose two triangles are wound against each other.
    MeshFinding non_manifold_vertices; ///< Vertices where sheets of the surface meet in this point alone.
    MeshFinding unused_vertices;       ///< Vertices that no triangle uses.
    std::size_t components = 0;        ///< The number of pieces that share no vertex.
    Vec3 lower_corner;                 ///< The lower corner of the box around all triangles; 0 where there are none.
    Vec3 upper_corner;                 ///< The upper corner of the box around all triangles; 0 where there are none.
    bool out_of_memory = false;        ///< True if memory ended: then nothing is known.

    /// Whether add_body takes the mesh.
    bool is_accepted() const
    {
        return leftover_numbers == 0 && out_of_range.count == 0 && not_finite.count == 0 && !out_of_memory;
    }
    /// Whether no edge is a boundary.
    bool is_closed() const { return boundary_edges.count == 0; }
    /// Whether the surface looks like a sheet everywhere.
    bool is_manifold() const { return non_manifold_edges.count == 0 && non_manifold_vertices.count == 0; }
};

/// Looks at a mesh and says what is unusual in it. Takes any mesh, and never refuses one. Vertices at the same place
/// count as one only where they have one number.
///
///     const MeshReport mesh_report = validate({triangles, positions});
///     if (!mesh_report.is_closed())
///         std::printf("open at triangle %u\n", mesh_report.boundary_edges.first.front());
MeshReport validate(const MeshView& mesh);

} // namespace tactus
