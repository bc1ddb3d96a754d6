// SPDX-License-Identifier: MIT
#include "checks.h"

namespace tactus::fuzz {

namespace {

/// Whether a contact says that a vertex is inside a body, and no local one of this vertex with a face of it does. All
/// contacts may say it by faces that the vertex has crossed elsewhere than where they are nearest to it.
bool says_alone_what_is_inside(const ContactKey& key, const std::set<ContactName>& local)
{
    if (!key.inside || size_of(key.a) + size_of(key.b) != 1)
        return false;
    const bool of_a = size_of(key.a) == 1;
    for (const auto& [other, face] : local)
        if (face != UINT32_MAX && other.body_a == key.body_a && other.body_b == key.body_b
            && (of_a ? other.a == key.a : other.b == key.b))
            return false;
    return true;
}

} // namespace

AllContacts contacts_of(const Answer& answer)
{
    AllContacts all;
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        if (answer.keys[k].body_a != UINT32_MAX && answer.keys[k].body_b != UINT32_MAX)
            all[answer.names[k]] = answer.confirmed[k].crosses;
    return all;
}

void check_local(const Mirror& mirror, const std::set<ContactName>& local, const Answer& answer, Findings& findings)
{
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        findings.expect(
            is_fresh(mirror, answer.keys[k]) || local.contains(answer.names[k])
                || says_alone_what_is_inside(answer.keys[k], local),
            "local_true", "not a local contact: " + text(answer.names[k]) + ": " + text(answer.confirmed[k]));
    if (!answer.complete || answer.contacts_merged)
        return;
    const std::set<ContactName> listed(answer.names.begin(), answer.names.end());
    for (const ContactName& name : local)
        findings.expect(
            is_fresh(mirror, name.key) || listed.contains(name), "local_all",
            "a local contact is not listed: " + text(name));
}

} // namespace tactus::fuzz
