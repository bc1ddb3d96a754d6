// SPDX-License-Identifier: MIT
#include "scene.h"

#include <algorithm>
#include <cmath>

namespace tactus::fuzz {

namespace {

double largest_of(const Vec3& p)
{
    return static_cast<double>(std::fmax(std::fabs(p.x), std::fmax(std::fabs(p.y), std::fabs(p.z))));
}

} // namespace

double Scene::slack(const Vec3& point) const
{
    double largest = largest_of(point);
    for (const SurfacePart& part : parts)
        for (const Vec3& corner : part.corners)
            largest = std::fmax(largest, largest_of(corner) + static_cast<double>(part.radius));
    return 2e-6 * largest;
}

std::uint32_t Scene::any_place() const
{
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place)
        if (mirror.bodies[place].alive)
            places.push_back(place);
    return places.empty() ? UINT32_MAX : places[random.below(static_cast<std::uint32_t>(places.size()))];
}

float reach_about(Scene& scene, float asked, const Real* metres)
{
    if (!metres || !scene.random.one_in(3))
        return asked;
    const auto just = static_cast<float>(metres->get_d());
    if (scene.random.one_in(2))
        return just;
    return std::fmax(0.0f, std::nextafter(just, scene.random.one_in(2) ? INFINITY : 0.0f));
}

double apart(const Vec3& a, const Vec3& b)
{
    return std::hypot(
        static_cast<double>(a.x) - static_cast<double>(b.x), static_cast<double>(a.y) - static_cast<double>(b.y),
        static_cast<double>(a.z) - static_cast<double>(b.z));
}

void check_units(Findings& findings, const std::string& call, const Budget& budget, std::uint64_t spent)
{
    const std::uint64_t most = budget.has_deadline() ? 0 : budget.work_unit_limit();
    findings.expect(
        spent <= most, "units_over",
        call + " spent " + std::to_string(spent) + " work units"
            + (budget.has_deadline() ? " after its deadline" : " of " + std::to_string(most)));
}

std::uint64_t counted_units(Findings& findings, const std::string& call, const std::function<Cost(const Budget&)>& ask)
{
    // The first time may take longer: parts of structures are made where a query comes to them.
    ask(plenty);
    ask(Budget::unlimited());
    const std::uint64_t after = ask(plenty).units;
    findings.expect(
        ask(Budget::work_units(after)).complete, "units_enough",
        call + " takes " + std::to_string(after) + " work units, which are not enough for it");
    return after;
}

std::vector<Budget> growing_budgets(Scene& scene, std::uint64_t units)
{
    std::vector<std::uint64_t> limits = {0, units};
    for (int k = 0; k < 3; ++k)
        limits.push_back(scene.questions.work_units(units));
    std::sort(limits.begin(), limits.end());
    std::vector<Budget> budgets = {Budget::until(Budget::Clock::now() - std::chrono::seconds(1))};
    for (const std::uint64_t limit : limits)
        budgets.push_back(Budget::work_units(limit));
    return budgets;
}

std::string text(const TriangleRef& name)
{
    return "triangle " + std::to_string(name.second) + " of body " + std::to_string(name.first);
}

} // namespace tactus::fuzz
