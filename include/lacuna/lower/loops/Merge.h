//===- Merge.h - loops over several levels at once --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each level has a cursor, the position variable itself. Of what a lattice asks
// for, the simplest form is written:
//
//   every coordinate is visited   `for` over coordinates; cursors follow
//   one level matters             `for` over its positions
//   otherwise                     for each point a `while` that takes the least
//                                 coordinate and has a case for each sub-point
//
// A part of the coordinates is a part of each level's positions, found by
// search, and is merged like the whole. Over fused coordinates each cursor
// follows its row as well and the levels are merged by `row * columns + column`
// (thesis 6.1): nothing is skipped between rows.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_LOOPS_MERGE_H
#define LACUNA_LOWER_LOOPS_MERGE_H

#include "lacuna/ir/merges/MergeBodies.h"
#include "lacuna/lower/loops/Bounds.h"

namespace lacuna {

/// Coordinates [First, End) of a merge, both of the coordinate's type.
struct MergeSegment {
  ExprRef First, End;
  /// Positions of all coordinates are bounds of the levels; of a part they are
  /// searched for.
  bool IsWhole;
  /// Parts of a user's range: bools, whether there is none before or behind.
  /// These parts take what is outside of the range as well. Else null.
  ExprRef IsFirst, IsLast;
};

/// Writes the loops of one merge.
class MergeLoops {
public:
  using Statements = std::vector<StmtRef>;
  /// Loop IR for what is done where the given levels have the coordinate, whose
  /// variables are declared around it.
  using BodyMaker = llvm::function_ref<StmtRef(LevelSet)>;

  MergeLoops(const Nest &N, const MergeSpace &Space, const MergeBodies &Bodies,
             const LoopScope &Scope, MadeNames &Names, SourceTag Source,
             BodyMaker MakeBody);

  /// Appends the merge of \p Segment, which is not empty over fused
  /// coordinates.
  void emit(const MergeSegment &Segment, Statements &Out);

private:
  /// A level and how far the merge has come in it.
  struct Cursor {
    const IndexVar *Position;
    const Level *Of;
    std::string Present;
    std::string Row; ///< fused: the variable that has the row's offset, i64
    ExprRef Begin, End;
  };

  Cursor makeCursor(const MergeOperand &O) const;
  void bound(Cursor &C, const MergeSegment &Segment, Statements &Out);
  ExprRef searchRow(const Cursor &C, const ExprRef &Fused, bool Behind,
                    Statements &Out);
  void declareCursor(const Cursor &C, const MergeSegment &Segment,
                     Statements &Out);

  void emitAll(const MergeSegment &Segment, Statements &Out);
  void emitOne(LevelSet Point, const MergeSegment &Segment, Statements &Out);
  void emitPoint(LevelSet Point, Statements &Out);
  StmtRef cases(LevelSet Point, StmtRef Otherwise,
                llvm::function_ref<ExprRef(const Cursor &)> Has);
  StmtRef bodyAt(LevelSet Point);

  ExprRef position(const Cursor &C) const;
  ExprRef isLeft(const Cursor &C) const;
  ExprRef coordinate(const Cursor &C) const;
  ExprRef column(const Cursor &C, const ExprRef &At) const;
  StmtRef advance(const Cursor &C, const ExprRef &Cond) const;
  StmtRef followRow(const Cursor &C, ExprRef While) const;
  std::vector<const Cursor *> cursorsOf(LevelSet Levels) const;
  StmtRef forLoop(const std::string &Var, ExprRef Lo, ExprRef Hi,
                  Statements Body) const;

  const Nest &N;
  const MergeSpace &Space;
  const MergeBodies &Bodies;
  const LoopScope &Scope;
  MadeNames &Names;
  SourceTag Source;
  BodyMaker MakeBody;
  std::vector<Cursor> Cursors;
};

} // namespace lacuna

#endif // LACUNA_LOWER_LOOPS_MERGE_H
