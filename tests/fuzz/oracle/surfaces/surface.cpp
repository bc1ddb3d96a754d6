// SPDX-License-Identifier: MIT
#include "surface.h"

namespace tactus::fuzz {

std::vector<SurfacePart> surface_parts(const Mirror& mirror)
{
    std::vector<SurfacePart> parts;
    for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
        const MirrorBody& body = mirror.bodies[place];
        if (!body.alive)
            continue;
        if (body.is_sphere) {
            parts.push_back(
                {{place, 0}, body.filter.group, true, {body.centre, body.centre, body.centre}, body.radius});
            continue;
        }
        for (std::uint32_t t = 0; t < body.triangles.size(); ++t) {
            if (body.removed[t])
                continue;
            const TriangleIndices& v = body.triangles[t];
            parts.push_back(
                {{place, t},
                 body.filter.group,
                 false,
                 {body.positions[v[0]], body.positions[v[1]], body.positions[v[2]]},
                 0.0f});
        }
    }
    return parts;
}

Real real(const mpz_class& whole) { return Real(whole, real_bits); }

Real real(float number) { return Real(static_cast<double>(number), real_bits); }

Real real(const Ratio<mpz_class>& ratio)
{
    Real result(0, real_bits);
    result = real(ratio.above) / real(ratio.below);
    return result;
}

bool is_same(const Real& a, const Real& b)
{
    const Real apart = abs(Real(a - b)), size = abs(a) + abs(b);
    if (size == 0)
        return true;
    Real least = size;
    mpf_div_2exp(least.get_mpf_t(), least.get_mpf_t(), real_bits / 2);
    return apart < least;
}

WholeNumbers::WholeNumbers(const std::vector<SurfacePart>& parts)
{
    for (const SurfacePart& part : parts) {
        for (const Vec3& corner : part.corners)
            take(corner);
        take(part.radius);
    }
}

mpz_class WholeNumbers::operator()(float value) const
{
    mpz_class result;
    set_scaled(result, value, bits_.scale().power);
    return result;
}

Point<mpz_class> WholeNumbers::operator()(const Vec3& p) const
{
    Point<mpz_class> result;
    set_scaled(result, p, bits_.scale().power);
    return result;
}

std::array<Point<mpz_class>, 3> WholeNumbers::operator()(const std::array<Vec3, 3>& corners) const
{
    return {(*this)(corners[0]), (*this)(corners[1]), (*this)(corners[2])};
}

Real WholeNumbers::metres(const Real& length) const
{
    Real result(length, real_bits);
    const int power = bits_.scale().power;
    if (power >= 0)
        mpf_div_2exp(result.get_mpf_t(), result.get_mpf_t(), static_cast<mp_bitcnt_t>(power));
    else
        mpf_mul_2exp(result.get_mpf_t(), result.get_mpf_t(), static_cast<mp_bitcnt_t>(-power));
    return result;
}

} // namespace tactus::fuzz
