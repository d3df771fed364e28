//===- Flags.cpp - what flags of the compile line would free --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Flags.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;
using namespace lacuna::suggest;
using clang::tooling::CompileCommand;

static constexpr llvm::StringLiteral Known[] = {"-fno-math-errno", "-DNDEBUG"};

static bool mentions(const Tried &T, llvm::StringRef Flag) {
  return llvm::any_of(
      T.Reasons, [&](llvm::StringRef Reason) { return Reason.contains(Flag); });
}

/// Whether messages name \p Flag for a loop of \p Of.
static bool mayFree(llvm::StringRef Flag, Outcome &Came, const Project &Of) {
  return Came.Result && llvm::any_of(Came.Result->Loops, [&](const Loop &L) {
           return Of.holds(L.File) &&
                  (mentions(L, Flag) ||
                   llvm::any_of(L.Inside, [&](const Tried &T) {
                     return mentions(T, Flag);
                   }));
         });
}

std::vector<FlagToTry>
suggest::flagsToTry(llvm::ArrayRef<CompileCommand> Commands,
                    llvm::MutableArrayRef<Outcome> All, const Project &Of) {
  std::vector<FlagToTry> Trials;
  for (llvm::StringRef Flag : Known) {
    FlagToTry New{Flag, {}};
    for (auto [Given, Came] : llvm::zip_equal(Commands, All)) {
      if (!mayFree(Flag, Came, Of))
        continue;
      CompileCommand &With = New.Commands.emplace_back(Given);
      // What is behind `--` is an input.
      With.CommandLine.insert(llvm::find(With.CommandLine, "--"), Flag.str());
    }
    if (!New.Commands.empty())
      Trials.push_back(std::move(New));
  }
  return Trials;
}

void suggest::tryFlags(llvm::ArrayRef<FlagToTry> Trials,
                       llvm::StringRef Compiler, unsigned Jobs, Project &Of) {
  for (const FlagToTry &T : Trials) {
    Project With(Of.root().str());
    for (Outcome &Came : lookAt(T.Commands, Compiler, Jobs)) {
      if (Came.Result)
        With.add(std::move(*Came.Result));
      else
        llvm::consumeError(Came.Result.takeError());
    }
    Of.setFreed(T.Flag, With);
  }
}
