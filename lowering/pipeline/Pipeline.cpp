//===- Pipeline.cpp - from a nest to a loop program -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/pipeline/Pipeline.h"
#include "lacuna/auto/Auto.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/lower/Lower.h"
#include "lacuna/lower/Versions.h"
#include "lacuna/recognize/DenseForms.h"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Commands.h"

using namespace lacuna;

Device lacuna::deviceOf(const Directive &D) {
  const Clause *Target = D.find("target");
  return Target && Target->Args[0].Text == wordFor(TargetKind::Cuda)
             ? Device::Gpu
             : Device::Cpu;
}

static llvm::Expected<Choice> chosen(const Nest &N, const Directive &D,
                                     Device For,
                                     const ScheduleContext &Context) {
  auto *Choose = For == Device::Cpu ? chooseVersions : chooseKernel;
  llvm::Expected<Choice> Result = Choose(N, D, Context);
  if (Result && Context.After)
    Context.After("auto", [&](llvm::raw_ostream &OS) { print(OS, *Result); });
  return Result;
}

static llvm::Expected<Choice> explicitly(const Nest &N, const Directive &D,
                                         const ScheduleContext &Context) {
  llvm::Expected<Nest> Scheduled = applySchedule(N, D, Context);
  if (!Scheduled)
    return Scheduled.takeError();
  return Choice{{{std::move(*Scheduled), D, {}}}, nullptr, ""};
}

/// \p N with loops over stored entries where it searches for each coordinate,
/// but for loops that \p D names, and not where \p D keeps what searches find,
/// or calls for each coordinate may set errno.
static std::optional<EntryNest> withoutSearches(const Nest &N,
                                                const Directive &D) {
  if (D.find("keep") || !N.Facts.SetsErrno.empty())
    return std::nullopt;
  llvm::StringSet<> Named;
  for (const Clause &C : D.Clauses)
    for (const ClauseArg &A : C.Args)
      if (const IndexVar *V = N.resolveVar(A.Text))
        Named.insert(V->Name);
  return overEntries(N,
                     [&](llvm::StringRef Var) { return Named.contains(Var); });
}

llvm::Expected<Choice> lacuna::schedule(const Nest &N, const Directive &D,
                                        Device For,
                                        const ScheduleContext &Context) {
  std::optional<EntryNest> OverEntries;
  if (For == Device::Cpu)
    OverEntries = withoutSearches(N, D);
  const Nest &Given = OverEntries ? OverEntries->Graph : N;
  llvm::Expected<Choice> Result = D.isAuto() ? chosen(Given, D, For, Context)
                                             : explicitly(Given, D, Context);
  if (!Result)
    return Result;
  // A loop that searches takes longer than any walk, on one thread too.
  if (OverEntries) {
    Result->HasToPayForWalks = false;
    Result->PaysForLooks = nullptr;
    Result->OverEntries =
        std::make_shared<const EntryNest>(std::move(*OverEntries));
  }
  for (const Version &V : Result->Versions)
    if (llvm::Error Broken = verify(V.Graph))
      return std::move(Broken);
  return Result;
}

llvm::Expected<LoopProgram> lacuna::makeProgram(const Choice &C,
                                                const LowerOptions &Options) {
  LowerOptions Given = Options;
  // Walks take as long as loops do.
  if (C.OverEntries)
    Given.AsWritten = &C.OverEntries->Graph;
  llvm::Expected<LoopProgram> Program = lower(C, Given);
  if (!Program)
    return Program;
  if (llvm::Error Broken = verify(*Program))
    return std::move(Broken);
  return Program;
}

std::vector<std::string> lacuna::passNames() {
  std::vector<std::string> Names = {"auto", "facts"};
  for (const Command *C : allCommands())
    Names.push_back(C->Info.Name.str());
  Names.push_back("races");
  auto Add = [&](const std::vector<llvm::StringRef> &More) {
    Names.insert(Names.end(), More.begin(), More.end());
  };
  Add(loopPassNames());
  Add(programPassNames());
  return Names;
}
