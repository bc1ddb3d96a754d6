// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "tree/buckets/bucket_body.h"
#include "tree/tree_nodes.h"

#include "base/work_prices.h"

namespace tactus {
namespace {

/// The nodes of a bucket octree: its own, and its buckets. A bucket that holds more than eight triangles has runs of
/// them below it, eight times eight and so on, which are made when it is opened.
///
/// Nodes change with every update, and names with them.
class BucketTreeNodes final : public TreeNodes {
public:
    /// The body must outlive this.
    explicit BucketTreeNodes(BucketBody& body) : body_(&body) {}

    void begin() override;
    bool prepare() override
    {
        if (cleared_ == pyramid_of_bucket_.size())
            return body_->advance();
        clear_places(per_call::cleared_buckets);
        return false;
    }
    void prepare_all() override
    {
        clear_places(SIZE_MAX);
        body_->made_tree();
    }
    std::uint64_t prepare_price() const override { return body_->triangles().size() * price::bucketed_triangle; }
    std::uint64_t price_of(std::uint32_t node) const override;
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t node) const override;
    bool make_ready(std::uint32_t node, const Box& reach, std::uint32_t skipped) override;
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {}; }
    std::size_t bytes() const override;

private:
    /// Some of a full bucket's triangles, by their places in it.
    struct Run {
        Box box;
        std::uint32_t bucket;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t first_child; ///< of runs_; none if it holds no more than eight
        std::uint32_t child_count;
    };
    /// The runs of one full bucket, lowest first, those right below the bucket last.
    struct Pyramid {
        std::uint32_t bucket;
        std::uint32_t top_begin; ///< of runs_
        std::uint32_t end;
        std::uint32_t made; ///< runs before this have their boxes
    };

    // Names: 0 is the root, then come nodes by their names and one, then runs.
    const BucketNodes& nodes() const { return body_->tree().nodes(); }
    std::uint32_t node_of(std::uint32_t name) const { return name == 0 ? nodes().root() : name - 1; }
    std::uint32_t first_run() const { return nodes().node_count() + 1; }
    bool is_run(std::uint32_t name) const { return name >= first_run(); }
    std::span<const std::uint32_t> triangles_of(const Run& run) const
    {
        return nodes().primitives(run.bucket).subspan(run.begin, run.end - run.begin);
    }
    void clear_places(std::size_t most);
    Pyramid& pyramid_of(std::uint32_t bucket);
    void plan_runs(std::uint32_t bucket);
    bool make_runs(Pyramid& pyramid, std::size_t most);
    void add_runs(std::uint32_t begin, std::uint32_t end, std::uint32_t skipped, NodeBlock& below) const;
    void open_leaf(std::uint32_t node, NodeBlock& below) const;

    BucketBody* body_;
    std::uint64_t begun_for_ = 0;             ///< the body's moves
    Buffer<std::uint32_t> pyramid_of_bucket_; ///< It counts if that one names the bucket.
    std::size_t cleared_ = 0;                 ///< How many of its entries are clear.
    Buffer<Pyramid> pyramids_;
    Buffer<Run> runs_;
};

constexpr std::uint32_t bucket_run_size = 8;

} // namespace

TreeNodes& BucketBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<BucketTreeNodes>(*this);
    return *nodes_;
}

void BucketTreeNodes::begin()
{
    if (begun_for_ == body_->moves())
        return;
    begun_for_ = body_->moves();
    pyramids_.clear();
    runs_.clear();
    const std::size_t max_buckets = body_->triangles().size();
    if (pyramid_of_bucket_.size() < max_buckets) {
        pyramid_of_bucket_.resize_uninitialised(max_buckets);
        cleared_ = 0;
        // Which buckets a query comes to differs from time to time. Full ones hold nine triangles or more each, in two
        // runs for nine, and of eight runs another one is made.
        pyramids_.reserve(max_buckets / (bucket_run_size + 1));
        runs_.reserve(max_buckets / 3 + bucket_run_size);
    }
}

/// Clears the next so many places of buckets.
void BucketTreeNodes::clear_places(std::size_t most)
{
    const std::size_t count = std::min(most, pyramid_of_bucket_.size() - cleared_);
    std::fill_n(pyramid_of_bucket_.data() + cleared_, count, 0u);
    cleared_ += count;
}

bool BucketTreeNodes::is_leaf(std::uint32_t name) const
{
    if (is_run(name))
        return runs_[name - first_run()].child_count == 0;
    const std::uint32_t node = node_of(name);
    return nodes().is_bucket(node) && nodes().primitives(node).size() <= bucket_run_size;
}

