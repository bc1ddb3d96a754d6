// SPDX-License-Identifier: MIT
// A cloth without contacts, for examples: vertices of equal mass held together by threads (Macklin, Müller and
// Chentanez, "XPBD: position-based simulation of compliant constrained dynamics", 2016).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simple_meshes.h"
#include "small_vectors.h"

/// A thread that holds two vertices at a distance.
struct Thread {
    std::uint32_t a;
    std::uint32_t b;
    float length;
    float softness;    ///< How far it gives, for each metre by which it moves its vertices in a step.
    float pull = 0.0f; ///< The metres by which it has moved its vertices in this step.
};

struct Cloth {
    Mesh mesh;
    std::vector<Vec3> before; ///< Where the vertices were when the step began.
    std::vector<Vec3> velocities;
    std::vector<Thread> threads;

    Cloth(std::uint32_t side, float spacing)
        : mesh(make_sheet(side, spacing)), before(mesh.positions), velocities(mesh.positions.size())
    {
        const auto join = [&](std::uint32_t a, std::uint32_t b, float softness) {
            const float distance = b < side * side ? length(before[b] - before[a]) : 3.0f * spacing;
            if (distance < 2.5f * spacing) // The end of a row is not joined to the begin of the next.
                threads.push_back({a, b, distance, softness});
        };
        for (std::uint32_t i = 0; i < side * side; ++i) {
            // Along and across, threads do not stretch. Askew they do. Soft ones over two cells keep it from folding.
            join(i, i + 1, 0.0f);
            join(i, i + side, 0.0f);
            join(i, i + side + 1, 0.5f);
            join(i + 1, i + side, 0.5f);
            join(i, i + 2, 23.0f);
            join(i, i + 2 * side, 23.0f);
        }
    }

    /// Begins a step: the vertices go where their velocities and gravity take them, but no faster than max_speed.
    void fall(float step, float max_speed)
    {
        before = mesh.positions;
        for (std::size_t v = 0; v < before.size(); ++v) {
            const Vec3 velocity = velocities[v] * (1.0f - 0.5f * step) + Vec3{0.0f, 0.0f, -9.81f * step};
            mesh.positions[v] += velocity * (step * std::min(1.0f, max_speed / length(velocity)));
        }
        for (Thread& thread : threads)
            thread.pull = 0.0f;
    }

    /// Brings the vertices of every thread to its length, one after the other.
    void pull_threads()
    {
        for (Thread& thread : threads) {
            Vec3& a = mesh.positions[thread.a];
            Vec3& b = mesh.positions[thread.b];
            const float now = length(b - a);
            const float more = (now - thread.length - thread.softness * thread.pull) / (2.0f + thread.softness);
            const Vec3 move = (b - a) * (more / now);
            a += move;
            b += move * -1.0f;
            thread.pull += more;
        }
    }

    /// Ends a step: where the vertices have come to says how fast they were.
    void end_step(float step)
    {
        for (std::size_t v = 0; v < before.size(); ++v)
            velocities[v] = (mesh.positions[v] - before[v]) * (1.0f / step);
    }
};
