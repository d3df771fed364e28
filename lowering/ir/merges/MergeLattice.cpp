//===- MergeLattice.cpp - which levels matter until when ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/merges/MergeLattice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace lacuna;

MergeLattice::MergeLattice(unsigned NumLevels,
                           llvm::function_ref<unsigned(LevelSet)> Behaviour) {
  assert(NumLevels <= MaxLevels && "too many levels");
  LevelSet NumSets = LevelSet(1) << NumLevels;
  std::vector<unsigned> Does(NumSets);
  for (LevelSet S = 0; S != NumSets; ++S)
    Does[S] = Behaviour(S);
  VisitsAll = Does[0] != 0;

  // A level matters in a set if its absence makes a difference there or in a
  // part of the set.
  Relevant.resize(NumSets);
  for (LevelSet S = 1; S != NumSets; ++S)
    for (unsigned Level = 0; Level != NumLevels; ++Level) {
      LevelSet Bit = LevelSet(1) << Level;
      if (!(S & Bit))
        continue;
      Relevant[S] |= Relevant[S & ~Bit];
      if (Does[S] != Does[S & ~Bit])
        Relevant[S] |= Bit;
    }
  for (LevelSet S = 1; S != NumSets; ++S)
    if (Relevant[S] == S)
      Points.push_back(S);
  llvm::sort(Points, [](LevelSet A, LevelSet B) {
    int SizeA = llvm::popcount(A), SizeB = llvm::popcount(B);
    return SizeA != SizeB ? SizeA > SizeB : A < B;
  });
}

std::vector<LevelSet> MergeLattice::subPoints(LevelSet Point) const {
  std::vector<LevelSet> Parts;
  for (LevelSet P : Points)
    if (isSubset(P, Point))
      Parts.push_back(P);
  return Parts;
}

bool MergeLattice::isComplete(LevelSet Point) const {
  for (LevelSet Left = Point; Left; Left &= Left - 1)
    if (!Relevant[Left & ~(Left - 1)])
      return false;
  return true;
}
