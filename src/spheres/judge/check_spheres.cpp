// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <tactus/spheres.h>

#include "base/out_of_memory.h"
#include "base/planted_fault.h"
#include "base/threads/parallel.h"
#include "spheres/judge/covered_area.h"
#include "spheres/judge/outside_volume.h"
#include "spheres/judge/protrusion.h"
#include "spheres/judge/surface_gap.h"

namespace tactus {

namespace {

using namespace sphere_check;

// In parts of the box's diagonal. The spheres that may be the worst are looked at again.
constexpr double gap_width = 1e-7;
constexpr double protrusion_width = 1e-5;
constexpr double largest_protrusion_width = 1e-6;

Result<void> refuse_bad_spheres(std::span<const Sphere> spheres)
{
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const Sphere& sphere = spheres[i];
        const bool finite = std::isfinite(sphere.centre.x) && std::isfinite(sphere.centre.y)
                            && std::isfinite(sphere.centre.z) && std::isfinite(sphere.radius);
        if (!finite)
            return Error{ErrorCode::invalid_argument, "sphere " + std::to_string(i) + " is not finite"};
        if (sphere.radius < 0.0f)
            return Error{
                ErrorCode::invalid_argument,
                "sphere " + std::to_string(i) + " has the radius " + std::to_string(sphere.radius)};
    }
    return {};
}

/// Runs the parts of the check one after another, each in steps after which the caller may give up.
class Judge {
public:
    Judge(const JudgedSurface& surface, const JudgedSpheres& spheres, const SphereCheckOptions& options)
        : surface_(surface), spheres_(spheres), options_(options), workers_(worker_count_of(options.worker_count))
    {
        check_.surface_area = surface.area();
        check_.body_volume = surface.volume();
        check_.closed = surface.is_closed();
    }

    bool run() { return find_uncovered_area() && find_gap() && find_protrusions() && find_outside_volume(); }
    const SphereCheck& check() const { return check_; }

private:
    bool go_on(double done) const { return !options_.progress || options_.progress(done); }

    // Calls f(item, worker) for all items, and progress from `begin` to `end` in between.
    template <class F>
    bool for_each(std::size_t count, std::size_t chunk, double begin, double end, F f)
    {
        const std::size_t batch = chunk * 16 * workers_.count();
        for (std::size_t first = 0; first < count; first += batch) {
            if (!go_on(begin + (end - begin) * static_cast<double>(first) / static_cast<double>(count)))
                return false;
            workers_.for_each_chunk(
                std::min(batch, count - first), chunk,
                [&](std::size_t, std::size_t from, std::size_t to, std::uint32_t worker) {
                    for (std::size_t item = from; item < to; ++item)
                        f(first + item, worker);
                });
        }
        return go_on(end);
    }

    bool find_uncovered_area()
    {
        std::vector<Interval> areas(surface_.frames().size());
        std::vector<CoveredArea> searches(workers_.count(), CoveredArea(spheres_));
        const bool finished = for_each(areas.size(), 64, 0.0, 0.3, [&](std::size_t triangle, std::uint32_t worker) {
            areas[triangle] = searches[worker].uncovered(surface_.frames()[triangle]);
        });
        for (std::uint32_t triangle = 0; triangle < areas.size(); ++triangle) {
            if (TACTUS_FAULT(39) && triangle == 0)
                continue;
            check_.uncovered_area.lower += areas[triangle].lower;
            check_.uncovered_area.upper += areas[triangle].upper;
            if (areas[triangle].upper > 0.0)
                doubtful_.push_back(triangle);
        }
        // Sums of many intervals round too.
        const double rounding = 2.0 * half_ulp * static_cast<double>(areas.size());
        check_.uncovered_area.lower *= 1.0 - rounding;
        check_.uncovered_area.upper *= 1.0 + rounding;
        return finished;
    }

    bool find_gap()
    {
        bool goes_on = true;
        check_.largest_gap = largest_gap(surface_, spheres_, doubtful_, gap_width * surface_.diagonal(), [&] {
            goes_on = go_on(0.3);
            return goes_on;
        });
        return goes_on;
    }

    bool find_protrusions()
    {
        std::vector<Interval> protrusions(spheres_.balls().size());
        std::vector<ProtrusionSearch> searches(workers_.count(), ProtrusionSearch(surface_));
        const double width = protrusion_width * surface_.diagonal();
        const bool finished = for_each(protrusions.size(), 1, 0.3, 0.9, [&](std::size_t sphere, std::uint32_t worker) {
            protrusions[sphere] = searches[worker].protrusion(spheres_.balls()[sphere], width);
        });
        double sum = 0.0;
        for (const Interval& here : protrusions) {
            sum += 0.5 * (here.lower + here.upper);
            check_.largest_protrusion.lower = std::max(check_.largest_protrusion.lower, here.lower);
        }
        check_.mean_protrusion = protrusions.empty() ? 0.0 : sum / static_cast<double>(protrusions.size());
        for (std::uint32_t sphere = 0; sphere < protrusions.size(); ++sphere) {
            if (protrusions[sphere].upper < check_.largest_protrusion.lower)
                continue;
            const Interval here =
                searches[0].protrusion(spheres_.balls()[sphere], largest_protrusion_width * surface_.diagonal());
            if (here.upper > check_.largest_protrusion.upper)
                check_.worst_sphere = sphere;
            check_.largest_protrusion.lower = std::max(check_.largest_protrusion.lower, here.lower);
            check_.largest_protrusion.upper = std::max(check_.largest_protrusion.upper, here.upper);
        }
        return finished;
    }

    bool find_outside_volume()
    {
        const VolumeLines lines(surface_, spheres_);
        std::vector<double> strips(VolumeLines::strip_count);
        const bool finished = for_each(strips.size(), 1, 0.9, 1.0, [&](std::size_t strip, std::uint32_t) {
            strips[strip] = lines.outside_volume(static_cast<std::uint32_t>(strip));
        });
        for (const double strip : strips)
            check_.outside_volume += strip;
        return finished;
    }

    const JudgedSurface& surface_;
    const JudgedSpheres& spheres_;
    const SphereCheckOptions& options_;
    Workers workers_;
    SphereCheck check_;
    std::vector<std::uint32_t> doubtful_; ///< triangles that are not certain to be covered
};

} // namespace

Result<SphereCheck>
check_spheres(const MeshView& mesh, std::span<const Sphere> spheres, const SphereCheckOptions& options)
{
    return refused_if_memory_ends([&]() -> Result<SphereCheck> {
        if (auto error = check_worker_count(options.worker_count))
            return *error;
        if (Result<void> fine = refuse_bad_spheres(spheres); !fine.ok())
            return fine.error();
        const Result<JudgedSurface> surface = JudgedSurface::create(mesh);
        if (!surface.ok())
            return surface.error();
        const JudgedSpheres judged(spheres);
        Judge judge(surface.value(), judged, options);
        if (!judge.run())
            return Error{ErrorCode::cancelled, "the check was given up"};
        return judge.check();
    });
}

} // namespace tactus
