//===- Body.cpp - the user's statements to the statement tree -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// What stops the lift at \p S, a statement that is no part of the language of
/// nests, and what would be accepted.
std::string refusalOf(const clang::Stmt *S) {
  if (isa<clang::BreakStmt>(S))
    return "'break' leaves the loop early; accepted are loops that run to "
           "their bound";
  if (isa<clang::ContinueStmt>(S))
    return "'continue' skips the rest of the body; accepted is an 'if' around "
           "that rest";
  if (isa<clang::ReturnStmt, clang::CoreturnStmt>(S))
    return "'return' leaves the nest early; accepted are loops that run to "
           "their bound";
  if (isa<clang::GotoStmt, clang::IndirectGotoStmt>(S))
    return "'goto' in the nest; accepted are 'for' and 'if'";
  if (isa<clang::LabelStmt>(S))
    return "label in the nest; accepted are 'for' and 'if'";
  if (isa<clang::SwitchStmt>(S))
    return "'switch' in the nest; accepted are 'if' and '?:'";
  if (isa<clang::AsmStmt>(S))
    return "'asm' may have side effects; accepted are assignments";
  if (isa<clang::CXXTryStmt>(S))
    return "'try' in the nest; accepted are statements that throw nothing";
  if (isa<clang::OMPExecutableDirective>(S))
    return "OpenMP directive inside the nest; accepted is '#pragma sparse' "
           "alone, which makes its own";
  return "statement is not supported in the nest; accepted are declarations, "
         "assignments, 'for' and 'if'";
}

/// The loop behind `#pragma omp simd`, whose clauses only say that its
/// iterations may run side by side; or null.
const clang::Stmt *vectorLoop(const clang::Stmt *S) {
  const auto *D = dyn_cast<clang::OMPSimdDirective>(S);
  bool IsHint = D && llvm::all_of(D->clauses(), [](const clang::OMPClause *C) {
                  return isa<clang::OMPReductionClause, clang::OMPSafelenClause,
                             clang::OMPSimdlenClause, clang::OMPAlignedClause,
                             clang::OMPNontemporalClause>(C);
                });
  return IsHint ? D->getRawStmt() : nullptr;
}

/// What stops the lift at \p E, an expression used as a statement.
std::string refusalOfExpr(const clang::Expr *E) {
  if (isa<clang::CXXThrowExpr>(E))
    return "'throw' leaves the nest early; accepted are loops that run to "
           "their bound";
  if (isa<clang::CXXNewExpr>(E))
    return "'new' in the nest; accepted are arrays allocated before the nest";
  if (isa<clang::CXXDeleteExpr>(E))
    return "'delete' in the nest; accepted is to free after the nest";
  if (isa<clang::CoawaitExpr, clang::CoyieldExpr>(E))
    return "coroutine is suspended in the nest; accepted are statements that "
           "run to their end";
  return "statement computes a value that nothing uses; accepted are "
         "assignments";
}

Type unsignedOf(const Type &T) {
  return Type(TypeClass::UInt, T.bits(), "unsigned " + T.spelling().str());
}

/// Whether \p E is the value of \p Read, perhaps promoted.
bool isValueOf(const ExprRef &E, const ExprRef &Read) {
  if (structurallyEqual(E, Read))
    return true;
  const auto *C = dyn_cast<CastExpr>(E.get());
  return C && structurallyEqual(C->operand(), Read);
}

std::optional<ReduceOp> reduction(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ReduceOp::Add;
  case BinaryOp::Mul:
    return ReduceOp::Mul;
  case BinaryOp::And:
    return ReduceOp::And;
  case BinaryOp::Or:
    return ReduceOp::Or;
  case BinaryOp::Xor:
    return ReduceOp::Xor;
  case BinaryOp::Min:
    return ReduceOp::Min;
  case BinaryOp::Max:
    return ReduceOp::Max;
  default:
    // Logical operators skip their right operand: as a reduction they would
    // read what the user's loop does not.
    return std::nullopt;
  }
}

/// \p E as it was before a conversion that keeps every value: narrow operands
/// are compared as `int`.
const ExprRef &unconverted(const ExprRef &E) {
  const auto *C = dyn_cast<CastExpr>(E.get());
  return C && C->type().holdsAllOf(C->operand()->type()) ? C->operand() : E;
}

