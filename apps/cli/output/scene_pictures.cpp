// SPDX-License-Identifier: MIT
#include "cli/output/scene_pictures.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "cli/measure/summary.h"
#include "cli/output/pair_file.h"
#include "cli/output/table.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

constexpr std::array<Vec3, 4> colours = {
    {{0.80f, 0.42f, 0.38f}, {0.36f, 0.55f, 0.78f}, {0.52f, 0.70f, 0.42f}, {0.78f, 0.66f, 0.40f}}};

/// The numbers of the frames to draw, in order.
std::set<std::size_t> chosen_frames(const std::vector<FrameResult>& frames)
{
    const auto first =
        std::find_if(frames.begin(), frames.end(), [](const FrameResult& frame) { return frame.pairs > 0; });
    if (first == frames.end())
        return {0, frames.size() / 2, frames.size() - 1};
    const auto begin = static_cast<std::size_t>(first - frames.begin());
    const std::size_t deepest = summarise(frames).most_pairs_frame;
    return {begin, (begin + deepest) / 2, deepest};
}

void extend(PictureFrame& box, std::span<const Vec3> positions)
{
    for (const Vec3& p : positions) {
        box.lower = {std::min(box.lower.x, p.x), std::min(box.lower.y, p.y), std::min(box.lower.z, p.z)};
        box.upper = {std::max(box.upper.x, p.x), std::max(box.upper.y, p.y), std::max(box.upper.z, p.z)};
    }
}

/// Per body, the triangles that intersect something.
std::vector<std::vector<std::uint32_t>> touching_triangles(const Playback& playback, std::size_t body_count)
{
    std::vector<std::vector<std::uint32_t>> touching(body_count);
    for (const BodyPairs& bodies : playback.report().bodies)
        for (const TrianglePair pair : bodies.pairs) {
            touching[playback.body_index(bodies.body_a)].push_back(pair.a);
            touching[playback.body_index(bodies.body_b)].push_back(pair.b);
        }
    for (std::vector<std::uint32_t>& triangles : touching) {
        std::sort(triangles.begin(), triangles.end());
        triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    }
    return touching;
}

using Positions = std::vector<std::vector<Vec3>>;

Positions positions_at(const scenes::Scene& scene, std::size_t frame)
{
    Positions positions;
    for (std::size_t m = 0; m < scene.meshes.size(); ++m)
        scene.positions(static_cast<std::uint32_t>(frame), m, positions.emplace_back(scene.meshes[m].positions.size()));
    return positions;
}

} // namespace

bool can_draw_pictures() { return true; }

Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    Playback& playback)
{
    if (Result<void> made = make_folder(folder); !made.ok())
        return made.error();
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return book.error();
    const std::set<std::size_t> chosen = chosen_frames(frames);
    // One box for all pictures keeps the camera still.
    std::optional<PictureFrame> box;
    for (const std::size_t frame : chosen)
        for (const std::vector<Vec3>& positions : positions_at(scene, frame)) {
            if (!box && !positions.empty())
                box = PictureFrame{positions[0], positions[0]};
            if (box)
                extend(*box, positions);
        }

    std::vector<std::filesystem::path> files;
    for (const std::size_t frame : chosen) {
        const Positions positions = positions_at(scene, frame);
        const std::vector<std::span<const Vec3>> views(positions.begin(), positions.end());
        if (const Result<FrameResult> found = playback.step(views); !found.ok())
            return found.error();
        const std::vector<std::vector<std::uint32_t>> touching = touching_triangles(playback, scene.meshes.size());
        std::vector<PictureMesh> meshes;
        for (std::size_t m = 0; m < scene.meshes.size(); ++m)
            meshes.push_back({scene.meshes[m].triangles, positions[m], colours[m % colours.size()], touching[m]});
        PictureOptions options;
        options.caption = fmt::format(
            "{}, frame {} of {}: {}\nupdate {} ms, query {} ms", scene.name, frame, frames.size(),
            counted(frames[frame].pairs, "intersecting pair"), milliseconds_text(frames[frame].update_ms),
            milliseconds_text(frames[frame].query_ms));
        options.frame = box;
        const std::filesystem::path file = folder / fmt::format("{}_{:05}.png", scene.name, frame);
        if (Result<void> drawn = book.value().draw(file, meshes, options); !drawn.ok())
            return drawn.error();
        files.push_back(file);
    }
    return files;
}

#else

bool can_draw_pictures() { return false; }

Result<std::vector<std::filesystem::path>>
draw_scene_pictures(const std::filesystem::path&, const scenes::Scene&, const std::vector<FrameResult>&, Playback&)
{
    return Error{ErrorCode::unavailable, "this build was made without OpenGL and draws no pictures"};
}

#endif

} // namespace tactus::cli
