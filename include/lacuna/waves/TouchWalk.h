//===- TouchWalk.h - what iterations share, found in front ---- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_WAVES_TOUCHWALK_H
#define LACUNA_WAVES_TOUCHWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A walk through a nest, a nest to be lowered. It stores nothing and reads no
/// more than the nest does.
struct TouchWalk {
  Nest Walk;
  /// What must hold in front of the nest for the walk to touch all.
  std::vector<Guard> Guards;
};

/// The walk through \p AsWritten that touches what of \p Arrays an iteration of
/// its outermost loop, over \p Outermost, may access: iteration by iteration,
/// of which \p Block of the user's are one. Nothing where loops or subscripts
/// depend on what the nest stores.
///
/// Where results choose an element it is one of the range that is touched: what
/// a cursor can reach, or the positions that a workspace holds for a row. Rows
/// that are run through are touched as ranges, too.
std::optional<TouchWalk> touchWalk(const Nest &AsWritten,
                                   const IndexVar &Outermost, int64_t Block,
                                   llvm::ArrayRef<std::string> Arrays);

} // namespace lacuna

#endif // LACUNA_WAVES_TOUCHWALK_H
