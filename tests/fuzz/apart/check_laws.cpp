// SPDX-License-Identifier: MIT
// Forces of bodies that move, frame by frame: in three worlds of one past, of which one has more workers and one a law
// that behaves badly.
#include "check_apart.h"

#include <algorithm>

#include "../stage/write_cpp.h"
#include "check_pushed.h"
#include "springs.h"
#include "told_laws.h"

namespace tactus::fuzz {

namespace {

/// The material between two bodies, or of one with itself, by their places.
Material material_between(const FuzzCase& fuzz_case, std::uint32_t a, std::uint32_t b)
{
    Material material = fuzz_case.material;
    // Some two bodies are as the case says, and the others differ in one thing each.
    switch ((a + b * 5) % 4) {
    case 1:
        material.coulomb = 0.3f;
        material.sticking = 1.0f;
        break;
    case 2:
        material.stiffness = 0.0f;
        material.friction = 0.5f;
        break;
    case 3:
        material.sticking = 0.0f;
        break;
    default:
        break;
    }
    return material;
}

bool is_edit(StepKind kind) { return kind >= StepKind::remove && kind <= StepKind::join; }

/// One world, what it remembers, and how fast its bodies are.
struct MovingWorld {
    Stage stage;
    ToldLaw law;
    Springs springs;
    std::vector<std::vector<Vec3>> speeds; ///< By place; empty where none are given.
    Mirror before;                         ///< At the contact query before the last; empty if there was none.

    MovingWorld(const FuzzCase& fuzz_case, ToldLaw::Manners manners, Transcript* transcript)
        : stage(fuzz_case, transcript), law(manners)
    {
    }
};

class Laws {
public:
    Laws(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
        : case_(fuzz_case), findings_(findings), random_(fuzz_case.seed ^ 0x6c617773u)
    {
        case_.settings.max_contacts = ContactSettings{}.max_contacts;
        case_.worker_count = 1;
        FuzzCase more_workers = case_;
        more_workers.worker_count = 2 + random_.below(3);
        worlds_.push_back(std::make_unique<MovingWorld>(case_, ToldLaw::Manners::good, transcript));
        worlds_.push_back(std::make_unique<MovingWorld>(more_workers, ToldLaw::Manners::good, transcript));
        worlds_.push_back(std::make_unique<MovingWorld>(case_, ToldLaw::Manners::bad, transcript));
        findings.counts.worlds += 3;
        turned_.look(worlds_[0]->stage.mirror());
    }

    void play()
    {
        for (std::size_t number = 0; number < case_.frames.size(); ++number) {
            findings_.context = "moving worlds, frame " + std::to_string(number);
            for (const Step& step : case_.frames[number].steps)
                play(step);
            frame();
            for (int little = random_.between(1, 4); little; --little) {
                findings_.context = "moving worlds, frame " + std::to_string(number) + ", moved on";
                move_a_little();
                frame();
            }
        }
    }

private:
    /// Plays a step of the case in every world. Queries would be contact queries before the last one.
    void play(const Step& step)
    {
        if (step.kind == StepKind::ask_contacts || step.kind == StepKind::ask_pairs)
            return;
        for (const auto& world : worlds_) {
            const Mirror old = world->stage.mirror();
            (void)world->stage.play(step);
            const Mirror& now = world->stage.mirror();
            for (std::uint32_t place = 0; place < now.bodies.size(); ++place) {
                const MirrorBody& body = now.bodies[place];
                const bool was_there = place < old.bodies.size() && old.bodies[place].alive;
                if (is_edit(step.kind) && (!was_there || !body.alive || body.removed != old.bodies[place].removed))
                    world->springs.forget(place);
            }
            // Of an edit that found nothing to do it is not said whether it counts.
            if (is_edit(step.kind))
                world->springs.doubt(step.body % static_cast<std::uint32_t>(old.bodies.size()));
            edited_ = edited_ || is_edit(step.kind);
            const std::size_t named = step.body % old.bodies.size();
            if (step.kind == StepKind::move && old.bodies[named].is_mesh() && named < world->speeds.size())
                world->speeds[named].clear();
        }
        turned_.look(worlds_[0]->stage.mirror());
    }

    /// Moves some bodies by little, along together or each for itself.
    void move_a_little()
    {
        const auto little = [&] { return static_cast<float>((random_.unit() - 0.5) * 0.02); };
        const Mirror& mirror = worlds_[0]->stage.mirror();
        for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
            if (random_.one_in(2))
                continue;
            Step step;
            step.body = place;
            step.offset = {little(), little(), little()};
            step.amplitude = random_.one_in(3) ? 0.004f : 0.0f;
            step.seed = random_.next();
            step.kind = random_.one_in(3) ? StepKind::pose : StepKind::move;
            const DoubleVec3& at = mirror.bodies[place].pose.position;
            step.pose.position = {
                at.x + static_cast<double>(little()), at.y + static_cast<double>(little()),
                at.z + static_cast<double>(little())};
            step.pose.rotation = mirror.bodies[place].pose.rotation;
            step.pose.rotation.x += static_cast<double>(little());
            if (mirror.bodies[place].is_sphere) {
                const Arrow centre = arrow(mirror.bodies[place].centre);
                step.pose.position = vector_of(centre + arrow(step.offset));
            }
            play(step);
        }
    }

