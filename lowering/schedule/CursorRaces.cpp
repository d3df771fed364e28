//===- CursorRaces.cpp - variables that iterations advance ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceJudge.h"
#include "lacuna/analysis/copies/CursorUses.h"
#include "lacuna/schedule/Messages.def"

using namespace llvm;

namespace lacuna {

/// Whether `scan` would do for the variable, or the one that the elements of
/// the array lie along.
bool RaceJudge::isScannable() const {
  if (P.tag().Unit != ParallelUnit::CpuThread || Track)
    return false;
  if (isCountable(X))
    return true;
  return X.IsArray && any_of(Found, [&](const Conflict &V) {
           return isCountable(V) && Scan.isPassedOver(X.Name, V);
         });
}

/// Whether a first pass can count how \p V, a variable or an array of cursors,
/// advances.
bool RaceJudge::isCountable(const Conflict &V) const {
  if (V.IsArray && (!Scan.areCursors(V) || !N.findOperand(V.Name)->Extent))
    return false;
  return Scan.whyNotCounted(V).empty();
}

/// Whether the array's elements are cursors, or lie where cursors are: each
/// iteration goes on from others, so that nobody can vouch for anything.
bool RaceJudge::isPlacedByCursors() const {
  const Conflict *Along = Scan.runsAlong(X.Name);
  return Scan.areCursors(X) || (Along && Along->IsArray);
}

Error RaceJudge::scanned() {
  if (X.IsArray)
    return scannedArray();
  std::string Why = Scan.whyNotCounted(X);
  if (Why.empty())
    return Error::success();
  std::vector<RaceCure> Cures;
  noteCopies(Found, Cures);
  return fail(msg::ScanCannotFindBeginnings(P.var(), Why), std::move(Cures));
}

Error RaceJudge::scannedArray() {
  if (isScannable())
    return Error::success();
  const Conflict *Along = Scan.areCursors(X) ? &X : Scan.runsAlong(X.Name);
  if (Along && Along->IsArray) {
    std::string Why = Scan.whyNotCounted(*Along);
    if (!Why.empty())
      return fail(msg::ScanCannotFindBeginnings(P.var(), Why));
    if (!N.findOperand(Along->Name)->Extent)
      return fail(msg::ScanNeedsExtent(Along->Name),
                  {msg::NoteSayExtent(Along->Name)});
  }
  if (!Along)
    return X.K == Conflict::Kind::Carried ? carried() : noRaces();
  if (Along->IsArray)
    return fail(msg::ScanElementNotOwn(P.var(), X.Name, Along->Name));
  if (!ScanLegality::neverWraps(Along->Ty))
    return fail(msg::ScanTypeMayWrap(Along->Name, Along->Ty.spelling(), X.Name,
                                     Strategy));
  return fail(msg::ScanAccessNotOwn(P.var(), X.Name, Along->Name, Strategy));
}

/// Whether chunks can go on from `X`, a variable, each on its own.
bool RaceJudge::isSum(const Conflict &X) {
  return !X.IsArray && mayBeCursor(X.Op, X.Ty);
}

/// Whether it is a variable that is added to, or updated alone, or elements at
/// places that one passes over.
bool RaceJudge::isKeptApart() const {
  if (!X.IsArray)
    return isSum(X) || X.K == Conflict::Kind::Reduction;
  return any_of(Found, [&](const Conflict &V) {
    return isSum(V) && Scan.isPassedOver(X.Name, V);
  });
}

Error RaceJudge::buffered() {
  if (!X.IsArray && !isKeptApart())
    return fail(msg::BufferedNoSum(X.Name));
  if (isKeptApart())
    return X.IsArray || isSum(X) ? Error::success() : joined();
  const Conflict *Along = Scan.areCursors(X) ? &X : Scan.runsAlong(X.Name);
  if (Along && Along->IsArray)
    return fail(msg::BufferedArrayOfCursors(Along->Name));
  return scannedArray();
}

} // namespace lacuna
