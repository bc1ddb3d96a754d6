// SPDX-License-Identifier: MIT
// papers::interruptible_spheres against Figure 7 of Mendoza and O'Sullivan (2006). Two answers that are one test apart
// show what that test did, so that the spheres below every sphere become known, and the figure can be followed.
#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "check_sphere_trees.h"
#include "tree_scene.h"

#include <tactus/papers.h>
#include <tactus/tactus.h>

namespace tactus::fuzz::sphere_trees {

namespace {

using SphereName = std::tuple<float, float, float, float>;

SphereName sphere_name(const Sphere& s) { return {s.centre.x, s.centre.y, s.centre.z, s.radius}; }

bool same_pair(const papers::SpherePair& one, const papers::SpherePair& other)
{
    return one.a == other.a && one.b == other.b;
}

std::string both_of(const papers::SpherePair& pair) { return text(pair.a) + " and " + text(pair.b); }

/// A world of two bodies with sphere trees.
struct QueueWorld {
    PlacedMesh meshes[2];
    SphereTree trees[2]; ///< Of those that are made beforehand.
    StructureChoice structures[2];
    bool deforms[2] = {};
    World world = World::create().value();
    BodyId ids[2];
    double rounding = 0.0; ///< Metres by which spheres may be off.

    explicit QueueWorld(Random& random)
    {
        for (int k = 0; k < 2; ++k) {
            meshes[k].own = any_mesh(random);
            meshes[k].pose = any_pose(random, 0.8);
            if (random.one_in(3)) {
                trees[k] =
                    make_sphere_tree(
                        {meshes[k].own.triangles, meshes[k].own.positions},
                        {.levels = 1 + random.below(3), .branch = 2 + random.below(7), .method = SphereMethod::octree})
                        .value();
                structures[k] = structures::MedialSphereTree{.tree = &trees[k]};
            } else
                structures[k] = structures::OnDemandSphereTree{
                    .levels = random.below(6),
                    .enough_triangles = random.one_in(2) ? random.below(8) : random.below(100),
                    .cubic_root = random.one_in(2)};
            ids[k] = world
                         .add_body({
                             .triangles = meshes[k].own.triangles,
                             .positions = meshes[k].own.positions,
                             .structure = structures[k],
                         })
                         .value();
            deforms[k] = random.one_in(4);
            place(k, random);
            rounding = std::fmax(rounding, 1e-5 * extent(meshes[k].positions()));
        }
    }

    /// Puts a body where its mesh is: by its pose, or by positions, which may have become others.
    void place(int k, Random& random)
    {
        if (!deforms[k]) {
            world.set_pose(ids[k], meshes[k].pose).value();
            return;
        }
        meshes[k].own.positions = meshes[k].positions();
        meshes[k].pose = {};
        for (Vec3& p : meshes[k].own.positions)
            p.y += 0.1f * static_cast<float>(random.unit());
        world.set_positions(ids[k], meshes[k].own.positions).value();
    }

    papers::InterruptibleSpheres ask(std::uint64_t max_tests)
    {
        return papers::interruptible_spheres(world, ids[0], ids[1], {.max_tests = max_tests}).value();
    }
};

/// What tests have shown to be below spheres. A node may have a single one below it that is as large, so that spheres
/// are told apart by their levels as well; of several that are the same on one level nothing is known.
class KnownTree {
public:
    /// Gives a sentence if other spheres are below a sphere than at any time before; none are below a leaf.
    std::string takes(const Sphere& sphere, std::uint32_t level, const std::vector<SphereName>& below)
    {
        const Key key = {sphere_name(sphere), level};
        const auto [known, is_new] = below_.insert({key, below});
        if (is_new)
            for (const SphereName& child : below)
                ++count_[{child, level + 1}];
        if (known->second == below || count_[key] > 1)
            return "";
        return "below " + text(sphere) + " there are " + std::to_string(below.size()) + " spheres, and there were "
               + std::to_string(known->second.size()) + " or others";
    }

private:
    using Key = std::pair<SphereName, std::uint32_t>;
    std::map<Key, std::vector<SphereName>> below_;
    std::map<Key, int> count_; ///< How many spheres there are that are the same.
};

/// What is known of a pair that is to be tested.
struct Waiting {
    bool exchanged = false;       ///< The second body's sphere is its first.
    std::uint32_t levels[2] = {}; ///< How often what its two spheres are in was opened.
};

class QueueCheck {
public:
    QueueCheck(QueueWorld& asked, Findings& findings) : asked_(asked), findings_(findings) {}

