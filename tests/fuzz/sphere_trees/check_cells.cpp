// SPDX-License-Identifier: MIT
// papers::OnCollideTrees against the two algorithms of Rodríguez and Franquesa (2005). The trees are followed from
// outside: by the cells that are asked, and by the spheres that are there.
#include "check_sphere_trees.h"
#include "followed_tree.h"

#include <tactus/papers.h>

namespace tactus::fuzz::sphere_trees {

namespace {

using papers::CellQuestion;
using papers::LeafSpherePair;
using papers::OnCollideReport;
using papers::OnCollideTrees;

/// What a frame said, for when the next one has been asked.
struct Frame {
    std::vector<LeafSpherePair> pairs;
    std::vector<CellQuestion> asked;
    std::uint64_t views = 0;
    std::size_t made = 0, dropped = 0;

    explicit Frame(const OnCollideReport& report)
        : pairs(report.pairs.begin(), report.pairs.end()), asked(report.asked.begin(), report.asked.end()),
          views(report.views), made(report.nodes_made), dropped(report.nodes_dropped)
    {
    }
};

bool same_frame(const Frame& one, const Frame& other)
{
    return one.views == other.views && one.made == other.made && one.dropped == other.dropped
           && std::ranges::equal(
               one.pairs, other.pairs,
               [](const LeafSpherePair& p, const LeafSpherePair& q) {
                   return p.body_a == q.body_a && p.body_b == q.body_b && p.a == q.a && p.b == q.b;
               })
           && std::ranges::equal(one.asked, other.asked, [](const CellQuestion& p, const CellQuestion& q) {
                  return p.body == q.body && p.lower == q.lower && p.upper == q.upper && p.views == q.views
                         && p.holds_surface == q.holds_surface;
              });
}

/// Two or three bodies, and the trees that are judged.
class CellsCheck {
public:
    CellsCheck(Random& random, Findings& findings)
        : random_(random), findings_(findings),
          options_{.levels = random.below(random.one_in(8) ? 5 : 4), .drop_after = 1 + random.below(3)},
          trees_(OnCollideTrees::create(options_).value()), again_(OnCollideTrees::create(options_).value()),
          way_off_(any_way_off(random))
    {
        for (std::uint32_t k = 0; k < 2 + random.below(2); ++k) {
            PlacedMesh& mesh = meshes_.emplace_back();
            mesh.own = any_mesh(random);
            for (OnCollideTrees* trees : {&trees_, &again_})
                findings.expect(
                    trees->add_body(mesh.own.triangles, mesh.own.positions).value() == k, "paper_cells_nodes",
                    "bodies are not numbered from 0 on");
            followed_.emplace_back(mesh.own);
            findings.expect(
                trees_.node_count(k).value() == 1, "paper_cells_nodes", "a new body has more than its root");
        }
    }

    void place(double reach)
    {
        for (PlacedMesh& mesh : meshes_)
            if (random_.one_in(2) || mesh.pose == Pose{})
                mesh.pose = moved(any_pose(random_, reach), way_off_);
    }
    void place_apart()
    {
        for (std::size_t k = 0; k < meshes_.size(); ++k)
            meshes_[k].pose = {.position = {100.0 * static_cast<double>(k + 1), 0.0, 0.0}, .rotation = {}};
    }

    /// Plays a frame and judges all that it says.
    Frame frame()
    {
        std::vector<Pose> poses;
        for (const PlacedMesh& mesh : meshes_)
            poses.push_back(mesh.pose);
        const std::size_t before = nodes();
        const Frame said(trees_.collide(poses).value());
        ++findings_.counts.queries;
        findings_.expect(
            same_frame(said, Frame(again_.collide(poses).value())), "paper_cells_again",
            "trees with the same bodies and frames differ");
        take_questions(said);
        for (std::uint32_t a = 0; a < meshes_.size(); ++a)
            for (std::uint32_t b = a + 1; b < meshes_.size(); ++b) {
                const std::vector<MetTriangles> met = met_triangles(meshes_[a], meshes_[b]);
                findings_.counts.pairs += met.size();
                if (way_off_ == DoubleVec3{})
                    judge_pairs(a, b, met, said);
                else
                    findings_.expect(
                        met.empty()
                            || std::ranges::any_of(
                                said.pairs,
                                [&](const LeafSpherePair& pair) { return pair.body_a == a && pair.body_b == b; }),
                        "paper_cells_cover", "far from the origin, bodies intersect and no spheres are told");
            }
        findings_.expect(
            before + said.made == nodes() + said.dropped, "paper_cells_nodes",
            std::to_string(before) + " nodes, " + std::to_string(said.made) + " made and "
                + std::to_string(said.dropped) + " dropped, are " + std::to_string(nodes()));
        for (std::uint32_t k = 0; k < meshes_.size(); ++k) {
            const std::string wrong = followed_[k].follow(trees_.spheres(k).value());
            findings_.expect(wrong.empty(), "paper_cells_nodes", wrong);
            const std::size_t count = trees_.node_count(k).value();
            findings_.expect(
                !wrong.empty() || followed_[k].has_doubles() || count == followed_[k].node_count(), "paper_cells_nodes",
                std::to_string(count) + " nodes, and by its spheres " + std::to_string(followed_[k].node_count()));
        }
        return said;
    }

