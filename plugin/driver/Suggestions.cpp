//===- Suggestions.cpp - what bare directives would do --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Suggestions.h"
#include "driver/Messages.def"
#include "driver/RowLoops.h"
#include "pragma/DirectiveText.h"
#include "clang/Basic/DiagnosticFrontend.h"

using namespace clang;
using namespace lacuna::plugin;
namespace msg = lacuna::msg;

bool Suggestion::isOne() const {
  return llvm::any_of(Loops, [](const Tried &L) { return L.IsRewritten; });
}

void Suggestions::begin(const Site &S, llvm::StringRef, std::string Function) {
  const SuppressAttr *Own = findDirective(S.Loop->getAttrs());
  if (Open.empty()) {
    Directive = Own;
    const clang::Stmt *Loop = S.Loop->getSubStmt();
    const ASTContext &Context = S.function()->getASTContext();
    Current = {std::move(Function),
               evidenceOf(Context, Loop),
               lineInFront(SM, S, "#pragma sparse"),
               {}};
  }
  if (Own != Directive) {
    Open.push_back(std::nullopt);
    return;
  }
  Open.push_back(Current.Loops.size());
  Current.Loops.push_back({S.Begin, {}, false});
  if (S.InPlaceOf)
    Current.Loops.back().IsOverRow =
        isOverRowOf(S.InPlaceOf, llvm::ArrayRef(S.Path).drop_back());
}

void Suggestions::end(std::vector<Remark> Said, bool IsRewritten) {
  if (std::optional<size_t> Index = Open.back()) {
    Suggestion::Tried &Loop = Current.Loops[*Index];
    Loop.Said = std::move(Said);
    Loop.IsRewritten = IsRewritten;
  }
  Open.pop_back();
  if (Open.empty())
    keep(std::move(Current));
}

void Suggestions::keep(Suggestion New) {
  // Several loops of one macro differ in where they are spelled.
  auto [It, IsNew] =
      ByPlace.try_emplace(New.loop().Begin.printToString(SM), All.size());
  if (IsNew)
    All.push_back(std::move(New));
  else if (New.isOne() && !All[It->second].isOne())
    All[It->second] = std::move(New);
}

static std::string runsAs(const Suggestion::Tried &Loop) {
  for (const Remark &R : Loop.Said)
    if (R.About == Remark::RunsAs)
      return R.Text;
  return "";
}

static std::string textFor(const Suggestion &S) {
  if (S.loop().IsRewritten)
    return msg::WithDirectiveRunsAs(runsAs(S.loop()));
  const auto Inside = llvm::drop_begin(S.Loops);
  const auto Rewritten = llvm::count_if(
      Inside, [](const Suggestion::Tried &L) { return L.IsRewritten; });
  if (S.Loops.size() == 2)
    return msg::WithDirectiveLoopInside();
  return msg::WithDirectiveLoopsInside(std::to_string(Rewritten),
                                       std::to_string(S.Loops.size() - 1),
                                       Rewritten == 1 ? "is" : "are");
}

static void addFix(const SourceManager &SM, const LineInFront &Line,
                   const DiagnosticBuilder &Builder) {
  SourceLocation Begin = SM.getComposedLoc(Line.File, Line.Offset);
  SourceLocation End = SM.getComposedLoc(Line.File, Line.Offset + Line.Length);
  Builder << FixItHint::CreateReplacement(
      CharSourceRange::getCharRange(Begin, End), Line.Text);
}

void lacuna::plugin::reportSuggestions(DiagnosticsEngine &Diags,
                                       llvm::ArrayRef<Suggestion> All) {
  const unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  for (const Suggestion &S : All) {
    if (!S.isOne())
      continue;
    {
      DiagnosticBuilder Builder = Diags.Report(
          S.loop().Begin, diag::remark_fe_backend_optimization_remark_analysis);
      Builder << textFor(S) << AddFlagValue("sparse");
      if (const auto *Line = std::get_if<LineInFront>(&S.Line))
        addFix(Diags.getSourceManager(), *Line, Builder);
    }
    for (const Suggestion::Tried &Inside : llvm::drop_begin(S.Loops))
      if (Inside.IsRewritten)
        Diags.Report(Inside.Begin, Note) << runsAs(Inside);
  }
}
