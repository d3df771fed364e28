//===- MergeBodies.cpp - what a merge does, by the levels present ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/merges/MergeBodies.h"
#include "lacuna/ir/Rounding.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

std::optional<MergeSpace> lacuna::mergeSpace(const Nest &N,
                                             llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  while (Made && Made->Kind != RelationKind::Fuse) {
    if (!isTile(*Made) || Made->Children[1] != Var)
      return std::nullopt;
    Var = Made->Parents.front();
    Made = N.producer(Var);
  }
  MergeSpace Space;
  Space.Coordinate = N.findIndexVar(Var);
  if (!Made)
    return Space;
  Space.Row = N.findIndexVar(Made->Parents[0]);
  Space.Column = N.findIndexVar(Made->Parents[1]);
  if (!Space.Row || !Space.Column || Space.Row->isDerived() ||
      Space.Column->isDerived())
    return std::nullopt;
  return Space;
}

const Level *lacuna::mergedLevel(const Nest &N, llvm::StringRef Var) {
  for (const Tensor &T : N.Tensors)
    for (const Level &L : T.Levels)
      if (L.Var == Var && L.Format->HasPositions && L.Format->Unique)
        return &L;
  return nullptr;
}

//===-- decided conditions ------------------------------------------------===//

ExprRef lacuna::foldCondition(const ExprRef &E) {
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get())) {
    std::optional<int64_t> Cond = constantValue(Select->cond());
    if (!Cond)
      return nullptr;
    return roundedInSum(*Cond ? Select->thenArm() : Select->elseArm());
  }
  auto *Unary = llvm::dyn_cast<UnaryExpr>(E.get());
  if (Unary && Unary->op() == UnaryOp::LogicalNot) {
    std::optional<int64_t> Value = constantValue(Unary->operands()[0]);
    return Value ? constant(Type::boolean(), !*Value) : nullptr;
  }
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || (Binary->op() != BinaryOp::LogicalAnd &&
                  Binary->op() != BinaryOp::LogicalOr))
    return nullptr;
  for (bool Left : {true, false}) {
    const ExprRef &Side = Left ? Binary->lhs() : Binary->rhs();
    const ExprRef &Other = Left ? Binary->rhs() : Binary->lhs();
    if (std::optional<int64_t> Value = constantValue(Side))
      return (Binary->op() == BinaryOp::LogicalAnd) == (*Value != 0) ? Other
                                                                     : Side;
  }
  return nullptr;
}

namespace {

/// Decides what depends on the presence of levels. What hangs on a level that
/// is absent is absent too: a row that is not stored has no entries.
class Specialiser {
public:
  explicit Specialiser(const Nest &N) : N(N) {}

  void present(const MergeOperand &O) { decide(O, true); }
  void absent(const MergeOperand &O) {
    decide(O, false);
    Absent.insert(O.Var);
  }

  ExprRef run(const ExprRef &E) const {
    return rewrite(E, [&](const ExprRef &Node) { return fold(Node); });
  }

  StmtRef run(StmtRef Body) {
    do {
      Changed = false;
      Body = rewrite(
          Body, [&](const StmtRef &S) { return fold(S); },
          [&](const ExprRef &E) { return fold(E); });
    } while (Changed);
    return Body;
  }

private:
  void decide(const MergeOperand &O, bool IsPresent) {
    Values[O.Present] = constant(Type::boolean(), IsPresent);
  }
  ExprRef fold(const ExprRef &E) const {
    if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
      return Values.lookup(Var->name());
    return foldCondition(E);
  }
  StmtRef fold(const StmtRef &S);
  StmtRef dropAbsent(const LoopStmt &Loop);
  bool hangsOnAbsent(llvm::StringRef Name) const;

  const Nest &N;
  llvm::StringMap<ExprRef> Values;
  llvm::StringSet<> Absent;
  bool Changed = false;
};

} // namespace

bool Specialiser::hangsOnAbsent(llvm::StringRef Name) const {
  const IndexVar *Var = N.findIndexVar(Name);
  if (!Var || Var->isDerived())
    return false;
  return llvm::any_of(Absent.keys(), [&](llvm::StringRef Gone) {
    return usesVar(Var->Lo, Gone) || usesVar(Var->Hi, Gone);
  });
}

StmtRef Specialiser::dropAbsent(const LoopStmt &Loop) {
  Merge Left;
  for (const MergeOperand &O : Loop.merge()->Operands) {
    if (hangsOnAbsent(O.Var))
      absent(O);
    else
      Left.Operands.push_back(O);
  }
  if (Left.Operands.size() == Loop.merge()->Operands.size())
    return nullptr;
  Changed = true;
  Left.Where = run(Loop.merge()->Where);
  if (constantValue(Left.Where) == 0)
    return block({});
  return std::make_shared<LoopStmt>(Loop.var().str(), Loop.body(), Loop.tags(),
                                    Loop.tag(),
                                    std::make_shared<Merge>(std::move(Left)));
}

StmtRef Specialiser::fold(const StmtRef &S) {
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
    std::optional<int64_t> Cond = constantValue(If->cond());
    if (!Cond)
      return nullptr;
    const StmtRef &Arm = *Cond ? If->thenBody() : If->elseBody();
    return Arm ? Arm : block({});
  }
  auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
  return Loop && Loop->merge() ? dropAbsent(*Loop) : nullptr;
}

//===-- bodies ------------------------------------------------------------===//

/// The body where exactly the levels of \p Present have the coordinate.
StmtRef MergeBodies::specialise(const Nest &N, const LoopStmt &Loop,
                                LevelSet Present) {
  Specialiser S(N);
  for (const MergeOperand &O : Loop.merge()->Operands) {
    auto Number = llvm::find(Operands, O);
    bool Has = Number == Operands.end() ||
               (Present >> (Number - Operands.begin()) & 1) != 0;
    if (Has)
      S.present(O);
    else
      S.absent(O);
  }
  if (constantValue(S.run(Loop.merge()->Where)) != 1)
    return nullptr;
  return S.run(Loop.body());
}

/// A number for what is done at \p Present, 0 for nothing.
unsigned MergeBodies::numberOf(LevelSet Present) {
  if (!at(Present))
    return 0;
  auto Same = llvm::find_if(Distinct, [&](LevelSet Known) {
    return structurallyEqual(at(Known), at(Present));
  });
  if (Same == Distinct.end())
    Same = Distinct.insert(Distinct.end(), Present);
  return Same - Distinct.begin() + 1;
}

MergeBodies::MergeBodies(const Nest &N, const LoopStmt &Loop) {
  std::optional<MergeSpace> Space = mergeSpace(N, Loop.var());
  for (const MergeOperand &O : Loop.merge()->Operands)
    if (!Space || !Space->isCoordinate(O.Var))
      Operands.push_back(O);
  for (LevelSet S = 0; S != LevelSet(1) << Operands.size(); ++S)
    Bodies.push_back(specialise(N, Loop, S));
  Lattice.emplace(Operands.size(), [&](LevelSet S) { return numberOf(S); });
}
