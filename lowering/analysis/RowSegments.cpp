//===- RowSegments.cpp - positions of one row after those of another ------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowSegments.h"
#include "LinearForm.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/Messages.def"
#include "lacuna/analysis/NestQueries.h"

using namespace llvm;

namespace lacuna {

/// `Pos[Row + Constant]`, perhaps converted.
struct BoundLoad {
  const LoadExpr *Load;
  const IndexVar *Row;
  int64_t Constant;
};

static bool isUnsignedAllAlong(const Type &Var, const Type &Index) {
  return !Var.isSigned() && !Index.isSigned();
}

static std::optional<BoundLoad> boundLoad(const Nest &N, const ExprRef &Bound) {
  const Expr *E = Bound.get();
  while (auto *Cast = dyn_cast_or_null<CastExpr>(E))
    E = Cast->operand().get();
  auto *Load = dyn_cast_or_null<LoadExpr>(E);
  if (!Load || rowOf(Load->index()) || !Load->type().isInteger())
    return std::nullopt;
  std::optional<LinearForm> F = linearForm(N, Load->index(), Invariants());
  if (!F || F->Terms.size() != 1)
    return std::nullopt;
  const LinearTerm &T = F->Terms.front();
  if (!T.Var || T.Coef != 1 || !T.Factors.empty())
    return std::nullopt;
  // Unsigned `i + 1` for i below a bound of the same type does not wrap.
  const bool StartsAtZero =
      constantValue(T.Var->Lo).value_or(-1) >= 0 ||
      isUnsignedAllAlong(T.Var->Ty, Load->index()->type());
  const bool Exact = !F->MayWrap || (F->KeepsBits && F->Constant >= 0 &&
                                     F->Constant <= 1 && StartsAtZero);
  if (!Exact)
    return std::nullopt;
  return BoundLoad{Load, T.Var, F->Constant};
}

std::optional<Segments> segmentsOf(const Nest &N, const IndexVar &Position) {
  if (Position.isDerived())
    return std::nullopt;
  std::optional<BoundLoad> Lo = boundLoad(N, Position.Lo);
  std::optional<BoundLoad> Hi = boundLoad(N, Position.Hi);
  if (!Lo || !Hi || Lo->Load->array() != Hi->Load->array() ||
      Lo->Row != Hi->Row || Hi->Constant != Lo->Constant + 1)
    return std::nullopt;
  const Operand *Pos = N.findOperand(Lo->Load->array());
  if (!Pos || Pos->Written)
    return std::nullopt;
  return Segments{&Position, Lo->Row, Pos->Name, Lo->Load->type(),
                  Lo->Constant};
}

/// Whether \p Loop is a statement of \p Body, under no condition.
static bool standsIn(const StmtRef &Body, const LoopStmt *Loop) {
  return any_of(statementsOf(Body), [&](const StmtRef &Inner) {
    auto *Track = dyn_cast<TrackStmt>(Inner.get());
    return any_of(statementsOf(Track ? Track->each() : Inner),
                  [&](const StmtRef &S) { return S.get() == Loop; });
  });
}

/// Whether \p Name runs over positions of those of \p Position: it can have
/// been fused with them.
static bool isBelow(const Nest &N, StringRef Name, const IndexVar &Position) {
  std::optional<Segments> S = segmentsOf(N, *N.findIndexVar(Name));
  return S && (S->Row == &Position || isBelow(N, S->Row->Name, Position));
}

/// Whether only loops over \p Chain, none under a condition, lead from \p From
/// to the loop over the positions of \p S.
static bool leadsDirectly(const Nest &N, const StmtRef &From, const Segments &S,
                          const StringSet<> &Chain) {
  const LoopStmt *Found = findMergeOf(From, S.Position->Name);
  StringSet<> Merged;
  if (Found)
    for (const std::string &Name : N.ancestors(Found->var()))
      Merged.insert(Name);
  walk(From, [&](const Stmt &Inner) {
    auto *Loop = dyn_cast<LoopStmt>(&Inner);
    if (!Found && Loop &&
        is_contained(N.ancestors(Loop->var()), S.Position->Name))
      Found = Loop;
    return !Found;
  });
  if (!Found)
    return false;
  StmtRef Level = From;
  for (const LoopStmt *Loop : pathTo(From, Found->var())) {
    bool OfChain =
        all_of(N.ancestors(Loop->var()), [&](const std::string &Name) {
          return Chain.contains(Name) || Merged.contains(Name) ||
                 isBelow(N, Name, *S.Position);
        });
    if (!standsIn(Level, Loop) || !OfChain)
      return false;
    Level = Loop->body();
  }
  return true;
}

bool readsAllBounds(const Nest &N, const Segments &S, const LoopStmt &Rows) {
  return leadsDirectly(N, Rows.body(), S, {S.Row->Name, S.Position->Name});
}

/// Whether the outermost loop runs over \p Row, perhaps over a part of it, so
/// that the user's loops read its bounds first of all.
static bool isRoot(const Nest &N, const IndexVar &Row) {
  return any_of(statementsOf(N.Body), [&](const StmtRef &S) {
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    return Loop && is_contained(N.ancestors(Loop->var()), Row.Name);
  });
}

/// Whether \p Bound has one value: of scalars and arrays that stay as they are.
static bool isFixed(const Nest &N, const ExprRef &Bound) {
  return isUnchanging(N, Bound) && none_of(freeVars(Bound), [&](auto &Name) {
           return N.findIndexVar(Name.first());
         });
}

std::optional<std::pair<ExprRef, ExprRef>>
wholeRange(const Nest &N, const IndexVar &Row, std::vector<Guard> &Guards,
           RangePlace Place) {
  bool IsKnown = isOverScalars(N, Row.Lo) && isOverScalars(N, Row.Hi);
  if (IsKnown || (isFixed(N, Row.Lo) && isFixed(N, Row.Hi) && isRoot(N, Row)))
    return std::pair(cast(Type::i64(), Row.Lo), cast(Type::i64(), Row.Hi));
  std::optional<Segments> S = segmentsOf(N, Row);
  if (!S)
    return std::nullopt;
  std::optional<std::vector<Guard>> Above = ascendingGuards(N, *S);
  auto Range = wholeRange(N, *S->Row, Guards, Place);
  if (!Above || !Range)
    return std::nullopt;
  addGuards(N, Guards, *Above);
  auto At = [&](const ExprRef &R) -> ExprRef {
    ExprRef Position =
        cast(Type::i64(),
             load(S->Elem, S->Pos, binary(BinaryOp::Add, R, i64(S->Offset))));
    ExprRef HasRows = binary(BinaryOp::Lt, Range->first, Range->second);
    if (Place == RangePlace::BelowRows || constantValue(HasRows) == 1)
      return Position;
    return std::make_shared<SelectExpr>(HasRows, Position, i64(0));
  };
  return std::pair(At(Range->first), At(Range->second));
}

std::optional<std::vector<Guard>>
segmentGuards(const Nest &N, const Segments &S, std::string Reason,
              function_ref<ExprRef(const ExprRef &, const ExprRef &)> Holds) {
  StringSet<> Chain = {S.Position->Name};
  for (std::optional<Segments> Up = S; Up; Up = segmentsOf(N, *Up->Row))
    Chain.insert(Up->Row->Name);
  if (!leadsDirectly(N, N.Body, S, Chain))
    return std::nullopt;
  std::vector<Guard> Guards;
  auto Range = wholeRange(N, *S.Row, Guards);
  if (!Range)
    return std::nullopt;

  std::string R = unusedName(N, "r");
  auto At = [&](int64_t Offset) {
    return load(S.Elem, S.Pos,
                binary(BinaryOp::Add, var(Type::i64(), R), i64(Offset)));
  };
  Guards.push_back({std::move(Reason), Holds(At(S.Offset), At(S.Offset + 1)), R,
                    Range->first, Range->second});
  return Guards;
}

std::optional<std::vector<Guard>> guardsAtLoop(const Nest &N, StringRef Var,
                                               std::string Reason,
                                               const ExprRef &Holds) {
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Var);
  std::vector<std::string> Around;
  StmtRef Level = N.Body;
  for (const LoopStmt *Loop : Path) {
    if (!standsIn(Level, Loop))
      return std::nullopt;
    Level = Loop->body();
    if (Loop != Path.back())
      append_range(Around, N.ancestors(Loop->var()));
  }
  auto IsRow = [&](const auto &Name) { return Name == Around.front(); };
  if (Around.empty() || !all_of(Around, IsRow))
    return std::nullopt;
  bool IsOverRows = false;
  for (const auto &Name : freeVars(Holds)) {
    if (N.findIndexVar(Name.first()) && !IsRow(Name.first()))
      return std::nullopt;
    IsOverRows |= IsRow(Name.first());
  }
  if (!IsOverRows)
    return std::vector<Guard>{{std::move(Reason), Holds, "", {}, {}}};
  const IndexVar &Row = *N.findIndexVar(Around.front());
  std::vector<Guard> Guards;
  auto Range = wholeRange(N, Row, Guards);
  if (!Range)
    return std::nullopt;
  std::string R = unusedName(N, "r");
  StringMap<ExprRef> ToRow;
  ToRow[Row.Name] = cast(Row.Ty, var(Type::i64(), R));
  Guards.push_back({std::move(Reason), substitute(Holds, ToRow), R,
                    Range->first, Range->second});
  return Guards;
}

