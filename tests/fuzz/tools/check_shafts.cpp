// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "check_tools.h"
#include "oracle/true_touch.h"

namespace tactus::fuzz::tools {

namespace {

/// A tool on its way, in doubles.
struct Way {
    Place pivot, tip, old_pivot, old_tip;

    explicit Way(const SceneBody& tool)
        : pivot(place_of(tool.hull()[0])), tip(place_of(tool.hull()[1])), old_pivot(place_of(tool.hull()[2])),
          old_tip(place_of(tool.hull()[3]))
    {
    }

    Place pivot_at(double time) const { return old_pivot + time * (pivot - old_pivot); }
    Place tip_at(double time) const { return old_tip + time * (tip - old_tip); }
    Place at(double time, double part) const { return pivot_at(time) + part * (tip_at(time) - pivot_at(time)); }
};

struct Interval {
    double begin = 0.0, end = 1.0;
    bool empty = false;
};

/// Where a convex function between 0 and 1 is at most a limit.
template <class F>
Interval where_at_most(F&& value, double limit)
{
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 120; ++k) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (value(a) <= value(b) ? high : low) = value(a) <= value(b) ? b : a;
    }
    double least = (low + high) / 2;
    for (const double end : {0.0, 1.0})
        if (value(end) < value(least))
            least = end;
    if (value(least) > limit)
        return {.empty = true};
    const auto edge = [&](double outside) {
        if (value(outside) <= limit)
            return outside;
        double inside = least;
        for (int k = 0; k < 60; ++k) {
            const double middle = (inside + outside) / 2;
            (value(middle) <= limit ? inside : outside) = middle;
        }
        return inside;
    };
    return {edge(0.0), edge(1.0), false};
}

std::string text(const Interval& interval)
{
    return std::to_string(interval.begin) + " to " + std::to_string(interval.end);
}

/// Whether the corners of a triangle lie on a line.
bool is_flat(const SceneBody& mesh, std::uint32_t triangle)
{
    const TriangleIndices& corners = mesh.mesh.triangles[triangle];
    const ExactPoint a = exact(mesh.mesh.positions[corners[0]]);
    const ExactPoint b = exact(mesh.mesh.positions[corners[1]]), c = exact(mesh.mesh.positions[corners[2]]);
    const ExactPoint normal = cross(ExactPoint(b - a), ExactPoint(c - a));
    return dot(normal, normal) == 0;
}

void check_part(ToolQuestion& question, const SceneBody& tool, const TouchedFace& face)
{
    const SceneBody& mesh = question.scene.bodies[question.asked.place(face.body)];
    const std::array<Place, 3> triangle = corners_of(mesh, face.triangle);
    const Way way(tool);
    const auto radius = static_cast<double>(tool.radius);
    const Interval said{static_cast<double>(face.shaft_begin), static_cast<double>(face.shaft_end)};
    const std::string which = "triangle " + std::to_string(face.triangle) + ", part " + text(said);
    const std::string name = is_flat(mesh, face.triangle) ? "tool_shaft_no_area" : "tool_shaft_holds";
    question.findings.expect(
        said.begin >= 0 && said.begin <= said.end && said.end <= 1, "tool_shaft_holds", which + " is no part");
    const double doubt = 1e-9 * (radius + 3.0), rounding = 1e-7;
    if (tool.moves_its_pivot()) {
        // The part need not be one piece, so that it is looked for at many places.
        Interval reached{1.0, 0.0};
        for (int i = 0; i <= 40; ++i)
            for (int j = 0; j <= 60; ++j) {
                const double part = j / 60.0;
                const Place p = way.at(i / 40.0, part);
                if (gap(p, p, triangle) > radius - doubt)
                    continue;
                reached.begin = std::min(reached.begin, part);
                reached.end = std::max(reached.end, part);
            }
        question.findings.expect(
            reached.begin > reached.end
                || (said.begin <= reached.begin + rounding && said.end >= reached.end - rounding),
            "tool_shaft_moving", which + " does not hold " + text(reached));
        return;
    }
    const auto distance = [&](double part) { return gap(way.at(0.0, part), way.at(1.0, part), triangle); };
    const Interval surely = where_at_most(distance, radius - doubt), perhaps = where_at_most(distance, radius + doubt);
    if (!surely.empty)
        question.findings.expect(
            said.begin <= surely.begin + rounding && said.end >= surely.end - rounding, name,
            which + " does not hold " + text(surely));
    const double shaft = std::min(length(way.tip - way.pivot), length(way.old_tip - way.old_pivot));
    if (radius == 0 || perhaps.empty || face.shaft_open)
        return;
    const double longer = 0.001 * radius + (1e-6 + rounding) * shaft;
    question.findings.expect(
        (perhaps.begin - said.begin) * shaft <= longer && (said.end - perhaps.end) * shaft <= longer,
        name == "tool_shaft_no_area" ? name : "tool_shaft_long",
        which + " is longer than " + text(perhaps) + " by more than a thousandth of the radius, on a shaft of "
            + std::to_string(shaft) + " and radius " + std::to_string(radius));
}

/// All triangles that a tool may touch.
std::vector<std::pair<std::uint32_t, std::uint32_t>> triangles_near(const ToolQuestion& question, std::uint32_t tool)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> names;
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k)
        if (question.scene.bodies[k].kind == SceneKind::mesh && question.scene.collide(tool, k))
            for (std::uint32_t t = 0; t < question.scene.bodies[k].mesh.triangles.size(); ++t)
                if (!question.scene.bodies[k].removed[t])
                    names.push_back({k, t});
    return names;
}

