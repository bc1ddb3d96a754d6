// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "../cases/random_structure.h"
#include "check_tools.h"
#include "oracle/true_touch.h"

namespace tactus::fuzz::tools {

namespace {

using Names = std::vector<std::pair<std::uint32_t, std::uint32_t>>; ///< Places of bodies, and triangles.

std::string text(const Names& names)
{
    std::string said;
    for (const auto& [place, triangle] : names)
        said += " " + std::to_string(place) + ":" + std::to_string(triangle);
    return said.empty() ? " none" : said;
}

Names true_faces(const ToolScene& scene, std::uint32_t tool)
{
    Names names;
    for (std::uint32_t k = 0; k < scene.bodies.size(); ++k)
        if (scene.bodies[k].kind == SceneKind::mesh && scene.collide(tool, k))
            for (const std::uint32_t t :
                 true_touched(scene.bodies[k], scene.bodies[tool].hull(), scene.bodies[tool].radius))
                names.push_back({k, t});
    return names;
}

Names faces_of(const ToolWorld& asked, const TouchReport& report)
{
    Names names;
    for (const TouchedFace& face : report.faces)
        names.push_back({asked.place(face.body), face.triangle});
    return names;
}

/// Names some triangles that are touched and some that are not.
class SomeTriangles final : public ToolProposer {
public:
    SomeTriangles(const ToolQuestion& question, const Names& truth)
        : question_(question), truth_(truth), random_(question.random)
    {
    }

