// SPDX-License-Identifier: MIT
#include "contacts/depths/depth_search.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>

#include "base/work_prices.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

/// Vertices that are searched for together where a budget may end: writing them all down is a part of one work unit.
constexpr std::size_t vertices_of_a_search = 8;

} // namespace

void DepthSearch::make_room(std::size_t triangles, RoomStages& stages)
{
    const std::size_t vertices = triangles / 2;
    stages.add_room(asked_, vertices);
    stages.add_room(depths_, vertices);
    sort_.make_room(vertices, stages);
    tree_.make_room(triangles, stages);
}

void DepthSearch::clear()
{
    depths_.clear();
    stage_ = Stage::done;
}

void DepthSearch::begin(const OverlapSide& own, const OverlapSide& other, const OffsetSets& regions)
{
    own_ = &own;
    other_ = &other;
    regions_ = &regions;
    ways_ = nullptr;
    clear();
    if (own.inside().empty())
        return;
    region_of_root_.clear();
    last_member_ = OverlapSide::none;
    asked_.clear();
    needs_whole_surface_ = false;
    is_searching_ = false;
    remembers_ = false;
    tree_.begin(other.surface(), other.tables().place_of_triangle);
    sort_.clear();
    go_to(Stage::patch);
}

void DepthSearch::begin_open(
    const OverlapSide& own, const OverlapSide& other, const OffsetSets& regions, const WaysIn& ways, Tree& tree)
{
    begin(own, other, regions);
    if (done())
        return;
    ways_ = &ways;
    way_out_.begin(tree, other.surface(), ways);
    go_to(Stage::vertices);
}

void DepthSearch::go_to(Stage stage)
{
    stage_ = stage;
    cursor_ = 0;
}

std::uint64_t DepthSearch::step(std::uint64_t nanoseconds)
{
    const Stage stage = stage_;
    std::uint64_t spent = 0;
    while (stage_ == stage && spent < nanoseconds)
        spent += step_in_stage(nanoseconds - spent);
    return spent;
}

/// Stages of many small steps take as many as fit into so many nanoseconds, and the others one.
std::uint64_t DepthSearch::step_in_stage(std::uint64_t nanoseconds)
{
    switch (stage_) {
    case Stage::patch:
        return take_triangles(nanoseconds);
    case Stage::vertices:
        return take_vertices(nanoseconds);
    case Stage::whole_surface:
        return take_whole_surface();
    case Stage::sort:
        if (!sort_.done())
            return sort_.step();
        depths_.resize_uninitialised(asked_.size());
        go_to(Stage::rank);
        return price::next_stage;
    case Stage::rank:
        return take_ranks(nanoseconds);
    case Stage::build:
        if (!tree_.is_built())
            return tree_.build_step();
        go_to(Stage::search);
        return price::next_stage;
    case Stage::search:
        return ways_ != nullptr ? search_ways_out() : search();
    case Stage::done:
        break;
    }
    return price::glance;
}

/// Takes the next few of a list, as many as begin within so many nanoseconds if each takes as long as its price says.
template <class Item>
std::span<const Item> DepthSearch::next_of(std::span<const Item> all, std::uint64_t nanoseconds, std::uint64_t price)
{
    const std::uint64_t most = nanoseconds / price + (nanoseconds % price != 0 ? 1 : 0);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, all.size() - cursor_));
    const std::span<const Item> next = all.subspan(cursor_, count);
    cursor_ += count;
    return next;
}

std::uint64_t DepthSearch::take_triangles(std::uint64_t nanoseconds)
{
    const auto next = next_of(other_->patch(), nanoseconds, price::patch_triangle);
    for (const OverlapSide::PatchTriangle& member : next) {
        // Most overlaps are of one region.
        if (member.region != last_member_) {
            const auto count = static_cast<std::uint32_t>(region_of_root_.size());
            last_member_ = member.region;
            last_region_ = region_of_root_.find_or_put(regions_->find(member.region).root, count);
        }
        tree_.add(member.triangle, last_region_);
    }
    const std::uint64_t spent = next.size() * price::patch_triangle;
    if (spent >= nanoseconds)
        return spent;
    last_member_ = OverlapSide::none;
    go_to(Stage::vertices);
    return spent + price::glance;
}

std::uint64_t DepthSearch::take_vertices(std::uint64_t nanoseconds)
{
    auto place = static_cast<std::uint32_t>(cursor_);
    const auto next = next_of(own_->inside(), nanoseconds, price::listed);
    for (const OverlapSide::Inside& inside : next) {
        asked_.push_back({region_of(inside), 0, OverlapSide::none});
        sort_.add(inside.vertex, place++);
    }
    const std::uint64_t spent = next.size() * price::listed;
    if (spent >= nanoseconds)
        return spent;
    if (needs_whole_surface_)
        go_to(Stage::whole_surface);
    else
        begin_sort();
    return spent + price::glance;
}

