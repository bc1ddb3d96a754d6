// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "io/formats/text.h"
#include "io/spheres/json_value.h"
#include "io/spheres/sphere_formats.h"

namespace tactus::io {

namespace {

constexpr const char* format_name = "tactus spheres";

std::string sphere_text(const Sphere& sphere)
{
    return "\"centre\": [" + float_text(sphere.centre.x) + ", " + float_text(sphere.centre.y) + ", "
           + float_text(sphere.centre.z) + "], \"radius\": " + float_text(sphere.radius);
}

std::string node_text(const SphereTree& tree, const SphereNode& node)
{
    std::string text = "{" + sphere_text(node.sphere);
    text += ", \"error\": " + (std::isfinite(node.error) ? float_text(node.error) : "null");
    if (node.parent != UINT32_MAX)
        text += ", \"parent\": " + std::to_string(node.parent);
    if (node.inner.radius >= 0.0f)
        text += ", \"inner\": {" + sphere_text(node.inner) + "}";
    if (node.triangle_count > 0) {
        text += ", \"triangles\": [";
        for (std::uint32_t i = 0; i < node.triangle_count; ++i)
            text += (i > 0 ? ", " : "") + std::to_string(tree.triangles[node.first_triangle + i]);
        text += "]";
    }
    return text + "}";
}

class TreeReader {
public:
    explicit TreeReader(const std::filesystem::path& path) : path_(path) {}

    Result<SphereTree> read(const JsonValue& json)
    {
        const JsonValue* format = json.find("format");
        if (!format || format->text != format_name)
            return refusal(json, std::string("the file does not say \"format\": \"") + format_name + "\"");
        const JsonValue* levels = json.find("levels");
        if (!levels || levels->kind != JsonValue::Kind::array || levels->items.empty())
            return refusal(json, "the list \"levels\" is missing or empty");
        if (const JsonValue* closed = json.find("closed"))
            tree_.closed = closed->truth;
        tree_.first_of_level.push_back(0);
        for (const JsonValue& level : levels->items) {
            if (level.kind != JsonValue::Kind::array || level.items.empty())
                return refusal(level, "a level is no list of spheres");
            for (const JsonValue& node : level.items)
                if (!take_node(node))
                    return *error_;
            tree_.first_of_level.push_back(static_cast<std::uint32_t>(tree_.nodes.size()));
        }
        if (const std::string wrong = link_children(tree_); !wrong.empty())
            return refusal(*levels, wrong);
        return std::move(tree_);
    }

private:
    Error refusal(const JsonValue& where, const std::string& what) const
    {
        return {ErrorCode::unreadable_file, path_.string() + ": line " + std::to_string(where.line) + ": " + what};
    }

    bool refuse(const JsonValue& where, const std::string& what)
    {
        error_ = refusal(where, "sphere " + std::to_string(tree_.nodes.size()) + ": " + what);
        return false;
    }

    bool take_float(const JsonValue& value, const char* name, float& number)
    {
        const std::optional<float> parsed =
            value.kind == JsonValue::Kind::number ? parse_float(value.text) : std::nullopt;
        if (!parsed || !std::isfinite(*parsed))
            return refuse(value, std::string(name) + " is no finite float");
        number = *parsed;
        return true;
    }

    bool take_index(const JsonValue& value, const char* name, std::uint32_t& index)
    {
        const std::optional<std::int64_t> parsed =
            value.kind == JsonValue::Kind::number ? parse_integer(value.text) : std::nullopt;
        if (!parsed || *parsed < 0 || *parsed >= UINT32_MAX)
            return refuse(value, std::string(name) + " is no number of one");
        index = static_cast<std::uint32_t>(*parsed);
        return true;
    }

    bool take_sphere(const JsonValue& json, Sphere& sphere)
    {
        const JsonValue* centre = json.find("centre");
        const JsonValue* radius = json.find("radius");
        if (!centre || centre->items.size() != 3)
            return refuse(json, "\"centre\" is no list of three numbers");
        if (!radius)
            return refuse(json, "\"radius\" is missing");
        if (!take_float(centre->items[0], "x", sphere.centre.x) || !take_float(centre->items[1], "y", sphere.centre.y)
            || !take_float(centre->items[2], "z", sphere.centre.z) || !take_float(*radius, "the radius", sphere.radius))
            return false;
        return sphere.radius >= 0.0f || refuse(*radius, "the radius is below 0");
    }

    bool take_node(const JsonValue& json)
    {
        SphereNode node;
        node.error = std::numeric_limits<float>::infinity();
        if (json.kind != JsonValue::Kind::object)
            return refuse(json, "it is no object with a centre and a radius");
        if (!take_sphere(json, node.sphere))
            return false;
        const JsonValue* error = json.find("error");
        if (error && error->kind != JsonValue::Kind::null && !take_float(*error, "the error", node.error))
            return false;
        const JsonValue* parent = json.find("parent");
        if (parent && !take_index(*parent, "the parent", node.parent))
            return false;
        const JsonValue* inner = json.find("inner");
        if (inner && !take_sphere(*inner, node.inner))
            return false;
        if (const JsonValue* triangles = json.find("triangles")) {
            node.first_triangle = static_cast<std::uint32_t>(tree_.triangles.size());
            node.triangle_count = static_cast<std::uint32_t>(triangles->items.size());
            for (const JsonValue& triangle : triangles->items)
                if (!take_index(triangle, "a triangle", tree_.triangles.emplace_back()))
                    return false;
        }
        tree_.nodes.push_back(node);
        return true;
    }

    const std::filesystem::path& path_;
    SphereTree tree_;
    std::optional<Error> error_;
};

} // namespace

std::string sphere_json_bytes(const SphereTree& tree)
{
    std::string text = std::string("{\"format\": \"") + format_name
                       + "\", \"version\": 1, \"closed\": " + (tree.closed ? "true" : "false") + ",\n\"levels\": [";
    for (std::size_t level = 0; level + 1 < tree.first_of_level.size(); ++level) {
        text += level > 0 ? ",\n[" : "\n[";
        for (std::uint32_t n = tree.first_of_level[level]; n < tree.first_of_level[level + 1]; ++n)
            text += (n > tree.first_of_level[level] ? ",\n " : "\n ") + node_text(tree, tree.nodes[n]);
        text += "\n]";
    }
    return text + "\n]}\n";
}

Result<SphereTree> read_sphere_json(const std::filesystem::path& path, std::string_view bytes)
{
    const Result<JsonValue> json = read_json(path, bytes);
    if (!json.ok())
        return json.error();
    return TreeReader(path).read(json.value());
}

} // namespace tactus::io
