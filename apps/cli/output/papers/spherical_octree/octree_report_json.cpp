// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/output/papers/spherical_octree/octree_report.h"

namespace tactus::cli {

namespace {

template <class T, class Convert>
Json per_query(const PerQuery<T>& values, const Convert& convert)
{
    Json json;
    for (const OctreeQuery query : all_octree_queries)
        json[query_key(query)] = convert(values[query]);
    return json;
}

Json numbers(const PerQuery<double>& values)
{
    return per_query(values, [](double value) { return Json(value); });
}

Json level_json(const std::optional<std::uint32_t>& level) { return level ? Json(*level) : Json(); }

Json checks_json(const CheckCounts& counts)
{
    return {
        {"node_tests", counts.node_tests},
        {"checks", counts.checks},
        {"cost", counts.cost(octree_paper::price_of_check)},
        {"microseconds", counts.microseconds}};
}

Json runner_json(const LevelRace::Runner& runner)
{
    return {
        {"levels", runner.levels},
        {"microseconds", numbers(runner.microseconds)},
        {"paper_leaf_test", checks_json(runner.checks)}};
}

Json levels_json(const LevelsFigure& figure)
{
    Json json = {{"fineness", figure.fineness}, {"objects", Json::array()}, {"levels", Json::array()}};
    for (const LevelsFigure::Object& object : figure.objects)
        json["objects"].push_back(
            {{"name", object.name},
             {"vertices", object.vertices},
             {"triangles", object.triangles},
             {"best_levels", per_query(object.best, [](std::uint32_t level) { return Json(level); })},
             {"chosen_levels", per_query(object.chosen, level_json)},
             {"chosen_over_best", numbers(object.loss)},
             {"best_levels_by_paper_leaf_test", cheapest(object.checks, octree_paper::price_of_check).levels}});
    for (const LevelRace::Runner& runner : figure.levels)
        json["levels"].push_back(runner_json(runner));
    json["pairs"] = Json::array();
    for (const LevelsFigure::Pair& pair : figure.pairs) {
        Json levels = Json::array();
        for (const LevelRace::Runner& runner : pair.levels)
            levels.push_back(runner_json(runner));
        json["pairs"].push_back({{"pair", pair.name}, {"levels", std::move(levels)}});
    }
    json["chosen_microseconds"] = numbers(figure.automatic);
    json["chosen_not_uniform_microseconds"] = numbers(figure.by_default);
    json["moving_microseconds"] = figure.moving;
    return json;
}

Json growth_json(Json levels, const VerticesFigure::Growth& growth)
{
    return {
        {"levels", std::move(levels)},
        {"line", per_query(
                     growth.line,
                     [](const LineFit& line) {
                         return Json{
                             {"microseconds_per_vertex", line.slope},
                             {"microseconds_at_none", line.intercept},
                             {"r_squared", line.r_squared}};
                     })},
        {"exponent", numbers(growth.exponent)}};
}

Json vertices_json(const VerticesFigure& figure)
{
    Json json = {{"sizes", Json::array()}, {"growth", Json::array()}};
    for (const VerticesFigure::Size& size : figure.sizes) {
        Json levels = Json::array();
        for (const LevelRace::Runner& runner : size.race.runners)
            levels.push_back(runner_json(runner));
        json["sizes"].push_back(
            {{"vertices", size.vertices},
             {"levels", std::move(levels)},
             {"chosen_levels", per_query(
                                   size.race.chosen,
                                   [](const auto& chosen) {
                                       return Json{level_json(chosen[0]), level_json(chosen[1])};
                                   })},
             {"chosen_microseconds", numbers(size.race.automatic)},
             {"moving_microseconds", size.race.moving}});
    }
    for (std::size_t k = 0; k < figure.levels.size(); ++k)
        json["growth"].push_back(growth_json(figure.levels[k], figure.growth[k]));
    json["growth"].push_back(growth_json("best", figure.growth_of_best));
    json["growth"].push_back(growth_json("chosen", figure.growth_of_automatic));
    return json;
}

Json times_json(const std::vector<double>& times)
{
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {
        {"mean", sum / static_cast<double>(times.size())},
        {"worst", *std::ranges::max_element(times)},
        {"frames", times}};
}

Json six_objects_json(const RigidRun& run)
{
    Json json = {
        {"paper_milliseconds", octree_paper::six_objects_ms},
        {"vertices", run.vertices},
        {"triangles", run.triangles},
        {"pairs", run.pairs_found},
        {"contacts", run.contacts_found},
        {"push_newtons", run.push},
        {"frames_without_contacts", run.frames_without_contacts()},
        {"structures", Json::array()}};
    for (const RigidTimes& times : run.entries)
        json["structures"].push_back(
            {{"name", times.name},
             {"pairs_microseconds", times_json(times.pairs)},
             {"contacts_microseconds", times_json(times.contacts)}});
    return json;
}

} // namespace

Json octree_report_json(const OctreeReproduction& all)
{
    Json json = {
        {"paper",
         {{"authors", "Tzafestas and Coiffet"},
          {"year", 1996},
          {"machine", octree_paper::machine},
          {"best_levels",
           {{"box", octree_paper::best_levels_of_box}, {"cylinder", octree_paper::best_levels_of_cylinder}}},
          {"six_objects_milliseconds", octree_paper::six_objects_ms}}},
        {"price_of_check", octree_paper::price_of_check},
        {"figure_4", Json::array()}};
    for (const LevelsFigure& figure : all.levels)
        json["figure_4"].push_back(levels_json(figure));
    json["figure_5"] = vertices_json(all.vertices);
    json["proposition_1"] = {
        {"vertices_in_contact", all.proposition.vertices},
        {"with_more_faces", all.proposition.with_more_faces},
        {"checks", all.proposition.checks},
        {"saved_checks", all.proposition.saved_checks}};
    json["six_objects"] = six_objects_json(all.six_objects);
    return json;
}

} // namespace tactus::cli
