//===- ElementWalk.cpp - which elements a nest accesses -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ElementWalk.h"
#include "lacuna/analysis/NestQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// \p E in terms of operands and index variables, if the nest computes nothing
/// of it.
ExprRef ElementWalk::inFront(const ExprRef &E) {
  ExprRef Value = substitute(E, Lets);
  IsPossible &= isUnchanging(N, Value);
  return Value;
}

/// Once is enough.
static bool isIn(llvm::ArrayRef<StmtRef> All, const StmtRef &S) {
  return llvm::any_of(
      All, [&](const StmtRef &Known) { return structurallyEqual(Known, S); });
}

/// Whether row \p Row is one of \p Of; null where that is not known, or \p Row
/// may not be computed anywhere.
static ExprRef isRowOf(const Operand &Of, const ExprRef &Row) {
  bool IsSimple = Of.hasRowsElsewhere() && Of.RowCount;
  walk(Row, [&](const Expr &E) {
    auto *B = llvm::dyn_cast<BinaryExpr>(&E);
    IsSimple &= llvm::isa<VarExpr, ConstantExpr, CastExpr>(&E) ||
                (B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub) &&
                 constantValue(B->rhs()));
  });
  if (!IsSimple)
    return nullptr;
  const ExprRef Number = cast(Type::i64(), Row);
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, Number, i64(0)),
                binary(BinaryOp::Lt, Number, Of.RowCount));
}

/// The same of what \p If holds, such as whether a loop runs.
void ElementWalk::splitIf(const IfStmt &If, Statements &Rest, Statements &Out) {
  auto Under = [&](Statements Body, bool IsElse) {
    const StmtRef None = block({}), Some = block(std::move(Body));
    return std::make_shared<IfStmt>(If.cond(), IsElse ? None : Some,
                                    IsElse ? Some : nullptr);
  };
  for (bool IsElse : {false, true}) {
    Statements Arm = statementsOf(IsElse ? If.elseBody() : If.thenBody()),
               Always;
    keepInTable(Arm, Always);
    if (!Arm.empty())
      Rest.push_back(Under(std::move(Arm), IsElse));
    if (Always.empty())
      continue;
    Out.push_back(Under(std::move(Always), IsElse));
    Exists[Out.back().get()] = nullptr;
  }
}

/// Moves what is done at rows from \p Arm, under a condition that would have to
/// be read for each element, to \p Out, for all rows that there are.
void ElementWalk::keepInTable(Statements &Arm, Statements &Out) {
  Statements Rest;
  for (StmtRef &S : Arm) {
    auto *If = llvm::dyn_cast<IfStmt>(S.get());
    if (If && !Exists.count(S.get()) && mayBeAnywhere(If->cond())) {
      splitIf(*If, Rest, Out);
      continue;
    }
    const auto Known = Exists.find(S.get());
    if (Known == Exists.end()) {
      Rest.push_back(std::move(S));
      continue;
    }
    StmtRef Always = Known->second
                         ? std::make_shared<IfStmt>(Known->second, std::move(S))
                         : std::move(S);
    Exists[Always.get()] = nullptr;
    if (!isIn(Out, Always))
      Out.push_back(std::move(Always));
  }
  Arm = std::move(Rest);
}

void ElementWalk::choose(const ExprRef &Cond, Statements Then, Statements Else,
                         Statements &Out) {
  // What both do is done whatever the condition is.
  llvm::copy_if(Then, std::back_inserter(Out),
                [&](const StmtRef &S) { return isIn(Else, S); });
  const ExprRef Value = substitute(Cond, Lets);
  if (Visited == Rows::InTables &&
      (readsMemory(Value) || !isUnchanging(N, Value)))
    for (Statements *Arm : {&Then, &Else})
      keepInTable(*Arm, Out);
  for (Statements *Arm : {&Then, &Else})
    llvm::erase_if(*Arm, [&](const StmtRef &S) { return isIn(Out, S); });
  if (Then.empty() && Else.empty())
    return;
  Out.push_back(std::make_shared<IfStmt>(
      inFront(Cond), block(std::move(Then)),
      Else.empty() ? nullptr : block(std::move(Else))));
}

