//===- AffineNest.cpp - commands on affine loops --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/schedule/arguments/Messages.def"
#include "lacuna/schedule/commands/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

static Error atClause(const Clause &C, Error E) {
  return makeError(C.Where, msg::CommandNeedsAffine(
                                C.Name, takeDiagnostic(std::move(E)).Message));
}

Error addAssumptions(Nest &N, const AffineModel &Model) {
  Expected<ExprRef> Holds = Model.assumption();
  if (!Holds)
    return Holds.takeError();
  for (const AffineParam &P : Model.view().Params)
    if (P.IsBounded)
      N.Guards.push_back({msg::GuardAffineSize(P.Name),
                          binary(BinaryOp::LogicalAnd,
                                 binary(BinaryOp::Ge, P.Value, i64(P.Lo)),
                                 binary(BinaryOp::Le, P.Value, i64(P.Hi))),
                          "", nullptr, nullptr});
  for (const AffineRatio &R : Model.view().Ratios)
    N.Guards.push_back(
        {msg::GuardAffineRatio(R.Of, R.By), R.Holds, "", nullptr, nullptr});
  if (*Holds)
    N.Guards.push_back({msg::GuardAffineRange(), *Holds, "", nullptr, nullptr});
  return Error::success();
}

Expected<AffineNest> affineNest(const Nest &N, const Clause &C) {
  Expected<std::shared_ptr<const AffineModel>> Model = AffineModel::of(N);
  if (!Model)
    return atClause(C, Model.takeError());
  AffineNest Result{N, {}, *Model};
  Result.Graph.Model = *Model;
  if (N.Affine) {
    Result.Order = *N.Affine;
    return std::move(Result);
  }
  if (Error E = addAssumptions(Result.Graph, *Result.Model))
    return atClause(C, std::move(E));
  Result.Order = asWritten(Result.Model->view());
  return std::move(Result);
}

Expected<size_t> AffineNest::loop(const ClauseArg &Arg) const {
  if (std::optional<size_t> Found = Order.find(Arg.Text))
    return *Found;
  for (const auto &[Number, L] : enumerate(Order.Loops))
    if (any_of(L.Values, [&](auto &E) { return E.asVar() == Arg.Text; }))
      return Number;
  std::vector<std::string> Names;
  for (const AffineLoop &L : Order.Loops)
    Names.push_back(L.Name);
  std::string Message = msg::UnknownLoop(Arg.Text);
  std::optional<std::string> Near = nearestWord(Arg.Text, Names);
  if (Near)
    Message += msg::SuffixDidYouMean(*Near);
  return makeError(Arg.Where, Message, {msg::NoteLoopsAre(quotedList(Names))},
                   Near);
}

Expected<std::pair<size_t, size_t>>
AffineNest::loopInside(const Clause &C) const {
  Expected<size_t> Inner = loop(C.Args[0]);
  if (!Inner)
    return Inner.takeError();
  Expected<size_t> Outer = loop(C.Args[1]);
  if (!Outer)
    return Outer.takeError();
  if (*Outer >= *Inner)
    return makeError(C.Args[1].Where,
                     msg::DoesNotRunAround(C.Args[1].Text, C.Args[0].Text));
  const AffineLoop &L = Order.Loops[*Inner];
  if (!(L.Tags == LoopTags()))
    return makeError(C.Args[0].Where, msg::PutBeforeTags(C.Name, L.Name));
  return std::pair(*Inner, *Outer);
}

int64_t AffineNest::stepsOf(const AffineLoop &L) {
  std::optional<int64_t> Steps;
  for (const AffineExpr &Value : L.Values) {
    if (Value.Terms.empty() && Value.Quotients.empty())
      continue;
    const bool IsSteps = Value.Terms.size() == 1 && Value.Quotients.empty() &&
                         Value.Terms.front().Factor > 0;
    if (!IsSteps || Steps.value_or(Value.Terms.front().Factor) !=
                        Value.Terms.front().Factor)
      return 1;
    Steps = Value.Terms.front().Factor;
  }
  return Steps.value_or(1);
}

std::string AffineNest::newName(const std::string &Loop,
                                StringRef Suffix) const {
  std::string Base = (Loop + Suffix).str(), Name = Base;
  for (unsigned K = 2; Order.find(Name) || Graph.isNameTaken(Name); ++K)
    Name = Base + std::to_string(K);
  return Name;
}

Nest AffineNest::take() && {
  Nest Result = std::move(Graph);
  Result.Affine = std::make_shared<AffineSchedule>(std::move(Order));
  return Result;
}

//===-- the order of loops ------------------------------------------------===//

