//===- ResultsOfRows.cpp - sums and extrema, row by row -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultsOfRows.h"
#include "PerIteration.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/analysis/reductions/Selections.h"
#include "lacuna/ir/MadeNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// What the iterations of a loop leave in variables.
struct Results {
  std::vector<Reduction> Reductions;
  std::vector<Selection> Selections;
};

class RowResults {
public:
  RowResults(const Nest &N, const LoopStmt &Loop)
      : Loop(Loop), Row(*N.findIndexVar(Loop.var())), Names(N) {}

  ResultsOfRows run(const Results &Of);

private:
  Place elementOf(const Place &Of, const Type &Ty, const ExprRef &At);
  Place elementNow(const Place &Of, const Type &Ty);
  void addArray(const Place &Of, const Type &Ty, const ExprRef &Start);
  void declare(const Place &Of, const Type &Ty, const ExprRef &Start);
  void add(const Reduction &R);
  void add(const Selection &S);

  const LoopStmt &Loop;
  const IndexVar &Row;
  MadeNames Names;
  const ExprRef Number = var(Type::i64(), Names.get("row"));
  StmtRef Body = Loop.body();
  std::vector<StmtRef> Starts, Joins;
  ResultsOfRows Result;
};

} // namespace

Place RowResults::elementOf(const Place &Of, const Type &Ty,
                            const ExprRef &At) {
  return {Names.get(Of.Name + "_of_rows"), Ty, At};
}

/// That of the iteration.
Place RowResults::elementNow(const Place &Of, const Type &Ty) {
  return elementOf(Of, Ty, elementAt(Row));
}

/// Lets each row have \p Start.
void RowResults::addArray(const Place &Of, const Type &Ty,
                          const ExprRef &Start) {
  const Place Element = elementOf(Of, Ty, Number);
  Result.Arrays.push_back(Element.Name);
  Result.Front.push_back(std::make_shared<LocalArrayStmt>(
      Element.Name, Ty, elementsFor(Row), nullptr));
  Starts.push_back(assign(Element, Start));
}

/// Lets each row have \p Start, and the loop use that in place of \p Of.
void RowResults::declare(const Place &Of, const Type &Ty,
                         const ExprRef &Start) {
  addArray(Of, Ty, Start);
  const Place Own = elementNow(Of, Ty);
  StringMap<ExprRef> Reads;
  Reads[Of.Name] = valueOf(Own);
  Body = substitute(redirect(Body, Of, Own), Reads);
  if (Ty != Of.Ty)
    Body = inType(Body, Own);
}

void RowResults::add(const Reduction &R) {
  const Type Ty = partType(R);
  declare(R.Target, Ty, cast(Ty, startOf(R)));
  Joins.push_back(
      joinInto(R.Target, R.Op, valueOf(elementOf(R.Target, Ty, Number)), 0));
}

/// A row that has selected nothing holds what was there in front of all rows.
/// Where equal ones are selected, or whatever comes last, it must not go before
/// what others have.
void RowResults::add(const Selection &S) {
  const Place &Key = S.Variables.front();
  const Place IsAny{Key.Name + "_is_any", Type::boolean(), nullptr};
  const bool IsLast = S.Key.empty();
  const bool IsAsked =
      IsLast || S.Goes == BinaryOp::Le || S.Goes == BinaryOp::Ge;
  if (IsAsked) {
    addArray(IsAny, IsAny.Ty, constant(IsAny.Ty, 0));
    const Place Now = elementNow(IsAny, IsAny.Ty);
    Body = rewrite(
        Body,
        [&](const StmtRef &Part) -> StmtRef {
          auto *Assign = dyn_cast<AssignStmt>(Part.get());
          return Assign && Assign->target().Name == Key.Name
                     ? block({assign(Now, constant(Now.Ty, 1), Part->tag()),
                              Part})
                     : nullptr;
        },
        nullptr);
  }
  std::vector<StmtRef> Takes;
  for (const Place &Of : S.Variables) {
    declare(Of, Of.Ty, valueOf(Of));
    Takes.push_back(assign(Of, valueOf(elementOf(Of, Of.Ty, Number))));
  }
  ExprRef IsTaken;
  if (IsAsked)
    IsTaken = valueOf(elementOf(IsAny, IsAny.Ty, Number));
  if (!IsLast) {
    const ExprRef IsBetter =
        S.isBetter(valueOf(elementOf(Key, Key.Ty, Number)), valueOf(Key));
    IsTaken =
        IsAsked ? binary(BinaryOp::LogicalAnd, IsTaken, IsBetter) : IsBetter;
  }
  Joins.push_back(std::make_shared<IfStmt>(IsTaken, block(std::move(Takes))));
}

