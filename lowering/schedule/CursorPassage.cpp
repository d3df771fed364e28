//===- CursorPassage.cpp - elements that an iteration advances ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CursorPassage.h"

using namespace llvm;

namespace lacuna {

/// More than this nobody needs to know.
static constexpr int64_t Enough = MaxStep;

CursorPassage::CursorPassage(const Nest &N, const StmtRef &Body,
                             StringRef Cursors)
    : Body(Body), Cursors(Cursors) {
  for (const auto &Let : letsIn(N.Body))
    if (isUnchanging(N, Let.second))
      Stable[Let.first()] = Let.second;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == Cursors)
      IsDown = stepOf(*Assign).value_or(0) < 0;
    return true;
  });
  goBack(Body, {});
  goOn(Body, {});
}

ExprRef CursorPassage::plain(const ExprRef &Index) const {
  return withoutWidening(substitute(Index, Stable));
}

static bool readsArray(const ExprRef &E, StringRef Array) {
  bool Reads = false;
  walk(E, [&](const Expr &Part) {
    auto *Load = dyn_cast<LoadExpr>(&Part);
    Reads |= Load && Load->array() == Array;
  });
  return Reads;
}

/// Drops the elements whose subscripts are others in front of \p By than
/// behind it, itself without its parts.
static void dropChangedHere(std::vector<std::pair<ExprRef, int64_t>> &Of,
                            const Stmt &By) {
  StringRef Name;
  if (auto *Let = dyn_cast<LetStmt>(&By))
    Name = Let->name();
  else if (auto *Var = dyn_cast<VarStmt>(&By))
    Name = Var->name();
  else if (auto *Local = dyn_cast<LocalArrayStmt>(&By))
    Name = Local->name();
  else if (auto *Assign = dyn_cast<AssignStmt>(&By))
    Name = Assign->target().Name;
  if (!Name.empty())
    erase_if(Of, [&](const auto &Element) {
      return usesVar(Element.first, Name) || readsArray(Element.first, Name);
    });
}

void CursorPassage::dropChanged(Distances &Of, const Stmt &By) const {
  dropChangedHere(Of, By);
  for (const StmtRef &Part : children(By))
    dropChanged(Of, *Part);
}

void CursorPassage::addStep(Distances &To, const Stmt &S) const {
  auto *Assign = dyn_cast<AssignStmt>(&S);
  if (!Assign || Assign->target().Name != Cursors)
    return;
  const int64_t Step = std::abs(stepOf(*Assign).value_or(0));
  const ExprRef Element = plain(Assign->target().Index);
  for (auto &[Index, Distance] : To)
    if (structurallyEqual(Index, Element)) {
      Distance = std::min(Distance + Step, Enough);
      return;
    }
  To.push_back({Element, Step});
}

static int64_t distanceOf(ArrayRef<std::pair<ExprRef, int64_t>> In,
                          const ExprRef &Element) {
  for (const auto &[Index, Distance] : In)
    if (structurallyEqual(Index, Element))
      return Distance;
  return 0;
}

/// What both ways have for sure.
static std::vector<std::pair<ExprRef, int64_t>>
atLeast(ArrayRef<std::pair<ExprRef, int64_t>> A,
        ArrayRef<std::pair<ExprRef, int64_t>> B) {
  std::vector<std::pair<ExprRef, int64_t>> Both;
  for (const auto &[Index, Distance] : A)
    if (int64_t Other = distanceOf(B, Index))
      Both.push_back({Index, std::min(Distance, Other)});
  return Both;
}