/// The region of the tree below which a vertex is measured; of an open side, the way in.
inline std::uint32_t DepthSearch::region_of(const OverlapSide::Inside& inside)
{
    if (inside.region == last_member_)
        return last_region_;
    last_member_ = inside.region;
    if (ways_ != nullptr)
        return last_region_ = ways_->way_of(inside.region);
    last_region_ = region_of_root_.find(regions_->find(inside.region).root);
    if (last_region_ == NumberMap::none || !tree_.has_region(last_region_)) {
        // The whole surface is one region more.
        last_region_ = static_cast<std::uint32_t>(region_of_root_.size());
        needs_whole_surface_ = true;
    }
    return last_region_;
}

std::uint64_t DepthSearch::take_whole_surface()
{
    if (cursor_ == other_->surface().triangles.size()) {
        begin_sort();
        return price::glance;
    }
    if (!is_removed(other_->surface().triangles[cursor_]))
        tree_.add(static_cast<std::uint32_t>(cursor_), static_cast<std::uint32_t>(region_of_root_.size()));
    ++cursor_;
    return price::listed;
}

void DepthSearch::begin_sort()
{
    sort_.begin(std::bit_width(own_->tables().stars.vertex_count()));
    go_to(Stage::sort);
}

std::uint64_t DepthSearch::take_ranks(std::uint64_t nanoseconds)
{
    auto rank = static_cast<std::uint32_t>(cursor_);
    const auto next = next_of(std::as_const(sort_).items(), nanoseconds, price::ranked_vertex);
    for (const NumberSort::Item& item : next)
        asked_[item.value].rank = rank++;
    const std::uint64_t spent = next.size() * price::ranked_vertex;
    if (spent >= nanoseconds)
        return spent;
    if (ways_ == nullptr)
        tree_.begin_build();
    go_to(ways_ == nullptr ? Stage::build : Stage::search);
    return spent + price::next_stage;
}

std::uint64_t DepthSearch::search()
{
    if (cursor_ == asked_.size()) {
        go_to(Stage::done);
        return price::next_stage;
    }
    if (workers_ != nullptr && !is_searching_) {
        search_at_once();
        return price::next_stage;
    }
    std::uint64_t spent = 0;
    if (!is_searching_) {
        const std::size_t end = std::min(cursor_ + vertices_of_a_search, asked_.size());
        end_of_search_ = begin_search(search_, cursor_, end, cursor_ > 0 ? asked_[cursor_ - 1].face : 0);
        is_searching_ = true;
        spent += (end_of_search_ - cursor_) * price::begun_depth;
    }
    spent += search_.step(price::depth_search_step);
    if (!search_.found())
        return spent;
    DepthBatch batch(*other_);
    end_search(search_, cursor_, batch);
    is_searching_ = false;
    spent += (end_of_search_ - cursor_) * price::measured_vertex;
    cursor_ = end_of_search_;
    return spent;
}

/// A face that the vertex there may come out near, or none. Vertices from some on are not measured yet.
std::uint32_t DepthSearch::guess_of(std::size_t place, std::size_t first_unknown)
{
    const OverlapSide::Inside& inside = own_->inside()[place];
    // A neighbour comes out nearby. Another worker may be about to measure it.
    std::uint32_t guess = OverlapSide::none;
    if (inside.from != OverlapSide::none && inside.from < first_unknown)
        guess = std::atomic_ref(asked_.data()[inside.from].face).load(std::memory_order_relaxed);
    if (guess == OverlapSide::none && remembers_) {
        const std::uint64_t known = remembered(inside.vertex).load(std::memory_order_relaxed);
        const auto triangle = static_cast<std::uint32_t>(known);
        if (known - triangle == tag_of(inside.vertex) && triangle < other_->surface().triangles.size())
            guess = tree_.face_near(triangle);
    }
    if (guess == OverlapSide::none && inside.from == OverlapSide::none && inside.near != OverlapSide::none)
        guess = tree_.face_near(inside.near);
    return guess;
}