    /// Compares the answers before and after one test. Of a pair that is put back, what was the second sphere comes
    /// first; lists have the first body's sphere first all the same.
    void step(const papers::InterruptibleSpheres& before, const papers::InterruptibleSpheres& after)
    {
        const papers::SpherePair& tested = before.pairs.front();
        const Waiting known = waiting_.front();
        const int first = known.exchanged ? 1 : 0, second = 1 - first;
        Waiting next = known;
        next.exchanged = !known.exchanged;
        ++next.levels[second];
        waiting_.pop_front();
        waiting_.resize(after.pairs.size(), next);
        const std::size_t left = before.pairs.size() - 1;
        if (after.pairs.size() < left || after.collisions.size() < before.collisions.size()
            || !std::equal(before.pairs.begin() + 1, before.pairs.end(), after.pairs.begin(), same_pair)
            || !std::equal(before.collisions.begin(), before.collisions.end(), after.collisions.begin(), same_pair))
            return wrong("a test did not take the first pair out and leave all others in their order");
        const std::vector<papers::SpherePair> added(
            after.pairs.begin() + static_cast<std::ptrdiff_t>(left), after.pairs.end());
        const std::size_t collided = after.collisions.size() - before.collisions.size();
        const double gap = length(arrow(tested.a.centre) - arrow(tested.b.centre))
                           - static_cast<double>(tested.a.radius) - static_cast<double>(tested.b.radius);
        if (added.empty() && collided == 0)
            return expect(gap > -asked_.rounding, both_of(tested) + " overlap, and a test of them gave nothing");
        expect(gap < asked_.rounding, both_of(tested) + " are apart, and a test of them gave something");
        if (collided) {
            expect(
                collided == 1 && added.empty() && same_pair(after.collisions.back(), tested),
                "a test of " + both_of(tested) + " gave a collision, and not of these alone");
            return takes(tested, 0, known, {}), takes(tested, 1, known, {});
        }
        std::vector<SphereName> below;
        for (const papers::SpherePair& pair : added) {
            expect(
                side(pair, first) == side(tested, first),
                "a test of " + both_of(tested) + " gave " + both_of(pair) + ", and the first of them was to stay");
            below.push_back(sphere_name(side(pair, second)));
        }
        // A leaf is put back as it is.
        if (added.size() == 1 && same_pair(added[0], tested))
            below.clear();
        expect(below.size() <= 8, std::to_string(below.size()) + " spheres are below one");
        takes(tested, second, known, below);
    }

    /// A cut after so many tests has made them, and found nothing that the whole answer does not have.
    void limit(const papers::InterruptibleSpheres& cut, std::uint64_t tests, const papers::InterruptibleSpheres& whole)
    {
        findings_.expect(
            cut.tests == std::min(tests, whole.tests) && cut.complete() == (tests >= whole.tests), "paper_queue_limit",
            "of " + std::to_string(whole.tests) + " tests, a limit of " + std::to_string(tests) + " made "
                + std::to_string(cut.tests));
        findings_.expect(
            cut.collisions.size() <= whole.collisions.size()
                && std::equal(cut.collisions.begin(), cut.collisions.end(), whole.collisions.begin(), same_pair),
            "paper_queue_limit", "what a cut answer found is not what the whole one found first");
    }

    /// Every pair of triangles that intersects is in a pair of spheres that is listed.
    void cover(const papers::InterruptibleSpheres& answer, const std::vector<MetTriangles>& met)
    {
        for (const MetTriangles& pair : met) {
            const Corners a = asked_.meshes[0].corners(pair.a), b = asked_.meshes[1].corners(pair.b);
            const auto holds = [&](const papers::SpherePair& spheres) { return in(a, spheres.a) && in(b, spheres.b); };
            findings_.expect(
                std::ranges::any_of(answer.pairs, holds) || std::ranges::any_of(answer.collisions, holds),
                "paper_queue_cover",
                "triangles " + std::to_string(pair.a) + " and " + std::to_string(pair.b)
                    + " intersect and are in no pair after " + std::to_string(answer.tests) + " tests");
        }
    }

private:
    bool in(const Corners& triangle, const Sphere& sphere) const
    {
        return std::ranges::all_of(triangle, [&](const Arrow& corner) {
            return length(corner - arrow(sphere.centre)) <= static_cast<double>(sphere.radius) + asked_.rounding;
        });
    }
    static const Sphere& side(const papers::SpherePair& pair, int which) { return which ? pair.b : pair.a; }
    void takes(const papers::SpherePair& pair, int which, const Waiting& known, const std::vector<SphereName>& below)
    {
        const std::string wrong = trees_[which].takes(side(pair, which), known.levels[which], below);
        findings_.expect(wrong.empty(), "paper_queue_tree", wrong);
    }
    void expect(bool holds, const std::string& message) { findings_.expect(holds, "paper_queue_step", message); }
    void wrong(const std::string& message) { findings_.add("paper_queue_step", message); }