/// The operator by which `Cond ? New : Old` combines \p Old and \p New, if it
/// is Min or Max. Among floating-point numbers the order of operands matters.
std::optional<ReduceOp> extremum(const ExprRef &Cond, const ExprRef &Old,
                                 const ExprRef &New) {
  const auto *C = dyn_cast<BinaryExpr>(Cond.get());
  if (!C || Old->type() != New->type())
    return std::nullopt;
  BinaryOp Op = C->op();
  bool OrEqual = Op == BinaryOp::Le || Op == BinaryOp::Ge;
  bool Less = Op == BinaryOp::Lt || Op == BinaryOp::Le;
  if ((!Less && Op != BinaryOp::Gt && Op != BinaryOp::Ge) ||
      (OrEqual && !Old->type().isInteger()))
    return std::nullopt;
  const ExprRef &Smaller = unconverted(Less ? C->lhs() : C->rhs());
  const ExprRef &Larger = unconverted(Less ? C->rhs() : C->lhs());
  if (structurallyEqual(Smaller, Old) && structurallyEqual(Larger, New))
    return ReduceOp::Max;
  if (structurallyEqual(Smaller, New) && structurallyEqual(Larger, Old))
    return ReduceOp::Min;
  return std::nullopt;
}

/// `if (x > m) m = x;` for a variable m, as a reduction; or null.
StmtRef asExtremum(const ExprRef &Cond, const StmtRef &Then, SourceTag Tag) {
  const auto *A = dyn_cast<AssignStmt>(Then.get());
  if (!A || A->op() != ReduceOp::None || A->target().Index ||
      usesVar(A->value(), A->target().Name))
    return nullptr;
  ExprRef Old = var(A->target().Ty, A->target().Name);
  auto Op = extremum(Cond, Old, A->value());
  return Op ? std::make_shared<AssignStmt>(A->target(), *Op, A->value(), false,
                                           Tag)
            : nullptr;
}

} // namespace

//===-- blocks and control ------------------------------------------------===//

StmtRef Lifter::liftBlock(const clang::Stmt *S) {
  return liftScope(statements(S));
}

StmtRef Lifter::liftScope(ArrayRef<const clang::Stmt *> List) {
  auto Saved = Env;
  size_t FirstOutcome = Outcomes.size();
  std::vector<StmtRef> Out;
  bool Ok = liftList(List, Out) && storeOutcomes(FirstOutcome, Out);
  Env = std::move(Saved);
  if (!Ok)
    return nullptr;
  dropUnused(Out);
  return block(std::move(Out));
}

/// Lets that only held loop bounds have gone into these.
void Lifter::dropUnused(std::vector<StmtRef> &Block) const {
  auto IsUsed = [&](llvm::StringRef Name, size_t From) {
    bool Used = false;
    for (const StmtRef &S : llvm::drop_begin(Block, From))
      walk(S, [&](const lacuna::Stmt &Part) {
        for (const ExprRef &E : expressions(Part))
          Used |= usesVar(E, Name);
        return !Used;
      });
    return Used || llvm::any_of(Result.Graph.IndexVars, [&](const auto &V) {
             return V.Coordinate == Name;
           });
  };
  for (size_t N = Block.size(); N-- > 0;) {
    const auto *Let = dyn_cast<LetStmt>(Block[N].get());
    if (Let && LetValues.count(Let->name()) && !IsUsed(Let->name(), N + 1))
      Block.erase(Block.begin() + N);
  }
}

bool Lifter::liftList(ArrayRef<const clang::Stmt *> List,
                      std::vector<StmtRef> &Out) {
  llvm::SaveAndRestore EndsIteration(AtEnd);
  bool ListAtEnd = AtEnd;
  for (; !List.empty(); List = List.drop_front()) {
    const clang::Stmt *S = List.front();
    ArrayRef<const clang::Stmt *> Rest = List.drop_front();
    if (ListAtEnd && isLoopJump(S))
      return liftJump(S, Out);
    if (ListAtEnd && !Rest.empty() && findJump(S)) {
      AtEnd = true;
      return liftJumping(S, Rest, Out);
    }
    AtEnd = ListAtEnd && Rest.empty();
    if (!liftStepping(S, Rest, Out))
      return false;
  }
  return true;
}

