//===- ApartRanges.h - conditions for ranges to share no byte ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_APARTRANGES_H
#define LACUNA_LOWERING_EMIT_APARTRANGES_H

#include "CppStmt.h"

namespace lacuna {

/// Prints the conditions of one block for ranges of arrays to share no byte.
/// There may be one for each array that is written and each other one. So that
/// compilers take little time for them, where a range begins and ends is
/// computed once, and nothing branches.
class ApartRanges {
public:
  ApartRanges(Names &Known, CppExpr &Exprs, CppStmt &Stmts)
      : Known(Known), Exprs(Exprs), Stmts(Stmts) {}

  /// The condition for each of \p Pairs, which are not empty. All of it is
  /// evaluated.
  std::string apart(llvm::ArrayRef<RangePair> Pairs);

private:
  std::string apart(const RangePair &P);
  std::string named(const llvm::Twine &Base, llvm::StringRef Ty,
                    const std::string &Value);
  std::string position(llvm::StringRef Array, llvm::StringRef Suffix,
                       const ExprRef &E);
  std::string address(llvm::StringRef Array, llvm::StringRef Suffix,
                      const ExprRef &Position);

  Names &Known;
  CppExpr &Exprs;
  CppStmt &Stmts;
  llvm::StringMap<std::string> NameOf; ///< by the text of what it is
};

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_APARTRANGES_H
