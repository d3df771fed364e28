//===- Replacement.cpp - generated text for a statement -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Replacement.h"
#include "graft/Messages.def"
#include "graft/QuietDiagnostics.h"
#include "graft/References.h"
#include "graft/Scopes.h"
#include "lacuna/emit/Cpp.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

Replacement::Replacement(Parser &P, const Site &Place, Prelude &Helpers,
                         std::vector<Binding> Bindings)
    : P(P), S(P.getActions()), Context(S.getASTContext()), Place(Place),
      Helpers(Helpers), Loc(Place.Begin), EndLoc(Place.End),
      Bindings(std::move(Bindings)) {}

/// Whether the compiler may evaluate the statement in a constant expression, in
/// which there are no other threads and no calls of the runtime library.
bool Replacement::mayBeEvaluated() const {
  return llvm::any_of(Place.Functions,
                      [](const FunctionDecl *F) { return F->isConstexpr(); });
}

CompoundStmt *Replacement::parse() {
  LocatedText Text;
  Text.line("({", Loc);
  // An outer block whose only use is to hold the choice.
  if (mayBeEvaluated())
    Text.line("if (__builtin_is_constant_evaluated()) ; else {", Loc);
  // The helpers are parsed while the text is printed, outside the function.
  print(Text);
  Text.line(mayBeEvaluated() ? "} })" : "})", EndLoc);
  Text.Text = Helpers.rename(Text.Text);
  QuietDiagnostics Quiet(S.getDiagnostics());
  Sema::FPFeaturesStateRAII SavedFP(S);
  if (FP)
    setFPOptions(S, *FP);
  // The user's functions may read members of records that are private.
  auto &Options = const_cast<LangOptions &>(S.getLangOpts());
  bool Controlled = Options.AccessControl;
  Options.AccessControl = 0;
  auto Restore =
      llvm::make_scope_exit([&] { Options.AccessControl = Controlled; });
  ReenteredScopes Scopes(P, Place);
  LoopHints Hints;
  clang::Expr *Parsed =
      Scopes.parseExpression(tokenize(S.getPreprocessor(), Text, &Hints));
  if (!Parsed || Quiet.hasErrorOccurred() || Scopes.hasNewCaptures())
    return nullptr;
  auto *Statement = dyn_cast<StmtExpr>(Parsed->IgnoreParens());
  if (!Statement)
    return nullptr;
  attachLoopHints(Context, Statement, Hints);
  return Statement->getSubStmt();
}

/// Why \p Parsed does not mean what its text should, empty if it does.
std::string Replacement::check(const CompoundStmt *Parsed) const {
  llvm::StringMap<const Binding *> Missing;
  for (const Binding &B : Bindings)
    Missing[cppName(B.Operand)] = &B;
  for (const clang::Stmt *Child : Parsed->body()) {
    auto *Declaration = dyn_cast<DeclStmt>(Child);
    auto *Variable = Declaration && Declaration->isSingleDecl()
                         ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                         : nullptr;
    const Binding *B = Variable ? Missing.lookup(Variable->getName()) : nullptr;
    if (B) {
      if (!holdsUnchanged(Context, *B, Variable))
        return msg::GeneratedNameMeansOther(B->Operand);
      Missing.erase(Variable->getName());
    } else if (const ValueDecl *D = foreignReference(Context, Child, Allowed)) {
      return msg::GeneratedCodeRefersTo(D->getQualifiedNameAsString());
    }
  }
  return Missing.empty() ? "" : msg::GeneratedCodeHasUnexpectedForm();
}

bool Replacement::attach(CompoundStmt *Block) const {
  auto Hole = llvm::find_if(Block->body(), [](const clang::Stmt *Child) {
    return isa<NullStmt>(Child);
  });
  if (Hole == Block->body_end())
    return false;
  *Hole = user();
  return true;
}

/// Of \p Parsed, `if (the compiler evaluates it) ; else { … }`, the block for
/// run time, once \p User has been put in the branch for the compiler; null if
/// there is none.
static CompoundStmt *evaluatedOrRun(CompoundStmt *Parsed, clang::Stmt *User) {
  auto *Choice = Parsed->size() == 1
                     ? dyn_cast<clang::IfStmt>(Parsed->body_front())
                     : nullptr;
  auto *Run =
      Choice ? dyn_cast_or_null<CompoundStmt>(Choice->getElse()) : nullptr;
  if (Run)
    Choice->setThen(User);
  return Run;
}

/// Where the statement around the loop of \p Place holds it, if the loop has
/// no directive of its own; else null.
static clang::Stmt **placeIn(const Site &Place) {
  if (!Place.InPlaceOf || Place.Path.size() < 2)
    return nullptr;
  auto *Around = const_cast<clang::Stmt *>(*(Place.Path.end() - 2));
  for (clang::Stmt *&Child : Around->children())
    if (Child == Place.InPlaceOf)
      return &Child;
  return nullptr;
}

bool plugin::hasPlace(const Site &Place) {
  return !Place.InPlaceOf || placeIn(Place);
}

std::string Replacement::run(bool Try) {
  clang::Stmt **Outer = placeIn(Place);
  if (Place.InPlaceOf && !Outer)
    return msg::LoopHasNoPlace();
  CompoundStmt *Parsed = parse();
  if (!Parsed)
    return msg::GeneratedCodeDoesNotCompile();
  CompoundStmt *Run =
      mayBeEvaluated() ? evaluatedOrRun(Parsed, user()) : Parsed;
  if (!Run)
    return msg::GeneratedCodeHasUnexpectedForm();
  std::string Fault = check(Run);
  if (!Fault.empty())
    return Fault;
  if (!attach(Run))
    return msg::GeneratedCodeHasUnexpectedForm();
  if (Try)
    return "";
  if (Place.Owner)
    Place.Owned.back()->setBody(Parsed);
  else
    *Place.Loop->child_begin() = Parsed;
  if (Outer)
    *Outer = Place.Loop;
  return "";
}

std::string plugin::placeFor(const ASTContext &Context, SourceLocation Loc) {
  // As __FILE__ would say it.
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
