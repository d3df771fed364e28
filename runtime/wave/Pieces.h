//===- Pieces.h - memory that a walk has read in pieces ------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_PIECES_H
#define LACUNA_RUNTIME_WAVE_PIECES_H

#include "track/Source.h"
#include <memory>
#include <vector>

namespace lacuna::rt {

/// Rows of arrays of rows, and where these lie: any number of short pieces of
/// memory, with what they held. Those that lie close together are one source.
class Pieces {
public:
  void add(const void *Begin, size_t Size);
  /// How many bytes are to be copied.
  size_t size();
  /// Copies what the pieces hold; false where there is no memory. None is added
  /// behind that.
  bool copy();

  /// Pieces that the kernel may watch.
  const std::vector<std::shared_ptr<Source>> &sources() const { return Large; }
  /// Whether others have to be compared.
  bool haveOthers() const { return !Small.empty(); }
  /// Whether part \p Part of \p Parts of the others is as it was.
  bool areOthersSame(int32_t Part, int32_t Parts) const;

  /// How much memory the others take.
  size_t memoryOfOthers() const;

private:
  std::vector<Bytes> All;
  std::vector<std::shared_ptr<Source>> Large, Small;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_PIECES_H
