// SPDX-License-Identifier: MIT
// ForcePolicy::spheres, against "Parts that push" of docs/contacts.md and equation 11 of Mendoza and O'Sullivan (2006).
#include <algorithm>
#include <map>
#include <tuple>

#include "../apart/told_laws.h"
#include "check_sphere_trees.h"
#include "push_world.h"

#include <tactus/papers.h>

namespace tactus::fuzz::sphere_trees {

namespace {

using PointName = std::tuple<float, float, float>;

PointName point_name(const Vec3& p) { return {p.x, p.y, p.z}; }

/// One cut, and what it pushes with.
struct Pushed {
    std::vector<Contact> confirmed, parts; ///< As they are when forces have been asked for.
    bool complete = false;
    std::vector<ContactForce> forces;
    std::vector<VertexForce> vertices;
    std::vector<Wrench> bodies;
    std::vector<ToldPush> told;

    Pushed(World& world, Budget budget, bool refine)
    {
        const ContactReport& report = refine ? world.refine_contacts(budget) : world.find_contacts(budget);
        ask(world);
        confirmed.assign(report.contacts.begin(), report.contacts.end());
        parts.assign(report.unrefined.begin(), report.unrefined.end());
        complete = report.complete;
    }
    void ask(World& world)
    {
        ToldLaw law;
        const ForceReport& report = world.contact_forces({.policy = ForcePolicy::spheres, .law = &law});
        forces.assign(report.contacts.begin(), report.contacts.end());
        vertices.assign(report.vertices.begin(), report.vertices.end());
        bodies.assign(report.bodies.begin(), report.bodies.end());
        told = law.take();
    }
};

class PartsCheck {
public:
    PartsCheck(PushWorld& asked, const Pushed& pushed, Findings& findings)
        : asked_(asked), pushed_(pushed), findings_(findings)
    {
        for (const Contact& part : pushed.parts)
            if (depth_of(part) > 0.0)
                deep_.push_back(&part);
    }

    void all()
    {
        findings_.counts.contacts += deep_.size();
        finite();
        named();
        told();
        sizes();
        balance();
    }

private:
    /// How deep forces see a part. Of one that covers what may lie inside, nothing says that it is near.
    double depth_of(const Contact& part) const
    {
        return part.silent && !(part.separation < 0.0f)
                   ? 0.0
                   : static_cast<double>(asked_.rest_offset) - static_cast<double>(part.separation);
    }
    void expect(bool holds, const char* check, const std::string& message) { findings_.expect(holds, check, message); }

    void finite()
    {
        bool all_finite = true;
        const auto look = [&](const Vec3& v) {
            all_finite = all_finite && std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        };
        for (const ContactForce& f : pushed_.forces)
            look(f.force), look(f.point);
        for (const VertexForce& f : pushed_.vertices)
            look(f.force);
        for (const Wrench& w : pushed_.bodies)
            look(w.force), look(w.torque);
        expect(all_finite, "paper_force_finite", "a force is not finite");
    }

    /// Parts that push name a triangle of each body, and its nearest point to theirs.
    void named()
    {
        for (const Contact* part : deep_) {
            side(part->body_a, part->vertices_a, part->weights_a, part->point);
            side(part->body_b, part->vertices_b, part->weights_b, part->point);
            expect(
                std::fabs(length(arrow(part->normal)) - 1.0) < 1e-5, "paper_force_along",
                "a normal is not of unit length");
        }
    }
    void side(
        BodyId body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights,
        const Vec3& point)
    {
        const PlacedMesh& mesh = asked_.mesh_of(body);
        const auto of_body = [&](const TriangleIndices& t) { return std::ranges::is_permutation(t, vertices); };
        if (std::ranges::none_of(mesh.own.triangles, of_body))
            return expect(false, "paper_force_named", "a part names vertices that are no triangle of its body");
        const std::vector<Vec3> positions = mesh.positions();
        Arrow at = {};
        Corners corners;
        double sum = 0.0;
        bool negative = false;
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = arrow(positions[vertices[k]]);
            at = at + static_cast<double>(weights[k]) * corners[k];
            sum += static_cast<double>(weights[k]);
            negative = negative || weights[k] < 0.0f;
        }
        expect(
            std::fabs(sum - 1.0) < 1e-5 && !negative, "paper_force_named",
            "weights of a part that pushes sum to " + std::to_string(sum));
        const double off = length(at - arrow(point)) - length(nearest_on(corners, arrow(point)) - arrow(point));
        expect(
            off < 1e-5 * asked_.size, "paper_force_named",
            "a part acts on a point that is by " + std::to_string(off)
                + " farther from it than the nearest of that triangle");
    }

