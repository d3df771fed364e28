//===- Reach.cpp - extents that are found in front of a nest --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/Reach.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/ResultDependence.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Whether data choose which elements of \p Array are accessed.
static bool isChosen(const Nest &N, const Operand &Array) {
  return llvm::any_of(accessesIn(N, N.Body), [&](const Access &A) {
    return A.Name == Array.Name && readsMemory(A.Index);
  });
}

namespace {

/// How far an array is accessed, and a guard that this begins in the array.
struct KnownReach {
  ExprRef Extent;
  Guard Begins;
};

} // namespace

/// Of \p Array in \p N, where scalars say it in front of the nest.
static std::optional<KnownReach> knownReach(const Nest &N,
                                            const Operand &Array) {
  const AccessedRanges Known(N, RangeUse::Guards);
  const ArrayRange Range = Known.of(Array);
  if (!Range.Hi || !isOverScalars(N, Range.Lo) || !isOverScalars(N, Range.Hi))
    return std::nullopt;
  KnownReach Result{binary(BinaryOp::Max, Range.Hi, i64(0)), {}};
  Result.Begins.Cond = binary(BinaryOp::Ge, Range.Lo, i64(0));
  if (const ExprRef Given = Known.givenFor(Array))
    Result.Begins.Cond =
        binary(BinaryOp::LogicalAnd, Given, Result.Begins.Cond);
  Result.Begins.Reason = msg::GuardElementsInFront(Array.Name);
  return Result;
}

/// Whether each element of \p Array is updated by iterations of some loop: else
/// elements are as many as updates, and copies of them would not pay.
static bool isUpdatedRepeatedly(const Nest &N, const Operand &Array) {
  const llvm::StringMap<ExprRef> Lets = letsIn(N.Body);
  std::vector<std::string> Around;
  bool Result = true;
  std::function<void(const StmtRef &)> Visit = [&](const StmtRef &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        Assign && Assign->target().Name == Array.Name) {
      const llvm::StringSet<> Used =
          freeVars(substitute(Assign->target().Index, Lets));
      Result &= !llvm::all_of(
          Around, [&](const std::string &Var) { return Used.contains(Var); });
    }
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    if (Loop)
      llvm::append_range(Around, N.ancestors(Loop->var()));
    const size_t Inside = Around.size();
    for (const StmtRef &Part : children(*S))
      Visit(Part);
    if (Loop)
      Around.resize(Inside - N.ancestors(Loop->var()).size());
  };
  Visit(N.Body);
  return Result;
}

bool lacuna::canFindReach(const Nest &N, const Operand &Array) {
  if (Array.Row)
    return false;
  if (!isChosen(N, Array))
    return isUpdatedRepeatedly(N, Array) && knownReach(N, Array);
  if (!Array.Records.empty())
    return false;
  const ResultDependence Results(N);
  if (Results.steersNest())
    return false;
  return !anyOf(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    return Results.decides(S) ||
           (Assign && Results.depends(Assign->target().Index));
  });
}

void lacuna::addReach(Nest &N, llvm::StringRef Name) {
  Operand &Array = *llvm::find_if(
      N.Operands, [&](const Operand &O) { return O.Name == Name; });
  if (!isChosen(N, Array)) {
    KnownReach Known = *knownReach(N, Array);
    Array.Extent = std::move(Known.Extent);
    return N.Guards.push_back(std::move(Known.Begins));
  }
  Operand Reach;
  Reach.Name = unusedName(N, (Name + "_reach").str());
  Reach.Kind = OperandKind::Scalar;
  Reach.Ty = Type::i64();
  Reach.ReachOf = Name.str();
  Array.Extent = var(Type::i64(), Reach.Name);
  N.Operands.push_back(std::move(Reach));
}
