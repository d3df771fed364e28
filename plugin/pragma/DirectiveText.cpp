//===- DirectiveText.cpp - a directive and where it stands ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pragma/DirectiveText.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

void DirectiveText::append(const Token &Tok, llvm::StringRef Spelling) {
  if (!Text.empty()) {
    if (LineEnded)
      Text += '\n';
    else if (Tok.hasLeadingSpace() || Tok.isAtStartOfLine())
      Text += ' ';
  }
  LineEnded = false;
  Pieces.push_back({Text.size(), Text.size() + Spelling.size(), Tok});
  Text += Spelling;
}

SourceRange DirectiveText::locate(TextRange Range) const {
  if (Pieces.empty())
    return Pragma;
  // A range behind the last token, as of an error at the end, belongs to it.
  size_t First = 0;
  while (First + 1 < Pieces.size() && Pieces[First].End <= Range.Begin)
    ++First;
  size_t Last = First;
  while (Last + 1 < Pieces.size() && Pieces[Last + 1].Begin < Range.End)
    ++Last;
  return SourceRange(Pieces[First].Tok.getLocation(),
                     Pieces[Last].Tok.getLocation());
}

llvm::SmallVector<Token, 8> DirectiveText::tokensIn(TextRange Range) const {
  llvm::SmallVector<Token, 8> Tokens;
  for (const Piece &P : Pieces)
    if (P.Begin >= Range.Begin && P.End <= Range.End)
      Tokens.push_back(P.Tok);
  return Tokens;
}

void DirectiveTable::add(DirectiveText Directive) {
  SourceLocation Loc = Directive.pragmaLoc();
  Directives.erase(Loc);
  Directives.try_emplace(Loc, std::move(Directive));
}

DirectiveText DirectiveTable::find(const SuppressAttr &A) const {
  llvm::StringRef Text = textOf(A);
  auto It = Directives.find(A.getLocation());
  if (It != Directives.end() && It->second.text() == Text)
    return It->second;
  return DirectiveText(A.getLocation(), Text.str());
}

/// Macros are not changed.
static void addFix(const DiagnosticBuilder &Builder, const DirectiveText &In,
                   const Edit &Fix) {
  SourceRange Range = In.locate(Fix.Where);
  if (Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
    return;
  if (In.text().empty()) {
    // Behind the word `sparse`, where no clause stands yet.
    SourceLocation End = In.pragmaLoc().getLocWithOffset(strlen("sparse"));
    Builder << FixItHint::CreateInsertion(
        End, (" " + llvm::StringRef(Fix.Text).rtrim()).str());
    return;
  }
  Builder << (Fix.Where.Begin == Fix.Where.End
                  ? FixItHint::CreateInsertion(Range.getBegin(), Fix.Text)
                  : FixItHint::CreateReplacement(Range, Fix.Text));
}

void DirectiveTable::reportError(DiagnosticsEngine &Diags,
                                 const DirectiveText &Where,
                                 const Diagnostic &D) {
  noteError();
  SourceRange Range = Where.locate(D.Where);
  {
    DiagnosticBuilder Builder =
        Diags.Report(Range.getBegin(),
                     Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"));
    Builder << D.Message << Range;
    if (D.Replacement)
      addFix(Builder, Where, {D.Where, *D.Replacement});
  }
  reportNotes(Diags, Where, Range.getBegin(), D.Notes);
}

void DirectiveTable::reportNotes(DiagnosticsEngine &Diags,
                                 const DirectiveText &In, SourceLocation Loc,
                                 llvm::ArrayRef<Note> Notes) {
  unsigned ID = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  for (const Note &N : Notes) {
    DiagnosticBuilder Builder = Diags.Report(Loc, ID);
    Builder << N.Text;
    if (N.Fix)
      addFix(Builder, In, *N.Fix);
  }
}

llvm::StringRef plugin::textOf(const SuppressAttr &A) {
  return A.diagnosticIdentifiers_begin()[1];
}

const SuppressAttr *plugin::bareDirective(ASTContext &Context,
                                          SourceLocation Loc) {
  llvm::StringRef Words[] = {"sparse", ""};
  return SuppressAttr::CreateImplicit(Context, Words, std::size(Words), Loc);
}

const SuppressAttr *plugin::findDirective(llvm::ArrayRef<const Attr *> Attrs) {
  for (const Attr *A : Attrs) {
    const auto *S = dyn_cast<SuppressAttr>(A);
    if (S && S->diagnosticIdentifiers_size() == 2 &&
        S->diagnosticIdentifiers_begin()[0] == "sparse")
      return S;
  }
  return nullptr;
}
