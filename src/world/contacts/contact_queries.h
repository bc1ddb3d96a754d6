// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "contacts/encounters/encounter_preparer.h"
#include "world/bodies/pair_thickness.h"
#include "world/contacts/pair_settings.h"

namespace tactus {

class BodyContacts;
class BodyTable;
class Encounters;
class FreshCuts;
class MovedFeatures;
class PairSearch;
class Workers;
struct Body;
struct BodySlot;
struct ContactBody;
struct DepthTables;

/// Finds contacts and what they push with, as was said about them, in memory that lasts from query to query. It must
/// be told whatever becomes of the bodies.
class ContactQueries final : private EncounterPreparer {
public:
    ContactQueries(BodyTable& bodies, Workers& workers);
    ~ContactQueries() override;

    /// The settings have been checked, here and below.
    void set_settings(const ContactSettings& settings);
    void set_pair(std::uint32_t a, std::uint32_t b, const PairSettings& settings);
    /// What counts between two bodies, or of one with itself.
    PairThickness thickness_of(std::uint32_t a, std::uint32_t b) const;
    /// What was said about the parent and others holds for the child too, which is new.
    void inherit_pairs(std::uint32_t child, std::uint32_t parent) { pair_settings_.inherit(child, parent); }

    /// Makes what contact queries need of all bodies, and from now on of new ones.
    void prepare();
    /// Lets queries do the same for bodies that are there when they meet others, unless prepare was called: all at once
    /// in a query without a limit, and a piece at a time in others. Bodies that are new from now on are prepared.
    void make_ready(const Budget& budget);
    /// Makes what contact queries need of one body, unless it is there.
    void prepare(BodySlot& slot);

    /// What contact queries need of a body that is to be adopted; none if they are not wanted yet.
    std::unique_ptr<BodyContacts> take_in(Body& body);
    /// Something was said about bodies: the next query cannot go on with the last one.
    void note_change() { is_current_ = false; }
    /// Around each change of a body's positions; the second not if it was refused. Several threads may move bodies at
    /// once, each another one.
    void begin_move(Body& body) const;
    void end_move(Body& body) const;
    /// Before the first of several such changes that belong together, and after the last, unless all were refused.
    void begin_moves() { is_current_ = false; }
    void end_moves();
    /// Around each change of a body's mesh. The second is told whether the body, or one that was joined to it, was
    /// prepared before the first.
    void begin_edit(Body& body);
    void end_edit(BodyId id, BodySlot& slot, bool was_prepared);
    /// Between the two: a mesh was changed where it is. These triangles went, which had these corners, and those from
    /// first_added on came.
    void change_mesh(
        BodySlot& slot, std::span<const std::uint32_t> removed, std::span<const TriangleIndices> removed_corners,
        std::uint32_t first_added);
    /// After a batch of edits: contacts whose features are still there keep their ids.
    void rename(const MovedFeatures& moved);
    /// A body is going to be removed. What queries keep of it goes, which may take memory.
    void forget_kept(BodyId id);
    /// What was said about it goes.
    void forget_said(BodyId id) noexcept;

    /// Whether nothing has changed since the last query began.
    bool is_current() const { return is_current_; }
    /// Whether a query that is current has parts left that it may go on with.
    bool is_unfinished() const { return is_current_ && !report_.complete; }
    /// Counts a new query. The last one cannot go on any more.
    void begin_query();
    /// Begins with the bodies that meet as a whole.
    void start(Encounters& encounters, const FreshCuts& cuts);
    /// Goes on until the budget ends, and fills the report.
    void go_on(const Budget& budget, PairSearch& search);
    const ContactReport& report() const { return report_; }

    /// Fills the report of forces by that of contacts.
    void compute_forces(const ForceOptions& options);
    const ForceReport& forces() const { return force_report_; }

    /// Memory has ended, and what was prepared with the bodies is gone: forgets all but what was said, and reports so.
    void forget() noexcept;

private:
    struct Memory;

    bool prepare(std::uint32_t encounter) override;
    bool advance(BodySlot& slot);
    std::unique_ptr<BodyContacts> make_contacts(Body& body);
    bool have_rest_offsets() const;
    void name_parts();
    /// Says what the query that begins needs to know of a body.
    const ContactBody& begin_body(std::uint32_t index);
    /// Says what is known of a body beside its tree.
    void describe(std::uint32_t index);

    BodyTable& bodies_;
    Workers& workers_;
    ContactSettings settings_;
    AllPairSettings pair_settings_;
    bool is_wanted_ = false;          ///< New bodies are prepared at once.
    bool is_current_ = false;         ///< nothing has changed since the last query began
    bool are_forces_outdated_ = true; ///< bodies have moved, or contacts have been looked for, since the last ones
    std::uint64_t query_ = 0;         ///< how many have begun
    std::uint64_t moved_after_ = 0;   ///< the last of them before any body's last move
    std::size_t triangle_count_ = 0;  ///< Of all bodies that were there when contacts were first wanted, or came later.
    std::unique_ptr<const DepthTables> unknown_; ///< What is said of bodies whose tables are not made yet.
    std::unique_ptr<Memory> memory_;
    ContactReport found_;  ///< What contacts of axes count where bodies are tools.
    ContactReport report_; ///< The same as users see it.
    ForceReport force_report_;
};

} // namespace tactus
