//===- lacuna-suggest.cpp - where a project has loops for Lacuna ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Changes.h"
#include "lacuna-suggest/Flags.h"
#include "lacuna-suggest/Messages.def"
#include "lacuna-suggest/Table.h"
#include "support/InputFiles.h"
#include "support/JsonFields.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"
#include <set>

using namespace lacuna;
using namespace lacuna::suggest;
using namespace clang::tooling;
namespace cl = llvm::cl;

namespace {

enum class Output { Table, Json, Diff, Yaml, Apply };

cl::OptionCategory Category("lacuna-suggest options");

cl::list<std::string> Files(cl::Positional, cl::desc("[FILE...]"),
                            cl::cat(Category));
cl::opt<std::string>
    Build("p", cl::desc("Look for compile_commands.json in this folder"),
          cl::value_desc("build"), cl::init("."), cl::cat(Category));
cl::opt<std::string>
    RootFolder("root", cl::desc("Look at loops in files below this folder"),
               cl::value_desc("folder"), cl::init("."), cl::cat(Category));
cl::list<std::string>
    Profiles("profile",
             cl::desc("What programs that were built with "
                      "-fplugin-arg-sparse-profile=all have written: files, or "
                      "folders of them; loops with the most time come first"),
             cl::value_desc("file or folder"), cl::cat(Category));
cl::opt<unsigned> Jobs("j", cl::desc("Compile so many files at once"),
                       cl::value_desc("n"), cl::Prefix, cl::cat(Category));
cl::opt<Output> Form(
    cl::desc("In place of a table:"),
    cl::values(clEnumValN(Output::Json, "json", "Print all there is to know"),
               clEnumValN(Output::Diff, "diff", "Print the lines as a patch"),
               clEnumValN(Output::Yaml, "yaml",
                          "Print the lines for clang-apply-replacements"),
               clEnumValN(Output::Apply, "apply",
                          "Write the lines into the files")),
    cl::init(Output::Table), cl::cat(Category));

} // namespace

static void complain(const llvm::Twine &What) {
  llvm::WithColor::error(llvm::errs(), "lacuna-suggest") << What << '\n';
}

/// \p Path itself if there is no such file.
static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return (llvm::sys::fs::real_path(Path, Real) ? Path : Real.str()).str();
}

/// Why \p Path holds no JSON; empty if it does, or cannot be read. Who reads
/// the commands takes what there is of a file that ends early.
static std::string whyNoJson(llvm::StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return "";
  llvm::Expected<llvm::json::Value> Json =
      plugin::readJson(llvm::json::fixUTF8((*Text)->getBuffer()));
  return Json ? "" : llvm::toString(Json.takeError());
}

/// Null if there is none, which is said.
static std::unique_ptr<CompilationDatabase> openDatabase() {
  llvm::SmallString<256> Path(Build);
  llvm::sys::path::append(Path, "compile_commands.json");
  std::string Why = whyNoJson(Path);
  std::unique_ptr<CompilationDatabase> Database;
  if (Why.empty())
    Database = JSONCompilationDatabase::loadFromFile(
        Path, Why, JSONCommandLineSyntax::AutoDetect);
  if (!Database) {
    complain(msg::CannotReadCommands(Path, llvm::StringRef(Why).rtrim()));
    return nullptr;
  }
  return inferTargetAndDriverMode(
      expandResponseFiles(std::move(Database), llvm::vfs::getRealFileSystem()));
}

/// The commands for the files that are asked for, or nothing if there is none
/// for one of them.
static std::optional<std::vector<CompileCommand>>
commandsFrom(const CompilationDatabase &Database) {
  if (Files.empty())
    return Database.getAllCompileCommands();
  std::map<std::string, std::string> Names;
  for (const std::string &File : Database.getAllFiles())
    Names[realPath(File)] = File;
  std::vector<CompileCommand> Commands;
  for (const std::string &File : Files) {
    auto Name = Names.find(realPath(File));
    if (Name == Names.end()) {
      complain(msg::NoCommandFor(File, Build));
      return std::nullopt;
    }
    llvm::append_range(Commands, Database.getCompileCommands(Name->second));
  }
  return Commands;
}

/// The compiler that is installed with the program \p Self.
static llvm::ErrorOr<std::string> compilerBeside(const char *Self) {
  static int Anchor;
  const std::string Own = llvm::sys::fs::getMainExecutable(Self, &Anchor);
  return llvm::sys::findProgramByName("lacuna-c++",
                                      {llvm::sys::path::parent_path(Own)});
}

