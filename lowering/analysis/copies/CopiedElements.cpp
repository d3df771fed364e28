//===- CopiedElements.cpp - elements of which there are copies ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/CopiedElements.h"

namespace lacuna {

/// Longer rows are none of a node's or a particle's, and copies of them large.
static constexpr int64_t LongestRow = 64;

bool hasRowsApart(const Operand &Array) {
  if (!Array.Row)
    return false;
  const std::optional<int64_t> Length =
      Array.Extent ? constantValue(Array.Extent) : std::nullopt;
  return Array.RowsLie != RowMemory::Inside || !Array.RowCount || !Length ||
         *Length <= 0 || *Length > LongestRow;
}

ExprRef copiedElements(const Operand &Array) {
  return Array.Row ? binary(BinaryOp::Mul, Array.RowCount, Array.Extent)
                   : Array.Extent;
}

ExprRef copiedElements(const Nest &N) {
  ExprRef Elements;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    const ParallelTag *Tag =
        Loop && Loop->tags().Parallel ? &*Loop->tags().Parallel : nullptr;
    if (!Tag)
      return true;
    for (const std::string &Name :
         joinsResults(Tag->Races) ? Tag->Shared : Tag->Cursors) {
      ExprRef Own = cast(Type::f64(), copiedElements(*N.findOperand(Name)));
      Elements = Elements ? binary(BinaryOp::Add, Elements, Own) : Own;
    }
    return true;
  });
  return Elements;
}

ExprRef placeInCopy(const Operand &Array, const ExprRef &Subscript) {
  ExprRef In = cast(Type::i64(), indexInRow(Subscript));
  if (!Array.Row)
    return In;
  return binary(
      BinaryOp::Add,
      binary(BinaryOp::Mul, cast(Type::i64(), rowOf(Subscript)), Array.Extent),
      In);
}

ExprRef subscriptOfCopied(const Operand &Array, const ExprRef &Place) {
  if (!Array.Row)
    return Place;
  return subscript(binary(BinaryOp::Div, Place, Array.Extent),
                   binary(BinaryOp::Rem, Place, Array.Extent));
}

} // namespace lacuna
