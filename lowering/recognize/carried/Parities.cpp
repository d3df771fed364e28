//===- Parities.cpp - an odd number of times ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/carried/Parities.h"
#include "lacuna/recognize/Messages.def"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace lacuna {

/// Whether \p S is `c = !c`, c being an integer.
static bool isTurn(const AssignStmt &S) {
  const Place &To = S.target();
  if (To.Index || S.op() != ReduceOp::None || !To.Ty.isInteger())
    return false;
  auto *Not = dyn_cast<UnaryExpr>(withoutCasts(S.value()).get());
  auto *Of = Not && Not->op() == UnaryOp::LogicalNot
                 ? dyn_cast<VarExpr>(withoutCasts(Not->operands()[0]).get())
                 : nullptr;
  return Of && Of->name() == To.Name;
}

/// The variables that are turned and change in no other way.
static StringSet<> turnedVariables(const StmtRef &Body) {
  StringSet<> Turned, Others;
  walk(Body, [&](const Stmt &S) {
    if (auto *Assign = dyn_cast<AssignStmt>(&S))
      (isTurn(*Assign) ? Turned : Others).insert(Assign->target().Name);
    return true;
  });
  for (const auto &Name : Others)
    Turned.erase(Name.getKey());
  return Turned;
}

/// Whether \p Var is 0 or 1 at first, where \p Checked holds.
static bool beginsAsParity(const Nest &N, const VarStmt &Var,
                           std::vector<Guard> &Checked) {
  if (!Var.init())
    return false;
  if (std::optional<int64_t> Value = constantValue(Var.init()))
    return *Value == 0 || *Value == 1;
  auto *In = dyn_cast<VarExpr>(Var.init().get());
  if (!In || !N.findOperand(In->name()))
    return false;
  auto Is = [&](int64_t Value) {
    return binary(BinaryOp::Eq, Var.init(),
                  constant(Var.init()->type(), Value));
  };
  Checked.push_back({msg::GuardFlagNotZeroOne(Var.name()),
                     binary(BinaryOp::LogicalOr, Is(0), Is(1)), "", nullptr,
                     nullptr});
  return true;
}

void countParities(Nest &N) {
  StringSet<> Turned = turnedVariables(N.Body), Declared;
  std::vector<Guard> Checked;
  walk(N.Body, [&](const Stmt &S) {
    auto *Var = dyn_cast<VarStmt>(&S);
    if (Var && Turned.contains(Var->name()) && beginsAsParity(N, *Var, Checked))
      Declared.insert(Var->name());
    return true;
  });
  if (Declared.empty())
    return;
  append_range(N.Guards, Checked);
  N.Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = dyn_cast<AssignStmt>(S.get());
        if (!Assign || !isTurn(*Assign) ||
            !Declared.contains(Assign->target().Name))
          return nullptr;
        return std::make_shared<AssignStmt>(Assign->target(), ReduceOp::Xor,
                                            constant(Assign->target().Ty, 1),
                                            false, S->tag());
      },
      nullptr);
}

} // namespace lacuna
