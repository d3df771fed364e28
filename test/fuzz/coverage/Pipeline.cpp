//===- Pipeline.cpp - everything that can be done with a nest -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/emit/Cpp.h"
#include "lacuna/emit/Cuda.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "lacuna/pipeline/Pipeline.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace lacuna;

/// A finding: \p What of \p Text, and the fuzzer keeps its input.
[[noreturn]] static void found(llvm::StringRef What, llvm::StringRef Text) {
  llvm::errs() << What << ":\n" << Text << '\n';
  std::abort();
}

static void mustBe(llvm::Error E, llvm::StringRef What, llvm::StringRef Text) {
  if (E)
    found((What + ", " + llvm::toString(std::move(E))).str(), Text);
}

template <typename Unit> static std::string printed(const Unit &U) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, U);
  return Text;
}

template <typename Unit>
static void roundTrip(const Unit &U,
                      llvm::Expected<Unit> (*Parse)(llvm::StringRef)) {
  const std::string Text = printed(U);
  llvm::Expected<Unit> Again = Parse(Text);
  if (!Again)
    found("printed text is refused, " + llvm::toString(Again.takeError()),
          Text);
  if (std::string Other = printed(*Again); Other != Text)
    found("printed text reads as another", Text + Other);
}

void lacuna::fuzz::checkText(const Nest &N) { roundTrip(N, &parseNest); }

void lacuna::fuzz::checkText(const LoopProgram &P) {
  roundTrip(P, &parseLoopProgram);
}

bool lacuna::fuzz::schedule(const Nest &N, const Directive &D, Choice &Result) {
  llvm::Expected<Choice> Chosen =
      lacuna::schedule(N, D, deviceOf(D), ScheduleContext());
  if (!Chosen) {
    llvm::consumeError(Chosen.takeError());
    return false;
  }
  Result = std::move(*Chosen);
  if (Result.Versions.empty())
    return false;
  for (const Version &V : Result.Versions)
    mustBe(verify(V.Graph), "a schedule breaks a rule", printed(V.Graph));
  return true;
}

void lacuna::fuzz::generate(const Choice &C, const Nest &AsWritten) {
  for (bool Verify : {false, true})
    for (CheckLevel Check : {CheckLevel::Cheap, CheckLevel::Full}) {
      LowerOptions Options;
      Options.Check = Check;
      Options.AsWritten = &AsWritten;
      Options.Verify = Verify;
      llvm::Expected<LoopProgram> P = lower(C, Options);
      if (!P) {
        llvm::consumeError(P.takeError());
        continue;
      }
      mustBe(verify(*P), "lowering breaks a rule", printed(*P));
      checkText(*P);
      generate(*P);
    }
}

void lacuna::fuzz::generate(const LoopProgram &P) {
  if (hasKernels(P)) {
    emitKernels(P);
    if (P.Transfers)
      emitKernelHost(P, "module");
    return;
  }
  emitCppFunction(P, {});
}
