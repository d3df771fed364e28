//===- lacuna-report.cpp - a site about the loops of a project ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Clauses.h"
#include "lacuna-report/Messages.def"
#include "lacuna-report/Pages.h"
#include "support/InputFiles.h"
#include "support/WrittenFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace lacuna;
using namespace lacuna::report;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory Category("lacuna-report options");

cl::list<std::string> CompileInputs(
    "compile",
    cl::desc("What -fplugin-arg-sparse-record has written: files, "
             "or folders of them"),
    cl::value_desc("file or folder"), cl::cat(Category));
cl::list<std::string> ProfileInputs(
    "profile",
    cl::desc("What programs under LACUNA_PROFILE have written: files, or "
             "folders of them; all are added up"),
    cl::value_desc("file or folder"), cl::cat(Category));
cl::list<std::string> BaselineInputs(
    "baseline",
    cl::desc("The same of programs that are built with "
             "-fplugin-arg-sparse-profile=as-written, for what was gained"),
    cl::value_desc("file or folder"), cl::cat(Category));
cl::list<std::string> Further(cl::Positional, cl::desc("[FILE...]"),
                              cl::cat(Category));
cl::opt<std::string> Roofline("roofline",
                              cl::desc("What lacuna-roofline has kept, if not "
                                       "in its usual file"),
                              cl::value_desc("file"), cl::cat(Category));
cl::opt<std::string> Folder("o", cl::desc("The folder of the site"),
                            cl::value_desc("site"), cl::cat(Category));
cl::list<std::string> TuneInputs("tune",
                                 cl::desc("What programs under LACUNA_TUNE "
                                          "have written"),
                                 cl::value_desc("file or folder"),
                                 cl::cat(Category));
cl::opt<bool> Clauses("clauses",
                      cl::desc("Print the directive that trials have shown to "
                               "be the fastest for each loop, to be pasted"),
                      cl::cat(Category));

} // namespace

static void complain(const llvm::Twine &What) {
  llvm::WithColor::error(llvm::errs(), "lacuna-report") << What << '\n';
}

/// Whether all files of \p Inputs could be given to \p Add.
template <class Function>
static bool readAll(llvm::ArrayRef<std::string> Inputs, Function Add) {
  bool Ok = true;
  for (const std::string &Input : Inputs)
    Ok &=
        plugin::eachFileOf(Input, Add, [](llvm::StringRef Name, llvm::Error E) {
          complain(msg::CannotReadInput(Name, llvm::toString(std::move(E))));
        });
  return Ok;
}

/// Whether the page \p Name could be written.
static bool writePage(const std::string &Name, plugin::Printer Print) {
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, Name);
  const std::error_code Error = plugin::writeFile(Path, Print);
  if (Error)
    complain(msg::CannotWriteSite(Path, Error.message()));
  return !Error;
}

/// Whether what is known of the machines could be read, if there is anything.
static bool readRoofs(Project &P) {
  const std::string File =
      Roofline.empty() ? roofline::usualFile() : std::string(Roofline);
  if (File.empty())
    return true;
  llvm::Expected<roofline::Hosts> Known = roofline::readKept(File);
  if (!Known) {
    complain(msg::CannotReadInput(File, llvm::toString(Known.takeError())));
    return false;
  }
  P.setRoofs(std::move(*Known));
  return true;
}

static bool writeSite(const Project &P) {
  if (std::error_code Error = llvm::sys::fs::create_directories(Folder)) {
    complain(msg::CannotWriteSite(Folder, Error.message()));
    return false;
  }
  const std::vector<const Loop *> All = P.loops();
  bool Ok = writePage("index.html",
                      [&](llvm::raw_ostream &OS) { printIndex(OS, P); });
  for (size_t I = 0; I < All.size() && Ok; ++I)
    Ok = writePage(pageOf(I),
                   [&](llvm::raw_ostream &OS) { printLoop(OS, *All[I], P); });
  if (Ok)
    llvm::outs() << msg::SiteWritten((Folder + "/index.html").c_str(),
                                     std::to_string(All.size()),
                                     std::to_string(P.processes().size()))
                 << '\n';
  return Ok;
}

/// Prints what is to be pasted.
static bool writeClauses() {
  const std::vector<std::string> Inputs(TuneInputs.begin(), TuneInputs.end());
  if (Inputs.empty())
    return complain(msg::NoTrials()), false;
  std::vector<plugin::Trials> All;
  const bool Ok = readAll(Inputs, [&](llvm::StringRef Json) -> llvm::Error {
    llvm::Expected<std::vector<plugin::Trials>> More = plugin::readTrials(Json);
    if (!More)
      return More.takeError();
    llvm::append_range(All, *More);
    return llvm::Error::success();
  });
  printClauses(llvm::outs(), std::move(All));
  return Ok;
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "makes a site of what the compiler and runs tell of annotated loops\n");
  if (Clauses)
    return writeClauses() ? 0 : 1;
  std::vector<std::string> Profiles(ProfileInputs.begin(), ProfileInputs.end());
  Profiles.insert(Profiles.end(), Further.begin(), Further.end());
  if (CompileInputs.empty() && Profiles.empty())
    return complain(msg::NothingToReport()), 1;
  if (Folder.empty())
    return complain(msg::NoFolder()), 1;
  Project P;
  const std::vector<std::string> Records(CompileInputs.begin(),
                                         CompileInputs.end());
  bool Ok = readAll(Records,
                    [&](llvm::StringRef Json) { return P.addCompiled(Json); });
  Ok &= readAll(Profiles,
                [&](llvm::StringRef Json) { return P.addProfile(Json); });
  Ok &= readAll(
      std::vector<std::string>(BaselineInputs.begin(), BaselineInputs.end()),
      [&](llvm::StringRef Json) { return P.addBaseline(Json); });
  Ok &= readAll(std::vector<std::string>(TuneInputs.begin(), TuneInputs.end()),
                [&](llvm::StringRef Json) { return P.addTrials(Json); });
  P.nameLoops();
  Ok &= readRoofs(P);
  if (P.areModesMixed())
    llvm::WithColor::warning(llvm::errs(), "lacuna-report")
        << msg::ModesDiffer() << '\n';
  return writeSite(P) && Ok ? 0 : 1;
}
