//===- SearchIteration.cpp - what a loop that searches does ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchIteration.h"
#include "lacuna/ir/Rounding.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

bool SearchIteration::find() {
  return (Counted || While) && findStarts() && findKey() && findConditions();
}

ExprRef SearchIteration::startOf(StringRef Var) const {
  const ExprRef Start = Starts.lookup(Var);
  return Start ? substitute(Start, Lets) : nullptr;
}

/// The variables of the search are declared in its block; nothing else uses
/// them in between. What the loop sets besides is an effect of its.
bool SearchIteration::findStarts() {
  llvm::StringSet<> Set;
  const bool IsPlain = !anyOf(Block[At], [&](const Stmt &Part) {
    if (const auto *A = dyn_cast<AssignStmt>(&Part); A && !A->target().Index)
      Set.insert(A->target().Name);
    return isa<VarStmt, LocalArrayStmt>(&Part);
  });
  if (!IsPlain)
    return false;
  for (const StmtRef &Front : Block.take_front(At)) {
    const auto *Var = dyn_cast<VarStmt>(Front.get());
    if (Var && Set.contains(Var->name())) {
      Starts[Var->name()] = Var->init();
      continue;
    }
    const auto *A = dyn_cast<AssignStmt>(Front.get());
    if (A && !A->target().Index && A->op() == ReduceOp::None &&
        Starts.count(A->target().Name) &&
        llvm::none_of(Starts.keys(), [&](StringRef Name) {
          return usesVar(A->value(), Name);
        })) {
      Starts[A->target().Name] = A->value();
      continue;
    }
    for (const auto &Name : Starts.keys())
      if (touches(Front, Name))
        return false;
  }
  return true;
}

namespace {

/// A sum of something and a constant.
struct Shifted {
  ExprRef Of;
  int64_t By = 0;
};

} // namespace

/// \p E, which nothing converts to less bits, as a sum that does not wrap: of
/// numbers with signs, or one more than what is less than something else.
static Shifted shifted(ExprRef E, bool HasMore) {
  Shifted Sum;
  while (true) {
    if (const auto *Cast = dyn_cast<CastExpr>(E.get());
        Cast && Cast->operand()->type().isInteger() && E->type().isInteger() &&
        E->type().bits() >= Cast->operand()->type().bits()) {
      E = Cast->operand();
      continue;
    }
    const auto *B = dyn_cast<BinaryExpr>(E.get());
    const auto By = B ? constantValue(B->rhs()) : std::nullopt;
    if (!By || (B->op() != BinaryOp::Add && B->op() != BinaryOp::Sub) ||
        (!B->type().isSigned() &&
         !(HasMore && B->op() == BinaryOp::Add && *By == 1)) ||
        std::abs(*By) > 1024 || Sum.By != 0)
      break;
    Sum.By = B->op() == BinaryOp::Add ? *By : -*By;
    E = B->lhs();
  }
  Sum.Of = E;
  return Sum;
}

/// The coordinate that is looked for, converted to the type of \p Compared.
bool SearchIteration::takeSought(const ExprRef &Compared,
                                 const ExprRef &Other) {
  const Shifted Element = shifted(Compared, /*HasMore=*/false),
                Of = shifted(Other, /*HasMore=*/true);
  const ExprRef Bare = Of.By ? Of.Of : withoutIntegerCasts(Other);
  const auto *Var = dyn_cast<VarExpr>(Bare.get());
  if (!Var || Var->name() != Coordinate || !Compared->type().isInteger())
    return false;
  // Conversions to less bits on the way would change it.
  for (ExprRef E = Other; !Of.By && E != Bare;
       E = llvm::cast<CastExpr>(*E).operand())
    if (E->type().bits() <
        std::min(Compared->type().bits(), Var->type().bits()))
      return false;
  const auto *Load = dyn_cast<LoadExpr>(Element.Of.get());
  const Operand *Array = Load ? N.findOperand(Load->array()) : nullptr;
  if (!Array || Array->Written || Array->Row || rowOf(Load->index()) ||
      !Load->type().isInteger())
    return false;
  // Sums are of numbers that any column is one of, and none is negative.
  if ((Element.By || Of.By) && (!Compared->type().holdsAllOf(Var->type()) ||
                                (Of.By < 0 && !Compared->type().isSigned())))
    return false;
  Crd = Load->array().str();
  Key = Compared;
  Sought = Other;
  Shift = Element.By - Of.By;
  Position = shifted(Load->index(), /*HasMore=*/false).Of;
  return true;
}

/// The first comparison of a coordinate with the one that is looked for.
bool SearchIteration::findKey() {
  bool IsFound = false;
  auto Look = [&](const Expr &E) {
    const auto *B = dyn_cast<BinaryExpr>(&E);
    if (IsFound || !B || !holds(B->op(), Comparison::Less))
      return;
    const ExprRef L = substitute(B->lhs(), Lets),
                  R = substitute(B->rhs(), Lets);
    IsFound = takeSought(L, R) || takeSought(R, L);
  };
  walk(Block[At], [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, Look);
    return true;
  });
  return IsFound;
}

