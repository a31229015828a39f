// SPDX-License-Identifier: Apache-2.0
#pragma once

// Code for the vectors of newer x86 processors beside the code for all. TODEVICE_INLINE makes what a function
// calls part of it, and so compiled as it is.
//
// TODEVICE_WIDE compiles a function twice, also for vectors of 256 bits (AVX2), and the loader picks what the
// machine has. AVX2 alone fuses no multiplication with an addition, so both give the same bits. Not under the
// address sanitizer, which starts after the loader has to ask.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TODEVICE_WIDE __attribute__((target_clones("default", "avx2")))
#else
#define TODEVICE_WIDE
#endif
#if defined(__GNUC__)
#define TODEVICE_INLINE inline __attribute__((always_inline))
#else
#define TODEVICE_INLINE inline
#endif

// TODEVICE_FUSED: for machines that have_fused() is true of.
#if defined(__x86_64__) && defined(__GNUC__)
#define TODEVICE_FUSED __attribute__((target("avx2,fma")))
#else
#define TODEVICE_FUSED
#endif

// TODEVICE_NO_OVERLAP before a loop: what it writes in one round it does not read in the next few.
#if defined(__GNUC__) && !defined(__clang__)
#define TODEVICE_NO_OVERLAP _Pragma("GCC ivdep")
#else
#define TODEVICE_NO_OVERLAP
#endif

namespace todevice::host {

/// May functions marked TODEVICE_FUSED be called?
inline bool have_fused() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool have = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return have;
#else
  return true;
#endif
}

}  // namespace todevice::host
