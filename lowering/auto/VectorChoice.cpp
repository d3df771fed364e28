//===- VectorChoice.cpp - which innermost loops gain from lanes -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorChoice.h"
#include "Candidates.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/ir/bounds/SlopedTrips.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Elements of a row that stay in registers while other loops add to them, and
/// trips from which lanes of a dense sum are used.
static constexpr int64_t TileWidth = 32;
/// Sums of fewer terms, of a constant number, gain nothing from lanes.
static constexpr int64_t LeastTerms = 8;
/// Rows of scattered loads gain from lanes where they are that long: shorter
/// ones overlap in the processor as they are.
static constexpr int64_t LongRow = 32;
/// As many lanes as the compiler finds best.
static constexpr int64_t CompilersWidth = 0;

static Clause rowInLanes(std::string Loop) {
  return clauses::parallelize(std::move(Loop), ParallelUnit::CpuVector,
                              RaceStrategy::NoRaces);
}

namespace {

/// One innermost loop.
class InnermostLoop {
public:
  InnermostLoop(const Nest &N, const LoopStmt &Loop, bool CanBeMasked)
      : N(N), CanBeMasked(CanBeMasked), Var(*N.findIndexVar(Loop.var())),
        Name(clauseName(N, Loop.var())), Path(pathTo(N.Body, Loop.var())) {}

  std::vector<VectorChoice> choices() const;

private:
  std::vector<VectorChoice> ofPositions() const;
  std::vector<VectorChoice> ofDenseSum() const;
  std::vector<VectorChoice> ofTriangle() const;
  std::vector<VectorChoice> ofDenseRow() const;
  VectorChoice sumInLanes(int64_t Width,
                          std::optional<LoopCondition> When) const {
    return {{clauses::parallelize(Name, ParallelUnit::CpuVector,
                                  RaceStrategy::ParallelReduction, Width)},
            std::move(When),
            /*IsSum=*/true};
  }

  const Nest &N;
  const bool CanBeMasked;
  const IndexVar &Var;
  std::string Name;
  std::vector<const LoopStmt *> Path;
};

} // namespace

/// A row of scattered loads that are summed up.
std::vector<VectorChoice> InnermostLoop::ofPositions() const {
  std::optional<Segments> S = segmentsOf(N, Var);
  if (!S || !positionsOf(N, *S))
    return {};
  return {sumInLanes(4, LoopCondition{Var.Name, S->Row->Name, LongRow})};
}

/// Whether \p Loop computes which elements it reads by choices or divisions:
/// `i < j ? j * (j + 1) / 2 + i : …`. Without instructions for gathering, lanes
/// of that take several times as long as one element after the other.
static bool choosesElements(const LoopStmt &Loop, const Nest &N) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  auto Chooses = [&](const Expr &E) {
    auto *B = dyn_cast<BinaryExpr>(&E);
    return isa<SelectExpr>(&E) ||
           (B && (B->op() == BinaryOp::Min || B->op() == BinaryOp::Max ||
                  B->op() == BinaryOp::Div || B->op() == BinaryOp::Rem));
  };
  return anyOf(Loop.body(), [&](const Stmt &S) {
    return any_of(expressions(S), [&](const ExprRef &E) {
      bool Found = false;
      forEachLoad(E, [&](const ExprRef &Load) {
        const ExprRef At =
            substitute(llvm::cast<LoadExpr>(*Load).index(), Lets);
        if (usesVar(At, Loop.var()))
          walk(At, [&](const Expr &Part) { Found |= Chooses(Part); });
      });
      return Found;
    });
  });
}

std::vector<VectorChoice> InnermostLoop::ofDenseSum() const {
  if (!CanBeMasked && choosesElements(*Path.back(), N))
    return {};
  std::optional<int64_t> Trips = constantTripCount(N, Var.Name);
  if (!Trips)
    return {sumInLanes(CompilersWidth, LoopCondition{Var.Name, "", TileWidth})};
  if (*Trips < LeastTerms)
    return {};
  return {sumInLanes(*Trips < TileWidth ? 8 : CompilersWidth, std::nullopt)};
}

/// Rows of a triangle are half as long as there are rows, as a rule.
std::vector<VectorChoice> InnermostLoop::ofTriangle() const {
  const IndexVar &Row = *N.findIndexVar((*(Path.end() - 2))->var());
  if (Row.isDerived() || Var.isDerived() || !lengthOf(N, Row) ||
      !slopedTrips(N, Row, Var))
    return {};
  return {
      sumInLanes(CompilersWidth, LoopCondition{Row.Name, "", 2 * TileWidth})};
}

