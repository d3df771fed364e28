//===- Unroll.cpp - unroll(i) and unroll(i, N) ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { body }  -->  body body …, or for i, N at a time { body body … }
//
// where i is not parallel; fully where its number of iterations is constant.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// The iterations of a full unroll.
static Error checkFullUnroll(const Nest &N, const ClauseArg &Arg,
                             StringRef Var) {
  std::optional<int64_t> Count = constantTripCount(N, Var);
  if (!Count)
    return makeError(Arg.Where, msg::UnrollNeedsConstantTrips(Var));
  if (*Count > MaxCopies)
    return makeError(Arg.Where, msg::TooManyToUnroll(Var, *Count, MaxCopies));
  return Error::success();
}

/// How often the body stands in the loop, which \p C says.
static Expected<int64_t> countArg(const Clause &C,
                                  const ScheduleContext &Context) {
  return positiveArg(C.Args[1], "the unroll count", MaxCopies, Context);
}

/// The same in the order of a schedule, whose loops are not the nest's.
static Expected<Nest> unrollAffine(const Nest &N, const Clause &C,
                                   const ScheduleContext &Context) {
  LoopTags Tags;
  Tags.Unroll = LoopTags::FullUnroll;
  if (C.Args.size() == 2)
    if (Error E = countArg(C, Context).moveInto(Tags.Unroll))
      return std::move(E);
  return tagAffine(N, C, Tags);
}

/// Thesis 5.9.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  if (N.Affine)
    return unrollAffine(N, C, Context);
  Expected<LoopArg> L = taggedArg(N, C, msg::ConsequenceBeUnrolled());
  if (!L)
    return L.takeError();
  if (Error E = requireOutsideBlocks(N, C, C.Args[0], *L, false))
    return std::move(E);
  StringRef Var = L->Var->Name;
  LoopTags Tags = L->Loop->tags();
  if (Tags.Parallel)
    return makeError(C.Args[0].Where, msg::ParallelCannotBeUnrolled(Var));
  if (Tags.Unroll != 0)
    return makeError(C.Args[0].Where, msg::UnrolledAlready(Var));
  Tags.Unroll = LoopTags::FullUnroll;
  if (C.Args.size() == 2) {
    if (Error E = countArg(C, Context).moveInto(Tags.Unroll))
      return std::move(E);
  } else if (Error E = checkFullUnroll(N, C.Args[0], Var)) {
    return std::move(E);
  }
  Nest Result = N;
  Result.Body =
      replaceLoop(N.Body, Var,
                  std::make_shared<LoopStmt>(Var.str(), L->Loop->body(), Tags,
                                             L->Loop->tag()));
  return Result;
}

static constexpr ArgInfo Args[] = {loop(), value(Times::AtMostOnce)};

const Command commands::unroll = {
    {{"unroll", "unroll(i) or unroll(i, N)", Args}},
    "fully, or `N` copies of the body",
    apply,
    /*OnAffine=*/true};

} // namespace lacuna
