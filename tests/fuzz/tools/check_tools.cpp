// SPDX-License-Identifier: MIT
#include "check_tools.h"

#include <cmath>
#include <exception>

#include "../convex/check_convex.h"
#include "../convex/convex_scene.h"
#include "../passages/check_passages.h"
#include "../passages/passage_scene.h"

namespace tactus::fuzz::tools {

namespace {

using Check = void (*)(ToolQuestion);

constexpr Check all_checks[] = {check_touched,       check_same_touched, check_shafts,
                                check_tool_contacts, check_tool_cuts,    check_tool_forces,
                                check_tool_manners,  check_tool_life,    check_passages};
constexpr Check passage_checks[] = {check_passages, check_passage_manners};
constexpr Check convex_checks[] = {check_convex_corners, check_convex_touched, check_convex_twins, check_passages};
constexpr Check contact_checks[] = {check_tool_contacts, check_tool_cuts, check_tool_forces};

void make(Check check, const ToolScene& scene, ToolWorld& asked, std::uint64_t seed, Findings& findings)
{
    try {
        check({scene, asked, Random(seed), findings});
    } catch (const std::exception& refusal) {
        findings.add("tool_refused", refusal.what());
    }
}

/// Whether a fresh world in the state of a scene differs in a check.
bool differs(
    Check check, const ToolScene& scene, const WorldChoice& choice, std::uint64_t seed, const std::string& name)
{
    Findings findings;
    findings.only = {name};
    ToolWorld fresh(scene, choice);
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
ToolScene reduced(Check check, ToolScene scene, const WorldChoice& choice, std::uint64_t seed, const std::string& name)
{
    for (std::uint32_t k = 0; k < scene.bodies.size();) {
        const ToolScene less = without_body(scene, k);
        if (differs(check, less, choice, seed, name))
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
            body.judged.reset();
            if (!body.mesh.triangles.empty() && body.half_spaces.empty() && differs(check, less, choice, seed, name))
                scene = less;
            else
                ++t;
        }
    return scene;
}

/// A scene and the world that has come to it.
struct Frame {
    const ToolScene& scene;
    ToolWorld& kept;
    std::string name;
    bool reduces = false;
    WorldChoice choice = {}; ///< Of fresh worlds.
};

/// Notes what the last finding comes down to, and that first of all.
void tell_reduced(Check check, const Frame& frame, std::uint64_t seed, Findings& findings)
{
    const std::string name = findings.found().back().check;
    const ToolScene least = reduced(check, frame.scene, frame.choice, seed, name);
    Findings last;
    last.only = {name};
    ToolWorld again(least, frame.choice);
    make(check, least, again, seed, last);
    if (!last.found().empty())
        findings.add_first(name, last.found().front().message + program(least));
}

/// Makes a check in a fresh world and in the kept one. False if what differs was reduced: then nothing more is looked
/// at.
bool look(const Frame& frame, Check check, std::uint64_t salt, Findings& findings)
{
    const std::size_t before = findings.found().size();
    findings.context = frame.name;
    ToolWorld fresh(frame.scene, frame.choice);
    ++findings.counts.worlds;
    make(check, frame.scene, fresh, salt, findings);
    if (findings.found().size() > before && frame.reduces) {
        tell_reduced(check, frame, salt, findings);
        return false;
    }
    if (findings.found().size() == before && check != check_tool_life) {
        findings.context = "kept world, " + frame.name;
        make(check, frame.scene, frame.kept, salt, findings);
    }
    return true;
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
        for (const Check check : all_checks)
            if (!look({scene, kept, "tools, frame " + std::to_string(frame), reduces}, check, random.next(), findings))
                return;
    }
}

void check_passage_scenes(std::uint64_t seed, bool reduces, Findings& findings)
{
    ToolScene scene = random_passage_scene(seed);
    Random random(seed ^ 0x736861667473u);
    ToolWorld kept(scene);
    ++findings.counts.worlds;
    for (std::uint32_t frame = 0; frame < 3; ++frame) {
        if (frame > 0)
            push_tools(scene, kept, random);
        const Frame state{scene, kept, "shafts, frame " + std::to_string(frame), reduces};
        for (const Check check : passage_checks)
            if (!look(state, check, random.next(), findings))
                return;
        if (random.one_in(20))
            for (const Check check : contact_checks)
                if (!look(state, check, random.next(), findings))
                    return;
    }
}

void check_convex_scenes(std::uint64_t seed, bool reduces, Findings& findings)
{
    const ToolScene scene = random_convex_scene(seed);
    Random random(seed ^ 0x77696e73u);
    const WorldChoice choice = {.convex_sets = true};
    ToolWorld kept(scene, choice);
    ++findings.counts.worlds;
    const Frame state{scene, kept, "convex sets", reduces, choice};
    for (const Check check : convex_checks)
        if (!look(state, check, random.next(), findings))
            return;
    if (random.one_in(10) && scene.settings.measure_depths)
        for (const Check check : contact_checks)
            if (!look(state, check, random.next(), findings))
                return;
}

} // namespace tactus::fuzz::tools
