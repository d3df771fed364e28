//===- FrontEnd.cpp - the front end over all files ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/FrontEnd.h"
#include "lacuna-suggest/Command.h"
#include "lacuna-suggest/Messages.def"
#include "support/TemporaryFile.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

using namespace lacuna;
using namespace lacuna::suggest;
using clang::tooling::CompileCommand;
using lacuna::plugin::TemporaryFile;

namespace {

/// Says on a terminal how far the work has come.
class Progress {
public:
  explicit Progress(size_t All)
      : All(All), IsShown(llvm::sys::Process::StandardErrIsDisplayed()) {}
  ~Progress() { show(""); }

  void begin(llvm::StringRef File) {
    std::lock_guard Lock(Mutex);
    ++Begun;
    show("[" + std::to_string(Begun) + "/" + std::to_string(All) + "] " +
         File.str());
  }

private:
  void show(llvm::StringRef Line) const {
    if (IsShown)
      llvm::errs() << "\r\033[K" << Line;
  }

  const size_t All;
  const bool IsShown;
  size_t Begun = 0;
  std::mutex Mutex;
};

} // namespace

static std::string pathOf(const CompileCommand &Given) {
  llvm::SmallString<256> Path(Given.Filename), Real;
  llvm::sys::fs::make_absolute(Given.Directory, Path);
  return (llvm::sys::fs::real_path(Path, Real) ? Path : Real).str().str();
}

static llvm::Error failure(const std::string &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Why.c_str());
}

/// The line of \p Said that says what is wrong.
static std::string firstError(llvm::StringRef Said) {
  for (llvm::StringRef Rest = Said; !Rest.empty();) {
    llvm::StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.contains("error: "))
      return Line.str();
  }
  llvm::StringRef First = Said.trim().split('\n').first;
  return First.empty() ? msg::CompilerFailed() : First.str();
}

static llvm::Expected<Compiled> lookAtOne(const CompileCommand &Given,
                                          llvm::StringRef Compiler) {
  const TemporaryFile Output("json"), Said("txt");
  for (const TemporaryFile *File : {&Output, &Said})
    if (File->error())
      return llvm::errorCodeToError(File->error());
  const std::vector<std::string> Command =
      commandFor(Given, Compiler, Output.path());
  const std::vector<llvm::StringRef> Words(Command.begin(), Command.end());
  const std::optional<llvm::StringRef> Streams[] = {"", "", Said.path()};
  if (llvm::sys::ExecuteAndWait(Compiler, Words, std::nullopt, Streams) != 0)
    return failure(firstError(Said.read()));
  const std::string Written = Output.read();
  if (Written.empty())
    return failure(msg::WroteNoSuggestions());
  return readCompiled(Written);
}

std::vector<Outcome>
lacuna::suggest::lookAt(llvm::ArrayRef<CompileCommand> Commands,
                        llvm::StringRef Compiler, unsigned Jobs) {
  std::vector<std::optional<llvm::Expected<Compiled>>> Results(Commands.size());
  {
    Progress Shown(Commands.size());
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
    for (size_t I = 0; I < Commands.size(); ++I)
      Pool.async([&, I] {
        Shown.begin(Commands[I].Filename);
        Results[I].emplace(lookAtOne(Commands[I], Compiler));
      });
    Pool.wait();
  }
  std::vector<Outcome> All;
  for (size_t I = 0; I < Commands.size(); ++I)
    All.push_back({pathOf(Commands[I]), std::move(*Results[I])});
  return All;
}
