//===- fibres.h - levels of random tensors -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_FIBRES_H
#define LACUNA_TEST_RUN_FIBRES_H

#include "support.h"

#pragma clang optimize off

namespace run {

/// Segments of 0 to `Most - 1` children for each of `Parents`.
inline std::vector<int> segments(Random &R, int Parents, int Most) {
  std::vector<int> Pos = {0};
  for (int P = 0; P < Parents; ++P)
    Pos.push_back(Pos.back() + int(R.below(Most)));
  return Pos;
}

/// `Count` coordinates in [0, Extent), in any order.
inline std::vector<int> coordinates(Random &R, int Count, int Extent) {
  std::vector<int> Crd;
  for (int P = 0; P < Count; ++P)
    Crd.push_back(int(R.below(Extent)));
  return Crd;
}

} // namespace run

#pragma clang optimize on

#endif // LACUNA_TEST_RUN_FIBRES_H
