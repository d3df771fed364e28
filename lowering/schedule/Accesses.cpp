//===- Accesses.cpp - what a statement reads and writes -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

using namespace llvm;

namespace lacuna {

StringMap<ExprRef> letDefinitions(const Nest &N) {
  StringMap<ExprRef> Lets;
  // A let names only lets before it, and walk goes in order of the text.
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Let = dyn_cast<LetStmt>(&S))
      Lets[Let->name()] = substitute(Let->init(), Lets);
    return true;
  });
  return Lets;
}

StringSet<> arraysInBounds(const Nest &N) {
  StringSet<> Arrays;
  for (const IndexVar &V : N.IndexVars)
    for (const ExprRef &Bound : {V.Lo, V.Hi})
      if (Bound)
        walk(Bound, [&](const Expr &E) {
          if (auto *Load = dyn_cast<LoadExpr>(&E))
            Arrays.insert(Load->array());
        });
  return Arrays;
}

/// Whether updates by \p A may be joined in another order: the value computed
/// in each step survives the conversion to the place's type.
static bool reassociates(const AssignStmt &A) {
  const Type &To = A.target().Ty;
  const Type &From = A.value()->type();
  switch (A.op()) {
  case ReduceOp::None:
    return false;
  case ReduceOp::LAnd:
  case ReduceOp::LOr:
    return To.isBool();
  case ReduceOp::Min:
  case ReduceOp::Max:
    return To == From && To.isArithmetic();
  case ReduceOp::Add:
  case ReduceOp::Mul:
    if (To.isFloat())
      return From.isFloat() && From.bits() >= To.bits();
    [[fallthrough]];
  case ReduceOp::Xor:
    return To.isInteger() && From.isInteger() && From.bits() >= To.bits();
  case ReduceOp::And:
  case ReduceOp::Or:
    return (To.isBool() && (From.isInteger() || From.isBool())) ||
           (To.isInteger() && From.isInteger() && From.bits() >= To.bits());
  }
  return false;
}

namespace {

class Collector {
public:
  explicit Collector(const Nest &N) : N(N), Lets(letDefinitions(N)) {
    walk(N.Body, [&](const Stmt &S) {
      if (auto *Var = dyn_cast<VarStmt>(&S))
        Mutable.insert(Var->name());
      return true;
    });
    // A live-out that is only stored to concerns nobody inside the nest.
    walk(N.Body, [&](const Stmt &S) {
      for (const ExprRef &E : expressions(S))
        noteLiveOuts(E);
      return true;
    });
  }

  std::vector<Access> run(const StmtRef &S) {
    StringSet<> Own;
    walk(S, [&](const Stmt &Inner) {
      if (auto *Var = dyn_cast<VarStmt>(&Inner))
        Own.insert(Var->name());
      else if (auto *Array = dyn_cast<LocalArrayStmt>(&Inner))
        Own.insert(Array->name());
      return true;
    });
    walk(S, [&](const Stmt &Inner) {
      collect(Inner);
      return true;
    });
    llvm::erase_if(Accesses,
                   [&](const Access &A) { return Own.contains(A.Name); });
    return std::move(Accesses);
  }

private:
  void noteLiveOuts(const ExprRef &E) {
    walk(E, [&](const Expr &Part) {
      auto *Var = dyn_cast<VarExpr>(&Part);
      const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
      if (O && O->Kind == OperandKind::LiveOut)
        Mutable.insert(Var->name());
    });
  }

  void collectReads(const ExprRef &E, SourceTag Tag) {
    walk(E, [&](const Expr &Part) {
      if (auto *Load = dyn_cast<LoadExpr>(&Part))
        Accesses.push_back({Load->array().str(),
                            substitute(Load->index(), Lets), false,
                            ReduceOp::None, Load->type(), Tag});
      else if (auto *Var = dyn_cast<VarExpr>(&Part))
        if (Mutable.contains(Var->name()))
          Accesses.push_back({Var->name().str(), nullptr, false, ReduceOp::None,
                              Var->type(), Tag});
    });
  }

  void collect(const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      collectReads(E, S.tag());
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign)
      return;
    const Place &To = Assign->target();
    if (!To.Index && !Mutable.contains(To.Name))
      return;
    ReduceOp Op = reassociates(*Assign) ? Assign->op() : ReduceOp::None;
    ExprRef Index = To.Index ? substitute(To.Index, Lets) : nullptr;
    Accesses.push_back({To.Name, Index, true, Op, To.Ty, S.tag()});
    // An update that keeps its order also reads the place.
    if (Assign->op() != ReduceOp::None && Op == ReduceOp::None)
      Accesses.push_back(
          {To.Name, Index, false, ReduceOp::None, To.Ty, S.tag()});
  }

  const Nest &N;
  StringMap<ExprRef> Lets;
  StringSet<> Mutable;
  std::vector<Access> Accesses;
};

} // namespace

std::vector<Access> accessesIn(const Nest &N, const StmtRef &S) {
  return Collector(N).run(S);
}

} // namespace lacuna
