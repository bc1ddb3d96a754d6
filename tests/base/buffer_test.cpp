// SPDX-License-Identifier: MIT
#include "base/buffer.h"

#include <cstdint>
#include <numeric>
#include <type_traits>

#include <gtest/gtest.h>

namespace tactus {
namespace {

static_assert(!std::is_copy_constructible_v<Buffer<int>>);
static_assert(std::is_nothrow_move_constructible_v<Buffer<int>>);

TEST(Buffer, StartsEmptyAndHoldsNoMemory)
{
    Buffer<float> buffer;
    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.data(), nullptr);
    EXPECT_EQ(buffer.bytes(), 0u);
    EXPECT_TRUE(buffer.span().empty());
    buffer.resize_uninitialised(0);
    EXPECT_EQ(buffer.bytes(), 0u);
}

TEST(Buffer, KeepsItsElementsAsItGrows)
{
    Buffer<std::uint32_t> buffer;
    for (std::uint32_t i = 0; i < 10000; ++i)
        buffer.push_back(i * 3);
    ASSERT_EQ(buffer.size(), 10000u);
    for (std::uint32_t i = 0; i < 10000; ++i)
        ASSERT_EQ(buffer[i], i * 3);
    buffer.resize_uninitialised(50000);
    for (std::uint32_t i = 0; i < 10000; ++i)
        ASSERT_EQ(buffer[i], i * 3);
    EXPECT_EQ(buffer.span().size(), 50000u);
    EXPECT_EQ(buffer.end() - buffer.begin(), 50000);
}

TEST(Buffer, CanPushAnElementOfItself)
{
    Buffer<std::uint32_t> buffer;
    buffer.push_back(7);
    for (int i = 0; i < 1000; ++i)
        buffer.push_back(buffer[0]);
    EXPECT_EQ(std::accumulate(buffer.begin(), buffer.end(), 0u), 7u * 1001u);
}

TEST(Buffer, StartsOnACacheLineAndIsReadablePastItsEnd)
{
    for (std::size_t size : {1u, 3u, 16u, 17u, 1000u}) {
        Buffer<std::uint8_t> buffer(size);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
        EXPECT_GE(buffer.bytes(), size + 64);
        // The address sanitizer reports it if the padding is not there.
        volatile std::uint8_t* last = buffer.data() + buffer.capacity() + 63;
        *last = 1;
        EXPECT_EQ(*last, 1);
    }
}

TEST(Buffer, KeepsItsMemoryAtItsPeak)
{
    Buffer<double> buffer(1000);
    const double* place = buffer.data();
    const std::size_t bytes = buffer.bytes();
    buffer.clear();
    buffer.resize_uninitialised(10);
    buffer.reserve(999);
    buffer.resize_uninitialised(1000);
    EXPECT_EQ(buffer.data(), place);
    EXPECT_EQ(buffer.bytes(), bytes);
}

TEST(Buffer, MovesWithoutCopying)
{
    Buffer<int> a(5);
    a[4] = 9;
    const int* place = a.data();
    Buffer<int> b = std::move(a);
    EXPECT_EQ(b.data(), place);
    EXPECT_EQ(b[4], 9);
    EXPECT_EQ(a.size(), 0u);
    a.push_back(1);
    EXPECT_EQ(a[0], 1);
    a = std::move(b);
    EXPECT_EQ(a.data(), place);
    EXPECT_EQ(b.capacity(), 0u);
}

TEST(Buffer, RefusesASizeThatDoesNotFitInMemory)
{
    Buffer<double> buffer(3);
    buffer[2] = 1.5;
    EXPECT_THROW(buffer.resize_uninitialised(SIZE_MAX / 8), std::bad_alloc);
    EXPECT_THROW(buffer.resize_uninitialised(SIZE_MAX), std::bad_alloc);
    EXPECT_EQ(buffer.size(), 3u);
    EXPECT_EQ(buffer[2], 1.5);
}

} // namespace
} // namespace tactus
