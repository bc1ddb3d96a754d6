// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <vector>

#include "../oracle/features.h"
#include "../stage/stage.h"

namespace tactus::fuzz {

/// A contact report that stays when the world goes on, with names that do not depend on the world.
struct Answer {
    std::vector<Contact> open;
    std::vector<Contact> confirmed;
    std::vector<ContactKey> keys;   ///< Of the confirmed ones.
    std::vector<ContactName> names; ///< Of the confirmed ones.
    /// Of the confirmed ones, the places of body_a and body_b, and the normal from the smaller place to the larger one.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    std::vector<Vec3> normals;
    std::vector<BodyPlaces> open_places; ///< Of the open parts.
    std::map<ContactKey, std::size_t> by_key;
    std::size_t entries = 0;
    bool complete = false;
    std::uint64_t work_units_spent = 0;
    std::uint64_t open_pairs = 0;
    std::uint64_t contacts_merged = 0;
    float worst_error = 0.0f;
    bool kinds_are_apart = true; ///< contacts are confirmed, unrefined ones are not

    Answer(const Mirror& mirror, const ContactReport& report);

    /// Leaves contacts out of what is compared with other answers.
    void leave_out(const std::set<ContactKey>& these);
};

/// How far coordinates and lengths may be off by rounding alone, metres.
double slack(const Mirror& mirror);

std::string text(const Contact& contact);

/// Whether contacts between these bodies are not compared, because an edit made surfaces of them that lie on each
/// other.
inline bool is_fresh(const Mirror& mirror, const ContactKey& key)
{
    return mirror.fresh_bodies.contains(Mirror::both(key.body_a, key.body_b));
}

} // namespace tactus::fuzz
