// SPDX-License-Identifier: MIT
// Several bodies that are moved at once, as World::set_positions and World::set_poses say it.
#include "check_apart.h"

#include <cmath>
#include <deque>

#include "../stage/write_cpp.h"

namespace tactus::fuzz {

namespace {

/// What one body of a batch is given. Numbers are plain, so that there can be too many or too few.
struct NewPlace {
    std::uint32_t place = 0;
    BodyId id;
    std::vector<float> numbers;
    bool as_doubles = false;
    std::vector<double> doubles;
    Pose pose;

    PositionsView view() const { return as_doubles ? PositionsView(doubles) : PositionsView(numbers); }
};

/// Positions near those that a body has, or what no body takes.
void choose_positions(Random& random, const MirrorBody& body, bool is_bad, NewPlace& to)
{
    const auto shift = [&] { return static_cast<float>((random.unit() - 0.5) * 0.2); };
    const Vec3 all = {shift(), shift(), shift()};
    const bool deforms = random.one_in(2);
    for (const Vec3& p : body.is_mesh() ? body.positions : std::vector<Vec3>{body.centre})
        for (const float number : {p.x + all.x, p.y + all.y, p.z + all.z})
            to.numbers.push_back(deforms ? number + shift() * 0.3f : number);
    to.as_doubles = random.one_in(4);
    if (is_bad)
        switch (random.below(4)) {
        case 0:
            to.numbers[random.below(static_cast<std::uint32_t>(to.numbers.size()))] = std::nanf("");
            break;
        case 1:
            to.numbers.push_back(0.0f);
            break;
        case 2:
            to.numbers.resize(to.numbers.size() - 3);
            break;
        default:
            to.numbers.back() = INFINITY;
            break;
        }
    to.doubles.assign(to.numbers.begin(), to.numbers.end());
    // A double that is no float by far is refused like infinity.
    if (is_bad && to.as_doubles && !to.doubles.empty() && std::isinf(to.doubles.back()))
        to.doubles.back() = -1e300;
}

void choose_pose(Random& random, bool is_bad, NewPlace& to)
{
    const auto little = [&] { return (random.unit() - 0.5) * 0.4; };
    to.pose.position = {little(), little(), little()};
    to.pose.rotation = {little(), little(), little(), 1.0};
    if (is_bad)
        switch (random.below(3)) {
        case 0:
            to.pose.rotation = {0.0, 0.0, 0.0, 0.0};
            break;
        case 1:
            to.pose.position.y = std::nan("");
            break;
        default:
            to.pose.position.z = 1e300;
            break;
        }
}

/// Two worlds of the same past, of which one is moved body by body and the other in batches.
class Batches {
public:
    Batches(const ApartFrame& frame, Random random, Findings& findings)
        : frame_(frame), random_(random), findings_(findings), changes_{.settings = frame.fuzz_case.settings},
          replays_(random_.one_in(2))
    {
        changes_.worker_count = 1 + random_.below(4);
        one_by_one_ = make();
        together_ = make();
        findings.counts.worlds += 2;
        turned_.look(together_->mirror());
    }

    void play()
    {
        if (random_.one_in(2))
            both([](Stage& stage) { (void)stage.find_contacts(); });
        if (random_.one_in(2))
            set_velocities();
        for (int rounds = random_.between(1, 3); rounds; --rounds) {
            move();
            compare_places();
            if (random_.one_in(2))
                both([](Stage& stage) { (void)stage.find_pairs(); });
        }
        compare_answers();
    }

private:
    /// A world that lends its arrays and has been used, or a new one.
    std::unique_ptr<Stage> make()
    {
        if (!replays_)
            return std::make_unique<Stage>(frame_.mirror, frame_.fuzz_case, changes_, frame_.transcript);
        auto stage = std::make_unique<Stage>(frame_.fuzz_case, frame_.transcript);
        for (std::size_t k = 0; k <= frame_.number; ++k)
            for (const Step& step : frame_.fuzz_case.frames[k].steps)
                (void)stage->play(step);
        return stage;
    }

    template <class F>
    void both(F&& call)
    {
        call(*one_by_one_);
        call(*together_);
    }