/// `y[k++] = e;` as `y[k] = e; ++k;`, for a variable that no function which the
/// statement calls can look at.
bool Lifter::liftStepping(const clang::Stmt *S,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  llvm::SmallVector<const clang::UnaryOperator *, 2> After;
  for (const clang::UnaryOperator *U : postIncrements(S)) {
    const clang::VarDecl *V = rootVariable(U->getSubExpr());
    bool IsOwn = V->hasLocalStorage() && (!V->getType()->isReferenceType() ||
                                          !scalarType(V->getType()));
    bool Moves = !U->getType()->isPointerType() || Moving.contains(V);
    if (IsOwn && Moves && Stepped.insert(U).second)
      After.push_back(U);
  }
  if (!liftStmt(S, Rest, Out))
    return false;
  for (const clang::UnaryOperator *U : After) {
    if (!liftExprStmt(U, {}, Out))
      return false;
    // A function may be called again.
    Stepped.erase(U);
  }
  return true;
}

bool Lifter::liftStmt(const clang::Stmt *S, ArrayRef<const clang::Stmt *> Rest,
                      std::vector<StmtRef> &Out) {
  while (const auto *A = dyn_cast<clang::AttributedStmt>(S))
    S = A->getSubStmt();
  if (isa<clang::NullStmt>(S))
    return true;
  bool IsOnce = isa<clang::Expr, clang::DeclStmt, clang::IfStmt>(S);
  llvm::SaveAndRestore Before(Front, IsOnce ? &Out : nullptr);
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Decl : D->decls()) {
      if (const auto *V = dyn_cast<clang::VarDecl>(Decl)) {
        if (!declare(V, Rest, Out))
          return false;
      } else if (!isa<clang::TypeDecl, clang::StaticAssertDecl,
                      clang::EmptyDecl, clang::UsingDecl,
                      clang::UsingDirectiveDecl>(Decl)) {
        refuse(Decl->getLocation(), "declaration is not supported in the nest; "
                                    "accepted are variables");
        return false;
      }
    }
    return true;
  }
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return liftExprStmt(E, Rest, Out);
  StmtRef New;
  if (isa<clang::CompoundStmt>(S))
    New = liftBlock(S);
  else if (isLoop(S)) {
    std::string Why = whyUncounted(S, Rest);
    if (!Why.empty())
      return liftUncounted(S, std::move(Why), Rest, Out);
    New = liftLoop(S);
  } else if (const clang::Stmt *Loop = vectorLoop(S)) {
    return liftStmt(Loop, Rest, Out);
  } else if (const auto *I = dyn_cast<clang::IfStmt>(S))
    New = liftIf(I, statements(I->getThen()), statements(I->getElse()));
  else
    refuse(S->getBeginLoc(), refusalOf(S));
  if (!New)
    return false;
  Out.push_back(New);
  return true;
}

StmtRef Lifter::liftIf(const clang::IfStmt *If,
                       ArrayRef<const clang::Stmt *> ThenList,
                       ArrayRef<const clang::Stmt *> ElseList) {
  if (If->getInit() || If->getConditionVariable())
    return refuse(If->getIfLoc(), "'if' declares a variable; accepted is a "
                                  "declaration in front of it");
  if (If->isConsteval())
    return refuse(If->getIfLoc(), "'if consteval' is not supported; accepted "
                                  "is 'if (condition)'");
  if (If->isConstexpr())
    if (auto Chosen = If->getNondiscardedCase(Context))
      return liftScope(*Chosen == If->getThen() ? ThenList : ElseList);
  SourceTag Tag = tag(If->getIfLoc());
  ExprRef Cond = liftExpr(If->getCond());
  if (!Cond)
    return nullptr;
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  ++Conditional;
  StmtRef Then = liftScope(ThenList);
  StmtRef Else = Then && !ElseList.empty() ? liftScope(ElseList) : nullptr;
  --Conditional;
  if (!Then || (!ElseList.empty() && !Else))
    return nullptr;
  if (StmtRef Extremum = Else ? nullptr : asExtremum(Cond, Then, Tag))
    return Extremum;
  if (Else && statementsOf(Then).empty())
    return std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, Cond), Else,
                                    nullptr, Tag);
  return std::make_shared<IfStmt>(Cond, Then, Else, Tag);
}