ResultsOfRows RowResults::run(const Results &Of) {
  for (const Reduction &R : Of.Reductions)
    add(R);
  for (const Selection &S : Of.Selections)
    add(S);
  auto EachRow = [&](std::vector<StmtRef> Do) {
    return std::make_shared<ForStmt>(Names.get("row"), i64(0), elementsFor(Row),
                                     block(std::move(Do)));
  };
  Result.Loop = std::make_shared<LoopStmt>(Loop.var().str(), Body, Loop.tags(),
                                           Loop.tag(), Loop.merge());
  Result.Front.push_back(EachRow(std::move(Starts)));
  Result.Behind.push_back(EachRow(std::move(Joins)));
  return std::move(Result);
}

/// What \p Body does to the variable \p Name, if it only combines values into
/// it. The order of integers does not matter, and that of extrema is kept row
/// by row.
static std::optional<Reduction> reductionInto(const StmtRef &Body,
                                              StringRef Name) {
  std::optional<Reduction> Result;
  const bool IsSound = !anyOf(Body, [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    const bool IsInto = Assign && Assign->target().Name == Name;
    if (IsInto && !Result)
      Result = Reduction{Assign->op(), Assign->target()};
    return (IsInto && (Assign->op() != Result->Op || !reassociates(*Assign))) ||
           any_of(expressions(S),
                  [&](const ExprRef &E) { return E && usesVar(E, Name); });
  });
  const bool IsKept =
      Result && (!Result->Target.Ty.isFloat() || Result->Op == ReduceOp::Min ||
                 Result->Op == ReduceOp::Max);
  const bool IsNumber = Result && Result->Target.Ty.isArithmetic();
  return IsSound && IsKept && IsNumber ? Result : std::nullopt;
}

/// Whether what \p S selects of rows can be selected from what these do.
static bool isOfRows(const Selection &S) {
  return !S.IsUnless && !S.ReadAt && !S.None;
}

/// What the iterations of \p Loop leave in variables that are declared outside;
/// nothing if they use one for something else.
static std::optional<Results> resultsOf(const Nest &N, const LoopStmt &Loop) {
  Results Found;
  Found.Selections = selectionsIn(N, Loop.body());
  if (!all_of(Found.Selections, isOfRows))
    return std::nullopt;
  const StringSet<> Declared = declaredIn(Loop.body());
  StringSet<> Known;
  const bool HasOthers = anyOf(Loop.body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->target().Index)
      return false;
    const std::string &Name = Assign->target().Name;
    if (Declared.contains(Name) || !Known.insert(Name).second ||
        any_of(Found.Selections, [&](auto &S) { return S.sets(Name); }))
      return false;
    std::optional<Reduction> R = reductionInto(Loop.body(), Name);
    if (R)
      Found.Reductions.push_back(std::move(*R));
    return !R;
  });
  if (HasOthers || (Found.Reductions.empty() && Found.Selections.empty()))
    return std::nullopt;
  return Found;
}

std::optional<ResultsOfRows> resultsOfRows(const Nest &N) {
  const std::vector<StmtRef> Body = statementsOf(N.Body);
  const auto IsLoop = [](const StmtRef &S) {
    return anyOf(S, [](const Stmt &Part) { return isa<LoopStmt>(&Part); });
  };
  const auto At = find_if(Body, IsLoop);
  auto *Loop = At == Body.end() ? nullptr : dyn_cast<LoopStmt>(At->get());
  if (!Loop || count_if(Body, IsLoop) != 1)
    return std::nullopt;
  const IndexVar *Row = N.findIndexVar(Loop->var());
  std::optional<Results> Found;
  if (Row && !Row->isDerived())
    Found = resultsOf(N, *Loop);
  if (!Found)
    return std::nullopt;
  ResultsOfRows Result = RowResults(N, *Loop).run(*Found);
  // Arrays stand first, and start with what variables do.
  Result.Front.insert(Result.Front.end() - 1, Body.begin(), At);
  Result.Behind.insert(Result.Behind.end(), At + 1, Body.end());
  return Result;
}

} // namespace lacuna
