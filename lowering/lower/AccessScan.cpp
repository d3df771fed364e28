//===- AccessScan.cpp - which elements a run accesses -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessScan.h"
#include "Bounds.h"
#include "ResultDependence.h"
#include "lacuna/graph/Slice.h"
#include <array>
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Puts notes of subscripts in front of statements, in place of stores.
class Noter {
public:
  Noter(const Nest &N, const llvm::StringMap<ArraySlice> &Slices)
      : N(N), Slices(Slices) {}

  StmtRef rewrite(const StmtRef &S) const;

private:
  void noteAccess(llvm::StringRef Array, const ExprRef &Index,
                  Statements &Out) const;
  void notePointer(llvm::StringRef Array, const ExprRef &Row,
                   Statements &Out) const;
  void note(llvm::StringRef Array, const ExprRef &Index, Statements &Out) const;
  void noteLoads(const ExprRef &E, Statements &Out) const;
  void noteIf(const ExprRef &Cond, const ExprRef &Then, const ExprRef &Else,
              Statements &Out) const;
  void append(const Stmt &S, const StmtRef &Ref, Statements &Out) const;
  void appendLoop(const LoopStmt &Loop, Statements &Out) const;
  bool isNote(const Stmt &S) const;

  const Nest &N;
  const llvm::StringMap<ArraySlice> &Slices;
};

} // namespace

static StmtRef extend(const ExprRef &Bound, ReduceOp Op, ExprRef By) {
  std::string Name = llvm::cast<VarExpr>(*Bound).name().str();
  return std::make_shared<AssignStmt>(Place{Name, Type::i64(), nullptr}, Op,
                                      std::move(By));
}

void Noter::noteAccess(llvm::StringRef Array, const ExprRef &Index,
                       Statements &Out) const {
  note(Array, indexInRow(Index), Out);
  if (ExprRef Row = rowOf(Index))
    notePointer(Array, Row, Out);
}

/// That \p Row of \p Array is found in memory.
void Noter::notePointer(llvm::StringRef Array, const ExprRef &Row,
                        Statements &Out) const {
  const Operand *Rows = N.findOperand(Array);
  for (const Operand &O : N.Operands)
    if (Rows && Rows->Row && O.PointersOf == Rows->Records)
      note(O.Name, Row, Out);
}

void Noter::note(llvm::StringRef Array, const ExprRef &Index,
                 Statements &Out) const {
  auto Found = Slices.find(Array);
  if (Found == Slices.end())
    return;
  ExprRef At = cast(Type::i64(), Index);
  Out.push_back(extend(Found->second.Lo, ReduceOp::Min, At));
  Out.push_back(extend(Found->second.Hi, ReduceOp::Max,
                       binary(BinaryOp::Add, At, i64(1))));
}

/// What is evaluated under a condition is noted under it.
void Noter::noteIf(const ExprRef &Cond, const ExprRef &Then,
                   const ExprRef &Else, Statements &Out) const {
  noteLoads(Cond, Out);
  Statements Yes, No;
  noteLoads(Then, Yes);
  noteLoads(Else, No);
  if (!Yes.empty() || !No.empty())
    Out.push_back(std::make_shared<IfStmt>(Cond, block(std::move(Yes)),
                                           block(std::move(No))));
}

void Noter::noteLoads(const ExprRef &E, Statements &Out) const {
  if (!E)
    return;
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get()))
    return noteIf(Select->cond(), Select->thenArm(), Select->elseArm(), Out);
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (Binary && Binary->op() == BinaryOp::LogicalAnd)
    return noteIf(Binary->lhs(), Binary->rhs(), nullptr, Out);
  if (Binary && Binary->op() == BinaryOp::LogicalOr)
    return noteIf(Binary->lhs(), nullptr, Binary->rhs(), Out);
  for (const ExprRef &Part : E->operands())
    noteLoads(Part, Out);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    noteAccess(Load->array(), Load->index(), Out);
  if (auto *Address = llvm::dyn_cast<AddressExpr>(E.get()))
    notePointer(Address->array(), Address->index(), Out);
}

bool Noter::isNote(const Stmt &S) const {
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  return Assign && llvm::any_of(Slices, [&](const auto &Entry) {
           const ArraySlice &Slice = Entry.second;
           return llvm::any_of(std::array{Slice.Lo, Slice.Hi},
                               [&](const ExprRef &Bound) {
                                 return llvm::cast<VarExpr>(*Bound).name() ==
                                        Assign->target().Name;
                               });
         });
}

/// Whether \p E, of whose variables \p Inner change in the loop over \p Var,
/// is linear in \p Var and computed exactly.
static bool isLinear(const ExprRef &E, llvm::StringRef Var,
                     const llvm::StringSet<> &Inner) {
  if (!usesVar(E, Var)) {
    bool Changes = llvm::any_of(freeVars(E), [&](const auto &Name) {
      return Inner.contains(Name.getKey());
    });
    walk(E, [&](const Expr &Part) {
      auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
      Changes |= Load && Inner.contains(Load->array());
    });
    return !Changes;
  }
  if (llvm::isa<VarExpr>(*E))
    return true;
  auto IsLinear = [&](const ExprRef &Part) {
    return isLinear(Part, Var, Inner);
  };
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return Cast->type().holdsAllOf(Cast->operand()->type()) &&
           IsLinear(Cast->operand());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || !(E->type().isSigned() || E->type().bits() == 64) ||
      !IsLinear(Binary->lhs()) || !IsLinear(Binary->rhs()))
    return false;
  if (Binary->op() == BinaryOp::Mul)
    return !usesVar(Binary->lhs(), Var) || !usesVar(Binary->rhs(), Var);
  return Binary->op() == BinaryOp::Add || Binary->op() == BinaryOp::Sub;
}

