//===- ReadHulls.cpp - how far a walk reads arrays ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadHulls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

class Noter {
public:
  Noter(llvm::ArrayRef<const Operand *> Arrays, MadeNames &Names);

  std::optional<ReadHulls> run(const StmtRef &Walk);

private:
  /// Variables with the first element and the one behind the last.
  struct Hull {
    Place Least, Most;
  };

  llvm::StringSet<> arraysIn(const ExprRef &E) const;
  void note(const ExprRef &E, const llvm::StringSet<> &Around, Statements &Out);
  void visit(const StmtRef &S, const llvm::StringSet<> &Around,
             Statements &Out);
  StmtRef visitBody(const StmtRef &S, const llvm::StringSet<> &Around);
  bool order(llvm::StringRef Array, std::vector<ArrayRange> &Out);

  llvm::ArrayRef<const Operand *> Arrays;
  llvm::StringMap<Hull> Hulls;
  /// What the values of lets and variables of loops depend on.
  llvm::StringMap<llvm::StringSet<>> Behind;
  /// What it depends on which elements of an array are read.
  llvm::StringMap<llvm::StringSet<>> Deciding;
  llvm::StringSet<> Ordered, Open;
  ReadHulls Result;
  bool IsPossible = true;
};

} // namespace

Noter::Noter(llvm::ArrayRef<const Operand *> Arrays, MadeNames &Names)
    : Arrays(Arrays) {
  const Type I64 = Type::i64();
  for (const Operand *O : Arrays) {
    Hull H{{Names.get(O->Name + "_read_least"), I64, nullptr},
           {Names.get(O->Name + "_read_most"), I64, nullptr}};
    Result.Declared.push_back(std::make_shared<VarStmt>(
        H.Least.Name, I64, i64(std::numeric_limits<int64_t>::max())));
    Result.Declared.push_back(std::make_shared<VarStmt>(
        H.Most.Name, I64, i64(-std::numeric_limits<int64_t>::max())));
    Hulls[O->Name] = std::move(H);
  }
}

llvm::StringSet<> Noter::arraysIn(const ExprRef &E) const {
  llvm::StringSet<> Found;
  walk(E, [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      Found.insert(Load->array());
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
      if (auto Known = Behind.find(Var->name()); Known != Behind.end())
        for (const auto &Array : Known->second)
          Found.insert(Array.first());
  });
  return Found;
}

static llvm::StringSet<> joined(llvm::StringSet<> A,
                                const llvm::StringSet<> &B) {
  for (const auto &Name : B)
    A.insert(Name.first());
  return A;
}

/// Appends notes of what \p E, evaluated behind them, loads.
void Noter::note(const ExprRef &E, const llvm::StringSet<> &Around,
                 Statements &Out) {
  if (!E)
    return;
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  const bool IsChoice = llvm::isa<SelectExpr>(E.get()) ||
                        (Binary && (Binary->op() == BinaryOp::LogicalAnd ||
                                    Binary->op() == BinaryOp::LogicalOr));
  for (const ExprRef &Part : E->operands()) {
    if (IsChoice && Part != E->operands().front())
      walk(Part, [&](const Expr &Inner) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Inner);
        IsPossible &= !Load || !Hulls.count(Load->array());
      });
    note(Part, Around, Out);
  }
  auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
  if (!Load)
    return;
  llvm::StringSet<> &Needed = Deciding[Load->array()];
  Needed = joined(std::move(Needed), arraysIn(Load->index()));
  // An element under a condition on itself is read anyway.
  for (const auto &Array : Around)
    if (Array.first() != Load->array())
      Needed.insert(Array.first());
  auto Found = Hulls.find(Load->array());
  if (Found == Hulls.end())
    return;
  ExprRef Index = cast(Type::i64(), Load->index());
  Out.push_back(
      std::make_shared<AssignStmt>(Found->second.Least, ReduceOp::Min, Index));
  Out.push_back(std::make_shared<AssignStmt>(
      Found->second.Most, ReduceOp::Max, binary(BinaryOp::Add, Index, i64(1))));
}

StmtRef Noter::visitBody(const StmtRef &S, const llvm::StringSet<> &Around) {
  if (!S)
    return nullptr;
  Statements Out;
  for (const StmtRef &Part : statementsOf(S))
    visit(Part, Around, Out);
  return block(std::move(Out));
}

void Noter::visit(const StmtRef &S, const llvm::StringSet<> &Around,
                  Statements &Out) {
  llvm::StringSet<> Here;
  for (const ExprRef &E : expressions(*S)) {
    note(E, Around, Out);
    Here = joined(std::move(Here), arraysIn(E));
  }
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get())) {
    Behind[Let->name()] = std::move(Here);
    Out.push_back(S);
  } else if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
    const llvm::StringSet<> Inside = joined(Around, Here);
    Out.push_back(
        std::make_shared<IfStmt>(If->cond(), visitBody(If->thenBody(), Inside),
                                 visitBody(If->elseBody(), Inside), S->tag()));
  } else if (auto *For = llvm::dyn_cast<ForStmt>(S.get())) {
    Behind[For->var()] = Here;
    Out.push_back(std::make_shared<ForStmt>(
        For->var().str(), For->lo(), For->hi(),
        visitBody(For->body(), joined(Around, Here)), For->tags(), S->tag()));
  } else {
    IsPossible &= children(*S).empty();
    Out.push_back(S);
  }
}

/// Appends \p Array behind what decides about it; false if that is it itself.
bool Noter::order(llvm::StringRef Array, std::vector<ArrayRange> &Out) {
  if (Ordered.contains(Array))
    return true;
  if (!Open.insert(Array).second)
    return false;
  for (const auto &Other : Deciding[Array])
    if (Hulls.count(Other.first()) && !order(Other.first(), Out))
      return false;
  Ordered.insert(Array);
  const Hull &H = Hulls.find(Array)->second;
  ExprRef Least = var(Type::i64(), H.Least.Name);
  ExprRef Most = var(Type::i64(), H.Most.Name);
  // Where nothing was read the variables hold no subscripts.
  auto IfRead = [&](const ExprRef &E) {
    return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, Least, Most), E,
                                        i64(0));
  };
  Out.push_back({Array.str(), IfRead(Least), IfRead(Most)});
  return true;
}

std::optional<ReadHulls> Noter::run(const StmtRef &Walk) {
  Result.Walk = visitBody(Walk, {});
  for (const Operand *O : Arrays)
    IsPossible = IsPossible && order(O->Name, Result.Ranges);
  if (!IsPossible)
    return std::nullopt;
  return std::move(Result);
}

std::optional<ReadHulls>
lacuna::noteReads(const StmtRef &Walk, llvm::ArrayRef<const Operand *> Arrays,
                  MadeNames &Names) {
  return Noter(Arrays, Names).run(Walk);
}