    /// The law is asked once about every part that overlaps, with its depth and normal.
    void told()
    {
        std::vector<std::tuple<double, float, float, float>> expected, asked;
        for (const Contact* part : deep_)
            expected.push_back({depth_of(*part), part->normal.x, part->normal.y, part->normal.z});
        for (const ToldPush& push : pushed_.told)
            if (push.load.id == 0)
                asked.push_back(
                    {push.load.depth, static_cast<float>(push.load.normal.x), static_cast<float>(push.load.normal.y),
                     static_cast<float>(push.load.normal.z)});
        expect(
            asked.size() == expected.size(), "paper_force_told",
            std::to_string(expected.size()) + " parts overlap, and the law is asked about "
                + std::to_string(asked.size()));
        std::ranges::sort(expected);
        std::ranges::sort(asked);
        for (std::size_t k = 0; k < std::min(expected.size(), asked.size()); ++k)
            expect(
                std::fabs(std::get<0>(expected[k]) - std::get<0>(asked[k])) < 1e-6 * asked_.size, "paper_force_told",
                "a part is " + std::to_string(std::get<0>(expected[k])) + " deep, and the law is told "
                    + std::to_string(std::get<0>(asked[k])));
    }

    static std::size_t heavy(const std::array<float, 3>& weights)
    {
        return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
    }
    static bool is_tie(std::array<float, 3> weights)
    {
        std::ranges::sort(weights);
        return weights[2] - weights[1] < 1e-4f;
    }

    /// What each part would push with alone, in the order of deep_. None if nobody can say how parts share areas.
    std::vector<Arrow> pushes_alone()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> shares;
        bool tie = false;
        for (const Contact* part : deep_) {
            if (part->silent)
                continue;
            ++shares[{part->body_a.index, part->vertices_a[heavy(part->weights_a)]}];
            ++shares[{part->body_b.index, part->vertices_b[heavy(part->weights_b)]}];
            tie = tie || is_tie(part->weights_a) || is_tie(part->weights_b);
        }
        const Material& m = asked_.material;
        if (tie && m.stiffness == 0.0f)
            return {};
        std::vector<double> told_areas;
        for (const ToldPush& push : pushed_.told)
            if (push.load.id == 0)
                told_areas.push_back(push.load.area);
        if (told_areas.size() != deep_.size())
            return {};
        std::vector<Arrow> alone;
        for (std::size_t k = 0; k < deep_.size(); ++k) {
            const Contact* part = deep_[k];
            const double depth = depth_of(*part), r = 0.5 * static_cast<double>(part->point_bound);
            const double h = std::fmin(depth, 2.0 * r), cap = 3.14159265358979323846 * h * (r - h / 3.0);
            double area = told_areas[k];
            if (part->silent)
                expect(
                    area >= (1.0 - 1e-4) * cap, "paper_force_size",
                    "what may lie inside stands for less than a sphere: " + std::to_string(area));
            else
                area = cap
                       / std::fmax(
                           shares[{part->body_a.index, part->vertices_a[heavy(part->weights_a)]}],
                           shares[{part->body_b.index, part->vertices_b[heavy(part->weights_b)]}]);
            const double stiffness = m.stiffness > 0.0f ? static_cast<double>(m.stiffness)
                                                        : static_cast<double>(m.pressure_stiffness) * area;
            alone.push_back(depth * stiffness * arrow(part->normal));
        }
        return alone;
    }