/// Keeps what became of all files; returns a line for each that was not looked
/// at.
static std::vector<std::string> collect(std::vector<Outcome> All, Project &To) {
  std::vector<std::string> Failures;
  std::map<std::string, size_t> Unsupported;
  for (Outcome &One : All) {
    if (!One.Result) {
      Failures.push_back(msg::FileNotLookedAt(
          To.nameOf(One.File), llvm::toString(One.Result.takeError())));
      continue;
    }
    if (!One.Result->Unsupported.empty())
      ++Unsupported[One.Result->Unsupported];
    To.add(std::move(*One.Result));
  }
  for (const auto &[Why, Number] : Unsupported)
    llvm::WithColor::note(llvm::errs(), "lacuna-suggest")
        << msg::FilesLeftOut(
               std::to_string(Number) + (Number == 1 ? " file" : " files"), Why)
        << '\n';
  return Failures;
}

/// Whether what would help is of interest.
static bool isForReaders() {
  return Form == Output::Table || Form == Output::Json;
}

/// Whether all could be written as asked for.
static bool write(const Project &Found, llvm::ArrayRef<std::string> Failures) {
  if (Form == Output::Table)
    return printTable(Found, llvm::outs()), true;
  if (Form == Output::Json)
    return printJson(Found, Failures, llvm::outs()), true;
  const Changes Lines(Found);
  for (const std::string &Why : Lines.refused())
    complain(Why);
  llvm::Error Failure = llvm::Error::success();
  if (Form == Output::Yaml)
    Lines.printYaml(llvm::outs());
  else if (Form == Output::Diff)
    Failure = Lines.printDiff(llvm::outs());
  else
    Failure = Lines.apply([](llvm::StringRef Name, size_t Number) {
      llvm::outs() << msg::LinesWritten(Name, Number,
                                        Number == 1 ? "line" : "lines")
                   << '\n';
    });
  bool Ok = Lines.refused().empty() && !Failure;
  llvm::handleAllErrors(std::move(Failure), [](const llvm::ErrorInfoBase &E) {
    complain(E.message());
  });
  return Ok;
}

/// How long loops ran; nothing, which is said, if a file cannot be read.
static std::optional<RunTimes> readTimes() {
  RunTimes Sum;
  bool Ok = true;
  for (const std::string &Input : Profiles)
    Ok &= plugin::eachFileOf(
        Input, [&](llvm::StringRef Json) { return Sum.add(Json); },
        [](llvm::StringRef Name, llvm::Error E) {
          complain(msg::CannotReadProfile(Name, llvm::toString(std::move(E))));
        });
  if (!Ok)
    return std::nullopt;
  return Sum;
}

/// Where files were compiled, each folder once.
static std::vector<std::string>
foldersOf(llvm::ArrayRef<CompileCommand> Commands) {
  std::set<std::string> All;
  for (const CompileCommand &C : Commands)
    All.insert(C.Directory);
  return {All.begin(), All.end()};
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "finds loops that a bare '#pragma sparse' makes faster in the files of "
      "compile_commands.json\n");
  std::unique_ptr<CompilationDatabase> Database = openDatabase();
  if (!Database)
    return 1;
  auto Commands = commandsFrom(*Database);
  if (!Commands)
    return 1;
  if (!llvm::sys::fs::is_directory(RootFolder))
    return complain(msg::NoSuchRoot(RootFolder)), 1;
  llvm::ErrorOr<std::string> Compiler = compilerBeside(Argv[0]);
  if (!Compiler)
    return complain(msg::NoCompilerBeside("lacuna-c++",
                                          Compiler.getError().message())),
           1;
  const std::optional<RunTimes> Times = readTimes();
  if (!Times)
    return 1;
  Project Found(realPath(RootFolder));
  std::vector<Outcome> All = lookAt(*Commands, *Compiler, Jobs);
  const std::vector<FlagToTry> Trials = isForReaders()
                                            ? flagsToTry(*Commands, All, Found)
                                            : std::vector<FlagToTry>();
  const std::vector<std::string> Failures = collect(std::move(All), Found);
  tryFlags(Trials, *Compiler, Jobs, Found);
  for (const std::string &Failure : Failures)
    complain(Failure);
  if (!Profiles.empty())
    Found.setTimes(*Times, foldersOf(*Commands));
  return write(Found, Failures) && Failures.empty() ? 0 : 1;
}