//===-- declarations ------------------------------------------------------===//

bool Lifter::declare(const clang::VarDecl *V,
                     ArrayRef<const clang::Stmt *> Rest,
                     std::vector<StmtRef> &Out) {
  clang::QualType QT = V->getType();
  if (V->isStaticLocal() || V->hasExternalStorage() ||
      V->getTLSKind() != clang::VarDecl::TLS_None) {
    refuse(V->getLocation(), "'" + V->getNameAsString() +
                                 "' outlives the iteration that declares it; "
                                 "accepted are plain local variables");
    return false;
  }
  if (const auto *D = dyn_cast<clang::DecompositionDecl>(V))
    return declareParts(D, Rest, Out);
  if (isLambda(QT) && lambdaOf(V->getInit()))
    return true;
  if (isRecord(QT) && V->hasInit())
    return declareRecord(V, Rest, &Out);
  bool IsRow = QT->isReferenceType() && QT->getPointeeType()->isArrayType();
  if (IsRow || !pointerWithin(QT).isNull())
    return declarePointer(V, Rest, Out);
  if (QT->isReferenceType())
    return declareReference(V, Rest, Out);
  if (QT->isArrayType())
    return declareArray(V, Out);
  auto Ty = scalarTypeAt(QT, V->getLocation());
  if (!Ty)
    return false;
  if (V->hasInit()) {
    ExprRef Init = liftValue(V->getInit());
    if (!Init)
      return false;
    define(V, *Ty, cast(*Ty, Init), Rest, V->getLocation(), Out);
    return true;
  }
  // Best declared where it gets its value.
  if (!firstUncovered(Rest, V))
    return true;
  std::string Name = uniqueName(V->getNameAsString());
  Out.push_back(
      std::make_shared<VarStmt>(Name, *Ty, nullptr, tag(V->getLocation())));
  Env[V] = {Entity::Kind::Local, Name, *Ty, nullptr};
  return true;
}

void Lifter::define(const clang::VarDecl *V, const Type &Ty, ExprRef Init,
                    ArrayRef<const clang::Stmt *> Rest,
                    clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  bool Changes =
      llvm::any_of(Rest, [&](const clang::Stmt *S) { return findWrite(S, V); });
  if (Changes && !Uncounted && Ty.isInteger() && loopSteppedFrom(Rest, V)) {
    // The loop that steps it makes an index variable of it.
    Env[V] = {Entity::Kind::Forward, V->getNameAsString(), Ty, Init};
    return;
  }
  std::string Name = uniqueName(V->getNameAsString());
  ExprRef Value;
  if (Changes) {
    Out.push_back(std::make_shared<VarStmt>(Name, Ty, Init, tag(Loc)));
  } else {
    Out.push_back(std::make_shared<LetStmt>(Name, Init, tag(Loc)));
    Value = noteLet(Name, Init);
    if (Value)
      noteCoordinate(Value, Name);
  }
  Env[V] = {Entity::Kind::Local, Name, Ty, nullptr};
  if (!Inside.contains(V))
    noteOutcome(
        {V, Name, /*IsCounter=*/false, Value, Path, Conditional != 0, Loc});
}

/// Remembers what let \p Name holds, if that is over operands and indices
/// alone and small: values of lets are copied where they are needed. Null if
/// it is not.
ExprRef Lifter::noteLet(llvm::StringRef Name, const ExprRef &Init) {
  constexpr unsigned Limit = 256;
  unsigned Size = 0;
  bool Known = true;
  walk(Init, [&](const lacuna::Expr &E) {
    ++Size;
    const auto *V = dyn_cast<VarExpr>(&E);
    if (!V || operand(V->name()) || Result.Graph.findIndexVar(V->name()))
      return;
    Size += LetSizes.lookup(V->name());
    Known &= LetValues.count(V->name()) != 0;
  });
  if (!Known || Size > Limit)
    return nullptr;
  LetSizes[Name] = Size;
  return LetValues[Name] = substitute(Init, LetValues);
}

