// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "tree/octree/face_runs.h"

namespace tactus {
namespace {

/// Runs are made anew when more than one of so many faces has come or gone since they were made.
constexpr std::size_t max_edited = 2;

} // namespace

/// The triangles are those before an edit, or after it: only faces that runs hold are looked at.
void FaceRuns::look_at(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    run_of_face_.assign(triangles.size(), 0);
    run_of_vertex_.assign(vertex_count, 0);
    for (std::uint32_t run = 0; run < runs_.size(); ++run)
        for (const std::uint32_t face : faces_of_run_[run]) {
            run_of_face_[face] = run;
            for (const std::uint32_t vertex : triangles[face])
                run_of_vertex_[vertex] = run;
        }
}

/// One beside its neighbours, or the first that is not divided.
std::uint32_t FaceRuns::run_for(const TriangleIndices& corners) const
{
    std::uint32_t best = 0;
    for (const std::uint32_t vertex : corners)
        if (const std::uint32_t run = run_of_vertex_[vertex]; run != 0 && runs_[run].is_leaf())
            if (best == 0 || faces_of_run_[run].size() < faces_of_run_[best].size())
                best = run;
    while (!runs_[best].is_leaf())
        best = runs_[best].first_child;
    return best;
}

void FaceRuns::add(std::uint32_t face, const TriangleIndices& corners, std::vector<std::uint32_t>& changed)
{
    std::uint32_t run = run_for(corners);
    const std::span<const std::uint32_t> held = faces_of_run_[run];
    std::array<std::uint32_t, max_faces + 1> faces;
    const std::size_t count = std::copy(held.begin(), held.end(), faces.begin()) - faces.begin();
    faces[count] = face;
    const std::span<const std::uint32_t> all(faces.data(), count + 1);
    const auto put = [&](std::uint32_t into, std::span<const std::uint32_t> some) {
        faces_of_run_.set(into, some);
        for (const std::uint32_t one : some)
            run_of_face_[one] = into;
        changed.push_back(into);
    };
    if (all.size() <= max_faces) {
        put(run, all);
    } else {
        const auto first = static_cast<std::uint32_t>(runs_.size());
        runs_[run].first_child = first;
        runs_[run].child_count = 2;
        runs_.insert(runs_.end(), 2, Run{0, 0, 0, 0, run});
        faces_of_run_.resize(runs_.size());
        faces_of_run_.set(run, {});
        put(first, all.first(all.size() / 2));
        put(first + 1, all.subspan(all.size() / 2));
        run = first + 1;
    }
    for (const std::uint32_t vertex : corners)
        run_of_vertex_[vertex] = run;
}

bool FaceRuns::edit(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, std::span<const std::uint32_t> removed,
    std::uint32_t first_added, std::vector<std::uint32_t>& changed)
{
    changed.clear();
    edited_count_ += removed.size() + (triangles.size() - first_added);
    if (edited_count_ * max_edited > face_count_)
        return false;
    if (run_of_face_.empty())
        look_at(triangles, vertex_count);
    run_of_face_.resize(triangles.size(), 0);
    run_of_vertex_.resize(vertex_count, 0);
    for (const std::uint32_t face : removed) {
        const std::uint32_t run = run_of_face_[face];
        const std::span<const std::uint32_t> held = faces_of_run_[run];
        std::array<std::uint32_t, max_faces> rest;
        const auto end = std::remove_copy(held.begin(), held.end(), rest.begin(), face);
        faces_of_run_.set(
            run, std::span<const std::uint32_t>(rest.data(), static_cast<std::size_t>(end - rest.begin())));
        changed.push_back(run);
    }
    for (std::uint32_t face = first_added; face < triangles.size(); ++face)
        add(face, triangles[face], changed);
    // What was divided afterwards has children now, and those are listed.
    std::erase_if(changed, [&](std::uint32_t run) { return !runs_[run].is_leaf(); });
    return true;
}

} // namespace tactus
