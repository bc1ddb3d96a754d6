// SPDX-License-Identifier: MIT
#include "cli/reproduce/occlusion/occlusion_experiment.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include <tactus/papers.h>

#include "cli/measure/playback.h"
#include "cli/measure/thread_clock.h"
#include "cli/reproduce/occlusion/cell_roads.h"
#include "cli/reproduce/occlusion/cell_trials.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"
#include "cli/reproduce/paper_models.h"

namespace tactus::cli {

namespace {

using SetShare = std::function<void(double)>;

/// The lower or upper half of a cell along each axis, by the bits of a number from 0 to 7.
AskedCell octant_of(const AskedCell& cell, unsigned octant)
{
    const auto middle = [](float lower, float upper) { return static_cast<float>(0.5 * (double(lower) + upper)); };
    const Vec3 centre = {
        middle(cell.lower.x, cell.upper.x), middle(cell.lower.y, cell.upper.y), middle(cell.lower.z, cell.upper.z)};
    AskedCell half = {cell.lower, centre};
    if ((octant & 1) != 0)
        half.lower.x = centre.x, half.upper.x = cell.upper.x;
    if ((octant & 2) != 0)
        half.lower.y = centre.y, half.upper.y = cell.upper.y;
    if ((octant & 4) != 0)
        half.lower.z = centre.z, half.upper.z = cell.upper.z;
    return half;
}

/// The paper does not say how large its viewport is.
constexpr std::uint32_t table_pixels = 64;

/// Asks the same cells several times, and gives the counts of one time and the medians of the times.
Result<CellTally>
ask_again(CellRoads& roads, const scenes::ShapeMesh& mesh, std::span<const AskedCell> cells, std::size_t rounds)
{
    const Result<std::uint32_t> number = roads.add_mesh(mesh);
    if (!number.ok())
        return number.error();
    CellTally tally;
    std::vector<double> wall, cpu, processor;
    for (std::size_t round = 0; round < rounds; ++round) {
        const CellTally before = roads.tally();
        if (const Result<std::vector<std::uint8_t>> asked = roads.ask(number.value(), cells); !asked.ok())
            return asked.error();
        tally = roads.tally() - before;
        wall.push_back(tally.card.wall);
        cpu.push_back(tally.card.cpu);
        processor.push_back(tally.processor);
    }
    tally.card = {median(wall), median(cpu)};
    tally.processor = median(processor);
    return tally;
}

Result<void>
ask_levels(OcclusionFigures& figures, CellRoads& roads, const PaperModels& models, bool quick, const SetShare& progress)
{
    for (const on_demand_paper::Model& paper : on_demand_paper::table_1) {
        const Result<OwnBody> own = models.make(paper.name, paper.triangles);
        if (!own.ok())
            return own.error();
        std::array<AskedCell, 8> cells;
        for (unsigned octant = 0; octant < cells.size(); ++octant)
            cells[octant] = octant_of({own.value().lower, own.value().upper}, octant);
        const Result<CellTally> tally = ask_again(roads, own.value().mesh, cells, quick ? 3 : 25);
        if (!tally.ok())
            return tally.error();
        figures.levels.push_back({own.value().name, own.value().mesh.triangles.size(), tally.value()});
        progress(double(figures.levels.size()) / double(on_demand_paper::table_1.size()));
    }
    return {};
}

/// Asks the card about the cells that a frame of the paper's trees has asked, body by body.
Result<void>
ask_too(CellRoads& roads, std::span<const std::uint32_t> meshes, std::span<const papers::CellQuestion> asked)
{
    for (std::uint32_t body = 0; body < meshes.size(); ++body) {
        std::vector<AskedCell> cells;
        for (const papers::CellQuestion& question : asked)
            if (question.body == body)
                cells.push_back({question.lower, question.upper});
        if (cells.empty())
            continue;
        if (const Result<std::vector<std::uint8_t>> answered = roads.ask(meshes[body], cells); !answered.ok())
            return answered.error();
    }
    return {};
}

/// The paper's trees are divided as the exact test says, so that both roads are asked the same.
Result<void> ask_animation(
    OcclusionFigures& figures, CellRoads& roads, const PaperModels& models, bool quick, const SetShare& progress)
{
    const std::uint32_t frames_per_second = quick ? 5 : 60;
    Result<papers::OnCollideTrees> trees = papers::OnCollideTrees::create(
        {.levels = quick ? 3 : on_demand_paper::levels, .drop_after = frames_per_second / periods_a_second});
    if (!trees.ok())
        return trees.error();
    std::vector<std::uint32_t> meshes;
    for (const AnimatedBody& body : animated_bodies) {
        const Result<OwnBody> own = models.make(body.model, body.triangles / (quick ? 10 : 1));
        if (!own.ok())
            return own.error();
        const Result<std::uint32_t> mesh = roads.add_mesh(own.value().mesh);
        const Result<std::uint32_t> tree =
            trees.value().add_body(own.value().mesh.triangles, own.value().mesh.positions);
        if (!mesh.ok() || !tree.ok())
            return mesh.ok() ? tree.error() : mesh.error();
        meshes.push_back(mesh.value());
    }
    CellTally before = roads.tally();
    for (std::size_t second = 0; second < on_demand_paper::table_2.size(); ++second) {
        OcclusionFigures::Second row;
        for (std::uint32_t frame = 0; frame < frames_per_second; ++frame) {
            std::array<Pose, animated_bodies.size()> poses;
            for (std::size_t body = 0; body < poses.size(); ++body)
                poses[body] = animated_pose(body, double(second) + double(frame) / frames_per_second);
            const Result<papers::OnCollideReport> report = trees.value().collide(poses);
            if (!report.ok())
                return report.error();
            row.frames_in_touch += report.value().pairs.empty() ? 0 : 1;
            if (Result<void> asked = ask_too(roads, meshes, report.value().asked); !asked.ok())
                return asked;
        }
        row.tally = roads.tally() - before;
        before = roads.tally();
        for (std::uint32_t body = 0; body < meshes.size(); ++body)
            row.nodes += trees.value().node_count(body).value();
        figures.seconds.push_back(row);
        progress(double(second + 1) / double(on_demand_paper::table_2.size()));
    }
    return {};
}

/// The shapes that random cells are put around.
constexpr std::array<std::pair<const char*, std::uint32_t>, 4> trial_shapes = {
    {{"organ", 5110}, {"bumpy_sphere", 5104}, {"torus", 5144}, {"tool", 600}}};

Result<std::vector<CellTrial>> make_trials(bool quick)
{
    std::vector<CellTrial> trials;
    for (const auto& [shape, triangles] : trial_shapes) {
        const Result<OwnBody> own = make_own(shape, triangles / (quick ? 10 : 1));
        if (!own.ok())
            return own.error();
        trials.push_back(cells_around(shape, own.value(), quick ? 40 : 500));
        if (trials.size() == 1) {
            trials.push_back(cells_around(std::string(shape) + ", boxes drawn too", own.value(), quick ? 40 : 50));
            trials.back().draws_box = true;
        }
    }
    for (CellTrial& trial : cells_with_hard_triangles(quick ? 40 : 500))
        trials.push_back(std::move(trial));
    return trials;
}

/// A work unit at a time, as a simulation would ask between its frames. Few queries are out, so that a unit is short.
Result<void> poll_cells(OcclusionFigures& figures, const CellTrial& trial)
{
    figures.polling.max_queries = 16;
    Result<CellRoads> roads = CellRoads::open({.pixels = table_pixels, .max_queries = figures.polling.max_queries});
    if (!roads.ok())
        return roads.error();
    const Result<std::uint32_t> mesh = roads.value().add_mesh(trial.mesh);
    if (!mesh.ok())
        return mesh.error();
    CellAsker& card = roads.value().card();
    const auto answers = [&] {
        std::vector<std::pair<CellAnswer, std::uint32_t>> all;
        for (std::size_t k = 0; k < trial.cells.size(); ++k)
            all.emplace_back(card.answer(k), card.views(k));
        return all;
    };
    if (const Result<std::vector<std::uint8_t>> waited = roads.value().ask(mesh.value(), trial.cells); !waited.ok())
        return waited.error();
    const auto expected = answers();
    card.forget_cells();
    const CellAskerCounts before = card.counts();
    if (const Result<std::size_t> asked = card.ask(mesh.value(), trial.cells); !asked.ok())
        return asked.error();
    for (std::size_t open = trial.cells.size(); open > 0;) {
        const double begin = thread_microseconds();
        open = card.work();
        figures.polling.longest_microseconds =
            std::max(figures.polling.longest_microseconds, thread_microseconds() - begin);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    figures.polling.cells = trial.cells.size();
    figures.polling.work_units = card.counts().work_units - before.work_units;
    figures.polling.vain_units = card.counts().vain_units - before.vain_units;
    figures.polling.says_the_same = answers() == expected;
    return {};
}

Result<void> ask_trials(OcclusionFigures& figures, bool quick, const SetShare& progress)
{
    const Result<std::vector<CellTrial>> trials = make_trials(quick);
    if (!trials.ok())
        return trials.error();
    for (const CellTrial& trial : trials.value())
        figures.trials.push_back({trial.name, trial.mesh.triangles.size(), {}});
    figures.trial_pixels = {16, 64};
    if (!quick)
        figures.trial_pixels.insert(figures.trial_pixels.end(), {256, 1024});
    const std::size_t steps = figures.trial_pixels.size() * trials.value().size();
    std::size_t done = 0;
    for (const std::uint32_t pixels : figures.trial_pixels) {
        Result<CellRoads> plain = CellRoads::open({.pixels = pixels, .draws_box = false});
        if (!plain.ok())
            return plain.error();
        Result<CellRoads> with_boxes = CellRoads::open({.pixels = pixels});
        if (!with_boxes.ok())
            return with_boxes.error();
        for (std::size_t k = 0; k < trials.value().size(); ++k) {
            const CellTrial& trial = trials.value()[k];
            const Result<CellTally> tally =
                ask_again((trial.draws_box ? with_boxes : plain).value(), trial.mesh, trial.cells, 1);
            if (!tally.ok())
                return tally.error();
            figures.trials[k].tallies.push_back(tally.value());
            progress(double(++done) / double(steps));
        }
    }
    return {};
}

} // namespace

Result<OcclusionFigures>
reproduce_occlusion(bool quick, const PaperModels& models, const std::function<void(double)>& progress)
{
    OcclusionFigures figures;
    figures.pixels = table_pixels;
    Result<CellRoads> roads = CellRoads::open({.pixels = figures.pixels});
    if (!roads.ok()) {
        figures.unavailable = roads.error().message;
        return figures;
    }
    figures.renderer = roads.value().card().renderer();
    if (Result<void> asked =
            ask_levels(figures, roads.value(), models, quick, [&](double share) { progress(0.1 * share); });
        !asked.ok())
        return asked.error();
    if (Result<void> asked =
            ask_animation(figures, roads.value(), models, quick, [&](double share) { progress(0.1 + 0.4 * share); });
        !asked.ok())
        return asked.error();
    const Result<OwnBody> own = make_own("organ", quick ? 511 : 5110);
    if (!own.ok())
        return own.error();
    if (Result<void> polled = poll_cells(figures, cells_around("organ", own.value(), quick ? 40 : 500)); !polled.ok())
        return polled.error();
    if (Result<void> asked = ask_trials(figures, quick, [&](double share) { progress(0.5 + 0.5 * share); });
        !asked.ok())
        return asked.error();
    return figures;
}

} // namespace tactus::cli
