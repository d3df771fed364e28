//===- Contender.h - ways to compute on the device -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_GPU_CONTENDER_H
#define LACUNA_BENCH_GPU_CONTENDER_H

#include "Device.h"
#include "harness/Registry.h"

namespace lacuna::bench {

/// One way to compute a problem on the device, where its operands are already.
class Contender {
public:
  Contender(std::string Name, std::string Text)
      : Name(std::move(Name)), Text(std::move(Text)) {}
  virtual ~Contender() = default;

  const std::string Name;
  const std::string Text; ///< the pragma, or what a peer calls itself

  /// Computes the product once; the seconds that its kernels took, by the
  /// device's clock.
  virtual double run() = 0;
  /// Sets its result to zero.
  virtual void clear() = 0;
  /// Writes its result to the problem's Y.
  virtual void fetch() = 0;
};

using Contenders = std::vector<std::unique_ptr<Contender>>;

/// Loops through the plugin: all variants of the kernel that are "sparse".
void addLoops(Contenders &All, const Problem &P);

/// cuSPARSE's algorithms, if it can be had here; else says why not, once.
void addCuSparse(Contenders &All, const Problem &P, Device &D);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_GPU_CONTENDER_H
