//===- Lowering.h - one run of lowering -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_LOOPS_LOWERING_H
#define LACUNA_LOWER_LOOPS_LOWERING_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/loops/Bounds.h"
#include "lacuna/lower/loops/Merge.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/FusedPositions.h"
#include "lacuna/lower/positions/KernelRows.h"
#include <map>

namespace lacuna {

/// Turns the statements of a nest into loop IR.
class Lowering {
public:
  explicit Lowering(const Nest &N) : N(N), Names(N), Ranges(N, Names) {}

  /// The whole body and epilogue; arrays of run-time size stand at the top.
  llvm::Expected<StmtRef> run();
  /// Names that the nest and the code of `run` leave free.
  MadeNames &names() { return Names; }

private:
  using Statements = std::vector<StmtRef>;

  /// Appends \p S to \p Out. Declarations made on the way hold for what
  /// follows in the same scope.
  void lower(const StmtRef &S, LoopScope &Scope, Statements &Out);
  StmtRef lowerScoped(const StmtRef &S, LoopScope Scope);

  /// \name Loops (Loops.cpp)
  /// @{
  void lowerLoop(const LoopStmt &Loop, LoopScope &Scope, Statements &Out);
  bool declareRange(const std::string &Var, LoopScope &Scope, Statements &Out);
  void lowerUnderived(const LoopStmt &Loop, const LoopScope &Scope,
                      Statements &Out);
  void lowerRange(const LoopStmt &Loop, const LoopScope &Scope,
                  Statements &Out);
  bool cloneBlock(const LoopStmt &Loop, LoopScope &Scope, Statements &Out);
  const Relation *undecidedSplit(llvm::StringRef Var,
                                 const LoopScope &Scope) const;
  const Relation *undecidedSplitIn(const StmtRef &Body,
                                   const LoopScope &Scope) const;
  void emitInStep(const LoopStmt &Loop, const IndexVar &User,
                  const ExprRef &Length, Statements Body,
                  const LoopScope &Scope, Statements &Out);
  Statements lowerBody(const LoopStmt &Loop, LoopScope &Scope);
  void recoverInto(Statements &Body, const LoopScope &Outer,
                   const LoopScope &Inner) const;
  void emitLoop(const LoopStmt &Loop, const std::string &Var, const ExprRef &Lo,
                const ExprRef &Hi, const StmtRef &Body, Statements &Out);
  void emitUnrolled(const LoopStmt &Loop, const std::string &Var,
                    const ExprRef &Lo, const ExprRef &Hi, const StmtRef &Body,
                    Statements &Out);
  /// @}

  /// \name Co-iteration (Merge.cpp)
  /// @{
  void lowerMerge(const LoopStmt &Loop, LoopScope Scope, Statements &Out);
  MergeSegment segmentOf(const LoopStmt &Loop, const MergeSpace &Space,
                         const LoopScope &Scope, Statements &Out);
  /// @}

  /// \name Pieces of near-equal work (Balance.cpp)
  /// @{
  void declareBorders(const Relation &R, LoopScope &Scope, Statements &Out);
  Statements searchBorders(const IndexVar &Row, const IndexVar &Inner,
                           const Chunks &Cut, const std::string &Borders);
  void enterPiece(const Relation &R, LoopScope &Scope, Statements &Out);
  /// @}

  /// \name Fused position space (TrackedLoops.cpp)
  /// @{
  /// A row and the positions that are fused with it, both underived, and what
  /// stands for all positions in the end. Rows of rows have the range of all.
  struct FusedRows {
    std::string Fused;
    const IndexVar *Row, *Position;
  };
  bool lowerTracked(const LoopStmt &Loop, LoopScope &Scope, Statements &Out);
  FusedRows fusedRows(const TrackStmt &Track) const;
  std::vector<ParentRow> rowsAbove(const IndexVar &Row) const;
  TrackedRows trackedRows(const FusedRows &R, const TrackStmt &Track,
                          const LoopTags &Tags, const LoopScope &Scope);
  void lowerRows(FusedRows R, llvm::ArrayRef<const LoopStmt *> Path,
                 const TrackStmt &Track, LoopScope Scope, Statements &Out);
  void declarePositions(FusedRows &R, LoopScope &Scope, Statements &Out);
  const IndexVar *declareWholeRow(const IndexVar &Row, Statements &Out);
  void lowerKernel(FusedRows R, const LoopStmt &Blocks, const TrackStmt &Track,
                   LoopScope &Scope, Statements &Out);
  std::vector<RowPlace> rowPlaces(const TrackedRows &T);
  PositionPart positionsOf(const FusedRows &R,
                           llvm::ArrayRef<const LoopStmt *> Path,
                           LoopScope &Scope, Statements &Out);
  bool lowerBlock(const FusedRows &R, llvm::ArrayRef<const LoopStmt *> Path,
                  const TrackStmt &Track, LoopScope Scope, Statements &Out);
  void lowerPart(const FusedRows &R, llvm::ArrayRef<const LoopStmt *> Path,
                 const TrackStmt &Track, LoopScope Scope, Statements &Out);
  ExprRef beginAt(llvm::StringRef Var, llvm::ArrayRef<const LoopStmt *> Inner,
                  const LoopScope &Scope) const;
  ExprRef grainOf(llvm::StringRef Var, const LoopScope &Scope) const;
  /// @}

  /// \name Blocks of coordinates (CoordinateBlocks.cpp)
  /// @{
  struct CoordinateBlocks {
    const IndexVar *Position;
    std::string Crd;
    int64_t Factor;
    std::string Loop; ///< over the blocks
  };
  CoordinateBlocks coordinateBlocks(const Relation &Split) const;
  ExprRef coordinateAt(const CoordinateBlocks &B, ExprRef At) const;
  ExprRef lastCoordinate(const CoordinateBlocks &B) const;
  bool lowerCoordinates(const LoopStmt &Loop, LoopScope &Scope,
                        Statements &Out);
  ExprRef lowerPart(const CoordinateBlocks &B, const LoopStmt &Inner,
                    const ExprRef &Begin, const ExprRef &Count,
                    const LoopScope &Scope, Statements &Out);
  void lowerBlocksOfRow(const CoordinateBlocks &B, const LoopStmt &Loop,
                        const LoopStmt &Inner, const LoopScope &Scope,
                        Statements &Out);
  void lowerBlocksOfRows(const CoordinateBlocks &B, const LoopStmt &Loop,
                         const LoopStmt &Rows, const TrackStmt &Track,
                         LoopScope Scope, Statements &Out);
  /// @}

  void fail(const llvm::Twine &Why);

  const Nest &N;
  MadeNames Names;
  Bounds Ranges;
  /// Rows of rows by name, with the range of all of them.
  std::map<std::string, IndexVar, std::less<>> WholeRows;
  /// Arrays of run-time size, which stand at the top of the program.
  Statements Hoisted;
  std::string Problem;
};

} // namespace lacuna

#endif // LACUNA_LOWER_LOOPS_LOWERING_H
