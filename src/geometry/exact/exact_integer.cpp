// SPDX-License-Identifier: MIT
#include "geometry/exact/exact_integer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"

namespace tactus::detail {

namespace {

// A finite float is magnitude * 2^exponent, up to its sign.
struct FloatParts {
    std::uint32_t magnitude;
    int exponent;
};

FloatParts parts_of(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t fraction = bits & 0x7fffffu;
    const int biased = static_cast<int>(bits >> 23 & 0xffu);
    if (biased == 0)
        return {fraction, -149};
    return {fraction | 0x800000u, biased - 150};
}

} // namespace

void FinestBit::see(float value)
{
    TACTUS_CHECK(std::isfinite(value));
    const FloatParts parts = parts_of(value);
    if (parts.magnitude != 0)
        exponent_ = std::min(exponent_, parts.exponent + std::countr_zero(parts.magnitude));
}

void FinestBit::see(Vec3 point)
{
    see(point.x);
    see(point.y);
    see(point.z);
}

ExactInteger& ExactInteger::operator=(const ExactInteger& other)
{
    if (this == &other)
        return *this;
    sign_ = other.sign_;
    size_ = other.size_;
    std::copy_n(other.limbs_, size_, limbs_);
    return *this;
}

ExactInteger::ExactInteger(float value, FinestBit unit)
{
    const FloatParts parts = parts_of(value);
    if (parts.magnitude == 0)
        return;
    sign_ = value < 0.0f ? -1 : 1;
    const int shift = parts.exponent - unit.exponent();
    TACTUS_CHECK(shift >= 0 || parts.magnitude >> -shift << -shift == parts.magnitude);
    // Where the finest bit lies above the float's own, the bits below it are zero.
    const std::uint32_t magnitude = shift < 0 ? parts.magnitude >> -shift : parts.magnitude;
    const int whole_limbs = std::max(shift, 0) / 32;
    const std::uint64_t wide = static_cast<std::uint64_t>(magnitude) << std::max(shift, 0) % 32;
    while (size_ < whole_limbs)
        limbs_[size_++] = 0;
    limbs_[size_++] = static_cast<std::uint32_t>(wide);
    if (wide >> 32 != 0)
        limbs_[size_++] = static_cast<std::uint32_t>(wide >> 32);
}

ScaledDouble ExactInteger::rounded() const
{
    // The highest limb is not zero: three have at least 65 bits.
    const int lowest = std::max(0, size_ - 3);
    double value = 0.0;
    for (int i = size_ - 1; i >= lowest; --i)
        value = value * 0x1p32 + limbs_[i];
    return {sign_ * value, 32 * lowest};
}

int ExactInteger::compare_magnitudes(const ExactInteger& a, const ExactInteger& b)
{
    if (a.size_ != b.size_)
        return a.size_ > b.size_ ? 1 : -1;
    for (int i = a.size_ - 1; i >= 0; --i)
        if (a.limbs_[i] != b.limbs_[i])
            return a.limbs_[i] > b.limbs_[i] ? 1 : -1;
    return 0;
}

void ExactInteger::add_magnitudes(const ExactInteger& a, const ExactInteger& b)
{
    const ExactInteger& longer = a.size_ >= b.size_ ? a : b;
    const ExactInteger& shorter = a.size_ >= b.size_ ? b : a;
    std::uint64_t carry = 0;
    for (int i = 0; i < longer.size_; ++i) {
        carry += longer.limbs_[i];
        if (i < shorter.size_)
            carry += shorter.limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    size_ = longer.size_;
    if (carry != 0)
        limbs_[size_++] = static_cast<std::uint32_t>(carry);
}

void ExactInteger::subtract_magnitudes(const ExactInteger& larger, const ExactInteger& smaller)
{
    std::uint64_t borrow = 0;
    for (int i = 0; i < larger.size_; ++i) {
        const std::uint64_t taken = borrow + (i < smaller.size_ ? smaller.limbs_[i] : 0u);
        const std::uint64_t rest = static_cast<std::uint64_t>(larger.limbs_[i]) - taken;
        limbs_[i] = static_cast<std::uint32_t>(rest);
        borrow = rest >> 63;
    }
    size_ = larger.size_;
    while (size_ > 0 && limbs_[size_ - 1] == 0)
        --size_;
}

ExactInteger ExactInteger::sum(const ExactInteger& a, const ExactInteger& b, int sign_b)
{
    ExactInteger result;
    if (a.sign_ == sign_b) {
        result.add_magnitudes(a, b);
        result.sign_ = sign_b;
    } else if (compare_magnitudes(a, b) >= 0) {
        result.subtract_magnitudes(a, b);
        result.sign_ = a.sign_;
    } else {
        result.subtract_magnitudes(b, a);
        result.sign_ = sign_b;
    }
    return result;
}

ExactInteger operator*(const ExactInteger& a, const ExactInteger& b)
{
    ExactInteger result;
    if (a.size_ == 0 || b.size_ == 0)
        return result;
    result.sign_ = a.sign_ * b.sign_;
    result.size_ = a.size_ + b.size_;
    std::fill_n(result.limbs_, result.size_, 0u);
    for (int i = 0; i < a.size_; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < b.size_; ++j) {
            carry += static_cast<std::uint64_t>(a.limbs_[i]) * b.limbs_[j] + result.limbs_[i + j];
            result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        result.limbs_[i + b.size_] = static_cast<std::uint32_t>(carry);
    }
    if (result.limbs_[result.size_ - 1] == 0)
        --result.size_;
    return result;
}

int compare(const ExactInteger& a, const ExactInteger& b)
{
    if (a.sign() != b.sign())
        return a.sign() > b.sign() ? 1 : -1;
    return a.sign() * ExactInteger::compare_magnitudes(a, b);
}

} // namespace tactus::detail