bool Lifter::declareReference(const clang::VarDecl *V,
                              ArrayRef<const clang::Stmt *> Rest,
                              std::vector<StmtRef> &Out) {
  auto Ty = scalarTypeAt(V->getType(), V->getLocation());
  if (!Ty)
    return false;
  const clang::Expr *Init = V->getInit();
  if (const auto *Full = dyn_cast<clang::ExprWithCleanups>(Init))
    Init = Full->getSubExpr();
  auto L = locate(Init);
  if (!L)
    return false;
  if (L->K == Location::Kind::Value) {
    define(V, *Ty, L->Place.Index, Rest, V->getLocation(), Out);
    return true;
  }
  if (L->K != Location::Kind::Place || !L->Place.Index) {
    refuse(V->getLocation(), "'" + V->getNameAsString() +
                                 "' refers to a variable; accepted are "
                                 "references to array elements");
    return false;
  }
  ExprRef Index = fixed(L->Place.Index, V, Out);
  Env[V] = {Entity::Kind::Alias,  L->Place.Name, L->Place.Ty, Index, {},
            fixed(L->Row, V, Out)};
  return true;
}

/// \p E as it is now, for uses further on: \p E itself where it cannot change,
/// else a let.
ExprRef Lifter::fixed(const ExprRef &E, llvm::StringRef For,
                      clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!E)
    return nullptr;
  ExprRef Value = substitute(E, LetValues);
  bool Fixed = true;
  for (const auto &Entry : freeVars(Value))
    Fixed &=
        operand(Entry.getKey()) || Result.Graph.findIndexVar(Entry.getKey());
  walk(Value, [&](const lacuna::Expr &Part) { Fixed &= !isa<LoadExpr>(Part); });
  if (Fixed)
    return E;
  std::string Name = uniqueName(For.str() + "_at");
  Out.push_back(std::make_shared<LetStmt>(Name, E, tag(Loc)));
  noteLet(Name, E);
  return var(E->type(), Name);
}

/// Appends the elements that \p Init lists for an array of type \p Ty, as they
/// lie in memory; those behind the last one are zero. False for other
/// initialisers.
static bool listElements(const clang::Expr *Init, clang::QualType Ty,
                         std::vector<const clang::Expr *> &Values) {
  const auto *A =
      dyn_cast<clang::ConstantArrayType>(Ty->getAsArrayTypeUnsafe());
  const auto *List = dyn_cast<clang::InitListExpr>(Init->IgnoreParens());
  if (!List || !A)
    return false;
  bool Nested = A->getElementType()->isArrayType();
  if (Nested && List->getNumInits() != A->getSize().getZExtValue())
    return List->getNumInits() == 0 && Values.empty();
  return llvm::all_of(List->inits(), [&](const clang::Expr *Part) {
    if (!Nested) {
      Values.push_back(Part);
      return true;
    }
    size_t First = Values.size();
    const auto *Row = llvm::cast<clang::ConstantArrayType>(
        A->getElementType()->getAsArrayTypeUnsafe());
    return listElements(Part, A->getElementType(), Values) &&
           Values.size() - First == Row->getSize().getZExtValue();
  });
}

/// `double acc[4] = {};`
bool Lifter::declareArray(const clang::VarDecl *V, std::vector<StmtRef> &Out) {
  const clang::ConstantArrayType *A =
      Context.getAsConstantArrayType(V->getType());
  if (!A) {
    refuse(V->getLocation(), "array '" + V->getNameAsString() +
                                 "' is declared in the nest; accepted are "
                                 "constant sizes");
    return false;
  }
  auto Elem = scalarTypeAt(Context.getBaseElementType(A), V->getLocation());
  if (!Elem)
    return false;
  uint64_t Size = Context.getConstantArrayElementCount(A);
  std::vector<const clang::Expr *> Values;
  ExprRef Init;
  if (V->hasInit()) {
    bool Listed = listElements(V->getInit(), V->getType(), Values);
    if (!Listed || (!Elem->isArithmetic() && Values.size() != Size)) {
      refuse(V->getInit()->getExprLoc(),
             "array '" + V->getNameAsString() +
                 "' has an initialiser that is no list of its elements; "
                 "accepted is '= {...}'");
      return false;
    }
    bool Zero = llvm::all_of(Values, isZero);
    if (Zero)
      Values.clear();
    if (Elem->isArithmetic() && Values.size() != Size)
      Init = zero(*Elem);
  }
  std::string Name = uniqueName(V->getNameAsString());
  SourceTag Tag = tag(V->getLocation());
  std::vector<ExprRef> Elements;
  for (const clang::Expr *Value : Values) {
    Elements.push_back(liftValue(Value));
    if (!Elements.back())
      return false;
  }
  Out.push_back(
      std::make_shared<LocalArrayStmt>(Name, *Elem, i64(Size), Init, Tag));
  for (size_t N = 0; N < Elements.size(); ++N)
    Out.push_back(assign({Name, *Elem, i64(N)}, cast(*Elem, Elements[N]), Tag));
  Env[V] = {Entity::Kind::Array, Name, *Elem, nullptr};
  return true;
}

