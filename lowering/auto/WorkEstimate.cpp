//===- WorkEstimate.cpp - how much a nest has to do -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/WideSums.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/ir/bounds/Difference.h"
#include "lacuna/ir/bounds/Trips.h"
#include "llvm/Support/NativeFormatting.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace lacuna {

/// What a loop counts for whose length is not known in front of the nest.
static constexpr double UnknownLength = 8;

/// What an iteration counts for that calls a function like exp or cos.
static constexpr double LongCall = 8;

static ExprRef toI64(const ExprRef &E) { return cast(Type::i64(), E); }

ExprRef lengthOf(const Nest &N, const IndexVar &Var) {
  if (Var.isDerived() || !isOverScalars(N, Var.Lo) || !isOverScalars(N, Var.Hi))
    return nullptr;
  return binary(BinaryOp::Sub, toI64(Var.Hi), toI64(Var.Lo));
}

ExprRef positionsOf(const Nest &N, const Segments &S) {
  const LoopStmt *Rows = findLoop(N.Body, S.Row->Name);
  bool IsOutermost = Rows && pathTo(N.Body, S.Row->Name).front() == Rows;
  if (!IsOutermost || !lengthOf(N, *S.Row) || !readsAllBounds(N, S, *Rows))
    return nullptr;
  auto At = [&](const ExprRef &Row) {
    ExprRef Index = binary(BinaryOp::Add, toI64(Row), i64(S.Offset));
    return toI64(load(S.Elem, S.Pos, Index));
  };
  return binary(BinaryOp::Sub, At(S.Row->Hi), At(S.Row->Lo));
}

//===-- estimates ---------------------------------------------------------===//

ExprRef real(double Value) {
  std::string Text;
  raw_string_ostream OS(Text);
  write_double(OS, Value, FloatStyle::ExponentUpper);
  OS.flush(); // LLVM 16 keeps it
  return std::make_shared<ConstantExpr>(Type::f64(), std::move(Text));
}

ExprRef Estimate::expression() const {
  if (!AtRunTime || Known == 0)
    return real(Known);
  return Known == 1 ? AtRunTime : binary(BinaryOp::Mul, AtRunTime, real(Known));
}

/// \p Count, i64.
static Estimate estimate(const ExprRef &Count) {
  if (std::optional<int64_t> Value = constantValue(Count))
    return {static_cast<double>(std::max<int64_t>(*Value, 0)), nullptr};
  return {1, cast(Type::f64(), Count)};
}

static Estimate product(const Estimate &A, const Estimate &B) {
  if (!A.AtRunTime || !B.AtRunTime)
    return {A.Known * B.Known, A.AtRunTime ? A.AtRunTime : B.AtRunTime};
  return {A.Known * B.Known, binary(BinaryOp::Mul, A.AtRunTime, B.AtRunTime)};
}

static Estimate sum(const Estimate &A, const Estimate &B) {
  if (!A.AtRunTime && !B.AtRunTime)
    return {A.Known + B.Known, nullptr};
  return {1, binary(BinaryOp::Add, A.expression(), B.expression())};
}

/// Whether \p E reads nothing but scalars, \p Row, and memory that \p N leaves
/// as it is.
static bool isOverRow(const Nest &N, const ExprRef &E, const IndexVar &Row) {
  return isUnchanging(N, E) && all_of(freeVars(E), [&](const auto &Name) {
           return Name.first() == Row.Name || !N.findIndexVar(Name.first());
         });
}

/// How long \p Loop is in a row, where the rows are of the outermost loop and
/// each reads the bounds: that of three rows on average, but not less than
/// nothing says. Null for other loops.
static ExprRef sampledLength(const Nest &N, const LoopStmt &Loop) {
  const std::vector<const LoopStmt *> Path = pathTo(N.Body, Loop.var());
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  const IndexVar *Row =
      Path.size() == 2 ? N.findIndexVar(Path.front()->var()) : nullptr;
  if (!Row || Var.isDerived() || !lengthOf(N, *Row) ||
      !isOverRow(N, Var.Lo, *Row) || !isOverRow(N, Var.Hi, *Row) ||
      none_of(statementsOf(Path.front()->body()),
              [&](const StmtRef &S) { return S.get() == &Loop; }))
    return nullptr;
  auto LengthAt = [&](const ExprRef &At) {
    const StringMap<ExprRef> Here = {{Row->Name, At}};
    return cast(Type::f64(),
                binary(BinaryOp::Sub, toI64(substitute(Var.Hi, Here)),
                       toI64(substitute(Var.Lo, Here))));
  };
  const ExprRef One = constant(Row->Ty, 1);
  // The difference may be more than the type holds.
  const ExprRef Middle =
      cast(Row->Ty, binary(BinaryOp::Add, toI64(Row->Lo),
                           binary(BinaryOp::Div, lengthOf(N, *Row), i64(2))));
  const ExprRef Sum = binary(
      BinaryOp::Add, binary(BinaryOp::Add, LengthAt(Row->Lo), LengthAt(Middle)),
      LengthAt(binary(BinaryOp::Sub, Row->Hi, One)));
  return binary(BinaryOp::Max, real(UnknownLength),
                binary(BinaryOp::Div, Sum, real(3)));
}

