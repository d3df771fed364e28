//===- Inline.cpp - calls of functions whose bodies are visible -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a called function is lifted in the place of the call, so that
// what it may contain is what a nest may contain. Parameters that are numbers
// stand for values, references and pointers for places; records and `this` stay
// expressions, which are put in the caller's terms where an operand is bound to
// them.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/Callees.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/calls/CallObstacles.h"
#include "lift/calls/Messages.def"
#include "lift/state/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

//===-- bodies ------------------------------------------------------------===//

/// Runs \p Fn on the statements of what \p C calls, with parameters and `this`
/// standing for the arguments; what they need in front goes to \p Out, if there
/// is one. A refusal inside becomes one of the call.
bool Lifter::inBody(
    const clang::CallExpr *C, std::vector<StmtRef> *Out,
    llvm::function_ref<bool(ArrayRef<const clang::Stmt *>)> Fn) {
  const clang::FunctionDecl *F = liftedBody(C);
  if (!F)
    return refuseCall(C), false;
  Arguments Bound;
  const clang::Expr *This = objectOf(C);
  if (This && isLambda(This->getType()) && !bindLambda(This, *F, Bound))
    return refuseCall(C), false;
  bool IsBound =
      !This || isLambda(This->getType()) || bindObject(This, Out, Bound);
  if (!IsBound)
    return Diags.any() ? false : (refuseCall(C), false);
  bool IsInside = false;
  bool Ok = inFunction(F, argumentsOf(C), std::move(Bound), Out,
                       [&](ArrayRef<const clang::Stmt *> List) {
                         IsInside = true;
                         return Fn(List);
                       });
  if (!Ok && (IsInside || !Diags.any()))
    refuseCall(C);
  return Ok;
}

/// Runs \p Fn on the statements of \p F; \p Bound holds what `this` is.
bool Lifter::inFunction(
    const clang::FunctionDecl *F, ArrayRef<const clang::Expr *> Args,
    Arguments Bound, std::vector<StmtRef> *Out,
    llvm::function_ref<bool(ArrayRef<const clang::Stmt *>)> Fn) {
  if (Env.depth() == MaxInlined)
    return false;
  if (++Calls > MaxCalls) {
    Diags.refuse(F->getLocation(), msg::TooManyCallsInlined(MaxCalls));
    return false;
  }
  VarSet ChangedInside;
  collectWritten(F->getBody(), ChangedInside);
  bool Ok = true;
  for (auto [P, Arg] : llvm::zip(F->parameters(), Args)) {
    HasUnread |= !P->isReferenced() && holdsCall(Arg);
    bool IsWritten =
        ChangedInside.contains(P) ||
        (Types.isRecord(P->getType()) && mayChange(F->getBody(), P));
    const size_t From = inFront();
    Ok = Ok && bind({P, Arg, IsWritten, Out}, Bound);
    for (auto &Before : Bound.Numbers)
      if (Ok && Before.first != P)
        keepReads(Before.second, From, Arg->getExprLoc());
  }
  if (!Ok)
    return false;
  collectDeclared(F->getBody(), Source.Inside);
  Source.Written.insert(ChangedInside.begin(), ChangedInside.end());
  llvm::SaveAndRestore NoEnd(End, {});
  llvm::SaveAndRestore NoLoop(Goes, std::string());
  llvm::SaveAndRestore<ReturnTarget *> NoTarget(Returning, nullptr);
  Environment::Frame Callee(Env, F, std::move(Bound));
  return Fn(statements(F->getBody()));
}

/// Whether \p S names what changes from iteration to iteration.
bool Lifter::namesVarying(const clang::Stmt *S) const {
  bool Found = isa<clang::DeclRefExpr>(S) && Env.varies(S);
  forEachPart(
      S, [&](const clang::Stmt *Part) { Found = Found || namesVarying(Part); });
  return Found;
}

