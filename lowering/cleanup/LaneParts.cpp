//===- LaneParts.cpp - a few lanes as parts of constant width -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneParts.h"

using namespace lacuna;

std::vector<LaneParts> lacuna::partsOfLanes(int64_t Most, int64_t Rows) {
  // As many sums as hide the latency of an addition: a part more costs little,
  // and a further width is one more copy of the loop.
  const int64_t MaxParts = Rows > 1 ? 2 : 4;
  std::vector<LaneParts> Result;
  int64_t Covered = 0;
  for (int64_t Width = 1; Covered < Most; Width *= MaxParts) {
    const int64_t Count = std::min(MaxParts, (Most + Width - 1) / Width);
    Result.push_back({Width, Count, Covered + 1});
    Covered = Count * Width;
  }
  return Result;
}

/// Where the part \p Which of \p Trips lanes begins.
static ExprRef beginOf(int64_t Which, const ExprRef &Trips,
                       const LaneParts &Parts) {
  if (Which == 0)
    return i64(0);
  const ExprRef Last = binary(BinaryOp::Sub, Trips, i64(Parts.Width));
  return Which == Parts.Count - 1
             ? Last
             : binary(BinaryOp::Min, i64(Which * Parts.Width), Last);
}

/// The lanes from \p Begin on, updating arrays whose names end with \p Suffix.
static StmtRef partOf(const ForStmt &Lanes, const ExprRef &Begin, int64_t Width,
                      const std::string &Suffix, MadeNames &Names,
                      llvm::StringMap<std::string> &Arrays) {
  const std::string Var = Lanes.var().str(), Lane = Names.get(Var + "_lane");
  // In 64 bits the compiler sees that neighbours are one apart.
  std::vector<StmtRef> Body;
  const ExprRef First =
      binary(BinaryOp::Add, cast(Type::i64(), Lanes.lo()), Begin);
  const ExprRef Wide =
      Names.let(Var + "_wide",
                binary(BinaryOp::Add, First, var(Type::i64(), Lane)), Body);
  Body.push_back(std::make_shared<LetStmt>(Var, cast(Lanes.type(), Wide)));
  auto ToPart = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign)
      return nullptr;
    Place To = Assign->target();
    To.Name = Names.get(To.Name + Suffix);
    Arrays[To.Name] = Assign->target().Name;
    return Assign->with(std::move(To), Assign->value());
  };
  auto Widened = [&](const ExprRef &E) -> ExprRef {
    auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
    auto *Of = Cast && Cast->type() == Type::i64()
                   ? llvm::dyn_cast<VarExpr>(Cast->operand().get())
                   : nullptr;
    return Of && Of->name() == Var ? Wide : nullptr;
  };
  for (const StmtRef &S : statementsOf(Lanes.body()))
    Body.push_back(rewrite(S, ToPart, Widened));
  ForTags Tags = Lanes.tags();
  Tags.MostTrips = 0;
  return std::make_shared<ForStmt>(Lane, i64(0), i64(Width),
                                   block(std::move(Body)), std::move(Tags),
                                   Lanes.tag());
}

LoopInParts lacuna::inParts(const StmtRef &Body, const ForStmt &Lanes,
                            const ExprRef &Trips, const LaneParts &Parts,
                            MadeNames &Names) {
  LoopInParts Result;
  std::vector<StmtRef> Loops;
  for (int64_t I = 0; I < Parts.Count; ++I) {
    const std::string Suffix = "_" + std::to_string(I + 1);
    ExprRef Begin = beginOf(I, Trips, Parts);
    if (I > 0)
      Begin = Names.let(Lanes.var() + "_begin" + Suffix, Begin, Result.Begins);
    Loops.push_back(
        partOf(Lanes, Begin, Parts.Width, Suffix, Names, Result.Arrays));
  }
  Result.Body = rewrite(
      Body,
      [&](const StmtRef &S) -> StmtRef {
        return S.get() == &Lanes ? block(Loops) : nullptr;
      },
      nullptr);
  return Result;
}

StmtRef lacuna::withArraysOf(const StmtRef &S,
                             const llvm::StringMap<std::string> &Arrays) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
        auto Array = Assign ? Arrays.find(Assign->target().Name) : Arrays.end();
        if (Array == Arrays.end())
          return nullptr;
        return Assign->with(
            {Array->second, Assign->target().Ty, Assign->target().Index},
            Assign->value());
      },
      [&](const ExprRef &E) -> ExprRef {
        auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
        auto Array = Load ? Arrays.find(Load->array()) : Arrays.end();
        return Array == Arrays.end()
                   ? nullptr
                   : load(Load->type(), Array->second, Load->index());
      });
}