    /// Forces are along the normals, and as large as the page says, point by point: those that cover what may lie
    /// inside say how hard the bodies push each other, and push with what all others leave of that.
    void sizes()
    {
        const std::vector<Arrow> alone = pushes_alone();
        if (alone.size() != deep_.size())
            return;
        PushesOfParts pushes;
        for (std::size_t k = 0; k < std::min(pushed_.confirmed.size(), pushed_.forces.size()); ++k)
            pushes.confirmed = pushes.confirmed + arrow(pushed_.forces[k].force);
        for (std::size_t k = 0; k < deep_.size(); ++k)
            pushes.add_part(deep_[k]->silent, alone[k]);
        struct Sum {
            Arrow force = {};
            double size = 0.0;
            std::size_t count = 0;
        };
        std::map<PointName, Sum> expected, listed;
        for (std::size_t k = 0; k < deep_.size(); ++k) {
            const Arrow force = pushes.share(deep_[k]->silent) * alone[k];
            Sum& sum = expected[point_name(deep_[k]->point)];
            sum.force = sum.force + force;
            sum.size += length(force);
            ++sum.count;
        }
        for (std::size_t k = pushed_.confirmed.size(); k < pushed_.forces.size(); ++k) {
            Sum& sum = listed[point_name(pushed_.forces[k].point)];
            sum.force = sum.force + arrow(pushed_.forces[k].force);
        }
        for (const auto& [point, sum] : listed)
            expect(expected.contains(point), "paper_force_size", "a force where no part overlaps");
        for (const auto& [point, sum] : expected) {
            const Sum& other = listed[point];
            expect(
                length(sum.force - other.force)
                    <= 1e-3 * sum.size + 1e-5 * (length(pushes.covers) + length(pushes.confirmed)) + 1e-6,
                "paper_force_size",
                "parts push with " + text(other.force) + " N, and by the page with " + text(sum.force) + ", "
                    + std::to_string(sum.count) + " at that point");
        }
    }

    /// What one body is pushed by the other is pushed back, and vertices carry all of it.
    void balance()
    {
        std::map<BodyId, Arrow> by_vertices;
        for (const VertexForce& f : pushed_.vertices)
            by_vertices[f.body] = by_vertices[f.body] + arrow(f.force);
        Arrow sum = {};
        double size = 0.0;
        for (const ContactForce& f : pushed_.forces)
            size += length(arrow(f.force));
        for (const Wrench& wrench : pushed_.bodies) {
            sum = sum + arrow(wrench.force);
            expect(
                length(by_vertices[wrench.body] - arrow(wrench.force)) <= 1e-4 * size + 1e-9, "paper_force_vertices",
                "vertices carry " + text(by_vertices[wrench.body]) + " N of " + text(arrow(wrench.force)));
            Arrow force = {}, torque = {};
            double arm = 0.0;
            for (const ContactForce& f : pushed_.forces) {
                const Arrow on_it = (f.body_b == wrench.body ? 1.0 : -1.0) * arrow(f.force);
                force = force + on_it;
                torque = torque + cross(Arrow(arrow(f.point) - arrow(wrench.centroid)), on_it);
                arm = std::fmax(arm, length(arrow(f.point) - arrow(wrench.centroid)));
            }
            expect(
                length(force - arrow(wrench.force)) <= 1e-4 * size + 1e-9
                    && length(torque - arrow(wrench.torque)) <= 1e-3 * size * arm + 1e-9,
                "paper_force_balance",
                "a body is pushed by " + text(arrow(wrench.force)) + " N, and by its contacts by " + text(force));
        }
        expect(
            length(sum) <= 1e-4 * size + 1e-9, "paper_force_balance",
            "both bodies together are pushed by " + text(sum) + " N of " + std::to_string(size));
    }

    PushWorld& asked_;
    const Pushed& pushed_;
    Findings& findings_;
    std::vector<const Contact*> deep_;
};