/// Notes how far cursors go on from each point in \p S, if they do so by
/// \p After behind \p S.
CursorPassage::Distances CursorPassage::goBack(const StmtRef &S,
                                               Distances After) {
  if (auto *Block = dyn_cast<BlockStmt>(S.get())) {
    for (const StmtRef &Part : reverse(Block->body()))
      After = goBack(Part, std::move(After));
  } else if (auto *If = dyn_cast<IfStmt>(S.get())) {
    Distances Then = goBack(If->thenBody(), After);
    if (If->elseBody())
      After = goBack(If->elseBody(), std::move(After));
    After = atLeast(Then, After);
  } else {
    // A loop may run no iteration, or another one behind this.
    dropChanged(After, *S);
    for (const StmtRef &Part : children(*S))
      goBack(Part, After);
    addStep(After, *S);
  }
  return Behind[S.get()] = std::move(After);
}

/// The same of how far they have come.
CursorPassage::Distances CursorPassage::goOn(const StmtRef &S,
                                             Distances Front) {
  Before[S.get()] = Front;
  if (auto *Block = dyn_cast<BlockStmt>(S.get())) {
    for (const StmtRef &Part : Block->body())
      Front = goOn(Part, std::move(Front));
  } else if (auto *If = dyn_cast<IfStmt>(S.get())) {
    Distances Then = goOn(If->thenBody(), Front);
    if (If->elseBody())
      Front = goOn(If->elseBody(), std::move(Front));
    Front = atLeast(Then, Front);
  } else {
    dropChanged(Front, *S);
    if (!isa<AssignStmt>(S.get()))
      Before[S.get()] = Front;
    for (const StmtRef &Part : children(*S))
      goOn(Part, Front);
    addStep(Front, *S);
  }
  return Front;
}

std::optional<CursorPassage::Value>
CursorPassage::valueOf(const ExprRef &E, const Stmt &At) const {
  ExprRef Plain = withoutWidening(E);
  if (auto *Load = dyn_cast<LoadExpr>(Plain.get())) {
    if (Load->array() != Cursors)
      return std::nullopt;
    const ExprRef Element = plain(Load->index());
    return Value{0, distanceOf(Before.lookup(&At), Element),
                 distanceOf(Behind.lookup(&At), Element)};
  }
  if (auto *Var = dyn_cast<VarExpr>(Plain.get())) {
    auto Let = Lets.find(Var->name());
    return Let == Lets.end() ? std::nullopt : std::optional(Let->second);
  }
  auto *Sum = dyn_cast<BinaryExpr>(Plain.get());
  if (!Sum || (Sum->op() != BinaryOp::Add && Sum->op() != BinaryOp::Sub))
    return std::nullopt;
  std::optional<int64_t> Constant = signedConstant(Sum->rhs());
  std::optional<Value> Base = valueOf(Sum->lhs(), At);
  if (!Constant || std::abs(*Constant) > Enough || !Base)
    return std::nullopt;
  Base->Offset += Sum->op() == BinaryOp::Add ? *Constant : -*Constant;
  return Base;
}

bool CursorPassage::isInside(const ExprRef &Index, const Stmt &At) const {
  std::optional<Value> V = valueOf(Index, At);
  if (!V)
    return false;
  // Going down a cursor has come from above, and goes on below.
  if (IsDown)
    return V->Offset < V->Before && V->Offset >= -V->Behind;
  return V->Offset < V->Behind && V->Offset >= -V->Before;
}

void CursorPassage::visit(const StmtRef &S) {
  for (const ExprRef &E : expressions(*S))
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      AllInside &=
          !Load || Load->array() != Array || isInside(Load->index(), *S);
    });
  if (auto *Let = dyn_cast<LetStmt>(S.get())) {
    // Scopes side by side may use one name.
    Lets.erase(Let->name());
    if (std::optional<Value> V = valueOf(Let->init(), *S))
      Lets[Let->name()] = *V;
  } else if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
    const Place &To = Assign->target();
    AllInside &= To.Name != Array || (To.Index && isInside(To.Index, *S));
  }
  for (const StmtRef &Part : children(*S))
    visit(Part);
}

bool CursorPassage::covers(StringRef Of) {
  Array = Of;
  AllInside = Of != Cursors;
  Lets.clear();
  if (AllInside)
    visit(Body);
  return AllInside;
}

} // namespace lacuna
