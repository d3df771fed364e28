//===- TableTiles.cpp - tables that are filled from neighbours ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `d[i][j] = f(d[i - 1][j - 1], d[i - 1][j], d[i][j - 1])`, dynamic
// programming over two sequences, neither rows nor elements of a row can be
// shared out. Tiles on one diagonal of tiles do not need each other.
//
//===----------------------------------------------------------------------===//

#include "TableTiles.h"
#include "LaggedRows.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/ir/Choices.h"

using namespace llvm;

namespace lacuna {

/// Of a tile. Fewer elements of a row are fetched at the wrong time, more rows
/// and elements leave threads idle at the first and the last diagonals.
static constexpr int64_t Rows = 64, Elements = 256;

/// Rows, and elements in each, from which on the diagonals in the middle make
/// up for those at the ends.
static constexpr int64_t LeastRows = 256, LeastElements = 512;

/// The same of elements that are mere sums, which take hardly any time.
static constexpr int64_t LeastSums = 2048;

/// Whether \p N only adds, subtracts and multiplies.
static bool addsUp(const Nest &N) {
  bool Adds = true;
  walk(N.Body, [&](const Stmt &S) {
    Adds &= !isa<IfStmt, WhileStmt>(S);
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *B = dyn_cast<BinaryExpr>(&Part);
        const bool IsSum =
            B && is_contained({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul},
                              B->op());
        Adds &= IsSum || isa<VarExpr, ConstantExpr, CastExpr, LoadExpr>(&Part);
      });
    return Adds;
  });
  return Adds;
}

/// Whether \p N has enough of rows and elements; null if that cannot be known,
/// or it never has.
static ExprRef isLarge(const Nest &N, StringRef Row) {
  const IndexVar *V = N.findIndexVar(Row);
  const ExprRef Length = V ? lengthOf(N, *V) : nullptr;
  const Estimate Work = workOf(N);
  const int64_t Least = addsUp(N) ? LeastSums : LeastElements;
  if (!Length || constantValue(Length).value_or(LeastRows) < LeastRows ||
      (!Work.AtRunTime && Work.Known < double(LeastRows * Least)))
    return nullptr;
  return binary(BinaryOp::LogicalAnd,
                binary(BinaryOp::Ge, Length, i64(LeastRows)),
                binary(BinaryOp::Ge, Work.expression(),
                       binary(BinaryOp::Mul, cast(Type::f64(), Length),
                              real(double(Least)))));
}

/// Whether elements along \p Element are written, and read elsewhere.
static bool isTable(const AffineView &View, StringRef Element) {
  SmallVector<const AffineAccess *> Along;
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses)
      if (any_of(A.Place, [&](const AffineExpr &E) {
            return any_of(E.Terms,
                          [&](auto &Term) { return Term.Var == Element; });
          }))
        Along.push_back(&A);
  return any_of(Along, [&](const AffineAccess *Write) {
    return Write->IsWrite && any_of(Along, [&](const AffineAccess *Read) {
             return !Read->IsWrite && Read->Array == Write->Array &&
                    Read->Place != Write->Place;
           });
  });
}

/// Whether each iteration of \p N chooses among integers, which takes one
/// thread longest where it reads again what it has stored, and the choices are
/// branches.
static bool choosesAlways(const Nest &N) {
  const StmtRef &Body = outermostLoop(N)->body();
  return choosesIntegers(Body) &&
         !anyOf(Body, [](const Stmt &S) { return isa<IfStmt>(&S); });
}

static Directive onDiagonals(const Nest &N, StringRef Row, StringRef Element) {
  return {
      {clauses::call("tile",
                     {clauseName(N, Row),
                      clauseName(N, Element) + "; " + std::to_string(Rows),
                      std::to_string(Elements) + "; parallelogram"}),
       clauses::parallelize(nameOfPart(N, Element, "_tile"),
                            ParallelUnit::CpuThread, RaceStrategy::NoRaces)}};
}

std::optional<InOrder> tilesOfTable(const Nest &Given) {
  Expected<AffineView> View = exportAffine(Given);
  if (!View) {
    consumeError(View.takeError());
    return std::nullopt;
  }
  const std::vector<std::string> &Loops = deepestOf(*View).Loops;
  const ExprRef Pays = Loops.size() == 2 && isTable(*View, Loops.back())
                           ? isLarge(Given, Loops.front())
                           : nullptr;
  const std::optional<Nest> Modelled =
      Pays ? withModel(Given, AffineEffort::Tried) : std::nullopt;
  if (!Modelled ||
      !areChained(*Modelled->Model, asWritten(Modelled->Model->view())))
    return std::nullopt;
  std::optional<Version> Tiled =
      versionOf(*Modelled, onDiagonals(*Modelled, Loops.front(), Loops.back()));
  if (!Tiled)
    return std::nullopt;
  return InOrder{{std::move(*Tiled)},
                 Pays,
                 /*HasLoopsInside=*/true,
                 /*AtLeastThreads=*/choosesAlways(Given) ? 1 : 2};
}

} // namespace lacuna
