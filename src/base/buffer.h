// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace tactus {

/// A growable array for the scratch memory of queries. It starts on a cache line, never initialises what it
/// holds, and keeps its memory at its peak. At least 64 bytes past the last element may be read (their content
/// means nothing), so that vector loops need no remainder.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= 64);

public:
    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t padding_bytes = 64;

    Buffer() = default;
    /// `size` elements with undefined content.
    explicit Buffer(std::size_t size) { resize_uninitialised(size); }
    Buffer(Buffer&& other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0))
    {
    }
    Buffer& operator=(Buffer&& other) noexcept
    {
        memory_ = std::move(other.memory_);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }

    /// Null until memory is first taken, and then on a 64-byte boundary.
    T* data() { return reinterpret_cast<T*>(memory_.get()); }
    const T* data() const { return reinterpret_cast<const T*>(memory_.get()); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    /// Elements that fit without taking memory.
    std::size_t capacity() const { return capacity_; }
    /// Bytes of memory held, padding included.
    std::size_t bytes() const { return memory_ ? bytes_for(capacity_) : 0; }

    T& operator[](std::size_t index)
    {
        TACTUS_CHECK(index < size_);
        return data()[index];
    }
    const T& operator[](std::size_t index) const
    {
        TACTUS_CHECK(index < size_);
        return data()[index];
    }
    T& back() { return (*this)[size_ - 1]; }
    const T& back() const { return (*this)[size_ - 1]; }

    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }

    std::span<T> span() { return {data(), size_}; }
    std::span<const T> span() const { return {data(), size_}; }

    /// Room for `capacity` elements in all. The elements stay; pointers to them do not.
    void reserve(std::size_t capacity)
    {
        if (capacity > capacity_)
            take(capacity);
    }

    /// The same, and no element that is put there later is the first use of its memory.
    void reserve_touched(std::size_t capacity)
    {
        reserve(capacity);
        if (capacity_ > size_)
            std::memset(memory_.get() + size_ * sizeof(T), 0, (capacity_ - size_) * sizeof(T));
    }

    /// Elements up to the smaller of both sizes stay; new ones have undefined content.
    void resize_uninitialised(std::size_t size)
    {
        if (size > capacity_)
            take(std::max(size, capacity_ + capacity_ / 2));
        size_ = size;
    }

    void push_back(T value)
    {
        if (size_ == capacity_)
            take(std::max<std::size_t>(16, capacity_ + capacity_ / 2));
        ::new (static_cast<void*>(data() + size_)) T(value);
        ++size_;
    }
    void pop_back() { resize_uninitialised(size_ - 1); }

    /// Size 0; the memory stays.
    void clear() { size_ = 0; }

private:
    struct Release {
        void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{alignment}); }
    };

    static constexpr std::size_t bytes_for(std::size_t capacity)
    {
        return (capacity * sizeof(T) + padding_bytes + alignment - 1) / alignment * alignment;
    }

    void take(std::size_t capacity)
    {
        if (capacity > (static_cast<std::size_t>(PTRDIFF_MAX) - padding_bytes - alignment) / sizeof(T))
            throw std::bad_array_new_length();
        std::unique_ptr<std::byte, Release> memory(
            static_cast<std::byte*>(::operator new (bytes_for(capacity), std::align_val_t{alignment})));
        if (size_ > 0)
            std::memcpy(memory.get(), memory_.get(), size_ * sizeof(T));
        memory_ = std::move(memory);
        capacity_ = capacity;
    }

    std::unique_ptr<std::byte, Release> memory_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace tactus
