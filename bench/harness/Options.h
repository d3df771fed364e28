//===- Options.h - what to run -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_OPTIONS_H
#define LACUNA_BENCH_HARNESS_OPTIONS_H

#include "Registry.h"
#include <string>
#include <vector>

namespace lacuna::bench {

struct Options {
  std::vector<std::string> Matrices = {"laplacian:500", "rmat:16"};
  std::vector<std::string> Kernels; ///< empty: all
  std::vector<int> Threads = {1, 2};
  /// Names of what takes part; naive and omp always do. Empty: all that check.
  std::vector<std::string> Variants;
  double Seconds = 1.0; ///< of measuring per kernel, matrix and thread count
  std::string Data;     ///< folder of *.mtx[.xz] and *.tns[.xz]

  bool takesPart(const std::string &Variant) const;
  bool takesPart(const Kernel &K) const;

  /// The file of \p Matrix: itself if it is a path, else a name in Data.
  std::string pathOf(const std::string &Matrix) const;
};

/// Reads what Google Benchmark left of the arguments. Returns an empty string
/// or what is wrong.
std::string parseOptions(int Argc, char **Argv, Options &O);

const char *optionsHelp();

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_OPTIONS_H