//===-- assignments -------------------------------------------------------===//

/// `c ? a : b;`, `c && a;`, `c || b;`
bool Lifter::liftChoice(const clang::Expr *Cond, const clang::Expr *Then,
                        const clang::Expr *Else, std::vector<StmtRef> &Out) {
  SourceTag Tag = tag(Cond->getBeginLoc());
  ExprRef C = liftExpr(Cond);
  if (!C)
    return false;
  ++Conditional;
  auto Arm = [&](const clang::Expr *E) {
    return E ? liftScope({E->IgnoreParenImpCasts()}) : block({});
  };
  StmtRef A = Arm(Then), B = A ? Arm(Else) : nullptr;
  --Conditional;
  if (!B)
    return false;
  if (statementsOf(A).empty()) {
    std::swap(A, B);
    C = unary(UnaryOp::LogicalNot, C);
  }
  if (!statementsOf(A).empty())
    Out.push_back(std::make_shared<IfStmt>(
        C, A, statementsOf(B).empty() ? nullptr : B, Tag));
  return true;
}

bool Lifter::liftExprStmt(const clang::Expr *E,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  E = E->IgnoreParens();
  if (liftMove(E, Out))
    return !Refusal;
  if (const auto *C = dyn_cast<clang::CompoundAssignOperator>(E))
    return liftCompound(C, Out);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E)) {
    if (B->getOpcode() == clang::BO_Assign)
      return liftAssign(B->getLHS(), B->getRHS(), Rest, B->getBeginLoc(), Out);
    if (B->getOpcode() == clang::BO_Comma) {
      llvm::SmallVector<const clang::Stmt *, 8> After{B->getRHS()};
      After.append(Rest.begin(), Rest.end());
      return liftExprStmt(B->getLHS(), After, Out) &&
             liftExprStmt(B->getRHS(), Rest, Out);
    }
    if (B->getOpcode() == clang::BO_LAnd)
      return liftChoice(B->getLHS(), B->getRHS(), nullptr, Out);
    if (B->getOpcode() == clang::BO_LOr)
      return liftChoice(B->getLHS(), nullptr, B->getRHS(), Out);
  }
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return liftChoice(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), Out);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    if (U->isIncrementDecrementOp())
      return liftStep(U, Out);
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    if (isStandard(C->getDirectCallee()) &&
        !scalarTypeAt(C->getArg(0)->getType(), C->getBeginLoc()))
      return false;
    if (C->isAssignmentOp() && scalarType(C->getArg(0)->getType()))
      return liftOperatorCall(C, Rest, Out);
    const auto *M =
        dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    if (C->getOperator() == clang::OO_Equal && M && M->isTrivial() &&
        isRecord(C->getArg(0)->getType()))
      return assignRecord(C->getArg(0), C->getArg(1), C->getBeginLoc(), Out);
    if (C->getOperator() == clang::OO_Equal &&
        isIterator(C->getArg(0)->getType()))
      return liftAssign(C->getArg(0), C->getArg(1), Rest, C->getBeginLoc(),
                        Out);
  }
  if (isNoOperation(E))
    return true;
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return inlineStatement(C, Out);
  refuse(E->getExprLoc(), refusalOfExpr(E));
  return false;
}

