// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "world/edit/made_edit.h"

namespace tactus {

/// Where the triangles of bodies come from that have just been edited, and which of them could be a pair before.
class EditOrigins {
public:
    /// Edits that have been carried out, which must stay.
    explicit EditOrigins(std::span<const MadeEdit> done)
    {
        for (const MadeEdit& edit : done) {
            origins_.emplace(edit.report.body, Origin{&edit, nullptr});
            for (const BodyPiece& piece : edit.report.pieces)
                origins_.emplace(piece.body, Origin{&edit, &piece});
        }
    }

    /// The edit that a body comes from, and the piece that it is; none of both for one that was not edited.
    struct Origin {
        const MadeEdit* edit = nullptr;
        const BodyPiece* piece = nullptr; ///< none for the body itself
    };
    Origin of(BodyId body) const
    {
        const auto origin = origins_.find(body);
        return origin != origins_.end() ? origin->second : Origin{};
    }
    /// Whether two triangles of one edit were there before it, and tested against each other.
    static bool were_tested(const Origin& a, std::uint32_t triangle_a, const Origin& b, std::uint32_t triangle_b)
    {
        const Kind of_a = kind(a, triangle_a), of_b = kind(b, triangle_b);
        const TestedBefore& tested = a.edit->tested;
        if (of_a == Kind::added || of_b == Kind::added)
            return false;
        return of_a != of_b ? tested.both : of_a == Kind::own ? tested.own : tested.joined;
    }
    /// Whether a triangle is new, or comes from a body that was not tested against itself.
    static bool is_new(const Origin& body, std::uint32_t triangle)
    {
        return !were_tested(body, triangle, body, triangle);
    }
    /// Whether there can be pairs that could not be before.
    static bool can_have_fresh_pairs(const MadeEdit& edit)
    {
        const EditedBody& report = edit.report;
        const bool has_joined = report.first_added_triangle > report.first_joined_triangle;
        return !edit.added.empty() || !edit.tested.own || (has_joined && !(edit.tested.joined && edit.tested.both));
    }

private:
    enum class Kind { own, joined, added };

    static Kind kind(const Origin& origin, std::uint32_t triangle)
    {
        const std::uint32_t number = origin.piece != nullptr ? origin.piece->triangle_of[triangle] : triangle;
        const EditedBody& edited = origin.edit->report;
        return number >= edited.first_added_triangle    ? Kind::added
               : number >= edited.first_joined_triangle ? Kind::joined
                                                        : Kind::own;
    }

    std::map<BodyId, Origin> origins_;
};

} // namespace tactus