    void set_velocities()
    {
        for (std::uint32_t place = 0; place < together_->mirror().bodies.size(); ++place) {
            const MirrorBody& body = together_->mirror().bodies[place];
            if (!body.alive || random_.one_in(2))
                continue;
            std::vector<Vec3> speeds(body.is_mesh() ? body.positions.size() : 1);
            for (Vec3& speed : speeds)
                speed = {static_cast<float>(random_.unit()), static_cast<float>(random_.unit() - 0.5), 0.25f};
            both([&](Stage& stage) {
                stage.note("// set_velocities of body " + std::to_string(place) + ": " + cpp(speeds));
                findings_.expect(
                    stage.world().set_velocities(stage.mirror().bodies[place].id, speeds).ok(), "batch_forces",
                    "set_velocities was refused");
            });
        }
    }

    void move()
    {
        const bool poses = random_.one_in(2);
        std::deque<NewPlace>& batch = batches_.emplace_back();
        const Mirror& mirror = together_->mirror();
        const bool has_bad = random_.one_in(3);
        for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
            const MirrorBody& body = mirror.bodies[place];
            // Floats that a body borrows are packed, and what is bad of a sphere is that it has no vertices.
            if (!body.alive || random_.one_in(4) || (!body.is_mesh() && !poses && !has_bad)
                || (body.is_mesh() && body.positions.empty()))
                continue;
            NewPlace& to = *batch.emplace(batch.begin() + random_.below(static_cast<std::uint32_t>(batch.size() + 1)));
            to.place = place;
            to.id = body.id;
            if (poses)
                choose_pose(random_, has_bad && random_.one_in(2), to);
            else
                choose_positions(random_, body, has_bad && random_.one_in(2), to);
            to.as_doubles = to.as_doubles && !body.borrowed;
        }
        bool is_refused_as_a_whole = false;
        if (!batch.empty() && random_.one_in(5)) {
            // A body that is named twice, or one that is not there.
            NewPlace again = batch[random_.below(static_cast<std::uint32_t>(batch.size()))];
            if (random_.one_in(2))
                again.id = {again.id.index + (random_.one_in(2) ? 0 : 1000), again.id.generation + 7};
            batch.insert(batch.begin() + random_.below(static_cast<std::uint32_t>(batch.size() + 1)), again);
            is_refused_as_a_whole = true;
        }
        Result<void> first = {};
        if (!is_refused_as_a_whole)
            for (const NewPlace& to : batch) {
                const Result<void> moved = poses ? one_by_one_->world().set_pose(to.id, to.pose)
                                                 : one_by_one_->world().set_positions(to.id, to.view());
                note_single(to, poses);
                if (moved)
                    take(to, poses);
                else if (first.ok())
                    first = moved;
            }
        const Result<void> all = move_together(batch, poses);
        findings_.expect(
            all.ok() == (first.ok() && !is_refused_as_a_whole), "batch_refusal",
            all.ok() ? "a batch was not refused" : "a batch was refused: " + all.error().message);
        if (!all.ok() && !first.ok())
            findings_.expect(
                all.error().code == first.error().code
                    && all.error().message.find(first.error().message) != std::string::npos,
                "batch_refusal",
                "the refusal is not about the first body that does not move: \"" + all.error().message + "\", not \""
                    + first.error().message + "\"");
        turned_.look(together_->mirror());
    }

    Result<void> move_together(const std::deque<NewPlace>& batch, bool poses)
    {
        std::string listed;
        std::vector<BodyPositions> positions;
        std::vector<BodyPose> with_poses;
        for (const NewPlace& to : batch) {
            listed += (listed.empty() ? "" : ", ") + std::string("{") + std::to_string(to.id.index) + ", ...}";
            positions.push_back({to.id, to.view()});
            with_poses.push_back({to.id, to.pose});
        }
        together_->note(std::string("// ") + (poses ? "set_poses" : "set_positions") + " of bodies " + listed);
        return poses ? together_->world().set_poses(with_poses) : together_->world().set_positions(positions);
    }

    void note_single(const NewPlace& to, bool poses)
    {
        std::string text = poses ? cpp(to.pose) : std::string();
        for (std::size_t k = 0; !poses && k < to.numbers.size(); ++k)
            text += (k ? ", " : "") + cpp(to.numbers[k]);
        both([&](Stage& stage) {
            stage.note(
                std::string("// ") + (poses ? "set_pose" : "set_positions") + " of body " + std::to_string(to.place)
                + ": " + text);
        });
    }