/// Whether \p Loop updates elements that registers can hold.
static bool updatesNumbers(const LoopStmt &Loop) {
  return anyOf(Loop.body(), [](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    return Assign && Assign->op() != ReduceOp::None && Assign->target().Index &&
           Assign->target().Ty.isArithmetic();
  });
}

/// A row that the loops around it add to: kept in registers outside as many of
/// them as can be, what is left behind the tiles as well.
std::vector<VectorChoice> InnermostLoop::ofDenseRow() const {
  std::optional<int64_t> Trips = constantTripCount(N, Var.Name);
  if (Trips && *Trips <= TileWidth)
    return {{{rowInLanes(Name)}, std::nullopt}};
  std::string Outer = nameOfPart(N, Var.Name, "0"),
              Inner = nameOfPart(N, Var.Name, "1");
  std::vector<Clause> Tiles = {clauses::split(Name, Outer, Inner, TileWidth)};
  std::vector<VectorChoice> Result;
  for (const LoopStmt *Around :
       reverse(ArrayRef(Path).drop_back().drop_front())) {
    Tiles.push_back(clauses::reorder(clauseName(N, Around->var()), Outer));
    VectorChoice Next{Tiles, std::nullopt};
    Next.Commands.push_back(rowInLanes(Inner));
    if (!Trips && !updatesNumbers(*Path.back()))
      Next.When = LoopCondition{Var.Name, "", TileWidth};
    Result.insert(Result.begin(), std::move(Next));
  }
  return Result;
}

/// Whether a loop around that in the end of \p Path, but the outermost, comes
/// again to what that one stores to.
static bool storesRepeatedly(const Nest &N, ArrayRef<const LoopStmt *> Path) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  bool Repeats = false;
  walk(Path.back()->body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign || !Assign->target().Index)
      return true;
    const StringSet<> Used = freeVars(substitute(Assign->target().Index, Lets));
    Repeats |= any_of(Path.drop_front().drop_back(), [&](const LoopStmt *L) {
      return !Used.contains(L->var());
    });
    return true;
  });
  return Repeats;
}

/// Whether a condition decides on what \p Loop adds up: the compiler does not
/// make vectors of that, or, where the loop stores as well, slow ones without
/// masks.
static bool sumsConditionally(const LoopStmt &Loop) {
  bool HasCondition = false;
  walk(Loop.body(), [&](const Stmt &S) {
    HasCondition |= isa<IfStmt>(&S);
    return !HasCondition;
  });
  return HasCondition;
}

/// Whether \p Loop stores to members of records. Under a mask each takes an
/// instruction for each lane, and masks are there where most lanes are idle.
static bool storesMembers(const Nest &N, const LoopStmt &Loop) {
  return anyOf(Loop.body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    const Operand *O = Assign ? N.findOperand(Assign->target().Name) : nullptr;
    return O && !O->Records.empty();
  });
}

std::vector<VectorChoice> InnermostLoop::choices() const {
  std::vector<Guard> Conditions;
  std::vector<Conflict> Found = conflicts(N, Var.Name, &Conditions);
  bool IsSum = !Found.empty() && all_of(Found, [](const Conflict &X) {
    return X.K == Conflict::Kind::Reduction;
  });
  const bool StoresBeside =
      any_of(Found, [](const Conflict &X) { return !X.Apart.empty(); });
  // The outermost loop is for threads.
  if (Path.size() < 2 || (!Found.empty() && !IsSum) ||
      (IsSum && sumsConditionally(*Path.back()) &&
       !(CanBeMasked && StoresBeside && !storesMembers(N, *Path.back()))))
    return {};
  bool IsDense = constantTripCount(N, Var.Name) || lengthOf(N, Var);
  if (IsSum && IsDense)
    return ofDenseSum();
  if (IsSum) {
    std::vector<VectorChoice> Rows = ofTriangle();
    return Rows.empty() ? ofPositions() : Rows;
  }
  if (!IsDense)
    return {};
  // A row that nothing adds to repeatedly is vectorised as it is.
  return storesRepeatedly(N, Path) ? ofDenseRow() : std::vector<VectorChoice>();
}

std::vector<LoopChoices> vectorChoices(const Nest &N, bool CanBeMasked) {
  std::vector<LoopChoices> Result;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (!Loop)
      return true;
    bool IsInnermost = !Loop->merge();
    walk(Loop->body(), [&](const Stmt &Inner) {
      IsInnermost &= !isa<LoopStmt>(Inner);
      return IsInnermost;
    });
    if (IsInnermost)
      Result.push_back(
          {Loop->var().str(), InnermostLoop(N, *Loop, CanBeMasked).choices()});
    return true;
  });
  return Result;
}

} // namespace lacuna
