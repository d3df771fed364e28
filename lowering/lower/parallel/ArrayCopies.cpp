//===- ArrayCopies.cpp - copies of an array for chunks --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayCopies.h"
#include "lacuna/analysis/copies/CopiedElements.h"
#include "lacuna/ir/ViewStmt.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

ArrayCopies::ArrayCopies(const Operand &Array, Type Elem, const ExprRef &Extent,
                         MadeNames &Names, llvm::StringRef Suffix)
    : Array(Array), Name(Array.Name), Elem(std::move(Elem)),
      Copies(Names.get(this->Name + Suffix.str())),
      View(Names.get(this->Name + "_own")), Names(Names) {
  int64_t Bits = std::max<int64_t>(this->Elem.bits(), 8);
  Stride = binary(BinaryOp::Add, Extent, i64(CacheLineBytes * 8 / Bits));
}

void ArrayCopies::declare(const ExprRef &Count, std::vector<StmtRef> &Hoisted,
                          SourceTag Tag) const {
  addAllocation(
      std::make_shared<LocalArrayStmt>(
          Copies, Elem, binary(BinaryOp::Mul, Count, Stride), nullptr, Tag),
      Hoisted);
}

ExprRef ArrayCopies::begin(const ExprRef &Which,
                           std::vector<StmtRef> &Before) const {
  return Names.let(Name + "_base", binary(BinaryOp::Mul, Which, Stride),
                   Before);
}

Place ArrayCopies::element(const ExprRef &Begin, const ExprRef &Index) const {
  return {Copies, Elem, binary(BinaryOp::Add, Begin, cast(Type::i64(), Index))};
}

/// \p Body with the elements of \p Array at their \p New places.
static StmtRef moved(const StmtRef &Body, llvm::StringRef Array,
                     llvm::function_ref<Place(const ExprRef &)> New) {
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
    if (!Load || Load->array() != Array)
      return nullptr;
    Place To = New(Load->index());
    return load(To.Ty, To.Name, To.Index);
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->target().Name != Array || !Assign->target().Index)
      return nullptr;
    return Assign->with(New(Assign->target().Index), Assign->value());
  };
  return rewrite(Body, OnStmt, OnExpr);
}

StmtRef ArrayCopies::moveTo(const ExprRef &Begin, const StmtRef &Body) const {
  return moved(Body, Name, [&](const ExprRef &Index) {
    return element(Begin, placeInCopy(Array, Index));
  });
}

StmtRef ArrayCopies::viewUnless(const ExprRef &IsLast, const ExprRef &Begin,
                                SourceTag Tag) const {
  return std::make_shared<ViewStmt>(View, Elem, IsLast, Name, Copies, Begin,
                                    Tag);
}

StmtRef ArrayCopies::moveToView(const StmtRef &Body) const {
  return moved(Body, Name, [&](const ExprRef &Index) -> Place {
    return {View, Elem, Index};
  });
}
