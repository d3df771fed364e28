//===- CursorCases.cpp - what a loop over cursors does, case by case ------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CursorCases.h"
#include "lacuna/ir/Rounding.h"
#include "lacuna/recognize/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <bit>
#include <functional>

using namespace llvm;

namespace lacuna {

//===-- cases -------------------------------------------------------------===//

LevelSet CursorCase::present() const {
  LevelSet Set = 0;
  for (const auto &[K, Rank] : enumerate(Ranks))
    if (Rank == 0)
      Set |= LevelSet(1) << K;
  return Set;
}

/// Ranks are used from 0 without gaps, by one cursor at least.
static bool isCase(ArrayRef<int> Ranks) {
  int Largest = *std::max_element(Ranks.begin(), Ranks.end());
  for (int Rank = 0; Rank <= Largest; ++Rank)
    if (!is_contained(Ranks, Rank))
      return false;
  return Largest >= 0;
}

std::vector<CursorCase> cursorCases(unsigned NumCursors, bool AllLeft) {
  std::vector<CursorCase> Result;
  CursorCase Next;
  Next.Ranks.assign(NumCursors, AllLeft ? 0 : CursorCase::AtEnd);
  for (unsigned K = 0; K != NumCursors;) {
    if (isCase(Next.Ranks))
      Result.push_back(Next);
    // Counts up, each digit below the number of cursors.
    for (K = 0; K != NumCursors; ++K) {
      if (++Next.Ranks[K] != int(NumCursors))
        break;
      Next.Ranks[K] = AllLeft ? 0 : CursorCase::AtEnd;
    }
  }
  return Result;
}

CursorCase onlyCursor(unsigned NumCursors, unsigned Only) {
  CursorCase Result;
  Result.Ranks.assign(NumCursors, CursorCase::AtEnd);
  Result.Ranks[Only] = 0;
  return Result;
}

std::optional<bool> holdsBeforeEnd(const BinaryExpr &E, const Cursor &C) {
  auto Compares = [&](const ExprRef &Position, const ExprRef &End) {
    return structurallyEqual(Position, C.Position) &&
           structurallyEqual(End, C.End);
  };
  bool IsForward = Compares(E.lhs(), E.rhs());
  if (!IsForward && !Compares(E.rhs(), E.lhs()))
    return std::nullopt;
  switch (E.op()) {
  case BinaryOp::Lt:
  case BinaryOp::Ge:
    return IsForward ? std::optional(E.op() == BinaryOp::Lt) : std::nullopt;
  case BinaryOp::Gt:
  case BinaryOp::Le:
    return IsForward ? std::nullopt : std::optional(E.op() == BinaryOp::Gt);
  case BinaryOp::Ne:
  case BinaryOp::Eq:
    return C.MeetsEnd ? std::optional(E.op() == BinaryOp::Ne) : std::nullopt;
  default:
    return std::nullopt;
  }
}

//===-- conditions on presence --------------------------------------------===//

namespace {

/// A condition and where it holds.
struct PresenceTerm {
  ExprRef Cond;
  std::function<bool(LevelSet)> Holds;
};

} // namespace

/// Simple conditions, the simplest first.
static std::vector<PresenceTerm> simpleTerms(ArrayRef<std::string> Names) {
  std::vector<PresenceTerm> Terms;
  for (bool Truth : {true, false})
    Terms.push_back(
        {constant(Type::boolean(), Truth), [=](LevelSet) { return Truth; }});
  auto Level = [&](size_t K) { return var(Type::boolean(), Names[K]); };
  for (size_t K = 0; K != Names.size(); ++K) {
    Terms.push_back({Level(K), [=](LevelSet S) { return (S >> K & 1) != 0; }});
    Terms.push_back({unary(UnaryOp::LogicalNot, Level(K)),
                     [=](LevelSet S) { return (S >> K & 1) == 0; }});
  }
  LevelSet All = (LevelSet(1) << Names.size()) - 1;
  ExprRef Both, Any;
  for (size_t K = 0; K != Names.size(); ++K) {
    Both = Both ? binary(BinaryOp::LogicalAnd, Both, Level(K)) : Level(K);
    Any = Any ? binary(BinaryOp::LogicalOr, Any, Level(K)) : Level(K);
  }
  Terms.push_back({Both, [=](LevelSet S) { return S == All; }});
  Terms.push_back({Any, [=](LevelSet S) { return S != 0; }});
  Terms.push_back(
      {unary(UnaryOp::LogicalNot, Both), [=](LevelSet S) { return S != All; }});
  return Terms;
}

/// That exactly the levels of \p Set are present.
static ExprRef exactly(ArrayRef<std::string> Names, LevelSet Set) {
  ExprRef Cond;
  for (const auto &[K, Name] : enumerate(Names)) {
    ExprRef Level = var(Type::boolean(), Name);
    if (!(Set >> K & 1))
      Level = unary(UnaryOp::LogicalNot, Level);
    Cond = Cond ? binary(BinaryOp::LogicalAnd, Cond, Level) : Level;
  }
  return Cond;
}

ExprRef presenceCondition(ArrayRef<std::string> Names, ArrayRef<LevelSet> Holds,
                          ArrayRef<LevelSet> Within) {
  for (const PresenceTerm &Term : simpleTerms(Names))
    if (all_of(Within, [&](LevelSet S) {
          return Term.Holds(S) == is_contained(Holds, S);
        }))
      return Term.Cond;
  ExprRef Cond;
  for (LevelSet S : Holds) {
    ExprRef One = exactly(Names, S);
    Cond = Cond ? binary(BinaryOp::LogicalOr, Cond, One) : One;
  }
  return Cond;
}

//===-- values ------------------------------------------------------------===//

std::nullptr_t CursorCases::fail(const Twine &Message) {
  if (Why.empty())
    Why = Message.str();
  return nullptr;
}

void CursorCases::eachOf(Cases In, function_ref<void(unsigned)> Fn) const {
  for (; In; In &= In - 1)
    Fn(std::countr_zero(In));
}

std::optional<unsigned> CursorCases::cursor(StringRef Name) const {
  for (const auto &[K, C] : enumerate(Cursors))
    if (C.Name == Name)
      return K;
  return std::nullopt;
}

/// Whether \p E, if it compares a cursor with its end, holds.
std::optional<bool> CursorCases::isLeft(const BinaryExpr &E,
                                        unsigned Case) const {
  for (const auto &[K, C] : enumerate(Cursors)) {
    std::optional<bool> Holds = holdsBeforeEnd(E, C);
    if (Holds && !(Moved[Case] >> K & 1))
      return *Holds == (Known[Case].Ranks[K] != CursorCase::AtEnd);
  }
  return std::nullopt;
}

CursorCases::Value CursorCases::valueOfBinary(const BinaryExpr &E,
                                              unsigned Case) const {
  using Kind = Value::Kind;
  if (std::optional<bool> Holds = isLeft(E, Case))
    return {Kind::Number, *Holds};
  Value L = valueOf(E.lhs(), Case), R = valueOf(E.rhs(), Case);
  bool IsAnd = E.op() == BinaryOp::LogicalAnd;
  if (IsAnd || E.op() == BinaryOp::LogicalOr) {
    // The operand that decides, and what neither decides.
    for (const Value &V : {L, R})
      if (V.isNumber() && (V.N != 0) != IsAnd)
        return {Kind::Number, !IsAnd};
    return L.isNumber() && R.isNumber() ? Value{Kind::Number, IsAnd} : Value{};
  }
  // Signed differences of different coordinates do not wrap round to 0.
  bool IsSign = L.K == Kind::Sign && R == Value{Kind::Number, 0};
  if (!IsSign && (L.K != R.K || (!L.isNumber() && !L.isRank())))
    return {};
  auto Truth = [](bool Holds) { return Value{Kind::Number, Holds}; };
  switch (E.op()) {
  case BinaryOp::Lt:
    return Truth(L.N < R.N);
  case BinaryOp::Le:
    return Truth(L.N <= R.N);
  case BinaryOp::Gt:
    return Truth(L.N > R.N);
  case BinaryOp::Ge:
    return Truth(L.N >= R.N);
  case BinaryOp::Eq:
    return Truth(L.N == R.N);
  case BinaryOp::Ne:
    return Truth(L.N != R.N);
  case BinaryOp::Min:
    return L.N < R.N ? L : R;
  case BinaryOp::Max:
    return L.N < R.N ? R : L;
  case BinaryOp::Sub:
    return L.isRank() && E.type().isSigned()
               ? Value{Kind::Sign, (L.N > R.N) - (L.N < R.N)}
               : Value{};
  default:
    return {};
  }
}

CursorCases::Value CursorCases::valueOf(const ExprRef &E, unsigned Case) const {
  using Kind = Value::Kind;
  if (Behind && structurallyEqual(E, Behind))
    return {Kind::Rank, INT64_MAX};
  for (const auto &[K, C] : enumerate(Cursors)) {
    bool Stands = !(Moved[Case] >> K & 1);
    int Rank = Known[Case].Ranks[K];
    auto *Load = dyn_cast<LoadExpr>(E.get());
    if (!Load || Load->array() != C.Crd)
      continue;
    auto *At = dyn_cast<VarExpr>(withoutIntegerCasts(Load->index()).get());
    if (At && At->name() == C.Name)
      return Stands && Rank != CursorCase::AtEnd ? Value{Kind::Rank, Rank}
                                                 : Value{};
  }
  if (auto *Var = dyn_cast<VarExpr>(E.get())) {
    auto Let = Lets.find(Var->name());
    return Let == Lets.end() ? Value{} : Let->second[Case];
  }
  std::optional<int64_t> Number = constantValue(E);
  if (Number == 0 || Number == 1)
    return {Kind::Number, *Number};
  if (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    Value V = valueOf(Cast->operand(), Case);
    bool Keeps = (Cast->type().isInteger() || Cast->type().isBool()) &&
                 Cast->type().holdsAllOf(Cast->operand()->type());
    return Keeps || V.isNumber() ? V : Value{};
  }
  if (auto *Unary = dyn_cast<UnaryExpr>(E.get())) {
    Value V = valueOf(Unary->operands()[0], Case);
    return Unary->op() == UnaryOp::LogicalNot && V.isNumber()
               ? Value{Kind::Number, V.N == 0}
               : Value{};
  }
  if (auto *Select = dyn_cast<SelectExpr>(E.get())) {
    Value Cond = valueOf(Select->cond(), Case);
    Value Then = valueOf(Select->thenArm(), Case);
    Value Else = valueOf(Select->elseArm(), Case);
    if (Cond.isNumber())
      return Cond.N ? Then : Else;
    return Then == Else ? Then : Value{};
  }
  if (auto *Binary = dyn_cast<BinaryExpr>(E.get()))
    return valueOfBinary(*Binary, Case);
  return {};
}

CursorCases::Cases CursorCases::where(const ExprRef &Cond, bool Truth,
                                      Cases In) const {
  Cases Result = 0;
  eachOf(In, [&](unsigned Case) {
    Value V = valueOf(Cond, Case);
    if (!V.isNumber() || (V.N != 0) == Truth)
      Result |= Cases(1) << Case;
  });
  return Result;
}

//===-- expressions -------------------------------------------------------===//

/// \p Cond, decided in each case of \p In, as a condition on presence.
ExprRef CursorCases::presence(const ExprRef &Cond, Cases In) {
  std::vector<std::string> Names;
  for (const Cursor &C : Cursors)
    Names.push_back(C.Present);
  std::vector<LevelSet> Holds, Fails, Within;
  eachOf(In, [&](unsigned Case) {
    LevelSet Present = Known[Case].present();
    Within.push_back(Present);
    std::vector<LevelSet> &Same = valueOf(Cond, Case).N ? Holds : Fails;
    if (!is_contained(Same, Present))
      Same.push_back(Present);
  });
  if (any_of(Holds, [&](LevelSet S) { return is_contained(Fails, S); }))
    return fail(msg::MergeDependsOnLaterCoordinates());
  return presenceCondition(Names, Holds, Within);
}

ExprRef CursorCases::rewriteParts(const ExprRef &E, Cases In) {
  if (auto *Select = dyn_cast<SelectExpr>(E.get())) {
    Cases Then = where(Select->cond(), true, In);
    Cases Else = where(Select->cond(), false, In);
    if (!Then || !Else) {
      ExprRef Arm = rewrite(Then ? Select->thenArm() : Select->elseArm(), In);
      return Arm ? roundedInSum(Arm) : nullptr;
    }
    ExprRef Cond = rewrite(Select->cond(), In);
    ExprRef A = Cond ? rewrite(Select->thenArm(), Then) : nullptr;
    ExprRef B = A ? rewrite(Select->elseArm(), Else) : nullptr;
    return B ? std::make_shared<SelectExpr>(Cond, A, B) : nullptr;
  }
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  bool IsAnd = Binary && Binary->op() == BinaryOp::LogicalAnd;
  if (IsAnd || (Binary && Binary->op() == BinaryOp::LogicalOr)) {
    Cases Right = where(Binary->lhs(), IsAnd, In);
    ExprRef L = rewrite(Binary->lhs(), In);
    ExprRef R = L ? rewrite(Binary->rhs(), Right) : nullptr;
    if (!R || constantValue(L) == IsAnd)
      return R;
    return withOperands(E, {L, R});
  }
  std::vector<ExprRef> Parts;
  for (const ExprRef &Part : E->operands()) {
    Parts.push_back(rewrite(Part, In));
    if (!Parts.back())
      return nullptr;
  }
  return Parts.empty() ? E : withOperands(E, std::move(Parts));
}

/// \p E where the cases \p In are possible; null after a failure.
ExprRef CursorCases::rewrite(const ExprRef &E, Cases In) {
  if (!E || !In || isa<ConstantExpr>(E.get()))
    return E;
  bool IsNumber = true, IsLeast = true;
  eachOf(In, [&](unsigned Case) {
    Value V = valueOf(E, Case);
    IsNumber &= V.isNumber();
    IsLeast &= V.isRank() && V.N == 0;
  });
  if (IsLeast)
    return cast(E->type(), Coordinate);
  if (IsNumber && E->type().isBool())
    return presence(E, In);
  auto *Var = dyn_cast<VarExpr>(E.get());
  if (!Var)
    return rewriteParts(E, In);
  if (Lets.count(Var->name()))
    return fail(msg::MergeCoordinateUsedNotLeast(Var->name()));
  std::optional<unsigned> K = cursor(Var->name());
  if (!K)
    return E;
  bool HasMoved = false, IsAbsent = false;
  eachOf(In, [&](unsigned Case) {
    HasMoved |= (Moved[Case] >> *K & 1) != 0;
    IsAbsent |= (Known[Case].present() >> *K & 1) == 0;
  });
  if (HasMoved)
    return fail(msg::MergeCursorUsedBehindStep(Var->name()));
  if (IsAbsent)
    return fail(msg::MergeCursorUsedNotLeast(Var->name(), Cursors[*K].Crd));
  return E;
}

//===-- statements --------------------------------------------------------===//

bool CursorCases::rewriteLet(const LetStmt &Let, Cases In,
                             std::vector<StmtRef> &Out) {
  std::vector<Value> Values(Known.size());
  bool IsKnown = true, IsLeast = true;
  eachOf(In, [&](unsigned Case) {
    Values[Case] = valueOf(Let.init(), Case);
    IsKnown &= Values[Case].K != Value::Kind::Unknown;
    IsLeast &= Values[Case].isRank() && Values[Case].N == 0;
  });
  if (IsKnown) {
    if (IsLeast && CoordinateName.empty())
      CoordinateName = Let.name();
    Lets[Let.name()] = std::move(Values);
    return true;
  }
  ExprRef Init = rewrite(Let.init(), In);
  if (Init)
    Out.push_back(std::make_shared<LetStmt>(Let.name().str(), Init, Let.tag()));
  return Init != nullptr;
}

/// A cursor moves on by 1 or stays, which is known in each case.
bool CursorCases::step(unsigned Cursor, const AssignStmt &A, Cases In) {
  bool Good = A.op() == ReduceOp::Add;
  eachOf(In, [&](unsigned Case) {
    Value By = valueOf(A.value(), Case);
    LevelSet Bit = LevelSet(1) << Cursor;
    Good &= By.isNumber() && (By.N == 0 || By.N == 1) &&
            !(By.N == 1 && (Moved[Case] & Bit));
    if (By.N == 1)
      Moved[Case] |= Bit;
  });
  if (!Good)
    fail(msg::MergeCursorDoesNotAdvance(A.target().Name));
  return Good;
}

bool CursorCases::rewriteAssign(const AssignStmt &A, Cases In,
                                std::vector<StmtRef> &Out) {
  if (std::optional<unsigned> K = cursor(A.target().Name))
    return step(*K, A, In);
  Place Target = A.target();
  bool IsElement = Target.Index != nullptr;
  Target.Index = rewrite(Target.Index, In);
  ExprRef Value = rewrite(A.value(), In);
  if (!Value || (IsElement && !Target.Index))
    return false;
  Out.push_back(A.with(std::move(Target), std::move(Value)));
  return true;
}

bool CursorCases::rewriteIf(const IfStmt &If, Cases In,
                            std::vector<StmtRef> &Out) {
  Cases Then = where(If.cond(), true, In), Else = where(If.cond(), false, In);
  if (!Then || !Else) {
    const StmtRef &Arm = Then ? If.thenBody() : If.elseBody();
    StmtRef Only = Arm ? rewriteBlock(Arm, In) : block({});
    append_range(Out, statementsOf(Only));
    return Only != nullptr;
  }
  ExprRef Cond = rewrite(If.cond(), In);
  if (!Cond)
    return false;
  std::vector<LevelSet> Before = Moved;
  StmtRef A = rewriteBlock(If.thenBody(), Then);
  std::vector<LevelSet> AfterThen = std::exchange(Moved, std::move(Before));
  StmtRef B = If.elseBody() ? rewriteBlock(If.elseBody(), Else) : block({});
  if (!A || !B)
    return false;
  bool Agree = true;
  eachOf(Then, [&](unsigned Case) {
    Agree &= !(Else >> Case & 1) || Moved[Case] == AfterThen[Case];
    Moved[Case] = AfterThen[Case];
  });
  if (!Agree) {
    fail(msg::MergeAdvanceDependsOnMore());
    return false;
  }
  bool DoesThen = !statementsOf(A).empty(), DoesElse = !statementsOf(B).empty();
  if (DoesThen)
    Out.push_back(
        std::make_shared<IfStmt>(Cond, A, DoesElse ? B : nullptr, If.tag()));
  else if (DoesElse)
    Out.push_back(std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, Cond), B,
                                           nullptr, If.tag()));
  return true;
}

