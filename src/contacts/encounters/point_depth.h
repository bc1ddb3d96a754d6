// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/depths/depth_search.h"
#include "contacts/encounters/encounter.h"
#include "contacts/encounters/inside_query.h"
#include "search/nearest_surface.h"

namespace tactus {

/// Whether a point lies inside a closed body, and if so, the nearest way out, a step at a time.
class PointDepth {
public:
    /// The body must stay as it is until the answer.
    void begin(Vec3 point, const ContactBody& body);
    bool is_busy() const { return stage_ != Stage::done; }
    void stop() { stage_ = Stage::done; }
    /// At most a work unit.
    void step();
    /// When it is no longer busy.
    bool is_inside() const { return inside_.is_inside(); }
    /// The depth of a point that is inside, as of vertex 0.
    VertexDepth depth() const;

    std::size_t bytes() const { return inside_.bytes() + nearest_.bytes(); }

private:
    enum class Stage : std::uint8_t { ray, nearest, done };

    Vec3 point_;
    const ContactBody* body_ = nullptr;
    Stage stage_ = Stage::done;
    InsideQuery inside_;
    NearestSurface nearest_;
};

} // namespace tactus
