// SPDX-License-Identifier: MIT
// Tactus, through its public headers alone, as a user writes it on the first day.
#include <algorithm>
#include <span>
#include <stdexcept>

#include <tactus/tactus.h>

#include "libraries/peer.h"

namespace tactus::peers {

namespace {

template <class T>
T value_or_throw(Result<T> result)
{
    if (!result)
        throw std::runtime_error("Tactus refused: " + result.error().message);
    return std::move(result).value();
}

class TactusPeer : public Peer {
public:
    explicit TactusPeer(Structure structure, const ContactSettings& contacts = {})
        : world_(value_or_throw(World::create({.contacts = contacts}))), structure_(structure)
    {
    }

    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        for (std::size_t m = 0; m < workload.meshes.size(); ++m) {
            BodyDesc desc{
                .triangles = workload.meshes[m], .positions = workload.frames.front()[m], .structure = structure_};
            for (const auto [a, b] : questions_)
                desc.self_collision |= a == m && b == m;
            bodies_.push_back(value_or_throw(world_.add_body(desc)));
        }
        // Two meshes that nobody asks about are allowed to touch.
        for (std::size_t a = 0; a < bodies_.size(); ++a)
            for (std::size_t b = a + 1; b < bodies_.size(); ++b)
                if (!asked(a, b) && !world_.ignore_contacts(bodies_[a], bodies_[b]).ok())
                    throw std::runtime_error("Tactus refused to let two bodies touch");
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < bodies_.size(); ++m)
            if (const Result<void> done = world_.set_positions(bodies_[m], frame[m]); !done)
                throw std::runtime_error("Tactus refused: " + done.error().message);
    }

    void query() override { report_ = &world_.find_pairs(); }

    void collect(PairSets& sets) const override
    {
        sets.assign(questions_.size(), {});
        for (const BodyPairs& found : report_->bodies)
            for (std::size_t k = 0; k < questions_.size(); ++k) {
                const BodyId a = bodies_[questions_[k].a], b = bodies_[questions_[k].b];
                if (found.body_a == a && found.body_b == b)
                    sets[k].assign(found.pairs.begin(), found.pairs.end());
                else if (found.body_a == b && found.body_b == a)
                    for (const TrianglePair pair : found.pairs)
                        sets[k].push_back({pair.b, pair.a});
            }
    }

    Footprint footprint() const override
    {
        Footprint sum;
        for (const BodyId body : bodies_) {
            const BodyInfo info = value_or_throw(world_.info(body));
            sum.structure_bytes += info.structure_bytes;
        }
        sum.scratch_bytes = report_ != nullptr ? report_->scratch_bytes : 0;
        return sum;
    }

protected:
    World& world() { return world_; }
    const World& world() const { return world_; }

private:
    bool asked(std::size_t a, std::size_t b) const
    {
        for (const Question& question : questions_)
            if ((question.a == a && question.b == b) || (question.a == b && question.b == a))
                return true;
        return false;
    }

    World world_;
    Structure structure_;
    std::vector<Question> questions_;
    std::vector<BodyId> bodies_;
    const PairReport* report_ = nullptr;
};

/// The tool itself in place of its mesh, where a workload has tools; the pairs of meshes otherwise.
class TactusWithTools final : public TactusPeer {
public:
    TactusWithTools() : TactusPeer(Structure::refit_bvh) {}

    void build(const Workload& workload) override
    {
        workload_ = &workload;
        if (workload.tools.empty())
            return TactusPeer::build(workload);
        organ_ = value_or_throw(
            world().add_body({.triangles = workload.meshes[0], .positions = workload.frames.front()[0]}));
        sweeps_ = std::ranges::any_of(workload.tools, [](const ToolVolume& tool) { return tool.old_tip != tool.tip; });
        const ToolVolume& first = workload.tools.front();
        tool_ = value_or_throw(
            world().add_tool({.pivot = first.pivot, .tip = first.tip, .radius = first.radius, .sweep = sweeps_}));
        tip_ = first.tip;
    }

