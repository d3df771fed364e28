//===- Probe.h - what the memory gives at this moment -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_PROBE_H
#define LACUNA_BENCH_HARNESS_PROBE_H

#include <vector>

namespace lacuna::bench {

/// Moves about as many bytes as a kernel does, so that both find their data at
/// the same distance: in a cache or in memory.
class Probe {
public:
  Probe(double Bytes, int Threads);

  /// a = b + s c; the bytes that one call moves.
  double triad();
  /// Reads one array; the bytes that one call moves.
  double read();

private:
  int Threads;
  std::vector<double> A, B, C;
  double Sink = 0;
};

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_PROBE_H
