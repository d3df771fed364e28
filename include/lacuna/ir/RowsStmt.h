//===- RowsStmt.h - arrays that grow ----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_ROWSSTMT_H
#define LACUNA_IR_ROWSSTMT_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// `Count` rows of elements, which are empty to begin with, and at the end of
/// the block again. In loop IR only.
class RowsStmt : public Stmt {
public:
  RowsStmt(std::string Name, Type Elem, int64_t Count, SourceTag Tag = 0)
      : Stmt(Kind::Rows, Tag), Name(std::move(Name)), Elem(std::move(Elem)),
        Count(Count) {}
  llvm::StringRef name() const { return Name; }
  const Type &elem() const { return Elem; }
  int64_t count() const { return Count; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Rows; }

private:
  std::string Name;
  Type Elem;
  int64_t Count;
};

/// Gives row `Row` of `Rows` `Count` elements, of which as many stay as it has;
/// with 0 it has no memory any more. Where there is none for more elements the
/// row stays as it is, and `Failed`, a variable of type bool, becomes true. In
/// loop IR only.
class GrowStmt : public Stmt {
public:
  GrowStmt(std::string Rows, Type Elem, ExprRef Row, ExprRef Count,
           std::string Failed, SourceTag Tag = 0)
      : Stmt(Kind::Grow, Tag), Rows(std::move(Rows)), Elem(std::move(Elem)),
        Row(std::move(Row)), Count(std::move(Count)),
        Failed(std::move(Failed)) {}
  llvm::StringRef rows() const { return Rows; }
  const Type &elem() const { return Elem; }
  const ExprRef &row() const { return Row; }     ///< i64
  const ExprRef &count() const { return Count; } ///< i64
  llvm::StringRef failed() const { return Failed; }
  static bool classof(const Stmt *S) { return S->kind() == Kind::Grow; }

private:
  std::string Rows;
  Type Elem;
  ExprRef Row, Count;
  std::string Failed;
};

/// Gives the container of operand `Array`, which it grows, `Count` elements, of
/// which as many stay as it has; the array's elements are the container's then.
/// Where there is no memory for more the container throws. In loop IR only.
class ExtendStmt : public Stmt {
public:
  ExtendStmt(std::string Array, ExprRef Count, SourceTag Tag = 0)
      : Stmt(Kind::Extend, Tag), Array(std::move(Array)),
        Count(std::move(Count)) {}
  llvm::StringRef array() const { return Array; }
  const ExprRef &count() const { return Count; } ///< i64
  static bool classof(const Stmt *S) { return S->kind() == Kind::Extend; }

private:
  std::string Array;
  ExprRef Count;
};

} // namespace lacuna

#endif // LACUNA_IR_ROWSSTMT_H
