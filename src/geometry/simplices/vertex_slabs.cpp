// SPDX-License-Identifier: MIT
// How sure float is. Let e = 2^-24, and let A be the sum of the magnitudes of a slab's factors, X the largest
// coordinate and K the magnitude of its offset. Each term of a vertex' height passes through at most four roundings,
// fewer where the machine multiplies and adds in one instruction, and factors and offset have been rounded before: the
// height is off by at most 5.1 e (A X + K). The slab is made wider by 8 e (A X + K), and by a part in 2^20 for what is
// rounded to nothing, or in double. It is at least as wide as that, so that the factors stay below 2^23 / X, and no
// height overflows.
//
// A height is outside where its magnitude is 2 or more. Of a float, that is the highest bit of the exponent: the upper
// byte tells on which side a vertex is.
#include "geometry/simplices/vertex_slabs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/planted_fault.h"
#include "geometry/orientation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/simplices/vertex_slabs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

constexpr std::size_t vertices_at_once = 16;
constexpr hn::FixedTag<std::uint8_t, 16> bytes16;
constexpr hn::FixedTag<std::int8_t, 16> signed16;
using Bytes16 = hn::Vec<decltype(bytes16)>;

struct FourVertices {
    Float4 x;
    Float4 y;
    Float4 z;

    HWY_INLINE explicit FourVertices(const float* positions) { hn::LoadInterleaved3(float4, positions, x, y, z); }
    /// Their heights, for a slab's factors and its offset.
    HWY_INLINE UHalf8 heights(Float4 slab) const
    {
        const Float4 of_x = hn::MulAdd(x, hn::Broadcast<0>(slab), hn::Broadcast<3>(slab));
        const Float4 of_xy = hn::MulAdd(y, hn::Broadcast<1>(slab), of_x);
        return hn::BitCast(uhalf8, hn::MulAdd(z, hn::Broadcast<2>(slab), of_xy));
    }
};

/// The bit where the byte's two upper bits say that it is outside, and on which side.
HWY_INLINE Bytes16 side_bits(Bytes16 bytes, std::uint8_t bit)
{
    const auto above = hn::Gt(hn::BitCast(signed16, bytes), hn::Set(signed16, std::int8_t{0x3f}));
    const auto below = hn::Gt(bytes, hn::Set(bytes16, std::uint8_t{0xbf}));
    return hn::Or(
        hn::And(hn::BitCast(bytes16, hn::VecFromMask(signed16, above)), hn::Set(bytes16, bit)),
        hn::And(hn::VecFromMask(bytes16, below), hn::Set(bytes16, std::uint8_t(2 * bit))));
}

/// Each slab in a register: its factors and its offset.
struct SlabLanes {
    Float4 slab[4];

    HWY_INLINE explicit SlabLanes(const VertexSlabs& slabs)
        : slab{lanes(slabs[0]), lanes(slabs[1]), lanes(slabs[2]), lanes(slabs[3])}
    {
    }
    static HWY_INLINE Float4 lanes(const VertexSlabs::Slab& slab) { return hn::LoadU(float4, &slab.x); }
};

/// The upper halves of the heights of eight vertices above a slab.
HWY_INLINE UHalf8 upper_halves(const FourVertices& first, const FourVertices& second, Float4 slab)
{
    return hn::ConcatOdd(uhalf8, second.heights(slab), first.heights(slab));
}

HWY_INLINE Bytes16 upper_bytes(UHalf8 first, UHalf8 second)
{
    return hn::ConcatOdd(bytes16, hn::BitCast(bytes16, second), hn::BitCast(bytes16, first));
}

template <int count>
HWY_INLINE void store_codes(const SlabLanes& slabs, const float* positions, std::uint8_t* codes)
{
    const FourVertices a(positions), b(positions + 12);
    const UHalf8 half0 = upper_halves(a, b, slabs.slab[0]), half1 = upper_halves(a, b, slabs.slab[1]),
                 half2 = upper_halves(a, b, slabs.slab[2]);
    const UHalf8 half3 = count == 4 ? upper_halves(a, b, slabs.slab[3]) : half0;
    const FourVertices c(positions + 24), d(positions + 36);
    const auto code = [&](UHalf8 half, int k, std::uint8_t bit) TACTUS_IN_KERNEL {
        return side_bits(upper_bytes(half, upper_halves(c, d, slabs.slab[k])), bit);
    };
    Bytes16 bits = hn::Or(hn::Or(code(half0, 0, 1), code(half1, 1, 4)), code(half2, 2, 16));
    if constexpr (count == 4)
        bits = hn::Or(bits, code(half3, 3, 64));
    hn::StoreU(bits, bytes16, codes);
}

template <int count>
HWY_INLINE void fill_codes(const VertexSlabs& given, const float* positions, std::size_t vertices, std::uint8_t* codes)
{
    const SlabLanes slabs(given);
    std::size_t i = 0;
    for (; i + vertices_at_once <= vertices; i += vertices_at_once)
        store_codes<count>(slabs, positions + 3 * i, codes + i);
    if (i == vertices)
        return;
    float last[3 * vertices_at_once] = {};
    std::uint8_t codes_of_last[vertices_at_once];
    std::memcpy(last, positions + 3 * i, 3 * (vertices - i) * sizeof(float));
    store_codes<count>(slabs, last, codes_of_last);
    std::memcpy(codes + i, codes_of_last, vertices - i);
}

} // namespace

