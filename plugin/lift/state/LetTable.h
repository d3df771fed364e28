//===- LetTable.h - values of lets ------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LETTABLE_H
#define LACUNA_PLUGIN_LIFT_STATE_LETTABLE_H

#include "lift/state/NestBuilder.h"

namespace lacuna::plugin {

/// The lets whose values are over operands and index variables alone and small:
/// these are copied where they are needed.
class LetTable {
public:
  LetTable(NestBuilder &Builder, Refusals &Diags)
      : Builder(Builder), Diags(Diags) {}

  /// Remembers what let \p Name holds, if it is such a let: its value, or null.
  ExprRef note(llvm::StringRef Name, const ExprRef &Init);

  bool contains(llvm::StringRef Name) const { return Values.count(Name) != 0; }

  /// Null for others.
  ExprRef lookup(llvm::StringRef Name) const { return Values.lookup(Name); }

  /// \p E with values in place of lets.
  ExprRef substituted(const ExprRef &E) const;

  bool sameRow(const ExprRef &A, const ExprRef &B) const;

  /// Whether \p E is a constant, an operand or an index variable.
  bool keepsValue(const ExprRef &E) const;

  /// \p E as it is now, for uses further on: \p E itself where it cannot
  /// change, else a let called after \p For. Null for null.
  ExprRef fixed(const ExprRef &E, llvm::StringRef For,
                clang::SourceLocation Loc, std::vector<StmtRef> &Out);
  ExprRef fixed(const ExprRef &E, const clang::VarDecl *V,
                std::vector<StmtRef> &Out);

  /// Lets that only held loop bounds have gone into these.
  void dropUnused(std::vector<StmtRef> &Block) const;

  /// Let \p Name stands for a reference to what a call at \p Loc returns.
  void noteLasting(llvm::StringRef Name, clang::SourceLocation Loc) {
    LastingReferences[Name] = Loc;
  }

  /// Refuses such lets where a store may change what they refer to.
  bool checkReferences();

private:
  NestBuilder &Builder;
  Refusals &Diags;
  llvm::StringMap<ExprRef> Values;
  llvm::StringMap<unsigned> Sizes; ///< nodes of these
  llvm::StringMap<clang::SourceLocation> LastingReferences;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LETTABLE_H
