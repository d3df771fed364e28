//===- Layout.cpp - storage that the runtime makes ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Layout.h"

using namespace lacuna;

const std::string &LayoutUse::shownName() const {
  for (const LayoutEntries &E : Entries)
    if (E.Elem.isFloat())
      return E.Array;
  return Entries.front().Array;
}

std::vector<std::pair<std::string, Type>> LayoutUse::arrays() const {
  const Type I32 = Type::i32(), I64 = Type::i64();
  std::vector<std::pair<std::string, Type>> All = {{start(), I64},
                                                   {work(), I64}};
  if (Of.Kind != LayoutKind::Bsr)
    All.emplace_back(row(), I32);
  if (Of.Kind == LayoutKind::Sell)
    All.emplace_back(width(), I32);
  else
    All.emplace_back(coordinate(), I64);
  if (Of.Kind == LayoutKind::Bsr)
    All.emplace_back(rest(), I64);
  if (Of.Kind == LayoutKind::Dia)
    All.emplace_back(first(), I64);
  for (size_t K = 0; K < Entries.size(); ++K)
    All.emplace_back(slots(K), Entries[K].Elem);
  return All;
}

bool lacuna::structurallyEqual(const LayoutUse &A, const LayoutUse &B) {
  return A.Name == B.Name && A.Of == B.Of && A.Pos == B.Pos &&
         A.PosElem == B.PosElem && structurallyEqual(A.First, B.First) &&
         structurallyEqual(A.Rows, B.Rows) && A.Entries == B.Entries &&
         A.Coordinates == B.Coordinates && A.Masks == B.Masks;
}
