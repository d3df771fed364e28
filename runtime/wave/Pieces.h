//===- Pieces.h - memory that a walk has read in pieces ------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_PIECES_H
#define LACUNA_RUNTIME_WAVE_PIECES_H

#include "lacuna/wave.h"
#include <vector>

namespace lacuna::rt {

/// Rows of arrays of rows, and where these lie: any number of short pieces of
/// memory, with what they held.
class Pieces {
public:
  /// Pieces that follow each other in memory are one.
  void add(const void *Begin, size_t Size);
  /// Copies what the pieces hold. None is added behind that.
  void copy();

  bool empty() const { return All.empty(); }
  size_t bytes() const {
    return Held.size() + All.size() * (sizeof(All[0]) + sizeof(First[0]));
  }
  /// Whether part \p Part of \p Parts is as it was.
  bool isSame(int32_t Part, int32_t Parts) const;

private:
  std::vector<lacuna_source> All;
  std::vector<size_t> First; ///< where each begins in what was held
  std::vector<char> Held;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_PIECES_H
