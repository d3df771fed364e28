//===- PairedExtrema.cpp - least and greatest side by side ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/carried/PairedExtrema.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/recognize/Messages.def"

using llvm::dyn_cast;

namespace lacuna {

namespace {

/// Variables of which one is made less, or else the other one greater.
struct Pair {
  Place Low, High;
  bool operator==(const Pair &P) const {
    return Low.Name == P.Low.Name && High.Name == P.High.Name;
  }
};

/// A choice of which of a pair an iteration changes.
struct Choice {
  Pair Of;
  ExprRef Value; ///< of both
};

} // namespace

static const AssignStmt *onlyAssignment(const StmtRef &Body) {
  if (!Body)
    return nullptr;
  const auto List = statementsOf(Body);
  const auto *A =
      List.size() == 1 ? dyn_cast<AssignStmt>(List[0].get()) : nullptr;
  return A && !A->target().Index ? A : nullptr;
}

static std::optional<Choice> choiceBy(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  const AssignStmt *Then = If ? onlyAssignment(If->thenBody()) : nullptr;
  const AssignStmt *Else = If ? onlyAssignment(If->elseBody()) : nullptr;
  if (!Then || !Else || Then->op() != ReduceOp::None)
    return std::nullopt;
  const Place &First = Then->target(), &Second = Else->target();
  auto Op = extremumBy(If->cond(), var(First.Ty, First.Name), Then->value());
  const bool IsPair =
      Op &&
      Else->op() == (*Op == ReduceOp::Min ? ReduceOp::Max : ReduceOp::Min) &&
      First.Name != Second.Name && First.Ty == Second.Ty &&
      structurallyEqual(Then->value(), Else->value()) &&
      !usesVar(Then->value(), First.Name) &&
      !usesVar(Then->value(), Second.Name);
  if (!IsPair)
    return std::nullopt;
  const bool IsLowFirst = *Op == ReduceOp::Min;
  return Choice{IsLowFirst ? Pair{First, Second} : Pair{Second, First},
                Then->value()};
}

/// Whether nothing in \p N moves the variables of \p P towards each other.
static bool staysInOrder(const Nest &N, const Pair &P) {
  bool Stays = true;
  auto Visit = [&](auto &Self, const Stmt &S) -> void {
    if (auto C = choiceBy(S); C && C->Of == P)
      return;
    const auto *A = dyn_cast<AssignStmt>(&S);
    if (A && A->target().Name == P.Low.Name)
      Stays &= A->op() == ReduceOp::Min;
    if (A && A->target().Name == P.High.Name)
      Stays &= A->op() == ReduceOp::Max;
    for (const StmtRef &Part : children(S))
      if (Part)
        Self(Self, *Part);
  };
  Visit(Visit, *N.Body);
  return Stays;
}

/// The declarations of \p P in \p List, if nothing comes between that changes
/// what they begin with.
static std::pair<const VarStmt *, const VarStmt *>
declaredTogether(const std::vector<StmtRef> &List, const Pair &P) {
  const VarStmt *Low = nullptr, *High = nullptr;
  for (const StmtRef &S : List) {
    const auto *V = dyn_cast<VarStmt>(S.get());
    if (V && V->name() == P.Low.Name)
      Low = V;
    else if (V && V->name() == P.High.Name)
      High = V;
    else if ((Low || High) && !V && !llvm::isa<LetStmt>(S.get()))
      break;
  }
  return {Low, High};
}

/// Whether \p P begins in order, and what a guard has to check for that.
static bool beginsInOrder(const Nest &N, const Pair &P,
                          std::optional<Guard> &Checked) {
  const VarStmt *Low = nullptr, *High = nullptr;
  auto Visit = [&](auto &Self, const StmtRef &Body) -> void {
    const auto List = statementsOf(Body);
    std::tie(Low, High) = declaredTogether(List, P);
    for (const StmtRef &S : List)
      for (const StmtRef &Part : children(*S))
        if (Part && (!Low || !High))
          Self(Self, Part);
  };
  Visit(Visit, N.Body);
  if (!Low || !High || !Low->init() || !High->init())
    return false;
  if (structurallyEqual(Low->init(), High->init()))
    return true;
  for (const VarStmt *V : {Low, High}) {
    const auto *In = dyn_cast<VarExpr>(V->init().get());
    if (!In || !N.findOperand(In->name()))
      return false;
  }
  Checked = Guard{msg::GuardNotInOrder(P.Low.Name, P.High.Name),
                  binary(BinaryOp::Le, Low->init(), High->init()), "", nullptr,
                  nullptr};
  return true;
}

void separateExtrema(Nest &N) {
  std::vector<Pair> Pairs;
  walk(N.Body, [&](const Stmt &S) {
    if (auto C = choiceBy(S); C && !llvm::is_contained(Pairs, C->Of))
      Pairs.push_back(C->Of);
    return true;
  });
  for (const Pair &P : Pairs) {
    std::optional<Guard> Checked;
    if (!staysInOrder(N, P) || !beginsInOrder(N, P, Checked))
      continue;
    if (Checked)
      N.Guards.push_back(std::move(*Checked));
    N.Body =
        rewrite(N.Body,
                [&](const StmtRef &S) -> StmtRef {
                  auto C = choiceBy(*S);
                  if (!C || !(C->Of == P))
                    return nullptr;
                  auto Update = [&](const Place &To, ReduceOp Op) -> StmtRef {
                    return std::make_shared<AssignStmt>(To, Op, C->Value, false,
                                                        S->tag());
                  };
                  return block({Update(P.Low, ReduceOp::Min),
                                Update(P.High, ReduceOp::Max)});
                },
                {});
  }
}

} // namespace lacuna
