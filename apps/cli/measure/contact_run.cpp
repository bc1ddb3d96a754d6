// SPDX-License-Identifier: MIT
#include "cli/measure/contact_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "cli/measure/thread_clock.h"

namespace tactus::cli {

namespace {

using Clock = std::chrono::steady_clock;

double distance(const Vec3& a, const Vec3& b)
{
    const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

/// The forces on the bodies, from frame to frame.
class ForceWatch {
public:
    void see(const ForceReport& report, bool is_first, ContactFrame& frame)
    {
        std::map<BodyId, Vec3> now;
        for (const Wrench& wrench : report.bodies) {
            now[wrench.body] = wrench.force;
            frame.force = std::max(frame.force, distance(wrench.force, {}));
        }
        // A body that is pushed in one frame only changes by the whole push.
        for (const auto& [body, force] : now)
            frame.force_change = std::max(frame.force_change, distance(force, before_[body]));
        for (const auto& [body, force] : before_)
            if (!now.contains(body))
                frame.force_change = std::max(frame.force_change, distance(force, {}));
        if (is_first)
            frame.force_change = 0.0;
        before_ = std::move(now);
    }

private:
    std::map<BodyId, Vec3> before_;
};

/// Waits for each frame's turn.
class Beat {
public:
    explicit Beat(double rate)
        : period_(rate > 0.0 ? static_cast<std::int64_t>(1e9 / rate) : 0), next_(Clock::now() + period_)
    {
    }

    void wait()
    {
        if (period_.count() == 0)
            return;
        std::this_thread::sleep_until(next_);
        // After a stall the beat goes on from here: nobody has use for the frames of the past. Waking up takes a
        // little, and is no stall.
        const Clock::time_point now = Clock::now();
        next_ = (now - next_ > period_ / 4 ? now : next_) + period_;
    }

    bool has_passed() const { return period_.count() > 0 && Clock::now() > next_; }

private:
    std::chrono::nanoseconds period_;
    Clock::time_point next_; ///< when the next frame begins
};

} // namespace

Result<ContactRun> play_contacts(
    const scenes::Scene& scene, const ContactRunOptions& options, const std::function<void(std::size_t)>& progress)
{
    Result<SceneWorld> made = SceneWorld::create(scene, options.world);
    if (!made.ok())
        return made.error();
    SceneWorld& bodies = made.value();
    World& world = bodies.world();
    const ForceOptions force_options = {
        .policy = options.policy, .step_seconds = static_cast<float>(1.0 / scene.frames_per_second)};
    ContactRun run;
    std::vector<ContactFrame>& frames = run.frames;
    frames.reserve(scene.frame_count);
    std::vector<Contact> contacts, unrefined;
    ForceWatch forces;
    Beat beat(options.rate);
    for (std::uint32_t k = 0; k < scene.frame_count; ++k) {
        ContactFrame& frame = frames.emplace_back();
        // The simulation that moves the bodies is not what is measured, and edits are timed by themselves.
        if (Result<void> there = bodies.go_to(k); !there.ok())
            return there.error();
        beat.wait();
        const double begin = thread_microseconds();
        if (Result<void> given = bodies.give_positions(); !given.ok())
            return given.error();
        const double given = thread_microseconds();
        const ContactReport& report = world.find_contacts(options.budget.begin());
        const double found = thread_microseconds();
        frame.update_us = given - begin;
        frame.query_us = found - given;
        frame.complete = report.complete;
        frame.worst_error = report.worst_error;
        frame.confirmed = report.contacts.size();
        for (const Contact& contact : report.contacts)
            if (!contact.silent && (!frame.deepest || contact.separation < frame.deepest->separation))
                frame.deepest = {contact.separation, contact.point};
        frame.open_pairs = report.open_pairs;
        frame.node_tests = report.node_tests;
        frame.work_units = report.work_units_spent;
        // Asking for forces may end what the report points at.
        ContactReport kept = report;
        if (options.after_frame) {
            contacts.assign(report.contacts.begin(), report.contacts.end());
            unrefined.assign(report.unrefined.begin(), report.unrefined.end());
            kept.contacts = contacts;
            kept.unrefined = unrefined;
        }
        const ForceReport* pushed = nullptr;
        if (options.with_forces) {
            const double asked = thread_microseconds();
            pushed = &world.contact_forces(force_options);
            frame.force_us = thread_microseconds() - asked;
            forces.see(*pushed, k == 0, frame);
        }
        frame.is_late = beat.has_passed();
        if (options.after_frame)
            if (Result<void> done = options.after_frame(k, bodies, kept, pushed); !done.ok())
                return done.error();
        progress(k + 1);
    }
    run.edits = bodies.edits();
    return run;
}

} // namespace tactus::cli
