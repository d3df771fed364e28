//===- ApartArrays.cpp - arrays that share no element with others ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApartArrays.h"
#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Whether \p Pair is about all elements of both that are accessed. Of a range
/// without an end only where it begins was compared, and that is enough only
/// where C++ keeps the types apart.
static bool comparesAll(const RangePair &Pair, const Operand &A,
                        const Operand &B) {
  return !Pair.OrOne &&
         ((Pair.First.Hi && Pair.Second.Hi) || !mayBeOneObject(A.Ty, B.Ty));
}

static bool areCompared(const LoopProgram &P, const Operand &A,
                        const Operand &B) {
  return llvm::any_of(P.Guards, [&](const ProgramGuard &G) {
    return llvm::any_of(G.Disjoint, [&](const RangePair &Pair) {
      const std::string &First = Pair.First.Array, &Second = Pair.Second.Array;
      return ((First == A.Name && Second == B.Name) ||
              (First == B.Name && Second == A.Name)) &&
             comparesAll(Pair, A, B);
    });
  });
}

/// Rows are compared by other guards, which find them first. What the runtime
/// keeps is nowhere else.
static bool isApart(const LoopProgram &P, const Operand &A, const Operand &B) {
  if ((!A.Written && !B.Written) || !A.ValuesOf.empty() ||
      !B.ValuesOf.empty() || !A.Constants.empty() || !B.Constants.empty())
    return true;
  return B.hasRowsElsewhere() ? !mayBeOneObject(A.Ty, B.Ty)
                              : areCompared(P, A, B);
}

llvm::StringSet<> lacuna::apartArrays(const LoopProgram &P) {
  llvm::StringSet<> Apart;
  for (const Operand &A : P.Operands)
    if (A.Kind == OperandKind::Array && A.Records.empty() &&
        A.Constants.empty() && llvm::all_of(P.Operands, [&](const Operand &B) {
          return B.Kind != OperandKind::Array || B.Name == A.Name ||
                 isApart(P, A, B);
        }))
      Apart.insert(A.Name);
  return Apart;
}

SharedValues lacuna::sharedValues(const LoopProgram &P) {
  SharedValues Found;
  for (const Operand &O : P.Operands)
    if (O.Kind == OperandKind::Scalar)
      Found.Scalars.emplace_back(O.Name, O.Ty);
    else if (!O.Constants.empty())
      Found.Tables.push_back(O);
    else if (O.Kind == OperandKind::Array && O.Records.empty() && !O.Row)
      Found.Pointers.insert(O.Name);
  return Found;
}

/// Whether \p S stores elements that may be an object of type \p Ty.
static bool storesLike(const StmtRef &S, const Type &Ty) {
  return anyOf(S, [&](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    return Assign && Assign->target().Index &&
           mayBeOneObject(Assign->target().Ty, Ty);
  });
}

std::vector<std::string> lacuna::scalarsToShield(const StmtRef &Body,
                                                 const SharedValues &Shared) {
  llvm::StringSet<> Read;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      for (const auto &Name : freeVars(E))
        Read.insert(Name.getKey());
    return true;
  });
  const bool StoresAny = storesCharacters(Body);
  std::vector<std::string> Found;
  for (const auto &[Name, Ty] : Shared.Scalars)
    if (Read.contains(Name) && (StoresAny || storesLike(Body, Ty)))
      Found.push_back(Name);
  return Found;
}

std::vector<Operand> lacuna::tablesIn(const StmtRef &Body,
                                      llvm::ArrayRef<Operand> Tables) {
  std::vector<Operand> Found;
  for (const Operand &Table : Tables)
    if (accesses(Body, Table.Name) != 0)
      Found.push_back(Table);
  return Found;
}

std::vector<std::string> lacuna::accessedAmong(const StmtRef &Body,
                                               const llvm::StringSet<> &Some) {
  std::vector<std::string> Arrays;
  auto Waits = [](const Stmt &S) {
    auto *For = llvm::dyn_cast<ForStmt>(&S);
    return For && For->tags().Mode == ForMode::Wave;
  };
  if (anyOf(Body, Waits))
    return Arrays;
  llvm::StringSet<> Shared;
  auto Add = [&](llvm::StringRef Array) {
    if (Some.contains(Array) && !llvm::is_contained(Arrays, Array.str()))
      Arrays.push_back(Array.str());
  };
  walk(Body, [&](const Stmt &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
        Assign && Assign->target().Index) {
      Add(Assign->target().Name);
      if (Assign->isAtomic())
        Shared.insert(Assign->target().Name);
    }
    if (auto *View = llvm::dyn_cast<ViewStmt>(&S)) {
      Add(View->whole());
      Add(View->part());
    }
    for (const ExprRef &E : expressions(S))
      forEachLoad(E, [&](const ExprRef &Load) {
        Add(llvm::cast<LoadExpr>(*Load).array());
      });
    return true;
  });
  llvm::erase_if(
      Arrays, [&](const std::string &Array) { return Shared.contains(Array); });
  return Arrays;
}
