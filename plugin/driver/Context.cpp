//===- Context.cpp - what schedules depend on beside a loop ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "graft/Constants.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// Says in \p Context what vector registers of \p Target hold, if that is
/// known.
static void addRegisters(const TargetInfo &Target, ScheduleContext &Context) {
  if (!Target.getTriple().isX86())
    return;
  // Compilers prefer vectors of 32 bytes where there are longer ones.
  Context.VectorBytes = Target.hasFeature("avx") ? 32 : 16;
  Context.LanesCanBeMasked = Target.hasFeature("avx512vl");
  Context.RegisterBytes =
      Context.VectorBytes * (Context.LanesCanBeMasked ? 32 : 16);
}

ScheduleContext Driver::contextFor(const Site &S, const DirectiveText &Text) {
  ScheduleContext Context;
  Context.EvaluateConstant = [&](const ClauseArg &Arg) {
    return evaluateConstant(P, S, Arg, Text.locate(Arg.Where).getBegin(),
                            IsPreprocessed);
  };
  Context.IsLeastWorkGiven = Opts.MinWork.has_value();
  if (Opts.MinWork)
    Context.LeastWork = *Opts.MinWork;
  const CodeGenOptions &Gen = CI.getCodeGenOpts();
  Context.MayHaveTiles = Gen.OptimizationLevel > 0 && Gen.OptimizeSize == 0;
  Context.MayHaveLayouts = Context.MayHaveTiles && !Language.HindersLanes;
  addRegisters(CI.getTarget(), Context);
  Context.After = dumpsOf(S);
  return Context;
}
