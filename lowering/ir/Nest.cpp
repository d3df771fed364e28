//===- Nest.cpp - lookups in the program between lift and lower -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Nest.h"
#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

const Operand *Nest::findOperand(llvm::StringRef Name) const {
  for (const Operand &O : Operands)
    if (O.Name == Name)
      return &O;
  return nullptr;
}

const IndexVar *Nest::findIndexVar(llvm::StringRef Name) const {
  for (const IndexVar &V : IndexVars)
    if (V.Name == Name)
      return &V;
  return nullptr;
}

const IndexVar *Nest::resolveVar(llvm::StringRef Name) const {
  if (const IndexVar *V = findIndexVar(Name))
    return V;
  for (const IndexVar &V : IndexVars)
    if (!V.Coordinate.empty() && V.Coordinate == Name)
      return &V;
  // The first of several loops of one name keeps its plain name.
  if (Name.consume_back("@1"))
    return resolveVar(Name);
  return nullptr;
}

static bool usesArray(const Tensor &T, llvm::StringRef Array) {
  return llvm::is_contained(T.Values, Array) ||
         llvm::any_of(T.Levels, [&](const Level &L) {
           return llvm::is_contained(L.Arrays, Array);
         });
}

const Tensor *Nest::findTensor(llvm::StringRef Name) const {
  const Tensor *User = nullptr;
  bool Several = false;
  for (const Tensor &T : Tensors) {
    if (T.Name == Name)
      return &T;
    if (!usesArray(T, Name))
      continue;
    Several = User != nullptr;
    User = &T;
  }
  return Several ? nullptr : User;
}

const Relation *Nest::consumer(llvm::StringRef Var) const {
  for (const Relation &R : Relations)
    if (llvm::is_contained(R.Parents, Var))
      return &R;
  return nullptr;
}

const Relation *Nest::producer(llvm::StringRef Var) const {
  for (const Relation &R : Relations)
    if (llvm::is_contained(R.Children, Var))
      return &R;
  return nullptr;
}

static void collectAncestors(const Nest &N, llvm::StringRef Var,
                             std::vector<std::string> &Result) {
  const Relation *Made = N.producer(Var);
  if (!Made) {
    if (!llvm::is_contained(Result, Var))
      Result.push_back(Var.str());
    return;
  }
  for (const std::string &Parent : Made->Parents)
    collectAncestors(N, Parent, Result);
}

std::vector<std::string> Nest::ancestors(llvm::StringRef Var) const {
  std::vector<std::string> Result;
  collectAncestors(*this, Var, Result);
  return Result;
}

/// Whether \p S is a loop that has \p Name for the presence of a level or for
/// what is computed ahead.
static bool isNamedByLoop(const Stmt &S, llvm::StringRef Name) {
  auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
  if (!Loop)
    return false;
  const std::optional<AheadTag> &Ahead = Loop->tags().Ahead;
  if (Ahead && (Ahead->Array == Name || Ahead->Var == Name))
    return true;
  return Loop->merge() &&
         llvm::any_of(Loop->merge()->Operands,
                      [&](const MergeOperand &O) { return O.Present == Name; });
}

/// The name that \p S declares, or nothing.
static llvm::StringRef declaredName(const Stmt &S) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    return Let->name();
  if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
    return Var->name();
  if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
    return Array->name();
  if (auto *View = llvm::dyn_cast<ViewStmt>(&S))
    return View->name();
  if (auto *Rows = llvm::dyn_cast<RowsStmt>(&S))
    return Rows->name();
  if (auto *For = llvm::dyn_cast<ForStmt>(&S))
    return For->var();
  return {};
}

bool Nest::isNameTaken(llvm::StringRef Name) const {
  if (findOperand(Name) || findIndexVar(Name))
    return true;
  if (llvm::any_of(IndexVars,
                   [&](const IndexVar &V) { return V.Coordinate == Name; }) ||
      llvm::any_of(Tensors, [&](const Tensor &T) { return T.Name == Name; }))
    return true;
  bool Found = false;
  auto Look = [&](const Stmt &S) {
    Found |= declaredName(S) == Name || isNamedByLoop(S, Name);
    return !Found;
  };
  walk(Body, Look);
  walk(Epilogue, Look);
  return Found;
}

