// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads/parallel.h"
#if TACTUS_HAS_THREADS
#include <mutex>
#include <thread>
#endif
#include "tree/frozen_nodes.h"
#include "world/queries/surface_query.h"

namespace tactus {

/// What several threads may ask about surfaces at once: the bodies as they were when it was prepared, and memory for
/// each thread that asks.
class SurfaceReads {
public:
    /// The bodies, ordered by their indices, must stay as they are until the end.
    void prepare(std::span<const SurfaceBody> bodies, Workers& workers);
    /// Something is going to change.
    void end() { is_prepared_ = false; }
    bool is_prepared() const { return is_prepared_; }

    std::span<const SurfaceBody> bodies() const { return bodies_; }
    /// None if there is no such body, or it has no triangles.
    const SurfaceBody* find(BodyId id) const;
    /// Its answers live until the same thread asks again.
    SurfaceQuery& query_of_this_thread();

    std::size_t bytes() const;

private:
    std::size_t bytes_of_queries() const;

    bool is_prepared_ = false;
    std::uint64_t number_ = 0; ///< No other preparation of any world has the same.
    std::vector<SurfaceBody> bodies_;
    std::vector<std::unique_ptr<FrozenNodes>> nodes_;
#if TACTUS_HAS_THREADS
    struct Asking {
        std::thread::id thread;
        std::unique_ptr<SurfaceQuery> query;
    };

    std::mutex mutex_;
    std::vector<Asking> asking_;
#else
    SurfaceQuery query_; ///< That of the only thread.
#endif
};

} // namespace tactus