/// Calls \p Fn on each of the values of which \p E is one: on the arms of a
/// choice, and on what `min` chooses from.
static void forEachChoice(const ExprRef &E,
                          function_ref<void(const ExprRef &)> Fn) {
  auto *B = dyn_cast<BinaryExpr>(E.get());
  if (auto *Select = dyn_cast<SelectExpr>(E.get())) {
    forEachChoice(Select->thenArm(), Fn);
    forEachChoice(Select->elseArm(), Fn);
  } else if (B && B->op() == BinaryOp::Min) {
    forEachChoice(B->lhs(), Fn);
    forEachChoice(B->rhs(), Fn);
  } else if (B && B->op() == BinaryOp::Add && constantValue(B->rhs())) {
    forEachChoice(B->lhs(), [&](const ExprRef &L) {
      Fn(binary(BinaryOp::Add, L, B->rhs()));
    });
  } else {
    Fn(E);
  }
}

/// Whether \p Var is in a tile: it ends so many iterations behind its begin, or
/// before.
static bool isInTile(const Nest &N, const IndexVar &Var) {
  bool IsInTile = false;
  forEachChoice(Var.Hi, [&](const ExprRef &End) {
    IsInTile |= isOverScalars(N, distance(Var.Lo, End, true)) ||
                constantDifference(inI64(N, End), inI64(N, Var.Lo));
  });
  return IsInTile;
}

/// How long \p Var is in the first tile, which others are like; null if it is
/// in none.
static ExprRef lengthOfTile(const Nest &N, const IndexVar &Var) {
  if (Var.isDerived() || !isInTile(N, Var))
    return nullptr;
  ExprRef Length = binary(BinaryOp::Sub, toI64(Var.Hi), toI64(Var.Lo));
  // Bounds read variables of loops around alone.
  for (const IndexVar &Around : reverse(N.IndexVars))
    if (usesVar(Length, Around.Name)) {
      if (Around.isDerived())
        return nullptr;
      Length = substitute(Length, {{Around.Name, Around.Lo}});
    }
  return isOverScalars(N, Length) ? Length : nullptr;
}

/// How often \p Loop is iterated in all, if what stands around it is \p Around
/// times.
static Estimate iterationsOf(const Nest &N, const LoopStmt &Loop,
                             const Estimate &Around) {
  const IndexVar *Var = Loop.merge() ? nullptr : N.findIndexVar(Loop.var());
  if (ExprRef Length = Var ? lengthOf(N, *Var) : nullptr)
    return product(Around, estimate(Length));
  std::optional<Segments> S = Var ? segmentsOf(N, *Var) : std::nullopt;
  if (ExprRef Positions = S ? positionsOf(N, *S) : nullptr)
    return estimate(Positions);
  if (ExprRef Length = Var ? lengthOfTile(N, *Var) : nullptr)
    return product(Around, estimate(Length));
  if (ExprRef Length = Var ? sampledLength(N, Loop) : nullptr)
    return product(Around, {1, Length});
  return product(Around, {UnknownLength, nullptr});
}

/// Whether \p Body calls a function of <cmath> that takes tens of operations.
static bool makesLongCalls(const StmtRef &Body) {
  static constexpr StringRef Short[] = {
      "sqrt",  "fabs",     "abs",   "floor",  "ceil",  "trunc",
      "round", "rint",     "fmin",  "fmax",   "fma",   "copysign",
      "isnan", "isfinite", "isinf", "hypot",  "lrint", "norm",
      "real",  "imag",     "conj",  "signbit"};
  return anyOf(Body, [&](const Stmt &S) {
    bool Makes = false;
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Call = dyn_cast<CallExpr>(&Part);
        Makes |= Call && Call->type().isFloat() &&
                 !is_contained(Short, Call->callee()) &&
                 !is_contained(Short, Call->callee().drop_back());
      });
    return Makes;
  });
}

static Estimate workOf(const Nest &N, const StmtRef &Body,
                       const Estimate &Around) {
  std::optional<Estimate> Inside;
  auto Add = [&](const StmtRef &Each, const Estimate &Iterations) {
    Estimate Part = workOf(N, Each, Iterations);
    Inside = Inside ? sum(*Inside, Part) : Part;
    return false;
  };
  walk(Body, [&](const Stmt &S) {
    if (auto *While = dyn_cast<WhileStmt>(&S))
      return Add(While->body(), product(Around, {UnknownLength, nullptr}));
    auto *Loop = dyn_cast<LoopStmt>(&S);
    return !Loop || Add(Loop->body(), iterationsOf(N, *Loop, Around));
  });
  if (!Inside && makesLongCalls(Body))
    return product(Around, {LongCall, nullptr});
  return Inside.value_or(Around);
}

Estimate workOf(const Nest &N) { return workOf(N, N.Body, {}); }

double guessedWork(const StmtRef &Body) {
  double Inside = 0;
  walk(Body, [&](const Stmt &S) {
    if (!isa<LoopStmt, WhileStmt>(S))
      return true;
    for (const StmtRef &Each : children(S))
      Inside += UnknownLength * guessedWork(Each);
    return false;
  });
  return std::max(Inside, makesLongCalls(Body) ? LongCall : 1.0);
}

int64_t teamForTwoPasses(const Nest &N) {
  const bool CountsQuickly = anyOf(N.Body, [](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Parallel &&
           Loop->tags().Parallel->Cursors.empty() &&
           !holdsLoop(statementsOf(Loop->body()));
  });
  return CountsQuickly ? 2 : 3;
}

} // namespace lacuna
