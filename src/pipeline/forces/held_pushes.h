// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "pipeline/forces/push.h"

namespace tactus {

/// Decides which contacts of the call before go on pushing while an answer is unfinished.
class HeldPushes {
public:
    /// Appends those pushes of `before` whose contact the report neither confirms nor proves gone, in their order.
    /// A contact that is not confirmed is gone if nothing between its two bodies is open. Parts are never held.
    void append(std::span<const Push> before, const ContactReport& report, Buffer<Push>& pushes);

    /// Bytes held.
    std::size_t bytes() const { return open_pairs_.bytes() + confirmed_.bytes(); }

private:
    /// The lesser id first.
    struct BodyPair {
        BodyId first;
        BodyId second;

        friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
        friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
    };

    static BodyPair pair_of(BodyId a, BodyId b) { return b < a ? BodyPair{b, a} : BodyPair{a, b}; }
    void list_open_pairs(std::span<const Contact> parts);
    void list_confirmed(std::span<const Contact> confirmed);

    Buffer<BodyPair> open_pairs_;     ///< ascending, each once
    Buffer<std::uint64_t> confirmed_; ///< ids, ascending
};

} // namespace tactus
