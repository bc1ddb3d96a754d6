// SPDX-License-Identifier: MIT
#include "cli/pictures/scene_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "cli/output/files/pair_file.h"
#include "cli/output/number_text.h"
#include "cli/pictures/contact_arrows.h"
#include "io/file_bytes.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

Json pictures_json(const std::vector<std::filesystem::path>& pictures)
{
    Json names = Json::array();
    for (const std::filesystem::path& picture : pictures)
        names.push_back(picture.string());
    return names;
}

#if TACTUS_HAS_OPENGL

namespace {

constexpr std::array<Vec3, 4> colours = {
    {{0.80f, 0.42f, 0.38f}, {0.36f, 0.55f, 0.78f}, {0.52f, 0.70f, 0.42f}, {0.78f, 0.66f, 0.40f}}};

constexpr Vec3 arrow_colour = {0.95f, 0.75f, 0.10f};

/// The numbers of the frames to draw, in order, by what each frame has found.
std::set<std::size_t> chosen_frames(const std::vector<std::size_t>& found)
{
    const auto first = std::find_if(found.begin(), found.end(), [](std::size_t count) { return count > 0; });
    if (first == found.end())
        return {0, found.size() / 2, found.size() - 1};
    const auto begin = static_cast<std::size_t>(first - found.begin());
    const auto most = static_cast<std::size_t>(std::max_element(found.begin(), found.end()) - found.begin());
    return {begin, (begin + most) / 2, most};
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

std::vector<DrawnBody> drawn_bodies(
    const scenes::Scene& scene, std::uint32_t frame, const scenes::SceneBodies& bodies,
    std::span<const BodyPairs> intersecting)
{
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
    for (const BodyPairs& pairs : intersecting)
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

std::vector<PictureMesh> picture_meshes(const std::vector<DrawnBody>& drawn, const scenes::SceneBodies& bodies)
{
    std::vector<PictureMesh> meshes;
    for (std::size_t k = 0; k < drawn.size(); ++k)
        meshes.push_back(
            {drawn[k].triangles, bodies.positions(bodies.bodies()[k].mesh), colours[k % colours.size()],
             drawn[k].touching});
    return meshes;
}

/// Pictures of a scene in a folder, all of them seen from the same place.
class Album {
public:
    static Result<Album>
    open(const std::filesystem::path& folder, const scenes::Scene& scene, const std::set<std::size_t>& frames)
    {
        if (Result<void> made = make_folder(folder); !made.ok())
            return made.error();
        Result<PictureBook> book = PictureBook::open();
        if (!book.ok())
            return book.error();
        Album album(folder, scene, std::move(book).value());
        for (const std::size_t frame : frames)
            for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
                std::vector<Vec3> positions(scene.meshes[m].positions.size());
                scene.positions(static_cast<std::uint32_t>(frame), m, positions);
                if (!album.box_ && !positions.empty())
                    album.box_ = PictureFrame{positions[0], positions[0]};
                if (album.box_)
                    extend(*album.box_, positions);
            }
        return album;
    }

    Result<void> add(std::size_t frame, std::span<const PictureMesh> meshes, std::string caption)
    {
        PictureOptions picture;
        picture.caption = std::move(caption);
        picture.frame = box_;
        const std::filesystem::path file = folder_ / fmt::format("{}_{:05}.png", scene_->name, frame);
        const Result<std::string> png = book_.draw(meshes, picture);
        if (!png.ok())
            return png.error();
        if (Result<void> written = io::write_bytes(file, png.value()); !written.ok())
            return written.error();
        files_.push_back(file);
        return {};
    }

    /// The length of the diagonal of the box around all frames, in metres.
    double diagonal() const
    {
        const PictureFrame box = box_.value_or(PictureFrame{});
        return std::hypot(
            double{box.upper.x} - box.lower.x, double{box.upper.y} - box.lower.y, double{box.upper.z} - box.lower.z);
    }

    std::vector<std::filesystem::path> files() && { return std::move(files_); }

private:
    Album(std::filesystem::path folder, const scenes::Scene& scene, PictureBook book)
        : folder_(std::move(folder)), scene_(&scene), book_(std::move(book))
    {
    }

    std::filesystem::path folder_;
    const scenes::Scene* scene_;
    PictureBook book_;
    std::optional<PictureFrame> box_; ///< One box for all pictures keeps the camera still.
    std::vector<std::filesystem::path> files_;
};

} // namespace

Result<void> can_draw_into(const std::string&) { return {}; }

Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const PlaybackOptions& options)
{
    std::vector<std::size_t> found;
    for (const FrameResult& frame : frames)
        found.push_back(frame.pairs);
    const std::set<std::size_t> chosen = chosen_frames(found);
    Result<Album> album = Album::open(folder, scene, chosen);
    if (!album.ok())
        return album.error();
    // From the beginning once more: what has been cut does not grow together.
    Result<Playback> playback = Playback::create(scene, options);
    if (!playback.ok())
        return playback.error();
    for (const std::size_t frame : chosen) {
        const auto number = static_cast<std::uint32_t>(frame);
        if (const Result<FrameResult> there = playback.value().step(number); !there.ok())
            return there.error();
        const scenes::SceneBodies& bodies = playback.value().scene_bodies();
        const std::vector<DrawnBody> drawn = drawn_bodies(scene, number, bodies, playback.value().report().bodies);
        std::string caption = fmt::format(
            "{}, frame {} of {}: {}\nupdate {} ms, query {} ms", scene.name, frame, frames.size(),
            counted(frames[frame].pairs, "intersecting pair"), milliseconds_text(frames[frame].update_ms),
            milliseconds_text(frames[frame].query_ms));
        if (Result<void> added = album.value().add(frame, picture_meshes(drawn, bodies), std::move(caption));
            !added.ok())
            return added.error();
    }
    return std::move(album).value().files();
}

