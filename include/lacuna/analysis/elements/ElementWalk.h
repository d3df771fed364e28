//===- ElementWalk.h - which elements a nest accesses ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the rows of an array of rows lie, and which elements data choose, is
// known one by one only. The loops of the nest as it was written are walked
// through as far as these depend on them, and under the conditions under which
// it accesses them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_ELEMENTWALK_H
#define LACUNA_ANALYSIS_ELEMENTS_ELEMENTWALK_H

#include "lacuna/ir/Nest.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna {

class ElementWalk {
public:
  /// An access to an element, in terms of operands and index variables.
  struct Access {
    llvm::StringRef Array;
    ExprRef Row;   ///< null where the array has none
    ExprRef Index; ///< in a row it may need what the nest computes
    bool IsWrite;
    /// The loops around it, outermost first.
    llvm::ArrayRef<std::string> Loops;
  };
  /// What is to be done at an access; null for nothing.
  using AtElement = std::function<StmtRef(const Access &A)>;

  enum class Rows {
    Accessed, ///< those that the nest accesses
    InTables  ///< others of the same array, too, where data decide
  };

  ElementWalk(const Nest &AsWritten, AtElement Do, Rows Visited)
      : N(AsWritten), Do(std::move(Do)), Visited(Visited) {}

  /// The walk, a nest to be lowered; nothing where it would need what the nest
  /// computes.
  std::optional<Nest> run();

private:
  using Statements = std::vector<StmtRef>;

  ExprRef inFront(const ExprRef &E);
  void visit(const ExprRef &E, Statements &Out);
  void visitElement(llvm::StringRef Array, const ExprRef &Subscript,
                    bool IsWrite, Statements &Out);
  void visit(const Stmt &S, Statements &Out);
  void visitLoop(const LoopStmt &Loop, Statements &Out);
  void choose(const ExprRef &Cond, Statements Then, Statements Else,
              Statements &Out);
  Statements visitAll(const StmtRef &S);
  void splitIf(const IfStmt &If, Statements &Rest, Statements &Out);
  void keepInTable(Statements &Arm, Statements &Out);

  const Nest &N;
  AtElement Do;
  const Rows Visited;
  llvm::StringMap<ExprRef> Lets;
  std::vector<std::string> Loops; ///< open ones
  /// Of what is done at rows whose number takes no reading: whether there is
  /// such a row.
  llvm::DenseMap<const Stmt *, ExprRef> Exists;
  bool IsPossible = true;
};

/// Whether the rows that \p AsWritten reads of arrays of rows can be found in
/// front of it, to be told from what it writes; else it cannot be lowered.
bool canFindRows(const Nest &AsWritten);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_ELEMENTWALK_H
