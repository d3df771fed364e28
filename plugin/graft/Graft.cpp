//===- Graft.cpp - generated text into the AST ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Graft.h"
#include "graft/Bindings.h"
#include "graft/Comparison.h"
#include "graft/Lockstep.h"
#include "graft/QuietDiagnostics.h"
#include "graft/Scopes.h"
#include "pragma/DirectiveText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

namespace {

class Grafter {
public:
  Grafter(Parser &P, const Site &Place, const Lifted &L, const EmittedCpp &Code,
          Prelude &Helpers, const GraftOptions &Options)
      : P(P), S(P.getActions()), Context(S.getASTContext()), Place(Place), L(L),
        Code(Code), Helpers(Helpers), Options(Options), LoopLoc(Place.Begin),
        EndLoc(Place.End) {}

  std::string run();

private:
  LocatedText print(const BoundNames &Names);
  void printVerified(llvm::StringRef Where, LocatedText &Out);
  void append(LocatedText &Out, const EmittedText &Text) const;
  std::string check(const CompoundStmt *Parsed) const;
  clang::Stmt *userLoop() const;
  bool attachUserLoop(CompoundStmt *Parsed);

  Parser &P;
  Sema &S;
  ASTContext &Context;
  const Site &Place;
  const Lifted &L;
  const EmittedCpp &Code;
  Prelude &Helpers;
  const GraftOptions &Options;
  SourceLocation LoopLoc, EndLoc;
};

} // namespace

void Grafter::append(LocatedText &Out, const EmittedText &Text) const {
  Out.Text += Text.Text;
  for (SourceTag Tag : Text.LineTags)
    Out.Lines.push_back(Tag != 0 && !Options.HasCoverage ? L.TagLocs[Tag - 1]
                                                         : LoopLoc);
}

/// The whole replacement. A lone `;` holds the place of the user's loop.
LocatedText Grafter::print(const BoundNames &Names) {
  const std::string Where = placeFor(Context, LoopLoc);
  LocatedText Out;
  // An outer block whose only use is to hold the choice.
  std::string End = mayBeEvaluated(Place) ? "} })" : "})";
  Out.line("({", LoopLoc);
  if (mayBeEvaluated(Place))
    Out.line("if (__builtin_is_constant_evaluated()) ; else {", LoopLoc);
  printBindings(Names, L, LoopLoc, Out);
  Out.line("int lacuna_guard = 0;", LoopLoc);
  append(Out, Code.Guards);
  if (Options.Count)
    Out.line(Helpers.countPath(Where, Code.Reasons), LoopLoc);
  if (Options.VerifyEvery != 0) {
    printVerified(Where, Out);
    Out.line(End, EndLoc);
    return Out;
  }
  Out.line("if (lacuna_guard == 0) {", LoopLoc);
  append(Out, Code.Body);
  Out.line("} else {", LoopLoc);
  if (!Code.Reasons.empty())
    Out.line(Helpers.reportFallback(Where, Code.Reasons), LoopLoc);
  Out.line(";", LoopLoc);
  Out.line("}", EndLoc);
  Out.line(End, EndLoc);
  return Out;
}

void Grafter::printVerified(llvm::StringRef Where, LocatedText &Out) {
  Comparison Verify(L, *Code.Outputs,
                    Helpers.verifiedSite(Where, Options.VerifyEvery), LoopLoc,
                    EndLoc);
  Verify.printBefore(
      Out, [&](LocatedText &Text) { append(Text, Code.Outputs->Scan); });
  Out.line("if (lacuna_guard == 0) {", LoopLoc);
  append(Out, Code.Body);
  Out.line("}", LoopLoc);
  Verify.printBetween(Out);
  Out.line("if (lacuna_guard != 0 || lacuna_is_verified) {", LoopLoc);
  if (!Code.Reasons.empty())
    Out.line("if (lacuna_guard != 0) " +
                 Helpers.reportFallback(Where, Code.Reasons),
             LoopLoc);
  Out.line(";", LoopLoc);
  Out.line("}", EndLoc);
  Verify.printAfter(Out);
}

CompoundStmt *plugin::parseBlock(Parser &P, const Site &Place,
                                 const BoundNames &Names,
                                 const LocatedText &Text) {
  Sema &S = P.getActions();
  QuietDiagnostics Quiet(S.getDiagnostics());
  // Members that the user reached through functions may be private.
  auto &Options = const_cast<LangOptions &>(S.getLangOpts());
  bool Controlled = Options.AccessControl;
  Options.AccessControl = 0;
  auto Restore =
      llvm::make_scope_exit([&] { Options.AccessControl = Controlled; });
  ReenteredScopes Scopes(P, Place);
  for (NamedDecl *D : Names.visible())
    Scopes.push(D);
  LoopHints Hints;
  clang::Expr *Parsed =
      Scopes.parseExpression(tokenize(S.getPreprocessor(), Text, &Hints));
  if (!Parsed || Quiet.hasErrorOccurred() || Scopes.hasNewCaptures())
    return nullptr;
  auto *Statement = dyn_cast<StmtExpr>(Parsed->IgnoreParens());
  if (!Statement)
    return nullptr;
  attachLoopHints(S.Context, Statement, Hints);
  return Statement->getSubStmt();
}

