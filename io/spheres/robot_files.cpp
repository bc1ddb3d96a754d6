// SPDX-License-Identifier: MIT
// Spheres as robots' planners read them.
#include "io/spheres/sphere_formats.h"

namespace tactus::io {

namespace {

std::string point_text(const Vec3& p, const char* between)
{
    return float_text(p.x) + between + float_text(p.y) + between + float_text(p.z);
}

std::string yaml_list(std::span<const SphereNode> spheres, const std::string& indent)
{
    std::string text;
    for (const SphereNode& node : spheres)
        text += indent + "- center: [" + point_text(node.sphere.centre, ", ") + "]\n" + indent
                + "  radius: " + float_text(node.sphere.radius) + "\n";
    return text;
}

} // namespace

std::string urdf_bytes(std::span<const SphereNode> spheres, const std::string& link)
{
    std::string text =
        "<?xml version=\"1.0\"?>\n<robot name=\"" + link + "_spheres\">\n  <link name=\"" + link + "\">\n";
    for (std::size_t i = 0; i < spheres.size(); ++i)
        text += "    <collision name=\"sphere_" + std::to_string(i) + "\">\n      <origin xyz=\""
                + point_text(spheres[i].sphere.centre, " ") + "\" rpy=\"0 0 0\"/>\n      <geometry><sphere radius=\""
                + float_text(spheres[i].sphere.radius) + "\"/></geometry>\n    </collision>\n";
    return text + "  </link>\n</robot>\n";
}

std::string curobo_bytes(std::span<const SphereNode> spheres, const std::string& link)
{
    return "collision_spheres:\n  " + link + ":\n" + yaml_list(spheres, "    ");
}

std::string xrdf_bytes(std::span<const SphereNode> spheres, const std::string& link)
{
    return "format: xrdf\nformat_version: 1.0\n\ncollision:\n  geometry: tactus_spheres\n\n"
           "geometry:\n  tactus_spheres:\n    spheres:\n      "
           + link + ":\n" + yaml_list(spheres, "        ");
}

} // namespace tactus::io
