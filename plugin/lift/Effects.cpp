//===- Effects.cpp - assignments and steps inside expressions -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expression has no effects in a nest: what the user's assigns, steps or
// calls becomes statements in front of it, from left to right as Clang
// evaluates it. What has been read by then keeps its value.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/state/Limits.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// The variables and arrays that \p List stores to and does not declare.
llvm::StringSet<> storedBy(llvm::ArrayRef<StmtRef> List) {
  llvm::StringSet<> Stored, Declared;
  for (const StmtRef &S : List)
    walk(S, [&](const lacuna::Stmt &Part) {
      if (const auto *Assign = dyn_cast<AssignStmt>(&Part))
        Stored.insert(Assign->target().Name);
      else if (const auto *Var = dyn_cast<VarStmt>(&Part))
        Declared.insert(Var->name());
      else if (const auto *Array = dyn_cast<LocalArrayStmt>(&Part))
        Declared.insert(Array->name());
      return true;
    });
  for (const auto &Name : Declared)
    Stored.erase(Name.getKey());
  return Stored;
}

/// Whether \p S, or a function that it calls, assigns or steps something. What
/// is not visible is refused where it is lifted.
bool mayHaveEffect(const clang::Stmt *S, unsigned Depth = 0) {
  if (Depth > MaxInlined || hasEffect(S))
    return true;
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = C ? liftedBody(C) : nullptr;
  bool Found = F && mayHaveEffect(F->getBody(), Depth + 1);
  forEachPart(S, [&](const clang::Stmt *Part) {
    Found = Found || mayHaveEffect(Part, Depth);
  });
  return Found;
}

/// Whether \p E may be evaluated once more: it has no effects. Subscripts of
/// containers and visible functions Clang takes for calls like others.
bool isRepeatable(const clang::Expr *E, const clang::ASTContext &Context) {
  if (!E->HasSideEffects(Context))
    return true;
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  const auto *U = dyn_cast<clang::UnaryOperator>(E);
  if (const auto *C = dyn_cast<clang::CallExpr>(E)) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const bool IsSubscript =
        isa<clang::CXXOperatorCallExpr>(C) && M &&
        M->getOverloadedOperator() == clang::OO_Subscript &&
        !containerOf(M).empty();
    const clang::FunctionDecl *F = IsSubscript ? nullptr : liftedBody(C);
    return (IsSubscript || (F && !mayHaveEffect(F->getBody()))) &&
           llvm::all_of(C->children(), [&](const clang::Stmt *Part) {
             return isRepeatable(llvm::cast<clang::Expr>(Part), Context);
           });
  }
  if ((B && !B->isAssignmentOp()) || (U && !U->isIncrementDecrementOp()) ||
      llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr, clang::CastExpr,
                clang::ParenExpr>(E))
    return llvm::all_of(E->children(), [&](const clang::Stmt *Part) {
      return isRepeatable(llvm::cast<clang::Expr>(Part), Context);
    });
  return false;
}

} // namespace

/// The value that \p E has now, for uses further on.
ExprRef Lifter::heldNow(const ExprRef &E, clang::SourceLocation Loc,
                        size_t &At) {
  std::string Name = Builder.uniqueName("was");
  Front->insert(Front->begin() + At++,
                std::make_shared<LetStmt>(Name, E, Builder.tag(Loc)));
  return var(E->type(), Name);
}

/// \p E, which is evaluated before the statements in front of the expression
/// from \p From on, reads what it reads before these.
void Lifter::keepReads(ExprRef &E, size_t From, clang::SourceLocation Loc) {
  if (!Front || !E || Front->size() <= From)
    return;
  llvm::StringSet<> Stored = storedBy(llvm::ArrayRef(*Front).drop_front(From));
  bool StoresElements = llvm::any_of(Stored, [&](const auto &Name) {
    return Builder.operand(Name.getKey()) != nullptr;
  });
  if (Stored.empty())
    return;
  E = rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    const auto *Var = dyn_cast<VarExpr>(Part.get());
    const auto *Load = dyn_cast<LoadExpr>(Part.get());
    bool Changes =
        Var ? Stored.contains(Var->name())
            : Load && (Stored.contains(Load->array()) ||
                       (StoresElements && Builder.operand(Load->array())));
    return Changes ? heldNow(Part, Loc, From) : nullptr;
  });
}

void Lifter::keepReads(Entity &E, size_t From, clang::SourceLocation Loc) {
  if (auto *Value = std::get_if<Forward>(&E)) {
    keepReads(Value->Value, From, Loc);
  } else if (auto *P = std::get_if<PointerValue>(&E)) {
    keepReads(P->Offset, From, Loc);
    keepReads(P->Row, From, Loc);
  } else if (auto *Element = std::get_if<Alias>(&E)) {
    keepReads(Element->At.Index, From, Loc);
    keepReads(Element->At.Row, From, Loc);
  }
}

/// The value of \p E, an assignment or a step of an element or of a variable
/// that is declared already; null, without refusal, for others.
ExprRef Lifter::effectOf(const clang::Expr *E) {
  E = withoutWrappers(E);
  const auto *U = dyn_cast<clang::UnaryOperator>(E);
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  const clang::Expr *Target =
      U && U->isIncrementDecrementOp() && !Stepped.contains(U) ? U->getSubExpr()
      : B && B->isAssignmentOp() && !Assigned.count(B)         ? B->getLHS()
                                                               : nullptr;
  const clang::VarDecl *V = Target ? namedVariable(Target) : nullptr;
  const Entity *Known = V ? Env.find(V) : nullptr;
  if (!Front || !Target || !isRepeatable(Target, Context) ||
      !Types.scalar(Target->getType()) ||
      (V && !(Known && (isKind<Local>(*Known) || isKind<Alias>(*Known)))))
    return nullptr;
  clang::SourceLocation Loc = E->getExprLoc();
  auto Now = [&]() -> ExprRef {
    ExprRef Value = liftValue(Target);
    size_t End = Front->size();
    return Value ? heldNow(Value, Loc, End) : nullptr;
  };
  ExprRef Old = U && U->isPostfix() ? Now() : nullptr;
  if (Diags.any() || !liftExprStmt(E, {}, *Front))
    return nullptr;
  return Old ? Old : Now();
}

/// `a, b`: what is done first becomes statements.
ExprRef Lifter::liftComma(const clang::BinaryOperator *B) {
  if (!Front)
    return Diags.refuse(B->getOperatorLoc(),
                        msg::OperatorNotSupported(B->getOpcodeStr()));
  return liftExprStmt(B->getLHS(), {}, *Front) ? liftValue(B->getRHS())
                                               : nullptr;
}

} // namespace lacuna::plugin
