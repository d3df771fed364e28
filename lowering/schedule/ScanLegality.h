//===- ScanLegality.h - variables that iterations advance -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `scan` runs a loop twice: to find out how much chunks of iterations advance a
// variable or the elements of an array, and to do what the loop does, each
// chunk from the value that the variable has there. For that the first pass
// must find the same as the second, without anything that the second one
// stores.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_SCANLEGALITY_H
#define LACUNA_LOWERING_SCHEDULE_SCANLEGALITY_H

#include "lacuna/analysis/Dependence.h"

namespace lacuna {

/// The first variable or array that \p S reads and \p IsMeant; empty if there
/// is none.
std::string firstRead(const StmtRef &S,
                      llvm::function_ref<bool(llvm::StringRef)> IsMeant);

class ScanLegality {
public:
  /// \p Found: the conflicts between threads that share out \p Loop.
  ScanLegality(const Nest &N, const LoopStmt &Loop,
               llvm::ArrayRef<Conflict> Found);

  /// Whether \p X is an array whose elements are only stepped, and read.
  bool areCursors(const Conflict &X) const;

  /// Why the first pass cannot tell how much variable \p X, or elements of
  /// cursors \p X, are advanced; empty if it can.
  std::string whyNotCounted(const Conflict &X) const;

  /// The variable, or cursors, at which the loop accesses elements of \p Array;
  /// null if there are none.
  const Conflict *runsAlong(llvm::StringRef Array) const;

  /// Whether the elements of \p Array that an iteration accesses are among
  /// those which \p Cursor passes over in that iteration, so that no other
  /// iteration accesses them; of cursors, as long as these do not run into each
  /// other.
  bool isPassedOver(llvm::StringRef Array, const Conflict &Cursor) const;

  /// Whether a variable of type \p Ty that only grows has each value once.
  static bool neverWraps(const Type &Ty) {
    return Ty.isInteger() && Ty.bits() >= (Ty.isSigned() ? 32 : 64);
  }

private:
  std::string firstChanging(const StmtRef &Slice) const;
  bool isReadFirst(llvm::StringRef Array, const StmtRef &Slice) const;
  bool mayBeFused(const ExprRef &E) const;
  bool mayRound(const Expr &E) const;
  bool mayRound(const Stmt &S) const;

  const Nest &N;
  const LoopStmt &Loop;
  llvm::ArrayRef<Conflict> Found;
  /// What iterations write and others could read.
  llvm::StringSet<> Changing;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_SCANLEGALITY_H
