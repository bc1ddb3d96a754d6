// SPDX-License-Identifier: MIT
#include "opengl/tools/paper_volume.h"

#include <algorithm>
#include <cmath>

#include "opengl/tools/across.h"
#include "opengl/tools/tool_road.h"

namespace tactus {

namespace {

// A sweep that is shorter than this share of the shaft counts as tiny: the eye would be so far away that the floats of
// a driver no longer see the radius well.
constexpr double tiny_motion = 1.0 / 4096.0;

void set_axes(PaperVolume& volume, DoubleVector rightward, DoubleVector upward)
{
    volume.rightward = rightward;
    volume.upward = upward;
    volume.backward = cross(rightward, upward);
}

// Section 3: the camera stands in P0 and looks at P.
PaperVolume standing_volume(DoubleVector P0, DoubleVector P, double s)
{
    PaperVolume volume;
    const double l = length(P - P0);
    volume.eye = P0;
    volume.left = volume.bottom = -s;
    volume.right = volume.top = s;
    // A tool without length has no box in the paper: it gets the cube around its ball.
    volume.near = l > 0.0 ? 0.0 : -s;
    volume.far = l > 0.0 ? l : s;
    const DoubleVector forward = l > 0.0 ? unit(P - P0) : DoubleVector{0.0, 0.0, -1.0};
    const DoubleVector upward = any_across(forward);
    set_axes(volume, cross(forward, upward), upward);
    return volume;
}

// Figures 5 and 6: the box around the hexahedron, whose sides P0 P and P0 P' are the clip planes.
PaperVolume naive_volume(DoubleVector P0, DoubleVector P, DoubleVector P_new, double s, PaperVolume volume)
{
    const DoubleVector u = volume.rightward;
    const double x_old = dot(P - P0, u);
    const double x_new = dot(P_new - P0, u);
    const double h = -dot(P - P0, volume.backward);
    volume.eye = P0;
    volume.left = std::min(0.0, x_old) - s;
    volume.right = std::max(0.0, x_new) + s;
    volume.near = 0.0;
    volume.far = h;
    // The side through P0l and Pl is x = x_old (-z) / h - s, and the one through P0r and P'r is x = x_new (-z) / h + s.
    volume.planes = {{{1.0, 0.0, x_old / h, s}, {-1.0, 0.0, -x_new / h, s}}};
    return volume;
}

// Figures 7 and 8, with the formulas of section 4.
PaperVolume perspective_volume(DoubleVector P0, DoubleVector P, DoubleVector P_new, double s, PaperVolume volume)
{
    const DoubleVector u = volume.rightward;
    const DoubleVector P0l = P0 - u * s;
    const DoubleVector Pl = P - u * s;
    // |P0l P0r| is 2 s, and |Pl P'r| - |P0l P0r| is |PP'|.
    const DoubleVector E = P0l - (Pl - P0l) * (2.0 * s / length(P_new - P));
    const double L = dot(P0l - E, u);
    volume.is_perspective = true;
    volume.eye = E;
    volume.left = L;
    volume.right = L + 2.0 * s;
    volume.near = length(P0l - E - u * L);
    volume.far = length(Pl - E - u * dot(Pl - E, u));
    volume.planes = {{{0.0, 1.0, 0.0, s}, {0.0, -1.0, 0.0, s}}};
    return volume;
}

// The box around the longest side of a triangle that is hardly more than this side.
PaperVolume volume_that_stands_in(DoubleVector P0, DoubleVector P, DoubleVector P_new, double s)
{
    std::array<DoubleVector, 3> corners = {P0, P, P_new};
    const auto side = [&](int k) { return corners[(k + 1) % 3] - corners[k]; };
    int longest = 0;
    for (int k = 1; k < 3; ++k)
        if (length(side(k)) > length(side(longest)))
            longest = k;
    const DoubleVector begin = corners[longest];
    const DoubleVector along = unit(side(longest));
    const DoubleVector other = corners[(longest + 2) % 3] - begin;
    const double height = length(other - along * dot(other, along));
    PaperVolume volume = standing_volume(begin, begin + side(longest), s + height);
    volume.stands_in = true;
    return volume;
}

} // namespace

std::optional<PaperVolume> paper_volume(const ToolVolume& tool, SweepForm form)
{
    const DoubleVector P0 = to_double(tool.pivot);
    const DoubleVector P = to_double(tool.old_tip);
    const DoubleVector P_new = to_double(tool.tip);
    const double s = tool.radius;
    if (!is_finite(tool.pivot) || !is_finite(tool.old_tip) || !is_finite(tool.tip) || !(s > 0.0) || !std::isfinite(s))
        return std::nullopt;
    if (tool.old_tip == tool.tip)
        return standing_volume(P0, P_new, s);

    const DoubleVector u = unit(P_new - P);
    // x along PP', y along P0P' x P0P, and z along their product.
    const DoubleVector y = unit(cross(P_new - P0, P - P0));
    const DoubleVector down = P - P0 - u * dot(P - P0, u);
    const double h = length(down);
    const double shaft = std::max(length(P - P0), length(P_new - P0));
    if (!(length(P_new - P) > tiny_motion * shaft) || !(h > s) || !has_direction(y))
        return volume_that_stands_in(P0, P, P_new, s);

    PaperVolume volume;
    volume.bottom = -s;
    volume.top = s;
    volume.has_planes = true;
    set_axes(volume, u, y);
    return form == SweepForm::naive_box ? naive_volume(P0, P, P_new, s, volume)
                                        : perspective_volume(P0, P, P_new, s, volume);
}

std::array<double, 16> look_at(const PaperVolume& volume)
{
    const DoubleVector x = volume.rightward;
    const DoubleVector y = volume.upward;
    const DoubleVector z = volume.backward;
    const DoubleVector eye = volume.eye;
    return {x.x, y.x, z.x, 0.0, x.y, y.y, z.y, 0.0, x.z, y.z, z.z, 0.0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1.0};
}

DoubleVector point_in_space(const PaperVolume& volume, DoubleVector window, double w)
{
    // From 0..1 to the camera's coordinates: a perspective camera's w is the distance in front of it, an orthographic
    // one's is 1.
    const double x = volume.left + (volume.right - volume.left) * window.x;
    const double y = volume.bottom + (volume.top - volume.bottom) * window.y;
    const double forward = volume.is_perspective ? w : volume.near + (volume.far - volume.near) * window.z;
    const double wide = volume.is_perspective ? w / volume.near : 1.0;
    return volume.eye + volume.rightward * (x * wide) + volume.upward * (y * wide) - volume.backward * forward;
}

} // namespace tactus
