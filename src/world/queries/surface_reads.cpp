// SPDX-License-Identifier: MIT
#include "world/queries/surface_reads.h"

#include <algorithm>
#include <atomic>

namespace tactus {
namespace {

std::uint64_t next_number()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

void SurfaceReads::prepare(std::span<const SurfaceBody> bodies, Workers& workers)
{
    bodies_.assign(bodies.begin(), bodies.end());
    while (nodes_.size() < bodies_.size())
        nodes_.push_back(std::make_unique<FrozenNodes>());
    workers.for_each_chunk(bodies_.size(), 1, [&](std::size_t k, std::size_t, std::size_t, std::uint32_t) {
        nodes_[k]->freeze(bodies_[k].queried.tree->nodes());
        bodies_[k].queried.nodes = nodes_[k].get();
    });
    number_ = next_number();
    is_prepared_ = true;
}

const SurfaceBody* SurfaceReads::find(BodyId id) const
{
    const auto is_before = [](const SurfaceBody& body, BodyId wanted) { return body.id.index < wanted.index; };
    const auto found = std::lower_bound(bodies_.begin(), bodies_.end(), id, is_before);
    return found != bodies_.end() && found->id == id ? &*found : nullptr;
}

#if TACTUS_HAS_THREADS

SurfaceQuery& SurfaceReads::query_of_this_thread()
{
    struct Last {
        std::uint64_t number = 0;
        SurfaceQuery* query = nullptr;
    };
    thread_local Last last;
    if (last.query != nullptr && last.number == number_)
        return *last.query;
    const std::scoped_lock lock(mutex_);
    const std::thread::id thread = std::this_thread::get_id();
    auto own = std::find_if(asking_.begin(), asking_.end(), [&](const Asking& one) { return one.thread == thread; });
    if (own == asking_.end())
        own = asking_.insert(own, {thread, std::make_unique<SurfaceQuery>()});
    last = {number_, own->query.get()};
    return *last.query;
}

std::size_t SurfaceReads::bytes_of_queries() const
{
    std::size_t total = 0;
    for (const Asking& one : asking_)
        total += one.query->bytes();
    return total;
}

#else

SurfaceQuery& SurfaceReads::query_of_this_thread() { return query_; }
std::size_t SurfaceReads::bytes_of_queries() const { return query_.bytes(); }

#endif

std::size_t SurfaceReads::bytes() const
{
    std::size_t total = bytes_of_queries();
    for (const auto& nodes : nodes_)
        total += nodes->bytes();
    return total;
}

} // namespace tactus
