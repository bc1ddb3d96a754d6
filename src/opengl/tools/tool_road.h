// SPDX-License-Identifier: MIT
// Roads by which a graphics card finds the faces that a tool may touch. A world is handed one as its proposer:
//
//     auto road = GraphicsRoad::open(ToolRoad::feedback_with_ids);
//     if (!road.ok())
//         std::puts(road.error().message.c_str()); // the processor's road goes on without
//     TouchOptions options;
//     options.proposer = road.ok() ? &road.value() : nullptr;
//     const auto report = world.find_touched(tool, options);
//
// The card proposes, the processor decides: the world looks at every proposal with exact arithmetic, finds what was
// left out by itself, and counts both (TouchReport::proposed_in_vain and TouchReport::not_proposed).
//
// Lombardo, Cani, Neyret 1999, "Real-time Collision Detection for Virtual Surgery": the volume of a tool is a camera,
// and the clipping stage of the card finds the faces inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tactus/queries.h>
#include <tactus/result.h>

#include "opengl/context.h"

namespace tactus {

/// How the card is asked.
enum class ToolRoad {
    selection,         ///< Selection mode with a name for every triangle, and the paper's volumes.
    feedback,          ///< Feedback mode with a token for every triangle, and the paper's volumes.
    feedback_with_ids, ///< One draw in feedback mode, numbers in texture coordinates, and a volume that holds the tool.
    compute_shader,    ///< A compute shader that tests every triangle, against a volume that holds the tool.
};

/// Which camera the paper's roads set for a sweep. Both cut out the same volume.
enum class SweepForm {
    naive_box,   ///< An orthographic box, and two clip planes for the sides (Figures 5 and 6).
    perspective, ///< A perspective camera, and two clip planes above and below (Figures 7 and 8).
};

/// Where a face lies between the near plane of the camera, 0, and the far plane, 1, as far as it is inside.
struct FaceDepths {
    std::uint32_t triangle = 0;
    double nearest = 0.0;
    double farthest = 0.0;
};

/// The part of a face that is inside the volume: a convex polygon, whose points lie in GraphicsRoad::points from
/// `begin` on.
struct ClippedFace {
    std::uint32_t triangle = 0;
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
};

/// Proposes faces by a graphics card, or by Mesa's software renderer where there is no card. One thread at a time; the
/// context is current during a proposal only.
///
/// The paper's volumes are not supersets of the tool: selection and feedback may leave out faces that are touched. They
/// know one pivot, where the tool is now. The other two roads propose every face that is touched, as far as the
/// driver's floats do what OpenGL expects of them.
class GraphicsRoad final : public ToolProposer {
public:
    /// Opens a context of its own. A machine that lacks something the road needs is refused with a sentence. The form
    /// says nothing to the roads that are not the paper's.
    static Result<GraphicsRoad> open(ToolRoad road, SweepForm form = SweepForm::perspective);
    /// Takes a context that is there already.
    static Result<GraphicsRoad> open_on(Context context, ToolRoad road, SweepForm form = SweepForm::perspective);

    GraphicsRoad(GraphicsRoad&& other) noexcept;
    GraphicsRoad& operator=(GraphicsRoad&& other) noexcept;
    ~GraphicsRoad() override;

    /// Proposes in ascending order, every face once. Triangles whose vertices do not exist, such as removed ones, are
    /// not proposed. False, and no faces, where the driver fails, memory ends, or a number is not finite; where the
    /// paper's roads are asked about a tool without a radius; and where the others meet a coordinate above 1e15.
    bool
    propose(const ToolVolume& volume, const MeshView& mesh, std::vector<std::uint32_t>& proposed) noexcept override;

    ToolRoad road() const;
    /// The driver's name for what draws.
    const std::string& renderer() const;

    /// Whether proposals of the paper's roads also count the faces that pass the view volume alone, which takes a
    /// second draw wherever there are clip planes. It is off at first, and its time is not part of seconds().
    void count_in_view(bool wanted);

    /// How many faces passed the view volume in the last proposal, before the clip planes dropped some. It is 0 where
    /// the volume has clip planes and count_in_view was not asked for.
    std::size_t in_view() const;
    /// How many faces were left by the clip planes in the last proposal: those that are proposed.
    std::size_t after_planes() const;
    /// How long the last proposal took, from the world's call to the list of faces.
    double seconds() const;
    /// Whether the paper's formula had no answer to the last motion (none, a tiny one, one along the shaft or through
    /// the pivot), so that the standing box around the longest side of the triangle took its place.
    bool stood_in() const;
    /// The depths of the faces of the last proposal, in their order. Only selection has them.
    std::span<const FaceDepths> depths() const;
    /// The clipped faces of the last proposal, in their order. Only feedback has them.
    std::span<const ClippedFace> clipped_faces() const;
    /// The points of the clipped faces, in metres.
    std::span<const Vec3> points() const;

private:
    struct Content;
    explicit GraphicsRoad(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

} // namespace tactus
