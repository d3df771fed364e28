//===- Sites.cpp - where annotated loops stand ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Sites.h"
#include "lacuna/directive/DataDirective.h"
#include "lacuna/schedule/commands/Commands.h"
#include "pragma/DirectiveText.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>

using namespace clang;
using namespace lacuna::plugin;

namespace {

/// Whether the loops inside that of \p A may have directives of their own.
bool isBare(const SuppressAttr &A) {
  llvm::Expected<lacuna::Directive> D = lacuna::parseDirective(textOf(A));
  if (D)
    return D->isAuto();
  llvm::consumeError(D.takeError());
  return false;
}

class SiteFinder : public RecursiveASTVisitor<SiteFinder> {
  using Base = RecursiveASTVisitor<SiteFinder>;

public:
  explicit SiteFinder(LoopsFound Which) : Which(Which) {}

  FoundSites Found;

  /// The functions around \p D, which is not reached through them where it is
  /// an instantiation.
  void enterContextsOf(const Decl *D) {
    for (DeclContext *C = const_cast<DeclContext *>(D->getDeclContext()); C;
         C = C->getParent())
      if (auto *F = dyn_cast<FunctionDecl>(C))
        Functions.insert(Functions.begin(), F);
  }

  /// Looks for loops inside that of \p S, which is \p Written.
  void findInside(const Site &S, clang::Stmt *Written, LoopsInside Which) {
    Functions = S.Functions;
    Path = S.Path;
    Directives = S.Directives;
    Region = S.Region;
    Blocks = S.InBlock;
    Inside = Which;
    Outer = findDirective(S.Loop->getAttrs());
    if (Path.back() != Written)
      Path.push_back(Written);
    Base::TraverseStmt(Written);
  }

  bool shouldVisitTemplateInstantiations() const { return false; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    if (!D->isImplicit())
      if (const SuppressAttr *A = directiveOn(D))
        Found.OnDeclarations.push_back(A->getLocation());
    auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function)
      return Base::TraverseDecl(D);
    if (!Function->doesThisDeclarationHaveABody())
      return true;
    return enter(Function, [&] { return Base::TraverseDecl(D); });
  }

  bool TraverseStmt(clang::Stmt *S, DataRecursionQueue *Queue = nullptr) {
    // Expressions may be deep and hold no loops but those of lambdas.
    if (!S || (Inside && isa<DeclStmt>(S)))
      return true;
    if (isa<clang::Expr>(S))
      return Inside || Base::TraverseStmt(S, Queue);
    Path.push_back(S);
    const bool WasInLoop = InLoop;
    if (Which == LoopsFound::All && isOutermostUnmarked(S)) {
      InLoop = true;
      addUnmarked(S);
    }
    bool Continue = (Inside && take(S)) || Base::TraverseStmt(S);
    InLoop = WasInLoop;
    Path.pop_back();
    return Continue;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (clang::Expr *Init : E->capture_inits())
      if (Init && !TraverseStmt(Init))
        return false;
    return enter(E->getCallOperator(),
                 [&] { return TraverseStmt(E->getBody()); });
  }

  bool TraverseBlockExpr(BlockExpr *E) {
    ++Blocks;
    bool Continue = Base::TraverseBlockExpr(E);
    --Blocks;
    return Continue;
  }

  bool TraverseCapturedStmt(CapturedStmt *S) {
    CapturedStmt *Outer = std::exchange(Region, S);
    const OMPExecutableDirective *Directive = DirectiveOf.lookup(S);
    if (Directive)
      Directives.push_back(Directive);
    bool Continue = Base::TraverseCapturedStmt(S);
    if (Directive)
      Directives.pop_back();
    Region = Outer;
    return Continue;
  }

  bool VisitOMPExecutableDirective(OMPExecutableDirective *D) {
    if (D->hasAssociatedStmt())
      if (auto *Outermost = dyn_cast<CapturedStmt>(D->getAssociatedStmt()))
        DirectiveOf[Outermost] = D;
    return true;
  }

