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

/// What a kernel computes from dense operands with rows of W elements, one row
/// for each coordinate of a level.
enum class Form {
  /// Row i of Y is, or is increased by, the sum of val[e] times row j of X over
  /// the entries e = (i, j). Vectors are set, wider rows increased.
  Product,
  /// Y is increased by the product of the sparse operand's transpose and X,
  /// entry
  /// by entry: y[j] += val[e] * x[i] for each entry e = (i, j).
  Transposed,
  /// Y[e] = val[e] * (row i of X2 · row j of X) for each entry e = (i, j); X2
  /// follows X.
  Sampled,
  /// Row i of Y is increased by val[e] times the elementwise product of rows of
  /// one operand for each compressed level, e = (i, j, k, …).
  Mttkrp,
  /// The same as Product for each fibre, the children of a position of the last
  /// level but one: a tensor times a matrix or a vector in its last mode.
  LastMode
};

struct Kernel {
  const char *Name;
  Form What;
  /// Of the sparse operand.
  int Order;
  /// Columns of the dense operands.
  int Width;
  /// What a row costs besides its entries, in entries. Measured: a row of
  /// y = A x costs a loop's start and a misprediction, about four entries.
  double RowWork;

  /// Number of elements of X and of Y.
  size_t inputs(const Csr &A) const;
  size_t outputs(const Csr &A) const;
  /// What has to be moved if every array is moved once: the sparse operand, the
  /// used rows of the dense ones, the output, which is read too where it is
  /// increased.
  double bytes(const Csr &A) const;
};

extern const Kernel Kernels[16];

/// One product to compute. X and Y are shared by all variants.
struct Problem {
  const Kernel &K;
  const Csr &A;
  int Width;
  const double *X;
  double *Y;
  int Threads;

  /// The dense operand that coordinates of level \p L of a tensor select rows
  /// of.
  const double *factor(int L) const;
};

/// Computes the product once.
using Product = std::function<void()>;

/// One way to compute a kernel: a loop under some pragma, or a peer.
struct Variant {
  /// A loop in several spellings has the spelling behind a dot: "omp.cleared".
  std::string Kernel, Name;
  /// The pragma, or what the peer calls itself.
  std::string Text;
  /// Converts the sparse operand if need be; not timed.
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
