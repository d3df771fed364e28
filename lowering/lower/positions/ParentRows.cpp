//===- ParentRows.cpp - the rows above those of fused positions -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/ParentRows.h"
#include "lacuna/analysis/reductions/Reductions.h"

using namespace lacuna;

ParentRows::ParentRows(llvm::ArrayRef<ParentRow> All,
                       const llvm::StringSet<> &Used, MadeNames &Names)
    : Names(Names) {
  size_t Needed = 0;
  for (size_t I = 0; I < All.size(); ++I)
    if (Used.contains(All[I].Row->Name))
      Needed = I + 1;
  Rows = All.take_front(Needed);
}

/// Where the range of the child ends for the row of number \p Which.
static ExprRef endOfChild(const ParentRow &P, const ExprRef &Which) {
  llvm::StringMap<ExprRef> Map;
  Map[P.Row->Name] = cast(P.Row->Ty, Which);
  return cast(searchType(P.Child->Ty), substitute(P.Child->Hi, Map));
}

void ParentRows::search(const ExprRef &Row, std::vector<StmtRef> &Out) const {
  ExprRef Child = cast(searchType(Row->type()), Row);
  for (const ParentRow &P : Rows) {
    Place At = at(P);
    appendSearch(
        At.Name, cast(At.Ty, P.First), cast(At.Ty, P.Last),
        [&](const ExprRef &Middle) {
          return binary(BinaryOp::Gt, endOfChild(P, Middle), Child);
        },
        Names, Out);
    Child = valueOf(At);
  }
}

void ParentRows::advance(const ExprRef &Row, std::vector<StmtRef> &Out) const {
  ExprRef Child = cast(searchType(Row->type()), Row);
  for (const ParentRow &P : Rows) {
    Place At = at(P);
    Out.push_back(std::make_shared<WhileStmt>(
        binary(BinaryOp::Le, endOfChild(P, valueOf(At)), Child),
        std::make_shared<AssignStmt>(At, ReduceOp::Add, constant(At.Ty, 1))));
    Child = valueOf(At);
  }
}

void ParentRows::name(std::vector<StmtRef> &Out) const {
  for (const ParentRow &P : Rows)
    Out.push_back(std::make_shared<LetStmt>(P.Row->Name,
                                            cast(P.Row->Ty, valueOf(at(P)))));
}
