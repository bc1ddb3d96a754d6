// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/contact.h>
#include <tactus/result.h>

namespace tactus {

// Sentences about the first setting that no contact query can work with.
Result<void> check_contact_settings(const ContactSettings& settings);
Result<void> check_pair_settings(const PairSettings& settings);

} // namespace tactus
