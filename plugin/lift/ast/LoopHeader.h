//===- LoopHeader.h - the header of a counted loop, as written --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_LOOPHEADER_H
#define LACUNA_PLUGIN_LIFT_AST_LOOPHEADER_H

#include "lift/ast/Increments.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <variant>

namespace lacuna::plugin {

/// A variable that a loop sets or steps.
struct LoopStep : Increment {
  const clang::Expr *Init = nullptr; ///< null: its value before the loop
  bool Own = false;                  ///< declared in the header
};

/// A counted loop as written: `for (T i = Init; i < Bound; ++i)`, or one whose
/// body steps the counter, or `for (T e : Range)`, which counts by an iterator
/// that has no name.
struct LoopHeader {
  const clang::Stmt *Loop = nullptr;
  const clang::VarDecl *Range = nullptr; ///< what refers to the range, or null
  std::string Name;                      ///< of the loop's variable
  const clang::Expr *Cond = nullptr;
  llvm::SmallVector<const clang::Stmt *, 8> Body;
  const clang::VarDecl *Counter = nullptr;
  bool OwnCounter = false;           ///< declared in the header
  const clang::Expr *Init = nullptr; ///< null: the counter's value before
  const clang::Expr *By = nullptr;   ///< what steps it add; null: one
  bool Descends = false;             ///< they subtract
  /// Variables that are stepped beside the counter, in the header or once in
  /// the body.
  llvm::SmallVector<LoopStep, 2> Steps;
  /// Variables that are only set.
  llvm::SmallVector<LoopStep, 2> Others;
  /// One of these that each step sets to what the counter, an integer, was:
  /// `j = i++`; or null.
  const clang::VarDecl *Trailing = nullptr;
  /// Those that the body steps where it uses them for the last time: `*v++`.
  llvm::SmallVector<const clang::UnaryOperator *, 2> InBody;
  /// Statements of Body that step a variable, no other part of the loop doing
  /// so.
  llvm::SmallVector<const clang::Expr *, 2> StepStatements;
  const clang::VarDecl *End = nullptr; ///< of a range, or null
  const clang::Expr *Step = nullptr;   ///< of the counter; null at the end
  /// Of the comparison: the counter, perhaps in casts and plus something.
  const clang::Expr *CounterSide = nullptr;
  /// What is added to it there, constants apart.
  llvm::SmallVector<const clang::Expr *, 1> Added;
  const clang::Expr *Bound = nullptr; ///< null: the counter is an object, or 0
  /// BO_LT, BO_LE or BO_NE with the counter on the left; where it descends
  /// BO_GT, BO_GE or BO_NE, or BO_LT up to which it wraps round.
  clang::BinaryOperatorKind Cmp = clang::BO_LT;
  /// The condition steps the counter: `i-- > bound`, `--i >= bound`.
  bool StepsAfter = false, StepsBefore = false;

  /// Of the bound, or of the condition that compares with none.
  clang::SourceLocation boundLoc() const;
};

/// Why a loop is not a counted loop.
struct HeaderProblem {
  clang::SourceLocation Loc;
  std::string Message;
};

/// The name that a range-based `for` with variable \p V is called by.
std::string nameOfElement(const clang::VarDecl *V);

/// \p Loop is a `for` or a `while`, which runs to its bound.
std::variant<LoopHeader, HeaderProblem> parseHeader(const clang::Stmt *Loop);

/// How the first loop in \p List that mentions \p V steps it, if that loop sets
/// out from the value that \p V has in front of it, and nothing else uses it.
std::optional<Increment> incrementFrom(llvm::ArrayRef<const clang::Stmt *> List,
                                       const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_LOOPHEADER_H
