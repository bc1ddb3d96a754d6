// SPDX-License-Identifier: MIT
// What the checks of surfaces are made with, and what they have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../checks/findings.h"
#include "../stage/write_cpp.h"
#include "asked_world.h"
#include "questions.h"

namespace tactus::fuzz {

/// One state of some bodies, and worlds in that state, which have to give the same answers.
struct Scene {
    const Mirror& mirror;
    std::vector<SurfacePart> parts;
    std::vector<AskedWorld>& worlds;
    Questions questions;
    Random& random;
    Findings& findings;

    /// How far lengths may be off by rounding alone in a question with this point, metres.
    double slack(const Vec3& point) const;
    /// The place of a body that is there, or UINT32_MAX.
    std::uint32_t any_place() const;
};

/// How far is looked for something at a known distance: as far as a question says, or just as far as it is, or a little
/// more or less.
float reach_about(Scene& scene, float asked, const Real* metres);

/// How far two points are apart, rounded.
double apart(const Vec3& a, const Vec3& b);

/// The rule for all budgets: no more is spent than there was, and nothing if nothing may be. Names `units_over`.
void check_units(Findings& findings, const std::string& call, const Budget& budget, std::uint64_t spent);

/// A limit that is never reached, so that work units are counted.
inline constexpr Budget plenty = Budget::work_units(std::uint64_t{1} << 40);

/// A few growing budgets up to about so many work units, and one whose moment has passed, which comes first.
std::vector<Budget> growing_budgets(Scene& scene, std::uint64_t units);

/// What an answer cost, and whether it is complete.
struct Cost {
    std::uint64_t units = 0;
    bool complete = false;
};

/// How many work units a question takes of a world that has heard it before. They are enough when they are given again.
/// Names `units_enough`.
std::uint64_t counted_units(Findings& findings, const std::string& call, const std::function<Cost(const Budget&)>& ask);

std::string text(const TriangleRef& name);

/// These and all below: names `units_over`, `units_enough`.

/// Names `hits_set`, `hits_order`, `hits_place`, `hits_first`, `hits_cut`, `hits_collector`, `hits_same`.
void check_ray_hits(Scene& scene);
/// Names `overlap_set`, `overlap_order`, `overlap_cut`, `overlap_collector`.
void check_overlaps(Scene& scene);
/// Names `nearest_found`, `nearest_first`, `nearest_place`, `nearest_zero`, `nearest_cut`, `nearest_same`.
void check_nearest(Scene& scene);
/// Names `winding`, `winding_cut`, `signed`, `signed_units`.
void check_winding(Scene& scene);
/// Names `gap`, `gap_place`, `gap_cut`, `gap_same`.
void check_gaps(Scene& scene);
/// What no call accepts is refused with a sentence. Names `surface_refusals`.
void check_surface_refusals(Scene& scene);

} // namespace tactus::fuzz
