//===- PrivateArrays.cpp - arrays that chunks have copies of --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateArrays.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Elements from the beginning of one copy to that of the next: no two of them
/// share a cache line.
static ExprRef strideOf(const Operand &Array) {
  int64_t Bits = std::max<int64_t>(Array.Ty.bits(), 8);
  return binary(BinaryOp::Add, Array.Extent, i64(CacheLineBytes * 8 / Bits));
}

void PrivateArrays::declare(std::vector<StmtRef> &Hoisted,
                            SourceTag Tag) const {
  for (const Operand &Array : Arrays) {
    std::string Name = Names.get(Array.Name + "_copies");
    bool IsThere = llvm::any_of(Hoisted, [&](const StmtRef &S) {
      return llvm::cast<LocalArrayStmt>(*S).name() == Name;
    });
    if (!IsThere)
      Hoisted.push_back(std::make_shared<LocalArrayStmt>(
          Name, Array.Ty, binary(BinaryOp::Mul, Chunks, strideOf(Array)),
          nullptr, Tag));
  }
}

/// \p Body with element `Base + e` of \p To in the place of `From[e]`.
static StmtRef moveTo(const StmtRef &Body, const std::string &From,
                      const std::string &To, const ExprRef &Base) {
  auto At = [&](const ExprRef &Index) {
    return binary(BinaryOp::Add, Base, cast(Type::i64(), Index));
  };
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
    return Load && Load->array() == From
               ? load(E->type(), To, At(Load->index()))
               : nullptr;
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->target().Name != From || !Assign->target().Index)
      return nullptr;
    const Place &Old = Assign->target();
    return std::make_shared<AssignStmt>(Place{To, Old.Ty, At(Old.Index)},
                                        Assign->op(), Assign->value(),
                                        Assign->isAtomic(), S->tag());
  };
  return rewrite(Body, OnStmt, OnExpr);
}

StmtRef PrivateArrays::enter(const ExprRef &Which, const StmtRef &Body,
                             SourceTag Tag,
                             std::vector<StmtRef> &Before) const {
  StmtRef Result = Body;
  for (const Operand &Array : Arrays) {
    if (accesses(Body, Array.Name) == 0)
      continue;
    std::string Copies = Names.get(Array.Name + "_copies");
    ExprRef Base =
        Names.let(Array.Name + "_base",
                  binary(BinaryOp::Mul, Which, strideOf(Array)), Before);
    std::string Element = Names.get(Array.Name + "_element");
    ExprRef At = var(Type::i64(), Element);
    StmtRef Copy = assign({Copies, Array.Ty, binary(BinaryOp::Add, Base, At)},
                          load(Array.Ty, Array.Name, At), Tag);
    Before.push_back(std::make_shared<ForStmt>(Element, i64(0), Array.Extent,
                                               Copy, ForTags(), Tag));
    Result = moveTo(Result, Array.Name, Copies, Base);
  }
  return Result;
}
