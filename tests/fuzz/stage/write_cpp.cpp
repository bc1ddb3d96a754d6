// SPDX-License-Identifier: MIT
#include "write_cpp.h"

#include <cstdio>

#include "../../base/every_structure.h"

namespace tactus::fuzz {

std::string cpp(std::uint32_t n) { return std::to_string(n); }

std::string cpp(const TriangleIndices& t)
{
    return "{" + std::to_string(t[0]) + ", " + std::to_string(t[1]) + ", " + std::to_string(t[2]) + "}";
}

namespace {

template <class T>
std::string listed(const char* type, const std::vector<T>& list)
{
    std::string text = std::string("std::vector<") + type + ">{";
    for (std::size_t k = 0; k < list.size(); ++k)
        text += (k ? ", " : "") + cpp(list[k]);
    return text + "}";
}

} // namespace

std::string cpp(float number)
{
    char text[48];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(number));
    std::string result = text;
    if (result.find_first_of(".en") == std::string::npos)
        result += ".0";
    return result + "f";
}

std::string cpp(double number)
{
    char text[48];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string cpp(const Vec3& v) { return "{" + cpp(v.x) + ", " + cpp(v.y) + ", " + cpp(v.z) + "}"; }
std::string cpp(const std::vector<Vec3>& list) { return listed("Vec3", list); }
std::string cpp(const std::vector<TriangleIndices>& list) { return listed("TriangleIndices", list); }
std::string cpp(const std::vector<std::uint32_t>& list) { return listed("std::uint32_t", list); }

std::string cpp(const std::vector<HalfSpace>& list)
{
    std::string text = "std::vector<HalfSpace>{";
    for (const HalfSpace& one : list)
        text += (&one == &list[0] ? "{" : ", {") + cpp(one.normal) + ", " + cpp(one.offset) + "}";
    return text + "}";
}

std::string cpp(const Pose& pose)
{
    const DoubleVec3& p = pose.position;
    const Quaternion& r = pose.rotation;
    return "Pose{{" + cpp(p.x) + ", " + cpp(p.y) + ", " + cpp(p.z) + "}, {" + cpp(r.x) + ", " + cpp(r.y) + ", "
           + cpp(r.z) + ", " + cpp(r.w) + "}}";
}

std::string cpp(Structure structure) { return std::string("Structure::") + structure_name(structure); }

std::string cpp(const ContactSettings& settings)
{
    static const char* orders[] = {"worst_error_first", "breadth_first", "depth_first"};
    return "ContactSettings{.contact_distance = " + cpp(settings.contact_distance)
           + ", .which = ContactSelection::" + (settings.which == ContactSelection::all ? "all" : "local")
           + ", .order = RefinementOrder::" + orders[static_cast<int>(settings.order)] + ", .max_contacts = "
           + std::to_string(settings.max_contacts) + ", .keep_front = " + (settings.keep_front ? "true" : "false")
           + ", .measure_depths = " + (settings.measure_depths ? "true" : "false") + "}";
}

std::string cpp(const Budget& budget)
{
    std::string text = budget.work_unit_limit() != UINT64_MAX
                           ? "Budget::work_units(" + std::to_string(budget.work_unit_limit()) + ")"
                           : "Budget::unlimited()";
    if (budget.error_goal() > 0.0f)
        text += ".or_until_error(" + cpp(budget.error_goal()) + ")";
    return text;
}

} // namespace tactus::fuzz
