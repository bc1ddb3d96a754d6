// SPDX-License-Identifier: MIT
#include "scenes/scene_bodies.h"

#include <algorithm>
#include <string>

namespace tactus::scenes {

Result<void> SceneBodies::add_to(World& world, const std::function<BodyDesc(std::size_t mesh)>& desc)
{
    for (std::size_t mesh = 0; mesh < scene_->meshes.size(); ++mesh) {
        const SceneMesh& from = scene_->meshes[mesh];
        BodyDesc body = desc(mesh);
        body.triangles = from.triangles;
        body.positions = from.positions;
        body.self_collision = from.self_collision;
        body.neighbours = body.neighbours && from.self_collision;
        const Result<BodyId> id = world.add_body(body);
        if (!id)
            return id.error();
        bodies_.push_back({id.value(), mesh});
        positions_.push_back(from.positions);
    }
    piece_positions_.resize(bodies_.size());
    return {};
}

Result<void> SceneBodies::go_to(World& world, std::uint32_t frame)
{
    if (next_edit_ > 0 && frame < scene_->edits[next_edit_ - 1].frame)
        return Error{
            ErrorCode::invalid_argument, "frame " + std::to_string(frame) + " of " + scene_->name
                                             + " lies before edits that have been made; play it from its beginning"};
    while (next_edit_ < scene_->edits.size() && scene_->edits[next_edit_].frame <= frame) {
        const std::uint32_t edited = scene_->edits[next_edit_].frame;
        // What is cut is cut where it lies at the frame before.
        if (frame_ + 1 != edited) {
            compute(edited - 1);
            if (Result<void> given = give_positions(world); !given)
                return given;
        }
        if (Result<void> made = make_edits(world, edited); !made)
            return made;
        frame_ = edited - 1;
    }
    compute(frame);
    return {};
}

Result<void> SceneBodies::make_edits(World& world, std::uint32_t frame)
{
    std::vector<std::vector<Vec3>> added;
    std::vector<BodyEdit> batch;
    std::vector<std::size_t> meshes;
    // Views into `added` must stay where they are.
    added.reserve(scene_->meshes.size());
    for (; next_edit_ < scene_->edits.size() && scene_->edits[next_edit_].frame == frame; ++next_edit_) {
        const MeshEdit& edit = scene_->edits[next_edit_];
        std::vector<Vec3>& positions = positions_[edit.mesh];
        const std::size_t before = positions.size();
        positions.resize(before + edit.add_vertices);
        scene_->positions(frame - 1, edit.mesh, positions);
        added.emplace_back(positions.begin() + static_cast<std::ptrdiff_t>(before), positions.end());
        batch.push_back(
            {.body = bodies_[edit.mesh].id,
             .remove_triangles = edit.remove_triangles,
             .add_vertices = added.back(),
             .add_triangles = edit.add_triangles,
             .split = edit.split});
        meshes.push_back(edit.mesh);
    }
    Result<EditReport> report = world.edit(batch);
    if (!report)
        return Error{
            report.error().code,
            scene_->name + ", before frame " + std::to_string(frame) + ": " + report.error().message};
    for (std::size_t k = 0; k < batch.size(); ++k)
        for (BodyPiece& piece : report.value().bodies[k].pieces) {
            bodies_.push_back({piece.body, meshes[k], std::move(piece.vertex_of), std::move(piece.triangle_of)});
            ++totals_.pieces;
        }
    piece_positions_.resize(bodies_.size());
    ++totals_.batches;
    totals_.triangles_removed += report.value().triangles_removed;
    totals_.triangles_added += report.value().triangles_added;
    totals_.triangles_rebuilt += report.value().triangles_rebuilt;
    totals_.seconds += report.value().seconds;
    totals_.worst_seconds = std::max(totals_.worst_seconds, report.value().seconds);
    return {};
}

void SceneBodies::compute(std::uint32_t frame)
{
    for (std::size_t mesh = 0; mesh < positions_.size(); ++mesh)
        scene_->positions(frame, mesh, positions_[mesh]);
    for (std::size_t k = positions_.size(); k < bodies_.size(); ++k) {
        const SceneBody& piece = bodies_[k];
        piece_positions_[k].resize(piece.vertex_of.size());
        for (std::size_t v = 0; v < piece.vertex_of.size(); ++v)
            piece_positions_[k][v] = positions_[piece.mesh][piece.vertex_of[v]];
    }
    frame_ = frame;
}

Result<void> SceneBodies::give_positions(World& world) const
{
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const std::vector<Vec3>& positions = bodies_[k].is_piece() ? piece_positions_[k] : positions_[bodies_[k].mesh];
        if (Result<void> set = world.set_positions(bodies_[k].id, positions); !set)
            return set;
    }
    return {};
}

const SceneBody* SceneBodies::find(BodyId id) const
{
    const auto found = std::ranges::find(bodies_, id, &SceneBody::id);
    return found == bodies_.end() ? nullptr : &*found;
}

std::size_t vertex_count_at(const Scene& scene, std::uint32_t frame, std::size_t mesh)
{
    std::size_t count = scene.meshes[mesh].positions.size();
    for (const MeshEdit& edit : scene.edits)
        if (edit.frame <= frame && edit.mesh == mesh)
            count += edit.add_vertices;
    return count;
}

std::vector<NumberedTriangle> triangles_at(const Scene& scene, std::uint32_t frame, std::size_t mesh)
{
    std::vector<TriangleIndices> all = scene.meshes[mesh].triangles;
    std::vector<bool> is_removed(all.size(), false);
    for (const MeshEdit& edit : scene.edits) {
        if (edit.frame > frame || edit.mesh != mesh)
            continue;
        for (const std::uint32_t triangle : edit.remove_triangles)
            is_removed[triangle] = true;
        all.insert(all.end(), edit.add_triangles.begin(), edit.add_triangles.end());
        is_removed.resize(all.size(), false);
    }
    std::vector<NumberedTriangle> triangles;
    for (std::uint32_t number = 0; number < all.size(); ++number)
        if (!is_removed[number])
            triangles.push_back({number, all[number]});
    return triangles;
}

} // namespace tactus::scenes
