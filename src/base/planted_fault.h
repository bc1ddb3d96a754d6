// SPDX-License-Identifier: MIT
#pragma once

/// Faults that are planted to see whether the tests catch them: tests/planted_faults.txt says what each one is.
///
/// In every ordinary build TACTUS_FAULT(n) is the constant false, and what stands behind it is not compiled into
/// anything. In the build of script/mutate (TACTUS_PLANTED_FAULTS) it is true where the environment variable
/// TACTUS_FAULT is n.
#ifdef TACTUS_PLANTED_FAULTS
#include <cstdlib>

namespace tactus {

inline bool fault_is_planted(int number)
{
    static const int planted = [] {
        const char* const text = std::getenv("TACTUS_FAULT");
        return text != nullptr ? std::atoi(text) : 0;
    }();
    return planted == number;
}

} // namespace tactus

#define TACTUS_FAULT(number) ::tactus::fault_is_planted(number)
#else
#define TACTUS_FAULT(number) false
#endif
