//===- Lower.cpp - a scheduled nest to loop IR ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/Lower.h"
#include "lacuna/affine/AffineModel.h"
#include "lacuna/cleanup/CarriedElements.h"
#include "lacuna/cleanup/KernelColumns.h"
#include "lacuna/cleanup/KernelTails.h"
#include "lacuna/cleanup/NarrowIndices.h"
#include "lacuna/cleanup/RegisterTiles.h"
#include "lacuna/cleanup/Registers.h"
#include "lacuna/cleanup/SlidingWindows.h"
#include "lacuna/cleanup/StreamedRows.h"
#include "lacuna/cleanup/UnrolledLoops.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/cleanup/WideSubscripts.h"
#include "lacuna/cleanup/WrappedPlaces.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/loops/Lowering.h"

using namespace lacuna;

namespace {

struct LoopPass {
  llvm::StringRef Name;
  StmtRef (*Run)(const StmtRef &Body, const Nest &N,
                 const LowerOptions &Options, MadeNames &Names);
};

} // namespace

/// Behind `loops`, in this order.
static const LoopPass LoopPasses[] = {
    {"wrapped-places",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &, MadeNames &) {
       return chooseWrappedPlaces(Body, N);
     }},
    {"sliding-windows",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &,
        MadeNames &Names) {
       return N.Affine ? Body : countSlidingWindows(Body, Names);
     }},
    {"wide-subscripts",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &Options,
        MadeNames &) {
       return widenSubscripts(Body, N, !Options.KeepsSubscripts);
     }},
    {"registers",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &,
        MadeNames &Names) {
       return accumulateInRegisters(
           N.Affine ? keepOwnInRegisters(Body, Names) : Body, Names);
     }},
    {"carried-elements",
     [](const StmtRef &Body, const Nest &, const LowerOptions &Options,
        MadeNames &Names) {
       return Options.KeepsSubscripts ? Body : carryElements(Body, Names);
     }},
    {"register-tiles",
     [](const StmtRef &Body, const Nest &, const LowerOptions &,
        MadeNames &Names) { return keepTilesInRegisters(Body, Names); }},
    // Whole tiles of affine loops; others were made as copies, or are kernels'.
    {"unrolled-loops",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &, MadeNames &) {
       return N.Affine ? unrollFully(Body) : Body;
     }},
    {"streamed-rows",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &, MadeNames &) {
       return streamRows(Body, N.Facts.NonTemporal);
     }},
    {"kernel-columns",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &,
        MadeNames &Names) { return keepColumnsInRegisters(Body, N, Names); }},
    {"kernel-tails",
     [](const StmtRef &Body, const Nest &N, const LowerOptions &,
        MadeNames &Names) { return shortenTails(Body, N, Names); }},
    {"unused-lets", [](const StmtRef &Body, const Nest &, const LowerOptions &,
                       MadeNames &) { return dropUnusedLets(Body); }},
    {"narrow-indices",
     [](const StmtRef &Body, const Nest &, const LowerOptions &, MadeNames &) {
       return narrowIndices(Body);
     }},
};

static void tell(const AfterPass &After, llvm::StringRef Pass,
                 const StmtRef &Body) {
  if (After)
    After(Pass, [&](llvm::raw_ostream &OS) { print(OS, Body); });
}

/// Loops of an affine schedule, then what runs behind the loops.
static llvm::Expected<StmtRef> affineLoops(const Nest &N, MadeNames &Names) {
  llvm::Expected<StmtRef> Body = AffineModel::loops(N, Names);
  return Body ? block({*Body, N.Epilogue}) : std::move(Body);
}

llvm::Expected<StmtRef> lacuna::lowerBody(const Nest &N,
                                          const LowerOptions &Options) {
  Lowering Loops(N);
  llvm::Expected<StmtRef> Body =
      N.Affine ? affineLoops(N, Loops.names()) : Loops.run();
  if (!Body)
    return Body;
  tell(Options.After, "loops", *Body);
  for (const LoopPass &Pass : LoopPasses) {
    Body = Pass.Run(*Body, N, Options, Loops.names());
    tell(Options.After, Pass.Name, *Body);
  }
  return Body;
}

std::vector<llvm::StringRef> lacuna::loopPassNames() {
  std::vector<llvm::StringRef> Names = {"loops"};
  for (const LoopPass &Pass : LoopPasses)
    Names.push_back(Pass.Name);
  return Names;
}
