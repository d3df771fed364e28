//===- AccessedExtent.cpp - how large copies have to be -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/AccessedExtent.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/elements/Extreme.h"
#include "lacuna/ir/FrontValues.h"

using namespace lacuna;

/// Among which subscripts all accesses of \p N to \p Array are. Unlike those of
/// AccessedRanges, these bounds may read elements of arrays that are there.
static std::optional<FrontRange> accessedRange(const Nest &N,
                                               llvm::StringRef Array) {
  Extreme Min(BinaryOp::Min), Max(BinaryOp::Max);
  std::vector<FrontLimit> Given;
  bool IsAccessed = false;
  for (const Access &A : accessesIn(N, N.Body)) {
    if (A.Name != Array)
      continue;
    const auto One = A.Index ? frontRange(N, A.Index) : std::nullopt;
    if (!One)
      return std::nullopt;
    IsAccessed = true;
    Min.add(One->Min);
    Max.add(One->Max);
    llvm::append_range(Given, One->Given);
  }
  if (!IsAccessed)
    return std::nullopt;
  return FrontRange{Min.value(), Max.value(), std::move(Given)};
}

std::optional<Operand>
lacuna::withAccessedExtent(const Nest &N, const Operand &Array,
                           std::vector<Guard> &Conditions) {
  Operand Result = Array;
  if (Array.Extent)
    return Result;
  std::optional<FrontRange> Accessed = accessedRange(N, Array.Name);
  if (!Accessed)
    return std::nullopt;
  Accessed->Given.push_back({BinaryOp::Ge, Accessed->Min, 0});
  for (const FrontLimit &L : Accessed->Given) {
    const ExprRef Holds = binary(L.Op, L.Value, i64(L.Limit));
    const std::optional<int64_t> Known = constantValue(Holds);
    if (Known == 0)
      return std::nullopt;
    if (!Known)
      addGuards(N, Conditions,
                {{msg::GuardElementsInFront(Array.Name), Holds, "", {}, {}}});
  }
  Result.Extent = binary(BinaryOp::Add, Accessed->Max, i64(1));
  return Result;
}

void lacuna::setExtent(Nest &N, const Operand &Sized) {
  for (Operand &O : N.Operands)
    if (O.Name == Sized.Name)
      O.Extent = Sized.Extent;
}
