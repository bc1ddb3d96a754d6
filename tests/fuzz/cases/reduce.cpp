// SPDX-License-Identifier: MIT
#include "reduce.h"

#include <algorithm>
#include <cmath>

namespace tactus::fuzz {

namespace {

class Reduction {
public:
    Reduction(FuzzCase fuzz_case, const std::function<bool(const FuzzCase&)>& still_differs, int attempts)
        : best(std::move(fuzz_case)), still_differs_(still_differs), attempts_(attempts)
    {
    }

    FuzzCase best;

    /// Tries a change, and keeps it if something differs still.
    bool attempt(const std::function<void(FuzzCase&)>& change)
    {
        if (attempts_ <= 0)
            return false;
        FuzzCase changed = best;
        change(changed);
        --attempts_;
        if (!still_differs_(changed))
            return false;
        best = std::move(changed);
        return true;
    }

    bool is_over() const { return attempts_ <= 0; }

private:
    const std::function<bool(const FuzzCase&)>& still_differs_;
    int attempts_;
};

bool drop_frames_and_steps(Reduction& reduction)
{
    bool any = false;
    for (std::size_t k = reduction.best.frames.size(); k-- > 0;)
        if (reduction.best.frames.size() > 1)
            any |= reduction.attempt(
                [&](FuzzCase& c) { c.frames.erase(c.frames.begin() + static_cast<std::ptrdiff_t>(k)); });
    for (std::size_t f = 0; f + 1 < reduction.best.frames.size(); ++f)
        any |= reduction.attempt([&](FuzzCase& c) {
            // The frame's steps happen, and nothing is asked before the next one.
            std::vector<Step>& steps = c.frames[f + 1].steps;
            steps.insert(steps.begin(), c.frames[f].steps.begin(), c.frames[f].steps.end());
            c.frames.erase(c.frames.begin() + static_cast<std::ptrdiff_t>(f));
        });
    for (std::size_t f = 0; f < reduction.best.frames.size(); ++f)
        for (std::size_t s = reduction.best.frames[f].steps.size(); s-- > 0;) {
            any |= reduction.attempt([&](FuzzCase& c) {
                c.frames[f].steps.erase(c.frames[f].steps.begin() + static_cast<std::ptrdiff_t>(s));
            });
        }
    return any;
}

bool drop_bodies(Reduction& reduction)
{
    bool any = false;
    for (std::size_t k = 0; k < reduction.best.bodies.size(); ++k)
        if (reduction.best.bodies[k].present)
            any |= reduction.attempt([&](FuzzCase& c) { c.bodies[k].present = false; });
    return any;
}

void drop_settings(Reduction& reduction)
{
    const auto set = [&](auto member, auto value) {
        if (!(reduction.best.*member == value))
            (void)reduction.attempt([&](FuzzCase& c) { c.*member = value; });
    };
    set(&FuzzCase::worker_count, 1u);
    const ContactSettings plain;
    const ContactSettings& now = reduction.best.settings;
    if (now.max_contacts != plain.max_contacts)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.max_contacts = plain.max_contacts; });
    if (now.order != plain.order)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.order = plain.order; });
    if (now.which != ContactSelection::all)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.which = ContactSelection::all; });
    if (!now.keep_front)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.keep_front = true; });
    if (!now.measure_depths)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.measure_depths = true; });
    if (now.contact_distance != 0.0f)
        (void)reduction.attempt([&](FuzzCase& c) { c.settings.contact_distance = 0.0f; });
    (void)reduction.attempt([&](FuzzCase& c) { c.material = {}; });
    for (float Material::*number :
         {&Material::sticking, &Material::friction, &Material::damping, &Material::pressure_damping})
        if (reduction.best.material.*number != 0.0f)
            (void)reduction.attempt([&](FuzzCase& c) { c.material.*number = 0.0f; });
    for (std::size_t k = 0; k < reduction.best.bodies.size(); ++k) {
        const FuzzBody body = reduction.best.bodies[k];
        if (!body.present)
            continue;
        if (body.structure != Structure::refit_bvh)
            (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].structure = Structure::refit_bvh; });
        if (body.variant)
            (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].variant = 0; });
        if (body.borrowed)
            (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].borrowed = false; });
        if (body.self_collision)
            (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].self_collision = false; });
        if (body.neighbours)
            (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].neighbours = false; });
        if (body.parts.size() > 1)
            (void)(reduction.attempt([&](FuzzCase& c) {
                c.bodies[k].parts.pop_back();
            }) || reduction.attempt([&](FuzzCase& c) { c.bodies[k].parts.erase(c.bodies[k].parts.begin()); }));
    }
}