    void set_speeds()
    {
        for (const auto& world : worlds_)
            world->speeds.resize(world->stage.mirror().bodies.size());
        const Mirror& mirror = worlds_[0]->stage.mirror();
        for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
            const MirrorBody& body = mirror.bodies[place];
            // What becomes of speeds in an edit is another question.
            if (!body.alive || (!edited_ && random_.one_in(2)))
                continue;
            const auto speed = [&] { return static_cast<float>(random_.unit() - 0.5); };
            const Vec3 all = {speed(), speed(), speed()};
            std::vector<Vec3> speeds(body.is_mesh() ? body.positions.size() : 1, all);
            if (random_.one_in(2))
                for (Vec3& v : speeds)
                    v = {v.x + 0.3f * speed(), v.y + 0.3f * speed(), v.z + 0.3f * speed()};
            for (const auto& world : worlds_) {
                world->stage.note("// set_velocities of body " + std::to_string(place) + ": " + cpp(speeds));
                findings_.expect(
                    world->stage.world().set_velocities(world->stage.mirror().bodies[place].id, speeds).ok(),
                    "law_speed", "set_velocities was refused");
                world->speeds[place] = speeds;
            }
        }
    }

    void set_materials(Stage& stage)
    {
        const Mirror& mirror = stage.mirror();
        for (std::uint32_t a = 0; a < mirror.bodies.size(); ++a)
            for (std::uint32_t b = a; b < mirror.bodies.size(); ++b)
                if (mirror.bodies[a].alive && mirror.bodies[b].alive)
                    (void)stage.world().set_pair(
                        mirror.bodies[a].id, mirror.bodies[b].id, {.material = material_between(case_, a, b)});
        stage.note("// set_pair of every two bodies, each with a material of its own");
    }

    /// Asks every world for contacts, and for forces once or twice.
    void frame()
    {
        if (random_.one_in(2) || edited_)
            set_speeds();
        edited_ = false;
        ForceOptions options{
            .policy = static_cast<ForcePolicy>(random_.below(3)), .step_seconds = random_.one_in(2) ? 0.0f : 0.0625f};
        std::vector<Answer> answers;
        for (const auto& world : worlds_) {
            set_materials(world->stage);
            answers.emplace_back(world->stage.mirror(), world->stage.find_contacts());
            if (!answers.back().complete)
                return findings_.add("law_asked", "a query without a limit is not complete");
        }
        std::vector<ForcesSaid> said;
        // Worlds that are compared to the last bit are asked equally often.
        const bool twice = random_.one_in(2);
        for (std::size_t k = 0; k < worlds_.size(); ++k) {
            MovingWorld& world = *worlds_[k];
            const ForcesSaid first = ask(world, answers[k], options);
            said.push_back(first);
            if (twice) {
                const ForcesSaid again = ask(world, answers[k], options);
                if (k != 2)
                    check_again(first, again, findings_);
            }
            world.before = world.stage.mirror();
        }
        check_workers(said[0], said[1], findings_);
    }

    ForcesSaid ask(MovingWorld& world, const Answer& answer, ForceOptions options)
    {
        options.law = &world.law;
        ForcesSaid said(world.stage.contact_forces(options));
        ++findings_.counts.queries;
        findings_.counts.contacts += answer.confirmed.size();
        said.told = world.law.take();
        const bool is_good = &world != worlds_[2].get();
        const PushedWorld pushed{world.stage.mirror(), answer, said, turned_};
        check_asked(
            pushed, [&](std::uint32_t a, std::uint32_t b) { return material_between(case_, a, b); }, findings_);
        check_forces_told(pushed, findings_);
        if (!is_good)
            return said;
        check_areas(pushed, findings_);
        check_speeds(pushed, world.before, world.speeds, options.step_seconds, findings_);
        check_default(pushed, findings_);
        check_stretches(pushed, world.springs, findings_);
        return said;
    }

    FuzzCase case_;
    Findings& findings_;
    Random random_;
    std::vector<std::unique_ptr<MovingWorld>> worlds_;
    TurnedBodies turned_;
    bool edited_ = true;
};

} // namespace

void check_laws(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
{
    Laws(fuzz_case, transcript, findings).play();
    check_cut_forces(fuzz_case, transcript, findings);
}

} // namespace tactus::fuzz
