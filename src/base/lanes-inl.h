// SPDX-License-Identifier: MIT
// The registers that most kernels work with, 16 bytes each, for one instruction set at a time (Highway's way: no
// include guard of the usual kind). For inclusion by kernels only, after hwy/foreach_target.h.
#if defined(TACTUS_BASE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_BASE_LANES_INL
#undef TACTUS_BASE_LANES_INL
#else
#define TACTUS_BASE_LANES_INL
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

/// After the parameters of a lambda in a kernel: it is compiled for the kernel's instruction set, and never called.
#ifndef TACTUS_IN_KERNEL
#define TACTUS_IN_KERNEL HWY_ATTR __attribute__((always_inline))
#endif

// Nothing here is compiled for an instruction set, so that the namespace needs none of Highway's brackets.
namespace tactus::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// How many floats to work on at once where that is a small part of what is done. Where registers of 32 bytes are the
/// widest, arithmetic in them lowers the clock of many processors for all that runs beside it.
constexpr std::size_t sparse_lanes = HWY_MAX_BYTES >= 64 ? 16 : 4;

constexpr hn::FixedTag<float, 4> float4;
constexpr hn::FixedTag<std::int16_t, 4> half4;
constexpr hn::FixedTag<std::int16_t, 8> half8;
constexpr hn::FixedTag<std::uint16_t, 8> uhalf8;
constexpr hn::FixedTag<std::int32_t, 4> int4;
constexpr hn::FixedTag<std::uint32_t, 4> word4;
constexpr hn::FixedTag<std::int64_t, 2> long2;

using Float4 = hn::Vec<decltype(float4)>;
using Half4 = hn::Vec<decltype(half4)>;
using Half8 = hn::Vec<decltype(half8)>;
using UHalf8 = hn::Vec<decltype(uhalf8)>;
using Int4 = hn::Vec<decltype(int4)>;
using Word4 = hn::Vec<decltype(word4)>;

} // namespace tactus::HWY_NAMESPACE

#endif