/// Refuses \p C itself; what stopped the lift inside becomes a note.
std::nullptr_t Lifter::refuseCall(const clang::Expr *C) {
  if (!LiveOuts.mustCarry().empty())
    return nullptr;
  std::optional<NotLifted> Inside;
  if (Diags.any()) {
    // What the standard library is made of is of no use to anybody.
    const clang::SourceManager &SM = Context.getSourceManager();
    const bool IsHidden = SM.isInSystemHeader(Diags.first().Loc);
    const bool IsToldBest =
        Env.isInCall() && (!IsHidden || SM.isInSystemHeader(C->getExprLoc()));
    if (IsToldBest || Diags.first().Loc == C->getExprLoc() || Calls > MaxCalls)
      return nullptr;
    NotLifted Taken = Diags.take();
    if (!IsHidden)
      Inside = std::move(Taken);
  }
  std::vector<Refusals::Note> Notes;
  if (Inside)
    Notes.push_back({Inside->Loc, Inside->Message});
  const auto *Call = dyn_cast<clang::CallExpr>(C);
  const auto *F = Call ? Call->getDirectCallee() : nullptr;
  if (const clang::Attr *A = F ? codeAttribute(*F) : nullptr)
    return Diags.refuse(
        C->getExprLoc(),
        "'" + F->getNameAsString() + "' has the attribute '" +
            A->getAttrName()->getName().str() +
            "', which the nest would be compiled without; accepted "
            "are functions without it",
        std::move(Notes));
  if (F && F->isNoReturn())
    return Diags.refuse(C->getExprLoc(),
                        msg::CallDoesNotReturn(F->getNameAsString()));
  std::string What;
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(C))
    What = msg::SubjectConstructor(
        Made->getConstructor()->getParent()->getNameAsString());
  else if (const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(C))
    What = msg::SubjectOverloadedOperator(
        clang::getOperatorSpelling(Operator->getOperator()));
  else
    What = "call of " + (F ? "'" + F->getNameAsString() + "'"
                           : std::string("a function pointer"));
  const std::string Why =
      Call ? whyNotCalled(Call, [&](const auto *E) { return namesVarying(E); })
           : "";
  if (Why.empty() && Inside)
    return Diags.refuse(C->getExprLoc(),
                        msg::BodyIsNoPart(What, Inside->Message),
                        {{Inside->Loc, msg::PlaceInBody()}});
  return Diags.refuse(C->getExprLoc(),
                      msg::CallMayHaveSideEffects(What) +
                          (Why.empty() ? msg::SuffixAcceptedCalls() : Why),
                      std::move(Notes));
}

/// The value that \p List returns: declarations, and a `return` in each arm of
/// `if`. \p Fn lifts what stands behind `return`.
ExprRef Lifter::returnedValue(ArrayRef<const clang::Stmt *> List,
                              const Type &Ty) {
  if (List.empty())
    return Diags.refuse(Source.Root->getBeginLoc(),
                        msg::FunctionReturnsNothing());
  const clang::Stmt *S = List.front();
  ArrayRef<const clang::Stmt *> Rest = List.drop_front();
  if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
    ExprRef Value = R->getRetValue() ? liftValue(R->getRetValue()) : nullptr;
    return Value ? lacuna::cast(Ty, Value) : nullptr;
  }
  if (doesNothing(S, Context))
    return returnedValue(Rest, Ty);
  if (isa<clang::CompoundStmt>(S) && Rest.empty())
    return returnedValue(statements(S), Ty);
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Decl : D->decls()) {
      const auto *V = dyn_cast<clang::VarDecl>(Decl);
      if (declaresNoObject(Decl))
        continue;
      if (!V || !declareForwarded(V))
        return Diags.refuse(Decl->getLocation(),
                            msg::ValueFunctionDeclaration());
    }
    return returnedValue(Rest, Ty);
  }
  if (leavesCheck(S))
    return returnedValue(Rest, Ty);
  if (Diags.any())
    return nullptr;
  if (const clang::CallExpr *End = findEnd(S))
    return refuseCall(End);
  const auto *If = dyn_cast<clang::IfStmt>(S);
  if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
    return Diags.refuse(S->getBeginLoc(), msg::ValueFunctionStatement());
  if (If->isConstexpr())
    if (auto Chosen = If->getNondiscardedCase(Context)) {
      llvm::SmallVector<const clang::Stmt *, 8> All;
      if (*Chosen)
        All = statements(*Chosen);
      if (All.empty() || !isa<clang::ReturnStmt>(All.back()))
        All.append(Rest.begin(), Rest.end());
      return returnedValue(All, Ty);
    }
  auto Then = statements(If->getThen());
  if (Then.empty() || !isa<clang::ReturnStmt>(Then.back()))
    return Diags.refuse(If->getBeginLoc(), msg::IfWithoutReturn());
  llvm::SmallVector<const clang::Stmt *, 8> Else;
  if (If->getElse())
    Else = statements(If->getElse());
  if (Else.empty() || !isa<clang::ReturnStmt>(Else.back()))
    Else.append(Rest.begin(), Rest.end());
  ExprRef Cond = liftExpr(If->getCond());
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  auto Arm = [&](ArrayRef<const clang::Stmt *> Statements, bool Value) {
    LoopStack::Where Under(Loops, Cond, Value);
    Environment::Block OwnNames(Env);
    return returnedValue(Statements, Ty);
  };
  if (Cond && neverReturns(Else) &&
      endsNowhere(Cond, /*Value=*/false, If->getCond()))
    return Arm(Then, true);
  ExprRef A = Cond ? Arm(Then, true) : nullptr;
  ExprRef B = A ? Arm(Else, false) : nullptr;
  return B ? std::make_shared<SelectExpr>(Cond, A, B) : nullptr;
}

