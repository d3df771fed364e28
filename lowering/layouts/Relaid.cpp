//===- Relaid.cpp - a nest that runs over a layout ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/layouts/Relaid.h"
#include "Blocks.h"
#include "Diagonals.h"
#include "Sell.h"
#include "Transpose.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <utility>

using namespace lacuna;

Nest lacuna::withoutLayout(Nest N) {
  const Layout Of = *std::exchange(N.Layout, std::nullopt);
  const std::vector<const LoopStmt *> Path = pathTo(N.Body, Of.Position);
  if (Of.Kind != LayoutKind::Csc || Path.empty())
    return N;
  const LoopStmt &Rows = *Path.front();
  const std::optional<ParallelTag> &Tag = Rows.tags().Parallel;
  if (Tag && Tag->Races == RaceStrategy::NoRaces)
    N.Body =
        replaceLoop(N.Body, Rows.var(),
                    std::make_shared<LoopStmt>(Rows.var().str(), Rows.body(),
                                               LoopTags(), Rows.tag()));
  return N;
}

static llvm::Expected<Relaid> over(const Nest &N, const StoredRows &Rows) {
  switch (N.Layout->Kind) {
  case LayoutKind::Sell:
    return sideBySide(N, Rows);
  case LayoutKind::Csc:
    return transposed(N, Rows);
  case LayoutKind::Bsr:
    return inBlocks(N, Rows);
  case LayoutKind::Dia:
    return alongDiagonals(N, Rows);
  }
  llvm_unreachable("unknown kind of layout");
}

llvm::Expected<Relaid> lacuna::relaid(const Nest &N) {
  llvm::Expected<StoredRows> Rows = storedRows(N);
  if (!Rows)
    return Rows.takeError();
  llvm::Expected<Relaid> Result = over(N, *Rows);
  if (Result)
    llvm::append_range(Result->Conditions, Rows->Conditions);
  return Result;
}
