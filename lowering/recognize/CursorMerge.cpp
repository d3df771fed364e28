//===- CursorMerge.cpp - the merge that a loop over cursors is ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CursorMerge.h"
#include "LevelTensor.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/recognize/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

StmtRef withMerge(const Nest &N, const StmtRef &Loop, ArrayRef<Cursor> Cursors,
                  ArrayRef<CursorRange> Ranges, const StmtRef &New) {
  return rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        if (S == Loop)
          return New;
        bool IsGone = any_of(Ranges, [&](const CursorRange &R) {
          return S == R.Start || S == R.Tail;
        });
        auto *Var = dyn_cast<VarStmt>(S.get());
        IsGone |= Var && any_of(Cursors, [&](const Cursor &C) {
                    return C.Name == Var->name();
                  });
        return IsGone ? block({}) : nullptr;
      },
      nullptr);
}

namespace {

class MergeBuilder {
public:
  MergeBuilder(const Nest &N, const StmtRef &Loop, const CursorMerge &What)
      : N(N), Loop(Loop), What(What), Cursors(What.Cursors),
        Ranges(What.Ranges) {}

  Nest merged() const;
  bool guardStart(Nest &M, std::string &Why) const;

private:
  ExprRef isNonEmpty(unsigned K) const;
  ExprRef coordinateOf(unsigned K, bool Last) const;
  ExprRef outermost(unsigned From, bool Last) const;
  ExprRef outermostOfAll(bool Last) const;

  const Nest &N;
  const StmtRef &Loop;
  const CursorMerge &What;
  ArrayRef<Cursor> Cursors;
  ArrayRef<CursorRange> Ranges;
};

} // namespace

ExprRef MergeBuilder::isNonEmpty(unsigned K) const {
  return binary(BinaryOp::Lt, Ranges[K].Lo, Ranges[K].Hi);
}

/// The first or last coordinate of cursor \p K, which has some.
ExprRef MergeBuilder::coordinateOf(unsigned K, bool Last) const {
  const CursorRange &R = Ranges[K];
  const Operand &Crd = *N.findOperand(Cursors[K].Crd);
  ExprRef Position = R.Lo;
  if (Last)
    Position = binary(BinaryOp::Sub, lacuna::cast(Type::i64(), R.Hi), i64(1));
  return lacuna::cast(What.Ty, load(Crd.Ty, Crd.Name, Position));
}

/// The least or largest coordinate of the cursors from \p From on, of which one
/// has some.
ExprRef MergeBuilder::outermost(unsigned From, bool Last) const {
  ExprRef Own = coordinateOf(From, Last);
  if (From + 1 == Cursors.size())
    return Own;
  ExprRef Others = outermost(From + 1, Last), HasOthers;
  for (unsigned K = From + 1; K != Cursors.size(); ++K)
    HasOthers = HasOthers
                    ? binary(BinaryOp::LogicalOr, HasOthers, isNonEmpty(K))
                    : isNonEmpty(K);
  ExprRef Both = binary(Last ? BinaryOp::Max : BinaryOp::Min, Own, Others);
  return std::make_shared<SelectExpr>(
      isNonEmpty(From), std::make_shared<SelectExpr>(HasOthers, Both, Own),
      Others);
}

/// The bounds of what the levels have in common.
ExprRef MergeBuilder::outermostOfAll(bool Last) const {
  ExprRef Bound;
  for (unsigned K = 0; K != Cursors.size(); ++K) {
    ExprRef Own = coordinateOf(K, Last);
    Bound =
        Bound ? binary(Last ? BinaryOp::Min : BinaryOp::Max, Bound, Own) : Own;
  }
  return Bound;
}