Result<std::vector<std::filesystem::path>> draw_contact_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<ContactFrame>& frames,
    const ContactRunOptions& options)
{
    std::vector<std::size_t> found;
    for (const ContactFrame& frame : frames)
        found.push_back(frame.confirmed);
    const std::set<std::size_t> chosen = chosen_frames(found);
    Result<Album> album = Album::open(folder, scene, chosen);
    if (!album.ok())
        return album.error();
    Result<SceneWorld> made = SceneWorld::create(scene, options.world);
    if (!made.ok())
        return made.error();
    SceneWorld& bodies = made.value();
    for (const std::size_t frame : chosen) {
        const auto number = static_cast<std::uint32_t>(frame);
        if (Result<void> there = bodies.go_to(number); !there.ok())
            return there.error();
        if (Result<void> given = bodies.give_positions(); !given.ok())
            return given.error();
        const std::span<const Contact> reported = bodies.world().find_contacts().contacts;
        const std::vector<Contact> contacts(reported.begin(), reported.end());
        std::span<const ContactForce> forces;
        if (options.with_forces)
            forces = bodies.world().contact_forces().contacts;
        const ContactArrows arrows = contact_arrows(contacts, forces, 0.08 * album.value().diagonal());
        const std::vector<DrawnBody> drawn = drawn_bodies(scene, number, bodies.scene_bodies(), {});
        std::vector<PictureMesh> meshes = picture_meshes(drawn, bodies.scene_bodies());
        meshes.push_back({arrows.triangles, arrows.positions, arrow_colour, {}});
        const bool have_lengths = options.with_forces || std::ranges::any_of(contacts, [](const Contact& contact) {
                                      return contact.depth() > 0.0f;
                                  });
        std::string caption = fmt::format(
            "{}, frame {} of {}: {}\narrows: {}{}", scene.name, frame, frames.size(),
            counted(contacts.size(), "contact"),
            scene.meshes.size() == 1 ? "from one side to the other" : "which way b is pushed",
            !have_lengths         ? "; nothing is deep"
            : options.with_forces ? ", longer the harder"
                                  : ", longer the deeper");
        if (Result<void> added = album.value().add(frame, meshes, std::move(caption)); !added.ok())
            return added.error();
    }
    return std::move(album).value().files();
}

#else

Result<void> can_draw_into(const std::string& folder)
{
    if (folder.empty())
        return {};
    return Error{
        ErrorCode::unavailable, "--pictures is not in this build: it was made without OpenGL; install EGL, epoxy and "
                                "libpng and build again"};
}

Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene&, const std::vector<FrameResult>&, const PlaybackOptions&)
{
    return can_draw_into(folder.string()).error();
}

Result<std::vector<std::filesystem::path>> draw_contact_pictures(
    const std::filesystem::path& folder, const scenes::Scene&, const std::vector<ContactFrame>&,
    const ContactRunOptions&)
{
    return can_draw_into(folder.string()).error();
}

#endif

} // namespace tactus::cli