std::optional<std::vector<Guard>> ascendingGuards(const Nest &N,
                                                  const Segments &S) {
  const Type &Ty = S.Position->Ty;
  auto Ascends = [&](const ExprRef &Here, const ExprRef &Next) {
    ExprRef Holds = binary(BinaryOp::Le, Here, Next);
    if (Ty.holdsAllOf(S.Elem))
      return Holds;
    // The user's position variable must hold what Pos holds.
    for (const ExprRef &E : {Here, Next}) {
      ExprRef Converted = cast(Ty, E);
      for (const ExprRef &C :
           {binary(BinaryOp::Ge, E, constant(S.Elem, 0)),
            binary(BinaryOp::Ge, Converted, constant(Ty, 0)),
            binary(BinaryOp::Eq, cast(S.Elem, Converted), E)})
        Holds = binary(BinaryOp::LogicalAnd, Holds, C);
    }
    return Holds;
  };
  return segmentGuards(N, S, msg::GuardArrayNotAscending(S.Pos), Ascends);
}

std::optional<std::vector<Guard>>
elementGuards(const Nest &N, const ElementRange &R, std::string Reason) {
  auto *Load = llvm::cast<LoadExpr>(R.Element.get());
  auto *At = dyn_cast<VarExpr>(Load->index().get());
  const IndexVar *V = At ? N.findIndexVar(At->name()) : nullptr;
  std::optional<Segments> S = V ? segmentsOf(N, *V) : std::nullopt;
  // A coordinate with a name is read in each iteration.
  if (!S || V->Coordinate.empty() ||
      coordinateArray(N, V->Name) != Load->array())
    return std::nullopt;
  auto InRange = [&](const ExprRef &Here, const ExprRef &Next) {
    auto Element = [&](const ExprRef &Position) {
      return cast(Type::i64(), load(Load->type(), Load->array().str(),
                                    cast(Type::i64(), Position)));
    };
    ExprRef Last =
        Element(binary(BinaryOp::Sub, cast(Type::i64(), Next), i64(1)));
    ExprRef IsInside = binary(
        BinaryOp::Lt, binary(BinaryOp::Div, Last, i64(R.Scale)), R.Limit);
    // Large unsigned values are negative here, behind those that are not.
    for (const ExprRef &E : {Last, Element(Here)})
      IsInside = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, E, i64(0)),
                        IsInside);
    return binary(BinaryOp::LogicalOr, binary(BinaryOp::Ge, Here, Next),
                  IsInside);
  };
  return segmentGuards(N, *S, std::move(Reason), InRange);
}

void addGuards(const Nest &N, std::vector<Guard> &Guards, ArrayRef<Guard> New) {
  auto Same = [](const Guard &A, const Guard &B) {
    return A.Var == B.Var && structurallyEqual(A.Cond, B.Cond) &&
           structurallyEqual(A.Lo, B.Lo) && structurallyEqual(A.Hi, B.Hi);
  };
  for (const Guard &G : New)
    if (none_of(concat<const Guard>(Guards, N.Guards),
                [&](const Guard &Known) { return Same(Known, G); }))
      Guards.push_back(G);
}

std::optional<std::pair<ExprRef, ExprRef>>
guardedRange(const Nest &N, const IndexVar &Position) {
  std::vector<Guard> Missing;
  auto Range = wholeRange(N, Position, Missing);
  return Missing.empty() ? Range : std::nullopt;
}

} // namespace lacuna
