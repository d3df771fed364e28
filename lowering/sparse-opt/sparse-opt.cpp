//===- sparse-opt.cpp - commands on nests, from text to text -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "lacuna/emit/Cuda.h"
#include "lacuna/lower/Kernels.h"
#include "lacuna/lower/Text.h"
#include "lacuna/lower/Versions.h"
#include "lacuna/schedule/Auto.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace lacuna;
namespace cl = llvm::cl;

namespace {

enum class EmitKind { None, Cpp, Cuda };

cl::OptionCategory Category("sparse-opt options");

cl::opt<std::string> Input(cl::Positional, cl::desc("[FILE]"), cl::init("-"),
                           cl::cat(Category));
cl::opt<std::string> Schedule("schedule",
                              cl::desc("Apply these clauses of #pragma sparse"),
                              cl::value_desc("clauses"), cl::cat(Category));
cl::opt<bool> Lower("lower", cl::desc("Print loop programs"),
                    cl::cat(Category));
cl::opt<EmitKind> Emit("emit", cl::desc("Print generated code:"),
                       cl::values(clEnumValN(EmitKind::Cpp, "cpp",
                                             "a C++ function with OpenMP"),
                                  clEnumValN(EmitKind::Cuda, "cuda",
                                             "a kernel in CUDA C++, and what "
                                             "runs it")),
                       cl::init(EmitKind::None), cl::cat(Category));
cl::opt<CheckLevel> Check(
    "check", cl::desc("Guards in front of the generated code:"),
    cl::values(clEnumValN(CheckLevel::Off, "off", "none for overlap"),
               clEnumValN(CheckLevel::Cheap, "cheap", "O(rows) (default)"),
               clEnumValN(CheckLevel::Full, "full", "every access")),
    cl::init(CheckLevel::Cheap), cl::cat(Category));
cl::opt<bool> NoOpenMP("no-openmp", cl::desc("Leave out OpenMP's pragmas"),
                       cl::cat(Category));
cl::opt<std::string>
    PrintDirective("print-directive",
                   cl::desc("Print these clauses in canonical form and stop"),
                   cl::value_desc("clauses"), cl::cat(Category));

/// A text and the name that messages call it by.
struct Source {
  llvm::StringRef Text;
  llvm::StringRef Name;
};

} // namespace

/// Reports \p E as one about \p S, which makes the run fail.
static bool fail(llvm::Error E, const Source &S) {
  report(std::move(E), S.Text, S.Name);
  return false;
}

static Source scheduleSource() { return {Schedule, "<schedule>"}; }

/// The value in \p E, which is an internal error if it breaks a rule.
template <typename T> static llvm::Expected<T> verified(llvm::Expected<T> E) {
  if (!E)
    return E;
  if (llvm::Error Broken = verify(*E))
    return std::move(Broken);
  return E;
}

/// \p N as the schedule makes it: several versions where the choice is left to
/// the plugin, \p N itself where it chooses none.
static llvm::Expected<Choice> scheduled(const Nest &N) {
  llvm::Expected<Directive> D = parseDirective(Schedule);
  if (!D)
    return D.takeError();
  if (!D->isAuto()) {
    llvm::Expected<Nest> Result =
        verified(applySchedule(N, *D, ScheduleContext()));
    if (!Result)
      return Result.takeError();
    return Choice{{{std::move(*Result), Schedule, {}}}, nullptr, ""};
  }
  const Clause *Target = D->find("target");
  const bool IsOnGpu = Target && Target->Args[0].Text == "cuda";
  auto *Choose = IsOnGpu ? chooseKernel : chooseVersions;
  llvm::Expected<Choice> Chosen = Choose(N, *D, ScheduleContext());
  if (!Chosen)
    return Chosen;
  if (Chosen->Versions.empty())
    Chosen->Versions = {{N, "", {}}};
  for (const Version &V : Chosen->Versions)
    if (llvm::Error Broken = verify(V.Graph))
      return std::move(Broken);
  return Chosen;
}

static bool process(const LoopProgram &P) {
  if (Emit == EmitKind::Cuda && hasKernels(P)) {
    EmittedCpp Host = emitKernelHost(P, "module");
    llvm::outs() << emitKernels(P) << Host.Guards.Text << Host.Run.Text
                 << Host.Body.Text;
  } else if (Emit != EmitKind::None)
    llvm::outs() << emitCppFunction(P, CppOptions{.OpenMP = !NoOpenMP});
  else
    print(llvm::outs(), P);
  return true;
}

static bool process(const Nest &N, const Source &File) {
  Choice Chosen{{{N, "", {}}}, nullptr, ""};
  if (Schedule.getNumOccurrences() != 0) {
    llvm::Expected<Choice> Result = scheduled(N);
    if (!Result)
      return fail(Result.takeError(), scheduleSource());
    Chosen = std::move(*Result);
  }
  if (!Lower && Emit == EmitKind::None) {
    print(llvm::outs(), Chosen);
    return true;
  }
  llvm::Expected<LoopProgram> P =
      verified(lower(Chosen, LowerOptions{.Check = Check, .AsWritten = &N}));
  if (!P)
    return fail(P.takeError(), File);
  return process(*P);
}

static bool processFile() {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Input, /*IsText=*/true);
  if (!Buffer) {
    llvm::WithColor::error(llvm::errs(), "sparse-opt")
        << "cannot read '" << Input << "': " << Buffer.getError().message()
        << '\n';
    return false;
  }
  Source File = {(*Buffer)->getBuffer(), (*Buffer)->getBufferIdentifier()};
  llvm::Expected<std::vector<TextUnit>> Units = parseText(File.Text);
  if (!Units)
    return fail(Units.takeError(), File);
  for (const TextUnit &Unit : *Units) {
    if (auto *N = std::get_if<Nest>(&Unit)) {
      if (!process(*N, File))
        return false;
      continue;
    }
    if (Schedule.getNumOccurrences() != 0) {
      llvm::WithColor::error(llvm::errs(), "sparse-opt")
          << "a loop program has no schedule; apply clauses to the nest\n";
      return false;
    }
    if (!process(std::get<LoopProgram>(Unit)))
      return false;
  }
  return true;
}

static bool printDirective() {
  llvm::Expected<Directive> D = parseDirective(PrintDirective);
  if (!D)
    return fail(D.takeError(), {PrintDirective, "<schedule>"});
  print(llvm::outs(), *D);
  llvm::outs() << '\n';
  return true;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Applies the commands of #pragma sparse to loop nests in textual form,\n"
      "lowers them and prints the result. docs/internals.md defines the "
      "notation.\n");
  bool Good = PrintDirective.getNumOccurrences() != 0 ? printDirective()
                                                      : processFile();
  return Good ? 0 : 1;
}
