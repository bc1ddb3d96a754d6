// SPDX-License-Identifier: MIT
// The checks, by what they look at. Each notes what differs under the names that stand beside it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "../cases/fuzz_case.h"
#include "../cases/random.h"
#include "../oracle/contacts/local_contacts.h"
#include "../oracle/contacts/true_contacts.h"
#include "../oracle/depths/inside.h"
#include "../oracle/depths/sides.h"
#include "../oracle/true_pairs.h"
#include "answer.h"
#include "findings.h"

namespace tactus::fuzz {

/// What the oracles say about one state of a world.
struct Truth {
    std::vector<TriangleRefPair> pairs;
    TrueContacts contacts;
    InsideTruth insides;
    /// Where few contacts are listed, those that are kept: of a world that is made in this state, and of the one that
    /// came to it.
    std::set<ContactName> local, local_in_kept;
};

/// Names `pairs`, `pair_counts`, `pair_cuts`, `first_hit`, `closest`, `fresh_cut`.
void check_pairs(Stage& stage, const std::vector<TriangleRefPair>& truth, Findings& findings);
void check_pair_cuts(Stage& stage, const std::vector<TriangleRefPair>& truth, std::uint64_t units, Findings& findings);

/// What a report says about itself. Names `counts`, `room`, `bounds`, `complete_open`, `weights`, `point`, `normal`,
/// `sign`, `numbers`, `unique`.
void check_fields(const Mirror& mirror, const ContactSettings& settings, const Answer& answer, Findings& findings);

/// A report's confirmed contacts against the oracles. Names `contacts_true`, `distance`, `inside_true`.
void check_true(const Mirror& mirror, const Truth& truth, const Answer& answer, Findings& findings);
/// A complete report against the oracles. Which way bodies push that were turned inside out is not looked at. Names
/// `inside_all`, `depth_lower`, `depth_convex`, `depth_open`, `push_outwards`, `sphere_depth`, and where all contacts
/// are listed `contacts_all` and `pair_contact`.
void check_all(
    const Mirror& mirror, const Truth& truth, const ContactSettings& settings, const Answer& answer, Findings& findings,
    const TurnedBodies* turned = nullptr);

/// What a complete report of all contacts has, as the oracle of local ones takes it.
AllContacts contacts_of(const Answer& answer);
/// A report of local contacts, which may be cut, against those that the oracle keeps. Names `local_true`, `local_all`.
void check_local(const Mirror& mirror, const std::set<ContactName>& local, const Answer& answer, Findings& findings);

/// Two complete reports of the same state. Names `NAME`, `NAME_depth`, `NAME_point`, `NAME_normal`; `NAME_sheet` and so
/// on for vertices inside a body that are not of a closed one. Depths and normals of bodies that one of the worlds has
/// seen turned inside out are not compared.
void check_same(
    const Mirror& mirror, const Truth& truth, const Answer& expected, const Answer& other, const std::string& name,
    Findings& findings, const TurnedBodies* turned = nullptr);

/// A report that was cut, against the complete one. Names `cut_true`, `cover`, `cover_depth`, `final_depth`,
/// `open_depth`. Depths of bodies that were turned inside out are not compared.
void check_cut(
    const Mirror& mirror, const Answer& complete, const Answer& cut, Findings& findings,
    const TurnedBodies* turned = nullptr);

/// Ids over the queries of one world. Names `id_reuse`, `id_unique`, `age`.
class IdHistory {
public:
    void check(const Answer& answer, Findings& findings);
    /// Says that there was a query of which nothing is known here.
    void missed() { all_complete_ = false; }

private:
    std::set<std::uint64_t> seen_, dead_;
    bool all_complete_ = true;
    std::map<std::uint64_t, std::uint32_t> ages_;
};

/// A contact of a report that may be cut: what a half-space has to do with it. Names `ground_kind`, `ground_depth`,
/// `ground_normal`, `ground_point`.
void check_ground(const Mirror& mirror, const Contact& contact, const std::string& which, Findings& findings);
/// Where half-spaces lie. Names `ground_plane`.
void check_planes(Stage& stage, Findings& findings);
/// A contact with a half-space keeps its id for as long as its vertex stays in contact, but not if a full report left
/// it out before an edit. Names `ground_ids`.
class GroundIds {
public:
    /// Takes every answer of one world, cut or not, with what is near in its state.
    void check(const Mirror& mirror, const TrueContacts& truth, const Answer& answer, Findings& findings);
    /// Says that there was a query of which nothing is known here.
    void missed() { ids_.clear(); }
    /// Says that a body was edited.
    void edited();

private:
    std::map<ContactKey, std::uint64_t> ids_;
    std::set<ContactKey> left_out_; ///< by the last answer, which was full
};

/// Forces of the last query. Names `force_finite`, `force_balance`, `force_vertices`, `force_contacts`, `force_pull`.
void check_forces(
    Stage& stage, const Answer& answer, const Material& material, const ForceOptions& options, Findings& findings);
/// Sizes of the contacts' forces that certified_lower gives, by id.
std::map<std::uint64_t, double> certified_forces(Stage& stage);
/// Total force on each body, by place.
std::map<std::uint32_t, Wrench> wrenches(Stage& stage, const ForceOptions& options);
/// Names `NAME`.
void check_same_wrenches(
    const std::map<std::uint32_t, Wrench>& expected, const std::map<std::uint32_t, Wrench>& other,
    const std::string& name, Findings& findings);

/// Bodies have the speed by which they moved since the query before, and 0 if they did not. Names `velocities`.
void check_velocities(
    const Mirror& mirror, const FuzzCase& fuzz_case, Random random, Transcript* to, Findings& findings);
/// What is not possible is refused with a sentence, and changes nothing. Names `refusals`.
void check_refusals(const Mirror& mirror, const FuzzCase& fuzz_case, Random random, Transcript* to, Findings& findings);
/// Deadlines that have passed, and goals, of a query and of two bodies: bounds hold wherever it ends. Names `goal`.
void check_goals(
    const Mirror& mirror, const FuzzCase& fuzz_case, const Answer& expected, Random random, Transcript* to,
    Findings& findings);
/// Forces of the last query, which gave this answer: what share is certain, and whether edges push along their normals.
/// Names `force_shares`, `flat_edge`.
void check_pushes(Stage& stage, const Answer& answer, Findings& findings);
/// Wrenches that may change by so much from call to call. Names `force_limit`.
void check_force_limits(Stage& stage, Random random, Findings& findings);

/// Plays a case and makes every check. What is done is written into the transcript, if there is one.
void check_case(const FuzzCase& fuzz_case, Findings& findings, Transcript* transcript = nullptr);

} // namespace tactus::fuzz
