// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <tactus/tactus.h>

#include "../cases/fuzz_case.h"
#include "mirror.h"

namespace tactus::fuzz {

/// The lines of a C++ program, one section for each world. Once it is frozen nothing is added.
struct Transcript {
    std::vector<std::string> sections;
    std::size_t last = 0; ///< The section that was added to last.
    bool frozen = false;
    int echo = -1; ///< A file descriptor that gets every line at once, for cases that end the program.
};

/// How a world differs from what the case says, for answers that must not depend on it.
struct StageChanges {
    bool every_structure = false; ///< All bodies have `structure`.
    Structure structure = Structure::refit_bvh;
    std::uint32_t worker_count = 0; ///< 0: as the case says.
    ContactSettings settings = {};
};

/// A world with a mirror beside it. What it does to the world can be written down as the lines of a C++ program.
class Stage {
public:
    /// A world with the bodies of a case as they are at first.
    Stage(const FuzzCase& fuzz_case, Transcript* transcript);
    /// A new world in the same state as another's mirror.
    Stage(const Mirror& state, const FuzzCase& fuzz_case, const StageChanges& changes, Transcript* transcript);
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Does a step, where it is possible. Gives a sentence about what was refused or wrong though it should not have
    /// been.
    std::string play(const Step& step);

    const PairReport& find_pairs(Budget budget = Budget::unlimited());
    const ContactReport& find_contacts(Budget budget = Budget::unlimited());
    const ContactReport& refine_contacts(Budget budget = Budget::unlimited());
    const ForceReport& contact_forces(const ForceOptions& options = {});
    void set_settings(const ContactSettings& settings);

    /// Puts the mirror's body where a pose has put the world's.
    void take_pose(std::uint32_t place, const Pose& pose);

    World& world() { return world_; }
    const Mirror& mirror() const { return mirror_; }
    Mirror& mirror() { return mirror_; }
    /// Writes a line into the transcript, if there is one.
    void note(const std::string& line);

private:
    void begin_section();
    void add_bodies(const FuzzCase& fuzz_case);
    void add_mesh(std::uint32_t place, const std::vector<FuzzMesh>& parts);
    void materials(const FuzzCase& fuzz_case);
    void set_positions(std::uint32_t place, const std::vector<Vec3>& positions);
    std::string set_pose(std::uint32_t place, const Pose& pose);
    std::string play_edit(const Step& step);
    std::string take_edit(std::uint32_t place, const BodyEdit& edit, const std::vector<Vec3>& vertices);
    std::string take_pieces(std::uint32_t place, const EditedBody& edited);
    void mark_fresh_cuts(
        const std::vector<TriangleRef>& made, const std::vector<std::uint32_t>& pieces, const EditedBody& edited);

    Transcript* transcript_;
    std::size_t section_ = 0;
    std::string name_;
    Material material_;
    World world_;
    Mirror mirror_;
    std::map<std::uint32_t, std::uint32_t>
        doubled_;                         ///< New vertices of the last cut, and the old ones that they lie on.
    std::deque<std::vector<float>> lent_; ///< Arrays of bodies whose positions are borrowed.
};

/// Where a pose puts a vertex, by the formula at Pose in <tactus/body.h>.
Vec3 posed(const Pose& pose, Vec3 p);

} // namespace tactus::fuzz
