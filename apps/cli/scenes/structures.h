// SPDX-License-Identifier: MIT
// Structures, orders and policies by the names that users type.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/body.h>
#include <tactus/contact.h>

namespace tactus::cli {

/// Every structure there is, the default first.
std::span<const Structure> all_structures();
const char* structure_name(Structure structure);
std::vector<std::string> structure_names();
/// The structure of a name from the list.
Structure structure_called(std::string_view name);
/// What all bodies of a run have in common. Where they take seconds to make, a bar says how far that is.
BodyDesc body_with(Structure structure, std::uint32_t threads);

/// Every order in which open parts can be looked into, the default first.
std::span<const RefinementOrder> all_orders();
/// As it is typed: worst, breadth or depth.
const char* order_name(RefinementOrder order);
/// In words: "worst error first".
const char* order_words(RefinementOrder order);
std::vector<std::string> order_names();
RefinementOrder order_called(std::string_view name);

/// Which contacts are listed, as `--which` names it.
const char* selection_name(ContactSelection which);
std::vector<std::string> selection_names();
ContactSelection selection_called(std::string_view name);

/// What unfinished answers push with, as `--force-policy` and the library name it.
const char* policy_name(ForcePolicy policy);
std::vector<std::string> policy_names();
ForcePolicy policy_called(std::string_view name);

} // namespace tactus::cli
