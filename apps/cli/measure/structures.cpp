// SPDX-License-Identifier: MIT
#include "cli/measure/structures.h"

#include <array>
#include <memory>

#include "cli/output/progress.h"

namespace tactus::cli {

namespace {

constexpr std::array<Structure, 6> structures = {Structure::refit_bvh,          Structure::spherical_octree,
                                                 Structure::bucket_octree,      Structure::on_demand_sphere_tree,
                                                 Structure::medial_sphere_tree, Structure::brute_force};
constexpr std::array<RefinementOrder, 3> orders = {
    RefinementOrder::worst_error_first, RefinementOrder::breadth_first, RefinementOrder::depth_first};
constexpr std::array<ForcePolicy, 3> policies = {ForcePolicy::held, ForcePolicy::certified_lower, ForcePolicy::spheres};

} // namespace

std::span<const Structure> all_structures() { return structures; }

const char* structure_name(Structure structure)
{
    switch (structure) {
    case Structure::refit_bvh:
        return "refit_bvh";
    case Structure::spherical_octree:
        return "spherical_octree";
    case Structure::bucket_octree:
        return "bucket_octree";
    case Structure::on_demand_sphere_tree:
        return "on_demand_sphere_tree";
    case Structure::medial_sphere_tree:
        return "medial_sphere_tree";
    case Structure::brute_force:
        return "brute_force";
    }
    return "";
}

std::vector<std::string> structure_names()
{
    std::vector<std::string> names;
    for (const Structure structure : structures)
        names.emplace_back(structure_name(structure));
    return names;
}

Structure structure_called(std::string_view name)
{
    for (const Structure structure : structures)
        if (name == structure_name(structure))
            return structure;
    return structures.front();
}

BodyDesc body_with(Structure structure, std::uint32_t threads)
{
    BodyDesc desc;
    desc.structure = structure;
    auto* medial = desc.structure.get_if<structures::MedialSphereTree>();
    if (medial == nullptr)
        return desc;
    medial->make.worker_count = threads;
    medial->make.progress = [bar = std::make_shared<Progress>("making spheres", 1000)](double done) {
        bar->set(static_cast<std::size_t>(1000.0 * done));
        return true;
    };
    return desc;
}

std::span<const RefinementOrder> all_orders() { return orders; }

const char* order_name(RefinementOrder order)
{
    switch (order) {
    case RefinementOrder::worst_error_first:
        return "worst";
    case RefinementOrder::breadth_first:
        return "breadth";
    case RefinementOrder::depth_first:
        return "depth";
    }
    return "";
}

const char* order_words(RefinementOrder order)
{
    switch (order) {
    case RefinementOrder::worst_error_first:
        return "worst error first";
    case RefinementOrder::breadth_first:
        return "breadth first";
    case RefinementOrder::depth_first:
        return "depth first";
    }
    return "";
}

std::vector<std::string> order_names()
{
    std::vector<std::string> names;
    for (const RefinementOrder order : orders)
        names.emplace_back(order_name(order));
    return names;
}

RefinementOrder order_called(std::string_view name)
{
    for (const RefinementOrder order : orders)
        if (name == order_name(order))
            return order;
    return orders.front();
}

const char* selection_name(ContactSelection which) { return which == ContactSelection::local ? "local" : "all"; }

std::vector<std::string> selection_names()
{
    return {selection_name(ContactSelection::local), selection_name(ContactSelection::all)};
}

ContactSelection selection_called(std::string_view name)
{
    return name == selection_name(ContactSelection::all) ? ContactSelection::all : ContactSelection::local;
}

const char* policy_name(ForcePolicy policy)
{
    switch (policy) {
    case ForcePolicy::held:
        return "held";
    case ForcePolicy::certified_lower:
        return "certified_lower";
    case ForcePolicy::spheres:
        return "spheres";
    }
    return "";
}

std::vector<std::string> policy_names()
{
    std::vector<std::string> names;
    for (const ForcePolicy policy : policies)
        names.emplace_back(policy_name(policy));
    return names;
}

ForcePolicy policy_called(std::string_view name)
{
    for (const ForcePolicy policy : policies)
        if (name == policy_name(policy))
            return policy;
    return policies.front();
}

} // namespace tactus::cli
