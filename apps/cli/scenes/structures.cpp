// SPDX-License-Identifier: MIT
#include "cli/scenes/structures.h"

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

/// The names of all values of a kind, in their order.
template <class Values, class Name>
std::vector<std::string> names_of(const Values& values, Name name)
{
    std::vector<std::string> names;
    for (const auto value : values)
        names.emplace_back(name(value));
    return names;
}

/// The value with this name, and the first one where there is none.
template <class Values, class Name>
auto value_called(std::string_view called, const Values& values, Name name)
{
    for (const auto value : values)
        if (called == name(value))
            return value;
    return values.front();
}

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

std::vector<std::string> structure_names() { return names_of(structures, structure_name); }

Structure structure_called(std::string_view name) { return value_called(name, structures, structure_name); }

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

std::vector<std::string> order_names() { return names_of(orders, order_name); }

RefinementOrder order_called(std::string_view name) { return value_called(name, orders, order_name); }

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

std::vector<std::string> policy_names() { return names_of(policies, policy_name); }

ForcePolicy policy_called(std::string_view name) { return value_called(name, policies, policy_name); }

} // namespace tactus::cli
