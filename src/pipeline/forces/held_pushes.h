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
    /// A contact that is not confirmed is gone if no parts of its two bodies are open; a vertex inside a body, which is
    /// found with the depths, if all depths between the two are final as well. Parts are never held.
    void append(std::span<const Push> before, const ContactReport& report, Buffer<Push>& pushes);

    /// Bytes held.
    std::size_t bytes() const { return open_pairs_.bytes() + unmeasured_pairs_.bytes() + confirmed_.bytes(); }

private:
    /// The lesser id first.
    struct BodyPair {
        BodyId first;
        BodyId second;

        friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
        friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
    };

    static void append_pair(const Contact& contact, Buffer<BodyPair>& pairs);
    static void sort(Buffer<BodyPair>& pairs);
    static bool contains(const Buffer<BodyPair>& pairs, BodyPair pair);
    static BodyPair pair_of(BodyId a, BodyId b) { return b < a ? BodyPair{b, a} : BodyPair{a, b}; }
    bool may_live(const Push& push) const;
    void list_confirmed(std::span<const Contact> confirmed);

    Buffer<BodyPair> open_pairs_;       ///< with open parts: ascending, each once
    Buffer<BodyPair> unmeasured_pairs_; ///< with open depths, likewise
    Buffer<std::uint64_t> confirmed_;   ///< ids, ascending
};

} // namespace tactus