/// The condition of the loop: a range, and what else is asked.
bool SearchIteration::findConditions() {
  if (Counted) {
    const IndexVar *V = N.findIndexVar(Counted->var());
    if (!V || V->isDerived() || Counted->merge())
      return false;
    Range = V;
    return true;
  }
  for (const ExprRef &Term : conjunctsOf(While->cond())) {
    const auto *B = dyn_cast<BinaryExpr>(Term.get());
    bool IsRange = B && holds(B->op(), Comparison::Less).has_value() &&
                   !RangeLeft && B->lhs()->type().isInteger();
    for (const ExprRef &Side : B ? B->operands() : ArrayRef<ExprRef>())
      if (IsRange)
        IsRange = !usesVar(substitute(Side, Lets), Coordinate);
    if (!IsRange) {
      Asks.push_back(Term);
      continue;
    }
    RangeOp = B->op();
    RangeLeft = B->lhs();
    RangeRight = B->rhs();
    if (RangeOp == BinaryOp::Gt || RangeOp == BinaryOp::Ge) {
      std::swap(RangeLeft, RangeRight);
      RangeOp = RangeOp == BinaryOp::Gt ? BinaryOp::Lt : BinaryOp::Le;
    }
  }
  return RangeLeft != nullptr && RangeOp != BinaryOp::Eq;
}

/// \p E after what \p Now says, where the coordinate compares as \p C says.
ExprRef SearchIteration::evaluate(const ExprRef &E, const State &Now,
                                  Comparison C) const {
  const ExprRef Value = rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    const auto *Var = dyn_cast<VarExpr>(Part.get());
    if (!Var)
      return nullptr;
    ExprRef Known = Now.of(Var->name());
    return Known ? Known : Lets.lookup(Var->name());
  });
  return foldConditions(Value, [&](const ExprRef &Cond) {
    return decideBy(Cond, Key, Sought, C);
  });
}

/// Whether \p S sets a variable of the search.
bool SearchIteration::setsOwn(const StmtRef &S) const {
  return llvm::any_of(Starts.keys(),
                      [&](StringRef Name) { return assigns(S, Name); });
}

/// Adds \p S, which comes after what \p Now says, to what the iteration does
/// besides, with the position that is looked at by name. Whether it could: its
/// variables of the search have values that last.
bool SearchIteration::addEffect(const StmtRef &S, State &Now) const {
  bool Lasts = true;
  auto AtLook = [&](const ExprRef &E) -> ExprRef {
    return structurallyEqual(withoutIntegerCasts(E), Position)
               ? cast(E->type(), var(Position->type(), AtPosition))
               : nullptr;
  };
  StringMap<ExprRef> Anywhere;
  Anywhere[AtPosition] = constant(Position->type(), 0);
  Now.Effects.push_back(
      rewrite(S, nullptr, [&](const ExprRef &Part) -> ExprRef {
        const auto *Var = dyn_cast<VarExpr>(Part.get());
        const ExprRef Known = Var ? Now.of(Var->name()) : nullptr;
        if (ExprRef At = Var ? AtLook(Known ? Known : Part) : nullptr)
          return At;
        if (!Known || !Starts.count(Var->name()))
          return nullptr;
        const ExprRef Value = rewrite(Known, AtLook);
        Lasts &= !Value->type().isFloat() &&
                 isUnchanging(N, substitute(Value, Anywhere));
        return Value;
      }));
  return Lasts;
}

/// Sums of floating-point numbers are made of what they begin with, which is a
/// constant: whoever adds in more than one iteration does not search.
bool SearchIteration::followSum(const AssignStmt &A, const ExprRef &Value,
                                State &Now) const {
  const Place &To = A.target();
  const ExprRef Start = Now.of(To.Name) ? nullptr : startOf(To.Name);
  if (!Start || !isa<ConstantExpr>(Start.get()) || !To.Ty.isFloat() ||
      A.op() != ReduceOp::Add || Start->type() != To.Ty ||
      Value->type() != To.Ty || isContractible(Value))
    return false;
  Now.Values[To.Name] = binary(BinaryOp::Add, Start, Value);
  return true;
}

bool SearchIteration::followAssign(const StmtRef &S, State &Now,
                                   Comparison C) const {
  const auto &A = llvm::cast<AssignStmt>(*S);
  const Place &To = A.target();
  if (To.Index || !Starts.count(To.Name))
    return addEffect(S, Now);
  const ExprRef Value = evaluate(A.value(), Now, C);
  if (A.op() == ReduceOp::None)
    Now.Values[To.Name] = Value;
  else if (To.Ty.isInteger() && Value->type() == To.Ty)
    Now.Values[To.Name] = binary(operatorOf(A.op()),
                                 evaluate(var(To.Ty, To.Name), Now, C), Value);
  else
    return followSum(A, Value, Now);
  return true;
}

