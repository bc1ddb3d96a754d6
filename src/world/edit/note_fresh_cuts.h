// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace tactus {

class BodyTable;
class CutSides;
class Encounters;
class PairQueries;
struct MadeEdit;

/// Whether there can be triangles, after edits that have been carried out, that touch now and could not before.
bool can_have_fresh_cuts(std::span<const MadeEdit> done, const BodyTable& bodies);

/// Notes what touches right after an edit and could not before: the two sides of a cut, whether it goes through a body
/// or all the way. What was tested before was a pair then, and is one now. The bodies that meet have been listed.
void note_fresh_cuts(
    std::span<const MadeEdit> done, const BodyTable& bodies, const Encounters& encounters, PairQueries& pairs,
    CutSides& cuts);

} // namespace tactus
