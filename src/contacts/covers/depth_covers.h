// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/covers/depth_sketch.h"
#include "contacts/encounters/encounter.h"
#include "contacts/front/front.h"

namespace tactus {

/// The open parts that cover what lies inside other bodies, until that is known: one for each encounter at first, and,
/// once its intersecting triangles are known, one for each group of vertices that may be inside.
class DepthCovers {
public:
    /// The front must outlive this.
    explicit DepthCovers(Front& front) : front_(&front) {}

    /// Begins a query with so many encounters, none of which has a cover.
    void begin(std::size_t encounter_count);
    /// Covers an encounter as a whole. The list must have room.
    void add(std::uint32_t index, const ContactEncounter& encounter);
    bool covers(std::uint32_t encounter) const { return covers_[encounter].count > 0; }
    std::size_t count_of(std::uint32_t encounter) const { return covers_[encounter].count; }
    /// The largest error bound of the encounter's covers, metres; 0 if it has none.
    float error_of(std::uint32_t encounter) const { return covers_[encounter].error; }
    /// What lies inside is known.
    void remove(std::uint32_t encounter);

    /// Starts to replace the cover of an encounter between meshes by several. The pairs are all triangles that
    /// intersect, and must stay until it is done; so many of the list's places may be used.
    void begin_sketch(
        std::uint32_t index, const ContactEncounter& encounter, std::span<const IntersectingPair> intersecting,
        std::size_t room);
    bool is_sketching() const { return is_sketching_; }
    /// At most a work unit.
    void step();

    std::size_t bytes() const
    {
        return sketch_a_.bytes() + sketch_b_.bytes() + nearest_.bytes() + handles_.bytes() + covers_.bytes();
    }

private:
    /// Where the handles of an encounter's covers stand.
    struct Cover {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        float error = 0.0f;
    };

    void probe();
    void replace();
    void add_group(const OpenPair& whole, const DepthSketch::Group& group, bool of_a);

    Front* front_;
    Buffer<Cover> covers_; ///< per encounter
    Buffer<std::uint32_t> handles_;
    DepthSketch sketch_a_;
    DepthSketch sketch_b_;
    bool is_sketching_ = false;
    std::uint32_t index_ = 0;
    const ContactEncounter* encounter_ = nullptr;
    std::uint32_t probed_ = 0; ///< how many vertices have been compared with the other side's patch
    bool is_probing_ = false;  ///< a vertex of one of the sides
    bool probes_b_ = false;    ///< of b; a comes first
    Vec3 probe_;
    std::size_t next_stretch_ = 0; ///< of the other side's patch
    float least_distance_ = 0.0f;  ///< to those before
    /// To the vertex, where features that are only near are in contact with it, or all of the surface is a way out.
    NearestSurface nearest_;
    std::uint32_t opened_ = 0; ///< parts that this has opened
};

} // namespace tactus
