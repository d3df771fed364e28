//===- Command.cpp - how a file is looked at ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Command.h"
#include "clang/Driver/Options.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace clang::tooling;
namespace driver = clang::driver;

/// Whether \p Arg loads the plugin, or has it write something.
static bool isForThePlugin(const llvm::opt::Arg &Arg) {
  if (!Arg.getOption().matches(driver::options::OPT_fplugin_EQ) &&
      !Arg.getOption().matches(driver::options::OPT_fplugin_arg))
    return false;
  llvm::StringRef Value = Arg.getValue();
  if (!Value.consume_front("sparse-"))
    return Value.contains("LacunaClang-");
  auto Key = Value.split('=').first;
  return Key == "suggest" || Key == "report" || Key == "record" ||
         Key == "dump" || Key == "off";
}

/// The places in \p Parsed of what makes a precompiled header, or reads one,
/// which was made with other options. It is included as a text as well.
static llvm::DenseSet<unsigned>
precompiledIn(const llvm::opt::InputArgList &Parsed) {
  llvm::DenseSet<unsigned> Found;
  auto Drop = [&](const llvm::opt::Arg &Arg) {
    Found.insert(Arg.getIndex());
    Found.insert(Arg.getIndex() + 1);
  };
  bool IsFile = false;
  for (const llvm::opt::Arg *Arg :
       Parsed.filtered(driver::options::OPT_Xclang)) {
    llvm::StringRef Value = Arg->getValue();
    const bool Includes = Value == "-include-pch";
    if (IsFile || Includes || Value == "-emit-pch")
      Drop(*Arg);
    IsFile = Includes;
  }
  for (const llvm::opt::Arg *Arg :
       Parsed.filtered(driver::options::OPT_include_pch))
    Drop(*Arg);
  return Found;
}

/// \p Args without what Clang does not know, which is GCC's then, and without
/// what holds only for the compilation that they are for.
static CommandLineArguments withoutOthers(const CommandLineArguments &Args,
                                          llvm::StringRef) {
  std::vector<const char *> Words;
  for (const std::string &Arg : llvm::drop_begin(Args))
    Words.push_back(Arg.c_str());
  unsigned MissingIndex, MissingCount;
  const llvm::opt::InputArgList Parsed = driver::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      llvm::opt::Visibility(driver::options::ClangOption));
  llvm::DenseSet<unsigned> Dropped = precompiledIn(Parsed);
  for (const llvm::opt::Arg *Arg : Parsed)
    if (Arg->getOption().matches(driver::options::OPT_UNKNOWN) ||
        isForThePlugin(*Arg))
      Dropped.insert(Arg->getIndex());
  CommandLineArguments Kept = {Args.front()};
  for (unsigned I = 0; I < Words.size(); ++I)
    if (!Dropped.contains(I))
      Kept.push_back(Words[I]);
  return Kept;
}

std::vector<std::string>
lacuna::suggest::commandFor(const CompileCommand &Given,
                            llvm::StringRef Compiler, llvm::StringRef Output) {
  CommandLineArguments Args = Given.CommandLine;
  for (const ArgumentsAdjuster &Adjust :
       {getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster(),
        getClangSyntaxOnlyAdjuster(), ArgumentsAdjuster(withoutOthers)})
    Args = Adjust(Args, Given.Filename);
  Args.front() = Compiler;
  // The database has put in a mode where the compiler's name says C++; this one
  // is for C++ unless something else is said.
  Args.insert(std::next(Args.begin()), "--driver-mode=gcc");
  // Warnings are the build's, and none is an error here. What is behind `--` is
  // an input.
  const CommandLineArguments Own = {
      "-w", "-fno-color-diagnostics", "-fno-caret-diagnostics",
      "-working-directory=" + Given.Directory,
      "-fplugin-arg-sparse-suggest=" + Output.str()};
  Args.insert(llvm::find(Args, "--"), Own.begin(), Own.end());
  return Args;
}
