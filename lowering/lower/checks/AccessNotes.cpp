//===- AccessNotes.cpp - statements that note subscripts ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessNotes.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/ir/ArrayLevels.h"
#include <array>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

static StmtRef extend(const ExprRef &Bound, ReduceOp Op, ExprRef By) {
  std::string Name = llvm::cast<VarExpr>(*Bound).name().str();
  return std::make_shared<AssignStmt>(Place{Name, Type::i64(), nullptr}, Op,
                                      std::move(By));
}

void AccessNotes::access(llvm::StringRef Array, const ExprRef &Index,
                         Statements &Out) const {
  const Operand *O = N.findOperand(Array);
  element(Array, O ? placeOf(*O, Index) : indexInRow(Index), Out);
  if (ExprRef Row = rowOf(Index))
    pointer(Array, Row, Out);
}

void AccessNotes::pointer(llvm::StringRef Array, const ExprRef &Row,
                          Statements &Out) const {
  const Operand *Rows = N.findOperand(Array);
  for (const Operand &O : N.Operands)
    if (Rows && Rows->Row && O.PointersOf == Rows->Records)
      element(O.Name, Row, Out);
}

AccessNotes::AccessNotes(const Nest &N,
                         const llvm::StringMap<ArrayRange> &Ranges)
    : N(N), Ranges(Ranges), Lets(letsIn(N.Body)) {}

std::string AccessNotes::levelOf(llvm::StringRef Array, size_t Level) {
  return (Array + "[" + llvm::Twine(Level) + "]").str();
}

void AccessNotes::element(llvm::StringRef Array, const ExprRef &Index,
                          Statements &Out) const {
  note(Array, Index, Out);
  const Operand *O = N.findOperand(Array);
  if (!O || O->Inner.empty() || !Ranges.count(levelOf(Array, 1)))
    return;
  const std::vector<ExprRef> Levels =
      levelsOf(substitute(Index, Lets), O->Inner);
  for (size_t Level = 1; Level < Levels.size(); ++Level)
    note(levelOf(Array, Level), Levels[Level], Out);
}

void AccessNotes::note(llvm::StringRef Array, const ExprRef &Index,
                       Statements &Out) const {
  auto Found = Ranges.find(Array);
  if (Found == Ranges.end())
    return;
  ExprRef At = cast(Type::i64(), Index);
  Out.push_back(extend(Found->second.Lo, ReduceOp::Min, At));
  Out.push_back(extend(Found->second.Hi, ReduceOp::Max,
                       binary(BinaryOp::Add, At, i64(1))));
}

bool AccessNotes::isNote(const Stmt &S) const {
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  return Assign && llvm::any_of(Ranges, [&](const auto &Entry) {
           const ArrayRange &Slice = Entry.second;
           return llvm::any_of(std::array{Slice.Lo, Slice.Hi},
                               [&](const ExprRef &Bound) {
                                 return llvm::cast<VarExpr>(*Bound).name() ==
                                        Assign->target().Name;
                               });
         });
}
