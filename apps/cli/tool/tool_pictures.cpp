// SPDX-License-Identifier: MIT
#include "cli/tool/tool_pictures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/output/files/pair_file.h"
#include "cli/output/number_text.h"
#include "cli/pictures/contact_arrows.h"
#include "cli/pictures/scene_pictures.h"
#include "io/file_bytes.h"
#include "scenes/bodies/closed_tube.h"

#if TACTUS_HAS_OPENGL
#include "opengl/picture/picture.h"
#endif

namespace tactus::cli {

#if TACTUS_HAS_OPENGL

namespace {

using scenes::Point;

constexpr std::uint32_t shaft_triangles = 1600;

Point widened(const Vec3& p) { return {p.x, p.y, p.z}; }

/// The rounded tube of a tool with its tip at a place. One without a radius is drawn a little thicker than it is.
io::Mesh tool_mesh(const ToolMotion& motion, const Vec3& tip)
{
    const Point end = widened(tip), along = widened(motion.pivot) - end;
    const double length = scenes::norm(along), radius = std::max(double{motion.radius}, 0.002 * length);
    scenes::Pose pose;
    pose.z_axis = length > 0.0 ? along * (1.0 / length) : Point{0.0, 0.0, 1.0};
    const Point aside = std::abs(pose.z_axis.x) < 0.8 ? Point{1.0, 0.0, 0.0} : Point{0.0, 1.0, 0.0};
    pose.x_axis = scenes::unit(scenes::cross(aside, pose.z_axis));
    pose.y_axis = scenes::cross(pose.z_axis, pose.x_axis);
    pose.origin = end - pose.z_axis * radius;
    scenes::Shape shape = scenes::capsule(shaft_triangles, length + 2.0 * radius, radius);
    io::Mesh mesh;
    mesh.triangles = std::move(shape.triangles);
    for (const Point& point : shape.points)
        mesh.positions.push_back(scenes::rounded(pose(point)));
    return mesh;
}

/// From where a sweep is seen most broadside: the usual place, or one of seven others around the axis that points
/// upwards.
Vec3 best_view(const ToolMotion& motion, const Vec3& usual)
{
    const Point pivot = widened(motion.pivot);
    const Point normal = scenes::cross(widened(motion.begin) - pivot, widened(motion.end) - pivot);
    Vec3 best = usual;
    double most = 0.0;
    for (int turn = 0; turn < 8; ++turn) {
        const double cosine = scenes::cosine_of_turns(turn / 8.0), sine = scenes::sine_of_turns(turn / 8.0);
        const Point view = {cosine * usual.x - sine * usual.y, sine * usual.x + cosine * usual.y, usual.z};
        const double seen = std::abs(scenes::dot(normal, view));
        // A view that is hardly better than an earlier one is not worth turning for.
        if (seen > 1.2 * most) {
            most = seen;
            best = scenes::rounded(view);
        }
    }
    return best;
}

/// An arrow at each contact, in the direction in which the tool is pushed, longer the deeper or the harder.
ContactArrows arrows_of(const TouchRun& run, bool with_forces, double longest)
{
    std::vector<Contact> contacts;
    std::vector<ContactForce> forces;
    for (const ToolContact& felt : run.contacts) {
        Contact contact;
        contact.id = contacts.size() + 1;
        contact.point = felt.point;
        contact.normal = felt.normal;
        contact.separation = felt.separation;
        contacts.push_back(contact);
        if (with_forces)
            forces.push_back({contact.id, {}, {}, felt.point, felt.force});
    }
    return contact_arrows(contacts, forces, longest);
}

} // namespace

Result<std::vector<std::filesystem::path>>
draw_tool_picture(const ToolOptions& options, const ToolMotion& motion, const io::Mesh& organ, const TouchRun& run)
{
    constexpr Vec3 organ_colour{0.80f, 0.42f, 0.38f}, tool_colour{0.36f, 0.55f, 0.78f},
        earlier_colour{0.66f, 0.74f, 0.84f}, sweep_colour{0.52f, 0.70f, 0.42f}, arrow_colour{0.95f, 0.75f, 0.10f};
    const std::filesystem::path folder = options.pictures;
    if (Result<void> made = make_folder(folder); !made.ok())
        return made.error();
    const io::Mesh tool = tool_mesh(motion, motion.end), earlier = tool_mesh(motion, motion.begin);
    std::vector<std::uint32_t> touched;
    for (const TouchedFace& face : run.faces)
        touched.push_back(face.triangle);
    std::vector<PictureMesh> meshes = {
        {organ.triangles, organ.positions, organ_colour, touched}, {tool.triangles, tool.positions, tool_colour, {}}};
    const std::vector<TriangleIndices> swept_triangle = {{0, 1, 2}};
    const std::vector<Vec3> swept_corners = {motion.pivot, motion.begin, motion.end};
    const ContactArrows arrows =
        arrows_of(run, options.forces, 0.3 * scenes::norm(widened(motion.end) - widened(motion.pivot)));
    meshes.push_back({arrows.triangles, arrows.positions, arrow_colour, {}});
    PictureOptions picture;
    if (motion.sweeps) {
        meshes.push_back({earlier.triangles, earlier.positions, earlier_colour, {}});
        meshes.push_back({swept_triangle, swept_corners, sweep_colour, {}});
        picture.view_from = best_view(motion, picture.view_from);
    }
    const std::string name = std::filesystem::path(options.organ).stem().string();
    picture.caption = fmt::format(
        "{}: {} of {}\n{} of {} mm radius", name, counted(run.faces.size(), "touched triangle"),
        readable(organ.triangles.size()), motion.sweeps ? "swept by a tool" : "a tool",
        readable(1e3 * double{motion.radius}, 4));
    Result<PictureBook> book = PictureBook::open();
    if (!book.ok())
        return book.error();
    const Result<std::string> png = book.value().draw(meshes, picture);
    if (!png.ok())
        return png.error();
    const std::filesystem::path file = folder / fmt::format("{}_{}.png", name, motion.sweeps ? "sweep" : "tool");
    if (Result<void> written = io::write_bytes(file, png.value()); !written.ok())
        return written.error();
    return std::vector{file};
}

#else

Result<std::vector<std::filesystem::path>>
draw_tool_picture(const ToolOptions& options, const ToolMotion&, const io::Mesh&, const TouchRun&)
{
    return can_draw_into(options.pictures).error();
}

#endif

} // namespace tactus::cli
