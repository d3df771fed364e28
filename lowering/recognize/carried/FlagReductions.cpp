//===- FlagReductions.cpp - variables that note whether something is so ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A flag is only ever set to its mark: which iteration does it, and how often,
// makes no difference. Among 0 and 1 that is `|= 1` or `&= 0`, for other
// integers a maximum or minimum.
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/carried/FlagReductions.h"
#include "lacuna/recognize/Messages.def"
#include "lacuna/recognize/Speculation.h"

using llvm::dyn_cast;

namespace lacuna {

namespace {

/// The value of \p E, converted or not, if every integer type holds it.
std::optional<int64_t> smallConstant(const ExprRef &E) {
  const auto *C = llvm::dyn_cast_or_null<CastExpr>(E.get());
  auto Value = C ? smallConstant(C->operand()) : constantValue(E);
  if (!Value || *Value < 0 || *Value > 127)
    return std::nullopt;
  return E->type().isBool() ? *Value != 0 : *Value;
}

/// Whether \p E is variable \p Name, perhaps converted.
bool isVariable(const ExprRef &E, llvm::StringRef Name) {
  ExprRef Bare = withoutCasts(E);
  const auto *V = dyn_cast<VarExpr>(Bare.get());
  return V && V->name() == Name;
}

/// `e` of `v || e` or `v || e1 || e2` with variable v called \p Name; or null.
ExprRef behindVariable(const ExprRef &E, BinaryOp Op, llvm::StringRef Name) {
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  if (!B || B->op() != Op)
    return nullptr;
  if (isVariable(B->lhs(), Name))
    return B->rhs();
  ExprRef First = behindVariable(B->lhs(), Op, Name);
  return First ? binary(Op, First, B->rhs()) : nullptr;
}

/// A variable of the nest that may be a flag.
class Flag {
public:
  Flag(const Nest &N, const VarStmt &V, const Skipped &Skips)
      : N(N), Name(V.name().str()), Ty(V.type()), Init(V.init()), Skips(Skips) {
  }
  /// The body with marks as reductions; null if no loop has use for them.
  StmtRef join();
  /// What `join` relies on.
  std::optional<Guard> condition() const;

private:
  /// The variable is set to `Value` if `Cond` (null: always) holds.
  struct Mark {
    int64_t Value;
    ExprRef Cond;
  };
  std::optional<Mark> markBy(const AssignStmt &A) const;
  bool isMarkedOnly();
  ReduceOp operatorFor(int64_t Value) const;
  StmtRef update(const Mark &M, SourceTag Tag) const;
  bool isTest(const ExprRef &E, bool ForTrue) const;
  StmtRef withoutTest(const IfStmt &If) const;
  bool joinsIn(const LoopStmt &Loop) const;

