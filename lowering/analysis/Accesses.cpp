//===- Accesses.cpp - what a statement reads and writes -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Accesses.h"

using namespace llvm;

namespace lacuna {

bool reassociates(const AssignStmt &A) {
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
    // Part by part. Products are no sums of parts.
    if (To.isComplex())
      return To == From;
    [[fallthrough]];
  case ReduceOp::Mul:
    if (To.isFloat())
      return From.isFloat() && From.bits() >= To.bits();
    [[fallthrough]];
  case ReduceOp::Xor:
    return (To.isBool() && From.isBool()) ||
           (To.isInteger() && From.isInteger() && From.bits() >= To.bits());
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
  explicit Collector(const Nest &N) : N(N), Lets(letsIn(N.Body)) {
    walk(N.Body, [&](const Stmt &S) {
      if (auto *Var = dyn_cast<VarStmt>(&S))
        Mutable.insert(Var->name());
      return true;
    });
    for (const Operand &O : N.Operands)
      if (O.Kind == OperandKind::LiveOut)
        Mutable.insert(O.Name);
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
    collect(S);
    llvm::erase_if(Accesses,
                   [&](const Access &A) { return Own.contains(A.Name); });
    return std::move(Accesses);
  }

private:
  void collectReads(const ExprRef &E, SourceTag Tag) {
    walk(E, [&](const Expr &Part) {
      if (auto *Load = dyn_cast<LoadExpr>(&Part))
        Accesses.push_back({Load->array().str(),
                            substitute(Load->index(), Lets),
                            false,
                            ReduceOp::None,
                            Load->type(),
                            Tag,
                            {}});
      else if (auto *Var = dyn_cast<VarExpr>(&Part))
        if (Mutable.contains(Var->name()))
          Accesses.push_back({Var->name().str(),
                              nullptr,
                              false,
                              ReduceOp::None,
                              Var->type(),
                              Tag,
                              {}});
    });
  }

  void collectAssign(const AssignStmt &S) {
    const Place &To = S.target();
    ReduceOp Op = reassociates(S) ? S.op() : ReduceOp::None;
    ExprRef Index = To.Index ? substitute(To.Index, Lets) : nullptr;
    Accesses.push_back({To.Name, Index, true, Op, To.Ty, S.tag(), Pinned});
    if (!S.old().empty())
      Accesses.push_back(
          {S.old().str(), nullptr, true, ReduceOp::None, To.Ty, S.tag(), {}});
    // An update that keeps its order also reads the place.
    if (S.op() != ReduceOp::None && Op == ReduceOp::None)
      Accesses.push_back(
          {To.Name, Index, false, ReduceOp::None, To.Ty, S.tag(), {}});
  }

  /// Adds the index variables that have one value where \p Cond holds.
  void pin(const ExprRef &Cond) {
    auto *Binary = dyn_cast<BinaryExpr>(Cond.get());
    if (Binary && Binary->op() == BinaryOp::LogicalAnd) {
      pin(Binary->lhs());
      pin(Binary->rhs());
    }
    if (!Binary || Binary->op() != BinaryOp::Eq)
      return;
    const ExprRef E = withoutPromotion(Binary->lhs());
    auto *Var = dyn_cast<VarExpr>(E.get());
    bool OverScalars = true;
    for (const auto &Name : freeVars(Binary->rhs())) {
      const Operand *O = N.findOperand(Name.first());
      OverScalars &= O && O->Kind == OperandKind::Scalar;
    }
    walk(Binary->rhs(), [&](const Expr &Part) {
      OverScalars &= !isa<LoadExpr, OpaqueExpr>(&Part);
    });
    if (Var && N.findIndexVar(Var->name()) && OverScalars)
      Pinned.insert(Var->name());
  }

  void collect(const StmtRef &S) {
    for (const ExprRef &E : expressions(*S))
      collectReads(E, S->tag());
    if (auto *Assign = dyn_cast<AssignStmt>(S.get()))
      return collectAssign(*Assign);
    if (auto *If = dyn_cast<IfStmt>(S.get())) {
      StringSet<> Outside = Pinned;
      pin(If->cond());
      if (If->thenBody())
        collect(If->thenBody());
      Pinned = std::move(Outside);
      if (If->elseBody())
        collect(If->elseBody());
      return;
    }
    for (const StmtRef &Child : children(*S))
      collect(Child);
  }

  const Nest &N;
  StringMap<ExprRef> Lets;
  StringSet<> Mutable;
  StringSet<> Pinned;
  std::vector<Access> Accesses;
};

} // namespace

std::vector<Access> accessesIn(const Nest &N, const StmtRef &S) {
  return Collector(N).run(S);
}

const AssignStmt *asNote(const Stmt &S) {
  auto *Assign = dyn_cast<AssignStmt>(&S);
  return Assign && !Assign->target().Index && Assign->op() == ReduceOp::LOr
             ? Assign
             : nullptr;
}

} // namespace lacuna
