//===- PrivateArrays.cpp - arrays that chunks have copies of --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateArrays.h"
#include "lacuna/lower/parallel/Workspaces.h"

using namespace lacuna;

static ArrayCopies copiesOf(const Operand &Array, MadeNames &Names) {
  return {Array, Array.Ty, allocatable(Array.Extent), Names};
}

void PrivateArrays::declare(std::vector<StmtRef> &Hoisted,
                            SourceTag Tag) const {
  for (const Operand &Array : Arrays)
    copiesOf(Array, Names).declare(Chunks, Hoisted, Tag);
}

PrivateArrays::Bodies PrivateArrays::enter(const ExprRef &Which,
                                           const ExprRef &IsLast,
                                           const StmtRef &Body, SourceTag Tag,
                                           std::vector<StmtRef> &Before) const {
  Bodies Result{Body, nullptr};
  for (const Operand &Array : Arrays) {
    if (accesses(Body, Array.Name) == 0)
      continue;
    ArrayCopies Copies = copiesOf(Array, Names);
    ExprRef Begin = Copies.begin(Which, Before);
    if (keepsLast(Array) && Array.Records.empty()) {
      Before.push_back(Copies.viewUnless(IsLast, Begin, Tag));
      Result.OfAny = Copies.moveToView(Result.OfAny);
      if (Result.OfLast)
        Result.OfLast = Copies.moveToView(Result.OfLast);
      continue;
    }
    // Of members of records there is no view.
    if (keepsLast(Array)) {
      if (!Result.OfLast)
        Result.OfLast = Result.OfAny;
    } else {
      std::string Element = Names.get(Array.Name + "_element");
      ExprRef At = var(Type::i64(), Element);
      StmtRef Copy = assign(Copies.element(Begin, At),
                            load(Array.Ty, Array.Name, At), Tag);
      Before.push_back(std::make_shared<ForStmt>(Element, i64(0), Array.Extent,
                                                 Copy, ForTags(), Tag));
      if (Result.OfLast)
        Result.OfLast = Copies.moveTo(Begin, Result.OfLast);
    }
    Result.OfAny = Copies.moveTo(Begin, Result.OfAny);
  }
  return Result;
}
