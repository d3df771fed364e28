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
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
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

/// \p S, whose declarations \p Next sees, and \p Next.
static StmtRef behind(const StmtRef &S, const StmtRef &Next) {
  std::vector<StmtRef> Both = statementsOf(S);
  llvm::append_range(Both, statementsOf(Next));
  return block(std::move(Both));
}

/// Which elements of \p Arrays are accessed, found by a walk that \p G makes.
static llvm::Expected<std::vector<ArrayRange>>
walkInto(ProgramGuard &G, const Nest &N, const Nest &AsWritten,
         llvm::ArrayRef<std::string> Arrays) {
  llvm::Expected<RangeWalk> Walk = walkRanges(N, AsWritten, Arrays);
  if (!Walk)
    return Walk.takeError();
  G.Setup = block(Walk->Declared);
  // What takes no time is not worth remembering.
  if (!holdsLoop(Walk->Serial)) {
    G.Setup = behind(G.Setup, Walk->Serial);
    return std::move(Walk->Ranges);
  }
  G.Kept = keptWalk(*Walk, Walk->OnThreads ? Walk->OnThreads : Walk->Serial, N,
                    AsWritten);
  return std::move(Walk->Ranges);
}

static std::vector<const Operand *> reachesOf(const Nest &N) {
  std::vector<const Operand *> Reaches;
  for (const Operand &O : N.Operands)
    if (!O.ReachOf.empty())
      Reaches.push_back(&O);
  return Reaches;
}

/// Gives \p Reach its value where \p Range is accessed: negative, if that
/// begins in front of the array.
static StmtRef setReach(const Operand &Reach, const ArrayRange &Range) {
  const ExprRef IsInFront =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, Range.Lo, i64(0)),
             binary(BinaryOp::Lt, Range.Lo, Range.Hi));
  return assign(
      {Reach.Name, Reach.Ty, nullptr},
      std::make_shared<SelectExpr>(IsInFront, i64(-1),
                                   binary(BinaryOp::Max, Range.Hi, i64(0))),
      0);
}

llvm::Expected<std::vector<ProgramGuard>>
lacuna::walkGuards(const Nest &N, const LowerOptions &Options,
                   llvm::ArrayRef<ArrayPair> Pairs) {
  const AccessedRanges Accessed(N, RangeUse::Guards);
  const std::vector<const Operand *> Reaches = reachesOf(N);
  std::vector<std::string> Unknown;
  for (const Operand *Reach : Reaches)
    Unknown.push_back(Reach->ReachOf);
  for (auto [A, B] : Pairs)
    for (const Operand *O : {A, B})
      if (!Accessed.of(*O).Hi && !llvm::is_contained(Unknown, O->Name))
        Unknown.push_back(O->Name);
  if (Unknown.empty())
    return std::vector<ProgramGuard>();
  ProgramGuard G{reasonFor(Pairs), nullptr, nullptr};
  llvm::Expected<std::vector<ArrayRange>> Found =
      walkInto(G, N, *Options.AsWritten, Unknown);
  if (!Found)
    return Found.takeError();
  auto Walked = [&](llvm::StringRef Array) {
    return llvm::find_if(*Found,
                         [&](const ArrayRange &S) { return S.Array == Array; });
  };
  auto SliceOf = [&](const Operand &O) {
    const auto Range = Walked(O.Name);
    return Range != Found->end() ? *Range : ifOutermostRuns(N, Accessed.of(O));
  };
  for (auto [A, B] : Pairs)
    G.Disjoint.push_back(
        {SliceOf(*A), SliceOf(*B), mayBeOne(N, *A, *B, /*IsWalked=*/true)});
  if (Pairs.empty())
    G.Holds = constant(Type::boolean(), 1);
  std::vector<StmtRef> Values;
  std::vector<ProgramGuard> Guards(1);
  for (const Operand *Reach : Reaches) {
    Values.push_back(setReach(*Reach, *Walked(Reach->ReachOf)));
    Guards.push_back(
        {msg::GuardElementsInFront(Reach->ReachOf), nullptr,
         binary(BinaryOp::Ge, var(Reach->Ty, Reach->Name), i64(0))});
  }
  if (!Values.empty() && G.Kept)
    G.Kept->Behind = block(std::move(Values));
  else if (!Values.empty())
    G.Setup = behind(G.Setup, block(std::move(Values)));
  Guards.front() = std::move(G);
  return Guards;
}