/// Begins to measure the vertices in a row, as far as they are of one region, and gives the end of them.
std::size_t
DepthSearch::begin_search(PatchSearch& search, std::size_t begin, std::size_t end, std::uint32_t found_before)
{
    const std::uint32_t region = asked_.data()[begin].region;
    search.begin(tree_.part_of(region));
    std::size_t k = begin;
    for (; k < end && asked_.data()[k].region == region; ++k) {
        const OverlapSide::Inside& inside = own_->inside()[k];
        const Vec3 point = own_->surface().vertex(inside.vertex);
        const std::uint32_t guess = guess_of(k, begin);
        if (guess == OverlapSide::none && inside.from != OverlapSide::none && inside.from >= begin)
            search.add_beside(point, static_cast<std::uint32_t>(inside.from - begin));
        else if (guess == OverlapSide::none && k > begin)
            search.add_beside(point, static_cast<std::uint32_t>(k - 1 - begin));
        else
            search.add(point, guess != OverlapSide::none ? guess : found_before);
    }
    return k;
}

/// Writes the depths of vertices that are found.
void DepthSearch::end_search(const PatchSearch& search, std::size_t begin, DepthBatch& batch)
{
    for (std::size_t k = 0; k < search.point_count(); ++k) {
        Asked& asked = asked_.data()[begin + k];
        std::atomic_ref(asked.face).store(search.found_near(k), std::memory_order_relaxed);
        (void)batch.add(own_->inside()[begin + k], depths_.data()[asked.rank]);
    }
    search.for_each_found([&](std::size_t point, Vec3 at, std::uint32_t triangle) { batch.ask(point, at, triangle); });
    batch.write();
    for (std::size_t k = 0; remembers_ && k < search.point_count(); ++k) {
        const VertexDepth& depth = depths_.data()[asked_.data()[begin + k].rank];
        remembered(depth.vertex).store(tag_of(depth.vertex) | depth.triangle, std::memory_order_relaxed);
    }
}

void DepthSearch::begin_remembering()
{
    remembers_ = true;
    const auto number_of = [](const OverlapSide* side) { return reinterpret_cast<std::uintptr_t>(&side->tables()); };
    sides_ = mixed(number_of(own_) + mixed(number_of(other_)));
    if (const std::size_t wanted = 4 * std::bit_ceil(asked_.size()); remembered_.size() < wanted) {
        remembered_.resize_uninitialised(wanted);
        std::fill(remembered_.begin(), remembered_.end(), std::uint64_t{0});
    }
}

/// Measures all vertices that are left. Where a search begins makes no difference to what it finds.
void DepthSearch::search_at_once()
{
    const std::size_t first = cursor_;
    // Where several take turns, a neighbour may not be measured yet.
    if (workers_->count() > 1)
        begin_remembering();
    static_assert(PatchSearch::max_points == DepthBatch::max_vertices);
    workers_->for_each_chunk(
        asked_.size() - first, PatchSearch::max_points, price::searched_depth,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            PatchSearch search;
            DepthBatch batch(*other_);
            std::uint32_t found_before = 0;
            for (std::size_t k = first + begin; k < first + end;) {
                const std::size_t next = begin_search(search, k, first + end, found_before);
                search.find_at_once();
                end_search(search, k, batch);
                found_before = search.found_near(next - 1 - k);
                k = next;
            }
        });
    cursor_ = asked_.size();
}

/// Measures the vertices of an open side, which come out where the surface does not face away from their way in.
std::uint64_t DepthSearch::search_ways_out()
{
    if (cursor_ == asked_.size()) {
        go_to(Stage::done);
        return price::next_stage;
    }
    const OverlapSide::Inside& inside = own_->inside()[cursor_];
    Asked& asked = asked_[cursor_];
    if (!is_searching_) {
        // What came in the same way may go out where the one before did, and a neighbour's way out is near.
        const std::size_t before = inside.from != OverlapSide::none ? inside.from : cursor_ - 1;
        const bool has_guess = cursor_ > 0 && asked_[before].region == asked.region;
        way_out_.begin_search(
            own_->surface().vertex(inside.vertex), asked.region, has_guess ? asked_[before].face : OverlapSide::none);
        is_searching_ = true;
        return price::begun_depth;
    }
    if (!way_out_.found()) {
        way_out_.step();
        return price::walk_step;
    }
    asked.face = way_out_.triangle();
    DepthBatch batch(*other_);
    batch.ask(batch.add(inside, depths_[asked.rank]), own_->surface().vertex(inside.vertex), way_out_.triangle());
    batch.write();
    is_searching_ = false;
    ++cursor_;
    return price::measured_vertex;
}

std::size_t DepthSearch::bytes() const
{
    return region_of_root_.bytes() + asked_.bytes() + tree_.bytes() + sort_.bytes() + depths_.bytes() + way_out_.bytes()
           + remembered_.bytes();
}

} // namespace tactus
