// SPDX-License-Identifier: MIT
#include "cli/output/papers/reproductions.h"

#include "cli/output/papers/bucket_tree/bucket_report.h"
#include "cli/output/papers/interruptible/interruptible_report.h"
#include "cli/output/papers/on_demand/on_demand_claims.h"
#include "cli/output/papers/on_demand/on_demand_report.h"
#include "cli/output/papers/spherical_octree/octree_pictures.h"
#include "cli/output/papers/spherical_octree/octree_report.h"
#include "cli/output/papers/tool_query/tool_query_report.h"
#include "cli/output/table.h"

namespace tactus::cli {

namespace {

using Pictures = std::vector<std::pair<std::string, std::string>>;

void append(Pictures& pictures, Pictures more)
{
    for (auto& picture : more)
        pictures.push_back(std::move(picture));
}

Result<Findings> findings_of_buckets(const Effort& effort, const SetProgress& progress)
{
    const BucketFigures figures =
        reproduce_buckets(effort.quick ? BucketEffort::quick() : BucketEffort::whole(), progress);
    Findings findings{
        bucket_report_text(figures),
        bucket_report_json(figures),
        bucket_claims(figures),
        {{"bucket_tree_primitives.svg", bucket_sizes_svg(figures)},
         {"bucket_tree_levels.svg", bucket_levels_svg(figures)}}};
    append(findings.pictures, bucket_pictures(effort.quick));
    return findings;
}

Result<Findings> findings_of_interruptible(const Effort& effort, const SetProgress& progress)
{
    const Result<InterruptibleFigures> figures = reproduce_interruptible(effort.quick, effort.meshes, progress);
    if (!figures.ok())
        return figures.error();
    Findings findings{
        interruptible_report_text(figures.value()),
        interruptible_report_json(figures.value()),
        interruptible_claims(figures.value()),
        {{"interruptible_spheres.svg", interruptible_svg(figures.value())}}};
    append(findings.pictures, interruptible_pictures(figures.value(), effort.quick));
    return findings;
}

Result<Findings> findings_of_on_demand(const Effort& effort, const SetProgress& progress)
{
    const Result<OnDemandFigures> figures = reproduce_on_demand(effort.quick, effort.meshes, progress);
    if (!figures.ok())
        return figures.error();
    Findings findings{
        on_demand_report_text(figures.value()),
        on_demand_report_json(figures.value()),
        on_demand_claims(figures.value()),
        {{"on_demand_spheres.svg", on_demand_svg(figures.value())}}};
    append(findings.pictures, on_demand_pictures(figures.value(), effort.quick));
    return findings;
}

Result<Findings> findings_of_octrees(const Effort& effort, const SetProgress& progress)
{
    const Result<OctreeReproduction> all =
        reproduce_octree(effort.quick ? OctreeEffort::quick() : OctreeEffort::whole(), progress);
    if (!all.ok())
        return all.error();
    Findings findings{
        octree_report_text(all.value()),
        octree_report_json(all.value()),
        octree_claims(all.value()),
        {{"spherical_octree_checks.svg", checks_svg(all.value())},
         {"spherical_octree_levels.svg", levels_svg(all.value().levels)},
         {"spherical_octree_vertices.svg", vertices_svg(all.value().vertices)},
         {"spherical_octree_six_objects.svg", six_objects_svg(all.value().six_objects)}}};
    append(findings.pictures, octree_pictures(all.value(), effort.quick));
    return findings;
}

Result<Findings> findings_of_tools(const Effort& effort, const SetProgress& progress)
{
    const Result<ToolQueryFigures> figures = reproduce_tool_query(effort.quick, progress);
    if (!figures.ok())
        return figures.error();
    Findings findings{
        tool_query_report_text(figures.value()),
        tool_query_report_json(figures.value()),
        tool_query_claims(figures.value()),
        {{"tool_query.svg", tool_query_svg(figures.value())}}};
    append(findings.pictures, tool_query_pictures(figures.value(), effort.quick));
    return findings;
}

} // namespace

std::span<const Reproduction> all_reproductions()
{
    static constexpr Reproduction all[] = {
        {paper_names::bucket_tree, "Ganovelli, Dingliana and O'Sullivan 2000", false, findings_of_buckets},
        {paper_names::interruptible_spheres, "Mendoza and O'Sullivan 2006", true, findings_of_interruptible},
        {paper_names::on_demand_spheres, "Rodríguez and Franquesa 2005", true, findings_of_on_demand},
        {paper_names::spherical_octree, "Tzafestas and Coiffet 1996", false, findings_of_octrees},
        {paper_names::tool_query, "Lombardo, Cani and Neyret 1999", false, findings_of_tools},
    };
    return all;
}

std::string claims_text(std::span<const Claim> claims, bool quick)
{
    Table table({"paper", "what it says", "holds", "counted here"});
    for (const Claim& claim : claims)
        table.add_row({claim.paper, claim.sentence, quick ? "not judged" : claim.holds ? "yes" : "no", claim.figure});
    return table.text(3);
}

Json claims_json(std::span<const Claim> claims, bool quick)
{
    Json json = Json::array();
    for (const Claim& claim : claims)
        json.push_back(
            {{"paper", claim.paper},
             {"claim", claim.sentence},
             {"holds", quick ? Json() : Json(claim.holds)},
             {"figure", claim.figure}});
    return json;
}

} // namespace tactus::cli
