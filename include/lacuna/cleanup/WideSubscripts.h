//===- WideSubscripts.h - subscripts in i64 ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a vector loop over the derived `k1`, clang gathers the elements of
// `B[j * K + k]` one by one although they are consecutive: it cannot show that
// the sum does not wrap in `int`. Where it would wrap the program is undefined,
// so that the subscript may be computed as `i64(j) * i64(K) + i64(k)`. In loops
// of an affine schedule, where `j` is `int(j_skewed - i)`, each subscript would
// be cut to 32 bits and extended anew.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_WIDESUBSCRIPTS_H
#define LACUNA_CLEANUP_WIDESUBSCRIPTS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p S, the loops of \p N, with the sums and products of 32-bit signed numbers
/// by which vector loops and those of affine schedules subscript arrays
/// computed in 64 bits, unless not \p InLoops: then those of hints alone, which
/// the user's loop does not compute.
StmtRef widenSubscripts(const StmtRef &S, const Nest &N, bool InLoops);

/// \p E, a subscript, computed in i64.
ExprRef widened(const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_CLEANUP_WIDESUBSCRIPTS_H