/// What is evaluated under a condition is looked at under it.
void ElementWalk::visit(const ExprRef &E, Statements &Out) {
  if (!E)
    return;
  auto *Select = llvm::dyn_cast<SelectExpr>(E.get());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  bool IsAnd = Binary && Binary->op() == BinaryOp::LogicalAnd;
  bool IsOr = Binary && Binary->op() == BinaryOp::LogicalOr;
  if (Select || IsAnd || IsOr) {
    Statements Then, Else;
    visit(E->operands().front(), Out);
    visit(E->operands()[1], IsOr ? Else : Then);
    if (Select)
      visit(Select->elseArm(), Else);
    return choose(E->operands().front(), std::move(Then), std::move(Else), Out);
  }
  for (const ExprRef &Part : E->operands())
    visit(Part, Out);
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    visitElement(Load->array(), Load->index(), /*IsWrite=*/false, Out);
}

void ElementWalk::visitElement(llvm::StringRef Array, const ExprRef &Subscript,
                               bool IsWrite, Statements &Out) {
  ExprRef Row = rowOf(Subscript);
  if (Row)
    Row = substitute(Row, Lets);
  ExprRef Index = substitute(indexInRow(Subscript), Lets);
  StmtRef New = Do({Array, Row, Index, IsWrite, Loops});
  // Of a plain array that is the place, and else a part of it.
  IsPossible &= !New || isUnchanging(N, Row ? Row : Index);
  if (!New || isIn(Out, New))
    return;
  if (Row)
    if (ExprRef IsRow = isRowOf(*N.findOperand(Array), Row))
      Exists[New.get()] = IsRow;
  Out.push_back(std::move(New));
}

static bool usesIndex(const Nest &N, const StmtRef &S, llvm::StringRef Var) {
  bool Uses = false;
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      Uses |= usesVar(E, Var);
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(&Part)) {
      const IndexVar *Inner = N.findIndexVar(Loop->var());
      Uses |= usesVar(Inner->Lo, Var) || usesVar(Inner->Hi, Var);
    }
    return !Uses;
  });
  return Uses;
}

/// Of a loop that a row does not depend on it matters whether it runs.
void ElementWalk::visitLoop(const LoopStmt &Loop, Statements &Out) {
  const IndexVar *Var = N.findIndexVar(Loop.var());
  Loops.push_back(Var->Name);
  Statements Body = visitAll(Loop.body());
  Loops.pop_back();
  if (!Var->Lo || Loop.merge()) {
    IsPossible &= Body.empty();
    return;
  }
  visit(Var->Lo, Out);
  visit(Var->Hi, Out);
  Statements Once, Each;
  for (StmtRef &Part : Body)
    (usesIndex(N, Part, Loop.var()) ? Each : Once).push_back(std::move(Part));
  choose(binary(BinaryOp::Lt, Var->Lo, Var->Hi), std::move(Once), {}, Out);
  if (!Each.empty())
    Out.push_back(
        std::make_shared<LoopStmt>(Loop.var().str(), block(std::move(Each))));
}

void ElementWalk::visit(const Stmt &S, Statements &Out) {
  if (auto *If = llvm::dyn_cast<IfStmt>(&S)) {
    visit(If->cond(), Out);
    Statements Then = visitAll(If->thenBody()), Else = visitAll(If->elseBody());
    return choose(If->cond(), std::move(Then), std::move(Else), Out);
  }
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(&S))
    return visitLoop(*Loop, Out);
  for (const ExprRef &E : expressions(S))
    visit(E, Out);
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
    if (Assign->target().Index)
      visitElement(Assign->target().Name, Assign->target().Index,
                   /*IsWrite=*/true, Out);
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    Lets[Let->name()] = substitute(Let->init(), Lets);
  // A loop that is not counted may not run, or not that far.
  for (const StmtRef &Part : children(S)) {
    Statements Body = visitAll(Part);
    if (Visited == Rows::InTables)
      keepInTable(Body, Out);
    IsPossible &= Body.empty();
  }
}

ElementWalk::Statements ElementWalk::visitAll(const StmtRef &S) {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S)) {
    if (llvm::isa<BlockStmt>(Part.get()))
      llvm::append_range(Out, visitAll(Part));
    else
      visit(*Part, Out);
  }
  return Out;
}

std::optional<Nest> ElementWalk::run() {
  Nest Walk = withBodyAlone(N, block(visitAll(N.Body)));
  if (!IsPossible)
    return std::nullopt;
  return Walk;
}

bool lacuna::canFindRows(const Nest &AsWritten) {
  // The least that a scan does.
  auto Look = [&](const ElementWalk::Access &A) -> StmtRef {
    const Operand *O = AsWritten.findOperand(A.Array);
    return O && O->hasRowsElsewhere()
               ? std::make_shared<PrefetchStmt>(A.Array.str(), Type::i64(),
                                                A.Row, i64(1))
               : nullptr;
  };
  return ElementWalk(AsWritten, Look, ElementWalk::Rows::InTables)
      .run()
      .has_value();
}
