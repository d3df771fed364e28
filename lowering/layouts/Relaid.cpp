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
  case LayoutKind::Auto:
    break;
  }
  llvm_unreachable("no kind of layout");
}

/// What there is a choice of, the ones that few matrices suit first: where runs
/// along diagonals are long there are blocks, too.
static std::vector<Layout> choices(const Layout &Of) {
  auto With = [&](LayoutKind Kind, int64_t Lanes, int64_t Window) {
    return Layout{Kind, Of.Position, Lanes, Window, Of.Rule};
  };
  if (Of.Kind != LayoutKind::Auto)
    return {Of};
  return {With(LayoutKind::Dia, 0, RowsOfDiagonals),
          With(LayoutKind::Bsr, 3, 3), With(LayoutKind::Sell, 8, 4096)};
}

llvm::Expected<std::vector<Relaid>> lacuna::relaid(const Nest &N) {
  llvm::Expected<StoredRows> Rows = storedRows(N);
  if (!Rows)
    return Rows.takeError();
  std::vector<Relaid> All;
  Nest Of = N;
  for (const Layout &L : choices(*N.Layout)) {
    Of.Layout = L;
    llvm::Expected<Relaid> Result = over(Of, *Rows);
    if (Result) {
      llvm::append_range(Result->Conditions, Rows->Conditions);
      All.push_back(std::move(*Result));
    } else if (N.Layout->Kind != LayoutKind::Auto ||
               L.Kind == LayoutKind::Sell) {
      // What suits all matrices suits all nests that may have any.
      return Result.takeError();
    } else {
      llvm::consumeError(Result.takeError());
    }
  }
  return All;
}