/// What the body of a loop declares or assigns, but for notes.
static llvm::StringSet<> changedIn(llvm::ArrayRef<StmtRef> Body) {
  llvm::StringSet<> Names;
  for (const StmtRef &S : Body)
    walk(S, [&](const Stmt &Part) {
      if (auto *Let = llvm::dyn_cast<LetStmt>(&Part))
        Names.insert(Let->name());
      else if (auto *Var = llvm::dyn_cast<VarStmt>(&Part))
        Names.insert(Var->name());
      else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&Part))
        Names.insert(Array->name());
      else if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
        Names.insert(Assign->target().Name);
      return true;
    });
  return Names;
}

/// A subscript that is linear in the variable of its loop has its extremes in
/// the first and the last iteration: there is no need to run the others.
void Noter::appendLoop(const LoopStmt &Loop, Statements &Out) const {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  noteLoads(Var.Lo, Out);
  noteLoads(Var.Hi, Out);
  Statements Body, Ends;
  const Statements All = statementsOf(rewrite(Loop.body()));
  const llvm::StringSet<> Inner = changedIn(All);
  for (const StmtRef &S : All) {
    auto *Assign = isNote(*S) ? llvm::cast<AssignStmt>(S.get()) : nullptr;
    if (!Assign || Loop.merge() ||
        !isLinear(Assign->value(), Var.Name, Inner)) {
      Body.push_back(S);
      continue;
    }
    const ExprRef Last = binary(BinaryOp::Sub, Var.Hi, constant(Var.Ty, 1));
    for (const ExprRef &End : {Var.Lo, Last})
      Ends.push_back(substitute(S, {{Var.Name, End}}));
  }
  if (!Ends.empty())
    Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, Var.Lo, Var.Hi),
                                           block(std::move(Ends))));
  if (llvm::any_of(Body,
                   [](const StmtRef &S) { return !llvm::isa<LetStmt>(*S); }))
    Out.push_back(std::make_shared<LoopStmt>(
        Loop.var().str(), block(std::move(Body)), LoopTags(), 0, Loop.merge()));
}

void Noter::append(const Stmt &S, const StmtRef &Ref, Statements &Out) const {
  switch (S.kind()) {
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(S);
    noteLoads(If.cond(), Out);
    Out.push_back(std::make_shared<IfStmt>(
        If.cond(), rewrite(If.thenBody()),
        If.elseBody() ? rewrite(If.elseBody()) : nullptr));
    return;
  }
  case Stmt::Kind::Loop:
    return appendLoop(llvm::cast<LoopStmt>(S), Out);
  case Stmt::Kind::Assign: {
    auto &Assign = llvm::cast<AssignStmt>(S);
    noteLoads(Assign.value(), Out);
    noteLoads(Assign.target().Index, Out);
    if (Assign.target().Index)
      noteAccess(Assign.target().Name, Assign.target().Index, Out);
    if (!N.findOperand(Assign.target().Name))
      Out.push_back(Ref);
    return;
  }
  default:
    for (const ExprRef &E : expressions(S))
      noteLoads(E, Out);
    Out.push_back(Ref);
  }
}

StmtRef Noter::rewrite(const StmtRef &S) const {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<BlockStmt>(Part.get()))
      Out.push_back(rewrite(Part));
    else
      append(*Part, Part, Out);
  }
  return block(std::move(Out));
}

AccessScan::AccessScan(const Nest &AsWritten) : N(AsWritten) {
  ResultDependence Results(N);
  IsPossible = !Results.steersNest();
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    IsPossible &= !(Loop && Loop->merge()) && !Results.decides(S) &&
                  !llvm::isa<TrackStmt, WhileStmt>(&S) &&
                  !(Assign && Results.depends(Assign->target().Index));
    // A choice inside an expression is one that decides, too.
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Select = llvm::dyn_cast<SelectExpr>(&Part);
        auto *Binary = llvm::dyn_cast<BinaryExpr>(&Part);
        bool IsLogical = Binary && (Binary->op() == BinaryOp::LogicalAnd ||
                                    Binary->op() == BinaryOp::LogicalOr);
        IsPossible &= !(Select && Results.depends(Select->cond())) &&
                      !(IsLogical && Results.depends(Binary->lhs()));
      });
    return true;
  });
}

std::pair<Nest, std::vector<ArraySlice>>
AccessScan::scan(llvm::ArrayRef<std::string> Arrays) const {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  MadeNames Names(N);
  Statements Body;
  llvm::StringSet<> Wanted;
  llvm::StringMap<ArraySlice> ByName;
  std::vector<ArraySlice> Slices;
  for (const std::string &Array : Arrays) {
    std::string Lo = Names.get(Array + "_least"),
                Hi = Names.get(Array + "_most");
    Body.push_back(std::make_shared<VarStmt>(Lo, Type::i64(), i64(Most)));
    Body.push_back(std::make_shared<VarStmt>(Hi, Type::i64(), i64(-Most)));
    Slices.push_back({Array, var(Type::i64(), Lo), var(Type::i64(), Hi)});
    ByName[Array] = Slices.back();
    Wanted.insert(Lo);
    Wanted.insert(Hi);
  }
  Body.push_back(sliceOf(Noter(N, ByName).rewrite(N.Body), Wanted, {}));
  return {withBodyAlone(N, block(std::move(Body))), std::move(Slices)};
}
