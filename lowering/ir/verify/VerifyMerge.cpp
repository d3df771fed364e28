//===- VerifyMerge.cpp - rules of merge loops -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StmtVerifier.h"
#include "lacuna/ir/merges/MergeBodies.h"
#include "lacuna/ir/verify/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Whether \p E says by `&&`, `||` and `!` which levels have a coordinate.
static bool isOverPresence(const ExprRef &E, const Merge &M) {
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return llvm::any_of(M.Operands, [&](const MergeOperand &O) {
      return O.Present == Var->name();
    });
  bool IsLogical = llvm::isa<ConstantExpr>(*E);
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get()))
    IsLogical = Binary->op() == BinaryOp::LogicalAnd ||
                Binary->op() == BinaryOp::LogicalOr;
  if (auto *Unary = llvm::dyn_cast<UnaryExpr>(E.get()))
    IsLogical = Unary->op() == UnaryOp::LogicalNot;
  return IsLogical && llvm::all_of(E->operands(), [&](const ExprRef &Part) {
           return isOverPresence(Part, M);
         });
}

bool StmtVerifier::checkMergedPosition(const MergeOperand &O,
                                       const MergeSpace &Space) {
  const Level *L = mergedLevel(*N, O.Var);
  const IndexVar *Position = N->findIndexVar(O.Var);
  if (!L || !Position || Position->isDerived() || N->consumer(O.Var))
    return fail(msg::VerifyMergedVariableUnsuitable(
        O.Var, (Space.isFused() ? Space.Column : Space.Coordinate)->Name));
  if (isAvailable(O.Var))
    return fail(msg::VerifyMergedInsideSame(O.Var));
  for (const ExprRef &Bound : {Position->Lo, Position->Hi})
    for (const auto &Name : freeVars(Bound)) {
      bool Skipped = Space.isFused() && Name.getKey() == Space.Row->Name;
      if (!Skipped && N->findIndexVar(Name.getKey()) &&
          !isAvailable(Name.getKey()))
        return fail(msg::VerifyMergedBoundUndetermined(O.Var, Name.getKey()));
    }
  for (const std::string &Array : L->Arrays)
    if (const Operand *Op = N->findOperand(Array); Op && Op->Written)
      return fail(msg::VerifyMergedLevelWritten(Array, O.Var));
  return true;
}

/// Where a level does not have the coordinate, nothing is at its position.
bool StmtVerifier::checkPresence(const MergeBodies &Bodies) {
  llvm::ArrayRef<MergeOperand> Operands = Bodies.operands();
  for (LevelSet S = 0; S != LevelSet(1) << Operands.size(); ++S)
    for (size_t K = 0; K != Operands.size(); ++K) {
      if (S >> K & 1)
        continue;
      bool Used = false;
      walk(Bodies.at(S), [&](const Stmt &Part) {
        auto Uses = [&](const ExprRef &E) {
          return E && usesVar(E, Operands[K].Var);
        };
        Used |= llvm::any_of(expressions(Part), Uses);
        if (auto *Loop = llvm::dyn_cast<LoopStmt>(&Part))
          for (const std::string &From : N->ancestors(Loop->var()))
            if (const IndexVar *V = N->findIndexVar(From))
              Used |= Uses(V->Lo) || Uses(V->Hi);
        return !Used;
      });
      if (Used)
        return fail(msg::VerifyUsedWhereMaybeAbsent(Operands[K].Var,
                                                    Operands[K].Present));
    }
  return true;
}

bool StmtVerifier::checkMergeHead(const LoopStmt &S, const MergeSpace &Space) {
  const Merge &M = *S.merge();
  if (S.tags() != LoopTags())
    return fail(msg::VerifyMergeParallelOrUnrolled(S.var()));
  for (const MergeOperand &O : M.Operands) {
    if (!declare(O.Present, {NameInfo::Kind::Constant, Type::boolean()}))
      return false;
    if (Space.isCoordinate(O.Var))
      continue;
    if (!checkMergedPosition(O, Space))
      return false;
    Enclosing.push_back(O.Var);
  }
  if (M.Operands.size() > MergeLattice::MaxLevels)
    return fail(
        msg::VerifyMergeTooManyLevels(S.var(), MergeLattice::MaxLevels));
  return checkExprOf(M.Where, Type::boolean(), "the condition of 'merge'") &&
         (isOverPresence(M.Where, M) ||
          fail(msg::VerifyMergeConditionNotPresence()));
}

/// The rest of checkLoop: the loop's variable is checked.
bool StmtVerifier::checkMerge(const LoopStmt &S) {
  std::optional<MergeSpace> Space = mergeSpace(*N, S.var());
  if (!Space)
    return fail(msg::VerifyMergeNotConsecutive(S.var()));
  size_t Mark = Names.mark(), Around = Enclosing.size();
  bool Good = checkMergeHead(S, *Space);
  Enclosing.push_back(S.var().str());
  Good = Good && checkBody(S.body()) && checkPresence(MergeBodies(*N, S));
  Enclosing.resize(Around);
  Names.release(Mark);
  return Good;
}
