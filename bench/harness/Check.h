//===- Check.h - do two variants agree -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_CHECK_H
#define LACUNA_BENCH_HARNESS_CHECK_H

#include "Registry.h"

namespace lacuna::bench {

/// The plain loop's result and how far others may be from it.
class Reference {
public:
  /// \p P's Y holds the plain loop's result.
  explicit Reference(const Problem &P);

  /// The largest difference of \p Y as a multiple of what additions in another
  /// order may cause, 2 n u / (1 - n u) * sum |val * x|; above 1 is wrong.
  double error(const double *Y) const;

private:
  std::vector<double> Expected, Bound;
};

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_CHECK_H