/// Why \p Parsed does not mean what its text should, empty if it does.
std::string Grafter::check(const CompoundStmt *Parsed) const {
  size_t Index = 0;
  llvm::DenseSet<const Decl *> Allowed;
  collectReferences(Place.nest(), Allowed);
  for (const FieldDecl *Member : L.Members)
    Allowed.insert(Member->getCanonicalDecl());
  for (const clang::Stmt *Child : Parsed->body()) {
    if (Index++ < L.Bindings.size()) {
      const Binding &B = L.Bindings[Index - 1];
      auto *Declaration = dyn_cast<DeclStmt>(Child);
      auto *Variable = Declaration && Declaration->isSingleDecl()
                           ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                           : nullptr;
      if (!Variable || !isBindingOf(Context, B, Variable))
        return "'" + B.Operand + "' means something else in generated code";
      continue;
    }
    if (const ValueDecl *D = foreignReference(Context, Child, Allowed))
      return "generated code refers to '" + D->getQualifiedNameAsString() + "'";
  }
  return "";
}

/// The loop with the attributes that other pragmas gave it.
clang::Stmt *Grafter::userLoop() const {
  if (Place.Owner)
    return Place.nest();
  llvm::SmallVector<const Attr *, 4> Others;
  for (const Attr *A : Place.Loop->getAttrs())
    if (A != findDirective(Place.Loop->getAttrs()))
      Others.push_back(A);
  clang::Stmt *Loop = Place.Loop->getSubStmt();
  if (Others.empty())
    return Loop;
  return AttributedStmt::Create(Context, LoopLoc, Others, Loop);
}

/// Puts the user's loop in its place: the last statement of the last else
/// branch, or of the branch before the comparison.
bool Grafter::attachUserLoop(CompoundStmt *Parsed) {
  bool IsVerified = Options.VerifyEvery != 0;
  if (Parsed->size() < 2)
    return false;
  auto *Choice = dyn_cast<clang::IfStmt>(IsVerified ? *(Parsed->body_end() - 2)
                                                    : Parsed->body_back());
  if (!Choice)
    return false;
  auto *Branch = dyn_cast_or_null<CompoundStmt>(IsVerified ? Choice->getThen()
                                                           : Choice->getElse());
  if (!Branch || Branch->body_empty() || !isa<NullStmt>(Branch->body_back()))
    return false;
  *(Branch->body_end() - 1) = userLoop();
  return true;
}

std::string Grafter::run() {
  // The helpers are parsed while the text is printed, outside the function.
  CompoundStmt *Parsed;
  {
    BoundNames Names(S, L.Bindings);
    LocatedText Text = print(Names);
    Text.Text = Helpers.rename(Text.Text);
    Sema::FPFeaturesStateRAII SavedFP(S);
    setFPOptions(S, L.FP);
    Parsed = parseBlock(P, Place, Names, Text);
  }
  if (!Parsed)
    return "generated code does not compile";
  CompoundStmt *Run =
      mayBeEvaluated(Place) ? evaluatedOrRun(Parsed, userLoop()) : Parsed;
  if (!Run)
    return "generated code has an unexpected form";
  std::string Fault = check(Run);
  if (!Fault.empty())
    return Fault;
  if (!attachUserLoop(Run))
    return "generated code has an unexpected form";
  if (Place.Owner)
    Place.Owned.back()->setBody(Parsed);
  else
    *Place.Loop->child_begin() = Parsed;
  return "";
}

std::string plugin::graft(Parser &P, const Site &S, const Lifted &L,
                          const EmittedCpp &Code, Prelude &Helpers,
                          const GraftOptions &Options) {
  return Grafter(P, S, L, Code, Helpers, Options).run();
}

bool plugin::mayBeEvaluated(const Site &S) {
  return llvm::any_of(S.Functions,
                      [](const FunctionDecl *F) { return F->isConstexpr(); });
}

CompoundStmt *plugin::evaluatedOrRun(CompoundStmt *Parsed, clang::Stmt *User) {
  auto *Choice = Parsed->size() == 1
                     ? dyn_cast<clang::IfStmt>(Parsed->body_front())
                     : nullptr;
  auto *Run =
      Choice ? dyn_cast_or_null<CompoundStmt>(Choice->getElse()) : nullptr;
  if (Run)
    Choice->setThen(User);
  return Run;
}

bool plugin::isGrafted(const SourceManager &SM, const Site &S) {
  auto *Block = dyn_cast<CompoundStmt>(S.nest());
  return Block && isGenerated(SM, Block->getLBracLoc());
}

std::string plugin::placeFor(const ASTContext &Context, SourceLocation Loc) {
  llvm::SmallString<128> Where(
      describeLocation(Context.getSourceManager(), Loc));
  Context.getLangOpts().remapPathPrefix(Where);
  return Where.str().str();
}

std::string plugin::describeLocation(const SourceManager &SM,
                                     SourceLocation Loc) {
  PresumedLoc Presumed = SM.getPresumedLoc(Loc);
  if (Presumed.isInvalid())
    return "?";
  return std::string(Presumed.getFilename()) + ":" +
         std::to_string(Presumed.getLine());
}
