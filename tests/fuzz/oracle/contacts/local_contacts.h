// SPDX-License-Identifier: MIT
// Which contacts ContactSelection::local keeps, by the text of docs/contacts.md alone: "Few of them, or all".
#pragma once

#include <map>
#include <set>

#include "../features.h"

namespace tactus::fuzz {

/// How the features of a contact meet.
struct Meeting {
    bool crosses = false;
    bool pushes = false; ///< What the world says of two edges that cross: how hard they do is judged elsewhere.
};

/// What ContactSelection::all lists, under whatever exemptions there are.
using AllContacts = std::map<ContactName, Meeting>;

/// Which of two bodies is body a of their contacts.
enum class BodyOrder {
    by_place, ///< The one with the smaller place in the mirror, as in a world that was made from it.
    by_id,    ///< The one with the smaller id, in a world where places may come in another order.
};

/// Those that ContactSelection::local keeps, decided with whole numbers.
std::set<ContactName> local_contacts(const Mirror& mirror, const AllContacts& all, BodyOrder order);

} // namespace tactus::fuzz