void slab_codes_of_vertices(const VertexSlabs& slabs, const float* positions, std::size_t count, std::uint8_t* codes)
{
    if (slabs.count() == 0)
        std::memset(codes, 0, count);
    else if (slabs.count() == 3)
        fill_codes<3>(slabs, positions, count, codes);
    else
        fill_codes<4>(slabs, positions, count, codes);
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {
namespace {

/// In unit length. Nothing overflows or vanishes: coordinates are below 2^90, and what is not zero is at least 2^-298.
DoubleVector in_unit_length(DoubleVector a)
{
    const double squared = dot(a, a);
    return squared > 0.0 ? a * (1.0 / std::sqrt(squared)) : DoubleVector{};
}

/// The ways between the corners, of unit length, the longest two, and the widest triangle that has the longest one.
struct Frame {
    DoubleVector longest;
    DoubleVector second;
    DoubleVector normal;

    explicit Frame(const Simplex& hull)
    {
        double greatest = 0.0, next = 0.0, widest = 0.0;
        for (int i = 0; i < hull.count; ++i)
            for (int j = i + 1; j < hull.count; ++j) {
                const DoubleVector way = detail::double_difference(hull.corners[j], hull.corners[i]);
                const double squared = dot(way, way);
                if (squared > greatest) {
                    second = longest;
                    next = greatest;
                    longest = way;
                    greatest = squared;
                } else if (squared > next) {
                    second = way;
                    next = squared;
                }
            }
        for (int i = 1; i < hull.count; ++i) {
            const DoubleVector n = cross(longest, detail::double_difference(hull.corners[i], hull.corners[0]));
            if (dot(n, n) > widest) {
                normal = n;
                widest = dot(n, n);
            }
        }
        // What is less wide than this share of its length is no more than a segment.
        if (!(widest > 0x1p-40 * greatest * greatest))
            normal = {};
        longest = in_unit_length(longest);
        second = in_unit_length(second);
        normal = in_unit_length(normal);
    }
};

} // namespace

VertexSlabs::VertexSlabs(const Simplex& hull, const LengthSum& length, float max_coordinate)
{
    double largest = max_coordinate;
    for (int i = 0; i < hull.count; ++i)
        largest = std::max(largest, largest_component(to_double(hull.corners[i])));
    const double reach = detail::LengthBracket(length).upper;
    if (!(largest + reach < 0x1p90))
        return;
    const Frame frame(hull);
    if (!has_direction(frame.longest)) {
        add({1.0, 0.0, 0.0}, hull, reach, largest);
        add({0.0, 1.0, 0.0}, hull, reach, largest);
        add({0.0, 0.0, 1.0}, hull, reach, largest);
        return;
    }
    if (!has_direction(frame.normal)) {
        const DoubleVector beside = in_unit_length(direction_across(frame.longest));
        add(beside, hull, reach, largest);
        add(cross(frame.longest, beside), hull, reach, largest);
        add(frame.longest, hull, reach, largest);
        return;
    }
    add(frame.normal, hull, reach, largest);
    if (hull.count == 3) {
        for (int i = 0; i < 3; ++i) {
            const DoubleVector edge = detail::double_difference(hull.corners[(i + 1) % 3], hull.corners[i]);
            add(in_unit_length(cross(edge, frame.normal)), hull, reach, largest);
        }
        return;
    }
    add(in_unit_length(cross(frame.longest, frame.normal)), hull, reach, largest);
    add(in_unit_length(cross(frame.second, frame.normal)), hull, reach, largest);
    add(frame.longest, hull, reach, largest);
}

void VertexSlabs::add(DoubleVector axis, const Simplex& hull, double reach, double max_coordinate)
{
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    for (int i = 0; i < hull.count; ++i) {
        const double along = dot(axis, to_double(hull.corners[i]));
        lower = std::min(lower, along);
        upper = std::max(upper, along);
    }
    const double middle = 0.5 * (lower + upper);
    const double rounding = 8.0 * 0x1p-24 * (detail::sum_norm(axis) * max_coordinate + std::fabs(middle));
    // The axis is a unit long, up to the rounding of double.
    const double half = 0.5 * (upper - lower) + (TACTUS_FAULT(82) ? 0.75 : 1.0) * reach + rounding + 0x1p-100;
    const double scale = outside * (1.0 - 0x1p-20) / half;
    const Vec3 factors = to_float(axis * scale);
    slabs_[static_cast<std::size_t>(count_++)] = {factors.x, factors.y, factors.z, static_cast<float>(-middle * scale)};
}

bool VertexSlabs::may_reach(const Box& box) const
{
    for (int k = 0; k < count_; ++k) {
        const Slab& slab = slabs_[static_cast<std::size_t>(k)];
        const auto least = [](float factor, float lower, float upper) {
            return factor * (factor > 0.0f ? lower : upper);
        };
        const float lowest = slab.offset + least(slab.x, box.lower.x, box.upper.x)
                             + least(slab.y, box.lower.y, box.upper.y) + least(slab.z, box.lower.z, box.upper.z);
        const float highest = slab.offset + least(slab.x, box.upper.x, box.lower.x)
                              + least(slab.y, box.upper.y, box.lower.y) + least(slab.z, box.upper.z, box.lower.z);
        if (lowest >= outside || highest <= -outside)
            return false;
    }
    return true;
}

HWY_EXPORT(slab_codes_of_vertices);

void find_slab_codes(const VertexSlabs& slabs, const float* positions, std::size_t count, std::uint8_t* codes)
{
    HWY_DYNAMIC_DISPATCH(slab_codes_of_vertices)(slabs, positions, count, codes);
}

} // namespace tactus
#endif
