//===- TouchWalk.h - what iterations share, found in front ---- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_TOUCHWALK_H
#define LACUNA_ANALYSIS_TOUCHWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The walk through \p AsWritten that touches each element of \p Arrays that an
/// iteration of its outermost loop, over \p Outermost, may access: iteration by
/// iteration, of which \p Block of the user's are one. A nest to be lowered; it
/// stores nothing and reads no more than \p AsWritten. Nothing where loops or
/// subscripts depend on what the nest stores.
std::optional<Nest> touchWalk(const Nest &AsWritten, const IndexVar &Outermost,
                              int64_t Block,
                              llvm::ArrayRef<std::string> Arrays);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_TOUCHWALK_H
