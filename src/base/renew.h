// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

namespace tactus {

/// Makes an object as it was before it was first used, without any memory. Making one must take none.
template <class T, class... Arguments>
void renew(T& object, Arguments&&... arguments)
{
    std::destroy_at(&object);
    std::construct_at(&object, std::forward<Arguments>(arguments)...);
}

} // namespace tactus
