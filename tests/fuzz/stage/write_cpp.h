// SPDX-License-Identifier: MIT
// C++ source text of values, for programs that show what differed.
#pragma once

#include <string>
#include <vector>

#include <tactus/tactus.h>

namespace tactus::fuzz {

std::string cpp(std::uint32_t number);
std::string cpp(const TriangleIndices& triangle);
std::string cpp(float number);
std::string cpp(double number);
std::string cpp(const Vec3& v);
std::string cpp(const std::vector<Vec3>& list);
std::string cpp(const std::vector<TriangleIndices>& list);
std::string cpp(const std::vector<std::uint32_t>& list);
std::string cpp(const std::vector<HalfSpace>& list);
std::string cpp(const Pose& pose);
std::string cpp(Structure structure);
std::string cpp(const ContactSettings& settings);
std::string cpp(const Budget& budget);

} // namespace tactus::fuzz
