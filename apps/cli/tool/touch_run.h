// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tactus/tactus.h>

#include "cli/tool/tool_options.h"
#include "io/mesh_file.h"

namespace tactus::cli {

/// A contact of the organ and the tool, as the tool feels it.
struct ToolContact {
    std::uint32_t triangle = 0; ///< of the organ
    Vec3 point;
    Vec3 normal;             ///< the direction in which the tool is pushed
    float separation = 0.0f; ///< metres, below 0 how deep
    Vec3 force;              ///< on the tool, in newtons; zero unless forces were asked for
};

/// What a tool touches, and what finding it took.
struct TouchRun {
    std::vector<TouchedFace> faces;
    TouchReport report;   ///< without its faces
    std::string road;     ///< the one that was taken
    std::string renderer; ///< the driver's name for what drew, on a road through OpenGL
    std::string no_road;  ///< why another road than the one asked for was taken; empty where that was taken
    std::vector<ToolContact> contacts;
    bool contacts_complete = true;
    Vec3 force;             ///< on the tool, in newtons; zero unless forces were asked for
    std::size_t frames = 0; ///< how many were timed
    // Medians, in microseconds of the wall clock.
    double update_us = 0.0;  ///< the organ's new positions, and the tool where it is
    double query_us = 0.0;   ///< which triangles; with a road through OpenGL, proposing and comparing too
    double propose_us = 0.0; ///< of the query, what a road through OpenGL took
    double parts_us = 0.0;   ///< the query once more, with the parts of the shaft and the first touch
};

/// Holds a tool against an organ that deforms in every frame, and asks what it touches where the organ lies as given.
Result<TouchRun> run_touch(const ToolOptions& options, const ToolMotion& motion, const io::Mesh& organ);

} // namespace tactus::cli