/// Whether the tool touches any of these triangles at a time of its way, exactly.
bool touches_at(
    const ToolScene& scene, const SceneBody& tool, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& names,
    double time)
{
    const std::array<Vec3, 4> hull = tool.hull();
    const ExactPoint p = between(exact(hull[2]), exact(hull[0]), mpq_class(time));
    const ExactPoint q = between(exact(hull[3]), exact(hull[1]), mpq_class(time));
    const mpq_class radius(tool.radius);
    const Way way(tool);
    for (const auto& [place, t] : names) {
        const SceneBody& mesh = scene.bodies[place];
        if (gap(way.pivot_at(time), way.tip_at(time), corners_of(mesh, t)) > static_cast<double>(tool.radius) + 1e-6)
            continue;
        const TriangleIndices& corners = mesh.mesh.triangles[t];
        const std::vector<Vec3>& at = mesh.mesh.positions;
        if (squared_gap(p, q, {exact(at[corners[0]]), exact(at[corners[1]]), exact(at[corners[2]])})
            <= mpq_class(radius * radius))
            return true;
    }
    return false;
}

/// How far the tool is from the nearest of these triangles at a time of its way.
double nearest_at(
    const ToolScene& scene, const Way& way, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& names,
    double time)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [place, t] : names)
        least = std::min(least, gap(way.pivot_at(time), way.tip_at(time), corners_of(scene.bodies[place], t)));
    return least;
}

void check_first_touch(ToolQuestion& question, std::uint32_t place, const TouchReport& report, const std::string& check)
{
    const SceneBody& tool = question.scene.bodies[place];
    const auto names = triangles_near(question, place);
    const auto begin = static_cast<double>(report.first_touch_begin), end = static_cast<double>(report.first_touch_end);
    const std::string said = "first touch from " + std::to_string(begin) + " to " + std::to_string(end);
    const std::string name_begin = check.empty() ? "tool_first_begin" : check;
    const std::string name_end = check.empty() ? "tool_first_end" : check;
    question.findings.expect(begin <= end && begin >= 0, name_begin, said + " is no interval");
    // Samples before it are free of touches.
    for (int k = 0; k <= 48; ++k) {
        const double time = std::min(1.0, begin) * (k / 48.0);
        if (time < begin && time <= 1.0 && touches_at(question.scene, tool, names, time)) {
            question.findings.add(name_begin, said + ", and it touches at " + std::to_string(time));
            break;
        }
    }
    if (!(end <= 1.0)) {
        question.findings.expect(std::isinf(end), name_end, said + " is no time of the way");
        return;
    }
    // Something is touched by the end of it: exactly there, or near one of many samples.
    if (touches_at(question.scene, tool, names, end))
        return;
    const Way way(tool);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 4000; ++k)
        least = std::min(least, nearest_at(question.scene, way, names, end * (k / 4000.0)));
    question.findings.expect(
        least <= static_cast<double>(tool.radius) + 1e-3, name_end,
        said + ", and until then it is never nearer than " + std::to_string(least) + " with a radius of "
            + std::to_string(static_cast<double>(tool.radius)));
}

} // namespace

void check_shafts(ToolQuestion question)
{
    for (std::uint32_t place = 0; place < question.scene.bodies.size(); ++place) {
        const SceneBody& tool = question.scene.bodies[place];
        if (tool.kind != SceneKind::tool)
            continue;
        const TouchReport report = question.asked.world.find_touched(question.asked.ids[place]).value();
        ++question.findings.counts.queries;
        for (const TouchedFace& face : report.faces)
            check_part(question, tool, face);
        const float begin = report.first_touch_begin, end = report.first_touch_end;
        const std::string said = "first touch from " + std::to_string(begin) + " to " + std::to_string(end) + " of "
                                 + std::to_string(report.faces.size()) + " faces";
        if (report.faces.empty())
            question.findings.expect(
                std::isinf(begin) && std::isinf(end), "tool_first_special", said + ", where nothing is touched");
        else if (!tool.has_moved())
            question.findings.expect(
                begin == 0.0f && end == 0.0f, "tool_first_special", said + ", of a tool that stands");
        else {
            // Where the pivot moves, the tool may have passed by all that its volume touches.
            question.findings.expect(
                begin <= 1.0f || (tool.moves_its_pivot() && std::isinf(begin)), "tool_first_special",
                said + ", where something is touched");
            question.findings.expect(
                end <= 1.0f || tool.moves_its_pivot(), "tool_first_special",
                said + ", where something is touched around the pivot");
            // A way that is lost in the rounding of the ends is looked at apart.
            const Way way(tool);
            const bool tiny = length(way.tip - way.old_tip) + length(way.pivot - way.old_pivot) < 1e-12;
            check_first_touch(question, place, report, tiny ? "tool_first_tiny" : "");
        }
        if (tool.has_moved() && question.random.one_in(4)) {
            const TouchReport cut =
                question.asked.world
                    .find_touched(question.asked.ids[place], {.budget = Budget::work_units(question.random.below(12))})
                    .value();
            for (const TouchedFace& face : cut.faces)
                check_part(question, tool, face);
            if (!cut.complete)
                check_first_touch(question, place, cut, "tool_first_cut");
        }
    }
}

} // namespace tactus::fuzz::tools