bool CursorCases::rewriteWhile(const WhileStmt &W, Cases In,
                               std::vector<StmtRef> &Out) {
  walk(W.body(), [&](const Stmt &S) {
    auto *A = dyn_cast<AssignStmt>(&S);
    if (A && cursor(A->target().Name))
      fail(msg::MergeCursorMovesInside(A->target().Name));
    return true;
  });
  ExprRef Cond = Why.empty() ? rewrite(W.cond(), In) : nullptr;
  StmtRef Body = Cond ? rewriteBlock(W.body(), In) : nullptr;
  if (Body)
    Out.push_back(std::make_shared<WhileStmt>(Cond, Body, W.tag()));
  return Body != nullptr;
}

bool CursorCases::rewrite(const StmtRef &S, Cases In,
                          std::vector<StmtRef> &Out) {
  if (auto *Let = dyn_cast<LetStmt>(S.get()))
    return rewriteLet(*Let, In, Out);
  if (auto *A = dyn_cast<AssignStmt>(S.get()))
    return rewriteAssign(*A, In, Out);
  if (auto *If = dyn_cast<IfStmt>(S.get()))
    return rewriteIf(*If, In, Out);
  if (auto *W = dyn_cast<WhileStmt>(S.get()))
    return rewriteWhile(*W, In, Out);
  if (isa<BlockStmt>(S.get())) {
    StmtRef Inner = rewriteBlock(S, In);
    append_range(Out, statementsOf(Inner));
    return Inner != nullptr;
  }
  auto Part = [&](const ExprRef &E) { return rewrite(E, In); };
  if (auto *Var = dyn_cast<VarStmt>(S.get()))
    Out.push_back(std::make_shared<VarStmt>(Var->name().str(), Var->type(),
                                            Part(Var->init()), S->tag()));
  else if (auto *Array = dyn_cast<LocalArrayStmt>(S.get()))
    Out.push_back(std::make_shared<LocalArrayStmt>(
        Array->name().str(), Array->elem(), Part(Array->extent()),
        Part(Array->init()), S->tag()));
  else
    fail(msg::MergeCannotHoldStatement());
  return Why.empty();
}

StmtRef CursorCases::rewriteBlock(const StmtRef &S, Cases In) {
  std::vector<StmtRef> Out;
  for (const StmtRef &Part : statementsOf(S))
    if (!rewrite(Part, In, Out))
      return nullptr;
  return block(std::move(Out));
}

/// Each cursor moves on where it has the least coordinate, and nowhere else.
bool CursorCases::checkSteps() {
  for (const auto &[Case, Is] : enumerate(Known))
    for (const auto &[K, C] : enumerate(Cursors))
      if ((Moved[Case] ^ Is.present()) >> K & 1) {
        fail(msg::MergeCursorDoesNotAdvance(C.Name));
        return false;
      }
  return true;
}

StmtRef CursorCases::run(const StmtRef &Body, ArrayRef<CursorCase> In) {
  Known.assign(In.begin(), In.end());
  Moved.assign(Known.size(), 0);
  Lets.clear();
  Why.clear();
  CoordinateName.clear();
  assert(Known.size() <= 64 && "too many cases");
  Cases All = Known.size() == 64 ? ~Cases(0) : (Cases(1) << Known.size()) - 1;
  StmtRef Result = rewriteBlock(Body, All);
  return Result && checkSteps() ? Result : nullptr;
}

} // namespace lacuna