    bool propose(const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept override
    {
        volume_ = volume;
        if (random_.one_in(5))
            return false;
        // The mesh is found by its corners.
        for (std::uint32_t k = 0; k < question_.scene.bodies.size(); ++k) {
            const SceneBody& body = question_.scene.bodies[k];
            if (body.kind != SceneKind::mesh || mesh.positions.size() != body.mesh.positions.size()
                || asked_.contains(k))
                continue;
            // Removed triangles are not shown, and the others go by their places in what is shown.
            std::vector<std::uint32_t> shown;
            for (std::uint32_t t = 0; t < body.mesh.triangles.size(); ++t)
                if (!body.removed[t])
                    shown.push_back(t);
            bool same = mesh.triangles.size() == shown.size();
            for (std::uint32_t t = 0; same && t < shown.size(); ++t)
                for (std::size_t c = 0; same && c < 3; ++c)
                    same = mesh.triangles[t][c] == body.mesh.triangles[shown[t]][c];
            for (std::size_t v = 0; same && v < body.mesh.positions.size(); ++v)
                same = mesh.positions[v] == body.mesh.positions[v];
            if (!same)
                continue;
            asked_.insert(k);
            for (std::uint32_t t = 0; t < shown.size(); ++t)
                if (random_.one_in(2)) {
                    proposed.push_back(t);
                    ++named;
                    in_vain += !std::binary_search(truth_.begin(), truth_.end(), std::pair(k, shown[t]));
                } else
                    left_out += std::binary_search(truth_.begin(), truth_.end(), std::pair(k, shown[t]));
            return true;
        }
        unknown = true;
        return false;
    }

    std::size_t named = 0, in_vain = 0, left_out = 0;
    bool unknown = false;
    const ToolVolume& volume() const { return volume_; }
    const std::set<std::uint32_t>& asked() const { return asked_; }

private:
    const ToolQuestion& question_;
    const Names& truth_;
    Random random_;
    std::set<std::uint32_t> asked_;
    ToolVolume volume_ = {};
};

void check_proposer(ToolQuestion& question, std::uint32_t tool, const Names& truth)
{
    Findings& findings = question.findings;
    SomeTriangles proposer(question, truth);
    const auto result = question.asked.world.find_touched(question.asked.ids[tool], {.proposer = &proposer});
    findings.expect(result.ok() && result.value().complete, "tool_proposer", "no answer with a proposer");
    if (!result)
        return;
    const TouchReport& report = result.value();
    findings.expect(faces_of(question.asked, report) == truth, "tool_proposer", "a proposer changes the faces");
    findings.expect(!proposer.unknown, "tool_proposer_mesh", "a proposer is shown a mesh that is not in the world");
    findings.expect(
        report.proposed == proposer.named && report.proposed_in_vain == proposer.in_vain, "tool_proposer",
        "proposed " + std::to_string(report.proposed) + ", in vain " + std::to_string(report.proposed_in_vain)
            + ", and it was " + std::to_string(proposer.named) + " and " + std::to_string(proposer.in_vain));
    std::size_t without = 0;
    for (const auto& [place, triangle] : truth)
        without += !proposer.asked().contains(place);
    // Nobody says whether triangles count where the proposer had no answer.
    findings.expect(
        report.not_proposed == proposer.left_out || report.not_proposed == proposer.left_out + without, "tool_proposer",
        "not proposed " + std::to_string(report.not_proposed) + ", and it was " + std::to_string(proposer.left_out)
            + " or " + std::to_string(without) + " more");
    if (proposer.asked().empty())
        return;
    const SceneBody& body = question.scene.bodies[tool];
    const ToolVolume& volume = proposer.volume();
    const std::array<Vec3, 4> hull = body.hull();
    findings.expect(
        volume.pivot == hull[0] && volume.tip == hull[1] && volume.old_pivot == hull[2] && volume.old_tip == hull[3]
            && volume.radius == body.radius,
        "tool_proposer_mesh", "a proposer is told of another volume");
}

/// What is not a mesh is in find_pairs alone.
void check_pairs_of(ToolQuestion& question, std::uint32_t tool, const Names& truth)
{
    Names pairs;
    std::set<std::uint32_t> shapes;
    const PairReport& report = question.asked.world.find_pairs();
    for (const BodyPairs& both : report.bodies) {
        const std::uint32_t a = question.asked.place(both.body_a), b = question.asked.place(both.body_b);
        if (a != tool && b != tool)
            continue;
        const std::uint32_t other = a == tool ? b : a;
        for (const TrianglePair& pair : both.pairs) {
            question.findings.expect((a == tool ? pair.a : pair.b) == 0, "tool_pairs", "a tool is not triangle 0");
            if (question.scene.bodies[other].kind == SceneKind::mesh)
                pairs.push_back({other, a == tool ? pair.b : pair.a});
            else
                shapes.insert(other);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    question.findings.expect(
        report.complete && pairs == truth, "tool_pairs",
        "pairs of the tool " + std::to_string(tool) + " are" + text(pairs) + " and not" + text(truth));
    for (std::uint32_t k = 0; k < question.scene.bodies.size(); ++k) {
        const SceneBody &one = question.scene.bodies[tool], &other = question.scene.bodies[k];
        // Nobody says what two tools have passed through that both sweep.
        if (k == tool || other.kind == SceneKind::mesh || (one.has_moved() && other.has_moved()))
            continue;
        const bool meet = question.scene.collide(tool, k) && volumes_meet(one, other);
        question.findings.expect(
            shapes.contains(k) == meet, "tool_pairs",
            "the tool " + std::to_string(tool) + " and the shape " + std::to_string(k)
                + (meet ? " meet and are no pair" : " do not meet and are a pair"));
    }
}

bool is_part(const Names& some, const Names& all)
{
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// A report in numbers that can be compared bit by bit.
std::vector<double> numbers(const ToolWorld& asked, const TouchReport& report)
{
    std::vector<double> said;
    for (const TouchedFace& face : report.faces) {
        said.push_back(asked.place(face.body));
        said.push_back(face.triangle);
        said.push_back(static_cast<double>(face.shaft_begin));
        said.push_back(static_cast<double>(face.shaft_end));
        said.push_back(face.shaft_open);
    }
    said.push_back(report.complete);
    said.push_back(static_cast<double>(report.first_touch_begin));
    said.push_back(static_cast<double>(report.first_touch_end));
    return said;
}

void check_cuts_of(ToolQuestion& question, std::uint32_t tool, const Names& truth)
{
    const std::uint64_t last = question.random.below(40);
    for (const std::uint64_t units : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, last}) {
        const TouchReport report =
            question.asked.world.find_touched(question.asked.ids[tool], {.budget = Budget::work_units(units)}).value();
        const Names some = faces_of(question.asked, report);
        question.findings.expect(
            is_part(some, truth), "tool_cut",
            "cut at " + std::to_string(units) + ":" + text(some) + " are not all of" + text(truth));
        question.findings.expect(
            !report.complete || some == truth, "tool_cut", "a list that is not whole says it is complete");
        question.findings.expect(
            report.complete == (report.open_nodes == 0 && report.open_faces == 0), "tool_cut",
            "cut at " + std::to_string(units) + ", what is open is not what is missing");
        question.findings.expect(
            report.open_nodes > 0 || some == truth, "tool_cut", "a list that is not whole has nothing open");
        question.findings.expect(
            report.work_units_spent <= units, "tool_units",
            std::to_string(report.work_units_spent) + " work units are spent of " + std::to_string(units));
    }
    const TouchReport plenty =
        question.asked.world.find_touched(question.asked.ids[tool], {.budget = Budget::work_units(1u << 30)}).value();
    question.findings.expect(
        plenty.complete && faces_of(question.asked, plenty) == truth, "tool_units",
        "a budget that is not reached changes the answer");
    const TouchReport late =
        question.asked.world.find_touched(question.asked.ids[tool], {.budget = Budget::until(Budget::Clock::now())})
            .value();
    question.findings.expect(
        is_part(faces_of(question.asked, late), truth) && (!late.complete || faces_of(question.asked, late) == truth),
        "tool_cut", "a moment that has passed gives a wrong list");
}

} // namespace

void check_touched(ToolQuestion question)
{
    Findings& findings = question.findings;
    for (std::uint32_t tool = 0; tool < question.scene.bodies.size(); ++tool) {
        if (question.scene.bodies[tool].kind != SceneKind::tool)
            continue;
        const Names truth = true_faces(question.scene, tool);
        findings.counts.pairs += truth.size();
        ++findings.counts.queries;
        const BodyId id = question.asked.ids[tool];
        if (question.random.one_in(3))
            check_cuts_of(question, tool, truth);
        const auto result = question.asked.world.find_touched(id);
        findings.expect(result.ok(), "tool_faces", "the question is refused");
        if (!result)
            continue;
        const TouchReport report = result.value();
        const Names faces = faces_of(question.asked, report);
        findings.expect(
            report.complete && faces == truth && report.open_nodes == 0 && report.proposed == 0
                && report.not_proposed == 0,
            "tool_faces", "the tool " + std::to_string(tool) + " touches" + text(faces) + " and not" + text(truth));
        check_pairs_of(question, tool, truth);
        const TouchReport plain =
            question.asked.world.find_touched(id, {.shaft_parts = false, .first_touch = false}).value();
        bool whole = faces_of(question.asked, plain) == truth && std::isinf(plain.first_touch_begin)
                     && std::isinf(plain.first_touch_end);
        for (const TouchedFace& face : plain.faces)
            whole = whole && face.shaft_begin == 0.0f && face.shaft_end == 1.0f;
        findings.expect(whole, "tool_switched_off", "shafts and first touches that nobody asked for are told");
        check_proposer(question, tool, truth);
        if (question.random.one_in(2))
            check_cuts_of(question, tool, truth);
    }
}

void check_same_touched(ToolQuestion question)
{
    const WorldChoice one{
        true, question.random.one_in(20) ? Structure::medial_sphere_tree : random_structure(question.random), 1};
    WorldChoice three = one;
    three.workers = 3;
    ToolWorld first(question.scene, one), second(question.scene, three);
    for (std::uint32_t tool = 0; tool < question.scene.bodies.size(); ++tool) {
        if (question.scene.bodies[tool].kind != SceneKind::tool)
            continue;
        for (const std::uint64_t units : {0u, 1u, 1u + question.random.below(10), 1u << 30}) {
            const TouchOptions options{.budget = Budget::work_units(units)};
            const TouchReport a = first.world.find_touched(first.ids[tool], options).value();
            const TouchReport b = second.world.find_touched(second.ids[tool], options).value();
            question.findings.expect(
                numbers(first, a) == numbers(second, b) && a.work_units_spent == b.work_units_spent
                    && a.open_nodes == b.open_nodes,
                "tool_same_cut", "one worker and three give other answers within " + std::to_string(units) + " units");
        }
        const TouchReport a = first.world.find_touched(first.ids[tool]).value();
        // Both worlds are asked the same: what was brought up to date before costs less.
        question.findings.expect(
            numbers(second, second.world.find_touched(second.ids[tool]).value()) == numbers(first, a), "tool_same_cut",
            "one worker and three give other answers without a limit");
        const TouchReport b = question.asked.world.find_touched(question.asked.ids[tool]).value();
        question.findings.expect(
            faces_of(first, a) == faces_of(question.asked, b), "tool_same_faces",
            "structure " + std::to_string(static_cast<int>(one.structure))
                + " gives other faces:" + text(faces_of(first, a)) + " and not" + text(faces_of(question.asked, b)));
    }
}

} // namespace tactus::fuzz::tools
