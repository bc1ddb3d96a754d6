// SPDX-License-Identifier: MIT
// Checks that have worlds of their own, and can be made without the others.
#pragma once

#include "../cases/random.h"
#include "../checks/checks.h"

namespace tactus::fuzz {

/// What such a check is made with: the case, and one frame of it as its mirror has it.
struct ApartFrame {
    const FuzzCase& fuzz_case;
    std::size_t number = 0;
    const Mirror& mirror;
    Transcript* transcript;
};

/// Several bodies that are moved at once, against the same moves one by one and against a world that is made where they
/// ended. Names `batch_refusal`, `batch_places`, `batch_forces`, those of check_pairs, and `batch` and `batch_fresh` as
/// check_same has them.
void check_batches(const ApartFrame& frame, Random random, Findings& findings);

/// Every cut of one query against the complete answer of another world. Names `bounds_complete`, `bounds_entry`,
/// `bounds_place`, `bounds_depth`, `bounds_open`.
void check_bounds(const ApartFrame& frame, Random random, Findings& findings);

/// Forces over all frames of a case, against what the pages say a contact pushes with. Names `law_asked`, `law_area`,
/// `law_speed`, `law_stretch`, `law_default`, `law_force`, `law_listed`,
/// `law_friction`, `law_refused`, `law_workers`, `law_again`, `law_estimate`, `law_estimate_parts`, `law_asked_twice`.
void check_laws(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings);

/// Whether a check is made here.
bool is_made_apart(const std::string& check);

/// Makes all of these that are wanted, some of them in some frames only.
void check_apart(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings);

} // namespace tactus::fuzz
