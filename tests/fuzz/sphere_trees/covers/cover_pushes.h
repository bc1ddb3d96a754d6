// SPDX-License-Identifier: MIT
// What docs/contacts.md says that an answer pushes with under ForcePolicy::spheres, pair by pair.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "../../checks/findings.h"
#include "cover_world.h"

namespace tactus::fuzz::sphere_trees {

using BodyPair = std::pair<BodyId, BodyId>;

inline BodyPair pair_of(const Contact& contact) { return {contact.body_a, contact.body_b}; }

/// What is between two bodies: places in CoverAnswer::contacts and CoverAnswer::unrefined.
struct PairContents {
    std::vector<std::size_t> confirmed, covers, parts;
    bool has_open_depth = false; ///< The depth of one of the confirmed contacts is open.
};

/// An answer with what the law was told of each contact.
struct MatchedAnswer {
    const CoverWorld& world;
    const CoverAnswer& answer;
    std::map<BodyPair, PairContents> pairs;
    /// For each unrefined contact what the law was told of it, and null if it was not asked.
    std::vector<const TellingLaw::Told*> told_of_unrefined;
    /// For each confirmed contact what the law was told of it, and null if it was not asked.
    std::vector<const TellingLaw::Told*> told_of_confirmed;

    /// Notes `covers_asked` where the law was not told what the report says.
    MatchedAnswer(const CoverWorld& world, const CoverAnswer& answer, const std::string& about, Findings& findings);

    double rest_offset(const BodyPair& pair) const;
    /// How deep forces see a contact.
    double depth(const Contact& contact) const;
};

/// What pushes two bodies apart.
struct PairSums {
    Arrow normal;              ///< The way in which the covers push together.
    double covers = 0.0;       ///< Newtons that they would push with alone, along the normal.
    double confirmed = 0.0;    ///< Newtons that confirmed contacts push with along it.
    bool is_confirmed = false; ///< Any confirmed contact pushes.
    double size = 0.0;         ///< Newtons by which rounding is measured.
};

/// What each unrefined contact pushes with, by the page.
struct ExpectedPushes {
    std::vector<Arrow> of_unrefined;
    std::map<BodyPair, PairSums> sums;

    explicit ExpectedPushes(const MatchedAnswer& matched);
};

/// How two bodies lie as a whole: what the cover at the first cut of a query says.
struct Whole {
    Vec3 normal;
    float separation = 0.0f;
};
using Wholes = std::map<BodyPair, Whole>;

/// Between two bodies, the one with the lower id first: the corners of triangles that intersect.
using CrossedCorners = std::map<BodyPair, std::set<std::pair<BodyId, std::uint32_t>>>;
CrossedCorners crossed_corners(CoverWorld& world);

/// What pushes, and how hard. Names `covers_apart`, `covers_share`, `covers_turn`, `covers_pull`, `covers_confirmed`,
/// `covers_balance`, `covers_vertices`, `covers_counts`, `covers_estimate`, `covers_unknown`.
void check_cover_pushes(const MatchedAnswer& matched, const std::string& about, Findings& findings);
/// What covers and parts are, by what is known of bodies as a whole and of triangles that intersect. Names
/// `covers_gone`, `covers_normal`, `covers_bounds`, `covers_still`, `covers_named`, `covers_area`, `covers_part_area`,
/// `covers_group`.
void check_cover_fields(
    const MatchedAnswer& matched, const Wholes& wholes, const std::optional<CrossedCorners>& corners,
    const std::string& about, Findings& findings);
/// The answer at the first cut, where parts are bodies as a whole: in a world that is fresh, all of them. Names
/// `covers_whole`, `covers_stand`.
Wholes check_cover_wholes(const MatchedAnswer& matched, bool is_fresh, const std::string& about, Findings& findings);

} // namespace tactus::fuzz::sphere_trees
