// SPDX-License-Identifier: MIT
#include "cli/output/files/contact_file.h"

#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "cli/output/json.h"
#include "io/file_bytes.h"

namespace tactus::cli {

namespace {

const char* kind_name(ContactKind kind)
{
    switch (kind) {
    case ContactKind::vertex_face:
        return "vertex_face";
    case ContactKind::face_vertex:
        return "face_vertex";
    case ContactKind::edge_edge:
        return "edge_edge";
    case ContactKind::vertex_inside:
        return "vertex_inside";
    case ContactKind::inside_vertex:
        return "inside_vertex";
    case ContactKind::sphere_surface:
        return "sphere_surface";
    case ContactKind::surface_sphere:
        return "surface_sphere";
    case ContactKind::sphere_sphere:
        return "sphere_sphere";
    case ContactKind::unrefined:
        return "unrefined";
    case ContactKind::vertex_plane:
        return "vertex_plane";
    case ContactKind::plane_vertex:
        return "plane_vertex";
    case ContactKind::shaft_inside:
        return "shaft_inside";
    case ContactKind::inside_shaft:
        return "inside_shaft";
    }
    return "unknown";
}

std::map<std::uint64_t, Vec3> forces_by_id(std::span<const ContactForce> forces)
{
    std::map<std::uint64_t, Vec3> found;
    for (const ContactForce& force : forces)
        found[force.id] = force.force;
    return found;
}

std::string triple(const Vec3& a) { return fmt::format("[{},{},{}]", a.x, a.y, a.z); }

/// Each contact as a point, and a line from it along the normal, as long as it is deep or its sides are apart.
std::string obj_text(const FrameContacts& found)
{
    std::string text = fmt::format(
        "# {} contacts: a point each, and a line along the normal as long as the depth or the distance\n",
        found.contacts.size());
    auto out = std::back_inserter(text);
    std::size_t vertex = 1;
    for (const Contact& contact : found.contacts) {
        const float length = std::abs(contact.separation);
        const Vec3& p = contact.point;
        const Vec3& n = contact.normal;
        fmt::format_to(
            out, "v {} {} {}\nv {} {} {}\np {}\nl {} {}\n", p.x, p.y, p.z, p.x + length * n.x, p.y + length * n.y,
            p.z + length * n.z, vertex, vertex, vertex + 1);
        vertex += 2;
    }
    return text;
}

/// The legacy format of VTK: points with normals, separations, kinds and, where there are some, forces.
std::string vtk_text(const FrameContacts& found)
{
    const std::size_t count = found.contacts.size();
    std::string text = fmt::format(
        "# vtk DataFile Version 3.0\ncontacts of frame {}\nASCII\nDATASET POLYDATA\nPOINTS {} float\n", found.frame,
        count);
    auto out = std::back_inserter(text);
    const auto column = [&](const std::string& heading, const auto& value) {
        text += heading;
        for (const Contact& contact : found.contacts)
            fmt::format_to(out, "{}\n", value(contact));
    };
    const auto spaced = [](const Vec3& a) { return fmt::format("{} {} {}", a.x, a.y, a.z); };
    column("", [&](const Contact& contact) { return spaced(contact.point); });
    fmt::format_to(out, "VERTICES {} {}\n", count, 2 * count);
    for (std::size_t k = 0; k < count; ++k)
        fmt::format_to(out, "1 {}\n", k);
    fmt::format_to(out, "POINT_DATA {}\n", count);
    column("NORMALS normal float\n", [&](const Contact& contact) { return spaced(contact.normal); });
    column("SCALARS separation float 1\nLOOKUP_TABLE default\n", [](const Contact& c) { return c.separation; });
    column("SCALARS kind int 1\nLOOKUP_TABLE default\n", [](const Contact& c) { return static_cast<int>(c.kind); });
    column("SCALARS age unsigned_int 1\nLOOKUP_TABLE default\n", [](const Contact& c) { return c.age; });
    if (!found.forces.empty()) {
        const std::map<std::uint64_t, Vec3> forces = forces_by_id(found.forces);
        column("VECTORS force float\n", [&](const Contact& contact) {
            const auto force = forces.find(contact.id);
            return spaced(force == forces.end() ? Vec3{} : force->second);
        });
    }
    return text;
}

std::string json_lines(const FrameContacts& found)
{
    const std::map<std::uint64_t, Vec3> forces = forces_by_id(found.forces);
    std::map<BodyId, std::string> names;
    std::string text;
    const auto name = [&](BodyId body) -> const std::string& {
        std::string& known = names[body];
        if (known.empty())
            known = Json(found.mesh_of(body)).text();
        return known;
    };
    auto out = std::back_inserter(text);
    for (const std::span<const Contact> list : {found.contacts, found.unrefined})
        for (const Contact& c : list) {
            fmt::format_to(
                out, R"({{"frame":{},"kind":"{}","a":{},"b":{},"point":{},"normal":{},"separation":{})", found.frame,
                kind_name(c.kind), name(c.body_a), name(c.body_b), triple(c.point), triple(c.normal), c.separation);
            if (c.is_confirmed())
                fmt::format_to(
                    out, R"(,"id":{},"age":{},"crosses":{},"triangle_a":{},"triangle_b":{})", c.id, c.age, c.crosses,
                    found.triangle_of(c.body_a, c.triangle_a), found.triangle_of(c.body_b, c.triangle_b));
            else
                fmt::format_to(
                    out, R"(,"separation_lower":{},"separation_upper":{},"point_bound":{},"error_bound":{})",
                    c.separation_lower, c.separation_upper, c.point_bound, c.error_bound);
            if (const auto force = forces.find(c.id); c.is_confirmed() && force != forces.end())
                fmt::format_to(out, R"(,"force":{})", triple(force->second));
            text += "}\n";
        }
    return text;
}

} // namespace

Result<ContactFile> ContactFile::create(const std::filesystem::path& path, std::size_t frame_count)
{
    const std::string ending = io::extension_of(path);
    if (ending != "obj" && ending != "vtk" && ending != "jsonl")
        return io::file_error(path, "cannot hold contacts; end its name with .obj, .vtk or .jsonl");
    ContactFile made(path, frame_count);
    if (ending == "jsonl") {
        Result<io::OutputFile> file = io::OutputFile::create(path);
        if (!file.ok())
            return file.error();
        made.lines_.emplace(std::move(file).value());
    }
    return made;
}

std::filesystem::path ContactFile::path_of(std::size_t frame) const
{
    if (lines_ || frame_count_ == 1)
        return path_;
    std::filesystem::path numbered = path_;
    numbered.replace_filename(fmt::format("{}_{:05}{}", path_.stem().string(), frame, path_.extension().string()));
    return numbered;
}

Result<void> ContactFile::add_frame(const FrameContacts& found)
{
    if (lines_)
        return lines_->write(json_lines(found));
    const std::string text = io::extension_of(path_) == "obj" ? obj_text(found) : vtk_text(found);
    return io::write_bytes(path_of(found.frame), text);
}

Result<void> ContactFile::finish() { return lines_ ? lines_->finish() : Result<void>(); }

std::string ContactFile::words() const
{
    if (lines_ || frame_count_ == 1)
        return path_.string();
    return fmt::format("{} to {}", path_of(0).string(), path_of(frame_count_ - 1).string());
}

} // namespace tactus::cli
