//===- Blocks.cpp - dense blocks of entries -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { s = 0; for p { s += val[p] * x[crd[p]]; } y[i] = s; }
//
//       -->  for g {
//              for r < R { i = g * R + r; s[r] = 0; }
//              for b in start[g] .. start[g + 1] {
//                for c < C { for r < R {
//                  s[r] += slots[(b * C + c) * R + r] * x[coordinate[b] + c];
//                } } }
//              for r < R { for q in rest[i] .. rest[i + 1] { … }
//                          y[i] = s[r]; } }
//            for rows in no group { as the user's }
//
// Blocks are full. Entries in none are the rest, which is behind all blocks in
// the user's order, too.
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "RowLanes.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class InBlocks : RowLanes {
public:
  using RowLanes::RowLanes;
  llvm::Expected<Relaid> run();

private:
  /// The number of the row in lane \p Lane.
  ExprRef number(const ExprRef &Lane) const {
    return plus(times(group(), Use.Of.Lanes), Lane);
  }
  StmtRef blocks();
  StmtRef rest(const ExprRef &Number);
};

} // namespace

StmtRef InBlocks::blocks() {
  const Type I64 = Type::i64();
  const std::string Block =
      newVar("block", load(I64, Use.start(), group()),
             load(I64, Use.start(), plus(group(), i64(1))))
          .Name;
  const std::string Column = newVar("column", i64(0), i64(Use.Of.Window)).Name;
  const ExprRef First =
      times(plus(times(var(I64, Block), Use.Of.Window), var(I64, Column)),
            Use.Of.Lanes);
  const ExprRef Coordinate =
      plus(load(I64, Use.coordinate(), var(I64, Block)), var(I64, Column));
  LoopTags Unrolled;
  Unrolled.Unroll = LoopTags::FullUnroll;
  StmtRef Rows = overLanes(
      i64(Use.Of.Lanes),
      [&](const ExprRef &Lane) {
        Statements Out = atLane(R.rowAt(number(Lane)), Lane);
        llvm::append_range(Out, eachAt(plus(First, Lane), Coordinate));
        llvm::append_range(Out, toLane(Lane, /*All=*/false));
        return Out;
      },
      /*Width=*/0);
  return std::make_shared<LoopStmt>(
      Block, std::make_shared<LoopStmt>(Column, std::move(Rows), Unrolled));
}

/// The entries of the row with number \p Number that are in no block.
StmtRef InBlocks::rest(const ExprRef &Number) {
  const Type I64 = Type::i64();
  const std::string Slot = newVar("slot", load(I64, Use.rest(), Number),
                                  load(I64, Use.rest(), plus(Number, i64(1))))
                               .Name;
  return std::make_shared<LoopStmt>(Slot,
                                    block(eachAt(var(I64, Slot), nullptr)));
}

llvm::Expected<Relaid> InBlocks::run() {
  std::vector<Guard> Conditions;
  if (llvm::Error E = prepareByCoordinates(Conditions))
    return std::move(E);
  begin();
  const ExprRef Lanes = i64(Use.Of.Lanes);
  Statements Body = lanes(Use.Of.Lanes);
  Body.push_back(overLanes(Lanes, [&](const ExprRef &Lane) {
    return entering(R.rowAt(number(Lane)), Lane);
  }));
  Body.push_back(blocks());
  Body.push_back(overLanes(Lanes, [&](const ExprRef &Lane) {
    Statements Out = atLane(R.rowAt(number(Lane)), Lane);
    Out.push_back(rest(number(Lane)));
    llvm::append_range(Out, R.Leave);
    return Out;
  }));
  StmtRef Behind =
      asWritten(times(var(Type::i64(), Use.groups()), Use.Of.Lanes),
                [&](const ExprRef &Number) { return R.rowAt(Number); });
  return take(block(std::move(Body)), std::move(Behind), std::move(Conditions));
}

llvm::Expected<Relaid> lacuna::inBlocks(const Nest &N, const StoredRows &R) {
  return InBlocks(N, R).run();
}