    /// Bodies that are apart lose level after level, until the roots are left. Where all nodes were looked at in one
    /// frame, each level goes when as many more frames have passed.
    void drop_all(bool all_at_once)
    {
        std::vector<std::uint32_t> times;
        place_apart();
        for (std::uint32_t k = 1; k <= options_.levels * (options_.drop_after + 1); ++k) {
            const Frame said = frame();
            findings_.expect(
                said.asked.empty() && said.pairs.empty(), "paper_cells_dropped", "something is asked of bodies apart");
            if (said.dropped)
                times.push_back(k);
        }
        findings_.expect(
            nodes() == meshes_.size(), "paper_cells_dropped",
            std::to_string(nodes()) + " nodes of " + std::to_string(meshes_.size()) + " bodies are left");
        std::string list;
        for (const std::uint32_t time : times)
            list += " " + std::to_string(time);
        findings_.expect(
            !all_at_once || times_are_right(times), "paper_cells_dropped",
            "nodes of " + std::to_string(options_.levels) + " levels went in frames" + list + ", and drop_after is "
                + std::to_string(options_.drop_after));
    }

    void refusals()
    {
        const std::vector<Pose> few(meshes_.size() - 1);
        findings_.expect(!trees_.collide(few), "paper_cells_refusal", "a pose too few is not refused");
        std::vector<Pose> bad(meshes_.size());
        bad.back().rotation = {0.0, 0.0, 0.0, 0.0};
        findings_.expect(!trees_.collide(bad), "paper_cells_refusal", "a rotation without a length is not refused");
        const auto number = static_cast<std::uint32_t>(meshes_.size());
        findings_.expect(
            !trees_.node_count(number) && !trees_.spheres(number), "paper_cells_refusal",
            "a body that is not there is not refused");
    }

private:
    bool times_are_right(const std::vector<std::uint32_t>& times) const
    {
        for (std::size_t t = 0; t < times.size(); ++t)
            if (times[t] != (t + 1) * (options_.drop_after + 1))
                return false;
        return times.size() <= options_.levels;
    }

    std::size_t nodes() const
    {
        std::size_t count = 0;
        for (std::uint32_t k = 0; k < meshes_.size(); ++k)
            count += trees_.node_count(k).value();
        return count;
    }

    void take_questions(const Frame& said)
    {
        std::uint64_t views = 0;
        std::size_t with_surface = 0;
        for (std::size_t first = 0; first + 8 <= said.asked.size(); first += 8) {
            const std::span<const CellQuestion> eight(said.asked.data() + first, 8);
            const std::string wrong = followed_[eight[0].body].divide(eight, options_.levels);
            findings_.expect(wrong.empty(), "paper_cells_asked", wrong);
        }
        findings_.expect(said.asked.size() % 8 == 0, "paper_cells_asked", "cells are not asked by eights");
        for (const CellQuestion& cell : said.asked) {
            views += cell.views;
            with_surface += cell.holds_surface;
            const SeenSurface seen = seen_surface(meshes_[cell.body].own, cell.lower, cell.upper);
            findings_.expect(
                seen.holds == cell.holds_surface, "paper_cells_surface",
                std::string("a cell ") + (seen.holds ? "holds surface" : "is empty") + ", and is told otherwise");
            findings_.expect(
                cell.views >= seen.least_views && cell.views <= seen.most_views, "paper_cells_views",
                "a cell " + std::string(seen.holds ? "with" : "without") + " surface took " + std::to_string(cell.views)
                    + " views, and " + std::to_string(seen.least_views) + " to " + std::to_string(seen.most_views)
                    + " are enough");
        }
        findings_.expect(
            views == said.views, "paper_cells_views",
            std::to_string(said.views) + " views, and cells took " + std::to_string(views));
        findings_.expect(
            with_surface == said.made, "paper_cells_nodes",
            std::to_string(said.made) + " nodes were made, and " + std::to_string(with_surface)
                + " cells hold surface");
    }

    void judge_pairs(std::uint32_t a, std::uint32_t b, const std::vector<MetTriangles>& met, const Frame& said)
    {
        const double rounding = 1e-5 * (1.0 + extent(meshes_[a].positions()) + extent(meshes_[b].positions()));
        SpherePairs sphere_pairs(
            followed_[a], meshes_[a].pose, followed_[b], meshes_[b].pose, rounding, options_.levels);
        const std::string wrong = sphere_pairs.judge(said.pairs, a, b);
        findings_.expect(wrong.empty(), "paper_cells_pairs", wrong);
        for (const MetTriangles& pair : met) {
            const Arrow at = common_point(meshes_[a].corners(pair.a), meshes_[b].corners(pair.b));
            const bool covered = std::ranges::any_of(said.pairs, [&](const LeafSpherePair& spheres) {
                return spheres.body_a == a && spheres.body_b == b && holds(spheres.a, at, rounding)
                       && holds(spheres.b, at, rounding);
            });
            findings_.expect(
                covered, "paper_cells_cover",
                "triangles " + std::to_string(pair.a) + " and " + std::to_string(pair.b)
                    + " intersect at a point that is in no pair of spheres, of " + std::to_string(said.pairs.size()));
        }
    }

    static bool holds(const Sphere& sphere, const Arrow& p, double rounding)
    {
        return length(arrow(sphere.centre) - p) <= static_cast<double>(sphere.radius) + rounding;
    }

    Random& random_;
    Findings& findings_;
    papers::OnCollideOptions options_;
    OnCollideTrees trees_, again_;
    DoubleVec3 way_off_; ///< Where all bodies are.
    std::vector<PlacedMesh> meshes_;
    std::vector<FollowedTree> followed_;
};

} // namespace

void check_cells(Random random, Findings& findings)
{
    CellsCheck check(random, findings);
    for (int round = 0; round < 2; ++round) {
        const int frames = random.between(1, 3);
        for (int k = 0; k < frames; ++k) {
            check.place(random.one_in(3) ? 2.0 : 0.7);
            (void)check.frame();
        }
        check.drop_all(frames == 1);
    }
    check.refusals();
}

} // namespace tactus::fuzz::sphere_trees
