// SPDX-License-Identifier: MIT
// The text format of the sphere-tree toolkit (Bradshaw and O'Sullivan, Adaptive Medial-Axis Approximation for
// Sphere-Tree Construction, 2004): "levels branch", then "x y z radius importance" for every place of a full tree,
// level by level, with a radius that is not above 0 where a place is not used. And a plain list of the same ending:
// "sph 1.0", then lines "sphe 1 x y z radius".
#include <cmath>
#include <limits>

#include "io/formats/text.h"
#include "io/spheres/sphere_formats.h"

namespace tactus::io {

namespace {

constexpr const char* cut_short = "; the file may be cut short";
constexpr float unknown_error = std::numeric_limits<float>::infinity();
constexpr std::uint64_t max_places = std::uint64_t{1} << 24;

// Four finite numbers off the front of the text.
Result<Sphere> take_sphere(const Lines& lines, std::string_view& text, std::size_t place)
{
    constexpr const char* names[] = {"x", "y", "z", "the radius"};
    float values[4] = {};
    for (int i = 0; i < 4; ++i) {
        const std::string_view word = take_word(text);
        const std::string where = "sphere " + std::to_string(place) + ": " + names[i];
        if (word.empty())
            return lines.error(where + " is missing; a sphere needs x, y, z and a radius");
        const std::optional<float> value = parse_float(word);
        if (!value)
            return lines.error(where + " is " + in_quotes(word) + ", not a number");
        if (!std::isfinite(*value))
            return lines.error(where + " is " + shortened(word) + "; it must be a finite float");
        values[i] = *value;
    }
    return Sphere{{values[0], values[1], values[2]}, values[3]};
}

Result<SphereTree> read_list(Lines& lines)
{
    SphereTree tree;
    while (lines.next_filled('#')) {
        std::string_view text = lines.line();
        const std::string_view word = take_word(text);
        if (word != "sphe")
            return lines.error(in_quotes(word) + " was found where a line \"sphe 1 x y z radius\" should begin");
        take_word(text);
        const Result<Sphere> sphere = take_sphere(lines, text, tree.nodes.size());
        if (!sphere.ok())
            return sphere.error();
        if (sphere.value().radius < 0.0f)
            return lines.error("sphere " + std::to_string(tree.nodes.size()) + ": the radius is below 0");
        tree.nodes.push_back({.sphere = sphere.value(), .error = unknown_error});
    }
    if (tree.nodes.empty())
        return lines.error(std::string("the list holds no spheres") + cut_short);
    tree.first_of_level = {0, static_cast<std::uint32_t>(tree.nodes.size())};
    return tree;
}

// How many spheres there is room for on each level; nothing where the numbers cannot be true.
std::optional<std::vector<std::uint64_t>> places_of(std::int64_t levels, std::int64_t branch, std::size_t byte_count)
{
    // Even "0 0 0 0" takes eight bytes with the end of its line.
    const std::uint64_t most = (byte_count + 1) / 8;
    std::vector<std::uint64_t> places;
    std::uint64_t sum = 0, here = 1;
    for (std::int64_t level = 0; level < levels; ++level) {
        sum += here;
        if (sum > most)
            return std::nullopt;
        places.push_back(here);
        here = here > most ? here : here * static_cast<std::uint64_t>(branch);
    }
    return places;
}

} // namespace

Result<SphereTree> read_sph(const std::filesystem::path& path, std::string_view bytes)
{
    Lines lines(path, bytes);
    if (!lines.next_filled())
        return lines.error("the file holds only blanks");
    std::string_view text = lines.line();
    const std::string_view first = take_word(text), second = take_word(text);
    if (first == "sph")
        return read_list(lines);
    const std::optional<std::int64_t> levels = parse_integer(first), branch = parse_integer(second);
    if (!levels || !branch || *levels < 1 || *branch < 1 || *branch > INT32_MAX)
        return lines.error(
            "\"" + shortened(first) + " " + shortened(second) + "\" are not the numbers of levels and of children");
    const std::optional<std::vector<std::uint64_t>> places = places_of(*levels, *branch, bytes.size());
    if (!places)
        return lines.error(
            "a tree of " + std::to_string(*levels) + " levels with " + std::to_string(*branch)
            + " children each has more spheres than the file's " + std::to_string(bytes.size()) + " bytes can hold"
            + cut_short);

    SphereTree tree;
    tree.first_of_level.push_back(0);
    std::vector<std::uint32_t> above, here; // per place, its node
    std::size_t place = 0;
    for (const std::uint64_t count : *places) {
        here.assign(count, UINT32_MAX);
        for (std::uint64_t i = 0; i < count; ++i, ++place) {
            if (!lines.next_filled())
                return lines.error("the file ends at sphere " + std::to_string(place) + cut_short);
            std::string_view row = lines.line();
            const Result<Sphere> sphere = take_sphere(lines, row, place);
            if (!sphere.ok())
                return sphere.error();
            if (sphere.value().radius <= 0.0f)
                continue;
            here[i] = static_cast<std::uint32_t>(tree.nodes.size());
            const std::uint32_t parent = above.empty() ? UINT32_MAX : above[i / static_cast<std::uint64_t>(*branch)];
            tree.nodes.push_back({.sphere = sphere.value(), .error = unknown_error, .parent = parent});
        }
        above = here;
        tree.first_of_level.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    }
    if (lines.next_filled())
        return lines.error(
            "the file goes on after the " + std::to_string(place)
            + " spheres of its header; correct the numbers there");
    if (tree.nodes.empty())
        return lines.error("no sphere has a radius above 0");
    // A root that is not used makes what is below it a list.
    while (tree.first_of_level[1] == 0)
        tree.first_of_level.erase(tree.first_of_level.begin());
    if (const std::string wrong = link_children(tree); !wrong.empty())
        return lines.error(wrong);
    return tree;
}

Result<std::string> sph_bytes(const std::filesystem::path& path, const SphereTree& tree)
{
    std::uint32_t branch = 1;
    for (const SphereNode& node : tree.nodes)
        branch = std::max(branch, node.child_count);
    const std::size_t level_count = tree.first_of_level.size() - 1;
    // A list without a root gets one place per sphere under a root that is not used.
    const bool has_root = tree.first_of_level[1] == 1;
    if (!has_root) {
        SphereTree rooted;
        rooted.nodes.push_back({.sphere = {{}, -1.0f}, .first_child = 1, .child_count = tree.first_of_level[1]});
        rooted.first_of_level = {0, 1, tree.first_of_level[1] + 1};
        for (std::uint32_t i = 0; i < tree.first_of_level[1]; ++i)
            rooted.nodes.push_back({.sphere = tree.nodes[i].sphere, .parent = 0});
        if (level_count == 1)
            return sph_bytes(path, rooted);
        return Error{
            ErrorCode::invalid_argument, path.string() + ": not written, an .sph tree has one root; use .json"};
    }
    std::uint64_t places = 1, row = 1;
    for (std::size_t level = 1; level < level_count && places <= max_places; ++level) {
        row *= branch;
        places += row;
    }
    if (places > max_places)
        return Error{
            ErrorCode::too_large, path.string() + ": not written, an .sph file has a place for every sphere that "
                                      + std::to_string(level_count) + " levels of " + std::to_string(branch)
                                      + " children could have, which are too many here; use .json"};

    std::string text = std::to_string(level_count) + " " + std::to_string(branch) + "\n";
    std::vector<std::uint32_t> here = {0};
    for (std::size_t level = 0; level < level_count; ++level) {
        std::vector<std::uint32_t> below;
        for (const std::uint32_t node : here) {
            const bool used = node != UINT32_MAX;
            const Sphere sphere = used ? tree.nodes[node].sphere : Sphere{{}, -1.0f};
            text += float_text(sphere.centre.x) + " " + float_text(sphere.centre.y) + " " + float_text(sphere.centre.z)
                    + " " + float_text(sphere.radius) + (used ? " 1\n" : " 0\n");
            if (level + 1 < level_count)
                for (std::uint32_t child = 0; child < branch; ++child)
                    below.push_back(
                        used && child < tree.nodes[node].child_count ? tree.nodes[node].first_child + child
                                                                     : UINT32_MAX);
        }
        here = std::move(below);
    }
    return text;
}

} // namespace tactus::io
