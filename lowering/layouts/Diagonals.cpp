//===- Diagonals.cpp - entries along diagonals ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { s = 0; for p { s += val[p] * x[crd[p]]; } y[i] = s; }
//
//       -->  for g {
//              for r < T { i = g * T + r; s[r] = 0; }
//              for u in start[g] .. start[g + 1] {
//                for q in first[u] .. first[u + 1] {
//                  i = row[u] + q - first[u];
//                  s[i - g * T] += slots[q] * x[i + coordinate[u]]; } }
//              for r < T { y[i] = s[r]; } }
//
// The runs of a group stand in such an order that each row has its entries in
// the user's order.
//
//===----------------------------------------------------------------------===//

#include "Diagonals.h"
#include "RowLanes.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class AlongDiagonals : RowLanes {
public:
  using RowLanes::RowLanes;
  llvm::Expected<Relaid> run();

private:
  StmtRef overRows(
      llvm::function_ref<Statements(const ExprRef &Row, const ExprRef &Lane)>
          Body);
  StmtRef runs();
};

} // namespace

/// \p Body for each row of the group; the last one may have fewer.
StmtRef AlongDiagonals::overRows(
    llvm::function_ref<Statements(const ExprRef &Row, const ExprRef &Lane)>
        Body) {
  const ExprRef First = times(group(), Use.Of.Window);
  return overLanes(
      binary(BinaryOp::Min, i64(Use.Of.Window), minus(Use.Rows, First)),
      [&](const ExprRef &Lane) {
        return Body(R.rowAt(plus(First, Lane)), Lane);
      });
}

StmtRef AlongDiagonals::runs() {
  const Type I64 = Type::i64();
  auto Range = [&](const std::string &Array, const ExprRef &At) {
    return std::pair(load(I64, Array, At), load(I64, Array, plus(At, i64(1))));
  };
  const auto [FirstRun, LastRun] = Range(Use.start(), group());
  const std::string Run = newVar("run", FirstRun, LastRun).Name;
  const ExprRef Of = var(I64, Run);
  const auto [FirstSlot, LastSlot] = Range(Use.first(), Of);
  const std::string Slot = newVar("slot", FirstSlot, LastSlot).Name;
  // What leads from the slot to the row, and from that to the coordinate.
  const std::string Down = Use.Name + ".down", Right = Use.Name + ".right";
  const ExprRef Number = plus(var(I64, Slot), var(I64, Down));
  const ExprRef Lane = minus(Number, times(group(), Use.Of.Window));
  Statements Body = atLane(R.rowAt(Number), Lane);
  llvm::append_range(Body,
                     eachAt(var(I64, Slot), plus(Number, var(I64, Right))));
  llvm::append_range(Body, toLane(Lane, /*All=*/false));
  LoopTags InVectors;
  InVectors.Parallel =
      ParallelTag{ParallelUnit::CpuVector, RaceStrategy::NoRaces, std::nullopt};
  return std::make_shared<LoopStmt>(
      Run,
      block({std::make_shared<LetStmt>(
                 Down,
                 minus(cast(I64, load(Type::i32(), Use.row(), Of)), FirstSlot)),
             std::make_shared<LetStmt>(Right, load(I64, Use.coordinate(), Of)),
             std::make_shared<LoopStmt>(Slot, block(std::move(Body)),
                                        InVectors)}));
}

llvm::Expected<Relaid> AlongDiagonals::run() {
  std::vector<Guard> Conditions;
  if (llvm::Error E = prepareByCoordinates(Conditions))
    return std::move(E);
  // Threads have stacks of any size, and the user's loop takes none of them.
  constexpr int64_t MostBytes = 32 * 1024;
  if (bytesCarried() * Use.Of.Window > MostBytes)
    return makeError({}, msg::DiaCarriesTooMuch(MostBytes / Use.Of.Window));
  begin();
  Statements Body = lanes(Use.Of.Window);
  Body.push_back(overRows([&](const ExprRef &Row, const ExprRef &Lane) {
    return entering(Row, Lane);
  }));
  Body.push_back(runs());
  Body.push_back(overRows([&](const ExprRef &Row, const ExprRef &Lane) {
    Statements Out = atLane(Row, Lane);
    llvm::append_range(Out, R.Leave);
    return Out;
  }));
  return take(block(std::move(Body)), nullptr, std::move(Conditions));
}

llvm::Expected<Relaid> lacuna::alongDiagonals(const Nest &N,
                                              const StoredRows &R) {
  return AlongDiagonals(N, R).run();
}
