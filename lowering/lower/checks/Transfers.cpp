//===- Transfers.cpp - what kernels need of memory ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Transfers.h"
#include "AccessWalk.h"
#include "UsedRanges.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/checks/Guards.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"

using namespace lacuna;

/// \p AsWritten with what clauses say of its arrays.
static Nest withExtentsOf(const Nest &N, Nest AsWritten) {
  for (Operand &O : AsWritten.Operands)
    if (const Operand *Known = N.findOperand(O.Name))
      O.Extent = Known->Extent;
  return AsWritten;
}

/// Arrays that the loops of \p N read to find out what to iterate over.
static llvm::StringSet<> arraysOfLoops(const Nest &N) {
  llvm::StringSet<> Arrays = arraysInBounds(N);
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    if (Loop && Loop->merge())
      for (const MergeOperand &Level : Loop->merge()->Operands)
        Arrays.insert(coordinateArray(N, Level.Var));
    return true;
  });
  return Arrays;
}

llvm::Expected<ProgramTransfers> lacuna::transfersOf(const Nest &N,
                                                     const Nest &AsWritten) {
  ProgramTransfers Result;
  Result.Runs = runsAtAll(N);
  Result.Unguarded = accessedRanges(withExtentsOf(N, AsWritten));
  AccessedRanges Known(N, RangeUse::Copies);
  const llvm::StringSet<> OfLoops = arraysOfLoops(N);
  std::vector<std::string> Unknown;
  MadeNames Names(N);
  UsedRanges IfUsed(AsWritten, Names);
  for (const Operand &O : N.Operands) {
    if (O.Kind != OperandKind::Array ||
        (accesses(N.Body, O.Name) == 0 && !OfLoops.contains(O.Name)))
      continue;
    ArrayRange S = Known.of(O);
    // Sums of rows are added to what is there, were there nothing to add.
    const bool IsUsed = O.Written && gathersParts(N);
    if (S.Hi)
      Result.Ranges.push_back(IsUsed ? std::move(S) : IfUsed(std::move(S)));
    else
      Unknown.push_back(O.Name);
  }
  if (!IfUsed.Code.empty())
    Result.Scan = block(IfUsed.Code);
  if (Unknown.empty())
    return Result;
  AccessWalk Scan(AsWritten);
  if (!Scan.isPossible())
    return makeError({}, msg::GpuArrayEndUnknown(Unknown.front()),
                     {msg::NoteSayExtent(Unknown.front())});
  auto [Walk, Found] = Scan.scan(Unknown);
  llvm::Expected<StmtRef> Code = Lowering(Walk).run();
  if (!Code)
    return Code.takeError();
  llvm::append_range(IfUsed.Code, statementsOf(*Code));
  Result.Scan = block(std::move(IfUsed.Code));
  for (const ArrayRange &S : Found) {
    // Of an array that is never accessed the walk leaves no subscripts.
    ExprRef IsUsed = binary(BinaryOp::Lt, S.Lo, S.Hi);
    auto IfUsed = [&](const ExprRef &E) {
      return std::make_shared<SelectExpr>(IsUsed, E, i64(0));
    };
    Result.Ranges.push_back({S.Array, IfUsed(S.Lo), IfUsed(S.Hi)});
  }
  return Result;
}
