// SPDX-License-Identifier: MIT
#include "cli/output/papers/tool_query/tool_query_report.h"

namespace tactus::cli {

namespace {

using tool_query_paper::Both;

Json both_json(const Both& both) { return {{"standing", both.standing}, {"sweeping", both.sweeping}}; }

Json volume_json(const VolumeCounts& counts)
{
    return {
        {"touched", counts.touched}, {"in_volume", counts.clipped}, {"missed", counts.missed}, {"added", counts.added}};
}

Json proposals_json(const ProposalCounts& counts)
{
    return {
        {"proposed", counts.proposed},
        {"in_vain", counts.in_vain},
        {"not_proposed", counts.not_proposed},
        {"lost", counts.lost}};
}

Json trials_json(const std::vector<ToolTrial>& trials)
{
    Json list = Json::array();
    for (const ToolTrial& trial : trials)
        list.push_back({{"standing_faces", trial.standing_faces}, {"sweeping_faces", trial.sweeping_faces}});
    return list;
}

Json paper_json()
{
    Json list = Json::array();
    for (const tool_query_paper::Machine& machine : tool_query_paper::machines)
        list.push_back(
            {{"machine", machine.name},
             {"milliseconds", both_json(machine.milliseconds)},
             {"tree_build_milliseconds", machine.build_ms},
             {"tree_milliseconds", both_json(machine.tree_milliseconds)},
             {"times_faster_deforming", both_json(machine.times_faster_deforming)},
             {"times_faster_rigid", both_json(machine.times_faster_rigid)}});
    return list;
}

} // namespace

Json tool_query_report_json(const ToolQueryFigures& figures)
{
    Json json = {{"paper", paper_json()}};
    if (!figures.renderer.empty())
        json["renderer"] = figures.renderer;
    json["roads"] = Json::array();
    for (std::size_t k = 0; k < figures.roads.size(); ++k) {
        const TimesFaster factors = times_faster(figures, k);
        Json road = {
            {"name", figures.roads[k].name},
            {"times_faster_deforming", both_json(factors.deforming)},
            {"times_faster_rigid", both_json(factors.rigid)},
            {"sizes", Json::array()}};
        for (const ToolQueryFigures::Size& size : figures.sizes)
            road["sizes"].push_back(
                {{"triangles", size.triangles},
                 {"microseconds", both_json({size.roads[k].standing, size.roads[k].sweeping})}});
        json["roads"].push_back(std::move(road));
    }
    json["cards"] = Json::array();
    for (const ToolQueryFigures::Card& card : figures.cards) {
        Json entry = {{"name", card.name}};
        if (card.absence.empty())
            entry.update({{"standing", proposals_json(card.standing)}, {"sweeping", proposals_json(card.sweeping)}});
        else
            entry["absence"] = card.absence;
        json["cards"].push_back(std::move(entry));
    }
    json["liver_trials"] = trials_json(figures.liver_trials);
    json["tetrahedron_trials"] = trials_json(figures.tetrahedron_trials);
    json["volumes"] = {
        {"standing", volume_json(figures.standing_volume)}, {"sweeping", volume_json(figures.sweeping_volume)}};
    json["faces_touched_on_the_way_alone"] = figures.passed_faces;
    json["tree"] = {
        {"fitted_triangles", figures.tree.fitted_triangles},
        {"box_tests", figures.tree.box_tests},
        {"triangle_tests", figures.tree.triangle_tests},
        {"unseen_faces", figures.tree.unseen_faces}};
    json["angles"] = Json::array();
    for (const ToolQueryFigures::Angle& angle : figures.angles) {
        Json entry = {
            {"metres", angle.metres},
            {"degrees", angle.degrees},
            {"naive_in_view", angle.naive_in_view},
            {"perspective_in_view", angle.perspective_in_view}};
        entry.update(volume_json(angle.volume));
        json["angles"].push_back(std::move(entry));
    }
    return json;
}

} // namespace tactus::cli
