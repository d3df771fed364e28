//===- NestQueries.cpp - what commands ask of a nest ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/ir/AffineSchedule.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

bool isFixedBy(const Nest &N, StringRef Var, const StringSet<> &Loops) {
  const Relation *R = N.consumer(Var);
  if (!R)
    return Loops.contains(Var);
  return all_of(R->Children, [&](const std::string &Child) {
    return isFixedBy(N, Child, Loops);
  });
}

std::string missingPart(const Nest &N, StringRef Var,
                        const StringSet<> &Around) {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return "";
  for (const std::string &Sibling : Made->Children)
    if (Sibling != Var && !isFixedBy(N, Sibling, Around))
      return Sibling;
  for (const std::string &Parent : Made->Parents) {
    std::string Missing = missingPart(N, Parent, Around);
    if (!Missing.empty())
      return Missing;
  }
  return "";
}

bool isPosition(const Nest &N, StringRef Var) {
  const IndexVar *V = N.findIndexVar(Var);
  if (segmentsOf(N, *V) || !V->Coordinate.empty())
    return true;
  return any_of(N.Tensors, [&](const Tensor &T) {
    return any_of(T.Levels, [&](const Level &L) {
      return L.Var == Var && L.Format->HasPositions;
    });
  });
}

std::string tensorOver(const Nest &N, StringRef Var) {
  for (const Tensor &T : N.Tensors)
    for (const Level &L : T.Levels)
      if (L.Var == Var)
        return T.Name;
  return Var.str();
}

std::string shownTensor(const Nest &N, StringRef Var) {
  const Tensor *T = N.findTensor(tensorOver(N, Var));
  return T && !T->Values.empty() ? T->Values.front() : tensorOver(N, Var);
}

bool mayBeAnywhere(const ExprRef &E) {
  bool May = true;
  walk(E, [&](const Expr &Part) {
    auto *B = dyn_cast<BinaryExpr>(&Part);
    May &= isa<VarExpr, ConstantExpr, CastExpr>(&Part) ||
           (B && is_contained(
                     {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Lt, BinaryOp::Le},
                     B->op()));
  });
  return May;
}

void forEachLoad(const ExprRef &E, function_ref<void(const ExprRef &)> Fn) {
  if (!E)
    return;
  if (isa<LoadExpr>(E.get()))
    Fn(E);
  for (const ExprRef &Part : E->operands())
    forEachLoad(Part, Fn);
}

void walkInAnyCase(const ExprRef &E, function_ref<void(const Expr &)> Fn) {
  if (!E)
    return;
  Fn(*E);
  for (const ExprRef &Part : E->operands()) {
    walkInAnyCase(Part, Fn);
    if (isConditional(*E))
      break;
  }
}

std::optional<int64_t> distanceFrom(StringRef Var, ExprRef Index) {
  int64_t Distance = 0;
  Index = withoutWidening(Index);
  while (auto *Binary = dyn_cast<BinaryExpr>(Index.get())) {
    const std::optional<int64_t> By = constantValue(Binary->rhs());
    if (!By || (Binary->op() != BinaryOp::Add && Binary->op() != BinaryOp::Sub))
      return std::nullopt;
    Distance += Binary->op() == BinaryOp::Add ? *By : -*By;
    Index = withoutWidening(Binary->lhs());
  }
  auto *Of = dyn_cast<VarExpr>(Index.get());
  return Of && Of->name() == Var ? std::optional(Distance) : std::nullopt;
}

bool readsMemory(const ExprRef &E) {
  bool Reads = false;
  forEachLoad(E, [&](const ExprRef &) { Reads = true; });
  return Reads;
}

std::string readOf(const ExprRef &E, const StringSet<> &Names) {
  std::string Read;
  walk(E, [&](const Expr &Part) {
    StringRef Name;
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      Name = Load->array();
    else if (auto *Var = dyn_cast<VarExpr>(&Part))
      Name = Var->name();
    if (Read.empty() && Names.contains(Name))
      Read = Name.str();
  });
  return Read;
}

bool overCoordinates(const Nest &N, StringRef Var) {
  const Relation *Made = N.producer(Var);
  while (Made && Made->Kind != RelationKind::Coord)
    Made = N.producer(Made->Parents.front());
  return Made;
}

bool isOverScalars(const Nest &N, const ExprRef &E) {
  bool Ok = true;
  walk(E, [&](const Expr &Part) {
    auto *Var = dyn_cast<VarExpr>(&Part);
    const Operand *O = Var ? N.findOperand(Var->name()) : nullptr;
    Ok &= !isa<LoadExpr>(&Part) &&
          (!Var || (O && O->Kind == OperandKind::Scalar));
  });
  return Ok;
}

bool isKnownInFront(const Nest &N, const ExprRef &E) {
  bool Calls = false;
  walk(E, [&](const Expr &Part) { Calls |= isa<CallExpr, OpaqueExpr>(Part); });
  return !Calls && isOverScalars(N, E);
}

std::string unusedName(const Nest &N, StringRef Base,
                       function_ref<bool(StringRef)> IsTaken) {
  std::string Name = Base.str();
  for (unsigned I = 2; N.isNameTaken(Name) || (IsTaken && IsTaken(Name)); ++I)
    Name = (Base + "_" + Twine(I)).str();
  return Name;
}

const Relation *trackedFusion(const Nest &N, StringRef Var) {
  const Relation *Made = N.producer(Var);
  for (; Made; Made = N.producer(Made->Parents.front())) {
    if (Made->Kind != RelationKind::Fuse)
      continue;
    if (isPosition(N, Made->Parents[1]))
      return Made;
    if (const Relation *Inner = trackedFusion(N, Made->Parents[1]))
      return Inner;
  }
  return nullptr;
}

const LoopStmt *outermostLoop(const Nest &N) {
  for (const StmtRef &S : statementsOf(N.Body))
    if (auto *Loop = dyn_cast<LoopStmt>(S.get()))
      return Loop;
  return nullptr;
}

static bool isOnThreads(const LoopTags &Tags) {
  return Tags.Parallel && Tags.Parallel->Unit == ParallelUnit::CpuThread;
}

bool countsInElements(const LoopStmt &Loop) {
  return anyOf(Loop.body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    return Assign && Assign->op() == ReduceOp::Add && Assign->target().Index &&
           constantValue(Assign->value()) &&
           !usesVar(Assign->target().Index, Loop.var());
  });
}

bool appends(const Nest &N) {
  return any_of(N.Operands, [](const Operand &O) { return !O.Grows.empty(); });
}

bool hasThreads(const Nest &N) {
  bool Found = N.Affine && any_of(N.Affine->Loops, [](const AffineLoop &L) {
                 return isOnThreads(L.Tags);
               });
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    Found |= Loop && isOnThreads(Loop->tags());
    return !Found;
  });
  return Found;
}

} // namespace lacuna
