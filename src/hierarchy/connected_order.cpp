// SPDX-License-Identifier: MIT
#include "hierarchy/connected_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hierarchy/cluster_tree.h"
#include "mesh/edge_ring.h"

namespace tactus {
namespace {

using Item = std::uint32_t;

/// Triangles joined over their edges; a neighbour equal to the triangle itself is none.
struct PatchGraph {
    std::vector<std::array<Item, 3>> neighbours;
    std::vector<Vec3> centres;

    std::size_t size() const { return neighbours.size(); }
};

/// Splits connected sets of a graph's items. Sets are ascending lists, and stay so.
class Bisector {
public:
    void begin(const PatchGraph& graph)
    {
        graph_ = &graph;
        part_.assign(graph.size(), 0);
        from_start_.resize(graph.size());
        from_end_.resize(graph.size());
        stamp_ = 0;
    }

    /// Two items at opposite ends of a split: the first on its left, the second on its right. No item if unknown.
    struct Ends {
        Item left = no_item;
        Item right = no_item;
    };
    static constexpr Item no_item = UINT32_MAX;

    /// Reorders items so that the first left_count are a compact part of them. A corner of the set saves a search
    /// for one.
    Ends split(std::span<Item> items, std::size_t left_count, Item corner)
    {
        const std::uint32_t member = ++stamp_;
        for (Item item : items)
            part_[item] = member;
        const bool known = corner != no_item && part_[corner] == member;
        visit(known ? corner : items[0], member, from_start_);
        if (queue_.size() != items.size()) {
            split_pieces(items, left_count, member);
            return {};
        }
        if (!known)
            visit(queue_.back(), stamp_, from_start_);
        return split_connected(items, left_count);
    }

private:
    /// Distances over edges, in steps, from one item to all of its piece; queue_ lists them nearest first.
    /// Items of the set carry the stamp `member` and leave with a newer one.
    void visit(Item start, std::uint32_t member, std::vector<std::uint32_t>& distance)
    {
        const std::uint32_t visited = ++stamp_;
        queue_.clear();
        queue_.push_back(start);
        part_[start] = visited;
        distance[start] = 0;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            const Item item = queue_[head];
            for (Item next : graph_->neighbours[item])
                if (part_[next] == member) {
                    part_[next] = visited;
                    distance[next] = distance[item] + 1;
                    queue_.push_back(next);
                }
        }
    }

    /// Called after a visit of the whole set from one of its corners.
    Ends split_connected(std::span<Item> items, std::size_t left_count)
    {
        const Item start = queue_.front(), end = queue_.back();
        visit(end, stamp_, from_end_);
        const Vec3 a = graph_->centres[start], b = graph_->centres[end];
        keys_.clear();
        // Items nearer to the start than to the end, by a given difference, are connected with the start: on the way
        // back to it the difference never rises. Steps alone leave wide bands of equal difference, which are cut
        // along the line between both ends.
        const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
        const float squared_length = x * x + y * y + z * z;
        const float scale = squared_length > 0.0f && std::isfinite(squared_length) ? straightness / squared_length : 0.0f;
        for (Item item : items) {
            const Vec3 c = graph_->centres[item];
            const float along = ((c.x - a.x) * x + (c.y - a.y) * y + (c.z - a.z) * z) * scale;
            const float steps = static_cast<float>(from_start_[item]) - static_cast<float>(from_end_[item]);
            keys_.push_back({steps + along * static_cast<float>(from_start_[end]), item});
        }
        partition(items, left_count);
        return {part_[start] == left_ ? start : no_item, part_[end] == right_ ? end : no_item};
    }

    void split_pieces(std::span<Item> items, std::size_t left_count, std::uint32_t member)
    {
        pieces_.clear();
        piece_items_.clear();
        add_piece();
        for (Item item : items)
            if (part_[item] == member) {
                visit(item, member, from_start_);
                add_piece();
            }
        sort_pieces();
        std::size_t placed = 0;
        for (const Piece& piece : pieces_) {
            const auto from = piece_items_.begin() + piece.begin;
            std::copy(from, from + piece.count, items.begin() + placed);
            const auto here = items.subspan(placed, piece.count);
            std::sort(here.begin(), here.end());
            if (placed < left_count && left_count < placed + piece.count) {
                const std::uint32_t one = ++stamp_;
                for (Item item : here)
                    part_[item] = one;
                visit(here[0], one, from_start_);
                visit(queue_.back(), stamp_, from_start_);
                split_connected(here, left_count - placed);
            }
            placed += piece.count;
        }
        std::sort(items.begin(), items.begin() + left_count);
        std::sort(items.begin() + left_count, items.end());
    }