/// A variable of a function that returns a value stands for its own.
bool Lifter::declareForwarded(const clang::VarDecl *V) {
  if (!V->hasInit() || Source.Written.contains(V) || !V->hasLocalStorage())
    return false;
  clang::QualType Ty = V->getType();
  if (isLambda(Ty) && Env.closureOf(V->getInit()))
    return true;
  if (!pointerWithin(Ty).isNull()) {
    auto P = pointer(V->getInit());
    if (P)
      Env.set(V, *P);
    return P.has_value();
  }
  if (Ty->isReferenceType() && !Types.isRecord(Ty)) {
    auto L = locate(V->getInit());
    if (!L)
      return false;
    if (L->K == Location::Kind::Place && L->Place.Index) {
      Env.set(V,
              Alias{{L->Place.Name, L->Place.Index, "", L->Row}, L->Place.Ty});
      return true;
    }
  }
  if (Types.isRecord(Ty))
    return declareRecord(V, {}, nullptr);
  auto Scalar = Types.scalarAt(Ty, V->getLocation());
  ExprRef Value = Scalar ? liftValue(V->getInit()) : nullptr;
  if (!Value)
    return false;
  Value =
      calledOnce(lacuna::cast(*Scalar, Value), V->getName(), V->getLocation());
  Env.set(V, Forward{*Scalar, Value});
  return true;
}

//===-- calls -------------------------------------------------------------===//

/// Whether \p E needs statements in front: it assigns or steps something, or
/// calls a function that computes by statements.
static bool needsStatements(const clang::Stmt *E) {
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? liftedBody(C) : nullptr;
  bool Found = (F && hasStatements(F)) || hasEffect(E);
  if (!Found && !isa<clang::LambdaExpr>(E))
    forEachPart(E, [&](const clang::Stmt *Part) {
      Found = Found || needsStatements(Part);
    });
  return Found;
}

/// Sets \p Result to \p Value, a number.
bool Lifter::setNumber(const Place &Result, const clang::Expr *Value,
                       std::vector<StmtRef> &Out) {
  ExprRef E = liftValue(Value);
  if (E)
    Out.push_back(assign(Result, lacuna::cast(Result.Ty, E),
                         Builder.tag(Value->getExprLoc())));
  return E != nullptr;
}

/// Lifts \p E, which may not run, to \p Own; its value goes to \p Result.
bool Lifter::liftArm(const Place &Result, const clang::Expr *E,
                     std::vector<StmtRef> &Own) {
  llvm::SaveAndRestore Before(Front, &Own);
  LoopStack::Condition Under(Loops);
  return setNumber(Result, E, Own);
}

/// `a && f(b)` where f computes by statements, `a && ++b > c`, behind \p Left:
/// a variable and an `if`. Null, without refusal, where none are needed.
ExprRef Lifter::liftLogical(const clang::BinaryOperator *B,
                            const ExprRef &Left) {
  if (!Front || !needsStatements(B->getRHS()))
    return nullptr;
  SourceTag Tag = Builder.tag(B->getOperatorLoc());
  const Place Result{Builder.uniqueName("holds"), Type::boolean(), nullptr};
  std::vector<StmtRef> &Out = *Front, Own;
  Out.push_back(std::make_shared<VarStmt>(Result.Name, Result.Ty,
                                          lacuna::cast(Result.Ty, Left), Tag));
  ExprRef Goes = var(Result.Ty, Result.Name);
  if (B->getOpcode() == clang::BO_LOr)
    Goes = unary(UnaryOp::LogicalNot, Goes);
  LoopStack::Where Under(Loops, Left, B->getOpcode() == clang::BO_LAnd);
  if (!liftArm(Result, B->getRHS(), Own))
    return nullptr;
  Out.push_back(
      std::make_shared<IfStmt>(Goes, block(std::move(Own)), nullptr, Tag));
  return var(Result.Ty, Result.Name);
}

