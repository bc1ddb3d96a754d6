// SPDX-License-Identifier: MIT
#include "cli/output/scene_pictures.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "cli/measure/summary.h"
#include "cli/output/number_text.h"
#include "cli/output/pair_file.h"
#include "io/file_bytes.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
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

/// A body as it is drawn: its triangles, and which of them intersect something.
struct DrawnBody {
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> touching;
};

std::vector<DrawnBody> drawn_bodies(const scenes::Scene& scene, std::uint32_t frame, const Playback& playback)
{
    const scenes::SceneBodies& bodies = playback.scene_bodies();
    // By the number in its mesh, the body that a triangle belongs to, and whether it touches.
    struct Shown {
        std::size_t body = 0;
        bool touches = false;
    };
    std::vector<std::map<std::uint32_t, Shown>> special(scene.meshes.size());
    for (std::size_t k = 0; k < bodies.bodies().size(); ++k)
        for (const std::uint32_t triangle : bodies.bodies()[k].triangle_of)
            special[bodies.bodies()[k].mesh][triangle].body = k;
    const auto touch = [&](BodyId id, std::uint32_t triangle) {
        const scenes::SceneBody& body = *bodies.find(id);
        Shown& shown = special[body.mesh].try_emplace(body.mesh_triangle(triangle), Shown{body.mesh}).first->second;
        shown.touches = true;
    };
    for (const BodyPairs& pairs : playback.report().bodies)
        for (const TrianglePair& pair : pairs.pairs) {
            touch(pairs.body_a, pair.a);
            touch(pairs.body_b, pair.b);
        }
    std::vector<DrawnBody> drawn(bodies.bodies().size());
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
        for (const scenes::NumberedTriangle& triangle : scenes::triangles_at(scene, frame, mesh)) {
            const auto found = special[mesh].find(triangle.number);
            const Shown shown = found == special[mesh].end() ? Shown{mesh} : found->second;
            DrawnBody& body = drawn[shown.body];
            if (shown.touches)
                body.touching.push_back(static_cast<std::uint32_t>(body.triangles.size()));
            body.triangles.push_back(triangle.vertices);
        }
    return drawn;
}

} // namespace

bool can_draw_pictures() { return true; }

Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const PlaybackOptions& options)
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
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            std::vector<Vec3> positions(scene.meshes[m].positions.size());
            scene.positions(static_cast<std::uint32_t>(frame), m, positions);
            if (!box && !positions.empty())
                box = PictureFrame{positions[0], positions[0]};
            if (box)
                extend(*box, positions);
        }

    // From the beginning once more: what has been cut does not grow together.
    Result<Playback> playback = Playback::create(scene, options);
    if (!playback.ok())
        return playback.error();
    std::vector<std::filesystem::path> files;
    for (const std::size_t frame : chosen) {
        if (const Result<FrameResult> found = playback.value().step(static_cast<std::uint32_t>(frame)); !found.ok())
            return found.error();
        const std::vector<DrawnBody> drawn = drawn_bodies(scene, static_cast<std::uint32_t>(frame), playback.value());
        const scenes::SceneBodies& bodies = playback.value().scene_bodies();
        std::vector<PictureMesh> meshes;
        for (std::size_t k = 0; k < drawn.size(); ++k)
            meshes.push_back(
                {drawn[k].triangles, bodies.positions(bodies.bodies()[k].mesh), colours[k % colours.size()],
                 drawn[k].touching});
        PictureOptions picture;
        picture.caption = fmt::format(
            "{}, frame {} of {}: {}\nupdate {} ms, query {} ms", scene.name, frame, frames.size(),
            counted(frames[frame].pairs, "intersecting pair"), milliseconds_text(frames[frame].update_ms),
            milliseconds_text(frames[frame].query_ms));
        picture.frame = box;
        const std::filesystem::path file = folder / fmt::format("{}_{:05}.png", scene.name, frame);
        const Result<std::string> png = book.value().draw(meshes, picture);
        if (!png.ok())
            return png.error();
        if (Result<void> written = io::write_bytes(file, png.value()); !written.ok())
            return written.error();
        files.push_back(file);
    }
    return files;
}

#else

bool can_draw_pictures() { return false; }

Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path&, const scenes::Scene&, const std::vector<FrameResult>&, const PlaybackOptions&)
{
    return Error{ErrorCode::unavailable, "this build was made without OpenGL and draws no pictures"};
}

#endif

} // namespace tactus::cli