bool drop_triangles(Reduction& reduction)
{
    bool any = false;
    for (std::size_t k = 0; k < reduction.best.bodies.size(); ++k)
        for (std::size_t p = 0; p < reduction.best.bodies[k].parts.size(); ++p) {
            if (!reduction.best.bodies[k].present)
                continue;
            for (std::size_t run = reduction.best.bodies[k].parts[p].triangles.size() / 2; run >= 1; run /= 2)
                for (std::size_t first = 0;
                     first + run <= reduction.best.bodies[k].parts[p].triangles.size() && !reduction.is_over();) {
                    const bool dropped = reduction.attempt([&](FuzzCase& c) {
                        auto& list = c.bodies[k].parts[p].triangles;
                        list.erase(
                            list.begin() + static_cast<std::ptrdiff_t>(first),
                            list.begin() + static_cast<std::ptrdiff_t>(first + run));
                    });
                    any |= dropped;
                    if (!dropped)
                        first += run;
                }
        }
    return any;
}

/// Makes the planes of half-spaces rounder.
void simplify_planes(Reduction& reduction)
{
    for (std::size_t k = 0; k < reduction.best.bodies.size(); ++k) {
        if (!reduction.best.bodies[k].present || !reduction.best.bodies[k].is_half_space)
            continue;
        (void)reduction.attempt([&](FuzzCase& c) { c.bodies[k].normal = {0.0f, 0.0f, 1.0f}; });
        for (const float unit : {1.0f, 0.25f, 0.0625f})
            if (reduction.attempt(
                    [&](FuzzCase& c) { c.bodies[k].offset = std::nearbyint(c.bodies[k].offset / unit) * unit; }))
                break;
    }
}

/// Drops vertices that no triangle uses, and rounds the others.
void simplify_vertices(Reduction& reduction)
{
    for (std::size_t k = 0; k < reduction.best.bodies.size(); ++k) {
        if (!reduction.best.bodies[k].present)
            continue;
        (void)reduction.attempt([&](FuzzCase& c) {
            for (FuzzMesh& mesh : c.bodies[k].parts) {
                FuzzMesh used;
                std::vector<std::uint32_t> number(mesh.positions.size(), UINT32_MAX);
                for (TriangleIndices t : mesh.triangles) {
                    for (std::uint32_t& v : t) {
                        if (number[v] == UINT32_MAX) {
                            number[v] = static_cast<std::uint32_t>(used.positions.size());
                            used.positions.push_back(mesh.positions[v]);
                        }
                        v = number[v];
                    }
                    used.triangles.push_back(t);
                }
                mesh = used;
            }
        });
        for (const float unit : {1.0f, 0.25f, 0.0625f})
            if (reduction.attempt([&](FuzzCase& c) {
                    for (FuzzMesh& mesh : c.bodies[k].parts)
                        for (Vec3& v : mesh.positions)
                            v = {
                                std::nearbyint(v.x / unit) * unit, std::nearbyint(v.y / unit) * unit,
                                std::nearbyint(v.z / unit) * unit};
                }))
                break;
    }
}

} // namespace

FuzzCase reduced(FuzzCase fuzz_case, const std::function<bool(const FuzzCase&)>& still_differs, int max_attempts)
{
    Reduction reduction(std::move(fuzz_case), still_differs, max_attempts);
    bool is_smaller = true;
    while (is_smaller && !reduction.is_over()) {
        is_smaller = drop_frames_and_steps(reduction);
        is_smaller = drop_bodies(reduction) || is_smaller;
    }
    drop_settings(reduction);
    is_smaller = true;
    while (is_smaller && !reduction.is_over()) {
        is_smaller = drop_triangles(reduction);
        is_smaller = drop_bodies(reduction) || is_smaller;
        is_smaller = drop_frames_and_steps(reduction) || is_smaller;
    }
    drop_settings(reduction);
    simplify_vertices(reduction);
    simplify_planes(reduction);
    return reduction.best;
}

} // namespace tactus::fuzz
