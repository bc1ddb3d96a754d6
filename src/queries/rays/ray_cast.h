// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/buffer.h"
#include "geometry/box.h"
#include "geometry/double_vector.h"
#include "geometry/half_spaces/plane.h"
#include "geometry/rays/ray_triangle.h"
#include "geometry/sphere.h"
#include "queries/rays/ray_boxes.h"
#include "search/clusters/box_pyramid.h"

namespace tactus {

/// The first triangle that a ray meets, among those it was shown.
struct FirstHit {
    RayTriangleHit at;
    Triangle corners;           ///< as they were given
    std::uint32_t body = 0;     ///< the number that came with it
    std::uint32_t triangle = 0; ///< in the caller's numbers
};

/// Takes every hit of a ray, in any order.
class HitCollector {
public:
    virtual ~HitCollector() = default;
    /// Gives the largest t that is still of interest; below zero none is.
    virtual double take(const FirstHit& hit) = 0;
};

/// A ray on its way through bodies. The first hit is the one that ray_triangle_hit gives over all triangles: the
/// smallest t, then the smallest body, then the smallest triangle; bodies may be shown in any order.
/// A cast has no end: start() begins the next one, with the memory of the last.
class RayCast {
public:
    RayCast() = default;
    RayCast(const Ray& ray, double max_distance) { start(ray, max_distance); }

    /// Origin and direction must be finite, the direction not zero. Nothing beyond max_distance is hit. With a
    /// collector, which must outlive the cast, all hits go to it and there is no first one.
    void start(const Ray& ray, double max_distance, HitCollector* collector = nullptr);

    /// A value that no t of a triangle in this box comes below; nothing if the ray misses the box, or all of it lies
    /// too far away for a better hit.
    std::optional<double> reach(const Box& box) const;

    /// A part of the box in which the ray's way through it lies. The ray must reach the box.
    Box way_through(const Box& box) const;

    /// Looks for a better hit among a body's triangles: in the clusters that are listed, where it has any.
    void enter(std::uint32_t body, const BoxedTriangles& triangles);
    /// Looks at one of them.
    void enter(std::uint32_t body, const BoxedTriangles& triangles, std::uint32_t place);
    /// The same for a body that is a sphere; what it hits is triangle 0, shrunk to the point.
    void enter(std::uint32_t body, const Sphere& sphere);
    /// The same for a body that is a half-space.
    void enter(std::uint32_t body, const Plane& half_space);

    /// Hits with a larger t are of no interest.
    double limit() const { return limit_; }
    const RaySlabs& slabs() const { return slabs_; }
    const std::optional<FirstHit>& first_hit() const { return first_; }

    /// Bytes held.
    std::size_t bytes() const { return kept_.bytes() + waiting_.bytes(); }

private:
    struct Waiting {
        double bound;
        std::uint32_t cluster;
    };
    /// Where the ray enters and leaves a box; it misses the box for sure if it leaves before it enters.
    struct Passage {
        double enter;
        double leave;
    };

    Passage passage(const float* lower, const float* upper) const;
    double earliest(const float* lower, const float* upper) const;
    std::optional<double> reach(const float* lower, const float* upper) const;
    void open(std::uint32_t body, const BoxedTriangles& triangles, std::uint32_t cluster);
    void test(std::uint32_t body, const BoxedTriangles& triangles, std::size_t place);
    void take(const FirstHit& hit);
    void take_at(std::uint32_t body, std::optional<double> t);

    Ray ray_;
    RaySlabs slabs_;
    double limit_ = 0.0; ///< t of the first hit, or the maximum distance
    std::array<double, 3> origin_;
    std::array<double, 3> inverse_;
    std::array<double, 3> widening_; ///< of an axis along which the ray does not move
    std::array<double, 3> along_;    ///< direction / squared length
    std::optional<FirstHit> first_;
    HitCollector* collector_ = nullptr;
    Buffer<std::uint32_t> kept_;
    Buffer<Waiting> waiting_;
};

} // namespace tactus