Nest MergeBuilder::merged() const {
  Nest M = N;
  LevelSet All = (LevelSet(1) << Cursors.size()) - 1;
  // A range of coordinates that has all of them, given that they ascend, but
  // for the largest ones of the type; parts at its ends take what is outside.
  bool IsIntersection = What.Does.size() == 1 && What.Does.front() == All;
  auto Bound = [&](bool Last) -> ExprRef {
    ExprRef Value = IsIntersection ? outermostOfAll(Last) : outermost(0, Last);
    int64_t Most = What.Ty.bits() >= 64 ? int64_t(1) << 40
                   : What.Ty.isSigned()
                       ? (int64_t(1) << (What.Ty.bits() - 1)) - 2
                       : (int64_t(1) << What.Ty.bits()) - 2;
    Value = binary(BinaryOp::Min, Value, constant(What.Ty, Most));
    if (What.Ty.bits() >= 64 && What.Ty.isSigned())
      Value = binary(BinaryOp::Max, Value, constant(What.Ty, -Most));
    if (Last)
      Value = binary(BinaryOp::Add, Value, constant(What.Ty, 1));
    ExprRef HasAny;
    for (unsigned K = 0; K != Cursors.size(); ++K)
      HasAny = HasAny ? binary(IsIntersection ? BinaryOp::LogicalAnd
                                              : BinaryOp::LogicalOr,
                               HasAny, isNonEmpty(K))
                      : isNonEmpty(K);
    return std::make_shared<SelectExpr>(HasAny, Value, constant(What.Ty, 0));
  };
  std::vector<IndexVar> Made;
  for (const auto &[C, R] : zip_equal(Cursors, Ranges))
    Made.push_back({C.Name, C.Ty, R.Lo, R.Hi, ""});
  Made.push_back({What.Coordinate, What.Ty, Bound(/*Last=*/false),
                  Bound(/*Last=*/true), ""});
  auto Derived =
      find_if(M.IndexVars, [](const IndexVar &V) { return V.isDerived(); });
  M.IndexVars.insert(Derived, Made.begin(), Made.end());

  Merge Levels;
  std::vector<std::string> Names, Presences;
  std::vector<LevelSet> Within;
  for (LevelSet S = 0; S <= All; ++S)
    Within.push_back(S);
  for (const Cursor &C : Cursors) {
    Presences.push_back(C.Present);
    Names.push_back(C.Name);
    Levels.Operands.push_back({C.Present, C.Name});
  }
  Levels.Where = presenceCondition(Presences, What.Does, Within);
  M.Body = withMerge(N, Loop, Cursors, Ranges,
                     std::make_shared<LoopStmt>(
                         What.Coordinate, What.Body, LoopTags(), Loop->tag(),
                         std::make_shared<Merge>(std::move(Levels))));
  for (unsigned K = 0; K != Cursors.size(); ++K)
    M.Tensors.push_back(
        levelTensor(M, Cursors[K].Name, Cursors[K].Crd, What.Body));
  erase_if(M.Uncounted,
           [&](const UncountedVar &V) { return is_contained(Names, V.Name); });
  return M;
}

/// Guards for what the loop's own comparisons take for granted.
bool MergeBuilder::guardStart(Nest &M, std::string &Why) const {
  auto Fail = [&](const Twine &Message) {
    Why = Message.str();
    return false;
  };
  for (unsigned K = 0; K != Cursors.size(); ++K) {
    const Cursor &C = Cursors[K];
    auto Require = [&](const std::string &Reason, const ExprRef &Holds) {
      auto Guards = guardsAtLoop(M, What.Coordinate, Reason, Holds);
      std::vector<Guard> New;
      if (Guards)
        addGuards(M, New, *Guards);
      append_range(M.Guards, New);
      return Guards.has_value();
    };
    if (C.MeetsEnd &&
        !Require(msg::GuardCursorStartsBehindEnd(C.Name),
                 binary(BinaryOp::Le, Ranges[K].Lo, Ranges[K].Hi)))
      return Fail(msg::MergeStartBeforeEndUnchecked(C.Name));
    if (!What.Behind)
      continue;
    ExprRef Last = coordinateOf(K, /*Last=*/true);
    const ExprRef &End = What.Behind;
    Type Wider = End->type().holdsAllOf(What.Ty) ? End->type() : What.Ty;
    ExprRef IsLess = binary(BinaryOp::Lt, lacuna::cast(Wider, Last),
                            lacuna::cast(Wider, End));
    ExprRef Holds = binary(BinaryOp::LogicalOr,
                           unary(UnaryOp::LogicalNot, isNonEmpty(K)), IsLess);
    if (!Require(msg::GuardCoordinatesReachEndValue(C.Crd), Holds))
      return Fail(msg::MergeEndValueUnchecked(C.Crd));
  }
  return true;
}

std::optional<Nest> mergedNest(const Nest &N, const StmtRef &Loop,
                               const CursorMerge &Merge, std::string &Why) {
  MergeBuilder Builder(N, Loop, Merge);
  Nest M = Builder.merged();
  if (!Builder.guardStart(M, Why))
    return std::nullopt;
  return M;
}

} // namespace lacuna