  const Nest &N;
  std::string Name;
  Type Ty;
  ExprRef Init;
  const Skipped &Skips;
  int64_t Only = 0; ///< the mark of an integer
};

} // namespace

std::optional<Flag::Mark> Flag::markBy(const AssignStmt &A) const {
  if (A.op() != ReduceOp::None)
    return std::nullopt;
  if (auto Value = smallConstant(A.value()))
    return Mark{*Value, nullptr};
  ExprRef Value = withoutCasts(A.value());
  const auto *B = dyn_cast<BinaryExpr>(Value.get());
  bool IsOr = B && B->op() == BinaryOp::LogicalOr;
  if (!IsOr && !(B && B->op() == BinaryOp::LogicalAnd))
    return std::nullopt;
  ExprRef Cond = behindVariable(Value, B->op(), Name);
  if (Cond ? !Skips.isFree(Cond) : !isVariable(B->rhs(), Name))
    return std::nullopt;
  if (!Cond)
    Cond = B->lhs();
  return Mark{IsOr, IsOr ? Cond : unary(UnaryOp::LogicalNot, Cond)};
}

/// Of an integer: whether whatever sets it sets it to one mark, and it begins
/// with a value that can be checked in front of the nest.
bool Flag::isMarkedOnly() {
  const auto *In = llvm::dyn_cast_or_null<VarExpr>(Init.get());
  bool Holds =
      smallConstant(Init) || (In && N.findOperand(In->name()) != nullptr);
  std::optional<int64_t> First;
  walk(N.Body, [&](const Stmt &S) {
    const auto *A = dyn_cast<AssignStmt>(&S);
    if (!A || A->target().Name != Name)
      return Holds;
    auto M = markBy(*A);
    Holds &= M && M->Value == First.value_or(M->Value);
    if (Holds)
      First = M->Value;
    return Holds;
  });
  Only = First.value_or(0);
  bool BeginsAsTruth = !smallConstant(Init) || *smallConstant(Init) <= 1;
  return Holds && First && (Only > 1 || BeginsAsTruth);
}

/// What sets the variable to \p Value and leaves it there.
ReduceOp Flag::operatorFor(int64_t Value) const {
  if (Value <= 1)
    return Value ? ReduceOp::Or : ReduceOp::And;
  return Value >= smallConstant(Init).value_or(0) ? ReduceOp::Max
                                                  : ReduceOp::Min;
}

std::optional<Guard> Flag::condition() const {
  if (Ty.isBool() || smallConstant(Init))
    return std::nullopt;
  auto Compare = [&](BinaryOp Op, int64_t With) {
    return binary(Op, Init, constant(Ty, With));
  };
  if (Only > 1)
    return Guard{msg::GuardFlagGreaterThan(Name, Only),
                 Compare(BinaryOp::Le, Only), "", nullptr, nullptr};
  return Guard{msg::GuardFlagNotZeroOne(Name),
               binary(BinaryOp::LogicalOr, Compare(BinaryOp::Eq, 0),
                      Compare(BinaryOp::Eq, 1)),
               "", nullptr, nullptr};
}

/// `v |= cond`, `v &= !cond`
StmtRef Flag::update(const Mark &M, SourceTag Tag) const {
  Type Of = Ty.isBool() ? Type::i32() : Ty;
  ExprRef Value = !M.Cond        ? constant(Of, M.Value)
                  : M.Value != 0 ? cast(Of, M.Cond)
                                 : cast(Of, unary(UnaryOp::LogicalNot, M.Cond));
  return std::make_shared<AssignStmt>(Place{Name, Ty, nullptr},
                                      operatorFor(M.Value), Value, false, Tag);
}

/// Whether \p E holds where the variable is 1, or 0, and not where it is the
/// other.
bool Flag::isTest(const ExprRef &E, bool ForTrue) const {
  if (isVariable(E, Name))
    return ForTrue;
  if (const auto *U = dyn_cast<UnaryExpr>(E.get()))
    return U->op() == UnaryOp::LogicalNot && isTest(U->operands()[0], !ForTrue);
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  auto With = B ? smallConstant(B->rhs()) : std::nullopt;
  if (!With || *With > 1 || !isVariable(B->lhs(), Name))
    return false;
  return B->op() == (*With == ForTrue ? BinaryOp::Eq : BinaryOp::Ne);
}

/// `if (!v && e) v |= 1;` as `v |= e;`, `if (e) v &= 0;` as `v &= !e;`; null
/// for what is neither.
StmtRef Flag::withoutTest(const IfStmt &If) const {
  auto Then = statementsOf(If.thenBody());
  const auto *A =
      Then.size() == 1 ? dyn_cast<AssignStmt>(Then[0].get()) : nullptr;
  auto Value =
      A && A->target().Name == Name ? smallConstant(A->value()) : std::nullopt;
  if (If.elseBody() || !Value || *Value > 1 || A->op() != operatorFor(*Value))
    return nullptr;
  bool IsBehindTest = false;
  ExprRef Cond;
  for (const ExprRef &E : conjunctsOf(If.cond())) {
    if (isTest(E, *Value == 0)) {
      IsBehindTest = true;
      continue;
    }
    if (IsBehindTest && !Skips.isFree(E))
      return nullptr;
    Cond = Cond ? binary(BinaryOp::LogicalAnd, Cond, E) : E;
  }
  return update({*Value, Cond}, A->tag());
}

/// Whether the variable is one of \p Loop's reductions.
bool Flag::joinsIn(const LoopStmt &Loop) const {
  bool Joins = true;
  std::optional<ReduceOp> Op;
  walk(Loop.body(), [&](const Stmt &S) {
    const auto *V = dyn_cast<VarStmt>(&S);
    Joins &= !V || V->name() != Name;
    for (const ExprRef &E : expressions(S))
      Joins &= !usesVar(E, Name);
    if (const auto *A = dyn_cast<AssignStmt>(&S); A && A->target().Name == Name)
      Joins &= *(Op = Op.value_or(A->op())) == A->op();
    return Joins;
  });
  return Joins && Op.value_or(ReduceOp::None) != ReduceOp::None;
}

StmtRef Flag::join() {
  if (!Init || (!Ty.isBool() && !(Ty.isInteger() && isMarkedOnly())))
    return nullptr;
  StmtRef Body = rewrite(N.Body,
                         [&](const StmtRef &S) -> StmtRef {
                           if (const auto *If = dyn_cast<IfStmt>(S.get()))
                             return withoutTest(*If);
                           const auto *A = dyn_cast<AssignStmt>(S.get());
                           auto M = A && A->target().Name == Name
                                        ? markBy(*A)
                                        : std::nullopt;
                           return M ? update(*M, A->tag()) : nullptr;
                         },
                         {});
  bool Joins = false;
  walk(Body, [&](const Stmt &S) {
    const auto *Loop = dyn_cast<LoopStmt>(&S);
    Joins |= Loop && joinsIn(*Loop);
    return !Joins;
  });
  return Joins ? Body : nullptr;
}

void joinFlags(Nest &N) {
  std::vector<VarStmt> Vars;
  walk(N.Body, [&](const Stmt &S) {
    if (const auto *V = dyn_cast<VarStmt>(&S))
      Vars.push_back(*V);
    return true;
  });
  Skipped Skips(N);
  for (const VarStmt &V : Vars) {
    Flag F(N, V, Skips);
    StmtRef Body = F.join();
    if (!Body)
      continue;
    if (auto Condition = F.condition())
      N.Guards.push_back(std::move(*Condition));
    N.Body = Body;
  }
}

} // namespace lacuna
