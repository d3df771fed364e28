//===- CursorArrays.h - arrays that chunks advance in turn ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of these arrays say where entries go next, each in a range of its
// own. Chunks first count by how much they step each element, in copies. If all
// that is stepped over lies apart, the counts become where each chunk begins,
// and the chunks run, the first one on the array itself. Else nothing has been
// stored, and there is one chunk.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_CURSORARRAYS_H
#define LACUNA_LOWERING_LOWER_PARALLEL_CURSORARRAYS_H

#include "ArrayCopies.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/ParallelLoops.h"

namespace lacuna {

class CursorArrays {
public:
  /// \p NumThreads as in ParallelLoop.
  CursorArrays(const std::vector<CursorArray> &Arrays, ExprRef MostChunks,
               ExprRef NumThreads, MadeNames &Names);

  bool empty() const { return Items.empty(); }
  std::vector<std::string> names() const;

  /// Appends the allocations to \p Hoisted, unless they stand there.
  void declare(std::vector<StmtRef> &Hoisted, SourceTag Tag) const;

  /// \p Slice, which only steps elements, on counts of chunk \p Which, which
  /// \p Before sets to 0.
  StmtRef count(const ExprRef &Which, const StmtRef &Slice, SourceTag Tag,
                std::vector<StmtRef> &Before) const;

  /// Appends loops that make of the counts of all \p Count chunks where these
  /// begin, and clear the variable \p Apart, a bool, where the elements' ranges
  /// do not lie apart.
  void begin(const ExprRef &Count, const Place &Apart, SourceTag Tag,
             std::vector<StmtRef> &Out) const;

  /// \p Body on the copies of chunk \p Which, not the first.
  StmtRef enter(const ExprRef &Which, const StmtRef &Body,
                std::vector<StmtRef> &Before) const;

  /// Appends loops that give the arrays what the last of \p Count chunks,
  /// several, has left.
  void end(const ExprRef &Count, SourceTag Tag,
           std::vector<StmtRef> &Out) const;

private:
  struct Item {
    Operand Array;
    bool IsDown;
    ArrayCopies Copies;
  };

  static Type countType(const Type &Ty);
  void overElements(const Item &I, RaceStrategy Races, SourceTag Tag,
                    llvm::function_ref<StmtRef(const ExprRef &At)> Do,
                    std::vector<StmtRef> &Out) const;
  StmtRef beginElement(const Item &I, const ExprRef &Count, const ExprRef &At,
                       const Place &Apart, SourceTag Tag) const;
  ExprRef fits(const Item &I, const ExprRef &At, const ExprRef &Total) const;

  std::vector<Item> Items;
  ExprRef MostChunks, NumThreads;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_CURSORARRAYS_H
