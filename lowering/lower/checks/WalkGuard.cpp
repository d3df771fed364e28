//===- WalkGuard.cpp - arrays whose ends a walk finds ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/WalkGuard.h"
#include "AccessWalk.h"
#include "InPlaceArrays.h"
#include "RangeWalk.h"
#include "lacuna/analysis/AccessedRanges.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/lower/checks/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

std::vector<ArrayPair> lacuna::arraysForWalk(const Nest &N,
                                             const LowerOptions &Options) {
  std::vector<ArrayPair> Pairs;
  if (Options.Check != CheckLevel::Cheap || !Options.AsWritten ||
      !AccessWalk(*Options.AsWritten, WalkKind::Generous).isPossible())
    return Pairs;
  const AccessedRanges Accessed(N, RangeUse::Guards);
  for (const ArrayPair &Pair : arraysToCompare(N)) {
    const auto [A, B] = Pair;
    if ((!Accessed.of(*A).Hi || !Accessed.of(*B).Hi) &&
        (Options.TypesAlias || mayBeOneObject(A->Ty, B->Ty)))
      Pairs.push_back(Pair);
  }
  return Pairs;
}

static std::string reasonFor(llvm::ArrayRef<ArrayPair> Pairs) {
  std::string Reason;
  for (auto [A, B] : Pairs)
    Reason += msg::FragmentOverlapPair((Reason.empty() ? "'" : ", or '"),
                                       A->Name, B->Name);
  return Reason;
}

/// Which elements of \p Arrays are accessed, found by a walk that \p G makes.
static llvm::Expected<std::vector<ArrayRange>>
walkInto(ProgramGuard &G, const Nest &N, const Nest &AsWritten,
         llvm::ArrayRef<std::string> Arrays) {
  llvm::Expected<RangeWalk> Walk = walkRanges(N, AsWritten, Arrays);
  if (!Walk)
    return Walk.takeError();
  G.Setup = block(Walk->Declared);
  G.Kept = keptWalk(*Walk, Walk->OnThreads ? Walk->OnThreads : Walk->Serial, N,
                    AsWritten);
  return std::move(Walk->Ranges);
}

llvm::Expected<ProgramGuard>
lacuna::walkGuard(const Nest &N, const LowerOptions &Options,
                  llvm::ArrayRef<ArrayPair> Pairs) {
  const AccessedRanges Accessed(N, RangeUse::Guards);
  std::vector<std::string> Unknown;
  for (auto [A, B] : Pairs)
    for (const Operand *O : {A, B})
      if (!Accessed.of(*O).Hi && !llvm::is_contained(Unknown, O->Name))
        Unknown.push_back(O->Name);
  ProgramGuard G{reasonFor(Pairs), nullptr, nullptr};
  llvm::Expected<std::vector<ArrayRange>> Found =
      walkInto(G, N, *Options.AsWritten, Unknown);
  if (!Found)
    return Found.takeError();
  auto SliceOf = [&](const Operand &O) {
    auto Walked = llvm::find_if(
        *Found, [&](const ArrayRange &S) { return S.Array == O.Name; });
    return Walked != Found->end() ? *Walked
                                  : ifOutermostRuns(N, Accessed.of(O));
  };
  for (auto [A, B] : Pairs)
    G.Disjoint.push_back({SliceOf(*A), SliceOf(*B), mayBeOne(N, *A, *B)});
  return G;
}
