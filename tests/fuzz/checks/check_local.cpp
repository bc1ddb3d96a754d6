// SPDX-License-Identifier: MIT
#include "checks.h"

namespace tactus::fuzz {

AllContacts contacts_of(const Answer& answer)
{
    AllContacts all;
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        if (answer.keys[k].body_a != UINT32_MAX && answer.keys[k].body_b != UINT32_MAX)
            all[answer.names[k]] = {answer.confirmed[k].crosses, answer.confirmed[k].separation < 0.0f};
    return all;
}

// Which vertices are inside others, and where they come out, is judged elsewhere. One that comes out where it has no
// local contact has one of its own, even where another contact says it if all are listed.
void check_local(const Mirror& mirror, const std::set<ContactName>& local, const Answer& answer, Findings& findings)
{
    for (std::size_t k = 0; k < answer.confirmed.size(); ++k)
        findings.expect(
            is_fresh(mirror, answer.keys[k]) || local.contains(answer.names[k]) || answer.keys[k].inside, "local_true",
            "not a local contact: " + text(answer.names[k]) + ": " + text(answer.confirmed[k]));
    if (!answer.complete || answer.contacts_merged)
        return;
    const std::set<ContactName> listed(answer.names.begin(), answer.names.end());
    for (const ContactName& name : local)
        findings.expect(
            is_fresh(mirror, name.key) || listed.contains(name), "local_all",
            "a local contact is not listed: " + text(name));
}

} // namespace tactus::fuzz
