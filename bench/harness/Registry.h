//===- Registry.h - the kernels and all ways to compute them -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_REGISTRY_H
#define LACUNA_BENCH_HARNESS_REGISTRY_H

#include "matrix/Csr.h"
#include <functional>

namespace lacuna::bench {

/// What a kernel computes.
enum class Form {
  /// Y = A X with vectors where the width is 1, else Y += A X with row-major X
  /// and Y.
  Product,
  /// Y[p] = val[p] * (row i of X2 · row j of X) for each entry p = (i, j); X
  /// has
  /// a row for each column of A, X2, which follows it, one for each row.
  Sampled
};

struct Kernel {
  const char *Name;
  Form What;
  /// Columns of the dense operands.
  int Width;
  /// What a row costs besides its entries, in entries. Measured: a row of
  /// y = A x costs a loop's start and a misprediction, about four entries.
  double RowWork;

  /// Number of elements of X and of Y.
  size_t inputs(const Csr &A) const;
  size_t outputs(const Csr &A) const;
  double bytes(const Csr &A) const;
};

extern const Kernel Kernels[3];

/// One product to compute. X and Y are shared by all variants.
struct Problem {
  const Kernel &K;
  const Csr &A;
  int Width;
  const double *X;
  double *Y;
  int Threads;
};

/// Computes the product once.
using Product = std::function<void()>;

/// One way to compute a kernel: a loop under some pragma, or a peer.
struct Variant {
  std::string Kernel, Name;
  /// The pragma, or what the peer calls itself.
  std::string Text;
  /// Converts the matrix if need be; not timed.
  Product (*Prepare)(const Problem &);
};

/// All variants, `naive` and `omp` first, others by name.
std::vector<const Variant *> variantsOf(const std::string &Kernel);

/// Adds a variant at program start.
struct RegisterVariant {
  explicit RegisterVariant(Variant V);
};

/// Adds "name: version" to the machine's description at program start.
struct RegisterPeer {
  RegisterPeer(std::string Name, std::string Version);
};

/// The peers that were built in, as they registered.
const std::vector<std::pair<std::string, std::string>> &peers();

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_REGISTRY_H
