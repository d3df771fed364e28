//===- ReducedArrays.h - arrays that chunks reduce into ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where data choose the elements that iterations update, a copy of the array is
// the partial result of a chunk. The first chunk updates the array itself, in
// the user's order; the others start from what changes nothing, and are joined
// in the order of the chunks. So one chunk is the user's loop, and one number
// of chunks gives one result. Elements that no iteration updates are not
// written: another thread of the user's may own them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_REDUCEDARRAYS_H
#define LACUNA_LOWERING_LOWER_PARALLEL_REDUCEDARRAYS_H

#include "ArrayCopies.h"
#include "lacuna/lower/parallel/ParallelLoops.h"

namespace lacuna {

class ReducedArrays {
public:
  /// Chunks run \p Body; the first one may have copies, too, if \p
  /// MayCopyFirst.
  ReducedArrays(const std::vector<ReducedArray> &Arrays, const StmtRef &Body,
                bool MayCopyFirst, ExprRef MostChunks, MadeNames &Names);

  /// Whether the first chunk has copies, too. It stores to records of which
  /// other chunks read another member: each store would take the cache line
  /// from them.
  bool haveFirst() const { return HaveFirst; }

  /// Appends the allocations to \p Hoisted, unless they stand there.
  void declare(std::vector<StmtRef> &Hoisted, SourceTag Tag) const;

  /// \p Body on the copies of chunk \p Which, which \p Before fills.
  StmtRef enter(const ExprRef &Which, const StmtRef &Body, SourceTag Tag,
                std::vector<StmtRef> &Before) const;

  /// Whether the array itself and a copy of it may be one to the body.
  bool haveViews() const;

  /// \p Body on the arrays themselves if chunk \p Which is the first, else on
  /// its copies, which \p Before fills.
  /// \pre haveViews()
  StmtRef view(const ExprRef &Which, const StmtRef &Body, SourceTag Tag,
               std::vector<StmtRef> &Before) const;

  /// Appends loops with \p Tags that join the copies of \p Count chunks with
  /// the arrays.
  void join(const ExprRef &Count, const ForTags &Tags, SourceTag Tag,
            std::vector<StmtRef> &Out) const;

private:
  struct Item {
    Reduction Of; ///< of an element, whose index is null
    Operand Array;
    ExprRef Extent; ///< of a copy
    ArrayCopies Copies;
  };

  /// The copy of chunk \p Which, which has one.
  ExprRef begin(const Item &I, const ExprRef &Which,
                std::vector<StmtRef> &Before) const;
  StmtRef clear(const Item &I, const ExprRef &Begin, SourceTag Tag) const;
  StmtRef joinElements(const Item &I, const ExprRef &Count,
                       const ExprRef &First, const ExprRef &Last,
                       SourceTag Tag) const;

  std::vector<Item> Items;
  bool HaveFirst;
  ExprRef MostChunks;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_REDUCEDARRAYS_H
