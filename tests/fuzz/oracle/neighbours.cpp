// SPDX-License-Identifier: MIT
#include "neighbours.h"

namespace tactus::fuzz {

namespace {

using Q = mpq_class;
using P = Point<mpq_class>;

P along(const P& p, const P& q, const Q& t)
{
    return {Q(p.x + (q.x - p.x) * t), Q(p.y + (q.y - p.y) * t), Q(p.z + (q.z - p.z) * t)};
}

Q squared_to_segment(const P& p, const P& a, const P& b)
{
    const P d = b - a, w = p - a;
    const Q length = dot(d, d);
    Q t = sign(length) ? Q(dot(w, d) / length) : Q(0);
    if (t < 0)
        t = 0;
    if (t > 1)
        t = 1;
    const P rest = p - along(a, b, t);
    return dot(rest, rest);
}

bool is_in(const P& p, const ExactTriangle& t)
{
    for (int k = 0; k < 3; ++k)
        if (sign(squared_to_segment(p, t[k], t[(k + 1) % 3])) == 0)
            return true;
    const P normal = cross(P(t[1] - t[0]), P(t[2] - t[0]));
    if (sign(dot(normal, normal)) == 0 || sign(dot(normal, P(p - t[0]))) != 0)
        return false;
    const std::array<int, 3> signs = projected_signs(p, t, normal);
    return signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0;
}

} // namespace

bool meet_off_shared(const ExactTriangle& a, const ExactTriangle& b, int shared)
{
    const auto counts = [&](const P& p) {
        const Q away = shared == 1 ? dot(P(p - a[0]), P(p - a[0])) : squared_to_segment(p, a[0], a[1]);
        return sign(away) != 0 && is_in(p, a) && is_in(p, b);
    };
    for (int k = 0; k < 3; ++k)
        if (counts(a[k]) || counts(b[k]))
            return true;
    const auto edges_through = [&](const ExactTriangle& edges, const ExactTriangle& face) {
        const P normal = cross(P(face[1] - face[0]), P(face[2] - face[0]));
        for (int k = 0; k < 3; ++k) {
            const P &p = edges[k], &q = edges[(k + 1) % 3];
            const Q from = dot(normal, P(p - face[0])), to = dot(normal, P(q - face[0]));
            if (from != to) {
                const Q t = from / (from - to);
                if (t >= 0 && t <= 1 && counts(along(p, q, t)))
                    return true;
            }
            for (int m = 0; m < 3; ++m) {
                const P &r = face[m], d = q - p, e = face[(m + 1) % 3] - r, between = r - p;
                const P n = cross(d, e);
                const Q squared = dot(n, n);
                if (sign(squared) == 0 || sign(dot(n, between)) != 0)
                    continue;
                const Q t = dot(cross(between, e), n) / squared;
                if (t >= 0 && t <= 1 && counts(along(p, q, t)))
                    return true;
            }
        }
        return false;
    };
    return edges_through(a, b) || edges_through(b, a);
}

} // namespace tactus::fuzz