/// The same of `a ? f(b) : c`, of type \p Ty.
ExprRef Lifter::liftChosenCall(const clang::ConditionalOperator *C,
                               const Type &Ty, const ExprRef &Cond) {
  if (!Front || (!needsStatements(C->getTrueExpr()) &&
                 !needsStatements(C->getFalseExpr())))
    return nullptr;
  SourceTag Tag = Builder.tag(C->getQuestionLoc());
  const Place Result{Builder.uniqueName("chosen"), Ty, nullptr};
  std::vector<StmtRef> &Out = *Front, Then, Else;
  Out.push_back(std::make_shared<VarStmt>(Result.Name, Ty, nullptr, Tag));
  auto Arm = [&](const clang::Expr *E, bool Value, Stmts &Own) {
    LoopStack::Where Under(Loops, Cond, Value);
    return liftArm(Result, E, Own);
  };
  if (!Arm(C->getTrueExpr(), true, Then) ||
      !Arm(C->getFalseExpr(), false, Else))
    return nullptr;
  Out.push_back(std::make_shared<IfStmt>(Cond, block(std::move(Then)),
                                         block(std::move(Else)), Tag));
  return var(Ty, Result.Name);
}

/// \p List, which returns a value on each way through, to \p Out; \p Set says
/// where the value goes.
bool Lifter::returnInto(SetResult Set, ArrayRef<const clang::Stmt *> List,
                        std::vector<StmtRef> &Out) {
  Environment::Block OwnNames(Env);
  for (; !List.empty(); List = List.drop_front()) {
    const clang::Stmt *S = List.front();
    ArrayRef<const clang::Stmt *> Rest = List.drop_front();
    llvm::SaveAndRestore Before(Front, &Out);
    SourceTag Tag = Builder.tag(S->getBeginLoc());
    if (const auto *R = dyn_cast<clang::ReturnStmt>(S))
      return R->getRetValue() && Set(R->getRetValue(), Out);
    const auto *If = dyn_cast<clang::IfStmt>(S);
    if (!findReturn(S)) {
      if (!liftStepping(S, Rest, Out))
        return false;
      continue;
    }
    if (!If || If->getInit() || If->getConditionVariable() ||
        If->isConsteval() || If->isConstexpr())
      return returnFromWithin(Set, S, Rest, Out);
    ExprRef Cond = liftExpr(If->getCond());
    auto All = [&](const clang::Stmt *Body) {
      auto List = statements(Body);
      if (List.empty() || !isa<clang::ReturnStmt>(List.back()))
        List.append(Rest.begin(), Rest.end());
      return List;
    };
    if (Cond && neverReturns(All(If->getElse())) &&
        endsNowhere(Cond, /*Value=*/false, If->getCond()))
      return returnInto(Set, All(If->getThen()), Out);
    auto Arm = [&](const clang::Stmt *Body, bool Value) -> StmtRef {
      LoopStack::Where Holds(Loops, Cond, Value);
      std::vector<StmtRef> Own;
      return returnInto(Set, All(Body), Own) ? block(std::move(Own)) : nullptr;
    };
    LoopStack::Condition Under(Loops);
    StmtRef Then = Cond ? Arm(If->getThen(), true) : nullptr;
    StmtRef Else = Then ? Arm(If->getElse(), false) : nullptr;
    if (Else)
      Out.push_back(std::make_shared<IfStmt>(Cond, Then, Else, Tag));
    return Else != nullptr;
  }
  return Diags.refuse(Source.Root->getBeginLoc(),
                      msg::FunctionReturnsNothing()),
         false;
}

/// The value of \p C, whose body goes to \p Out.
ExprRef Lifter::computedValue(const clang::CallExpr *C, const Type &Ty,
                              std::vector<StmtRef> &Out) {
  ExprRef Value;
  SourceTag Tag = Builder.tag(C->getExprLoc());
  inBody(C, &Out, [&](ArrayRef<const clang::Stmt *> List) {
    for (const clang::Stmt *S : List)
      Loops.nameLoops(S, /*IsInlined=*/true);
    std::string Name = Builder.uniqueName("returned");
    const auto *Last =
        List.empty() ? nullptr : dyn_cast<clang::ReturnStmt>(List.back());
    if (Last && Last->getRetValue() &&
        llvm::none_of(List.drop_back(), findReturn)) {
      llvm::SaveAndRestore Before(Front, &Out);
      if (!liftList(List, Out, /*Left=*/1))
        return false;
      ExprRef Returned = liftValue(Last->getRetValue());
      if (!Returned)
        return false;
      Out.push_back(
          std::make_shared<LetStmt>(Name, lacuna::cast(Ty, Returned), Tag));
    } else {
      Out.push_back(std::make_shared<VarStmt>(Name, Ty, nullptr, Tag));
      const Place Result{Name, Ty, nullptr};
      auto Set = [&](const clang::Expr *Returned, std::vector<StmtRef> &To) {
        return setNumber(Result, Returned, To);
      };
      if (!returnInto(Set, List, Out))
        return false;
    }
    Value = var(Ty, Name);
    return true;
  });
  return Value;
}

