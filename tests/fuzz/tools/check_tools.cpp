// SPDX-License-Identifier: MIT
#include "check_tools.h"

#include <cmath>
#include <exception>

namespace tactus::fuzz::tools {

namespace {

using Check = void (*)(ToolQuestion);

constexpr Check all_checks[] = {check_touched,   check_same_touched, check_shafts,       check_tool_contacts,
                                check_tool_cuts, check_tool_forces,  check_tool_manners, check_tool_life};

void make(Check check, const ToolScene& scene, ToolWorld& asked, std::uint64_t seed, Findings& findings)
{
    try {
        check({scene, asked, Random(seed), findings});
    } catch (const std::exception& refusal) {
        findings.add("tool_refused", refusal.what());
    }
}

/// Whether a fresh world in the state of a scene differs in a check.
bool differs(Check check, const ToolScene& scene, std::uint64_t seed, const std::string& name)
{
    Findings findings;
    findings.only = {name};
    ToolWorld fresh(scene);
    make(check, scene, fresh, seed, findings);
    return !findings.found().empty();
}

ToolScene without_body(const ToolScene& scene, std::uint32_t place)
{
    ToolScene less = scene;
    less.bodies.erase(less.bodies.begin() + place);
    less.ignored.clear();
    for (const auto& [a, b] : scene.ignored)
        if (a != place && b != place)
            less.ignored.insert({a - (a > place), b - (b > place)});
    return less;
}

/// The smallest part of a scene that is found by leaving out bodies and triangles one by one.
ToolScene reduced(Check check, ToolScene scene, std::uint64_t seed, const std::string& name)
{
    for (std::uint32_t k = 0; k < scene.bodies.size();) {
        const ToolScene less = without_body(scene, k);
        if (differs(check, less, seed, name))
            scene = less;
        else
            ++k;
    }
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k)
        for (std::uint32_t t = 0; t < scene.bodies[k].mesh.triangles.size();) {
            ToolScene less = scene;
            SceneBody& body = less.bodies[k];
            body.mesh.triangles.erase(body.mesh.triangles.begin() + t);
            body.removed.erase(body.removed.begin() + t);
            if (!body.mesh.triangles.empty() && differs(check, less, seed, name))
                scene = less;
            else
                ++t;
        }
    return scene;
}

/// Notes what the last finding comes down to, and that first of all.
void tell_reduced(Check check, const ToolScene& scene, std::uint64_t seed, Findings& findings)
{
    const std::string name = findings.found().back().check;
    const ToolScene least = reduced(check, scene, seed, name);
    Findings last;
    last.only = {name};
    ToolWorld again(least);
    make(check, least, again, seed, last);
    if (!last.found().empty())
        findings.add_first(name, last.found().front().message + program(least));
}

} // namespace

void check_tools(std::uint64_t seed, bool reduces, Findings& findings)
{
    ToolScene scene = random_tool_scene(seed);
    Random random(seed ^ 0x6d6f7665u);
    ToolWorld kept(scene);
    ++findings.counts.worlds;
    const std::uint32_t frames = 1 + random.below(3);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (frame > 0)
            advance(scene, kept, random);
        if (random.one_in(4)) {
            const ToolScene large = magnified(scene, std::ldexp(1.0f, random.between(-90, 100)));
            findings.context = "tools, other scale, frame " + std::to_string(frame);
            ToolWorld other(large);
            make(check_touched, large, other, random.next(), findings);
        }
        for (const Check check : all_checks) {
            const std::uint64_t salt = random.next();
            const std::size_t before = findings.found().size();
            findings.context = "tools, frame " + std::to_string(frame);
            ToolWorld fresh(scene);
            ++findings.counts.worlds;
            make(check, scene, fresh, salt, findings);
            if (findings.found().size() > before && reduces)
                return tell_reduced(check, scene, salt, findings);
            if (findings.found().size() == before && check != check_tool_life) {
                findings.context = "tools, kept world, frame " + std::to_string(frame);
                make(check, scene, kept, salt, findings);
            }
        }
    }
}

} // namespace tactus::fuzz::tools
