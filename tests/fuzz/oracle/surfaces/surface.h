// SPDX-License-Identifier: MIT
// The surfaces of a mirror's bodies, one triangle or sphere at a time, and the numbers that questions about them are
// decided with.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gmpxx.h>

#include "../../stage/mirror.h"
#include "../scaled.h"

namespace tactus::fuzz {

/// A triangle that is not removed, or a sphere.
struct SurfacePart {
    TriangleRef name;
    std::uint32_t group = 0;
    bool is_sphere = false;
    std::array<Vec3, 3> corners = {}; ///< Of a sphere, three times its centre.
    float radius = 0.0f;
};

/// Every part of every body, by place and number.
std::vector<SurfacePart> surface_parts(const Mirror& mirror);

/// A length or a place on a ray. It has so many bits that two values which the formulas of the oracles give for floats
/// differ long before its end if they differ at all. A value that a float has is exact.
using Real = mpf_class;

inline constexpr unsigned real_bits = 2048;

Real real(const mpz_class& whole);
Real real(float number);
Real real(const Ratio<mpz_class>& ratio);
/// Whether two values are the same but for what their last bits lost.
bool is_same(const Real& a, const Real& b);

/// Turns floats into whole numbers: all that are taken first are multiplied by one power of two.
class WholeNumbers {
public:
    WholeNumbers() = default;
    explicit WholeNumbers(const std::vector<SurfacePart>& parts);

    template <class T>
    void take(const T& value)
    {
        bits_.take(value);
    }
    mpz_class operator()(float value) const;
    Point<mpz_class> operator()(const Vec3& p) const;
    std::array<Point<mpz_class>, 3> operator()(const std::array<Vec3, 3>& corners) const;
    /// Gives a length of the whole numbers in metres.
    Real metres(const Real& length) const;

private:
    UsedBits bits_;
};

} // namespace tactus::fuzz