/// Whether \p F does more than declare variables before it returns a place.
static bool choosesPlace(const clang::FunctionDecl *F) {
  auto List = statements(F->getBody());
  return llvm::any_of(List, [](const clang::Stmt *S) {
    return isa<clang::IfStmt, clang::ForStmt, clang::WhileStmt>(S) &&
           findReturn(S);
  });
}

ExprRef Lifter::inlineValue(const clang::CallExpr *C) {
  auto Ty = Types.scalar(C->getType());
  if (!Ty)
    return Diags.refuseType(C->getExprLoc(), C->getType());
  const clang::FunctionDecl *F = liftedBody(C);
  // Of a place that is chosen the value alone is asked for.
  if (C->isGLValue() && !(F && choosesPlace(F))) {
    auto L = inlineLocation(C);
    return L ? valueAt(*L, C) : nullptr;
  }
  if (Front && F && hasStatements(F))
    return computedValue(C, *Ty, *Front);
  ExprRef Value;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    Value = returnedValue(List, *Ty);
    return Value != nullptr;
  });
  return Value;
}

/// The last statement's `return`, after declarations; or null.
const clang::Expr *Lifter::onlyReturned(ArrayRef<const clang::Stmt *> List) {
  for (const clang::Stmt *S : List) {
    if (const auto *R = dyn_cast<clang::ReturnStmt>(S))
      return R->getRetValue();
    if (doesNothing(S, Context) || leavesCheck(S))
      continue;
    if (Diags.any())
      return nullptr;
    const auto *D = dyn_cast<clang::DeclStmt>(S);
    if (!D || !llvm::all_of(D->decls(), [&](const clang::Decl *Decl) {
          const auto *V = dyn_cast<clang::VarDecl>(Decl);
          return declaresNoObject(Decl) || (V && declareForwarded(V));
        })) {
      Diags.refuse(S->getBeginLoc(), msg::PlaceFunctionStatement());
      return nullptr;
    }
  }
  return nullptr;
}

std::optional<Location> Lifter::inlineLocation(const clang::CallExpr *C) {
  std::optional<Location> L;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    L = Returned ? locate(Returned) : std::nullopt;
    // A scalar is bound while the callee's terms are known.
    if (L && L->K == Location::Kind::Invariant) {
      ExprRef Value = Ops.scalar(Returned);
      L = Location{Location::Kind::Value, {"", Type::i64(), Value}, nullptr};
      return Value != nullptr;
    }
    return L.has_value();
  });
  return Diags.any() ? std::nullopt : L;
}

std::optional<RecordPlace> Lifter::inlineRecord(const clang::CallExpr *C) {
  std::optional<RecordPlace> P;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    P = Returned ? locateRecord(Returned) : std::nullopt;
    return P.has_value();
  });
  return Diags.any() ? std::nullopt : P;
}

std::optional<PointerValue> Lifter::inlinePointer(const clang::CallExpr *C) {
  std::optional<PointerValue> P;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    P = Returned ? pointer(Returned) : std::nullopt;
    return P.has_value();
  });
  return Diags.any() ? std::nullopt : P;
}

/// A call as a statement: the body as a block.
bool Lifter::inlineStatement(const clang::CallExpr *C,
                             std::vector<StmtRef> &Out) {
  std::vector<StmtRef> Block;
  llvm::SaveAndRestore Before(Front, &Block);
  bool Ok = inBody(C, &Block, [&](ArrayRef<const clang::Stmt *> List) {
    for (const clang::Stmt *S : List)
      Loops.nameLoops(S, /*IsInlined=*/true);
    llvm::SaveAndRestore OwnEnd(End, {/*IsCallee=*/true, /*AtEnd=*/true});
    ReturnTarget Within;
    llvm::SaveAndRestore Target(Returning, &Within);
    StmtRef Body = liftScope(List);
    if (Body)
      llvm::append_range(Block, statementsOf(Body));
    return Body != nullptr;
  });
  if (!Ok)
    return false;
  Lets.dropUnused(Block);
  Out.push_back(block(std::move(Block)));
  return true;
}

} // namespace lacuna::plugin
