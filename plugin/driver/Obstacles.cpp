//===- Obstacles.cpp - where loops cannot be replaced ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Obstacles.h"
#include "driver/Messages.def"
#include "graft/Replacement.h"
#include "lift/ast/LoopHeader.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/LanguageOptions.h"

using namespace clang;
using namespace lacuna::plugin;
namespace msg = lacuna::msg;

std::string lacuna::plugin::describe(const OMPExecutableDirective &D) {
  return msg::PhraseOmpDirective(
      llvm::omp::getOpenMPDirectiveName(D.getDirectiveKind()));
}

/// Why no construct of generated code may stand inside \p D, or nothing.
static std::string whyClosed(const OMPExecutableDirective &D) {
  OpenMPDirectiveKind Kind = D.getDirectiveKind();
  if (isOpenMPTargetExecutionDirective(Kind))
    return msg::LoopRunsOnDevice(describe(D));
  if (isOpenMPSimdDirective(Kind) || isOpenMPGenericLoopDirective(Kind) ||
      D.hasClausesOfKind<OMPOrderClause>())
    return msg::MayHoldNoOpenMP(
        describe(D),
        (D.hasClausesOfKind<OMPOrderClause>() ? msg::SuffixWithOrder() : ""));
  for (const auto *C : D.getClausesOfKind<OMPLastprivateClause>())
    if (C->getKind() == OMPC_LASTPRIVATE_conditional)
      return msg::LastprivateConditional(describe(D));
  return "";
}

/// Why OpenMP's directives around the loop of \p S rule out others in it.
static std::string openMPObstacle(const Site &S) {
  if (S.Owner &&
      isOpenMPLoopTransformationDirective(S.Owner->getDirectiveKind()))
    return msg::LoopTransformedByOpenMP(describe(*S.Owner));
  for (const OMPExecutableDirective *D : S.Directives)
    if (std::string Why = whyClosed(*D); !Why.empty())
      return Why;
  return "";
}

/// A use of a global variable or a member that a clause made private: which
/// copy is meant cannot be said outside of the directive.
static const DeclRefExpr *findPrivateCopy(const clang::Stmt *Part) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
    auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    bool IsLocal = V && V->hasLocalStorage() && !isa<OMPCapturedExprDecl>(V);
    return V && !IsLocal && Ref->refersToEnclosingVariableOrCapture() ? Ref
                                                                      : nullptr;
  }
  for (const clang::Stmt *Child : Part->children())
    if (const auto *Found = Child ? findPrivateCopy(Child) : nullptr)
      return Found;
  return nullptr;
}

std::optional<NotLifted> lacuna::plugin::findObstacle(const ASTContext &Context,
                                                      const Site &S) {
  SourceLocation Loc = S.Begin;
  // Generated code computes in `long`.
  if (Context.getTypeSize(Context.LongTy) != 64)
    return NotLifted{Loc, msg::TargetLongTooNarrow(), {}};
  if (S.InBlock)
    return NotLifted{Loc, msg::LoopInBlockLiteral(), {}};
  std::string Why = whyNotRewritten(Context.getLangOpts());
  if (Why.empty())
    Why = openMPObstacle(S);
  if (!Why.empty())
    return NotLifted{Loc, Why, {}};
  if (const DeclRefExpr *Copy = findPrivateCopy(S.nest()))
    return NotLifted{
        Copy->getExprLoc(),
        msg::MadePrivateByOpenMP(Copy->getDecl()->getNameAsString()),
        {}};
  for (const FunctionDecl *F : S.Functions)
    if (F->isConsteval())
      return NotLifted{Loc, msg::LoopInConsteval(), {}};
  return std::nullopt;
}

std::optional<NotLifted> lacuna::plugin::findThreadObstacle(const Site &S) {
  // In a region the user's own code is without the attribute.
  if (S.Region)
    return std::nullopt;
  const FunctionDecl &F = *S.function();
  const Attr *A = codeAttribute(F);
  if (!A)
    return std::nullopt;
  return NotLifted{
      S.Begin,
      "threads of OpenMP would run code without the attribute '" +
          A->getAttrName()->getName().str() + "' of '" + F.getNameAsString() +
          "'; accepted are options of the compiler for the whole file, or "
          "commands without threads",
      {}};
}

std::string lacuna::plugin::findDataObstacle(const ASTContext &Context,
                                             const Site &S) {
  if (Context.getTypeSize(Context.LongTy) != 64)
    return msg::SuffixTargetLongTooNarrow();
  if (S.InBlock)
    return msg::SuffixInBlockLiteral();
  for (const OMPExecutableDirective *D : S.Directives)
    if (isOpenMPTargetExecutionDirective(D->getDirectiveKind()))
      return msg::SuffixRunsOnDevice(describe(*D));
  auto *Region = dyn_cast<clang::IfStmt>(S.nest());
  if (const DeclRefExpr *Copy =
          findPrivateCopy(Region ? Region->getThen() : S.nest()))
    return msg::SuffixNamesOpenMPPrivate(Copy->getDecl()->getNameAsString());
  return "";
}

const clang::Stmt *lacuna::plugin::findJumpAround(const clang::Stmt *S,
                                                  bool InSwitch) {
  if (isa<LabelStmt, IndirectGotoStmt>(S) || (isa<SwitchCase>(S) && !InSwitch))
    return S;
  if (auto *Asm = dyn_cast<GCCAsmStmt>(S); Asm && Asm->isAsmGoto())
    return S;
  for (const clang::Stmt *Child : S->children())
    if (const clang::Stmt *Found =
            Child ? findJumpAround(Child, InSwitch || isa<SwitchStmt>(S))
                  : nullptr)
      return Found;
  return nullptr;
}

bool lacuna::plugin::hasRuns(const Site &S) {
  return !findJumpAround(S.nest()) &&
         !isa<CoroutineBodyStmt>(S.function()->getBody());
}

static bool hasLoops(const clang::Stmt *S) {
  return llvm::any_of(S->children(), [](const clang::Stmt *Child) {
    return Child &&
           (isa<clang::ForStmt, clang::WhileStmt, DoStmt, CXXForRangeStmt>(
                Child) ||
            hasLoops(Child));
  });
}

static std::optional<int64_t> constantOf(const ASTContext &Context,
                                         const clang::Expr *E) {
  clang::Expr::EvalResult Value;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Value, Context) ||
      !Value.Val.getInt().isSignedIntN(32))
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// Whether \p Loop has few iterations, known to the compiler, and no loops
/// inside: to measure it may take longer than it does.
static bool isShort(const ASTContext &Context, const clang::Stmt *Loop) {
  constexpr int64_t Most = 64;
  if (!isa<clang::ForStmt>(Loop))
    return false;
  auto Parsed = parseHeader(Loop);
  auto *H = std::get_if<LoopHeader>(&Parsed);
  if (!H || H->Range || (H->Cmp == BO_NE && H->By) || hasLoops(Loop))
    return false;
  const auto First = constantOf(Context, H->Init),
             End = constantOf(Context, H->Bound);
  return First && End && std::abs(*End - *First) <= Most;
}

bool lacuna::plugin::isMeasurable(const ASTContext &Context, const Site &S) {
  return !S.Owner && !isShort(Context, S.Loop->getSubStmt()) && hasPlace(S) &&
         hasRuns(S) && !findObstacle(Context, S);
}