  bool VisitOMPLoopBasedDirective(OMPLoopBasedDirective *D) {
    clang::Stmt *S = D->getAssociatedStmt();
    while (auto *Captured = dyn_cast<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
    std::vector<clang::ForStmt *> Loops;
    for (unsigned I = 0; I < D->getLoopsNumber(); ++I) {
      auto *Loop = dyn_cast<clang::ForStmt>(S->IgnoreContainers());
      if (!Loop)
        break;
      Loops.push_back(Loop);
      S = Loop->getBody();
    }
    for (clang::ForStmt *Loop : Loops)
      OwnerOf[Loop] = {D, Loops};
    return true;
  }

  bool TraverseAttributedStmt(AttributedStmt *S) {
    const SuppressAttr *A = findDirective(S->getAttrs());
    const bool IsData = A && lacuna::isDataDirective(textOf(*A));
    const bool IsInBare = Around && isBare(*Around);
    if (A && Around && !IsInBare)
      Found.Nested.push_back({A->getLocation(), Around->getLocation(), IsData});
    else if (A && (IsData || !Around) && !Inside)
      addSite(S, IsData ? Found.DataSites : Found.Sites);
    const SuppressAttr *AroundHere = Around;
    if (A && !IsData)
      Around = A;
    bool Continue = Base::TraverseAttributedStmt(S);
    Around = AroundHere;
    return Continue;
  }

private:
  bool enter(FunctionDecl *F, llvm::function_ref<bool()> Traverse) {
    CapturedStmt *OuterRegion = std::exchange(Region, nullptr);
    const SuppressAttr *OuterNest = std::exchange(Around, nullptr);
    const bool WasInLoop = std::exchange(InLoop, false);
    std::vector<const clang::Stmt *> OuterPath = std::exchange(Path, {});
    Functions.push_back(F);
    bool Continue = Traverse();
    Functions.pop_back();
    Path = std::move(OuterPath);
    InLoop = WasInLoop;
    Around = OuterNest;
    Region = OuterRegion;
    return Continue;
  }

  /// Makes a site of \p S if it is a loop that is looked for. What is inside
  /// it is no longer outermost then.
  bool take(clang::Stmt *S) {
    auto *Attributed = dyn_cast<AttributedStmt>(S);
    const SuppressAttr *Own =
        Attributed ? findDirective(Attributed->getAttrs()) : nullptr;
    if (Own && lacuna::isDataDirective(textOf(*Own)))
      return false;
    if (Own)
      return addSite(Attributed, Found.Sites), true;
    if (Inside != LoopsInside::All || !isLoopStatement(withoutAttributes(S)))
      return false;
    addSite(marked(S, Outer), Found.Sites);
    Found.Sites.back().InPlaceOf = S;
    return true;
  }

  bool isOutermostUnmarked(const clang::Stmt *S) const {
    if (Around || InLoop || Functions.empty() ||
        !isLoopStatement(withoutAttributes(S)))
      return false;
    auto *Attributed = dyn_cast<AttributedStmt>(S);
    return !Attributed || !findDirective(Attributed->getAttrs());
  }

  /// What is instantiated from a template of a system header has its place
  /// there.
  void addUnmarked(clang::Stmt *S) {
    ASTContext &Context = Functions.back()->getASTContext();
    const SourceManager &SM = Context.getSourceManager();
    SourceLocation Loc = withoutAttributes(S)->getBeginLoc();
    if (SM.isInSystemHeader(SM.getExpansionLoc(Loc)))
      return;
    addSite(marked(S, bareDirective(Context, Loc)), Found.Unmarked);
  }

  /// The loop \p S, with or without attributes, with the directive \p A.
  AttributedStmt *marked(clang::Stmt *S, const SuppressAttr *A) const {
    llvm::SmallVector<const Attr *, 4> Attrs = {A};
    if (auto *Attributed = dyn_cast<AttributedStmt>(S))
      Attrs.append(Attributed->getAttrs().begin(),
                   Attributed->getAttrs().end());
    clang::Stmt *Loop = withoutAttributes(S);
    return AttributedStmt::Create(Functions.back()->getASTContext(),
                                  Loop->getBeginLoc(), Attrs, Loop);
  }

  template <typename T> static T *withoutAttributes(T *S) {
    auto *Attributed = dyn_cast<AttributedStmt>(S);
    return Attributed ? Attributed->getSubStmt() : S;
  }

  static bool isLoopStatement(const clang::Stmt *S) {
    return isa<clang::ForStmt, clang::WhileStmt, DoStmt, CXXForRangeStmt>(S);
  }

  void addSite(AttributedStmt *S, std::vector<Site> &To) {
    if (Functions.empty())
      return;
    for (const FunctionDecl *F : Functions)
      if (F->isDependentContext())
        return;
    auto [Owner, Owned] = OwnerOf.lookup(S->getSubStmt());
    Site Place{S,     nullptr, Functions,   Path, Directives, Region,
               Owner, Owned,   Blocks != 0, {},   {}};
    Place.Begin = S->getSubStmt()->getBeginLoc();
    Place.End = Place.nest()->getEndLoc();
    To.push_back(std::move(Place));
  }

  static const SuppressAttr *directiveOn(const Decl *D) {
    return D->hasAttrs() ? findDirective(D->getAttrs()) : nullptr;
  }

  const LoopsFound Which;
  bool InLoop = false; ///< in one of Found.Unmarked, within its function
  std::vector<FunctionDecl *> Functions;
  std::vector<const clang::Stmt *>
      Path; ///< statements of the innermost function
  std::vector<const OMPExecutableDirective *> Directives;
  CapturedStmt *Region = nullptr;
  unsigned Blocks = 0;
  const SuppressAttr *Around = nullptr; ///< directive of the nest around
  /// Whether loops inside another are looked for, and whose directive they get.
  std::optional<LoopsInside> Inside;
  const SuppressAttr *Outer = nullptr;
  /// By the outermost of a directive's regions.
  llvm::DenseMap<const CapturedStmt *, const OMPExecutableDirective *>
      DirectiveOf;
  llvm::DenseMap<const clang::Stmt *, std::pair<const OMPLoopBasedDirective *,
                                                std::vector<clang::ForStmt *>>>
      OwnerOf;
};

} // namespace

