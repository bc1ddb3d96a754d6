// SPDX-License-Identifier: MIT
#pragma once

// The same geometry runs on the CPU and on the GPU: these mark what both sides may call.
#if defined(__CUDACC__)
#define TACTUS_HOST_DEVICE __host__ __device__
#else
#define TACTUS_HOST_DEVICE
#endif

/// Before a function defined in a header.
#define TACTUS_INLINE TACTUS_HOST_DEVICE inline

/// Before a function whose call would cost more than its body, even where the compiler hesitates.
#if defined(__GNUC__) || defined(__clang__)
#define TACTUS_FORCE_INLINE TACTUS_HOST_DEVICE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define TACTUS_FORCE_INLINE TACTUS_HOST_DEVICE __forceinline
#else
#define TACTUS_FORCE_INLINE TACTUS_INLINE
#endif
