// SPDX-License-Identifier: MIT
#include "scaled.h"

#include <algorithm>
#include <cmath>

namespace tactus::fuzz {

void UsedBits::take(float value)
{
    if (value == 0.0f)
        return;
    int exponent = 0;
    auto mantissa = static_cast<long>(std::ldexp(std::fabs(std::frexp(value, &exponent)), 24));
    int low = exponent - 24;
    while (mantissa % 2 == 0)
        mantissa /= 2, ++low;
    lowest = std::min(lowest, low);
    highest = std::max(highest, exponent);
}

Scale scale_of(const Mirror& mirror, float distance)
{
    UsedBits bits;
    bits.take(distance);
    for (const MirrorBody& body : mirror.bodies) {
        if (!body.alive)
            continue;
        if (body.is_sphere)
            bits.take(body.centre), bits.take(body.radius);
        for (const Vec3& p : body.positions)
            bits.take(p);
    }
    return bits.scale();
}

void set_scaled(Int128& to, float value, int power)
{
    to = static_cast<Int128>(std::ldexp(static_cast<double>(value), power));
}

void set_scaled(mpz_class& to, float value, int power)
{
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(static_cast<double>(value), &exponent), 24);
    exponent += power - 24;
    // The result is whole by the choice of the power, so a shift to the right loses nothing.
    to = mantissa;
    if (exponent >= 0)
        mpz_mul_2exp(to.get_mpz_t(), to.get_mpz_t(), static_cast<mp_bitcnt_t>(exponent));
    else
        mpz_tdiv_q_2exp(to.get_mpz_t(), to.get_mpz_t(), static_cast<mp_bitcnt_t>(-exponent));
}

} // namespace tactus::fuzz