bool Lifter::liftAssign(const clang::Expr *Target, const clang::Expr *Value,
                        ArrayRef<const clang::Stmt *> Rest,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  const clang::VarDecl *V = namedVariable(Target);
  if (V && !pointerWithin(V->getType()).isNull())
    return definePointer(V, Value, Rest, Loc, Out);
  const auto *Inner =
      dyn_cast<clang::BinaryOperator>(Value->IgnoreParenImpCasts());
  if (Inner && Inner->isAssignmentOp() && !Assigned.count(Inner))
    return liftChained(Inner, Target, Value, Rest, Loc, Out);
  if (V && !V->getType()->isReferenceType() && !Env.count(V)) {
    auto Ty = V->getTLSKind() == clang::VarDecl::TLS_None
                  ? scalarTypeAt(V->getType(), Loc)
                  : (refuse(Loc, "'" + V->getNameAsString() +
                                     "' is thread_local; accepted are local "
                                     "variables"),
                     std::nullopt);
    ExprRef Init = Ty ? liftValue(Value) : nullptr;
    if (!Init)
      return false;
    define(V, *Ty, cast(*Ty, Init), Rest, Loc, Out);
    return true;
  }
  auto P = target(Target);
  ExprRef New = P ? liftValue(Value) : nullptr;
  if (!New)
    return false;
  noteWritten(*P);
  Out.push_back(assignment(*P, cast(P->Ty, New), tag(Loc)));
  return true;
}

/// `a = b = e`, of which \p Inner is `b = e`.
bool Lifter::liftChained(const clang::BinaryOperator *Inner,
                         const clang::Expr *Target, const clang::Expr *Value,
                         ArrayRef<const clang::Stmt *> Rest,
                         clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!liftExprStmt(Inner, Rest, Out))
    return false;
  ExprRef Known;
  if (Inner->getOpcode() == clang::BO_Assign && !Out.empty())
    for (const ExprRef &E : expressions(*Out.back()))
      if (isa<ConstantExpr>(E.get()))
        Known = E;
  Assigned[Inner] = Known;
  bool Ok = liftAssign(Target, Value, Rest, Loc, Out);
  Assigned.erase(Inner);
  return Ok;
}

/// An assignment that may be a reduction spelled out: `s = s + e`.
StmtRef Lifter::assignment(const Place &P, const ExprRef &Value,
                           SourceTag Tag) {
  ExprRef Inner = Value;
  if (const auto *C = dyn_cast<CastExpr>(Inner.get()))
    Inner = C->operand();
  ExprRef Old = read(P);
  const auto *B = dyn_cast<BinaryExpr>(Inner.get());
  if (B && reduction(B->op()) && B->type() == B->lhs()->type()) {
    bool Ordered = B->op() == BinaryOp::Sub ||
                   ((B->op() == BinaryOp::Min || B->op() == BinaryOp::Max) &&
                    !B->type().isInteger()) ||
                   B->type().isOpaque();
    auto Reads = [&](const ExprRef &E) {
      return !P.Index && usesVar(E, P.Name);
    };
    if (isValueOf(B->lhs(), Old) && !Reads(B->rhs()))
      return update(P, B->op(), B->rhs(), Tag);
    if (!Ordered && isValueOf(B->rhs(), Old) && !Reads(B->lhs()))
      return update(P, B->op(), B->lhs(), Tag);
  }
  const auto *S = dyn_cast<SelectExpr>(Value.get());
  if (S && structurallyEqual(S->elseArm(), Old) &&
      (P.Index || !usesVar(S->thenArm(), P.Name)))
    if (auto Op = extremum(S->cond(), Old, S->thenArm()))
      return std::make_shared<AssignStmt>(P, *Op, S->thenArm(), false, Tag);
  return std::make_shared<AssignStmt>(P, ReduceOp::None, Value, false, Tag);
}

/// `P = (type of P)((type of Value)P Op Value)`.
StmtRef Lifter::update(const Place &P, BinaryOp Op, ExprRef Value,
                       SourceTag Tag) {
  if (Op == BinaryOp::Sub) {
    // a - b is a + (-b), in a type where -b cannot overflow.
    if (Value->type().isSigned())
      Value = cast(unsignedOf(Value->type()), Value);
    Value = unary(UnaryOp::Neg, Value);
  }
  return std::make_shared<AssignStmt>(P, *reduction(Op), Value, false, Tag);
}

