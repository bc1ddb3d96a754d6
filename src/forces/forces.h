// SPDX-License-Identifier: MIT
// From contacts to forces: what each contact pushes with, what that is for the vertices around it, and what all of it
// is for each body.
#pragma once

#include <cstddef>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/number_map.h"
#include "forces/kept/error_estimate.h"
#include "forces/kept/held_contacts.h"
#include "forces/kept/open_pairs.h"
#include "forces/kept/rest_offsets.h"
#include "forces/kept/stick_anchors.h"
#include "forces/pushes/contact_force.h"
#include "forces/pushes/force_bodies.h"
#include "forces/pushes/push.h"
#include "forces/pushes/vertex_sums.h"
#include "forces/pushes/wrench_sums.h"

namespace tactus {

/// Pushes bodies apart where they are in contact. Remembers what pushed in the last call, for ForcePolicy::held, where
/// contacts stick, and the wrenches, for limiting their change; keeps its memory. A contact without depth does not
/// push, nor does one that is farther apart than its bodies rest.
///
/// A push is the same on both bodies, the other way round. The wrenches take it at the contact's point, half way
/// between the two sides, so that forces and torques of all bodies balance. The vertices of a body take it by the
/// weights of the point on their own side, so their forces sum to the body's. About the centroid they turn it the same
/// way as long as the push is along the line from one side to the other, as it is where vertices inside are pushed out
/// without friction. Otherwise they differ by the push times at most half that line, since vertices can take it only
/// where they are. Vertex forces and contact forces know no limit on their change.
///
/// While a report is unfinished, policies differ:
/// - held: what pushed between two bodies goes on until their depths are final again, moved to where they are now, and
///   what has been confirmed joins it (held_contacts.h).
/// - certified_lower: contacts whose depth is still open do not push yet, and the others push by their final depth.
///   Those of a body that moves between several others, while what it has with one of them is unfinished, only resist,
///   by the material's damping: pushed from one side before the other is known, it would be thrown out.
/// - spheres: open parts whose bounds overlap push along their normals, by the material's stiffness times that overlap.
///   Until depths are known, those that cover what may lie inside say how hard two bodies push each other, and push
///   with what all others leave of that. Nothing of it is certain; it errs towards pushing too much. After C. Mendoza
///   and C. O'Sullivan, "Interruptible collision detection for deformable objects", 2006, whose open pairs attract each
///   other where they do not overlap.
class ContactForces {
public:
    /// The report's contacts: first one force for each confirmed contact, in their order, also where it is zero; then
    /// the contacts that are held, or the parts that push. Vertices and bodies that nothing pushes are not in the
    /// lists. The spans live until the next call.
    ///
    /// Velocities are the bodies' affair: step_seconds is not used here. Coordinates and velocities are finite.
    ForceReport compute(const ContactReport& report, const ForceBodies& bodies, const ForceOptions& options);

    /// Nothing of this body is held any more or sticks, and its next wrench starts from zero: for bodies that are
    /// removed, or have other vertices.
    void forget(BodyId body);
    /// Forgets all bodies.
    void clear();

    /// Bytes held.
    std::size_t bytes() const;

private:
    /// What pushes between two bodies with an unfinished answer: newtons on the second.
    struct PairSums {
        DoubleVector confirmed;
        DoubleVector parts;  ///< that cover nothing, alone
        DoubleVector covers; ///< parts that cover what may lie inside, alone
        double newtons_of_parts = 0.0;
        double share_of_parts = 1.0;  ///< How much of what they would push with alone parts push with.
        double share_of_covers = 0.0; ///< How much of what they would push with alone covers push with.

        void find_shares();
    };

    void push_confirmed(const ContactReport& report, const ForceBodies& bodies, const ForceOptions& options);
    void push_held(const ForceBodies& bodies, const ForceOptions& options);
    void push_parts(std::span<const Contact> parts, const ForceBodies& bodies, const ForceOptions& options);
    void ask_about_parts(std::span<const Contact> parts, const ForceBodies& bodies, const ForceOptions& options);
    void push(const Contact& contact, const ForceBodies& bodies, const ForceOptions& options);
    LawfulForce
    ask(const ForceOptions& options, const Contact& contact, ContactMotion motion, const Material& material,
        const ForceBodies& bodies, double share_of_area = 1.0);
    void add(const Contact& contact, Vec3 force);
    void spread_over_vertices();

    double confirmed_push_ = 0.0; ///< newtons, of contacts whose depth is final
    double push_ = 0.0;           ///< of all
    std::uint32_t refused_ = 0;   ///< pushes of the law that are not finite
    Buffer<ContactForce> contacts_;
    Buffer<Push> pushes_; ///< those of contacts_ that are not zero
    /// Vertices that go on and those beside them have been looked at since something has changed.
    bool has_looked_ = false;
    RestOffsets rest_;
    OpenPairs open_;
    HeldContacts held_;
    StickAnchors anchors_;
    ErrorEstimate error_;
    WrenchSums wrenches_;
    VertexSums sums_;
    NumberMap parts_at_;               ///< how many parts push a vertex
    Buffer<PairSums> sums_of_pairs_;   ///< in the order of the open ones
    Buffer<DoubleVector> part_forces_; ///< what each part would push with alone
    Buffer<VertexForce> vertices_;
};

} // namespace tactus
