// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// Triangles joined over their edges; a neighbour equal to the triangle itself is none.
struct PatchGraph {
    using Item = std::uint32_t;

    std::vector<std::array<Item, 3>> neighbours;
    std::vector<Vec3> centres;

    std::size_t size() const { return neighbours.size(); }
};

/// Splits sets of a graph's items into compact, connected parts. Sets are ascending lists, and stay so.
class PatchBisector {
public:
    using Item = PatchGraph::Item;

    explicit PatchBisector(const PatchGraph& graph);

    /// Reorders items so that the first left_count (neither none nor all) are a compact part of them.
    void split(std::span<Item> items, std::size_t left_count);

private:
    struct Key {
        float value;
        Item item;
    };
    struct Piece {
        std::array<double, 3> centre;
        std::size_t begin;
        std::size_t count;
    };

    static bool before(const Key& a, const Key& b) { return a.value != b.value ? a.value < b.value : a.item < b.item; }
    void visit(Item start, std::uint32_t member, std::vector<std::uint32_t>& distance);
    void split_connected(std::span<Item> items, std::size_t left_count);
    bool split_straight(std::span<Item> items, std::size_t left_count);
    std::array<double, 3> longest_direction(std::span<const Item> items) const;
    void split_pieces(std::span<Item> items, std::size_t left_count, std::uint32_t member);
    void add_piece();
    void sort_pieces();
    void partition(std::span<Item> items, std::size_t left_count);
    void smooth();
    bool exchange_on_rim();
    int gain_of(Item item) const;

    const PatchGraph* graph_;
    std::uint32_t stamp_ = 0, left_ = 0, right_ = 0;
    std::vector<std::uint32_t> part_, from_start_, from_end_;
    std::vector<Item> queue_, piece_items_, rim_;
    std::vector<Key> keys_, selected_;
    std::array<std::vector<Key>, 2> movable_;
    std::vector<Piece> pieces_;
};

} // namespace tactus
