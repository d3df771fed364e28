//===- RowSegments.h - positions row after row ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ROWSEGMENTS_H
#define LACUNA_ANALYSIS_ROWSEGMENTS_H

#include "lacuna/analysis/Subscript.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lacuna {

/// A position variable that runs over [Pos[Row + Offset], Pos[Row + Offset +
/// 1]) for each Row: the segments of consecutive rows are adjacent.
struct Segments {
  const IndexVar *Position;
  const IndexVar *Row;
  std::string Pos;
  Type Elem; ///< of Pos
  int64_t Offset;
};

std::optional<Segments> segmentsOf(const Nest &N, const IndexVar &Position);

/// Guards that Pos ascends over all rows, so that segments do not overlap and
/// every position belongs to one row. Nothing if they may not be evaluated in
/// front of the nest because the user's loops might not read Pos.
std::optional<std::vector<Guard>> ascendingGuards(const Nest &N,
                                                  const Segments &S);

/// Guards that \p Holds of the bounds of each segment, loads of Pos. Nothing
/// where there are no ascendingGuards.
std::optional<std::vector<Guard>> segmentGuards(
    const Nest &N, const Segments &S, std::string Reason,
    llvm::function_ref<ExprRef(const ExprRef &Here, const ExprRef &Next)>
        Holds);

/// Where a range is evaluated that is read from memory.
enum class RangePlace {
  InFront,  ///< there need be no rows, whose bounds are not read then
  BelowRows ///< there are rows
};

/// The range of \p Row over all of the nest, i64, given that the segments of it
/// and of what is above ascend: adds guards for that. Nothing if it may not be
/// evaluated in front of the nest. Where \p Row is a position, all positions in
/// the range are visited.
std::optional<std::pair<ExprRef, ExprRef>>
wholeRange(const Nest &N, const IndexVar &Row, std::vector<Guard> &Guards,
           RangePlace Place = RangePlace::InFront);

/// Guards that \p Holds, over operands and index variables, whenever the loop
/// over \p Var begins. Nothing where the user's loops might not get there in
/// each iteration of the outermost one, or go through more than its variable.
std::optional<std::vector<Guard>> guardsAtLoop(const Nest &N,
                                               llvm::StringRef Var,
                                               std::string Reason,
                                               const ExprRef &Holds);

/// Guards that the first and last element of each segment of \p R's array are
/// in the range; \p Reason says what fails otherwise. Nothing where those
/// elements may not be read in front of the nest.
std::optional<std::vector<Guard>>
elementGuards(const Nest &N, const ElementRange &R, std::string Reason);

/// Whether each iteration of \p Rows, a loop over rows of \p S, reads the
/// bounds of the positions: nothing but loops over rows and positions stand
/// between, none under a condition.
bool readsAllBounds(const Nest &N, const Segments &S, const LoopStmt &Rows);

/// Adds the guards of \p New to \p Guards that are neither there nor in \p N.
void addGuards(const Nest &N, std::vector<Guard> &Guards,
               llvm::ArrayRef<Guard> New);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ROWSEGMENTS_H