DeclContext *Site::context() const {
  return Region ? static_cast<DeclContext *>(Region->getCapturedDecl())
                : function();
}

clang::Stmt *Site::nest() const {
  return Owner ? Owned.back()->getBody() : Loop->getSubStmt();
}

FoundSites lacuna::plugin::findSites(Decl *D, LoopsFound Which) {
  SiteFinder Finder(Which);
  Finder.enterContextsOf(D);
  Finder.TraverseDecl(D);
  return std::move(Finder.Found);
}

std::vector<Site> lacuna::plugin::sitesInside(const Site &S,
                                              clang::Stmt *Written,
                                              LoopsInside Which) {
  SiteFinder Finder(LoopsFound::Marked);
  Finder.findInside(S, Written, Which);
  return std::move(Finder.Found.Sites);
}

/// Those below \p In that are not the one of \p S, which may stand for loops
/// inside, too.
static void addDirectives(const Site &S, const clang::Stmt *In,
                          std::vector<NestedDirective> &To) {
  const clang::SourceLocation Own =
      findDirective(S.Loop->getAttrs())->getLocation();
  if (auto *Attributed = dyn_cast<AttributedStmt>(In))
    if (const SuppressAttr *A = findDirective(Attributed->getAttrs());
        A && A->getLocation() != Own)
      To.push_back(
          {A->getLocation(), Own, lacuna::isDataDirective(textOf(*A))});
  if (auto *Captured = dyn_cast<CapturedStmt>(In))
    addDirectives(S, Captured->getCapturedStmt(), To);
  for (const clang::Stmt *Child : In->children())
    if (Child && !isa<clang::Expr, DeclStmt>(Child))
      addDirectives(S, Child, To);
}

std::vector<NestedDirective>
lacuna::plugin::directivesInside(const Site &S, const clang::Stmt *Written) {
  std::vector<NestedDirective> Found;
  if (isBare(*findDirective(S.Loop->getAttrs())))
    addDirectives(S, Written, Found);
  return Found;
}
