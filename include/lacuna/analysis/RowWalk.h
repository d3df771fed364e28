//===- RowWalk.h - which rows a nest reads ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the rows of an array of rows lie is known one by one only. The loops of
// the nest as it was written are walked through as far as its rows depend on
// them, and under the conditions under which it reads them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ROWWALK_H
#define LACUNA_ANALYSIS_ROWWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

class RowWalk {
public:
  /// An access to a row, in terms of operands and index variables.
  struct Access {
    llvm::StringRef Array;
    ExprRef Row;
    ExprRef Index; ///< in the row; may need what the nest computes
    /// The loops around it, outermost first.
    llvm::ArrayRef<std::string> Loops;
  };
  /// What is to be done at an access; null for nothing.
  using AtRow = std::function<StmtRef(const Access &A)>;

  RowWalk(const Nest &AsWritten, AtRow Do) : N(AsWritten), Do(std::move(Do)) {}

  /// The walk, a nest to be lowered; nothing where it would need what the nest
  /// computes.
  std::optional<Nest> run();

private:
  using Statements = std::vector<StmtRef>;

  ExprRef inFront(const ExprRef &E);
  void visit(const ExprRef &E, Statements &Out);
  void visitElement(llvm::StringRef Array, const ExprRef &Subscript,
                    Statements &Out);
  void visit(const Stmt &S, Statements &Out);
  void visitLoop(const LoopStmt &Loop, Statements &Out);
  void choose(const ExprRef &Cond, Statements Then, Statements Else,
              Statements &Out);
  Statements visitAll(const StmtRef &S);

  const Nest &N;
  AtRow Do;
  llvm::StringMap<ExprRef> Lets;
  std::vector<std::string> Loops; ///< open ones
  bool IsPossible = true;
};

/// Whether the rows that \p AsWritten reads of arrays of rows can be found in
/// front of it, to be told from what it writes; else it cannot be lowered.
bool canFindRows(const Nest &AsWritten);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ROWWALK_H
