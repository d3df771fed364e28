//===- Histogram.h - times by their magnitude -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_HISTOGRAM_H
#define LACUNA_RUNTIME_PROFILE_HISTOGRAM_H

#include <cstddef>
#include <cstdint>

namespace lacuna::rt {

/// Four buckets for each doubling of the time: a bucket's times are within a
/// quarter of each other.
constexpr size_t BucketCount = 172;

inline size_t bucketOf(uint64_t Nanoseconds) {
  if (Nanoseconds < 4)
    return size_t(Nanoseconds);
  const size_t Log = 63 - size_t(__builtin_clzll(Nanoseconds));
  const size_t Bucket = (Log - 1) * 4 + ((Nanoseconds >> (Log - 2)) & 3);
  return Bucket < BucketCount ? Bucket : BucketCount - 1;
}

/// The least time of \p Bucket.
inline uint64_t beginOf(size_t Bucket) {
  return Bucket < 4 ? Bucket : uint64_t(4 + Bucket % 4) << (Bucket / 4 - 1);
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_HISTOGRAM_H