    void update(const Frame& frame) override
    {
        if (workload_->tools.empty())
            return TactusPeer::update(frame);
        const ToolVolume& now = workload_->tools[std::size_t(&frame - workload_->frames.data())];
        require(world().set_positions(organ_, frame[0]));
        // Where the sequence begins anew, the tool has been elsewhere.
        if (sweeps_ && now.old_tip != tip_)
            require(world().set_tool(tool_, now.old_pivot, now.old_tip));
        require(world().set_tool(tool_, now.pivot, now.tip));
        tip_ = now.tip;
    }

    void query() override
    {
        if (workload_->tools.empty())
            return TactusPeer::query();
        faces_ = value_or_throw(world().find_touched(tool_, {.shaft_parts = false, .first_touch = false})).faces;
    }

    void collect(PairSets& sets) const override
    {
        if (workload_->tools.empty())
            return TactusPeer::collect(sets);
        sets.assign(1, {});
        for (const TouchedFace& face : faces_)
            sets[0].push_back({face.triangle, 0});
    }

    Footprint footprint() const override
    {
        if (workload_->tools.empty())
            return TactusPeer::footprint();
        return {.structure_bytes = value_or_throw(world().info(organ_)).structure_bytes};
    }

private:
    static void require(const Result<void>& result)
    {
        if (!result)
            throw std::runtime_error("Tactus refused: " + result.error().message);
    }

    const Workload* workload_ = nullptr;
    BodyId organ_ = {};
    BodyId tool_ = {};
    Vec3 tip_ = {};
    bool sweeps_ = false;
    std::span<const TouchedFace> faces_;
};

/// The triangles that a contact names hold its features; whether they intersect is another question, so that it gives
/// no pairs.
class TactusContactsPeer final : public TactusPeer {
public:
    explicit TactusContactsPeer(const ContactSettings& settings) : TactusPeer(Structure::refit_bvh, settings) {}

    void build(const Workload& workload) override
    {
        TactusPeer::build(workload);
        world().prepare_contacts();
        question_count_ = workload.questions.size();
    }

    void query() override { report_ = &world().find_contacts(); }
    void collect(PairSets& sets) const override { sets.assign(question_count_, {}); }

    ContactsFound contacts() const override
    {
        ContactsFound found{.count = report_->contacts.size()};
        for (const Contact& contact : report_->contacts)
            found.max_depth = std::max(found.max_depth, -double{contact.separation});
        return found;
    }

private:
    std::size_t question_count_ = 0;
    const ContactReport* report_ = nullptr;
};

PeerInfo tactus_contacts_peer(std::string name, const ContactSettings& settings, const std::string& what)
{
    PeerInfo info = tactus_peer();
    info.name = std::move(name);
    info.setup = "World, set_positions, find_contacts, one worker, the contact distance 0, " + what;
    info.make = [settings] { return std::make_unique<TactusContactsPeer>(settings); };
    return info;
}

} // namespace

PeerInfo tactus_peer()
{
    return {
        .name = "Tactus",
        .version = TACTUS_VERSION_STRING,
        .setup = "World, set_positions, find_pairs, one worker, the vertices in the sequence's own order; a tool by "
                 "set_tool and find_touched",
        .exact = true,
        .self_collision = true,
        .make = [] { return std::make_unique<TactusWithTools>(); },
    };
}

PeerInfo tactus_buckets_peer()
{
    PeerInfo info = tactus_peer();
    info.name = "Tactus buckets";
    info.setup = "Structure::bucket_octree, otherwise as Tactus";
    info.make = [] { return std::make_unique<TactusPeer>(Structure::bucket_octree); };
    info.rows = PlaysRows::without_tools;
    return info;
}

PeerInfo tactus_local_contacts_peer()
{
    return tactus_contacts_peer(
        "Tactus local", {.which = ContactSelection::local},
        "one contact for each place, depths measured through the whole overlap (the default)");
}

PeerInfo tactus_feature_depths_peer()
{
    return tactus_contacts_peer(
        "Tactus local, feature depths", {.which = ContactSelection::local, .measure_depths = false},
        "one contact for each place, depths of the two features alone, which is what the other libraries give");
}

PeerInfo tactus_all_contacts_peer()
{
    return tactus_contacts_peer(
        "Tactus all", {.which = ContactSelection::all},
        "every two features that touch, depths measured through the whole overlap");
}

} // namespace tactus::peers
