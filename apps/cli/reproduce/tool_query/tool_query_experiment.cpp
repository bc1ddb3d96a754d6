// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/tool_query_experiment.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/measure/playback.h"
#include "cli/reproduce/tool_query/card_roads.h"
#include "cli/reproduce/tool_query/obb_tree.h"

namespace tactus::cli {

namespace {

/// The roads that do not depend on the body. Those through OpenGL are opened once.
struct OpenRoads {
    std::vector<std::unique_ptr<CardRoad>> cards; ///< By their numbers among the names; null where one cannot be taken.
    std::unique_ptr<TimedRoad> tree_build = obb_road(ObbWay::build_only);
    std::unique_ptr<TimedRoad> tree_rebuilt = obb_road(ObbWay::rebuilt);
    std::unique_ptr<TimedRoad> tree_kept = obb_road(ObbWay::kept);
};

OpenRoads open_roads(ToolQueryFigures& figures)
{
    OpenRoads roads;
    const std::vector<std::string> names = card_road_names();
    for (std::size_t k = 0; k < names.size(); ++k) {
        Result<std::unique_ptr<CardRoad>> road = open_card_road(k);
        figures.cards.push_back({.name = names[k], .absence = road.ok() ? "" : road.error().message});
        if (road.ok())
            figures.renderer = road.value()->renderer();
        roads.cards.push_back(road.ok() ? std::move(road).value() : nullptr);
    }
    return roads;
}

/// All roads in the order of the tables; those of the library are made for the body.
std::vector<NamedRoad> named_roads(const OpenRoads& open, TimedRoad& processor, TimedRoad& processor_with_parts)
{
    std::vector<NamedRoad> roads = {
        {{road_names::processor}, &processor}, {{road_names::processor_with_parts}, &processor_with_parts}};
    const std::vector<std::string> names = card_road_names();
    for (std::size_t k = 0; k < names.size(); ++k)
        if (open.cards[k] != nullptr)
            roads.push_back({{names[k], open.cards[k]->clock()}, open.cards[k].get()});
    roads.push_back({{road_names::tree_build}, open.tree_build.get()});
    roads.push_back({{road_names::tree_rebuilt}, open.tree_rebuilt.get()});
    roads.push_back({{road_names::tree_kept}, open.tree_kept.get()});
    return roads;
}

/// The roads take turns, so that a busy moment of the machine meets all of them; a trial counts with the median of its
/// rounds, and a road with the mean over the trials.
Result<void> time_size(
    const TrialBody& body, const OpenRoads& open, std::span<const ToolTrial> trials, int rounds,
    ToolQueryFigures& figures)
{
    const Result<std::unique_ptr<TimedRoad>> processor = processor_road(body, true);
    const Result<std::unique_ptr<TimedRoad>> with_parts = processor_road(body, false);
    if (!processor.ok() || !with_parts.ok())
        return processor.ok() ? with_parts.error() : processor.error();
    const std::vector<NamedRoad> roads = named_roads(open, *processor.value(), *with_parts.value());
    figures.roads.clear();
    for (const NamedRoad& road : roads)
        figures.roads.push_back(road.info);
    ToolQueryFigures::Size size{body.triangles().size(), std::vector<ToolQueryFigures::Times>(roads.size())};
    for (const ToolTrial& trial : trials)
        for (const bool sweeps : {false, true}) {
            const TrialFrames frames(body, trial, sweeps);
            std::vector<std::vector<double>> times(roads.size());
            for (int round = 0; round < rounds; ++round)
                for (std::size_t k = 0; k < roads.size(); ++k)
                    times[k].push_back(microseconds_a_frame(roads[k], frames));
            for (std::size_t k = 0; k < roads.size(); ++k) {
                double& mean = sweeps ? size.roads[k].sweeping : size.roads[k].standing;
                mean += median(times[k]) / double(trials.size());
            }
        }
    figures.sizes.push_back(std::move(size));
    return {};
}

/// What the tree looks at in a trial.
Result<void> count_tree_work(
    const TrialBody& body, const ToolTrial& trial, bool sweeps, FaceCounter& counter, ToolQueryFigures& figures)
{
    const std::optional<PaperHalfSpaces> volume =
        sweeps ? sweeping_volume(trial.volume, SweepView::perspective) : standing_volume(trial.volume);
    if (!volume)
        return {};
    const std::array<TriangleIndices, 12> surface = volume_surface();
    ObbTree organ, tool;
    organ.build(body.triangles(), body.positions_at(trial.seconds));
    tool.build(surface, volume->corners);
    std::vector<TrianglePair> pairs;
    ObbWork work;
    find_pairs(organ, tool, pairs, work);
    const double share = 1.0 / (2.0 * double(figures.liver_trials.size()));
    figures.tree.fitted_triangles += share * double(organ.fitted_triangles());
    figures.tree.box_tests += share * double(work.box_tests);
    figures.tree.triangle_tests += share * double(work.triangle_tests);
    FaceList crossed;
    for (const TrianglePair& pair : pairs)
        crossed.push_back(pair.a);
    std::ranges::sort(crossed);
    crossed.erase(std::unique(crossed.begin(), crossed.end()), crossed.end());
    const Result<FaceList> held = counter.held(volume->all());
    if (!held.ok())
        return held.error();
    figures.tree.unseen_faces += count_lacking(held.value(), crossed);
    return {};
}

/// The trial as it is: what the paper's volumes hold of it, what the tree looks at, and what is found in between.
Result<void> count_trial(const TrialBody& body, const ToolTrial& trial, FaceCounter& counter, ToolQueryFigures& figures)
{
    ToolVolume begin = trial.volume;
    begin.tip = begin.old_tip;
    FaceList at_ends;
    for (const ToolVolume& end : {standing(begin), standing(trial.volume)}) {
        const Result<FaceList> touched = counter.touched(end);
        if (!touched.ok())
            return touched.error();
        at_ends.insert(at_ends.end(), touched.value().begin(), touched.value().end());
    }
    std::ranges::sort(at_ends);
    for (const bool sweeps : {false, true}) {
        const std::optional<PaperHalfSpaces> volume =
            sweeps ? sweeping_volume(trial.volume, SweepView::perspective) : standing_volume(trial.volume);
        const Result<FaceList> touched = counter.touched(sweeps ? trial.volume : standing(trial.volume));
        if (!touched.ok() || !volume)
            return touched.ok() ? Result<void>{} : touched.error();
        const Result<FaceList> held = counter.held(volume->all());
        if (!held.ok())
            return held.error();
        (sweeps ? figures.sweeping_volume : figures.standing_volume).add(touched.value(), held.value());
        if (sweeps)
            figures.passed_faces += count_lacking(touched.value(), at_ends);
        if (Result<void> counted = count_tree_work(body, trial, sweeps, counter, figures); !counted.ok())
            return counted;
    }
    return {};
}

Result<void> count_angle(const ToolVolume& sweep, FaceCounter& counter, ToolQueryFigures::Angle& angle)
{
    const std::optional<PaperHalfSpaces> naive = sweeping_volume(sweep, SweepView::naive_box);
    const std::optional<PaperHalfSpaces> perspective = sweeping_volume(sweep, SweepView::perspective);
    if (!naive || !perspective)
        return {};
    const Result<FaceList> touched = counter.touched(sweep);
    if (!touched.ok())
        return touched.error();
    std::array<FaceList, 3> held;
    const std::array<std::vector<HalfSpace>, 3> asked = {naive->view, perspective->view, perspective->all()};
    for (std::size_t k = 0; k < asked.size(); ++k) {
        Result<FaceList> found = counter.held(asked[k]);
        if (!found.ok())
            return found.error();
        held[k] = std::move(found).value();
    }
    angle.naive_in_view += held[0].size();
    angle.perspective_in_view += held[1].size();
    angle.volume.add(touched.value(), held[2]);
    return {};
}

Result<void> count_faces(const TrialBody& body, const OpenRoads& roads, ToolQueryFigures& figures)
{
    const float radius = figures.liver_trials.front().volume.radius;
    Result<FaceCounter> counter = FaceCounter::create(body.triangles(), body.positions_at(0.0), radius);
    if (!counter.ok())
        return counter.error();
    for (const double metres : {0.01, 0.04})
        for (const double degrees : {90.0, 60.0, 45.0, 30.0, 15.0})
            figures.angles.push_back({.metres = metres, .degrees = degrees});
    for (const ToolTrial& trial : figures.liver_trials) {
        if (Result<void> moved = counter.value().set_positions(body.positions_at(trial.seconds)); !moved.ok())
            return moved;
        if (Result<void> counted = count_trial(body, trial, counter.value(), figures); !counted.ok())
            return counted;
        for (ToolQueryFigures::Angle& angle : figures.angles) {
            const ToolVolume sweep = with_motion(trial.volume, angle.metres, angle.degrees / 360.0);
            if (Result<void> counted = count_angle(sweep, counter.value(), angle); !counted.ok())
                return counted;
        }
        for (std::size_t k = 0; k < roads.cards.size(); ++k) {
            if (roads.cards[k] == nullptr)
                continue;
            ToolQueryFigures::Card& card = figures.cards[k];
            for (const auto& [volume, counts] :
                 {std::pair{standing(trial.volume), &card.standing}, {trial.volume, &card.sweeping}})
                if (Result<void> counted = counter.value().count_proposals(volume, roads.cards[k]->proposer(), *counts);
                    !counted.ok())
                    return counted;
        }
    }
    return {};
}

} // namespace

std::size_t ToolQueryFigures::road(const char* name) const
{
    return static_cast<std::size_t>(std::ranges::find(roads, name, &RoadInfo::name) - roads.begin());
}

Result<ToolQueryFigures> reproduce_tool_query(bool quick, const std::function<void(double)>& progress)
{
    ToolQueryFigures figures;
    const TrialBody tetrahedron = TrialBody::tetrahedron(), liver = TrialBody::liver(rings_of_paper_liver);
    Result<std::vector<ToolTrial>> few =
        find_trials(tetrahedron, tool_query_paper::tetrahedron_faces, tool_query_paper::trials);
    if (!few.ok())
        return few.error();
    Result<std::vector<ToolTrial>> many = find_trials(liver, tool_query_paper::liver_faces, tool_query_paper::trials);
    if (!many.ok())
        return many.error();
    figures.tetrahedron_trials = std::move(few).value();
    figures.liver_trials = std::move(many).value();
    progress(0.1);

    std::vector<TrialBody> bodies = {tetrahedron};
    const std::vector<std::uint32_t> all_rings =
        quick ? std::vector<std::uint32_t>{8} : std::vector<std::uint32_t>{2, 4, 6, 8, 12};
    for (const std::uint32_t rings : all_rings)
        bodies.push_back(TrialBody::liver(rings));
    bodies.push_back(liver);
    const OpenRoads roads = open_roads(figures);
    if (Result<void> counted = count_faces(liver, roads, figures); !counted.ok())
        return counted.error();
    const int rounds = quick ? 1 : 9;
    constexpr std::size_t timed_when_quick = 2;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        std::span<const ToolTrial> trials = k == 0 ? figures.tetrahedron_trials : figures.liver_trials;
        if (quick)
            trials = trials.first(timed_when_quick);
        if (Result<void> timed = time_size(bodies[k], roads, trials, rounds, figures); !timed.ok())
            return timed.error();
        progress(0.1 + 0.9 * double(k + 1) / double(bodies.size()));
    }
    return figures;
}

} // namespace tactus::cli
