//===- SuggestionWriter.cpp - the file of suggest= ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OutputFile.h"
#include "driver/Suggestions.h"
#include "pragma/Messages.def"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

namespace {

class SuggestionWriter {
public:
  SuggestionWriter(CompilerInstance &CI, llvm::raw_ostream &OS)
      : CI(CI), SM(CI.getSourceManager()), J(OS, /*IndentSize=*/2) {}

  void write(llvm::ArrayRef<Suggestion> All) {
    J.object([&] {
      text("main", pathOf(SM.getMainFileID()));
      if (const LangOptions &Options = CI.getLangOpts(); !Options.CPlusPlus11)
        text("unsupported",
             Options.CPlusPlus ? msg::NeedsNewerCpp() : msg::NeedsCpp());
      J.attributeArray("loops", [&] {
        for (const Suggestion &S : All)
          J.object([&] { writeOne(S); });
      });
      J.attributeArray("files", [&] {
        for (const auto &[Path, File] : Files)
          J.object([&, &Path = Path, &File = File] {
            text("path", Path);
            text("md5", digestOf(File));
          });
      });
    });
  }

private:
  void text(llvm::StringRef Key, llvm::StringRef Value) {
    J.attribute(Key, llvm::json::fixUTF8(Value));
  }

  /// Where \p Loc, or the macro that it comes from, stands.
  void place(SourceLocation Loc) {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
    J.attribute("line", SM.getLineNumber(File, Offset));
    J.attribute("column", SM.getColumnNumber(File, Offset));
    J.attribute("offset", Offset);
    if (Loc.isMacroID())
      text("macro", SM.getSpellingLoc(Loc).printToString(SM));
  }

  void writeOne(const Suggestion &S) {
    FileID File = SM.getDecomposedExpansionLoc(S.loop().Begin).first;
    const std::string Path = pathOf(File);
    Files.try_emplace(Path, File);
    text("file", Path);
    place(S.loop().Begin);
    text("function", S.Function);
    J.attribute("state", S.loop().IsRewritten ? "rewritten"
                         : S.isOne()          ? "inside"
                                              : "left");
    J.attributeObject("evidence", [&] {
      J.attribute("indirect", S.Signs.Indirect);
      J.attribute("rows", S.Signs.Rows);
      J.attribute("depth", S.Signs.Depth);
      J.attribute("unknown", S.Signs.Unknown);
    });
    remarks(S.loop());
    if (S.Loops.size() > 1)
      J.attributeArray("inside", [&] {
        for (const Suggestion::Tried &Inside : llvm::drop_begin(S.Loops))
          J.object([&] {
            place(Inside.Begin);
            J.attribute("row", Inside.IsOverRow);
            remarks(Inside);
          });
      });
    if (const auto *Line = std::get_if<LineInFront>(&S.Line))
      J.attributeObject("edit", [&] {
        J.attribute("offset", Line->Offset);
        J.attribute("length", Line->Length);
        text("text", Line->Text);
      });
    else
      text("no-edit", std::get<std::string>(S.Line));
  }

  void remarks(const Suggestion::Tried &Loop) {
    list(Loop, "runs-as", Remark::RunsAs);
    list(Loop, "reasons", Remark::Left);
    list(Loop, "cures", Remark::Cure);
  }

  void list(const Suggestion::Tried &Loop, llvm::StringRef Key,
            Remark::Kind About) {
    J.attributeArray(Key, [&] {
      for (const Remark &R : Loop.Said)
        if (R.About == About)
          J.value(llvm::json::fixUTF8(R.Text));
    });
  }

  std::string pathOf(FileID File) const {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return SM.getBufferName(SM.getLocForStartOfFile(File)).str();
    llvm::SmallString<256> Path(Entry->getName()), Real;
    CI.getFileManager().makeAbsolutePath(Path);
    return (llvm::sys::fs::real_path(Path, Real) ? Path : Real).str().str();
  }

  std::string digestOf(FileID File) const {
    const auto Digest =
        llvm::MD5::hash(llvm::arrayRefFromStringRef(SM.getBufferData(File)));
    return Digest.digest().str().str();
  }

  CompilerInstance &CI;
  const SourceManager &SM;
  llvm::json::OStream J;
  std::map<std::string, FileID> Files;
};

} // namespace

void plugin::writeSuggestions(CompilerInstance &CI,
                              llvm::ArrayRef<Suggestion> All,
                              llvm::StringRef File) {
  writeFile(CI.getDiagnostics(), File, [&](llvm::raw_ostream &OS) {
    SuggestionWriter(CI, OS).write(All);
  });
}