    /// Files what the last visit reached.
    void add_piece()
    {
        Piece piece;
        piece.begin = piece_items_.size();
        piece.count = queue_.size();
        double x = 0.0, y = 0.0, z = 0.0;
        for (Item item : queue_) {
            const Vec3 c = graph_->centres[item];
            x += c.x, y += c.y, z += c.z;
        }
        const double share = 1.0 / static_cast<double>(piece.count);
        piece.centre = {x * share, y * share, z * share};
        piece_items_.insert(piece_items_.end(), queue_.begin(), queue_.end());
        pieces_.push_back(piece);
    }

    /// Along the axis on which the pieces' centres spread widest.
    void sort_pieces()
    {
        int axis = 0;
        double widest = -1.0;
        for (int k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax_element(pieces_.begin(), pieces_.end(),
                [k](const Piece& a, const Piece& b) { return a.centre[k] < b.centre[k]; });
            const double spread = high->centre[k] - low->centre[k];
            if (spread > widest) {
                widest = spread;
                axis = k;
            }
        }
        std::sort(pieces_.begin(), pieces_.end(), [axis](const Piece& a, const Piece& b) {
            return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis] : a.begin < b.begin;
        });
    }

    /// The left_count items of the smallest keys first, but for what smoothing exchanges; both sides in ascending order.
    void partition(std::span<Item> items, std::size_t left_count)
    {
        selected_.assign(keys_.begin(), keys_.end());
        std::nth_element(selected_.begin(), selected_.begin() + left_count, selected_.end(), before);
        const Key pivot = selected_[left_count];
        left_ = ++stamp_;
        right_ = ++stamp_;
        for (const Key& key : keys_)
            part_[key.item] = before(key, pivot) ? left_ : right_;
        smooth();
        std::size_t left = 0, right = left_count;
        for (const Key& key : keys_)
            items[part_[key.item] == left_ ? left++ : right++] = key.item;
    }

    /// Exchanges items across the cut while that makes it shorter. Most of what hangs on the wrong side goes back.
    void smooth()
    {
        rim_.clear();
        for (const Key& key : keys_)
            if (gain_of(key.item) >= -1)
                rim_.push_back(key.item);
        for (int round = 0; round < 8 && exchange_on_rim(); ++round) {
            std::sort(rim_.begin(), rim_.end());
            rim_.erase(std::unique(rim_.begin(), rim_.end()), rim_.end());
        }
    }

    /// One round of exchanges, the most profitable first. The rim grows by what they touch.
    bool exchange_on_rim()
    {
        for (auto& side : movable_)
            side.clear();
        for (Item item : rim_)
            if (const int gain = gain_of(item); gain >= -1)
                movable_[part_[item] == left_ ? 0 : 1].push_back({-static_cast<float>(gain), item});
        for (auto& side : movable_)
            std::sort(side.begin(), side.end(), before);
        bool exchanged = false;
        std::size_t l = 0, r = 0;
        while (l < movable_[0].size() && r < movable_[1].size()) {
            const Key a = movable_[0][l], b = movable_[1][r];
            const int gain_a = gain_of(a.item);
            // What has become less profitable by an exchange before waits for the next round.
            if (static_cast<float>(gain_a) < -a.value) {
                ++l;
                continue;
            }
            part_[a.item] = right_;
            const int gain_b = gain_of(b.item);
            if (gain_a + gain_b > 0) {
                part_[b.item] = left_;
                exchanged = true;
                for (Item item : {a.item, b.item})
                    rim_.insert(rim_.end(), graph_->neighbours[item].begin(), graph_->neighbours[item].end());
                ++l, ++r;
                continue;
            }
            part_[a.item] = left_;
            if (static_cast<float>(gain_b) >= -b.value)
                break;
            ++r;
        }
        std::erase_if(rim_, [&](Item item) { return part_[item] != left_ && part_[item] != right_; });
        return exchanged;
    }

    /// By how many edges the cut gets shorter if the item changes sides.
    int gain_of(Item item) const
    {
        const std::uint32_t here = part_[item], there = here == left_ ? right_ : left_;
        int gain = 0;
        for (Item next : graph_->neighbours[item])
            gain += next == item ? 0 : part_[next] == there ? 1 : part_[next] == here ? -1 : 0;
        return gain;
    }

    struct Key {
        float value;
        Item item;
    };
    static bool before(const Key& a, const Key& b) { return a.value != b.value ? a.value < b.value : a.item < b.item; }

    struct Piece {
        std::array<double, 3> centre;
        std::size_t begin;
        std::size_t count;
    };

    static constexpr float straightness = 0.5f;