    /// Both mirrors have the body where it was put.
    void take(const NewPlace& to, bool poses)
    {
        both([&](Stage& stage) {
            MirrorBody& body = stage.mirror().bodies[to.place];
            // What a cut has just parted may have come together again by this.
            stage.mirror().just_cut.clear();
            if (poses)
                return taken_poses_.push_back({&stage, to.place, to.pose});
            const PositionsView view = to.view();
            for (std::size_t v = 0; v < body.positions.size(); ++v)
                body.own[v] = body.positions[v] = view[v];
            body.pose = {};
        });
    }

    void compare_places()
    {
        for (const auto& [stage, place, pose] : taken_poses_)
            stage->take_pose(place, pose);
        taken_poses_.clear();
        for (std::uint32_t place = 0; place < together_->mirror().bodies.size(); ++place) {
            const MirrorBody &first = one_by_one_->mirror().bodies[place], &second = together_->mirror().bodies[place];
            if (!first.alive)
                continue;
            const std::string which = "body " + std::to_string(place);
            const std::vector<Vec3> said = together_->world().positions(second.id).value();
            findings_.expect(
                said == one_by_one_->world().positions(first.id).value(), "batch_places",
                which + " lies elsewhere when it is moved with others");
            if (first.is_mesh())
                findings_.expect(said == second.positions, "batch_places", which + " is not where it was put");
            findings_.expect(
                one_by_one_->world().pose(first.id).value() == together_->world().pose(second.id).value(),
                "batch_places", which + " has another pose when it is moved with others");
            findings_.expect(
                first.plane.normal == second.plane.normal && first.plane.offset == second.plane.offset, "batch_places",
                which + " has another plane when it is moved with others");
        }
    }

    /// The bodies as they lie now. New worlds number triangles anew, and are asked by the numbers that these had.
    Mirror moved_state() const
    {
        if (replays_)
            return together_->mirror();
        Mirror state = frame_.mirror;
        for (std::size_t place = 0; place < state.bodies.size(); ++place) {
            const MirrorBody& moved = together_->mirror().bodies[place];
            MirrorBody& body = state.bodies[place];
            body.own = moved.own, body.positions = moved.positions, body.pose = moved.pose;
            body.centre = moved.centre, body.plane = moved.plane, body.anchor = moved.anchor;
        }
        return state;
    }

    void compare_answers()
    {
        Truth truth;
        const Mirror state = moved_state();
        truth.pairs = true_pairs(state);
        truth.insides = true_insides(state);
        both([&](Stage& stage) { check_pairs(stage, truth.pairs, findings_); });
        const Answer first(one_by_one_->mirror(), one_by_one_->find_contacts());
        const Answer second(together_->mirror(), together_->find_contacts());
        check_same(state, truth, first, second, "batch", findings_);
        const ForceOptions options{.step_seconds = random_.one_in(2) ? 0.0f : 0.01f};
        if (first.complete && second.complete)
            check_same_wrenches(
                wrenches(*one_by_one_, options), wrenches(*together_, options), "batch_forces", findings_);
        if (replays_)
            return;
        Stage fresh(together_->mirror(), frame_.fuzz_case, changes_, frame_.transcript);
        ++findings_.counts.worlds;
        const Answer expected(fresh.mirror(), fresh.find_contacts());
        check_same(state, truth, expected, second, "batch_fresh", findings_, &turned_);
    }

    struct TakenPose {
        Stage* stage;
        std::uint32_t place;
        Pose pose;
    };

    const ApartFrame& frame_;
    Random random_;
    Findings& findings_;
    StageChanges changes_;
    bool replays_;
    std::deque<std::deque<NewPlace>> batches_; ///< Bodies may borrow the numbers.
    std::unique_ptr<Stage> one_by_one_, together_;
    std::vector<TakenPose> taken_poses_;
    TurnedBodies turned_;
};

} // namespace

void check_batches(const ApartFrame& frame, Random random, Findings& findings)
{
    Batches(frame, random, findings).play();
}

} // namespace tactus::fuzz
