//===- Bandwidth.h - how fast memory is -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_ROOFLINE_BANDWIDTH_H
#define LACUNA_PLUGIN_LACUNA_ROOFLINE_BANDWIDTH_H

#include <cstddef>
#include <optional>

namespace lacuna::roofline {

/// In GB/s, as a program sees it that knows of no caches: a stored element is
/// read first, and so counts twice.
struct Bandwidth {
  unsigned Threads = 0;
  double Copy = 0;  ///< a[i] = b[i]
  double Triad = 0; ///< a[i] = b[i] + s * c[i]
};

/// The best of what \p Threads threads reach within about \p Seconds, over
/// arrays of \p Bytes; nothing if there is no memory for three of them.
std::optional<Bandwidth> measure(unsigned Threads, size_t Bytes,
                                 double Seconds);

/// Of an array that no cache of this machine holds.
size_t bytesBeyondCaches();

} // namespace lacuna::roofline

#endif // LACUNA_PLUGIN_LACUNA_ROOFLINE_BANDWIDTH_H
