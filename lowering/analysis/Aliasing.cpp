//===- Aliasing.cpp - which arrays may alias ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Aliasing.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool lacuna::isVouchedApart(const Nest &N, const std::string &A,
                            const std::string &B) {
  return llvm::any_of(N.Facts.NoAlias, [&](const auto &Pair) {
    return (Pair.first == A && Pair.second == B) ||
           (Pair.first == B && Pair.second == A);
  });
}

/// Signs do not matter, and characters are what everything is made of.
bool lacuna::mayBeOneObject(const Type &A, const Type &B) {
  if (A.isOpaque() || B.isOpaque() || A.bits() == 8 || B.bits() == 8)
    return true;
  return A.bits() == B.bits() && A.isFloat() == B.isFloat();
}

bool lacuna::storesCharacters(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    const Type *Ty =
        Assign && Assign->target().Index ? &Assign->target().Ty : nullptr;
    return Ty && Ty->isInteger() && Ty->bits() == 8;
  });
}

std::vector<ArrayPair> lacuna::arraysToCompare(const Nest &N) {
  std::vector<ArrayPair> Pairs;
  for (size_t I = 0; I < N.Operands.size(); ++I) {
    const Operand &A = N.Operands[I];
    if (A.Kind != OperandKind::Array || A.hasRowsElsewhere() || !A.Written)
      continue;
    for (size_t K = 0; K < N.Operands.size(); ++K) {
      const Operand &B = N.Operands[K];
      // Two written arrays meet once.
      bool IsDone = B.Written && K < I;
      bool AreMembers = !A.Records.empty() && A.Records == B.Records;
      if (B.Kind == OperandKind::Array && !B.hasRowsElsewhere() &&
          B.Constants.empty() && K != I && !IsDone && !AreMembers &&
          !isVouchedApart(N, A.Name, B.Name))
        Pairs.emplace_back(&A, &B);
    }
  }
  return Pairs;
}
