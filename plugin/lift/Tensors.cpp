//===- Tensors.cpp - levels of storage that the nest walks ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Tensors.h"
#include "lift/state/LoopBounds.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

namespace {

/// The index variable that \p E is, modulo integer casts, or "".
llvm::StringRef plainVar(const ExprRef &E) {
  const auto Plain = withoutIntegerCasts(E);
  const auto *V = dyn_cast<VarExpr>(Plain.get());
  return V ? V->name() : "";
}

/// Arrays that a nest's body accesses by one variable alone.
struct Accesses {
  std::vector<std::string> All;        ///< in source order, each once
  std::vector<std::string> Subscripts; ///< integers used to find something
};

void addOnce(std::vector<std::string> &List, llvm::StringRef Name) {
  if (!llvm::is_contained(List, Name))
    List.push_back(Name.str());
}

Accesses accessesBy(const StmtRef &Body, llvm::StringRef Var,
                    llvm::StringRef Coordinate) {
  Accesses A;
  auto OnExpr = [&](const ExprRef &Root) {
    walk(Root, [&](const Expr &E) {
      const auto *L = dyn_cast<LoadExpr>(&E);
      if (!L || rowOf(L->index()))
        return;
      if (plainVar(L->index()) == Var)
        addOnce(A.All, L->array());
      ExprRef Inner = withoutIntegerCasts(L->index());
      const auto *Through = dyn_cast<LoadExpr>(Inner.get());
      if (Through && !rowOf(Through->index()) &&
          plainVar(Through->index()) == Var)
        addOnce(A.Subscripts, Through->array());
    });
  };
  walk(Body, [&](const Stmt &S) {
    if (const auto *Let = dyn_cast<LetStmt>(&S))
      if (!Coordinate.empty() && Let->name() == Coordinate) {
        ExprRef Init = withoutIntegerCasts(Let->init());
        if (const auto *L = dyn_cast<LoadExpr>(Init.get()))
          A.Subscripts.insert(A.Subscripts.begin(), L->array().str());
      }
    for (const ExprRef &E : expressions(S))
      OnExpr(E);
    const auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Index) {
      ExprRef Index = withoutIntegerCasts(Assign->target().Index);
      if (plainVar(Index) == Var)
        addOnce(A.All, Assign->target().Name);
      const auto *Through = dyn_cast<LoadExpr>(Index.get());
      if (Through && !rowOf(Through->index()) &&
          plainVar(Through->index()) == Var)
        addOnce(A.Subscripts, Through->array());
    }
    return true;
  });
  return A;
}

} // namespace

void noteCoordinate(NestBuilder &Builder, const LoopStack &Loops,
                    const ExprRef &Init, llvm::StringRef Let) {
  ExprRef Plain = withoutIntegerCasts(Init);
  const auto *L = dyn_cast<LoadExpr>(Plain.get());
  if (!L || rowOf(L->index()) || !L->type().isInteger())
    return;
  if (Loops.path().empty() || Loops.isConditionalInLoop())
    return;
  for (IndexVar &V : Builder.graph().IndexVars)
    if (V.Name == Loops.path().back() && plainVar(L->index()) == V.Name &&
        walkedPositions(V, "") && V.Coordinate.empty())
      V.Coordinate = Let.str();
}

void findTensors(NestBuilder &Builder, const StmtRef &Body) {
  Nest &N = Builder.graph();
  llvm::StringSet<> Parents;
  for (const IndexVar &V : N.IndexVars)
    if (auto Walked = walkedPositions(V, ""))
      Parents.insert(plainVar(Walked->Parent));
  for (const IndexVar &Leaf : N.IndexVars) {
    if (!walkedPositions(Leaf, "") || Parents.contains(Leaf.Name))
      continue;
    Tensor T;
    const IndexVar *V = &Leaf;
    bool Known = true;
    while (Known && walkedPositions(*V, "")) {
      Accesses A = accessesBy(Body, V->Name, V->Coordinate);
      std::string Crd = A.Subscripts.empty() ? "" : A.Subscripts.front();
      WalkedLevel Walked = *walkedPositions(*V, Crd);
      const IndexVar *Parent = N.findIndexVar(plainVar(Walked.Parent));
      Known = !Crd.empty() && Parent;
      if (!Known)
        break;
      T.Levels.insert(T.Levels.begin(), std::move(Walked.Level));
      if (V == &Leaf)
        for (const std::string &Name : A.All)
          if (Name != Crd && Builder.operand(Name))
            T.Values.push_back(Name);
      V = Parent;
    }
    if (!Known)
      continue;
    T.Levels.insert(T.Levels.begin(), {&DenseLevel, V->Name, {}});
    bool OwnName = T.Values.size() == 1 &&
                   llvm::none_of(N.Tensors, [&](const Tensor &Other) {
                     return Other.Name == T.Values.front();
                   });
    T.Name = OwnName ? T.Values.front() : Builder.uniqueName("A");
    N.Tensors.push_back(std::move(T));
  }
}

} // namespace lacuna::plugin
