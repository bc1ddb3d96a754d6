// SPDX-License-Identifier: MIT
// A sheet is cut in two, and its halves are bodies of their own from then on.
#include <cstdio>
#include <vector>

#include <tactus/tactus.h>

int main()
{
    // A sheet of two squares, side by side.
    const std::vector<tactus::Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    const std::vector<tactus::TriangleIndices> triangles = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};

    tactus::World world = tactus::World::create().value();
    const tactus::BodyId sheet = world.add_body({.triangles = triangles, .positions = positions}).value();

    // The cut runs from vertex 1 to vertex 4. The right half gets these two vertices anew, as numbers 6 and 7.
    const std::vector<std::uint32_t> right_half = {2, 3};
    const std::vector<tactus::Vec3> doubled = {positions[1], positions[4]};
    const std::vector<tactus::TriangleIndices> again = {{6, 2, 5}, {6, 5, 7}};
    const tactus::Result<tactus::EditReport> cut = world.edit(tactus::BodyEdit{
        .body = sheet, .remove_triangles = right_half, .add_vertices = doubled, .add_triangles = again, .split = true});
    if (!cut) {
        std::fprintf(stderr, "%s\n", cut.error().message.c_str());
        return 1;
    }
    const tactus::BodyPiece& half = cut.value().bodies[0].pieces[0];
    std::printf("%zu bodies, %zu triangles in the piece that came off\n", world.body_count(), half.triangle_of.size());

    // The two sides of the cut lie on each other, and are no news until they have moved.
    std::printf("right after the cut: %zu pairs\n", world.find_pairs().pair_count);

    // The piece has numbers of its own: vertex_of says which vertex of the sheet each of its vertices was.
    std::vector<tactus::Vec3> moved;
    for (const std::uint32_t vertex : half.vertex_of) {
        const tactus::Vec3 p = vertex < positions.size() ? positions[vertex] : doubled[vertex - positions.size()];
        moved.push_back({p.x - 0.2f, p.y, 0.5f - 0.8f * p.y});
    }
    if (!world.set_positions(half.body, moved))
        return 1;
    std::printf("turned into the other half: %zu pairs\n", world.find_pairs().pair_count);
    return 0;
}