    QueueWorld& asked_;
    Findings& findings_;
    std::deque<Waiting> waiting_ = {Waiting{}}; ///< As many as there are pairs to be tested.
    KnownTree trees_[2];
};

bool same_lists(const papers::InterruptibleSpheres& one, const papers::InterruptibleSpheres& other)
{
    const auto equal = [](const std::vector<papers::SpherePair>& a, const std::vector<papers::SpherePair>& b) {
        return std::equal(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const papers::SpherePair& p, const papers::SpherePair& q) { return same_pair(p, q); });
    };
    return one.tests == other.tests && equal(one.pairs, other.pairs) && equal(one.collisions, other.collisions);
}

void check_refusals_of_queue(QueueWorld& asked, Findings& findings)
{
    const FuzzMesh& mesh = asked.meshes[0].own;
    const BodyId other = asked.world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const auto refused = papers::interruptible_spheres(asked.world, asked.ids[0], other);
    findings.expect(
        !refused && !refused.error().message.empty(), "paper_queue_refusal", "a body without spheres is not refused");
    asked.world.remove_body(other).value();
    findings.expect(
        !papers::interruptible_spheres(asked.world, other, asked.ids[1]), "paper_queue_refusal",
        "a removed body is not refused");
}

} // namespace

void check_queue(Random random, Findings& findings)
{
    QueueWorld asked(random);
    QueueCheck check(asked, findings);
    const std::vector<MetTriangles> met = met_triangles(asked.meshes[0], asked.meshes[1]);
    const papers::InterruptibleSpheres none = asked.ask(0);
    findings.expect(
        none.tests == 0 && none.pairs.size() == 1 && none.collisions.empty(), "paper_queue_limit",
        "without a test there is not the pair of roots alone");
    const papers::InterruptibleSpheres whole = asked.ask(UINT64_MAX);
    findings.expect(whole.complete(), "paper_queue_limit", "without a limit the traversal did not end");
    findings.counts.pairs += met.size();
    check.cover(none, met);
    check.cover(whole, met);
    papers::InterruptibleSpheres before = none;
    for (std::uint64_t tests = 1; tests <= std::min<std::uint64_t>(whole.tests, 80); ++tests) {
        const papers::InterruptibleSpheres after = asked.ask(tests);
        ++findings.counts.queries;
        check.limit(after, tests, whole);
        if (before.pairs.empty())
            break;
        check.step(before, after);
        before = after;
    }
    for (int k = 0; k < 4; ++k) {
        const std::uint64_t tests = random.below(static_cast<std::uint32_t>(whole.tests + 2));
        const papers::InterruptibleSpheres cut = asked.ask(tests);
        check.limit(cut, tests, whole);
        check.cover(cut, met);
    }
    findings.expect(
        same_lists(whole, asked.ask(UINT64_MAX)), "paper_queue_again", "asked again it says something else");
    for (const BodyId id : asked.ids)
        asked.world.release_branches(id).value();
    (void)asked.world.find_pairs();
    findings.expect(
        same_lists(whole, asked.ask(UINT64_MAX)), "paper_queue_again",
        "after branches were released it says something else");
    const auto timed = papers::interruptible_spheres(
        asked.world, asked.ids[0], asked.ids[1], {.max_time = std::chrono::nanoseconds(random.below(20000))});
    check.cover(timed.value(), met);
    const auto at_once = papers::interruptible_spheres(
        asked.world, asked.ids[0], asked.ids[1], {.max_time = std::chrono::nanoseconds(0)});
    findings.expect(at_once.value().tests == 0, "paper_queue_time", "there were tests, and no time for them");
    check_refusals_of_queue(asked, findings);
}

} // namespace tactus::fuzz::sphere_trees
