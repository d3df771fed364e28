//===- Keep.cpp - keep(q) -------------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { q = search; use(q) }  -->  for i { use(q of an earlier run) }
//
// where the search depends on nothing that the nest stores to. The nest's body
// stays as it is, so that guards and dependences are those of the user's loops;
// lowering reads what was found.
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/GpuLegality.h"
#include "lacuna/schedule/commands/Messages.def"
#include "lacuna/waves/KeptValues.h"

using namespace llvm;

namespace lacuna {

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  const ClauseArg &Arg = C.Args[0];
  if (is_contained(N.Kept, Arg.Text))
    return makeError(Arg.Where, msg::KeptAlready(Arg.Text));
  const Nest &Written = Context.Written ? *Context.Written : N;
  if (std::string Why = whyNotKept(Written, Arg.Text); !Why.empty())
    return makeError(Arg.Where, Why);
  Nest Result = N;
  Result.Kept.push_back(Arg.Text);
  return Result;
}

/// What of \p N lowering does not run as loops with the user's statements.
static std::string otherThanLoops(const Nest &N) {
  if (N.Affine)
    return "tile";
  if (N.Layout)
    return "format";
  if (runsOnGpu(N))
    return "target(cuda)";
  const bool Fetches =
      anyOf(N.Body, [](const Stmt &S) { return isa<PrefetchStmt>(&S); });
  return Fetches ? "prefetch" : "";
}

Error checkKept(const Nest &N, const Directive &D) {
  const Clause *Keep = D.find("keep");
  const std::string Other = Keep ? otherThanLoops(N) : "";
  return Other.empty() ? Error::success()
                       : makeError(Keep->Where, msg::KeepNotBeside(Other));
}

static constexpr ArgInfo Args[] = {value()};

const Command commands::keep = {
    {{"keep", "keep(q)", Args}},
    "reads what searches have found in an earlier run",
    apply};

} // namespace lacuna
