// SPDX-License-Identifier: MIT
// Which contacts ContactSelection::local keeps, by the text of docs/contacts.md alone: "Few of them, or all".
#pragma once

#include <map>
#include <set>

#include "../features.h"

namespace tactus::fuzz {

/// What ContactSelection::all lists, under whatever exemptions there are: contacts, and whether their features cross.
using AllContacts = std::map<ContactName, bool>;

/// Which of two bodies is body a of their contacts.
enum class BodyOrder {
    by_place, ///< The one with the smaller place in the mirror, as in a world that was made from it.
    by_id,    ///< The one with the smaller id, in a world where places may come in another order.
};

/// Those that ContactSelection::local keeps, decided with whole numbers.
std::set<ContactName> local_contacts(const Mirror& mirror, const AllContacts& all, BodyOrder order);

} // namespace tactus::fuzz
