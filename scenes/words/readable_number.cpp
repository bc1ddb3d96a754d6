// SPDX-License-Identifier: MIT
#include "scenes/words/readable_number.h"

namespace tactus::scenes {

std::string readable(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    if (digits.size() < 5)
        return digits;
    for (std::size_t place = digits.size() - 3; place > 0 && place < digits.size(); place -= 3)
        digits.insert(place, ",");
    return digits;
}

} // namespace tactus::scenes
