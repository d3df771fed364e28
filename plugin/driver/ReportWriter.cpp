//===- ReportWriter.cpp - the report= argument ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ReportWriter.h"
#include "driver/OutputFile.h"
#include "graft/Replacement.h"
#include "lacuna/emit/Cpp.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// The text of \p Range and the semicolon behind it, with the first line
/// indented as in the source.
static std::string sourceText(const CompilerInstance &CI, SourceRange Range) {
  const SourceManager &SM = CI.getSourceManager();
  const LangOptions &Language = CI.getLangOpts();
  CharSourceRange Chars = SM.getExpansionRange(Range);
  std::optional<Token> Next =
      Lexer::findNextToken(Chars.getEnd(), SM, Language);
  if (Chars.isTokenRange() && Next && Next->is(tok::semi))
    Chars.setEnd(Next->getLocation());
  llvm::StringRef Text = Lexer::getSourceText(Chars, SM, Language);
  unsigned Column = SM.getSpellingColumnNumber(Chars.getBegin());
  return std::string(Column == 0 ? 0 : Column - 1, ' ') + Text.str();
}

std::string plugin::annotatedText(const CompilerInstance &CI, const Site &S,
                                  llvm::StringRef Directive) {
  return ("#pragma sparse " + Directive).str() + "\n" +
         sourceText(CI, S.Loop->getSubStmt()->getSourceRange());
}

void ReportWriter::begin(const Site &S, llvm::StringRef Directive,
                         std::string Function) {
  if (File.empty())
    return;
  const SourceRange Range = S.Loop->getSubStmt()->getSourceRange();
  LoopReport L;
  L.Where = describeLocation(CI.getSourceManager(), Range.getBegin());
  L.Function = std::move(Function);
  L.Source = annotatedText(CI, S, Directive);
  Open.push_back(Loops.size());
  Loops.push_back(std::move(L));
}

void ReportWriter::lifted(const Nest &N) {
  if (!File.empty())
    current().Written = N;
}

void ReportWriter::generated(llvm::ArrayRef<Version> Versions,
                             const LoopProgram &P, bool OpenMP) {
  if (File.empty())
    return;
  for (const Version &V : Versions)
    current().Versions.push_back({V.Graph, V.When});
  for (const ProgramGuard &G : P.Guards)
    current().Guards.push_back(G.Reason);
  current().Code = emitCppFunction(P, {OpenMP});
}

void ReportWriter::sharedOut(const std::string &,
                             llvm::ArrayRef<std::string> Guards) {
  if (!File.empty())
    current().Guards = Guards.vec();
}

void ReportWriter::end(std::vector<Remark> Said, bool IsRewritten) {
  if (File.empty())
    return;
  for (Remark &R : Said)
    current().Messages.push_back(std::move(R.Text));
  current().IsRewritten = IsRewritten;
  Open.pop_back();
}

void ReportWriter::write() const {
  if (File.empty())
    return;
  const SourceManager &SM = CI.getSourceManager();
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  writeFile(CI.getDiagnostics(), File, [&](llvm::raw_ostream &OS) {
    printPage(OS, Main ? llvm::sys::path::filename(Main->getName()) : "",
              Loops);
  });
}
