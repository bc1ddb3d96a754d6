// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/edits/structure_edit.h"

namespace tactus {

class BodyTable;
class ContactQueries;
struct MadeEdit;

/// Changes the body that an edit names, but for pieces that come off. What was known of it by its old numbers of nodes
/// and places is forgotten. Gives what was rebuilt.
StructureEdit change_body(MadeEdit& made, BodyTable& bodies, ContactQueries& contacts);

} // namespace tactus
