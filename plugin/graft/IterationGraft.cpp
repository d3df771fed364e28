//===- IterationGraft.cpp - iterations as written, shared out -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/IterationGrafter.h"
#include "graft/Messages.def"
#include "graft/References.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

std::vector<std::string> plugin::graftedReasons(const IsolatedLoop &L) {
  std::vector<std::string> Reasons = {msg::GuardTooLittleWork(),
                                      msg::GuardNoTeam()};
  for (const OutsideOf &G : L.Guards)
    Reasons.push_back(msg::GuardObjectInside(G.Inner.name(), G.Outer.name()));
  for (const PointsOutside &G : L.Pointers)
    Reasons.push_back(msg::GuardPointsInto(G.Pointer.name(), G.Of.name()));
  return Reasons;
}

namespace {

/// Has what names a variable of the function around it name another one. What
/// closures hold is set where they are made.
class Renaming : public RecursiveASTVisitor<Renaming> {
public:
  explicit Renaming(
      const llvm::DenseMap<const VarDecl *, ParmVarDecl *> &Parameters)
      : Parameters(Parameters) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (ParmVarDecl *P = V ? Parameters.lookup(V->getCanonicalDecl()) : nullptr;
        P && E->isNonOdrUse() == NOUR_None)
      E->setDecl(P);
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (clang::Expr *Init : E->capture_inits())
      TraverseStmt(Init);
    return true;
  }

private:
  const llvm::DenseMap<const VarDecl *, ParmVarDecl *> &Parameters;
};

} // namespace

IterationGrafter::IterationGrafter(Parser &P, const Site &Place,
                                   const IsolatedLoop &L, Prelude &Helpers,
                                   const GraftOptions &Options,
                                   unsigned MinWork)
    : Replacement(P, Place, Helpers, {}), L(L), Options(Options),
      MinWork(MinWork) {
  collectReferences(Place.nest(), Allowed);
  for (const PointsOutside &G : L.Pointers)
    if (const CXXRecordDecl *R = G.Of.type()->getAsCXXRecordDecl())
      for (const CXXMethodDecl *M : R->methods())
        if (M->getIdentifier() && M->getName() == "capacity")
          Allowed.insert(M->getCanonicalDecl());
  for (const clang::Stmt *Part :
       {static_cast<const clang::Stmt *>(L.Header.Init),
        static_cast<const clang::Stmt *>(L.Header.Bound),
        static_cast<const clang::Stmt *>(
            L.Header.Range ? L.Header.Range->getInit() : nullptr)})
    if (Part)
      allowVariables(Part);
  Allowed.insert(L.Variable->getCanonicalDecl());
  const auto AllowMembers = [&](const NamedObject &O) {
    Allowed.insert(O.Members.begin(), O.Members.end());
  };
  for (const OutsideOf &G : L.Guards) {
    AllowMembers(G.Inner);
    AllowMembers(G.Outer);
  }
  for (const PointsOutside &G : L.Pointers) {
    AllowMembers(G.Pointer);
    AllowMembers(G.Of);
  }
  for (const OuterVariable &V : L.Variables) {
    Allowed.insert(V.Var->getCanonicalDecl());
    if (V.By != OuterVariable::Value && V.By != OuterVariable::Reference)
      allowCopies(V.Var->getType().getNonReferenceType());
  }
}

/// Objects of type \p Ty are made, copied and appended to.
void IterationGrafter::allowCopies(QualType Ty) {
  CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R)
    return;
  S.ForceDeclarationOfImplicitMembers(R);
  for (const CXXMethodDecl *M : R->methods())
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(M) || isAppend(M) ||
        M->isCopyAssignmentOperator())
      Allowed.insert(M->getCanonicalDecl());
}

void IterationGrafter::allowVariables(const clang::Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Allowed.insert(Ref->getDecl()->getCanonicalDecl());
  forEachPart(S, [&](const clang::Stmt *Part) { allowVariables(Part); });
}

clang::Expr *IterationGrafter::nameOf(const VarDecl *V) const {
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                             SourceLocation(), const_cast<VarDecl *>(V),
                             /*RefersToEnclosing=*/false, Loc,
                             V->getType().getNonReferenceType(), VK_LValue);
}

/// The lambda takes the body of the user's loop over.
bool IterationGrafter::attach(CompoundStmt *Block) const {
  for (clang::Stmt *Child : Block->body()) {
    auto *Declared = dyn_cast<DeclStmt>(Child);
    auto *V = Declared && Declared->isSingleDecl()
                  ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                  : nullptr;
    if (!V || !V->getIdentifier() || V->getName() != "lacuna_iteration")
      continue;
    auto *Lambda =
        dyn_cast<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource());
    auto *Once =
        Lambda ? dyn_cast<DoStmt>(Lambda->getCompoundStmtBody()->body_front())
               : nullptr;
    if (!Once)
      return false;
    if (Options.Try)
      return true;
    llvm::ArrayRef<ParmVarDecl *> Own = Lambda->getCallOperator()->parameters();
    llvm::DenseMap<const VarDecl *, ParmVarDecl *> Parameters;
    Parameters[L.Variable->getCanonicalDecl()] = Own[0];
    for (size_t I = 0; I < L.Variables.size(); ++I)
      Parameters[L.Variables[I].Var->getCanonicalDecl()] = Own[I + 1];
    auto *Body = const_cast<clang::Stmt *>(L.Body);
    Renaming(Parameters).TraverseStmt(Body);
    Once->setBody(Body);
    return true;
  }
  return false;
}

std::string plugin::graftIterations(Parser &P, const Site &S,
                                    const IsolatedLoop &L, Prelude &Helpers,
                                    const GraftOptions &Options,
                                    unsigned MinWork) {
  return IterationGrafter(P, S, L, Helpers, Options, MinWork).run(Options.Try);
}
