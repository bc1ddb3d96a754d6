// SPDX-License-Identifier: MIT
#include <tactus/result.h>

namespace tactus {

Version version() { return {TACTUS_VERSION_MAJOR, TACTUS_VERSION_MINOR, TACTUS_VERSION_PATCH}; }

} // namespace tactus