bool lacuna::countsFromZero(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  while (Made && Made->rules().KeepsValues) {
    Var = Made->Parents.front();
    Made = N.producer(Var);
  }
  if (Made)
    return true;
  const IndexVar &User = *N.findIndexVar(Var);
  bool Reads = false;
  for (const ExprRef &Bound : {User.Lo, User.Hi})
    walk(Bound, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  return Reads;
}

bool lacuna::descends(const Nest &N, llvm::StringRef Var,
                      llvm::StringRef From) {
  if (Var == From)
    return true;
  const Relation *Made = N.producer(Var);
  return Made && llvm::any_of(Made->Parents, [&](const std::string &Parent) {
           return descends(N, Parent, From);
         });
}

static KnownRange userRange(const IndexVar &User) {
  return {constantValue(User.Lo), constantValue(User.Hi)};
}

std::optional<int64_t> lacuna::constantTripCount(const Nest &N,
                                                 llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  if (!Made)
    return userRange(*N.findIndexVar(Var)).trips();
  return Made->rules().constantTrips(
      N, *Made, Made->childNumber(Var),
      constantTripCount(N, Made->Parents.front()));
}

static KnownRange knownRange(const Nest &N, llvm::StringRef Var) {
  if (const Relation *Made = N.producer(Var))
    return Made->rules().range(*Made, Made->childNumber(Var),
                               knownRange(N, Made->Parents.front()));
  if (countsFromZero(N, Var))
    return {0, std::nullopt};
  const IndexVar &User = *N.findIndexVar(Var);
  KnownRange Range = userRange(User);
  if (!Range.Lo && !User.Ty.isSigned())
    Range.Lo = 0;
  return Range;
}

std::optional<int64_t> lacuna::mostTrips(const Nest &N, llvm::StringRef Var) {
  return knownRange(N, Var).trips();
}

const LoopStmt *lacuna::findMergeOf(const StmtRef &Body,
                                    llvm::StringRef Position) {
  const LoopStmt *Found = nullptr;
  walk(Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    if (!Found && Loop && Loop->merge() &&
        llvm::any_of(Loop->merge()->Operands,
                     [&](const MergeOperand &O) { return O.Var == Position; }))
      Found = Loop;
    return !Found;
  });
  return Found;
}

bool lacuna::isBlockLoop(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  if (!Made || !Made->rules().HasConstantSize || Made->Children[0] != Var)
    return false;
  const Relation *Of = N.producer(Made->Parents.front());
  return Of && Of->Kind == RelationKind::Coord;
}

bool lacuna::isUnchanging(const Nest &N, const ExprRef &E) {
  bool Holds = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part)) {
      const Operand *O = N.findOperand(Var->name());
      Holds &= O ? O->Kind == OperandKind::Scalar
                 : N.findIndexVar(Var->name()) != nullptr;
    } else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part)) {
      const Operand *O = N.findOperand(Load->array());
      Holds &= O && !O->Written;
    }
  });
  return Holds;
}

Nest lacuna::withBodyAlone(Nest N, StmtRef Body) {
  N.Guards.clear();
  N.Facts.SetsErrno.clear();
  N.Epilogue = nullptr;
  N.Affine = nullptr;
  N.Model = nullptr;
  N.Body = std::move(Body);
  return N;
}

llvm::StringSet<> lacuna::arraysInBounds(const Nest &N) {
  llvm::StringSet<> Arrays;
  for (const IndexVar &V : N.IndexVars)
    for (const ExprRef &Bound : {V.Lo, V.Hi})
      if (Bound)
        walk(Bound, [&](const Expr &E) {
          if (auto *Load = llvm::dyn_cast<LoadExpr>(&E))
            Arrays.insert(Load->array());
        });
  return Arrays;
}

std::string lacuna::coordinateArray(const Nest &N, llvm::StringRef Position) {
  for (const Tensor &T : N.Tensors)
    for (const Level &L : T.Levels) {
      std::string Crd = L.array(LevelArray::Coordinates);
      if (L.Var == Position && !Crd.empty())
        return Crd;
    }
  return "";
}

const LoopStmt *lacuna::findLoop(const StmtRef &Body, llvm::StringRef Var) {
  const LoopStmt *Found = nullptr;
  walk(Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    if (!Found && Loop && Loop->var() == Var)
      Found = Loop;
    return !Found;
  });
  return Found;
}

static bool collectPath(const StmtRef &S, llvm::StringRef Var,
                        std::vector<const LoopStmt *> &Path) {
  if (!S)
    return false;
  auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
  if (Loop) {
    Path.push_back(Loop);
    if (Loop->var() == Var)
      return true;
  }
  for (const StmtRef &Child : children(*S))
    if (collectPath(Child, Var, Path))
      return true;
  if (Loop)
    Path.pop_back();
  return false;
}

std::vector<const LoopStmt *> lacuna::pathTo(const StmtRef &Body,
                                             llvm::StringRef Var) {
  std::vector<const LoopStmt *> Path;
  collectPath(Body, Var, Path);
  return Path;
}

StmtRef lacuna::replaceLoop(const StmtRef &Body, llvm::StringRef Var,
                            const StmtRef &New) {
  return rewrite(
      Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
        return Loop && Loop->var() == Var ? New : nullptr;
      },
      nullptr);
}