/// The roots alone push along the line of their centres, by how far they overlap on it.
void check_roots(PushWorld& asked, const Pushed& pushed, Findings& findings)
{
    // Beside the roots there may be what covers all that may lie inside.
    const auto is_tree_part = [](const Contact& one) { return !one.silent; };
    if (std::ranges::count_if(pushed.parts, is_tree_part) != 1 || !pushed.confirmed.empty())
        return;
    const Contact& part = *std::ranges::find_if(pushed.parts, is_tree_part);
    const double sense = part.body_a == asked.ids[0] ? 1.0 : -1.0;
    const auto roots = papers::interruptible_spheres(asked.world, asked.ids[0], asked.ids[1], {.max_tests = 0});
    if (!roots || !asked.posed_spheres)
        return;
    const papers::SpherePair& pair = roots.value().pairs.front();
    const Arrow between = sense * Arrow(arrow(pair.b.centre) - arrow(pair.a.centre));
    const double apart = length(between);
    const double rounding = 1e-5 * asked.size;
    if (apart > 100.0 * rounding) {
        findings.expect(
            length(cross(between, arrow(part.normal))) <= 2.0 * rounding && dot(between, arrow(part.normal)) > 0.0,
            "paper_force_roots",
            "the roots are " + text(between) + " from each other, and push along " + text(arrow(part.normal)));
        const double overlap = std::clamp(
            apart - static_cast<double>(pair.a.radius) - static_cast<double>(pair.b.radius),
            static_cast<double>(part.separation_lower), static_cast<double>(part.separation_upper));
        findings.expect(
            std::fabs(static_cast<double>(part.separation) - overlap) <= 4.0 * rounding, "paper_force_roots",
            "the roots are " + std::to_string(overlap) + " apart, and say "
                + std::to_string(static_cast<double>(part.separation)));
    }
    if (apart == 0.0) {
        const BodyInfo a = asked.world.info(asked.ids[0]).value(), b = asked.world.info(asked.ids[1]).value();
        const auto overlap = [](float lower_a, float upper_a, float lower_b, float upper_b) {
            return static_cast<double>(std::min(upper_a, upper_b)) - static_cast<double>(std::max(lower_a, lower_b));
        };
        const double overlaps[3] = {
            overlap(a.lower_corner.x, a.upper_corner.x, b.lower_corner.x, b.upper_corner.x),
            overlap(a.lower_corner.y, a.upper_corner.y, b.lower_corner.y, b.upper_corner.y),
            overlap(a.lower_corner.z, a.upper_corner.z, b.lower_corner.z, b.upper_corner.z)};
        const double least = *std::ranges::min_element(overlaps);
        const Arrow n = arrow(part.normal);
        const double along[3] = {std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)};
        bool is_axis = false;
        for (int k = 0; k < 3; ++k)
            is_axis = is_axis || (along[k] == 1.0 && overlaps[k] <= least + 1e-5 * asked.size);
        findings.expect(
            is_axis, "paper_force_concentric",
            "roots with one centre push along " + text(n) + ", and the boxes overlap by " + std::to_string(overlaps[0])
                + ", " + std::to_string(overlaps[1]) + " and " + std::to_string(overlaps[2]));
    }
}

} // namespace

void check_pushing_parts(Random random, Findings& findings)
{
    PushWorld asked(random);
    for (int k = 0; k < 5; ++k) {
        const std::uint32_t most = k < 2 ? 4 : k < 4 ? 60 : 1000;
        Pushed pushed(asked.world, Budget::work_units(k ? random.below(most) : 0), k > 0 && random.one_in(2));
        ++findings.counts.queries;
        PartsCheck(asked, pushed, findings).all();
        if (k == 0)
            check_roots(asked, pushed, findings);
        Pushed again = pushed;
        again.ask(asked.world);
        findings.expect(
            std::ranges::equal(
                pushed.bodies, again.bodies,
                [](const Wrench& one, const Wrench& other) {
                    return length(arrow(one.force) - arrow(other.force)) <= 1e-4 * length(arrow(one.force)) + 1e-6;
                }),
            "paper_force_again", "asked again, forces are others");
    }
    const Pushed whole(asked.world, Budget::unlimited(), true);
    PartsCheck(asked, whole, findings).all();
    findings.expect(whole.complete && whole.parts.empty(), "paper_force_complete", "a whole answer has parts");
    const ForceReport& held = asked.world.contact_forces({});
    findings.expect(
        std::ranges::equal(
            whole.bodies, held.bodies,
            [](const Wrench& one, const Wrench& other) {
                return length(arrow(one.force) - arrow(other.force)) <= 1e-4 * length(arrow(one.force)) + 1e-6;
            }),
        "paper_force_complete", "of a whole answer, the policies push otherwise");
}

} // namespace tactus::fuzz::sphere_trees