    const PatchGraph* graph_ = nullptr;
    std::uint32_t stamp_ = 0, left_ = 0, right_ = 0;
    std::array<std::vector<Key>, 2> movable_;
    std::vector<std::uint32_t> part_, from_start_, from_end_;
    std::vector<Item> queue_, piece_items_, rim_;
    std::vector<Key> keys_, selected_;
    std::vector<Piece> pieces_;
};

class Ordering {
public:
    explicit Ordering(const PatchGraph& graph) : graph_(graph), number_(graph.size(), 0) { bisector_.begin(graph); }

    void order_node(std::span<Item> items, Item corner = Bisector::no_item)
    {
        if (items.size() <= ClusterTree::leaf_size)
            return;
        std::size_t unit = ClusterTree::leaf_size;
        while (unit * 8 < items.size())
            unit *= 8;
        order_children(items, unit, corner);
    }

private:
    /// Small sets are worked on in a graph of their own, which stays in the cache.
    static constexpr std::size_t small_set = 4096;

    void order_children(std::span<Item> items, std::size_t unit, Item corner)
    {
        const std::size_t children = (items.size() + unit - 1) / unit;
        if (children <= 1) {
            order_node(items, corner);
            return;
        }
        if (items.size() <= small_set && graph_.size() > 2 * small_set) {
            order_small(items);
            return;
        }
        const std::size_t middle = children / 2 * unit;
        const Bisector::Ends ends = bisector_.split(items, middle, corner);
        order_children(items.first(middle), unit, ends.left);
        order_children(items.subspan(middle), unit, ends.right);
    }

    void order_small(std::span<Item> items)
    {
        for (std::size_t k = 0; k < items.size(); ++k)
            number_[items[k]] = static_cast<Item>(k);
        PatchGraph part;
        part.neighbours.resize(items.size());
        part.centres.resize(items.size());
        for (std::size_t k = 0; k < items.size(); ++k) {
            part.centres[k] = graph_.centres[items[k]];
            for (int e = 0; e < 3; ++e) {
                const Item next = graph_.neighbours[items[k]][e];
                const Item number = number_[next];
                part.neighbours[k][e] = number < items.size() && items[number] == next ? number : static_cast<Item>(k);
            }
        }
        Ordering ordering(part);
        std::vector<Item> numbers(items.size());
        for (std::size_t k = 0; k < numbers.size(); ++k)
            numbers[k] = static_cast<Item>(k);
        ordering.order_node(numbers);
        for (Item& number : numbers)
            number = items[number];
        std::copy(numbers.begin(), numbers.end(), items.begin());
    }

    const PatchGraph& graph_;
    Bisector bisector_;
    std::vector<Item> number_;
};

/// The triangles as a walk over the surface meets them, so that what is near in the mesh is near in memory.
std::vector<std::uint32_t> walk_over(const EdgeRing& ring)
{
    std::vector<std::uint32_t> order;
    order.reserve(ring.size());
    std::vector<bool> met(ring.size(), false);
    for (std::uint32_t first = 0; first < ring.size(); ++first) {
        if (met[first])
            continue;
        met[first] = true;
        order.push_back(first);
        for (std::size_t head = order.size() - 1; head < order.size(); ++head)
            for (std::uint32_t next : ring[order[head]])
                if (!met[next]) {
                    met[next] = true;
                    order.push_back(next);
                }
    }
    return order;
}

PatchGraph make_graph(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const EdgeRing& ring,
    std::span<const std::uint32_t> order)
{
    std::vector<Item> item_of(triangles.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        item_of[order[k]] = static_cast<Item>(k);
    PatchGraph graph;
    graph.neighbours.resize(triangles.size());
    graph.centres.resize(triangles.size());
    const float third = 1.0f / 3.0f;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const TriangleIndices& t = triangles[order[k]];
        const Vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
        graph.centres[k] = {
            a.x * third + b.x * third + c.x * third, a.y * third + b.y * third + c.y * third,
            a.z * third + b.z * third + c.z * third};
        for (int e = 0; e < 3; ++e)
            graph.neighbours[k][e] = item_of[ring[order[k]][e]];
    }
    return graph;
}

} // namespace

std::vector<std::uint32_t> connected_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    const EdgeRing ring = make_edge_ring(triangles, positions.size());
    const std::vector<std::uint32_t> walk = walk_over(ring);
    const PatchGraph graph = make_graph(triangles, positions, ring, walk);
    std::vector<Item> items(triangles.size());
    for (std::size_t k = 0; k < items.size(); ++k)
        items[k] = static_cast<Item>(k);
    Ordering(graph).order_node(items);
    for (Item& item : items)
        item = walk[item];
    return items;
}

} // namespace tactus