bool SearchIteration::followIf(const IfStmt &If, const StmtRef &S, State &Now,
                               Comparison C) const {
  if (auto Cond = constantValue(evaluate(If.cond(), Now, C)))
    return follow(*Cond ? If.thenBody() : If.elseBody(), Now, C);
  const bool IsEffect = !setsOwn(S) && !anyOf(S, [](const Stmt &Part) {
    return !isa<LetStmt, AssignStmt, IfStmt, BlockStmt>(&Part);
  });
  return IsEffect && addEffect(S, Now);
}

/// Whether \p Body, which sets variables, could be followed.
bool SearchIteration::follow(const StmtRef &Body, State &Now,
                             Comparison C) const {
  return llvm::all_of(statementsOf(Body), [&](const StmtRef &Part) {
    if (const auto *Let = dyn_cast<LetStmt>(Part.get())) {
      // Effects may use it.
      if (!addEffect(Part, Now))
        return false;
      Now.Values[Let->name()] = evaluate(Let->init(), Now, C);
      return true;
    }
    if (isa<AssignStmt>(Part.get()))
      return followAssign(Part, Now, C);
    if (const auto *If = dyn_cast<IfStmt>(Part.get()))
      return followIf(*If, Part, Now, C);
    return isa<BlockStmt>(Part.get()) && follow(Part, Now, C);
  });
}

/// The flag that \p Ask, of the condition, asks for, and the value that it has
/// for as long as the loop goes on: what it begins with.
std::optional<SearchIteration::Flag>
SearchIteration::flagOf(const ExprRef &Ask) const {
  const auto *Not = dyn_cast<UnaryExpr>(Ask.get());
  const bool IsNegated = Not && Not->op() == UnaryOp::LogicalNot;
  const auto *Var =
      dyn_cast<VarExpr>((IsNegated ? Not->operands()[0] : Ask).get());
  const ExprRef Start = Var ? startOf(Var->name()) : nullptr;
  if (!Start || !Var->type().isBool() || constantValue(Start) != !IsNegated)
    return std::nullopt;
  return Flag{Var->name().str(), !IsNegated};
}

/// Whether the loop goes on after an iteration, as far as it does not ask for
/// the range or for the next coordinate.
std::optional<bool> SearchIteration::goesOn(const State &After) const {
  for (const ExprRef &Ask : Asks) {
    const ExprRef Now =
        foldConditions(rewrite(substitute(Ask, Lets),
                               [&](const ExprRef &Part) -> ExprRef {
                                 const auto *Var =
                                     dyn_cast<VarExpr>(Part.get());
                                 return Var ? After.of(Var->name()) : nullptr;
                               }),
                       [](const ExprRef &) { return std::nullopt; });
    if (constantValue(Now) == 0)
      return false;
    bool AsksNext = false;
    walk(Now, [&](const Expr &E) { AsksNext |= isa<LoadExpr>(&E); });
    if (!flagOf(Now) && !AsksNext && constantValue(Now) != 1)
      return std::nullopt;
  }
  return true;
}

std::optional<State> SearchIteration::run(Comparison C) const {
  State Now;
  for (const ExprRef &Ask : Asks) {
    auto Holds = constantValue(evaluate(Ask, Now, C));
    const auto Asked = flagOf(Ask);
    if (!Holds && !Asked)
      return std::nullopt;
    if (Holds == 0) {
      Now.Stops = true;
      return Now;
    }
    if (Asked)
      Now.Values[Asked->Name] = constant(Type::boolean(), Asked->Value);
  }
  if (!follow(Counted ? Counted->body() : While->body(), Now, C))
    return std::nullopt;
  auto Goes = goesOn(Now);
  if (!Goes)
    return std::nullopt;
  // Lets are nothing behind the loop.
  State After{{}, !*Goes, {}};
  if (!llvm::all_of(Now.Effects,
                    [](const StmtRef &S) { return isa<LetStmt>(S.get()); }))
    After.Effects = std::move(Now.Effects);
  for (const auto &Name : Now.Values.keys())
    if (Starts.count(Name))
      After.Values[Name] = Now.of(Name);
  return After;
}

bool SearchIteration::steps(const State &After, StringRef Var,
                            const ExprRef &To) {
  return structurallyEqual(After.of(Var), To);
}

bool SearchIteration::changesNothingBut(const State &After,
                                        ArrayRef<StringRef> Vars) const {
  return llvm::all_of(After.Values.keys(), [&](StringRef Name) {
    const ExprRef Start = startOf(Name);
    return llvm::is_contained(Vars, Name) ||
           (Start && structurallyEqual(After.of(Name), Start));
  });
}

} // namespace lacuna
