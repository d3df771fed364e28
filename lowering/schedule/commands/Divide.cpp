//===- Divide.cpp - divide(i, i0, i1, N) and balance(p) -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { … }  -->  for i0 { for i1 { … } }, i0 of N iterations
//
// With balance(p) the pieces have as many rows i and iterations p each; p runs
// over the positions of i, or over as many iterations more, or less, in each i
// as over those of the one before it: a triangle.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/ir/bounds/SlopedTrips.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// Borders between pieces live on the stack of generated code.
static constexpr int64_t MaxPieces = 512;

/// The variable by whose iterations the work of the rows \p Row is weighed.
static Expected<std::string> balancedOver(const Nest &N, const ClauseArg &Arg,
                                          const LoopArg &Row) {
  ClauseArg Name = asCall(Arg)->Args[0];
  // One of the levels that a loop merges weighs the rows as well.
  const IndexVar *Position = N.resolveVar(Name.Text);
  if (!Position || !findMergeOf(N.Body, Position->Name)) {
    Expected<LoopArg> P = loopArg(N, Name);
    if (!P)
      return P.takeError();
    Position = P->Var;
  }
  const std::string &RowName = Row.Var->Name;
  if (!Position->isDerived() && !Row.Var->isDerived() &&
      findLoop(Row.Loop->body(), Position->Name) &&
      slopedTrips(N, *Row.Var, *Position))
    return Position->Name;
  std::optional<Segments> S = segmentsOf(N, *Position);
  if (!S || S->Row != Row.Var)
    return makeError(Name.Where,
                     msg::NotOverPositionsOfRow(Name.Text, RowName));
  if (!readsAllBounds(N, *S, *Row.Loop))
    return makeError(Name.Where, msg::BalanceReadsConditionally(
                                     S->Pos, Position->Name, RowName));
  return Position->Name;
}

/// The number of pieces, 0 for one per thread.
static Expected<int64_t> piecesArg(const Clause &C,
                                   const ScheduleContext &Context) {
  const ClauseArg &Arg = C.Args[3];
  bool Balances = C.Args.size() == 5;
  if (Balances && Arg.Text == "threads")
    return 0;
  return positiveArg(Arg, "the number of pieces",
                     Balances ? MaxPieces : MaxFactor, Context);
}

/// Thesis 5.6: the outer loop has N iterations; the order stays.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<TileArgs> Tile = tileArgs(N, C, Transform::Tile);
  if (!Tile)
    return Tile.takeError();
  Expected<int64_t> Pieces = piecesArg(C, Context);
  if (!Pieces)
    return Pieces.takeError();
  Relation R{RelationKind::Divide,
             {Tile->Loop.Var->Name},
             {Tile->Outer, Tile->Inner},
             *Pieces,
             ""};
  if (C.Args.size() == 5) {
    Expected<std::string> Over = balancedOver(N, C.Args[4], Tile->Loop);
    if (!Over)
      return Over.takeError();
    R.Kind = RelationKind::Balance;
    R.Over = *Over;
  }
  return tile(N, Tile->Loop, std::move(R));
}

static constexpr ArgInfo Weighed[] = {loop()};
static constexpr CallInfo Options[] = {{"balance", "balance(p)", Weighed}};
static constexpr ArgInfo Args[] = {loop(), newLoop(), newLoop(), value(),
                                   option(Options)};

const Command commands::divide = {
    {{"divide", "divide(i, i0, i1, N) or divide(i, t, ir, threads, balance(p))",
      Args}},
    "two loops, the outer one of `N` iterations, or one of pieces of "
    "near-equal "
    "work over positions for each thread",
    apply};

} // namespace lacuna
