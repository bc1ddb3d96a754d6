// SPDX-License-Identifier: MIT
#include "questions.h"

#include <algorithm>
#include <cmath>

namespace tactus::fuzz {

namespace {

Vec3 sum(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 difference(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 times(float factor, const Vec3& a) { return {factor * a.x, factor * a.y, factor * a.z}; }
Vec3 middle_of(const Vec3& a, const Vec3& b) { return sum(times(0.5f, a), times(0.5f, b)); }

double rounded_dot(const Vec3& a, const Vec3& b)
{
    return static_cast<double>(a.x) * static_cast<double>(b.x) + static_cast<double>(a.y) * static_cast<double>(b.y)
           + static_cast<double>(a.z) * static_cast<double>(b.z);
}

} // namespace

Vec3 Questions::lattice(int most)
{
    const auto number = [&] { return static_cast<float>(random_.between(-most, most)) / 16.0f * unit_; };
    return {number(), number(), number()};
}

Vec3 Questions::anywhere(double most)
{
    const auto number = [&] { return static_cast<float>((random_.unit() * 2 - 1) * most) * unit_; };
    return {number(), number(), number()};
}

Vec3 Questions::whole_way()
{
    static const Vec3 ways[] = {{3, 4, 0}, {-4, 0, 3}, {1, 2, 2},  {2, -3, 6},
                                {1, 0, 0}, {0, 0, -1}, {4, -4, 7}, {0, 1, 0}};
    const float length = static_cast<float>(random_.between(1, 6)) / 16.0f * unit_;
    return times(length, ways[random_.below(8)]);
}

Vec3 Questions::point_of(const SurfacePart& part)
{
    const std::uint32_t k = random_.below(3);
    if (part.is_sphere) {
        Vec3 p = part.corners[0];
        (k == 0   ? p.x
         : k == 1 ? p.y
                  : p.z) += random_.one_in(3)   ? 0.0f
                            : random_.one_in(2) ? part.radius
                                                : -part.radius;
        return p;
    }
    const Vec3 &a = part.corners[k], &b = part.corners[(k + 1) % 3], &c = part.corners[(k + 2) % 3];
    switch (random_.below(3)) {
    case 0:
        return a;
    case 1:
        return middle_of(a, b);
    default:
        return middle_of(middle_of(a, b), c);
    }
}

Vec3 Questions::point()
{
    if (parts_.empty())
        return lattice(40);
    switch (random_.below(10)) {
    case 0:
    case 1:
        return point_of(part());
    case 2:
    case 3: {
        const Vec3 from = random_.one_in(2) ? corner() : point_of(part());
        return sum(from, whole_way());
    }
    case 4: {
        // It is often inside something.
        const SurfacePart& one = part();
        const Vec3 a = point_of(one);
        return middle_of(a, one.name.first == parts_.front().name.first ? parts_.front().corners[0] : corner());
    }
    case 5: {
        // A grid point has much in common with corners.
        const Vec3 a = corner(), b = corner(), c = corner();
        return {a.x, b.y, c.z};
    }
    case 6:
        return anywhere(2.0);
    case 7: {
        const Vec3 near = point_of(part());
        return sum(near, times(1e-5f, anywhere(1.0)));
    }
    case 8:
        return random_.one_in(4) ? anywhere(1e4) : lattice(20);
    default:
        return lattice(40);
    }
}

float Questions::nudged(double value)
{
    const auto number = static_cast<float>(value);
    switch (random_.below(4)) {
    case 0:
        return std::nextafter(number, INFINITY);
    case 1:
        return std::nextafter(number, -INFINITY);
    default:
        return number;
    }
}

RayQuestion Questions::ray()
{
    RayQuestion question;
    question.options.mask = mask();
    int before = random_.between(-1, 3);
    Vec3 through = point();
    do {
        switch (random_.below(6)) {
        case 0:
            question.direction = difference(point(), through);
            break;
        case 1: {
            // A zero may have a sign.
            const float zero = random_.one_in(2) ? 0.0f : -0.0f;
            question.direction = {zero, zero, zero};
            const std::uint32_t axis = random_.below(3);
            (axis == 0   ? question.direction.x
             : axis == 1 ? question.direction.y
                         : question.direction.z) = static_cast<float>(random_.one_in(2) ? 1 : -1) * unit_;
            break;
        }
        case 2:
        case 3:
            // It goes along an edge, or in the triangle's plane.
            if (!parts_.empty()) {
                const SurfacePart& along = part();
                through = point_of(along);
                question.direction = difference(point_of(along), through);
            }
            break;
        case 4:
            question.direction = lattice(4);
            break;
        default:
            question.direction = anywhere(1.0);
            break;
        }
        if (random_.one_in(4))
            question.direction = times(random_.one_in(2) ? 3.0f : 0.0009765625f, question.direction);
    } while (question.direction == Vec3{});
    question.origin = difference(through, times(static_cast<float>(before), question.direction));
    if (random_.one_in(20))
        question.origin = difference(through, times(65536.0f, question.direction));
    if (random_.one_in(2))
        question.options.max_distance = random_.one_in(2)
                                            ? static_cast<float>(std::max(before, 0) + random_.between(0, 1))
                                            : nudged(static_cast<double>(std::max(before, 0)) + random_.unit());
    if (question.options.max_distance < 0.0f)
        question.options.max_distance = 0.0f;
    return question;
}

BoxQuestion Questions::box()
{
    Vec3 a = point(), b = random_.one_in(3) ? sum(a, lattice(16)) : point();
    for (float Vec3::*const axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        if (random_.one_in(6))
            b.*axis = a.*axis;
        if (a.*axis > b.*axis)
            std::swap(a.*axis, b.*axis);
    }
    return {a, b};
}

Sphere Questions::ball()
{
    Sphere result;
    if (!parts_.empty() && random_.one_in(3)) {
        // It just touches a corner, or a point that lies within something.
        const Vec3 way = whole_way();
        result.centre = sum(point_of(part()), way);
        result.radius = nudged(std::sqrt(rounded_dot(way, way)));
        if (random_.one_in(2))
            result.radius = static_cast<float>(std::sqrt(rounded_dot(way, way)));
        return result;
    }
    result.centre = point();
    result.radius = reach(result.centre);
    if (std::isinf(result.radius))
        result.radius = random_.one_in(3) ? 0.0f : static_cast<float>(random_.unit()) * unit_;
    return result;
}

float Questions::reach(const Vec3& from)
{
    if (random_.one_in(2))
        return INFINITY;
    if (parts_.empty() || random_.one_in(3))
        return static_cast<float>(random_.unit() * random_.unit() * 2) * unit_;
    if (random_.one_in(10))
        return 0.0f;
    const SurfacePart& to = part();
    const Vec3 way = difference(point_of(to), from);
    const float reached = nudged(std::fabs(std::sqrt(rounded_dot(way, way)) - static_cast<double>(to.radius)));
    return std::fmax(reached, 0.0f);
}

HalfSpace Questions::half_space(const Vec3& inside)
{
    HalfSpace result;
    const Vec3 on = point();
    switch (random_.below(4)) {
    case 0: {
        const std::uint32_t axis = random_.below(3);
        (axis == 0   ? result.normal.x
         : axis == 1 ? result.normal.y
                     : result.normal.z) = random_.one_in(2) ? 1.0f : -0.375f;
        break;
    }
    case 1: {
        // The plane of three points, such as that of a triangle. Where the scene is large or small, only the direction
        // is of interest.
        const SurfacePart* held = parts_.empty() || random_.one_in(2) ? nullptr : &part();
        const Vec3 u = times(1 / unit_, difference(held ? held->corners[1] : point(), held ? held->corners[0] : on));
        const Vec3 v = times(1 / unit_, difference(held ? held->corners[2] : point(), held ? held->corners[0] : on));
        result.normal = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        const Vec3 through = held ? held->corners[random_.below(3)] : on;
        result.offset = nudged(rounded_dot(result.normal, through));
        if (rounded_dot(result.normal, inside) > static_cast<double>(result.offset) && !random_.one_in(4))
            result = {times(-1.0f, result.normal), -result.offset};
        return result;
    }
    case 2:
        result.normal = times(1 / unit_, lattice(32));
        break;
    default:
        result.normal = times(1 / unit_, anywhere(1.0));
        break;
    }
    result.offset =
        random_.one_in(3) ? nudged(rounded_dot(result.normal, on)) : static_cast<float>(rounded_dot(result.normal, on));
    if (rounded_dot(result.normal, inside) > static_cast<double>(result.offset) && !random_.one_in(8))
        result = {times(-1.0f, result.normal), -result.offset};
    return result;
}

std::vector<HalfSpace> Questions::half_spaces()
{
    const Vec3 inside = point();
    std::vector<HalfSpace> result;
    std::uint32_t count = random_.one_in(12) ? 32 : 1 + random_.below(7);
    while (result.size() < count) {
        const HalfSpace next = half_space(inside);
        result.push_back(next);
        // Two that face each other hold a plane between them, or nothing at all.
        if (result.size() < count && random_.one_in(8))
            result.push_back(
                {times(-1.0f, next.normal),
                 random_.one_in(2) ? -next.offset : nudged(-static_cast<double>(next.offset))});
    }
    return result;
}

std::uint32_t Questions::mask() { return random_.one_in(2) ? 0xffffffffu : random_.one_in(2) ? 3u : random_.below(5); }

std::uint64_t Questions::work_units(std::uint64_t most)
{
    const auto below = static_cast<std::uint32_t>(std::min<std::uint64_t>(most + 2, 1u << 20));
    return random_.one_in(4) ? random_.below(4) : random_.below(below);
}

} // namespace tactus::fuzz
