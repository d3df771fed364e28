//===- RecordWriter.cpp - the record= argument ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RecordWriter.h"
#include "driver/OutputFile.h"
#include "driver/ReportWriter.h"
#include "graft/Replacement.h"
#include "lacuna/emit/Cpp.h"
#include "lacuna/ir/text/Text.h"
#include "support/WrittenFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

void RecordWriter::begin(const Site &S, llvm::StringRef Directive,
                         std::string Function) {
  if (!Folder.empty()) {
    Record R;
    R.Where = placeFor(CI.getASTContext(), S.Begin);
    R.Function = Function;
    R.Source = annotatedText(CI, S, Directive);
    R.IsInside = !Open.empty();
    Open.push_back(Loops.size());
    Loops.push_back(std::move(R));
  }
  Next.begin(S, Directive, std::move(Function));
}

static std::string textualForm(const Nest &N) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  lacuna::print(OS, N);
  OS.flush(); // LLVM 16 keeps it
  return Text;
}

void RecordWriter::lifted(const Nest &N) {
  if (!Folder.empty())
    Loops[Open.back()].Written = textualForm(N);
  Next.lifted(N);
}

void RecordWriter::generated(llvm::ArrayRef<Version> Versions,
                             const LoopProgram &P, bool OpenMP) {
  if (!Folder.empty()) {
    Record &R = Loops[Open.back()];
    R.Schedules = schedulesOf(Versions);
    R.Graphs.clear();
    for (const Version &V : Versions)
      R.Graphs.push_back(textualForm(V.Graph));
    for (const ProgramGuard &G : P.Guards)
      R.Guards.push_back(G.Reason);
    R.Code = emitCppFunction(P, {OpenMP});
  }
  Next.generated(Versions, P, OpenMP);
}

void RecordWriter::sharedOut(const std::string &Clauses,
                             llvm::ArrayRef<std::string> Guards) {
  if (!Folder.empty()) {
    Record &R = Loops[Open.back()];
    R.Schedules = {Clauses};
    R.Guards = Guards.vec();
  }
  Next.sharedOut(Clauses, Guards);
}

void RecordWriter::end(std::vector<Remark> Said, bool IsRewritten) {
  if (!Folder.empty()) {
    Loops[Open.back()].Said = Said;
    Loops[Open.back()].IsRewritten = IsRewritten;
    Open.pop_back();
  }
  Next.end(std::move(Said), IsRewritten);
}

void RecordWriter::print(llvm::raw_ostream &OS, llvm::StringRef Main) const {
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  auto Text = [&](llvm::StringRef Key, llvm::StringRef Value) {
    J.attribute(Key, llvm::json::fixUTF8(Value));
  };
  auto List = [&](llvm::StringRef Key, llvm::ArrayRef<std::string> All) {
    J.attributeArray(Key, [&] {
      for (const std::string &One : All)
        J.value(llvm::json::fixUTF8(One));
    });
  };
  auto Said = [&](llvm::StringRef Key, const Record &R, Remark::Kind About) {
    std::vector<std::string> All;
    for (const Remark &One : R.Said)
      if (One.About == About)
        All.push_back(One.Text);
    List(Key, All);
  };
  auto Loop = [&](const Record &R) {
    Text("where", R.Where);
    Text("function", R.Function);
    J.attribute("rewritten", R.IsRewritten);
    if (R.IsInside)
      J.attribute("inside", true);
    Text("source", R.Source);
    Text("written", R.Written);
    List("schedules", R.Schedules);
    List("graphs", R.Graphs);
    Said("runs-as", R, Remark::RunsAs);
    Said("reasons", R, Remark::Left);
    Said("cures", R, Remark::Cure);
    Said("warnings", R, Remark::Warning);
    List("guards", R.Guards);
    Text("code", R.Code);
  };
  J.object([&] {
    J.attribute("lacuna-record", 1);
    Text("main", Main);
    J.attributeArray("loops", [&] {
      for (const Record &R : Loops)
        J.object([&] { Loop(R); });
    });
  });
  OS << '\n';
}

void RecordWriter::write() const {
  if (Folder.empty())
    return;
  const SourceManager &SM = CI.getSourceManager();
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(SM.getMainFileID());
  llvm::SmallString<256> Main(Entry ? Entry->getName() : "-"), File(Folder);
  CI.getFileManager().makeAbsolutePath(Main);
  const auto Digest =
      llvm::MD5::hash(llvm::arrayRefFromStringRef(Main.str())).digest();
  llvm::sys::path::append(File, llvm::sys::path::filename(Main) + "." +
                                    Digest.str().take_front(8) + ".json");
  // Who compiles several files at once, or reads meanwhile, finds whole ones.
  std::error_code Error = llvm::sys::fs::create_directories(Folder);
  if (Error)
    return reportUnwritable(CI.getDiagnostics(), Folder, Error);
  Error = replaceFile(File, [&](llvm::raw_ostream &OS) { print(OS, Main); });
  if (Error)
    reportUnwritable(CI.getDiagnostics(), File, Error);
}
