//===- ExactWidth.cpp - loops of one width --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactWidth.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

const Operand *widthOf(const Nest &N, StringRef Var) {
  const IndexVar *V = N.findIndexVar(Var);
  if (!V || V->isDerived() || constantValue(V->Lo) != 0)
    return nullptr;
  // A negative number, which is converted to a large one, is no width.
  auto *Hi = dyn_cast<VarExpr>(withoutWidening(V->Hi).get());
  const Operand *O = Hi ? N.findOperand(Hi->name()) : nullptr;
  return O && O->Kind == OperandKind::Scalar ? O : nullptr;
}

/// \p E where \p Width is \p Value, as far as it can be computed.
static ExprRef atWidth(const ExprRef &E, const Operand &Width, int64_t Value) {
  return rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    if (auto *Var = dyn_cast<VarExpr>(Part.get()))
      return Var->name() == Width.Name ? constant(Width.Ty, Value) : nullptr;
    if (auto *Cast = dyn_cast<CastExpr>(Part.get()))
      return cast(Cast->type(), Cast->operand());
    if (auto *Binary = dyn_cast<BinaryExpr>(Part.get()))
      return binary(Binary->op(), Binary->lhs(), Binary->rhs());
    return nullptr;
  });
}

static void addConjuncts(const ExprRef &E, const Guard &Of,
                         std::vector<Guard> &Out) {
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary || Binary->op() != BinaryOp::LogicalAnd) {
    Out.push_back({"", E, Of.Var, Of.Lo, Of.Hi, Of.Inner});
    return;
  }
  addConjuncts(Binary->lhs(), Of, Out);
  addConjuncts(Binary->rhs(), Of, Out);
}

/// The conjuncts of \p Guards where \p Width is \p Value, without those that
/// are then known to hold.
static std::vector<Guard> conjunctsAt(ArrayRef<Guard> Guards,
                                      const Operand &Width, int64_t Value) {
  std::vector<Guard> Result;
  for (Guard G : Guards) {
    for (ExprRef *Part : {&G.Cond, &G.Lo, &G.Hi})
      *Part = atWidth(*Part, Width, Value);
    for (GuardRange &R : G.Inner) {
      R.Lo = atWidth(R.Lo, Width, Value);
      R.Hi = atWidth(R.Hi, Width, Value);
    }
    addConjuncts(G.Cond, G, Result);
  }
  erase_if(Result, [](const Guard &G) { return constantValue(G.Cond) == 1; });
  return Result;
}

static bool areSame(const GuardRange &A, const GuardRange &B) {
  return A.Var == B.Var && structurallyEqual(A.Lo, B.Lo) &&
         structurallyEqual(A.Hi, B.Hi);
}

bool followAtWidth(ArrayRef<Guard> Guards, ArrayRef<Guard> General,
                   const Operand &Width, int64_t Value) {
  std::vector<Guard> Known = conjunctsAt(General, Width, Value);
  return all_of(conjunctsAt(Guards, Width, Value), [&](const Guard &G) {
    return any_of(Known, [&](const Guard &Other) {
      return structurallyEqual(G.Cond, Other.Cond) &&
             areSame({G.Var, G.Lo, G.Hi}, {Other.Var, Other.Lo, Other.Hi}) &&
             std::equal(G.Inner.begin(), G.Inner.end(), Other.Inner.begin(),
                        Other.Inner.end(), areSame);
    });
  });
}

} // namespace lacuna
