// SPDX-License-Identifier: MIT
// What one call of contact_forces said, and what its law was told, against the contacts that it pushes by.
#pragma once

#include <functional>

#include "../checks/checks.h"
#include "springs.h"
#include "told_laws.h"

namespace tactus::fuzz {

/// A force report that stays when the world goes on.
struct ForcesSaid {
    std::vector<ContactForce> contacts;
    std::vector<VertexForce> vertices;
    std::vector<Wrench> bodies;
    ForceReport numbers; ///< Its spans are empty.
    std::vector<ToldPush> told;

    explicit ForcesSaid(const ForceReport& report);
};

/// One call in one world, of which the answer is complete.
struct PushedWorld {
    const Mirror& mirror;
    const Answer& answer;
    const ForcesSaid& said;
    const TurnedBodies& turned;
};

/// The law is asked once about every contact that is deep, and told what that is. Names `law_asked`.
void check_asked(
    const PushedWorld& pushed, const std::function<Material(std::uint32_t, std::uint32_t)>& material,
    Findings& findings);
/// What comes of the pushes of any law. Names `law_force`, `law_listed`, `law_friction`, `law_refused`.
void check_forces_told(const PushedWorld& pushed, Findings& findings);
/// Names `law_area`.
void check_areas(const PushedWorld& pushed, Findings& findings);
/// Names `law_speed`. The speeds are those that were given, by place; empty where none were.
void check_speeds(
    const PushedWorld& pushed, const Mirror& before, const std::vector<std::vector<Vec3>>& speeds, float seconds,
    Findings& findings);
/// Names `law_default`.
void check_default(const PushedWorld& pushed, Findings& findings);
/// Names `law_stretch`. The springs
/// go on by this call.
void check_stretches(const PushedWorld& pushed, Springs& springs, Findings& findings);
/// Two calls with nothing in between. Names `law_again`.
void check_again(const ForcesSaid& first, const ForcesSaid& again, Findings& findings);
/// Two worlds that differ in their workers alone. Names `law_workers`.
void check_workers(const ForcesSaid& one, const ForcesSaid& other, Findings& findings);

/// Forces of queries that were cut. Names `law_estimate`, `law_estimate_parts`, `law_asked_twice`,
/// `law_force`.
void check_cut_forces(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings);

} // namespace tactus::fuzz