bool Lifter::liftCompound(const clang::CompoundAssignOperator *A,
                          std::vector<StmtRef> &Out) {
  auto P = target(A->getLHS());
  ExprRef Value = P ? liftExpr(A->getRHS()) : nullptr;
  auto Computed =
      Value ? scalarTypeAt(A->getComputationLHSType(), A->getExprLoc())
            : std::nullopt;
  if (!Computed ||
      ((Computed->isFloat() || P->Ty.isFloat()) && !noteFloatingPoint(A)))
    return false;
  BinaryOp Op = *builtinOperator(
      clang::BinaryOperator::getOpForCompoundAssignment(A->getOpcode()));
  noteWritten(*P);
  SourceTag Tag = tag(A->getBeginLoc());
  if (reduction(Op))
    Out.push_back(update(*P, Op, Value, Tag));
  else
    Out.push_back(std::make_shared<AssignStmt>(
        *P, ReduceOp::None,
        cast(P->Ty, binary(Op, cast(*Computed, read(*P)), Value)), false, Tag));
  return true;
}

bool Lifter::liftStep(const clang::UnaryOperator *U,
                      std::vector<StmtRef> &Out) {
  auto P = target(U->getSubExpr());
  if (!P)
    return false;
  if (P->Ty.isFloat() && !noteFloatingPoint(U))
    return false;
  noteWritten(*P);
  Type Computed = P->Ty.isInteger() && P->Ty.bits() < 32 ? Type::i32() : P->Ty;
  ExprRef One = P->Ty.isFloat()
                    ? std::make_shared<ConstantExpr>(Computed, "1.0")
                    : constant(Computed, 1);
  Out.push_back(update(*P, U->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub,
                       One, tag(U->getBeginLoc())));
  return true;
}

/// Assignments of std::complex.
bool Lifter::liftOperatorCall(const clang::CXXOperatorCallExpr *C,
                              ArrayRef<const clang::Stmt *> Rest,
                              std::vector<StmtRef> &Out) {
  const clang::Expr *Left = C->getArg(0), *Right = C->getArg(1);
  auto Ty = scalarTypeAt(Left->getType(), C->getBeginLoc());
  if (!Ty)
    return false;
  auto From = scalarType(Right->getType());
  if (!From || *From != *Ty) {
    refuse(Right->getExprLoc(), "'" + Ty->spelling().str() +
                                    "' is assigned from another type; "
                                    "accepted is a value of its own type");
    return false;
  }
  if (C->getOperator() == clang::OO_Equal)
    return liftAssign(Left, Right, Rest, C->getBeginLoc(), Out);
  std::optional<BinaryOp> Op;
  if (C->getOperator() == clang::OO_PlusEqual)
    Op = BinaryOp::Add;
  if (C->getOperator() == clang::OO_MinusEqual)
    Op = BinaryOp::Sub;
  if (C->getOperator() == clang::OO_StarEqual)
    Op = BinaryOp::Mul;
  if (!Op) {
    refuse(C->getOperatorLoc(), "operator is not supported for '" +
                                    Ty->spelling().str() +
                                    "'; accepted are '=', '+=', '-=' and "
                                    "'*='");
    return false;
  }
  auto P = target(Left);
  ExprRef Value = P && noteFloatingPoint(C) ? liftValue(Right) : nullptr;
  if (!Value)
    return false;
  noteWritten(*P);
  Out.push_back(update(*P, *Op, Value, tag(C->getBeginLoc())));
  return true;
}

std::optional<Place> Lifter::target(const clang::Expr *E) {
  auto L = locate(E);
  if (!L)
    return std::nullopt;
  switch (L->K) {
  case Location::Kind::Place:
    return placeAt(*L);
  case Location::Kind::Unassigned:
    refuseCarried(E->getExprLoc(), L->Var);
    return std::nullopt;
  case Location::Kind::Index:
  case Location::Kind::Invariant:
  case Location::Kind::Value:
    refuse(E->getExprLoc(), "assignment to '" + spell(E) +
                                "'; accepted are array elements and local "
                                "variables");
    return std::nullopt;
  }
  llvm_unreachable("all kinds of location are handled");
}

void Lifter::noteWritten(const Place &P) {
  if (Operand *O = P.Index ? operand(P.Name) : nullptr)
    O->Written = true;
}

} // namespace lacuna::plugin
