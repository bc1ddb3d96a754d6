// SPDX-License-Identifier: MIT
// What contacts that stick remember, by the text of docs/contacts.md alone: "Friction that holds".
#pragma once

#include <map>
#include <set>

#include "force_model.h"

namespace tactus::fuzz {

/// The springs of one world, from call to call of contact_forces.
class Springs {
public:
    /// Begins a call of contact_forces. The contacts are all that the query has listed.
    void begin_call(const Mirror& mirror, const std::vector<Contact>& listed);
    /// Every stretch that a contact may have in this call. Where the pages leave no doubt it is one.
    std::vector<Arrow> expected(const Mirror& mirror, const Contact& contact) const;
    /// Takes what a call made of a contact: the stretch that the law was told of, what it left of it, and whether the
    /// contact pushed. Stretches are the same that differ by no more than rounding.
    void take(
        const Mirror& mirror, const Contact& contact, const Arrow& told, const Arrow& left, bool pushes,
        double rounding);
    void end_call();
    /// Drops what is remembered of a body that was edited, or is no more.
    void forget(std::uint32_t place);
    /// Says that a body may have been edited.
    void doubt(std::uint32_t place);

private:
    /// The points that are held, and what was between them across the normal less what the contact had left then.
    struct Spring {
        SidePoint a, b;
        Arrow rest;
    };
    struct Memory {
        std::vector<Spring> springs; ///< One of these is remembered,
        bool may_be_none = false;    ///< or, if so, nothing.
        std::uint64_t last_push = 0; ///< The call in which it pushed last.
    };
    /// A vertex of a body, or a sphere, and the body that it is in contact with.
    using VertexName = std::array<std::uint32_t, 3>;

    static VertexName vertex_of(const Mirror& mirror, const Contact& contact);
    static Arrow turned_rest(const Spring& spring, const Arrow& normal);
    static Arrow stretch(const Mirror& mirror, const Spring& spring, const Arrow& normal);
    static Spring begun(const Mirror& mirror, const Contact& contact, const Arrow& left);
    static bool is_of(const Memory& memory, std::uint32_t place);
    Memory remembered(const Mirror& mirror, const Contact& contact) const;

    std::map<std::uint64_t, Memory> by_id_;
    std::map<VertexName, std::set<std::uint64_t>> by_vertex_; ///< The ids that pushed in the call before.
    std::map<VertexName, std::set<std::uint64_t>> now_by_vertex_;
    std::map<VertexName, int> comers_;      ///< How many contacts that were not there before a vertex has in this call.
    std::map<std::uint64_t, Memory> taken_; ///< Of this call.
    std::set<std::uint64_t> listed_;
    std::uint64_t call_ = 0;
};

} // namespace tactus::fuzz