Error wrongOrder(const Clause &C, const AffineWitness &W, TextRange Where,
                 std::vector<Note> Notes) {
  return makeError(
      Where,
      W.IsRead ? msg::AffineBeforeRead(C.Name, W.Later, W.Earlier, W.Element)
               : msg::AffineBeforeWrite(C.Name, W.Later, W.Earlier, W.Element),
      std::move(Notes));
}

Expected<Nest> reorderAffine(AffineNest A, const Clause &C,
                             ArrayRef<size_t> Numbers, TextRange Where) {
  const std::vector<AffineLoop> Old = A.Order.Loops;
  for (const auto &[At, Number] : enumerate(Numbers)) {
    const AffineLoop &L = Old[Number];
    if (At != Number && !(L.Tags == LoopTags()))
      return makeError(Where, msg::PutBeforeTags(C.Name, L.Name));
    A.Order.Loops[At] = L;
  }
  auto Wrong = A.Model->violationOf(A.Order);
  if (!Wrong)
    return Wrong.takeError();
  if (*Wrong)
    return wrongOrder(C, **Wrong, Where);
  return std::move(A).take();
}

//===-- how loops run -----------------------------------------------------===//

static Error checkParallel(const AffineNest &A, const Clause &C, size_t Number,
                           const ParallelTag &Tag) {
  const std::string &Name = A.Order.Loops[Number].Name;
  if (isGpu(Tag.Unit))
    return makeError(C.Args[1].Where, msg::AffineNotOnGpu(Name));
  if (Tag.Races != RaceStrategy::NoRaces &&
      Tag.Races != RaceStrategy::IgnoreRaces)
    return makeError(C.Args[2].Where,
                     msg::AffineRaceStrategy(Name, wordFor(Tag.Races)));
  if (Tag.Unit == ParallelUnit::CpuVector && Number + 1 != A.Order.Loops.size())
    return makeError(C.Args[1].Where,
                     msg::VectorAroundLoop(A.Order.Loops.back().Name, Name));
  for (const auto &[Other, L] : enumerate(A.Order.Loops))
    if (Tag.Unit == ParallelUnit::CpuThread && L.Tags.Parallel &&
        L.Tags.Parallel->Unit == ParallelUnit::CpuThread)
      return makeError(C.Args[1].Where,
                       Other < Number
                           ? msg::ThreadsAroundAlready(L.Name, Name)
                           : msg::ThreadsInsideAlready(L.Name, Name));
  if (Tag.Races == RaceStrategy::IgnoreRaces)
    return Error::success();
  Expected<std::optional<AffineWitness>> Race =
      A.Model->carriedBy(A.Order, Number);
  if (!Race)
    return atClause(C, Race.takeError());
  if (!*Race)
    return Error::success();
  const AffineWitness &W = **Race;
  return makeError(
      C.Args[0].Where,
      W.IsRead ? msg::AffineRaceRead(Name, W.Later, W.Element, W.Earlier)
               : msg::AffineRaceWrite(Name, W.Later, W.Element, W.Earlier));
}

static Error checkFullUnroll(const AffineNest &A, const Clause &C,
                             size_t Number) {
  const std::string &Name = A.Order.Loops[Number].Name;
  Expected<std::optional<int64_t>> Most = A.Model->mostTrips(A.Order, Number);
  if (!Most)
    return atClause(C, Most.takeError());
  if (!*Most)
    return makeError(C.Args[0].Where, msg::AffineUnrollNeedsTile(Name));
  if (**Most > MaxCopies)
    return makeError(C.Args[0].Where,
                     msg::TooManyToUnroll(Name, **Most, MaxCopies));
  return Error::success();
}

Expected<Nest> tagAffine(const Nest &N, const Clause &C, const LoopTags &Tags) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  Expected<size_t> Number = A->loop(C.Args[0]);
  if (!Number)
    return Number.takeError();
  AffineLoop &L = A->Order.Loops[*Number];
  const TextRange Where = C.Args[0].Where;
  if (L.Tags.Parallel)
    return makeError(Where, Tags.Parallel
                                ? msg::ParallelAlreadyOn(
                                      L.Name, wordFor(L.Tags.Parallel->Unit))
                                : msg::ParallelCannotBeUnrolled(L.Name));
  if (L.Tags.Unroll != 0)
    return makeError(Where, Tags.Parallel
                                ? msg::UnrolledCannotBeParallel(L.Name)
                                : msg::UnrolledAlready(L.Name));
  if (Tags.Unroll == LoopTags::FullUnroll)
    if (Error E = checkFullUnroll(*A, C, *Number))
      return std::move(E);
  if (Tags.Parallel)
    if (Error E = checkParallel(*A, C, *Number, *Tags.Parallel))
      return std::move(E);
  L.Tags = Tags;
  return std::move(*A).take();
}

} // namespace lacuna
