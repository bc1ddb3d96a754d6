// SPDX-License-Identifier: MIT
#include "tree/clusters/order/patch_bisector.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

// Larger sets may be folded, and are cut by the ways over their edges.
constexpr std::size_t straight_cut_limit = 4096;
// How much the straight line counts beside the steps.
constexpr double straightness = 0.5;

} // namespace

PatchBisector::PatchBisector(const PatchGraph& graph)
    : graph_(&graph), part_(graph.size(), 0), from_start_(graph.size()), from_end_(graph.size())
{
}

void PatchBisector::split(std::span<Item> items, std::size_t left_count)
{
    if (items.size() <= straight_cut_limit && split_straight(items, left_count))
        return;
    const std::uint32_t member = ++stamp_;
    for (Item item : items)
        part_[item] = member;
    visit(items[0], member, from_start_);
    if (queue_.size() != items.size()) {
        split_pieces(items, left_count, member);
        return;
    }
    visit(queue_.back(), stamp_, from_start_);
    split_connected(items, left_count);
}

/// Distances over edges, in steps, from one item to all of its piece; queue_ lists them nearest first.
/// Items of the set carry the stamp `member` and leave with a newer one.
void PatchBisector::visit(Item start, std::uint32_t member, std::vector<std::uint32_t>& distance)
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
void PatchBisector::split_connected(std::span<Item> items, std::size_t left_count)
{
    const Item start = queue_.front(), end = queue_.back();
    visit(end, stamp_, from_end_);
    const Vec3 a = graph_->centres[start], b = graph_->centres[end];
    keys_.clear();
    // Items nearer to the start than to the end, by a given difference, are connected with the start: on the way
    // back to it the difference never rises. Steps alone leave wide bands of equal difference, which are cut
    // along the line between both ends.
    // In double, where neither the largest nor the smallest floats lose their squares.
    const double x = double(b.x) - a.x, y = double(b.y) - a.y, z = double(b.z) - a.z;
    const double squared_length = x * x + y * y + z * z;
    const double scale = squared_length > 0.0 ? straightness * from_start_[end] / squared_length : 0.0;
    for (Item item : items) {
        const Vec3 c = graph_->centres[item];
        const double along = ((double(c.x) - a.x) * x + (double(c.y) - a.y) * y + (double(c.z) - a.z) * z) * scale;
        const double steps = static_cast<double>(from_start_[item]) - from_end_[item];
        keys_.push_back({static_cast<float>(steps + along), item});
    }
    partition(items, left_count);
}

/// Cuts a small patch straight across its longest direction, which makes rounder parts than steps can. True if
/// both parts are connected; else the patch is bent, or was in pieces before.
bool PatchBisector::split_straight(std::span<Item> items, std::size_t left_count)
{
    const std::array<double, 3> axis = longest_direction(items);
    keys_.clear();
    for (Item item : items) {
        const Vec3 c = graph_->centres[item];
        keys_.push_back({static_cast<float>(axis[0] * c.x + axis[1] * c.y + axis[2] * c.z), item});
    }
    partition(items, left_count);
    const std::uint32_t left = left_, right = right_;
    visit(items[0], left, from_start_);
    if (queue_.size() != left_count)
        return false;
    visit(items[left_count], right, from_start_);
    return queue_.size() == items.size() - left_count;
}

/// The principal axis of the centres, by a few steps of power iteration.
std::array<double, 3> PatchBisector::longest_direction(std::span<const Item> items) const
{
    const Vec3 o = graph_->centres[items[0]];
    double sum[3] = {}, square[6] = {};
    for (Item item : items) {
        const Vec3 c = graph_->centres[item];
        const double x = c.x - o.x, y = c.y - o.y, z = c.z - o.z;
        sum[0] += x, sum[1] += y, sum[2] += z;
        square[0] += x * x, square[1] += y * y, square[2] += z * z;
        square[3] += x * y, square[4] += y * z, square[5] += z * x;
    }
    const double share = 1.0 / static_cast<double>(items.size());
    const double xx = square[0] - sum[0] * sum[0] * share, yy = square[1] - sum[1] * sum[1] * share;
    const double zz = square[2] - sum[2] * sum[2] * share, xy = square[3] - sum[0] * sum[1] * share;
    const double yz = square[4] - sum[1] * sum[2] * share, zx = square[5] - sum[2] * sum[0] * share;
    std::array<double, 3> axis = {1.0, 0.9, 0.8};
    for (int step = 0; step < 24; ++step) {
        const std::array<double, 3> next = {
            xx * axis[0] + xy * axis[1] + zx * axis[2], xy * axis[0] + yy * axis[1] + yz * axis[2],
            zx * axis[0] + yz * axis[1] + zz * axis[2]};
        const double size = std::max({std::abs(next[0]), std::abs(next[1]), std::abs(next[2])});
        if (!(size > 0.0) || !std::isfinite(size))
            break;
        axis = {next[0] / size, next[1] / size, next[2] / size};
    }
    return axis;
}

void PatchBisector::split_pieces(std::span<Item> items, std::size_t left_count, std::uint32_t member)
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
void PatchBisector::add_piece()
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
void PatchBisector::sort_pieces()
{
    int axis = 0;
    double widest = -1.0;
    for (int k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax_element(
            pieces_.begin(), pieces_.end(), [k](const Piece& a, const Piece& b) { return a.centre[k] < b.centre[k]; });
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
void PatchBisector::partition(std::span<Item> items, std::size_t left_count)
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
void PatchBisector::smooth()
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
bool PatchBisector::exchange_on_rim()
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
int PatchBisector::gain_of(Item item) const
{
    const std::uint32_t here = part_[item], there = here == left_ ? right_ : left_;
    int gain = 0;
    for (Item next : graph_->neighbours[item])
        gain += next == item ? 0 : part_[next] == there ? 1 : part_[next] == here ? -1 : 0;
    return gain;
}

} // namespace tactus