/// Of a bucket that holds more than eight triangles.
BucketTreeNodes::Pyramid& BucketTreeNodes::pyramid_of(std::uint32_t bucket)
{
    const std::uint32_t known = pyramid_of_bucket_[bucket];
    if (known < pyramids_.size() && pyramids_[known].bucket == bucket)
        return pyramids_[known];
    plan_runs(bucket);
    return pyramids_.back();
}

void BucketTreeNodes::plan_runs(std::uint32_t bucket)
{
    const auto count = static_cast<std::uint32_t>(nodes().primitives(bucket).size());
    auto below = static_cast<std::uint32_t>(runs_.size());
    const std::uint32_t first = below;
    for (std::uint32_t begin = 0; begin < count; begin += bucket_run_size)
        runs_.push_back({{}, bucket, begin, std::min(begin + bucket_run_size, count), BucketNodes::none, 0});
    auto end = static_cast<std::uint32_t>(runs_.size());
    while (end - below > 8) {
        for (std::uint32_t child = below; child < end; child += 8) {
            const std::uint32_t last = std::min(child + 8, end) - 1;
            runs_.push_back({{}, bucket, runs_[child].begin, runs_[last].end, child, last + 1 - child});
        }
        below = end;
        end = static_cast<std::uint32_t>(runs_.size());
    }
    pyramid_of_bucket_[bucket] = static_cast<std::uint32_t>(pyramids_.size());
    pyramids_.push_back({bucket, below, end, first});
}

/// Makes boxes of some runs, lower ones first; true when all are made.
bool BucketTreeNodes::make_runs(Pyramid& pyramid, std::size_t most)
{
    const BucketTree& tree = body_->tree();
    for (; pyramid.made < pyramid.end && most > 0; --most) {
        Run& run = runs_[pyramid.made++];
        if (run.child_count == 0) {
            BucketLanes box = BucketLanes::none();
            for (const std::uint32_t triangle : triangles_of(run))
                include(box, tree.box_at(triangle));
            run.box = box_of(box);
        }
        for (std::uint32_t k = 0; k < run.child_count; ++k)
            run.box = include(run.box, runs_[run.first_child + k].box);
    }
    return pyramid.made == pyramid.end;
}

std::uint64_t BucketTreeNodes::price_of(std::uint32_t name) const
{
    if (is_run(name) || !nodes().is_bucket(node_of(name)))
        return price::opened_node;
    const std::size_t runs = (nodes().primitives(node_of(name)).size() + bucket_run_size - 1) / bucket_run_size;
    return price::opened_node + runs * price::run_of_bucket;
}

bool BucketTreeNodes::make_ready(std::uint32_t name, const Box&, std::uint32_t)
{
    if (!prepare())
        return false;
    if (is_run(name))
        return true;
    const std::uint32_t node = node_of(name);
    if (!nodes().is_bucket(node) || nodes().primitives(node).size() <= bucket_run_size)
        return true;
    return make_runs(pyramid_of(node), per_call::bucket_runs);
}

void BucketTreeNodes::add_runs(std::uint32_t begin, std::uint32_t end, std::uint32_t skipped, NodeBlock& below) const
{
    for (std::uint32_t run = begin; run < end; ++run)
        if ((skipped >> (run - begin) & 1) == 0)
            below.set(run - begin, first_run() + run, runs_[run].box, runs_[run].child_count == 0);
}

void BucketTreeNodes::open(std::uint32_t name, const Box&, std::uint32_t skipped, NodeBlock& below)
{
    prepare_all();
    if (is_leaf(name))
        return open_leaf(name, below);
    below.clear();
    if (is_run(name)) {
        const Run& run = runs_[name - first_run()];
        add_runs(run.first_child, run.first_child + run.child_count, skipped, below);
        return;
    }
    const std::uint32_t node = node_of(name);
    if (nodes().is_bucket(node)) {
        Pyramid& pyramid = pyramid_of(node);
        make_runs(pyramid, SIZE_MAX);
        add_runs(pyramid.top_begin, pyramid.end, skipped, below);
        return;
    }
    const auto [begin, end] = nodes().children(node);
    for (std::uint32_t child = begin; child < end; ++child)
        if ((skipped >> (child - begin) & 1) == 0)
            below.set(child - begin, child + 1, box_of(nodes().box(child)), is_leaf(child + 1));
}

void BucketTreeNodes::open_leaf(std::uint32_t name, NodeBlock& below) const
{
    below.clear(true);
    const std::span<const std::uint32_t> places =
        is_run(name) ? triangles_of(runs_[name - first_run()]) : nodes().primitives(node_of(name));
    for (std::uint32_t k = 0; const std::uint32_t place : places)
        below.set(k++, place, box_of(body_->tree().box_at(place)));
}

std::size_t BucketTreeNodes::bytes() const
{
    return sizeof(*this) + pyramid_of_bucket_.bytes() + pyramids_.bytes() + runs_.bytes();
}

} // namespace tactus
