//===- sparse-opt.cpp - commands on nests, from text to text --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/emit/Cuda.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "lacuna/pipeline/Pipeline.h"
#include "lacuna/schedule/commands/Commands.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringExtras.h"
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
cl::list<std::string>
    Dumps("dump", cl::desc("Print what a pass has made, as in 'after:split'"),
          cl::value_desc("after:PASS"), cl::cat(Category));
cl::opt<bool> Tune("tune",
                   cl::desc("Candidates among which trials choose, where a "
                            "directive is bare"),
                   cl::cat(Category));
cl::opt<bool> NoOpenMP("no-openmp", cl::desc("Leave out OpenMP's pragmas"),
                       cl::cat(Category));
cl::opt<std::string>
    PrintDirective("print-directive",
                   cl::desc("Print these clauses in canonical form and stop"),
                   cl::value_desc("clauses"), cl::cat(Category));
cl::opt<bool> PrintCommands(
    "print-commands",
    cl::desc("Print the commands as rows of a table in Markdown and stop"),
    cl::cat(Category));

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

/// Prints what the passes that `--dump` names have made.
static void dumpAfter(llvm::StringRef Pass,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  if (!llvm::is_contained(Dumps, ("after:" + Pass).str()))
    return;
  llvm::outs() << "// after " << Pass << '\n';
  Print(llvm::outs());
}

/// What is wrong with `--dump`'s \p Value; empty if nothing is.
static std::string whyNoDump(llvm::StringRef Value) {
  if (!Value.consume_front("after:"))
    return ("'--dump' takes 'after:PASS', not '" + Value + "'").str();
  const std::vector<std::string> Passes = passNames();
  if (llvm::is_contained(Passes, Value))
    return "";
  std::string Why = "'--dump=after:' takes " + quotedList(Passes, "or") +
                    ", not '" + Value.str() + "'";
  if (std::optional<std::string> Near = nearestWord(Value, Passes))
    Why += "; did you mean '" + *Near + "'?";
  return Why;
}

static bool checkDumps() {
  for (llvm::StringRef Value : Dumps) {
    std::string Why = whyNoDump(Value);
    if (Why.empty())
      continue;
    llvm::WithColor::error(llvm::errs(), "sparse-opt") << Why << '\n';
    return false;
  }
  return true;
}

/// \p N as the schedule makes it: several versions where the choice is left to
/// us, \p N itself where none is better.
static llvm::Expected<Choice> scheduled(const Nest &N) {
  llvm::Expected<Directive> D = parseDirective(Schedule);
  if (!D)
    return D.takeError();
  ScheduleContext Context;
  Context.After = dumpAfter;
  Context.Tunes = Tune;
  llvm::Expected<Choice> Chosen = schedule(N, *D, deviceOf(*D), Context);
  if (Chosen && Chosen->Versions.empty())
    Chosen->Versions = {{N, {}, {}}};
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
  Choice Chosen{{{N, {}, {}}}, nullptr, ""};
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
  llvm::Expected<LoopProgram> P = makeProgram(
      Chosen,
      LowerOptions{.Check = Check, .AsWritten = &N, .After = dumpAfter});
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

/// As docs/reference.md lists them.
static bool printCommands() {
  for (const Command *C : allCommands()) {
    llvm::outs() << "| [";
    llvm::ListSeparator Comma;
    for (const std::string &Form : C->Info.forms())
      llvm::outs() << Comma << '`' << Form << '`';
    llvm::outs() << "](#" << C->Info.Name << ") | command | " << C->Does
                 << " |\n";
  }
  return true;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Applies the commands of #pragma sparse to loop nests in textual form,\n"
      "lowers them and prints the result. docs/textual-form.md defines the "
      "notation.\n");
  if (!checkDumps())
    return 1;
  bool Good = PrintCommands                             ? printCommands()
              : PrintDirective.getNumOccurrences() != 0 ? printDirective()
                                                        : processFile();
  return Good ? 0 : 1;
}
