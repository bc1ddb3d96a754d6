// SPDX-License-Identifier: MIT
// What is measured of contact queries. Each measurement is a table, and a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tables/table.h"

namespace tactus::contacts {

/// What was chosen on the command line.
struct Choices {
    std::vector<std::string> scenes; ///< for overruns, unit_times, kept_front and orders
    std::vector<std::string> rows;   ///< for exact_contacts: names of the peers' rows; the main ones if empty
    std::size_t queries = 100000;    ///< with a deadline, on each scene
    std::uint32_t passes = 3;        ///< over the frames of a sequence
    bool quick = false;              ///< seconds in place of minutes
};

/// Contacts as multiples of the pair query, and what a vertex inside another body costs.
void measure_exact_contacts(const Choices& choices, Table& table);
/// Contacts at distance zero with depths, against the libraries that give such contacts.
void measure_contact_peers(const Choices& choices, Table& table);
/// A cloth of 60 x 60 vertices that lies on a ball and on itself.
void measure_cloth(const Choices& choices, Table& table);
/// Two flat sheets that slide over each other.
void measure_flat_sheets(const Choices& choices, Table& table);
/// A haptic loop with 200 microseconds for a query, and without a limit.
void measure_haptic_loop(const Choices& choices, Table& table);
/// What a budget costs that is never reached.
void measure_unreached_budget(const Choices& choices, Table& table);
/// What the first queries of a world take, which also prepare its bodies.
void measure_first_queries(const Choices& choices, Table& table);
/// Contact queries by the number of workers.
void measure_workers(const Choices& choices, Table& table);
/// By how much queries with deadlines end after them.
void measure_overruns(const Choices& choices, Table& table);
/// How long single work units take.
void measure_unit_times(const Choices& choices, Table& table);
/// Bounds compared with bounds by a world that remembers separations and by one that does not.
void measure_kept_front(const Choices& choices, Table& table);
/// Work until an error bound is reached, worst error first over breadth first.
void measure_orders(const Choices& choices, Table& table);

} // namespace tactus::contacts
