//===- ViewStmt.h - one of two arrays under one name ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_VIEWSTMT_H
#define LACUNA_IR_VIEWSTMT_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// `T *Name = IsWhole ? Whole : Part + Begin`: the elements of one of two
/// arrays, which are accessed by no other name where this one is known. In loop
/// IR only.
class ViewStmt : public Stmt {
public:
  ViewStmt(std::string Name, Type Elem, ExprRef IsWhole, std::string Whole,
           std::string Part, ExprRef Begin, SourceTag Tag = 0)
      : Stmt(Kind::View, Tag), Name(std::move(Name)), Elem(std::move(Elem)),
        IsWhole(std::move(IsWhole)), Whole(std::move(Whole)),
        Part(std::move(Part)), Begin(std::move(Begin)) {}
  llvm::StringRef name() const { return Name; }
  const Type &elem() const { return Elem; }
  const ExprRef &isWhole() const { return IsWhole; } ///< bool
  llvm::StringRef whole() const { return Whole; }
  llvm::StringRef part() const { return Part; }
  const ExprRef &begin() const { return Begin; } ///< i64
  static bool classof(const Stmt *S) { return S->kind() == Kind::View; }

private:
  std::string Name;
  Type Elem;
  ExprRef IsWhole;
  std::string Whole, Part;
  ExprRef Begin;
};

} // namespace lacuna

#endif // LACUNA_IR_VIEWSTMT_H
