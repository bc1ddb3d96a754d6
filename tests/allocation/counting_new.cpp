// SPDX-License-Identifier: MIT
// Replaces operator new for the whole program by one that counts, and that can be told to fail.
#include "allocation/counting_new.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::int64_t no_end = INT64_MAX / 2;

std::atomic<std::size_t> count = 0;
std::atomic<std::int64_t> living = 0;
std::atomic<std::int64_t> left = no_end; // below 0, memory has ended
std::atomic<bool> ends_for_good = false;

void* counted(std::size_t bytes, std::size_t alignment)
{
    count.fetch_add(1, std::memory_order_relaxed);
    const std::int64_t rest = left.fetch_sub(1) - 1;
    if (rest == -1 || (rest < 0 && ends_for_good))
        throw std::bad_alloc();
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    void* memory = alignment <= alignof(std::max_align_t) ? std::malloc(std::max<std::size_t>(bytes, 1))
                                                          : std::aligned_alloc(alignment, rounded);
    if (memory == nullptr)
        throw std::bad_alloc();
    living.fetch_add(1, std::memory_order_relaxed);
    return memory;
}

void give_back(void* memory)
{
    if (memory != nullptr)
        living.fetch_sub(1, std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

namespace tactus {

std::size_t allocation_count() { return count.load(std::memory_order_relaxed); }
std::int64_t living_allocation_count() { return living.load(std::memory_order_relaxed); }

MemoryEnds::MemoryEnds(std::size_t pieces, Shortage shortage)
{
    ends_for_good = shortage == Shortage::for_good;
    left = static_cast<std::int64_t>(pieces);
}

MemoryEnds::~MemoryEnds() { left = no_end; }

bool MemoryEnds::has_ended() const { return left < 0; }

} // namespace tactus

void* operator new(std::size_t bytes) { return counted(bytes, 1); }
void* operator new[](std::size_t bytes) { return counted(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return counted(bytes, std::size_t(alignment)); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return counted(bytes, std::size_t(alignment)); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
