//===- KeptGuard.cpp - values of an earlier run ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/KeptGuard.h"
#include "WalkInputs.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/waves/KeptValues.h"

using namespace lacuna;

llvm::Expected<ProgramGuard> lacuna::keptGuard(const Nest &N,
                                               const Operand &Kept,
                                               const LowerOptions &Options) {
  const Nest &AsWritten = Options.AsWritten ? *Options.AsWritten : N;
  llvm::Expected<StmtRef> Walk = Lowering(walkOfValues(AsWritten, Kept)).run();
  if (!Walk)
    return Walk.takeError();
  KeptArray V;
  V.Array = Kept.Name;
  V.Loop = Kept.ValuesOf;
  V.Count = countOfValues(AsWritten, Kept.ValuesOf);
  V.Threads = runsOnThreads(N) ? teamSize(N.Facts.NumThreads) : i64(1);
  if (llvm::Error E =
          noteInputs(V, N, AsWritten, *Walk, "keep", Compared::Ranges))
    return std::move(E);
  ProgramGuard G{msg::GuardNoValues(Kept.ValuesOf), nullptr, nullptr};
  G.Values = std::move(V);
  return G;
}
