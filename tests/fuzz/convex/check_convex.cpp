// SPDX-License-Identifier: MIT
#include "check_convex.h"

#include <algorithm>
#include <cmath>

#include "../tools/oracle/true_touch.h"
#include "convex_scene.h"

namespace tactus::fuzz::tools {

namespace {

/// The points in which three planes meet and that are in all half-spaces, exactly.
std::vector<Place> true_corners(const std::vector<HalfSpace>& half_spaces)
{
    std::vector<ExactPoint> normals;
    std::vector<mpq_class> offsets;
    for (const HalfSpace& side : half_spaces) {
        normals.push_back(exact(side.normal));
        offsets.emplace_back(side.offset);
    }
    std::vector<Place> corners;
    for (std::size_t i = 0; i < normals.size(); ++i)
        for (std::size_t j = i + 1; j < normals.size(); ++j)
            for (std::size_t k = j + 1; k < normals.size(); ++k) {
                const ExactPoint jk = cross(normals[j], normals[k]), ki = cross(normals[k], normals[i]),
                                 ij = cross(normals[i], normals[j]);
                const mpq_class volume = dot(normals[i], jk);
                if (volume == 0)
                    continue;
                const auto mixed = [&](const mpq_class& a, const mpq_class& b, const mpq_class& c) {
                    return mpq_class((offsets[i] * a + offsets[j] * b + offsets[k] * c) / volume);
                };
                const ExactPoint at = {mixed(jk.x, ki.x, ij.x), mixed(jk.y, ki.y, ij.y), mixed(jk.z, ki.z, ij.z)};
                bool inside = true;
                for (std::size_t side = 0; side < normals.size() && inside; ++side)
                    inside = dot(normals[side], at) <= offsets[side];
                if (inside)
                    corners.push_back({at.x.get_d(), at.y.get_d(), at.z.get_d()});
            }
    return corners;
}

/// Every corner of the one list is near one of the other.
bool are_near(const std::vector<Place>& those, const std::vector<Place>& others, double slack)
{
    return std::ranges::all_of(those, [&](const Place& p) {
        return std::ranges::any_of(others, [&](const Place& q) { return length(p - q) <= slack; });
    });
}

/// A set without an end, or without an inside, takes no part in contacts, whatever it holds.
void check_without_surface(ToolQuestion& question)
{
    Random& random = question.random;
    std::vector<HalfSpace> sides = random_half_spaces(random, question.scene.unit);
    if (random.one_in(2))
        std::erase_if(sides, [](const HalfSpace& side) { return side.normal.x > 0.0f; });
    else
        sides.push_back({{0, 0, 1}, -20.0f});
    ToolScene scene = question.scene;
    for (SceneBody& body : scene.bodies)
        body.half_spaces.clear();
    ToolWorld with(scene), without(scene);
    const BodyId set = with.world.add_convex({.half_spaces = sides}).value();
    const BodyInfo info = with.world.info(set).value();
    const std::size_t contacts = without.world.find_contacts().contacts.size();
    question.findings.expect(
        info.is_convex && info.vertices == 0 && info.triangles == 0
            && with.world.find_contacts().contacts.size() == contacts
            && with.world.positions(set).value() == std::vector<Vec3>{{0, 0, 0}},
        "tool_convex_none", "a convex set without an end, or one that is empty, has a surface or contacts");
}

} // namespace

void check_convex_corners(ToolQuestion question)
{
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k) {
        const SceneBody& body = question.scene.bodies[k];
        if (body.half_spaces.empty())
            continue;
        const std::vector<Place> truth = true_corners(body.half_spaces);
        std::vector<Place> told;
        double largest = 0.0;
        for (const Vec3& p : body.mesh.positions) {
            told.push_back(place_of(p));
            largest = std::max({largest, std::abs(told.back().x), std::abs(told.back().y), std::abs(told.back().z)});
        }
        // Corners that are joined by tiny edges are one, and several such edges may follow each other.
        const double slack = 4 * 0x1p-18 * largest;
        question.findings.expect(
            are_near(truth, told, slack) && are_near(told, truth, slack), "tool_convex_corners",
            "body " + std::to_string(k) + " has " + std::to_string(told.size()) + " corners, of true ones at "
                + std::to_string(truth.size()) + " threes of planes");
        const Solid solid = question.scene.solid(k);
        question.findings.expect(
            !solid.open && !solid.has_boundary && !solid.has_edges_of_many, "tool_convex_corners",
            "body " + std::to_string(k) + " has a surface that is not closed");
    }
    check_without_surface(question);
}

void check_convex_touched(ToolQuestion question)
{
    const ToolScene& scene = question.scene;
    ToolWorld asked(scene, {.convex_sets = true});
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k) {
        if (scene.bodies[k].half_spaces.empty())
            continue;
        std::vector<SurfaceTriangle> expected, touched, paired;
        for (const SurfaceTriangle& one : asked.world.overlap_convex(scene.bodies[k].half_spaces).value().triangles)
            if (const std::uint32_t place = asked.place(one.body);
                scene.collide(k, place) && scene.bodies[place].kind == SceneKind::mesh)
                expected.push_back(one);
        for (const TouchedFace& face : asked.world.find_touched(asked.ids[k]).value().faces)
            touched.push_back({face.body, face.triangle});
        for (const BodyPairs& both : asked.world.find_pairs().bodies) {
            const bool on_a = both.body_a == asked.ids[k];
            const BodyId other = on_a ? both.body_b : both.body_a;
            const std::uint32_t place = asked.place(other);
            if ((on_a || both.body_b == asked.ids[k]) && scene.bodies[place].kind == SceneKind::mesh
                && scene.bodies[place].half_spaces.empty())
                for (const TrianglePair& pair : both.pairs) {
                    paired.push_back({other, on_a ? pair.b : pair.a});
                    question.findings.expect(
                        (on_a ? pair.a : pair.b) == 0, "tool_convex_pairs", "a convex set is not triangle 0");
                }
        }
        const auto sort = [](std::vector<SurfaceTriangle>& list) {
            std::ranges::sort(list, {}, [](const SurfaceTriangle& one) { return std::pair(one.body, one.triangle); });
        };
        sort(expected), sort(touched), sort(paired);
        question.findings.expect(
            touched == expected, "tool_convex_touched",
            "body " + std::to_string(k) + " touches " + std::to_string(touched.size()) + " triangles, and "
                + std::to_string(expected.size()) + " overlap its half-spaces");
        question.findings.expect(
            paired == expected, "tool_convex_pairs",
            "body " + std::to_string(k) + " has " + std::to_string(paired.size()) + " pairs, and "
                + std::to_string(expected.size()) + " triangles overlap its half-spaces");
    }
}

} // namespace tactus::fuzz::tools
